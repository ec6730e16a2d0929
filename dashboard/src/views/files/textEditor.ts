// The editor of one open file: what is typed and selected in it, shown and reported.
import { Annotation, Compartment, EditorState, Text, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { TextRange } from '../../../../src/dashboard/protocol/editor.ts';
import { codeStates } from '../../parts/code/codeView.ts';
import { lineBreakOf, offsetsOf, rangeAt } from '../../parts/code/lines.ts';
import type { TypedText } from './fileDocument.ts';
import { type Problem, problems, showProblems } from './problems.ts';

export interface FileTextEditor extends TypedText, Disposable {
  readonly hasFocus: boolean;
  focus(): void;
  selection(): TextRange;
  // In the middle of the view, if it is not in sight.
  select(range: TextRange): void;
  setReadOnly(isReadOnly: boolean): void;
  setProblems(found: readonly ShownProblem[]): void;
}

export type ShownProblem = TextRange & Omit<Problem, 'from' | 'to'>;

export interface TextEditorOptions {
  readonly parent: HTMLElement;
  readonly file: string;
  readonly text: string;
  onTyped(): void;
  onSelected(): void;
  onMention(): void;
  onLeave(): void;
}

// Not the person's doing.
const shownHere = Annotation.define<true>();

export async function openTextEditor({ parent, file, text, onTyped, onSelected, onMention, onLeave }: TextEditorOptions): Promise<FileTextEditor> {
  const writing = new Compartment();
  const running = (act: () => void) => () => {
    act();
    return true;
  };
  const stateOf = await codeStates({
    file,
    label: `Text of ${file}`,
    text,
    keys: [
      { key: 'Alt-m', run: running(onMention) },
      { key: 'Escape', run: running(onLeave) },
    ],
    more: [
      problems,
      writing.of([]),
      EditorView.updateListener.of(({ docChanged, selectionSet, transactions }) => {
        if (transactions.some((each) => each.annotation(shownHere) === true)) return;
        if (docChanged) onTyped();
        if (docChanged || selectionSet) onSelected();
      }),
    ],
  });
  const view = new EditorView({ parent, state: stateOf(text) });
  const all = () => view.state.sliceDoc();
  // A CR ends a line of the daemon's wherever it stands.
  const mixed = () => {
    const now = view.state.facet(EditorState.lineSeparator) === '\n' ? all() : '';
    return now.includes('\r') ? now : undefined;
  };
  return {
    text: all,
    replace(next) {
      if (lineBreakOf(next) !== view.state.facet(EditorState.lineSeparator)) {
        view.setState(stateOf(next));
        return;
      }
      view.dispatch({ changes: changeTo(view.state, next), annotations: [shownHere.of(true), Transaction.userEvent.of('replace')] });
    },
    get hasFocus() {
      return view.hasFocus;
    },
    focus: () => view.focus(),
    selection() {
      const { from, to } = view.state.selection.main;
      return rangeAt(view.state.doc, from, to, mixed());
    },
    select(range) {
      const { from, to } = offsetsOf(view.state.doc, range, mixed());
      view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'center' }), annotations: shownHere.of(true) });
    },
    setReadOnly(isReadOnly) {
      // The cursor stays, so that keys move and select.
      view.dispatch({ effects: writing.reconfigure(isReadOnly ? [EditorState.readOnly.of(true)] : []) });
    },
    setProblems(found) {
      const whole = mixed();
      const shown = found.map((problem) => ({ ...offsetsOf(view.state.doc, problem, whole), severity: problem.severity, message: problem.message }));
      view.dispatch({ effects: showProblems.of(shown) });
    },
    [Symbol.dispose]: () => view.destroy(),
  };
}

// The least that differs, so that the cursor and the view stay where they are.
function changeTo(state: EditorState, next: string): { from: number; to: number; insert: Text } {
  const before = state.doc.toString();
  const after = state.facet(EditorState.lineSeparator) === '\r\n' ? next.replaceAll('\r\n', '\n') : next;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < most - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end += 1;
  return { from: start, to: before.length - end, insert: Text.of(after.slice(start, after.length - end).split('\n')) };
}
