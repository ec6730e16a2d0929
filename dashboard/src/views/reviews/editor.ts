// An editor for one text of a review.
import { EditorView } from '@codemirror/view';
import { codeStates } from '../../parts/code/codeView.ts';

export interface TextEditor extends Disposable {
  text(): string;
}

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly name: string;
  onSave(): void;
  onLeave(): void;
}

export async function openEditor({ parent, text, name, onSave, onLeave }: EditorOptions): Promise<TextEditor> {
  const running = (act: () => void) => () => {
    act();
    return true;
  };
  const keys = [
    { key: 'Mod-Enter', run: running(onSave) },
    { key: 'Escape', run: running(onLeave) },
  ];
  const stateOf = await codeStates({ file: name, label: `What ${name} shall hold`, text, keys });
  const view = new EditorView({ parent, state: stateOf(text) });
  view.focus();
  return { text: () => view.state.sliceDoc(), [Symbol.dispose]: () => view.destroy() };
}
