// What differs from the last commit, staged or not, and where the checked out tree stands.
import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import type { StatusFile } from '../../ide/doors/git.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { pageOf, pageOutput, weighJson } from '../words/page.ts';
import { fileOf } from '../words/place.ts';
import { cursorWord, pathsWord, tellTurn } from './words/gitDiff.ts';
import { flagsWord } from './words/gitFlags.ts';
import { headFields, headOutput, tellHead } from './words/gitHead.ts';

const fileRow = z.object({
  // A folder ends with a slash.
  file: z.string(),
  staged: z.string().optional(),
  unstaged: z.string().optional(),
  from: z.string().optional(),
  conflict: z.string().optional(),
  submodule: z.array(z.string()).optional(),
});
type Row = z.infer<typeof fileRow>;

export const gitStatus = defineTool({
  name: 'git_status',
  title: 'Git status',
  description: 'Branch, upstream, merge or rebase under way; staged, changed, untracked, conflicting files.',
  effect: 'reads',
  hidden: true,
  input: z.strictObject({
    paths: pathsWord,
    flags: flagsWord(['ignored', 'each_untracked'], 'More.'),
    cursor: cursorWord,
  }),
  output: z.object({
    ...headOutput,
    stashes: z.number().optional(),
    total: z.number(),
    files: z.array(fileRow),
    notes: z.array(z.string()).optional(),
    ...pageOutput,
  }),
  async run(context, input) {
    const { ide, signal, budget } = context;
    const flags = new Set(input.flags);
    const { head, stashes, files, notes } = await ide.git.status(
      { paths: input.paths ?? [], ignored: flags.has('ignored'), eachUntracked: flags.has('each_untracked') },
      signal,
    );
    const rows = files.map((file) => rowOf(context, file));
    const around = { ...headFields(ide.project, head), ...(stashes > 0 && { stashes }), total: rows.length, ...(notes.length > 0 && { notes: [...notes] }) };
    const page = pageOf({ tool: 'git_status', input, rows, weigh: weighJson, budget: budget - weighJson(around) - OVERHEAD });
    return { ...around, files: [...page.rows], ...page.turn };
  },
  *tell(value) {
    const head = [...tellHead(value), ...(value.stashes === undefined ? [] : [counted(value.stashes, 'stash', 'stashes')])];
    const foot = [...tellTurn(value), ...(value.notes ?? []).map((note) => `Note: ${note}`)];
    if (value.total === 0) yield [...head, 'Nothing has changed.', ...foot].join('\n');
    yield [...head, `${counted(value.total, 'file')}:`, ...value.files.map(tellRow), ...foot].join('\n');
    yield [...head, counted(value.total, 'file'), ...foot].join('\n');
  },
});

const OVERHEAD = 60;

function rowOf({ ide }: ProjectContext, { uri, isFolder, staged, unstaged, from, conflict, submodule }: StatusFile): Row {
  return {
    file: `${fileOf(ide.project, uri)}${isFolder === true ? '/' : ''}`,
    ...(staged !== undefined && { staged }),
    ...(unstaged !== undefined && { unstaged }),
    ...(from !== undefined && { from: fileOf(ide.project, from) }),
    ...(conflict !== undefined && { conflict }),
    ...(submodule !== undefined && { submodule: [...submodule] }),
  };
}

function tellRow({ file, staged, unstaged, from, conflict, submodule }: Row): string {
  const states = [
    ...(conflict === undefined ? [] : [`conflict: ${conflict}`]),
    ...(staged === undefined ? [] : [`staged: ${staged}`]),
    ...(unstaged === undefined ? [] : [unstaged]),
    ...(submodule === undefined ? [] : [`submodule: ${submodule.join(', ')}`]),
  ];
  return `  ${from === undefined ? '' : `${from} → `}${file} (${states.join('; ')})`;
}
