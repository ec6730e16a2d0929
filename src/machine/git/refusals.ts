// What git says when it refuses, in our words: a row is a sentence of git's and what it means.
import type { IdeError } from '../../ide/errors/errors.ts';
import * as say from '../../ide/errors/gitErrors.ts';

interface Refused {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

interface Row {
  readonly when: RegExp;
  error(found: RegExpExecArray, output: string, command: string): IdeError;
}

// The first that fits.
const ROWS: readonly Row[] = [
  { when: /not a git repository/i, error: (_, output) => say.noRepository('The project', output) },
  { when: /(?:Unable to create|cannot lock).*\.lock.*(?:exists|unable)/is, error: (_, output) => say.repositoryBusy(firstLine(output)) },
  {
    when: /does not have any commits yet|no such ref: HEAD|ambiguous argument 'HEAD'|Failed to resolve 'HEAD'|bad revision 'HEAD'|You do not have the initial commit yet/,
    error: (_, __, command) => say.noCommits(`git ${command}`),
  },
  {
    when: /(?:unknown revision or path.*?'?|bad revision |ambiguous argument |invalid object name |invalid reference: |[Nn]ot a valid object name:? ?|[Nn]ot a valid commit name |unable to resolve |bad object |log for ')'?([^'\n:]+)'?/,
    error: ([, revision = '']) => say.unknownRevision(revision.trim()),
  },
  { when: /a branch named '(.+?)' already exists/, error: ([, name = '']) => say.branchExists(name) },
  { when: /'(.+?)' is not a valid (branch|tag|remote) name/, error: ([, name = '', what = '']) => say.invalidName(name, what) },
  {
    when: /[Cc]annot delete branch '(.+?)' (?:checked out at|used by worktree at) '(.+?)'/,
    error: ([, name = '', where = '']) => say.branchInUse(name, where),
  },
  { when: /'(.+?)' is already (?:checked out at|used by worktree at) '(.+?)'/, error: ([, name = '', where = '']) => say.branchInUse(name, where) },
  { when: /The branch '(.+?)' is not fully merged/, error: ([, name = '']) => say.branchNotMerged(name) },
  { when: /branch '(.+?)' not found/, error: ([, name = '']) => say.unknownBranch(name, []) },
  { when: /(?:would be overwritten by|already exist, no checkout)/, error: (_, output, command) => say.wouldOverwrite(`git ${command}`, listedFiles(output)) },
  {
    when: /cannot pull with rebase: You have unstaged changes|cannot pull with rebase: Your index contains|You have unstaged changes/,
    error: (_, __, command) => say.wouldOverwrite(`git ${command}`, []),
  },
  {
    when: /cannot switch branch (?:while|in the middle of) (?:a |an )?(\w[\w-]*?)(?:ing)?\b|You have not concluded your (\w+)/,
    error: ([, during, unfinished], _, command) => say.operationInProgress(`git ${command}`, operationOf(during ?? unfinished ?? 'merge')),
  },
  {
    when: /unmerged files|you need to resolve your current index first|needs merge|Committing is not possible because you have unmerged/,
    error: (_, output, command) => say.unmergedFiles(`git ${command}`, unmergedIn(output)),
  },
  { when: /nothing to commit|nothing added to commit|no changes added to commit/, error: (found) => say.nothingToCommit(found[0]) },
  { when: /pathspec '(.+?)' did not match/, error: (_, output) => say.pathsMatchNothing(matched(output, /pathspec '(?::\([^)]*\))?(.+?)' did not match/g)) },
  { when: /paths are ignored by one of your \.gitignore files:\n([\s\S]*?)(?:\nhint:|$)/, error: ([, files = '']) => say.pathsMatchNothing(files.split('\n')) },
  {
    when: /Please tell me who you are|empty ident name|unable to auto-detect email address|no email was given/,
    error: (_, output) => say.noIdentity(firstLine(output)),
  },
  { when: /(?:Need to specify how to reconcile divergent branches|Not possible to fast-forward)/, error: ([words = '']) => say.branchesDiverged(words) },
  { when: /There is no tracking information for the current branch|has no upstream branch/, error: () => say.noUpstream('that is checked out') },
  { when: /You are not currently on a branch/, error: (_, __, command) => say.notOnBranch(`git ${command}`) },
  {
    when: /Could not read from remote repository|unable to access|Could not resolve host|does not appear to be a git repository|terminal prompts disabled|Authentication failed|couldn't find remote ref|repository '.*' not found/i,
    error: (_, output) => say.remoteUnreachable('asked', output),
  },
];

export function refusalOf(args: readonly string[], { stdout, stderr, code }: Refused): IdeError {
  const output = [stderr, stdout.toString('utf8').slice(0, LONGEST_OUTPUT)]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n');
  const command = args[0] ?? '';
  for (const { when, error } of ROWS) {
    const found = when.exec(output);
    if (found !== null) return error(found, shortened(output), command);
  }
  return say.gitFailed(command, shortened(output) || `it ended with ${code}`);
}

const LONGEST_OUTPUT = 2_000;

// Hints speak to people at a terminal.
function shortened(output: string): string {
  const lines = output.split('\n').filter((line) => !line.startsWith('hint:') && line.trim() !== '');
  return lines
    .map((line) => line.replace(/^(?:fatal|error): /, ''))
    .join('\n')
    .slice(0, LONGEST_OUTPUT);
}

function firstLine(output: string): string {
  return /\S.*/.exec(output)?.[0] ?? '';
}

// Git lists them below its sentence, each behind a tab.
function listedFiles(output: string): string[] {
  return matched(output, /^\t(.+)$/gm);
}

function unmergedIn(output: string): string[] {
  return [...new Set([...matched(output, /^U\t(.+)$/gm), ...matched(output, /^(.+): needs merge$/gm)])];
}

function matched(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

function operationOf(word: string): string {
  return { rebas: 'rebase', merg: 'merge', cherry: 'cherry-pick', MERGE_HEAD: 'merge', revert: 'revert', bisect: 'bisect', am: 'am' }[word] ?? word;
}
