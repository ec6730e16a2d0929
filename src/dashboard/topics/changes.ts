// Everything that was written in the open projects, with what is known of it, and whether a person has seen it.
import { redactedText } from '../../base/text/redaction.ts';
import type { ChangeSet } from '../../ide/doors/changes.ts';
import type { Ide, Workbench } from '../../ide/ide.ts';
import type { ChangeRow } from '../protocol/rows.ts';
import type { TopicChange, TopicSource } from '../sources.ts';
import { Followed, together } from './followed.ts';
import { Gathered } from './gathered.ts';
import { followProjects, openIdes } from './openProjects.ts';
import type { SeenChanges } from './seenChanges.ts';
import { shortText } from './shortText.ts';

const LONGEST_TITLE = 90;
const LONGEST_NAME = 60;
const LONGEST_SUMMARY = 60;
const MOST_EVIDENCE = 6;

export interface ChangesParts {
  readonly workbench: Workbench;
  readonly seen: SeenChanges;
  // Of changes that a person made themselves, which nobody need show them.
  readonly isPersons: (author: string) => boolean;
  readonly onFailure: (error: unknown) => void;
}

export function changesTopic(parts: ChangesParts): TopicSource<'changes'> {
  const { workbench } = parts;
  const changes = new Followed<TopicChange<'changes'>>((tell) => {
    const stop = new AbortController();
    return together([
      followProjects(
        workbench,
        (ide) => followChanges(ide, parts, stop.signal, tell),
        () => tell({ kind: 'all' }),
      ),
      { [Symbol.dispose]: () => stop.abort() },
    ]);
  });
  return {
    topic: 'changes',
    async rows(signal) {
      const rows = await Promise.all(openIdes(workbench).map((ide) => changeRows(ide, parts, signal)));
      return rows.flat().sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
    },
    onChange: (listener) => changes.listen(listener),
  };
}

// One change may say something new of another, as an undo that is undone does: so of all of them those are reported that are different.
function followChanges(ide: Ide, parts: ChangesParts, signal: AbortSignal, tell: (change: TopicChange<'changes'>) => void): Disposable {
  const reported = new Map<string, string>();
  const different = (rows: readonly ChangeRow[]) => {
    const changed = rows.filter((row) => reported.get(row.id) !== JSON.stringify(row));
    const removed = [...reported.keys()].filter((id) => !rows.some((row) => row.id === id));
    for (const row of changed) reported.set(row.id, JSON.stringify(row));
    for (const id of removed) reported.delete(id);
    return { changed, removed };
  };
  const list = async () => {
    try {
      const { changed, removed } = different(await changeRows(ide, parts, signal));
      if (changed.length + removed.length > 0 && !signal.aborted) tell({ kind: 'rows', rows: changed, ...(removed.length > 0 && { removed }) });
    } catch (error) {
      if (!signal.aborted) parts.onFailure(error);
    }
  };
  const gathered = new Gathered(() => void list());
  // What is there already is not reported, only remembered. What comes meanwhile may be in it or not.
  let isRemembered = false;
  let hasMissed = false;
  const remember = async () => {
    await changeRows(ide, parts, signal).then(different, () => {});
    isRemembered = true;
    if (hasMissed && !signal.aborted) tell({ kind: 'all' });
  };
  const changed = () => {
    if (isRemembered) gathered.soon();
    else hasMissed = true;
  };
  void remember();
  return together([
    gathered,
    ...(ide.changes === undefined ? [] : [ide.changes.onChange(changed)]),
    parts.seen.onChange((project) => project === ide.project.path && changed()),
  ]);
}

async function changeRows(ide: Ide, { seen, isPersons }: ChangesParts, signal: AbortSignal): Promise<readonly ChangeRow[]> {
  const all = (await ide.changes?.list(signal)) ?? [];
  const marked = await seen.of(ide.project.path);
  return all.map((change) => changeRow(change, ide.project.path, !marked.has(change.id) && !isPersons(change.author))).toReversed();
}

export function changeRow(change: ChangeSet, project: string, isUnseen: boolean): ChangeRow {
  const { id, time, title, tool, author, connection, grant, files, undoneBy, undoes, undoesPart, undoesAll, rolledBack, observed, evidence = [] } = change;
  return {
    id,
    project,
    time,
    title: shortText(redactedText(title), LONGEST_TITLE),
    tool,
    author: shortText(author, LONGEST_NAME),
    ...(connection !== undefined && { connection }),
    files: files.length,
    added: files.reduce((sum, { addedLines }) => sum + addedLines, 0),
    removed: files.reduce((sum, { removedLines }) => sum + removedLines, 0),
    ...(undoneBy !== undefined && { undoneBy }),
    ...undoing(undoes ?? undoesPart?.id ?? undoesAll?.at(-1)),
    ...(undoesAll !== undefined && undoesAll.length > 1 && { undoesMany: undoesAll.length }),
    ...(change.partlyUndoneBy !== undefined && { partlyUndone: change.partlyUndoneBy.length }),
    ...(rolledBack === true && { isRolledBack: true }),
    ...(observed !== undefined && { observed: observed.undoable }),
    evidence: evidence
      .slice(0, MOST_EVIDENCE)
      .map(({ kind, verdict, summary }) => ({ kind, verdict, summary: shortText(redactedText(summary), LONGEST_SUMMARY) })),
    isUnseen: isUnseen && rolledBack !== true,
    ...(grant !== undefined && { grant: String(grant) }),
  };
}

function undoing(undoes: string | undefined): { undoes?: string } {
  return undoes === undefined ? {} : { undoes };
}
