// Commits, newest first: of a branch, a range, some files, an author or a time.
import { z } from 'zod';
import type { Commit } from '../../ide/doors/git.ts';
import type { Project } from '../../ide/ide.ts';
import { defineTool } from '../tool.ts';
import { pageOutput, weighJson, windowOf, windowStart } from '../words/page.ts';
import { countedFile, countedFileOutput, tellCounted } from './words/gitCommit.ts';
import { cursorWord, pathsWord, tellTurn } from './words/gitDiff.ts';
import { flagsWord } from './words/gitFlags.ts';

const commitRow = z.object({
  commit: z.string(),
  author: z.string(),
  time: z.string(),
  subject: z.string(),
  refs: z.array(z.string()).optional(),
  // Of merges.
  parents: z.array(z.string()).optional(),
  // With the flag body.
  email: z.string().optional(),
  // Where it is not the author, at the same time.
  committer: z.object({ name: z.string(), email: z.string(), time: z.string() }).optional(),
  body: z.string().optional(),
  files: z.array(countedFileOutput).optional(),
  moreFiles: z.number().optional(),
});
type Row = z.infer<typeof commitRow>;

export const gitLog = defineTool({
  name: 'git_log',
  title: 'Git log',
  description: 'Commits, newest first, without diffs.',
  effect: 'reads',
  hidden: true,
  input: z.strictObject({
    range: z.string().min(1).optional().describe('main, a..b'),
    paths: pathsWord,
    author: z.string().min(1).optional().describe('Regex.'),
    message: z.string().min(1).optional().describe('Regex.'),
    since: z.string().min(1).optional().describe('Date.'),
    until: z.string().min(1).optional().describe('Date.'),
    flags: flagsWord(['first_parent', 'follow', 'files', 'body'], 'As of git; files, body: with them.'),
    cursor: cursorWord,
    page_size: z.int().min(1).max(500).optional().describe('Default 50.'),
  }),
  output: z.object({ commits: z.array(commitRow), ...pageOutput }),
  async run({ ide, signal, budget }, input) {
    const flags = new Set(input.flags);
    const asked = { ...input, page_size: input.page_size ?? USUAL_PAGE };
    const { skip, most } = windowStart({ tool: 'git_log', input: asked });
    const { commits, tips } = await ide.git.log(
      {
        range: input.range,
        paths: input.paths ?? [],
        author: input.author,
        message: input.message,
        since: input.since,
        until: input.until,
        firstParent: flags.has('first_parent'),
        follow: flags.has('follow'),
        files: flags.has('files'),
        skip,
        limit: most + 1,
      },
      signal,
    );
    const rows = commits.map((commit) => rowOf(ide.project, commit, flags.has('body')));
    const page = windowOf({ tool: 'git_log', input: asked, rows, weigh: weighJson, knowledge: tips, budget: budget - OVERHEAD });
    return { commits: [...page.rows], ...page.turn };
  },
  *tell(value) {
    const foot = tellTurn(value);
    if (value.commits.length === 0) yield ['No commits.', ...foot].join('\n');
    yield [
      ...value.commits.flatMap((row) => [
        tellRow(row),
        ...(row.committer === undefined ? [] : [`    committed ${row.committer.time} by ${row.committer.name} <${row.committer.email}>`]),
        ...(row.body === undefined ? [] : [row.body.replace(/^/gm, '    ')]),
        ...(row.files ?? []).map((file) => `  ${tellCounted(file)}`),
      ]),
      ...foot,
    ].join('\n');
    yield [...value.commits.map(({ commit, subject }) => `${commit} ${subject}`), ...foot].join('\n');
  },
});

const OVERHEAD = 40;
const USUAL_PAGE = 50;
const MOST_FILES = 50;

function rowOf(project: Project, { id, author, email, time, committer, subject, body, refs, parents, files }: Commit, withBody: boolean): Row {
  const isSame = committer.name === author && committer.email === email && committer.time === time;
  return {
    commit: id,
    author,
    time,
    subject,
    ...(withBody && { email, ...(!isSame && { committer }), ...(body !== '' && { body }) }),
    ...(refs.length > 0 && { refs: [...refs] }),
    ...(parents.length > 1 && { parents: [...parents] }),
    ...(files !== undefined && { files: files.slice(0, MOST_FILES).map((file) => countedFile(project, file)) }),
    ...(files !== undefined && files.length > MOST_FILES && { moreFiles: files.length - MOST_FILES }),
  };
}

function tellRow({ commit, author, time, subject, refs, parents }: Row): string {
  return `${commit} ${time} ${author}: ${subject}${refs === undefined ? '' : ` (${refs.join(', ')})`}${parents === undefined ? '' : ` [merge of ${parents.join(', ')}]`}`;
}
