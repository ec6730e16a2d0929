// The tabs of the editors of the open projects: what is open, what is selected, and what is not saved.
import { createHash } from 'node:crypto';
import { hashOfText } from '../../base/text/textHash.ts';
import type { Editor, EditorTab } from '../../ide/doors/editor.ts';
import type { Ide, Workbench } from '../../ide/ide.ts';
import { fileOf, lineAndColumn } from '../../tools/words/place.ts';
import type { EditorRow } from '../protocol/editor.ts';
import type { TopicChange, TopicSource } from '../sources.ts';
import { Followed, together } from './followed.ts';
import { Gathered } from './gathered.ts';
import { followProjects, openIdes } from './openProjects.ts';
import type { ProjectThings } from './projectThings.ts';

export interface EditorParts {
  readonly workbench: Workbench;
  readonly things: ProjectThings;
}

export function editorTopic({ workbench, things }: EditorParts): TopicSource<'editor'> {
  // How often each file has changed on disk, by URI.
  const changed = new Map<string, number>();
  const rowsOf = (ide: Ide) => (ide.editor === undefined ? [] : editorRows(ide, ide.editor, things, changed));
  const changes = new Followed<TopicChange<'editor'>>((tell) =>
    followProjects(
      workbench,
      (ide) => followEditor(ide, () => rowsOf(ide), changed, tell),
      () => tell({ kind: 'all' }),
    ),
  );
  return { topic: 'editor', rows: async () => openIdes(workbench).flatMap(rowsOf), onChange: (listener) => changes.listen(listener) };
}

// Of all tabs those are reported that are different: one that is opened makes another inactive, and moves those behind it.
function followEditor(ide: Ide, rows: () => readonly EditorRow[], changed: Map<string, number>, tell: (change: TopicChange<'editor'>) => void): Disposable {
  const { editor, documents } = ide;
  if (editor === undefined) return together([]);
  let reported = new Map(rows().map((row) => [row.id, JSON.stringify(row)]));
  const gathered = new Gathered(() => {
    const now = rows();
    const different = now.filter((row) => reported.get(row.id) !== JSON.stringify(row));
    const there = new Map(now.map((row) => [row.id, JSON.stringify(row)]));
    const removed = [...reported.keys()].filter((id) => !there.has(id));
    reported = there;
    if (different.length + removed.length > 0) tell({ kind: 'rows', rows: different, ...(removed.length > 0 && { removed }) });
  });
  return together([
    gathered,
    editor.onEvent(() => gathered.soon()),
    documents.onChanges((files) => {
      const open = new Set(editor.tabs().map(({ uri }) => uri));
      for (const { uri } of files) {
        if (!open.has(uri)) continue;
        changed.set(uri, (changed.get(uri) ?? 0) + 1);
        gathered.soon();
      }
    }),
  ]);
}

function editorRows({ project }: Ide, editor: Editor, things: ProjectThings, changed: ReadonlyMap<string, number>): readonly EditorRow[] {
  return editor.tabs().map((tab, place) => ({
    id: things.idOf(project.path, keyOf(tab)),
    project: project.path,
    file: fileOf(project, tab.uri),
    place,
    isActive: tab.isActive,
    isPreview: tab.isPreview,
    language: tab.languageId,
    lines: tab.lineCount,
    selection: shownRange(tab),
    ...unsavedHash(editor, tab),
    disk: changed.get(tab.uri) ?? 0,
  }));
}

// Short and in ASCII, whatever the file is called.
function keyOf({ uri }: EditorTab): string {
  return `e${createHash('sha256').update(uri).digest('hex').slice(0, 12)}`;
}

function shownRange({ selection: { start, end } }: EditorTab): EditorRow['selection'] {
  const last = lineAndColumn(end);
  return { ...lineAndColumn(start), endLine: last.line, endColumn: last.column };
}

// A text of megabytes is hashed once for each time that it was written.
const hashes = new WeakMap<object, string>();

function unsavedHash(editor: Editor, { uri, isUnsaved }: EditorTab): { unsaved?: string } {
  const unsaved = isUnsaved ? editor.unsaved(uri) : undefined;
  if (unsaved === undefined) return {};
  const hash = hashes.get(unsaved) ?? hashOfText(unsaved.text);
  hashes.set(unsaved, hash);
  return { unsaved: hash };
}
