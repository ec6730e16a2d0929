// What the other side reads without asking, of each door that has such things: as it is sent.
import type { Editor } from '../../ide/doors/editor.ts';
import type { Ide } from '../../ide/ide.ts';

export const MIRRORED = ['debugging', 'running', 'terminals', 'testing', 'editor'] as const;

export interface Known {
  readonly value: Readonly<Record<string, unknown>>;
  // The handles that the door lists.
  readonly listed: readonly object[];
}

export function knownOf({ debugging, running, terminals, testing, editor }: Ide, door: string): Known | undefined {
  if (door === 'debugging' && debugging !== undefined) {
    const sessions = debugging.sessions();
    return { value: { sessions }, listed: sessions };
  }
  if (door === 'running' && running !== undefined) {
    const runs = running.runs();
    return { value: { runs }, listed: runs };
  }
  if (door === 'terminals' && terminals !== undefined) {
    const list = terminals.list();
    return { value: { list, shells: terminals.shells() }, listed: list };
  }
  if (door === 'testing' && testing !== undefined) {
    const runs = testing.runs();
    return { value: { runs }, listed: runs };
  }
  return door === 'editor' && editor !== undefined ? { value: editorKnowledge(editor), listed: [] } : undefined;
}

function editorKnowledge(editor: Editor): Readonly<Record<string, unknown>> {
  const tabs = editor.tabs();
  return {
    tabs,
    active: editor.selected(),
    latest: editor.latestSelection(),
    selected: new Map(tabs.map(({ uri }) => [uri, editor.selected(uri)])),
    unsaved: new Map(tabs.flatMap(({ uri }) => (editor.unsaved(uri) === undefined ? [] : [[uri, editor.unsaved(uri)]]))),
  };
}
