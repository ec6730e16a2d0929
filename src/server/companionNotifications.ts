// What a connection is sent of the editor of its project: the selection now and whenever it changes, and what a person points to.
import type { Companion, SentNotification } from '../dialects/dialect.ts';
import type { Ide, Workbench } from '../ide/ide.ts';
import type { Connection } from './connectionCalls.ts';
import { isSecretFile } from './secrets/secretFiles.ts';

// Also of a project that is opened later, or anew. It follows only the project of the connection's own folder.
export function followEditor(workbench: Workbench, { id, folder }: Connection, companion: Companion, send: (sent: SentNotification) => void): Disposable {
  let followed: { readonly ide: Ide; readonly following: Disposable } | undefined;
  const follow = () => {
    const ide = folder === undefined ? undefined : workbench.ide(folder);
    if (ide === followed?.ide) return;
    const isFirst = followed === undefined;
    followed?.following[Symbol.dispose]();
    followed = undefined;
    if (ide === undefined) return;
    if (isFirst && companion.greeting !== undefined) send(companion.greeting(ide.project.path));
    followed = { ide, following: editorFollowed(ide, id, companion, send) };
  };
  const opened = workbench.onProjects(follow);
  follow();
  return {
    [Symbol.dispose]() {
      opened[Symbol.dispose]();
      followed?.following[Symbol.dispose]();
    },
  };
}

function editorFollowed({ editor }: Ide, connection: string, companion: Companion, send: (sent: SentNotification) => void): Disposable {
  if (editor === undefined) return { [Symbol.dispose]: () => {} };
  const selected = (now: ReturnType<typeof editor.selected>) => {
    const sent = companion.selectionChanged?.(now !== undefined && isSecretFile(now.uri) ? undefined : now);
    if (sent !== undefined) send(sent);
  };
  const seen = new Map<string, number>();
  const view = () => {
    const tabs = editor.tabs().filter(({ uri }) => !isSecretFile(uri));
    for (const uri of seen.keys()) if (!tabs.some((tab) => tab.uri === uri)) seen.delete(uri);
    // The active one is the newest, also where several were opened at once.
    for (const { uri, isActive } of tabs) if (isActive || !seen.has(uri)) seen.set(uri, Date.now() - (isActive ? 0 : 1));
    return { tabs: tabs.map((tab) => ({ tab, seen: seen.get(tab.uri) ?? 0 })), selected: editor.selected() };
  };
  const viewed = () => {
    if (companion.viewChanged !== undefined) send(companion.viewChanged(view()));
  };
  const present = editor.selected();
  if (present !== undefined) selected(present);
  viewed();
  const events = editor.onEvent((event) => {
    if (event.kind === 'selection') selected(event.selected);
    viewed();
  });
  const mentions = editor.onMention((mention) => {
    if (companion.mentioned === undefined || (mention.connection !== undefined && mention.connection !== connection)) return false;
    const sent = companion.mentioned(mention);
    if (sent !== undefined) send(sent);
    return sent !== undefined;
  });
  return {
    [Symbol.dispose]() {
      events[Symbol.dispose]();
      mentions[Symbol.dispose]();
    },
  };
}
