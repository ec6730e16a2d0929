// What every editor of the page is made of: CodeMirror with line numbers, undo, the colours of the language, and marks on what hides.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { codeTheme } from './codeTheme.ts';
import { HIDDEN, hiddenCharacter } from './hiddenCharacters.ts';
import { languageOf } from './languages.ts';
import { type LineBreak, lineBreakOf, withBreaks } from './lines.ts';

// Parsing what nobody wrote by hand holds up whoever types.
const LONGEST_COLOURED = 1_000_000;

export interface CodeOptions {
  readonly file: string;
  readonly label: string;
  readonly text: string;
  readonly keys: readonly KeyBinding[];
  readonly more?: readonly Extension[];
}

// The state that shows a text, whose line breaks stay as they are.
export async function codeStates({ file, label, text, keys, more = [] }: CodeOptions): Promise<(shown: string) => EditorState> {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  const always: readonly Extension[] = [
    EditorView.cspNonce.of(nonce),
    codeTheme,
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off', translate: 'no' }),
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    bracketMatching(),
    indentOnInput(),
    highlightSpecialChars({ specialChars: HIDDEN, render: (code) => markOf(code) }),
    syntaxHighlighting(classHighlighter),
    keymap.of([...keys, indentWithTab, ...defaultKeymap, ...historyKeymap]),
    ...(text.length > LONGEST_COLOURED ? [] : await languageOf(file)),
    ...more,
  ];
  return (shown) => {
    const lineBreak: LineBreak = lineBreakOf(shown);
    const breaks = [EditorState.lineSeparator.of(lineBreak), EditorView.clipboardInputFilter.of((pasted) => withBreaks(pasted, lineBreak))];
    return EditorState.create({ doc: shown, extensions: [breaks, always] });
  };
}

function markOf(code: number): HTMLElement {
  const { name, title } = hiddenCharacter(code);
  const mark = document.createElement('span');
  mark.className = 'mark';
  mark.title = title;
  mark.textContent = name;
  return mark;
}
