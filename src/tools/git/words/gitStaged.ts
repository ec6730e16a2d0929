// What is staged after a call of git_stage or git_unstage, and what is not.
import { z } from 'zod';
import { counted } from '../../../base/text/counted.ts';
import type { StageSelection } from '../../../ide/doors/git.ts';
import { invalidArguments } from '../../../ide/errors/errors.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf } from '../../words/place.ts';
import { pathsWord } from './gitDiff.ts';

export const selectionInput = {
  paths: pathsWord,
  hunks: z.array(z.string().min(1)).optional().describe('Ids of git_diff.'),
};

export const stagedOutput = z.object({
  // How many files have something staged, and something that is not.
  staged: z.number(),
  unstaged: z.number(),
  files: z.array(z.object({ file: z.string(), kind: z.string(), from: z.string().optional() })),
  moreFiles: z.number().optional(),
});

interface Selected {
  readonly paths?: string[] | undefined;
  readonly hunks?: string[] | undefined;
}

export function selectionMeant(tool: string, { paths = [], hunks = [] }: Selected): StageSelection {
  if (paths.length === 0 && hunks.length === 0) throw invalidArguments(tool, ['nothing is selected'], ["paths (['.'] for everything)", 'hunks']);
  return { paths, hunks };
}

const MOST_FILES = 100;

export async function stagedNow({ ide, signal }: ProjectContext): Promise<z.infer<typeof stagedOutput>> {
  const { files } = await ide.git.status({ paths: [], ignored: false, eachUntracked: false }, signal);
  const staged = files.filter((file) => file.staged !== undefined);
  return {
    staged: staged.length,
    unstaged: files.filter(({ unstaged, conflict }) => unstaged !== undefined || conflict !== undefined).length,
    files: staged
      .slice(0, MOST_FILES)
      .map(({ uri, staged: kind = '', from }) => ({ file: fileOf(ide.project, uri), kind, ...(from !== undefined && { from: fileOf(ide.project, from) }) })),
    ...(staged.length > MOST_FILES && { moreFiles: staged.length - MOST_FILES }),
  };
}

export function* tellStaged({ staged, unstaged, files, moreFiles }: z.infer<typeof stagedOutput>): Iterable<string> {
  const head = `${counted(staged, 'file')} staged, ${unstaged} not`;
  yield [
    head,
    ...files.map(({ file, kind, from }) => `  ${kind} ${from === undefined ? '' : `${from} → `}${file}`),
    ...(moreFiles === undefined ? [] : [`  and ${moreFiles} more`]),
  ].join('\n');
  yield head;
}
