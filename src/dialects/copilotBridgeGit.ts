// The ten git tools of the bridge for Copilot, whose answers are lines as git prints them, beside the rows.
import { z } from 'zod';
import { optionalText, plural } from './copilotBridgeWords.ts';
import { type DialectTool, defineDialectTool } from './dialect.ts';
import { given } from './jetbrainsIndexWords.ts';

const flag = (description: string) => z.boolean().default(false).describe(description);
const text = (description: string) => z.string().optional().describe(description);
const onePath = text('Only this file.');

const head = {
  branch: z.string().optional(),
  commit: z.string().optional(),
  upstream: z.string().optional(),
  inProgress: z.string().optional(),
};

const status = defineDialectTool({
  name: 'git_status',
  tool: 'git_status',
  description: 'Changed, staged and untracked files, in short form (M, A, D, ??).',
  input: z.strictObject({ verbose: flag('Also the branch and what it follows.') }),
  answer: z.object({
    ...head,
    files: z.array(
      z.object({
        file: z.string(),
        staged: z.string().optional(),
        unstaged: z.string().optional(),
        from: z.string().optional(),
        conflict: z.string().optional(),
      }),
    ),
  }),
  toArguments: () => ({}),
  toResult: ([{ files, branch: now = '(detached)', ...about }, ...others]) => ({
    ...about,
    branch: now,
    results: [...files, ...others.flatMap((page) => page.files)],
  }),
  tell({ branch: now, upstream, results }, { verbose }) {
    const about = verbose ? [`On branch ${now}${upstream === undefined ? '' : `, follows ${upstream}`}`] : [`## ${now}`];
    const rows = results.map(({ file, staged, unstaged, from, conflict }) => {
      const marks = conflict !== undefined ? 'UU' : unstaged === 'untracked' ? '??' : `${letter(staged)}${letter(unstaged)}`;
      return `${marks} ${from === undefined ? '' : `${from} -> `}${file}`;
    });
    return [...about, ...(rows.length === 0 ? ['Nothing to commit, working tree clean.'] : rows)].join('\n');
  },
});

const hunks = z.object({
  file: z.string(),
  kind: z.string(),
  from: z.string().optional(),
  added: z.number(),
  removed: z.number(),
  binary: z.boolean().optional(),
  hunks: z.array(z.object({ at: z.string().optional(), text: z.string() })).optional(),
});
type Hunks = z.infer<typeof hunks>;

const diff = defineDialectTool({
  name: 'git_diff',
  tool: 'git_diff',
  description: 'Changes in the working tree, staged ones, or those since a commit.',
  input: z.strictObject({ staged: flag('Staged changes.'), commit: text('Compare with this commit.'), path: onePath, stat_only: flag('Only counts.') }),
  answer: z.object({ files: z.array(hunks) }),
  toArguments: ({ staged, commit, path, stat_only: stat }) => ({
    ...given({ range: optionalText(commit) }),
    ...paths(path),
    ...flags({ staged: staged && optionalText(commit) === undefined, stat }),
  }),
  toResult: (pages) => ({ results: joined(pages.flatMap(({ files }) => files)) }),
  tell: ({ results }, { stat_only: stat }) => (results.length === 0 ? 'No changes.' : results.map((file) => patch(file, stat)).join('\n')),
});

const commits = z.object({
  commits: z.array(
    z.object({
      commit: z.string(),
      author: z.string(),
      time: z.string(),
      subject: z.string(),
      refs: z.array(z.string()).optional(),
      email: z.string().optional(),
      committer: z.object({ name: z.string(), email: z.string(), time: z.string() }).optional(),
      body: z.string().optional(),
      parents: z.array(z.string()).optional(),
    }),
  ),
});

const log = defineDialectTool({
  name: 'git_log',
  tool: 'git_log',
  description: 'Commits, newest first.',
  input: z.strictObject({
    max_count: z.int().min(1).max(500).default(20).describe('Most commits.'),
    format: z.enum(['oneline', 'short', 'medium', 'full']).default('medium').describe('How much of each.'),
    author: text('Part of name or address.'),
    since: text('Date, such as 1 week ago.'),
    path: onePath,
    branch: text('Of this branch.'),
  }),
  onePage: true,
  answer: commits,
  toArguments: ({ max_count: count, format, author, since, path, branch }) => ({
    page_size: count,
    ...flags({ body: format === 'full' }),
    ...given({ author: optionalText(author), since: optionalText(since), range: optionalText(branch) }),
    ...paths(path),
  }),
  // The author's, where nobody else has committed it.
  toResult: ([{ commits: all }], { given: { format } }) => ({
    results: all.map(({ committer, ...commit }) => ({
      ...commit,
      ...(format === 'full' && { committer: committer ?? { name: commit.author, email: commit.email ?? '', time: commit.time } }),
    })),
  }),
  tell({ results }, { format }) {
    if (results.length === 0) return 'No commits.';
    return results
      .map(({ commit, author, email, committer, time, subject, body, parents, refs }) =>
        format === 'oneline'
          ? `${commit} ${subject}`
          : [
              `commit ${commit}${refs === undefined ? '' : ` (${refs.join(', ')})`}`,
              ...(parents === undefined ? [] : [`Merge: ${parents.join(' ')}`]),
              `Author: ${author}${email === undefined ? '' : ` <${email}>`}`,
              ...(committer === undefined ? [] : [`Commit: ${committer.name} <${committer.email}>`]),
              ...(format === 'short' ? [] : [`Date: ${time}`]),
              ...(committer === undefined || committer.time === time ? [] : [`CommitDate: ${committer.time}`]),
              ...(format === 'full' ? [''] : []),
              `    ${subject}`,
              ...(body === undefined ? [] : ['', body.replace(/^/gm, '    ')]),
            ].join('\n'),
      )
      .join(format === 'oneline' ? '\n' : '\n\n');
  },
});

const show = defineDialectTool({
  name: 'git_show',
  tool: 'git_show',
  description: 'A commit: message, author, date and diff.',
  input: z.strictObject({ ref: text('Commit, branch or tag; HEAD without it.'), stat_only: flag('Only counts.'), path: onePath }),
  answer: z.object({
    commit: z.string(),
    author: z.string(),
    email: z.string(),
    time: z.string(),
    subject: z.string(),
    body: z.string().optional(),
    files: z.array(hunks),
  }),
  toArguments: ({ ref, stat_only: stat, path }) => ({ ...given({ revision: optionalText(ref) }), ...paths(path), ...flags({ stat }) }),
  toResult: ([{ files, ...commit }, ...others]) => ({ ...commit, results: joined([...files, ...others.flatMap((page) => page.files)]) }),
  tell: ({ commit, author, email, time, subject, body, results }, { stat_only: stat }) =>
    [
      `commit ${commit}`,
      `Author: ${author} <${email}>`,
      `Date: ${time}`,
      '',
      `    ${subject}`,
      ...(body === undefined ? [] : ['', `    ${body.replaceAll('\n', '\n    ')}`]),
      '',
      ...results.map((file) => patch(file, stat)),
    ].join('\n'),
});

const blame = defineDialectTool({
  name: 'git_blame',
  tool: 'git_blame',
  description: 'Who last changed each line of a file, when and in which commit.',
  input: z.strictObject({
    path: z.string().min(1).describe('The file.'),
    line_start: z.int().min(1).optional().describe('First line.'),
    line_end: z.int().min(1).optional().describe('Last line.'),
  }),
  answer: z.object({
    file: z.string(),
    commits: z.record(z.string(), z.object({ author: z.string(), time: z.string(), subject: z.string() })),
    parts: z.array(z.object({ line: z.number(), endLine: z.number(), commit: z.string().optional(), text: z.string() })),
  }),
  toArguments: ({ path: file, line_start: start, line_end: end }) => ({ file, ...given({ start_line: start, end_line: end }) }),
  toResult: (pages) => ({
    file: pages[0].file,
    results: pages.flatMap(({ parts, commits: known }) =>
      parts.flatMap(({ line, commit, text: lines }) =>
        lines.split('\n').map((content, index) => {
          const by = commit === undefined ? undefined : known[commit];
          return { line: line + index, commit: commit ?? '0000000000', author: by?.author ?? 'Not Committed Yet', time: by?.time ?? '', text: content };
        }),
      ),
    ),
  }),
  tell: ({ results }) =>
    results.map(({ line, commit, author, time, text: content }) => `${commit} (${author} ${time.slice(0, 10)} ${line}) ${content}`).join('\n'),
});

const staged = z.object({ staged: z.number(), unstaged: z.number(), files: z.array(z.object({ file: z.string(), kind: z.string() })) });
const somePaths = { path: text('One file.'), paths: z.array(z.string()).optional().describe('Several files.') };

const stage = defineDialectTool({
  name: 'git_stage',
  tool: 'git_stage',
  description: 'Stage files for the next commit.',
  input: z.strictObject({ ...somePaths, all: flag('Everything, also new files.') }),
  answer: staged,
  toArguments: ({ path, paths: several = [], all }) => (all ? { paths: ['.'] } : selected(path, several)),
  toResult: ([{ files, ...counts }]) => ({ ...counts, results: files }),
  tell: ({ results, staged: count }) =>
    [`${count} ${plural('file', count)} staged:`, ...results.map(({ file, kind }) => `${letter(kind)}  ${file}`)].join('\n'),
});

const unstage = defineDialectTool({
  name: 'git_unstage',
  tool: 'git_unstage',
  description: 'Take files out of the next commit.',
  input: z.strictObject(somePaths),
  answer: staged,
  toArguments: ({ path, paths: several = [] }) => selected(path, several),
  toResult: ([{ files, ...counts }]) => ({ ...counts, results: files }),
  tell: ({ staged: count }) => `${count} ${plural('file', count)} still staged.`,
});

const commit = defineDialectTool({
  name: 'git_commit',
  tool: 'git_commit',
  description: 'Commit what is staged.',
  input: z.strictObject({
    message: z.string().min(1).describe('The message.'),
    amend: flag('Replace the last commit.'),
    all: flag('Stage all tracked changes first.'),
  }),
  answer: z.object({ ...head, subject: z.string(), files: z.array(z.object({ file: z.string(), added: z.number(), removed: z.number() })) }),
  toArguments: ({ message, amend, all }) => ({ message, ...flags({ amend, all }) }),
  toResult: ([{ files, ...made }]) => ({ ...made, results: files }),
  tell: ({ branch, commit: id, subject, results }) =>
    `[${branch ?? 'detached HEAD'} ${id ?? ''}] ${subject}\n ${results.length} ${plural('file', results.length)} changed`,
});

const branch = defineDialectTool({
  name: 'git_branch',
  tool: 'git_branch',
  description: 'List, create, switch to or delete branches.',
  input: z.strictObject({
    action: z.enum(['list', 'create', 'switch', 'delete']).default('list').describe('What to do.'),
    name: text('The branch.'),
    base: text('Where to create it.'),
    all: flag('List also those of remotes.'),
    force: flag('Delete also what is not merged.'),
  }),
  answer: z.object({
    ...head,
    branches: z.array(z.object({ name: z.string(), commit: z.string(), current: z.boolean().optional(), subject: z.string() })).optional(),
    created: z.string().optional(),
    deleted: z.string().optional(),
  }),
  toArguments: ({ action, name, base, all, force }) => ({
    action,
    ...given({ name: optionalText(name), from: optionalText(base) }),
    ...flags({ remote: all, force }),
  }),
  toResult: ([{ branches, ...done }, ...others]) => ({ ...done, results: [...(branches ?? []), ...others.flatMap((page) => page.branches ?? [])] }),
  tell({ results, created, deleted, branch: now }) {
    if (created !== undefined) return `Created branch ${created}`;
    if (deleted !== undefined) return `Deleted branch ${deleted}`;
    if (now !== undefined) return `Switched to branch ${now}`;
    return results.map(({ name, commit: id, current, subject }) => `${current === true ? '*' : ' '} ${name} ${id} ${subject}`).join('\n') || 'No branches.';
  },
});

const stashRow = z.object({ stash: z.number(), message: z.string() });

const stash = defineDialectTool({
  name: 'git_stash',
  tool: 'git_stash',
  description: 'Put changes away, list, apply, pop or drop what was put away.',
  input: z.strictObject({
    action: z.enum(['list', 'push', 'pop', 'apply', 'drop']).default('list').describe('What to do.'),
    message: text('Of push.'),
    index: z
      .union([z.string().regex(/^\d*$/), z.int().min(0)])
      .optional()
      .describe('Which, from 0.'),
    include_untracked: flag('Also new files.'),
  }),
  answer: z.object({
    stashes: z.array(stashRow).optional(),
    pushed: stashRow.optional(),
    restored: stashRow.optional(),
    dropped: stashRow.optional(),
    conflicts: z.array(z.string()).optional(),
  }),
  toArguments: ({ action, message, index, include_untracked: untracked }) => ({
    action,
    ...given({ message: optionalText(message), stash: index === undefined || index === '' ? undefined : Number(index) }),
    ...flags({ untracked }),
  }),
  toResult: ([{ stashes, ...done }]) => ({ ...done, results: stashes ?? [] }),
  tell({ results, pushed, restored, dropped, conflicts }, { action }) {
    if (action === 'list') return results.map(({ stash: index, message }) => `stash@{${index}}: ${message}`).join('\n') || 'No stashes.';
    const [did, row] = pushed !== undefined ? ['Saved', pushed] : restored !== undefined ? ['Applied', restored] : ['Dropped', dropped];
    return [`${did} ${row?.message ?? ''}`, ...(conflicts === undefined ? [] : [`Conflicts: ${conflicts.join(', ')}`])].join('\n');
  },
});

export const gitTools: readonly DialectTool[] = [status, diff, log, show, blame, stage, unstage, commit, branch, stash];

const LETTERS: Readonly<Record<string, string>> = { modified: 'M', added: 'A', deleted: 'D', renamed: 'R', copied: 'C', 'type changed': 'T' };

function letter(kind: string | undefined): string {
  return LETTERS[kind ?? ''] ?? ' ';
}

function paths(path: string | undefined): Record<string, unknown> {
  const one = optionalText(path);
  return one === undefined ? {} : { paths: [one] };
}

function selected(path: string | undefined, several: readonly string[]): Record<string, unknown> {
  const one = optionalText(path);
  return { paths: [...(one === undefined ? [] : [one]), ...several] };
}

function flags(wanted: Readonly<Record<string, boolean>>): Record<string, unknown> {
  const names = Object.entries(wanted).flatMap(([name, is]) => (is ? [name] : []));
  return names.length === 0 ? {} : { flags: names };
}

// A file that a page of ours ended in goes on with the next.
function joined(files: readonly Hunks[]): Hunks[] {
  const whole: Hunks[] = [];
  for (const file of files) {
    const last = whole.at(-1);
    if (last?.file === file.file) last.hunks = [...(last.hunks ?? []), ...(file.hunks ?? [])];
    else whole.push({ ...file });
  }
  return whole;
}

function patch({ file, from = file, kind, added, removed, binary, hunks: parts = [] }: Hunks, onlyCounts: boolean): string {
  if (onlyCounts) return ` ${from === file ? '' : `${from} => `}${file} | ${binary === true ? 'Bin' : `+${added} -${removed}`}`;
  const sides = [`--- ${kind === 'added' ? '/dev/null' : `a/${from}`}`, `+++ ${kind === 'deleted' ? '/dev/null' : `b/${file}`}`];
  const body =
    binary === true ? ['Binary files differ'] : parts.map(({ at, text: lines }) => `${at === undefined ? '' : `${at}\n`}${lines.replace(/\n$/, '')}`);
  return [`diff --git a/${from} b/${file}`, ...(parts.length > 0 ? sides : []), ...body].join('\n');
}
