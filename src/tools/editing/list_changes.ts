// The local history: who changed what with which tool, and what it looked like.
import { z } from 'zod';
import type { ChangeSet, PlannedFile } from '../../ide/doors/changes.ts';
import { numberedHunks } from '../../ide/doors/reviews.ts';
import { changeNotFound } from '../../ide/errors/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { changedFile, changeOutput, fittingDiff } from '../words/change.ts';
import { evidenceOutput, evidenceRows, tellEvidence } from '../words/evidence.ts';
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
  // Some hunks of another, or several at once.
  undoesPart: z.object({ changeId: z.string(), hunks: z.array(z.number()) }).optional(),
  partlyUndoneBy: z.array(z.string()).optional(),
  undoesAll: z.array(z.string()).optional(),
  evidence: evidenceOutput.optional(),
  // It failed halfway or was refused once it was checked, and everything was put back.
  rolledBack: z.boolean().optional(),
  // The number of the grant by which nobody was asked.
  grant: z.number().optional(),
  ...z.object(observedOutput).partial().shape,
});

type Row = z.infer<typeof changeRow>;

const hunkRow = z.object({ hunk: z.number(), file: z.string(), kind: z.enum(['text', 'create', 'delete', 'move', 'whole']), line: z.number().optional() });

const output = z.object({
  total: z.number(),
  changes: z.array(changeRow),
  diff: z.string().optional(),
  // For undo; lines are those after the change.
  hunks: z.array(hunkRow).optional(),
  moreHunks: z.number().optional(),
  ...pageOutput,
});

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'List changes',
  description: 'Local history: all changes by tools and commands, newest first, with evidence. With change_id: its diff and hunks.',
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
      const files = await ide.changes.read(change.id, signal);
      return { total: 1, changes: [rowOf(context, change, true)], diff: fittingDiff(context, files), ...hunksOf(context, files) };
    }
    const under = input.file === undefined ? undefined : fileOf(ide.project, await ide.documents.locate(input.file));
    const rows = all
      .filter(
        ({ files }) =>
          under === undefined ||
          files.some(({ uri, movedFrom }) => [uri, movedFrom].some((each) => each !== undefined && isUnder(fileOf(ide.project, each), under))),
      )
      .filter(({ author }) => input.author === undefined || author.toLowerCase().includes(input.author.toLowerCase()))
      .map((change) => rowOf(context, change, false));
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
      ...(value.hunks ?? []).map(({ hunk, file, kind, line }) => `hunk ${hunk}: ${kind} ${file}${line === undefined ? '' : `:${line}`}`),
      ...diff,
      ...more,
    ].join('\n');
    yield [...value.changes.map(headOf), ...more].join('\n');
  },
});

const OVERHEAD = 40;
const MOST_FILES = 20;

function headOf({ changeId, time, author, tool, title, undoneBy, partlyUndoneBy, rolledBack, undoable, grant }: Row): string {
  const partly = partlyUndoneBy === undefined ? '' : ` (partly undone by ${partlyUndoneBy.join(', ')})`;
  const state = rolledBack === true ? ' (rolled back)' : undoneBy === undefined ? partly : ` (undone by ${undoneBy})`;
  const seen = undoable === undefined ? '' : ` (seen while it ran; undoable: ${undoable})`;
  return `${changeId} ${time} ${tool}: ${title}${seen}${state}, by ${author}${grant === undefined ? '' : `, by grant ${grant}`}`;
}

function aboutOf({ evidence = [], notUndoable = [], moreNotUndoable, ignored, notes = [] }: Row): string[] {
  return [
    ...(evidence.length === 0 ? [] : [`  ${tellEvidence(evidence)}`]),
    ...notUndoable.map(({ file, why }) => `  not undoable: ${file}, ${why}`),
    ...(moreNotUndoable === undefined ? [] : [`  and ${moreNotUndoable} more that are not undoable`]),
    ...(ignored === undefined ? [] : [`  not recorded: ${ignored.files} ignored files in ${ignored.in.join(', ')}`]),
    ...notes.map((note) => `  ${note}`),
  ];
}

function rowOf(context: ProjectContext, change: ChangeSet, isOnly: boolean): Row {
  const { id, files, observed, connection: _, written: __, evidence, undoesPart, undoesAll, partlyUndoneBy, ...rest } = change;
  return {
    changeId: id,
    ...rest,
    files: files.slice(0, MOST_FILES).map((file) => changedFile(context, file)),
    ...(files.length > MOST_FILES && { moreFiles: files.length - MOST_FILES }),
    ...(undoesPart !== undefined && { undoesPart: { changeId: undoesPart.id, hunks: [...undoesPart.hunks] } }),
    ...(partlyUndoneBy !== undefined && { partlyUndoneBy: [...partlyUndoneBy] }),
    ...(undoesAll !== undefined && { undoesAll: [...undoesAll] }),
    ...(evidence !== undefined && { evidence: evidenceRows(evidence, isOnly) }),
    ...(observed !== undefined && observedFields(context, observed)),
  };
}

const MOST_HUNKS = 200;

function hunksOf({ ide: { project } }: ProjectContext, files: readonly PlannedFile[]): { hunks: z.infer<typeof hunkRow>[]; moreHunks?: number } {
  const all = numberedHunks(files);
  const hunks = all.slice(0, MOST_HUNKS).map(({ number, uri, kind, newStart }) => ({
    hunk: number,
    file: fileOf(project, uri),
    kind,
    ...(kind === 'text' && { line: newStart + 1 }),
  }));
  return { hunks, ...(all.length > MOST_HUNKS && { moreHunks: all.length - MOST_HUNKS }) };
}

function isUnder(file: string, folder: string): boolean {
  return folder === '' || file === folder || file.startsWith(`${folder}/`);
}
