// How every editor looks, in the tokens of the theme. Not in a stylesheet of ours: those are in layers, and what CodeMirror brings itself stands above all layers.
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

export const codeTheme: Extension = EditorView.theme({
  '&': { background: 'var(--raised)', color: 'var(--text)', font: '12px / 18px var(--mono)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: 'inherit', lineHeight: 'inherit' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-gutters': { background: 'var(--raised)', border: '0', color: 'var(--muted)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '40px', padding: '0 8px 0 4px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '2px solid var(--accent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 18%, transparent)',
  },
  // The selection that is drawn is the only one.
  '.cm-content ::selection, .cm-content::selection': { backgroundColor: 'transparent !important' },
  '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': { background: 'none', outline: '1px solid var(--muted)' },
  '&.cm-focused .cm-nonmatchingBracket, .cm-nonmatchingBracket': { background: 'none', color: 'var(--error)' },
});
