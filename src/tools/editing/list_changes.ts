// The local history: who changed what with which tool, and what it looked like.
import { z } from 'zod';
import type { ChangeSet } from '../../ide/doors/changes.ts';
import { changeNotFound } from '../../ide/errors/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { changedFile, changeOutput, fittingDiff } from '../words/change.ts';
import { observedFields, observedOutput } from '../words/observed.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';
import { fileOf } from '../words/place.ts';

const changeRow = z.object({
  changeId: z.string(),
  time: z.string(),
  author: z.string(),
  tool: z.string(),
  title: z.string(),
  files: changeOutput.files,
  moreFiles: z.number().optional(),
  undoes: z.string().optional(),
  undoneBy: z.string().optional(),
  // It failed halfway or was refused once it was checked, and everything was put back.
  rolledBack: z.boolean().optional(),
  ...z.object(observedOutput).partial().shape,
});

type Row = z.infer<typeof changeRow>;

const output = z.object({ total: z.number(), changes: z.array(changeRow), diff: z.string().optional(), ...pageOutput });

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'List changes',
  description:
    'Local history of everything changed through Binnacle or by a command that it ran, newest first; undo and redo take a changeId. With change_id: that change and its diff.',
  effect: 'reads',
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({
    change_id: z.string().min(1).optional().describe('Show this one with its diff.'),
    file: z.string().min(1).optional().describe('Only changes of this file or folder.'),
    author: z.string().min(1).optional().describe('Part of the name of who made it.'),
    ...pageInput,
  }),
  output,
  async run(context, input) {
    const { ide, signal } = context;
    const all = await ide.changes.list(signal);
    if (input.change_id !== undefined) {
      const change = all.find(({ id }) => id === input.change_id);
      if (change === undefined) throw changeNotFound(input.change_id);
      return { total: 1, changes: [rowOf(context, change)], diff: fittingDiff(context, await ide.changes.read(change.id, signal)) };
    }
    const under = input.file === undefined ? undefined : fileOf(ide.project, await ide.documents.locate(input.file));
    const rows = all
      .filter(
        ({ files }) =>
          under === undefined ||
          files.some(({ uri, movedFrom }) => [uri, movedFrom].some((each) => each !== undefined && isUnder(fileOf(ide.project, each), under))),
      )
      .filter(({ author }) => input.author === undefined || author.toLowerCase().includes(input.author.toLowerCase()))
      .map((change) => rowOf(context, change));
    const page = pageOf({ tool: 'list_changes', input, rows, weigh: weighJson, identify: ({ changeId }) => changeId, budget: context.budget - OVERHEAD });
    return { total: rows.length, changes: [...page.rows], ...page.turn };
  },
  *tell(value) {
    const more = value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`];
    const diff = value.diff === undefined ? [] : [value.diff];
    if (value.total === 0) yield 'No changes.';
    yield [
      ...value.changes.flatMap((row) => [
        headOf(row),
        ...row.files.map(({ file, kind, added, removed }) => `  ${kind} ${file} +${added} −${removed}`),
        ...aboutOf(row),
      ]),
      ...diff,
      ...more,
    ].join('\n');
    yield [...value.changes.map(headOf), ...more].join('\n');
  },
});

const OVERHEAD = 40;
const MOST_FILES = 20;

function headOf({ changeId, time, author, tool, title, undoneBy, rolledBack, undoable }: Row): string {
  const state = rolledBack === true ? ' (rolled back)' : undoneBy === undefined ? '' : ` (undone by ${undoneBy})`;
  const seen = undoable === undefined ? '' : ` (seen while it ran; undoable: ${undoable})`;
  return `${changeId} ${time} ${tool}: ${title}${seen}${state}, by ${author}`;
}

function aboutOf({ notUndoable = [], moreNotUndoable, ignored, notes = [] }: Row): string[] {
  return [
    ...notUndoable.map(({ file, why }) => `  not undoable: ${file}, ${why}`),
    ...(moreNotUndoable === undefined ? [] : [`  and ${moreNotUndoable} more that are not undoable`]),
    ...(ignored === undefined ? [] : [`  not recorded: ${ignored.files} ignored files in ${ignored.in.join(', ')}`]),
    ...notes.map((note) => `  ${note}`),
  ];
}

function rowOf(context: ProjectContext, { id, files, observed, connection: _, ...change }: ChangeSet): Row {
  return {
    changeId: id,
    ...change,
    files: files.slice(0, MOST_FILES).map((file) => changedFile(context, file)),
    ...(files.length > MOST_FILES && { moreFiles: files.length - MOST_FILES }),
    ...(observed !== undefined && observedFields(context, observed)),
  };
}

function isUnder(file: string, folder: string): boolean {
  return folder === '' || file === folder || file.startsWith(`${folder}/`);
}
