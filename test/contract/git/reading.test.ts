// Are the answers git's own? Status, diff, log, show and blame against git's porcelain, on a repository of everything that is hard to read.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { agentOf } from '../../support/check.ts';
import { type GitProject, gitProject } from './gitProject.ts';
import { lines, makeRich, NAMES } from './richRepository.ts';

let project: GitProject;
beforeAll(async () => {
  project = await gitProject({ prepare: makeRich, budget: 200_000 });
});
afterAll(() => project[Symbol.asyncDispose]());

const Status = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      staged: z.string().optional(),
      unstaged: z.string().optional(),
      from: z.string().optional(),
      submodule: z.array(z.string()).optional(),
    }),
  ),
});
const Diff = z.object({
  total: z.number(),
  added: z.number(),
  removed: z.number(),
  files: z.array(
    z.object({
      file: z.string(),
      kind: z.string(),
      from: z.string().optional(),
      added: z.number(),
      removed: z.number(),
      binary: z.boolean().optional(),
      hunks: z.array(z.object({ id: z.string().optional(), at: z.string().optional(), text: z.string() })).default([]),
    }),
  ),
});

const LETTERS: Record<string, string> = {
  modified: 'M',
  added: 'A',
  deleted: 'D',
  renamed: 'R',
  copied: 'C',
  'type changed': 'T',
  untracked: '?',
  ignored: '!',
};

test('git_status is what git status says, name by name', async () => {
  const { files } = Status.parse((await project.agent.call('git_status', { flags: ['each_untracked', 'ignored'] })).value);
  const ours = files.map(({ file, staged, unstaged, from }) => {
    const letter = LETTERS[unstaged ?? ''] ?? ' ';
    return `${staged === undefined ? (/[?!]/.test(letter) ? letter : ' ') : LETTERS[staged]}${letter} ${file}${from === undefined ? '' : ` <- ${from}`}`;
  });
  expect(ours.sort()).toEqual(porcelain(project.git('status', '--porcelain', '-z', '-uall', '--ignored')).sort());
  expect(ours.length).toBeGreaterThan(NAMES.length + 10);
  expect(files.find(({ file }) => file === 'modules/library')).toMatchObject({ unstaged: 'modified', submodule: ['commit', 'untracked'] });
});

test('a folder of new files is one row, unless each is wanted', async () => {
  const { value } = await project.agent.call('git_status', { paths: ['new folder'] });
  expect(value).toMatchObject({ total: 1, files: [{ file: 'new folder/', unstaged: 'untracked' }], branch: 'main' });
});

test.each([
  ['unstaged', {}, []],
  ['staged', { flags: ['staged'] }, ['--cached']],
  ['of a range', { range: 'v1..main' }, ['v1..main']],
  ['against a commit', { range: 'v1' }, ['v1']],
  ['from where branches parted', { range: 'v1...feature' }, ['v1...feature']],
  ['without lines around', { context: 0 }, [], '-U0'],
  ['with many lines around', { context: 30 }, [], '-U30'],
  ['of some paths', { paths: ['src', '!src/cart.ts'], range: 'v1' }, ['v1', '--', 'src', ':!src/cart.ts']],
  ['of a glob', { paths: ['**/*.ts'], range: 'v1' }, ['v1', '--', ':(glob)**/*.ts']],
])('git_diff %s is what git diff says, to the byte', async (_, given, args, context = '-U3') => {
  const value = Diff.parse((await project.agent.call('git_diff', given)).value);
  const options = ['--no-ext-diff', '-M', ...args];
  const { git } = project;
  expect(value.files.map(({ file, kind, from }) => `${LETTERS[kind]} ${file}${from === undefined ? '' : ` <- ${from}`}`)).toEqual(
    nameStatus(git('diff', '--name-status', '-z', ...options)),
  );
  expect(value.files.map(({ file, added, removed, binary }) => `${binary ? '-\t-' : `${added}\t${removed}`}\t${file}`)).toEqual(
    numstat(git('diff', '--numstat', '-z', ...options)),
  );
  const patch = git('diff', context, ...options);
  expect(value.files.flatMap(({ hunks }) => hunks.map(({ at, text }) => `${at}\n${text}`)).join('')).toBe(hunksIn(patch));
  expect(value.total).toBeGreaterThan(0);
});

test('a word diff marks words, and white space can be left aside', async () => {
  const words = Diff.parse((await project.agent.call('git_diff', { flags: ['words'], paths: ['src/cart.ts', 'имя файла.txt'], context: 1 })).value);
  const plain = project.git('diff', '--word-diff=plain', '-U1', '--', 'src/cart.ts', 'имя файла.txt');
  expect(words.files.flatMap(({ hunks }) => hunks.map(({ at, text }) => `${at}\n${text}`)).join('')).toBe(hunksIn(plain));
  expect(plain).toContain('[-');
  project.write('src/новое имя.ts', project.read('src/новое имя.ts').replaceAll('old', '  old'));
  const given = { paths: ['src/*.ts'], flags: ['ignore_whitespace'] };
  expect(Diff.parse((await project.agent.call('git_diff', given)).value).files.map(({ file }) => file)).toEqual(['src/cart.ts']);
  project.git('checkout', '--', 'src/новое имя.ts');
});

test('only counts are returned when they are asked for, and a page ends between pieces', async () => {
  const counts = Diff.parse((await project.agent.call('git_diff', { flags: ['stat'] })).value);
  expect(counts.files.every(({ hunks }) => hunks.length === 0)).toBe(true);
  project.write('large.txt', lines(1_000, 'a line of a file that is too long for one answer'));
  project.git('add', '-N', 'large.txt');
  const whole = Diff.parse((await project.agent.call('git_diff', { paths: ['large.txt'] })).value);
  await using small = await agentOf(project.agent.ide, { budget: 4_000 });
  let text = '';
  let pages = 0;
  for (let cursor: unknown; pages === 0 || cursor !== undefined; pages++) {
    const { value } = await small.call('git_diff', { paths: ['large.txt'], ...(cursor !== undefined && { cursor }) });
    expect(countTokens(JSON.stringify(value))).toBeLessThan(4_000);
    text += Diff.parse(value)
      .files.flatMap(({ hunks }) => hunks.map((hunk) => hunk.text))
      .join('');
    cursor = value['cursor'];
  }
  expect(pages).toBeGreaterThan(3);
  expect(text).toBe(whole.files[0]?.hunks.map((hunk) => hunk.text).join(''));
  project.git('rm', '-q', '--cached', 'large.txt');
});

const Log = z.object({
  commits: z.array(
    z.object({
      commit: z.string(),
      author: z.string(),
      time: z.string(),
      subject: z.string(),
      refs: z.array(z.string()).optional(),
      parents: z.array(z.string()).optional(),
      files: z.array(z.object({ file: z.string(), from: z.string().optional(), added: z.number(), removed: z.number() })).optional(),
    }),
  ),
  cursor: z.string().optional(),
});

test.each([
  ['of the branch', {}, []],
  ['of a range', { range: 'v1..v2' }, ['v1..v2']],
  ['of a path', { paths: ['src/cart.ts'] }, ['--', 'src/cart.ts']],
  ['of a file through renames', { paths: ['src/новое имя.ts'], flags: ['follow'] }, ['--follow', '--', 'src/новое имя.ts']],
  ['of its own line', { flags: ['first_parent'] }, ['--first-parent']],
  ['with a word in the message', { message: 'QUOTED' }, ['-i', '--grep=QUOTED']],
  ['since a day', { since: '2020-01-02T00:00:00Z', until: '2020-01-03T12:00:00Z' }, ['--since=2020-01-02T00:00:00Z', '--until=2020-01-03T12:00:00Z']],
])('git_log %s is what git log says', async (_, given, args) => {
  const { commits } = Log.parse((await project.agent.call('git_log', given)).value);
  const ours = commits.map(({ commit, author, time, subject, refs = [] }) => [commit, author, time, subject, refs.join(', ')].join('|'));
  const said = project
    .git('log', '--format=%h|%an|%aI|%s|%D', ...args)
    .trim()
    .split('\n');
  expect(ours).toEqual(said);
  expect(ours.length).toBeGreaterThan(0);
});

test('the files of a commit are counted, also renamed ones, and merges name their parents', async () => {
  const { commits } = Log.parse((await project.agent.call('git_log', { flags: ['files'] })).value);
  expect(commits.find(({ subject }) => subject === 'rename a file')?.files).toEqual([
    { file: 'src/новое имя.ts', from: 'src/old name.ts', added: 1, removed: 1 },
  ]);
  expect(commits.find(({ subject }) => subject === 'merge the feature')?.parents).toHaveLength(2);
  expect(commits.at(-1)?.files?.map(({ file }) => file)).toEqual(expect.arrayContaining(NAMES));
});

test.each(['HEAD', 'v1', 'v2', 'feature', 'main~1', ':/rename'])('git_show of %s is what git show says', async (revision) => {
  if (revision.startsWith(':')) {
    expect(await project.agent.refusal('git_show', { revision })).toMatchObject({ error: 'unknown_revision' });
    return;
  }
  const { value } = await project.agent.call('git_show', { revision });
  const [id, email, body] = project.git('show', '-s', '--format=%h%x00%ae%x00%b', `${revision}^{commit}`).trimEnd().split('\0');
  expect(value).toMatchObject({ commit: id, email, ...(body !== undefined && body !== '' && { body }) });
  const shown = project.git('show', '-m', '--first-parent', '--format=', `${revision}^{commit}`);
  expect(
    Diff.parse(value)
      .files.flatMap(({ hunks }) => hunks.map(({ at, text }) => `${at}\n${text}`))
      .join(''),
  ).toBe(hunksIn(shown));
});

test('what a file held in a commit is returned, and a commit that does not touch a path is returned nevertheless', async () => {
  const { value } = await project.agent.call('git_show', { revision: 'v1', file: 'src/cart.ts' });
  expect(value).toMatchObject({ file: 'src/cart.ts', lines: 60, startLine: 1, text: lines(60) });
  expect(await project.agent.refusal('git_show', { revision: 'v1', file: 'src/feature.ts' })).toMatchObject({ error: 'file_not_found' });
  expect(await project.agent.refusal('git_show', { revision: 'v1', file: 'binary.bin' })).toMatchObject({ error: 'binary_file' });
  expect((await project.agent.call('git_show', { revision: 'feature', paths: ['nothing'] })).value).toMatchObject({
    total: 0,
    subject: 'feature: a "quoted" subject, with commas',
  });
});

const Blame = z.object({
  commits: z.record(z.string(), z.object({ author: z.string(), time: z.string(), subject: z.string() })),
  parts: z.array(z.object({ line: z.number(), endLine: z.number(), commit: z.string().optional(), from: z.string().optional(), text: z.string() })),
});

test.each([
  ['src/cart.ts', {}, []],
  ['src/cart.ts', { start_line: 3, end_line: 31 }, ['-L', '3,31']],
  ['src/cart.ts', { start_line: 55 }, ['-L', '55,']],
  ['src/cart.ts', { revision: 'v1' }, ['v1']],
  ['src/новое имя.ts', { ignore_whitespace: true }, ['-w']],
  ['line\nbreak.txt', {}, []],
])('git_blame of %s %j is what git blame says', async (file, given, args) => {
  const { commits, parts } = Blame.parse((await project.agent.call('git_blame', { file, ...given })).value);
  const ours = parts.flatMap(({ line, commit, text }) =>
    text.split('\n').map((content, index) => `${line + index} ${(commit ?? '0'.repeat(10)).slice(0, 7)} ${content}`),
  );
  const said = project
    .git('blame', '-s', '--abbrev=9', ...args, '--', file)
    .trimEnd()
    .split('\n');
  const own = said
    .map((text) => /^\^?([0-9a-f]{7})[0-9a-f]*\s+(?:.*?\s+)?(\d+)\) (.*)$/.exec(text))
    .map((found) => `${found?.[2]} ${found?.[1]} ${found?.[3]}`);
  expect(ours).toEqual(own);
  for (const [id, { time, subject, author }] of Object.entries(commits))
    expect([time.replace('Z', '+00:00'), subject, author]).toEqual(
      project.git('show', '-s', '--format=%aI|%s|%an', id).trim().replace(/Z\|/, '+00:00|').split('|'),
    );
});

test('wrong lines, files and revisions are distinguished', async () => {
  const { agent } = project;
  expect(await agent.refusal('git_blame', { file: 'src/cart.ts', start_line: 900 })).toMatchObject({ error: 'line_out_of_range' });
  expect(await agent.refusal('git_blame', { file: 'src/cart.ts', start_line: 9, end_line: 3 })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('git_blame', { file: 'nothing.ts' })).toMatchObject({ error: 'file_not_found' });
  expect(await agent.refusal('git_blame', { file: '../outside.ts' })).toMatchObject({ error: 'outside_project' });
  expect(await agent.refusal('git_blame', { file: 'src/cart.ts', revision: 'nowhere' })).toMatchObject({ error: 'unknown_revision' });
  expect(await agent.refusal('git_diff', { range: 'nowhere..main' })).toMatchObject({ error: 'unknown_revision' });
  expect(await agent.refusal('git_diff', { range: 'main', flags: ['staged'] })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('git_diff', { paths: ['../beside'] })).toMatchObject({ error: 'outside_project' });
  expect(await agent.refusal('git_diff', { paths: ['/etc'] })).toMatchObject({ error: 'outside_project' });
  expect(await agent.refusal('git_log', { range: 'HEAD:src/cart.ts' })).toMatchObject({ error: 'unknown_revision' });
  expect(await agent.refusal('git_log', { cursor: 'nonsense' })).toMatchObject({ error: 'invalid_cursor' });
});

test('nothing that an agent passes becomes an option of git', async () => {
  const { agent } = project;
  const written = join(project.top, 'written');
  for (const option of [`--output=${written}`, `-O${written}`, '--no-index', '--ext-diff'])
    for (const [tool, name] of [
      ['git_diff', 'range'],
      ['git_log', 'range'],
      ['git_show', 'revision'],
    ] as const)
      expect(await agent.refusal(tool, { [name]: option })).toMatchObject({ error: 'unknown_revision' });
  expect(await agent.refusal('git_blame', { file: 'src/cart.ts', revision: '--contents=/etc/passwd' })).toMatchObject({ error: 'unknown_revision' });
  expect(
    (await agent.call('git_log', { author: `--output=${written}`, message: '--all', since: '--output=x', paths: [`--output=${written}`] })).value,
  ).toMatchObject({ commits: [] });
  expect((await agent.call('git_status', { paths: ['-dash.txt'] })).value).toMatchObject({ total: 1 });
  expect((await agent.call('git_diff', { paths: ['--output=written', ':(top)src', ':!src'] })).value).toMatchObject({ total: 0 });
  expect(existsSync(written)).toBe(false);
});

test('ten thousand commits are paged through, and a new one makes the cursor stale', async () => {
  await using big = await gitProject({
    budget: 200_000,
    prepare({ top }) {
      const commits = Array.from({ length: 10_000 }, (_, index) => {
        const [text, message] = [`content ${index}\n`, `commit ${index} — ${'ж'.repeat(index % 7)}`];
        return `commit refs/heads/main\ncommitter Ada <ada@example.com> ${1_600_000_000 + index * 60} +0100\ndata ${Buffer.byteLength(message)}\n${message}\nM 100644 inline file${index % 50}.txt\ndata ${text.length}\n${text}\n`;
      });
      execFileSync('git', ['fast-import', '--quiet'], { cwd: top, input: commits.join('') });
      execFileSync('git', ['reset', '-q', '--hard'], { cwd: top });
    },
  });
  const seen: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const value = Log.parse((await big.agent.call('git_log', { page_size: 500, ...(cursor !== undefined && { cursor }) })).value);
    seen.push(...value.commits.map(({ commit, subject }) => `${commit} ${subject}`));
    cursor = value.cursor;
    pages += 1;
  } while (cursor !== undefined);
  const said = big.git('log', '--format=%h %s').trim().split('\n');
  expect(seen).toEqual(said);
  expect([seen.length, pages]).toEqual([10_000, 20]);
  const first = Log.parse((await big.agent.call('git_log', { page_size: 3 })).value);
  big.git('commit', '-q', '--allow-empty', '-m', 'one more');
  expect((await big.agent.call('git_log', { page_size: 3, cursor: first.cursor })).value).toMatchObject({ stale: true });
});

// "XY name\0", and behind what was renamed its old name.
function porcelain(output: string): string[] {
  const entries = output.split('\0');
  const rows: string[] = [];
  for (let index = 0; index < entries.length - 1; index++) {
    const entry = entries[index] ?? '';
    rows.push(/^[RC]|^.[RC]/.test(entry) ? `${entry} <- ${entries[++index]}` : entry);
  }
  return rows;
}

function nameStatus(output: string): string[] {
  const fields = output.split('\0');
  const rows: string[] = [];
  for (let index = 0; index < fields.length - 1; ) {
    const letter = (fields[index++] ?? '')[0];
    const from = letter === 'R' || letter === 'C' ? fields[index++] : undefined;
    rows.push(`${letter} ${fields[index++]}${from === undefined ? '' : ` <- ${from}`}`);
  }
  return rows;
}

function numstat(output: string): string[] {
  const fields = output.split('\0');
  const rows: string[] = [];
  for (let index = 0; index < fields.length - 1; index++) {
    const field = fields[index] ?? '';
    if (!field.endsWith('\t')) rows.push(field);
    else {
      rows.push(`${field}${fields[index + 2]}`);
      index += 2;
    }
  }
  return rows;
}

// What stands below the heads of the files.
function hunksIn(patch: string): string {
  let inHunk = false;
  return patch
    .split(/(?<=\n)/)
    .filter((line) => {
      if (line.startsWith('diff --git ') || line.startsWith('* Unmerged')) inHunk = false;
      if (line.startsWith('@@ ')) inHunk = true;
      return inHunk;
    })
    .join('');
}
