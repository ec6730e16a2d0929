// Makes a commit of what is staged, or of named files, or makes the last one anew.
import { z } from 'zod';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { defineTool } from '../tool.ts';
import { countedFile, countedFileOutput, tellCounted } from './words/gitCommit.ts';
import { pathsWord } from './words/gitDiff.ts';
import { flagsWord } from './words/gitFlags.ts';
import { headFields, headOutput, tellHead } from './words/gitHead.ts';
import { tellTree, treeOutput, withTree } from './words/gitTree.ts';

export const gitCommit = defineTool({
  name: 'git_commit',
  title: 'Git commit',
  description: 'Commit what is staged, or only paths. amend keeps the message unless given.',
  effect: 'edits',
  needs: ['gitChanges'],
  hidden: true,
  input: z.strictObject({
    message: z.string().min(1).optional().describe('Its text.'),
    paths: pathsWord,
    author: z.string().min(1).optional().describe('Name <mail>'),
    flags: flagsWord(['amend', 'all', 'sign_off', 'allow_empty'], 'all: as -a.'),
  }),
  output: z.object({
    ...headOutput,
    subject: z.string(),
    files: z.array(countedFileOutput),
    moreFiles: z.number().optional(),
    ...treeOutput,
  }),
  async run(context, input) {
    const { message, paths = [], author } = input;
    const flags = new Set(input.flags);
    const [amend, all] = [flags.has('amend'), flags.has('all')];
    if (message === undefined && !amend) throw invalidArguments('git_commit', ['message is missing'], ['message', 'flags']);
    if (all && paths.length > 0) throw invalidArguments('git_commit', ['all and paths exclude each other'], ['flags', 'paths']);
    const request = { message, amend, all, paths, signOff: flags.has('sign_off'), author, allowEmpty: flags.has('allow_empty') };
    // Hooks may format what is committed.
    const { value, tree } = await withTree(context, { tool: 'git_commit', title: 'hooks of a commit' }, () =>
      context.ide.gitChanges.commit(request, context.signal),
    );
    const { commit, head } = value;
    const files = commit.files ?? [];
    return {
      ...headFields(context.ide.project, head),
      commit: commit.id,
      subject: commit.subject,
      files: files.slice(0, MOST_FILES).map((file) => countedFile(context.ide.project, file)),
      ...(files.length > MOST_FILES && { moreFiles: files.length - MOST_FILES }),
      ...tree,
    };
  },
  *tell(value) {
    const more = value.moreFiles === undefined ? [] : [`  and ${value.moreFiles} more`];
    yield [...tellHead(value), value.subject, ...value.files.map((file) => `  ${tellCounted(file)}`), ...more, ...tellTree(value)].join('\n');
    yield [...tellHead(value), value.subject, ...tellTree(value)].join('\n');
  },
});

const MOST_FILES = 100;
