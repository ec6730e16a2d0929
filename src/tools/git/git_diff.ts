// What differs between the tree, the index and commits, file by file and hunk by hunk.
import { z } from 'zod';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { defineTool } from '../tool.ts';
import { contextWord, cursorWord, DIFF_FLAGS, diffPage, diffPageOutput, pathsWord, tellDiff, tellDiffShortly } from './words/gitDiff.ts';
import { flagsWord } from './words/gitFlags.ts';

export const gitDiff = defineTool({
  name: 'git_diff',
  title: 'Git diff',
  description: 'Unstaged changes, staged ones, or a range; git_stage takes the ids of hunks.',
  effect: 'reads',
  hidden: true,
  input: z.strictObject({
    range: z.string().min(1).optional().describe('main, a..b'),
    paths: pathsWord,
    context: contextWord,
    flags: flagsWord(['staged', ...DIFF_FLAGS], 'stat: only counts.'),
    cursor: cursorWord,
  }),
  output: z.object({ ...diffPageOutput, notes: z.array(z.string()).optional() }),
  async run({ ide, signal, budget }, input) {
    const flags = new Set(input.flags);
    if (flags.has('staged') && input.range !== undefined)
      throw invalidArguments('git_diff', ['staged compares with the last commit, not with a range'], ['range', 'flags']);
    const { files, notes } = await ide.git.diff(
      {
        between: input.range !== undefined ? { range: input.range } : flags.has('staged') ? 'staged' : 'unstaged',
        paths: input.paths ?? [],
        context: input.context ?? 3,
        ignoreWhitespace: flags.has('ignore_whitespace'),
        words: flags.has('words'),
      },
      signal,
    );
    return {
      ...diffPage(ide.project, files, { tool: 'git_diff', input, onlyCounts: flags.has('stat'), budget }),
      ...(notes.length > 0 && { notes: [...notes] }),
    };
  },
  *tell(value) {
    const notes = (value.notes ?? []).map((note) => `Note: ${note}`);
    yield [...tellDiff(value), ...notes].join('\n');
    yield [...tellDiffShortly(value), ...notes].join('\n');
  },
});
