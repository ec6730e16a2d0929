// Repositories in every state, and none: each is reported plainly, and one that nobody trusts runs nothing.
import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitProject, type Unopened } from './gitProject.ts';
import { lines } from './richRepository.ts';

test('no repository, a bare one, and no git', async () => {
  await using none = await gitProject({ bare: true });
  for (const tool of ['git_status', 'git_diff', 'git_log', 'git_show']) expect(await none.agent.refusal(tool, {})).toMatchObject({ error: 'no_repository' });
  expect(await none.agent.refusal('git_commit', { message: 'x' })).toMatchObject({ error: 'no_repository' });
  await using bare = await gitProject({ bare: true, prepare: ({ git }) => git('init', '-q', '--bare', '.') });
  expect(await bare.agent.refusal('git_status', {})).toMatchObject({ error: 'no_repository', message: expect.stringContaining('bare') });
  await using project = await gitProject();
  const path = process.env['PATH'];
  process.env['PATH'] = project.beside;
  try {
    expect(await project.agent.refusal('git_status', {})).toMatchObject({ error: 'git_missing' });
  } finally {
    process.env['PATH'] = path;
  }
});

test('before the first commit', async () => {
  await using project = await gitProject({ prepare: ({ write }) => write('a.txt', 'a\n') });
  const { agent, git } = project;
  expect((await agent.call('git_status', {})).value).toMatchObject({ branch: 'main', total: 1, files: [{ file: 'a.txt', unstaged: 'untracked' }] });
  expect((await agent.call('git_status', {})).text).toContain('no commits yet');
  expect((await agent.call('git_log', {})).value).toEqual({ commits: [] });
  expect((await agent.call('git_diff', {})).value).toMatchObject({ total: 0 });
  expect((await agent.call('git_branch', { action: 'list' })).value).toMatchObject({ branches: [] });
  for (const [tool, given] of [
    ['git_show', {}],
    ['git_diff', { range: 'HEAD' }],
    ['git_blame', { file: 'a.txt' }],
    ['git_stash', { action: 'push' }],
    ['git_commit', { flags: ['amend'] }],
  ] as const)
    expect(await agent.refusal(tool, given), tool).toMatchObject({ error: expect.stringMatching(/no_commits|unknown_revision/) });
  await agent.call('git_stage', { paths: ['.'] });
  expect((await agent.call('git_diff', { flags: ['staged'] })).value).toMatchObject({ files: [{ file: 'a.txt', kind: 'added', added: 1 }] });
  expect((await agent.call('git_unstage', { paths: ['a.txt'] })).value).toMatchObject({ staged: 0, unstaged: 1 });
  await agent.call('git_stage', { paths: ['a.txt'] });
  expect((await agent.call('git_commit', { message: 'first' })).value).toMatchObject({ subject: 'first', files: [{ file: 'a.txt', added: 1, removed: 0 }] });
  expect(git('log', '--format=%s').trim()).toBe('first');
});

test('a project that is a folder of the repository sees and stages its own part', async () => {
  await using project = await gitProject({
    folder: 'packages/shop [1]',
    prepare({ git, write }) {
      write('packages/shop [1]/a.ts', lines(3));
      write('root.ts', lines(3));
      git('add', '-A');
      git('commit', '-q', '-m', 'first');
      write('packages/shop [1]/a.ts', lines(4));
      write('packages/shop [1]/new.ts', lines(1));
      write('root.ts', lines(4));
    },
  });
  const { agent, git } = project;
  expect((await agent.call('git_status', {})).value).toMatchObject({ repository: project.top, total: 2, files: [{ file: 'a.ts' }, { file: 'new.ts' }] });
  expect((await agent.call('git_diff', {})).value).toMatchObject({ total: 1, files: [{ file: 'a.ts' }] });
  expect((await agent.call('git_diff', { paths: ['*.ts'] })).value).toMatchObject({ total: 1 });
  expect(await agent.refusal('git_diff', { paths: ['../../root.ts'] })).toMatchObject({ error: 'outside_project' });
  expect((await agent.call('git_blame', { file: 'a.ts' })).value).toMatchObject({
    parts: [
      { line: 1, endLine: 3 },
      { line: 4, endLine: 4 },
    ],
  });
  expect((await agent.call('git_show', { file: 'a.ts' })).value).toMatchObject({ text: lines(3) });
  await agent.call('git_stage', { paths: ['.'] });
  expect(git('status', '--porcelain', '-z').split('\0')).toEqual(['M  packages/shop [1]/a.ts', 'A  packages/shop [1]/new.ts', ' M root.ts', '']);
  expect((await agent.call('git_stash', { action: 'push', flags: ['untracked'] })).value).toMatchObject({ pushed: { stash: 0 } });
  expect(git('status', '--porcelain')).toBe(' M root.ts\n');
  await agent.call('git_stash', { action: 'pop' });
  expect((await agent.call('git_commit', { message: 'all of it', flags: ['all'] })).value).toMatchObject({ files: [{ file: 'a.ts' }, { file: 'new.ts' }] });
  expect(git('status', '--porcelain')).toBe(' M root.ts\n');
});

test('linked worktrees and submodules say what they are', async () => {
  await using project = await gitProject({
    folder: 'linked',
    bare: true,
    prepare({ beside, top }) {
      const main = join(beside, 'main');
      execFileSync('git', ['init', '-q', main]);
      const git = (...args: string[]) => execFileSync('git', ['-C', main, ...args], { stdio: 'ignore' });
      git('commit', '-q', '--allow-empty', '-m', 'first');
      git('branch', 'side');
      git('worktree', 'add', '-q', join(top, 'linked'), 'side');
    },
  });
  const { agent } = project;
  expect((await agent.call('git_status', {})).value).toMatchObject({ branch: 'side', place: 'worktree', total: 0 });
  expect((await agent.call('git_branch', { action: 'list' })).value).toMatchObject({
    branches: expect.arrayContaining([expect.objectContaining({ name: 'main', worktree: join(project.beside, 'main') })]),
  });
  expect(await agent.refusal('git_branch', { action: 'switch', name: 'main' })).toMatchObject({ error: 'branch_in_use' });
  await using module = await gitProject({
    folder: 'modules/library',
    prepare({ git, beside }) {
      execFileSync('git', ['init', '-q', join(beside, 'library')]);
      execFileSync('git', ['-C', join(beside, 'library'), 'commit', '-q', '--allow-empty', '-m', 'first']);
      git('submodule', '--quiet', 'add', '--force', join(beside, 'library'), 'modules/library');
    },
  });
  expect((await module.agent.call('git_status', {})).value).toMatchObject({ place: 'submodule', total: 0 });
});

test('links do not lead out of the project', async () => {
  await using project = await gitProject({
    prepare({ git, write, top, beside }) {
      write('a.txt', 'a\n');
      git('add', '-A');
      git('commit', '-q', '-m', 'first');
      symlinkSync(beside, join(top, 'out'));
    },
  });
  const { agent } = project;
  execFileSync('sh', ['-c', 'echo secret > secret.txt'], { cwd: project.beside });
  expect(await agent.refusal('git_blame', { file: 'out/secret.txt' })).toMatchObject({ error: 'outside_project' });
  expect(await agent.refusal('git_show', { file: 'out/secret.txt' })).toMatchObject({ error: 'outside_project' });
  expect(await agent.refusal('git_stage', { paths: ['out/secret.txt'] })).toMatchObject({
    error: 'git_failed',
    message: expect.stringContaining('symbolic link'),
  });
  expect(JSON.stringify((await agent.call('git_diff', { paths: ['out'] })).value)).not.toContain('secret');
});

test('a folder that nobody trusts does not show the history of another repository', async () => {
  const prepare = ({ write, beside }: Unopened, point: (secret: string) => void) => {
    const secret = join(beside, 'secret');
    execFileSync('git', ['init', '-q', secret]);
    execFileSync('git', ['-C', secret, 'commit', '-q', '--allow-empty', '-m', 'secret']);
    write('a.txt', 'a\n');
    point(secret);
  };
  const byFile = (parts: Unopened) => prepare(parts, (secret) => parts.write('.git', `gitdir: ${secret}/.git\n`));
  const byLink = (parts: Unopened) => prepare(parts, (secret) => symlinkSync(join(secret, '.git'), join(parts.top, '.git')));
  for (const pointing of [byFile, byLink]) {
    await using project = await gitProject({ bare: true, trusted: false, prepare: pointing });
    expect(await project.agent.refusal('git_log', {})).toMatchObject({ error: 'no_repository', message: expect.stringContaining('does not know this folder') });
  }
  // A worktree that its repository knows is read.
  await using linked = await gitProject({
    bare: true,
    trusted: false,
    folder: 'linked',
    prepare(parts) {
      prepare(parts, (secret) => execFileSync('git', ['-C', secret, 'worktree', 'add', '-q', join(parts.top, 'linked')], { stdio: 'ignore' }));
    },
  });
  expect((await linked.agent.call('git_log', {})).value).toMatchObject({ commits: [{ subject: 'secret' }] });
});

test('a repository that nobody trusts is read, and nothing that it names is run', async () => {
  let ran = '';
  await using project = await gitProject({
    trusted: false,
    prepare(parts) {
      ran = join(parts.beside, 'ran');
      setTraps(parts, ran);
    },
  });
  const { agent } = project;
  expect((await agent.call('git_status', {})).value).toMatchObject({ branch: 'main', files: [{ file: 'a.txt', unstaged: 'modified' }, { file: 'hooks/' }] });
  expect((await agent.call('git_diff', {})).value).toMatchObject({
    files: [{ file: 'a.txt', added: 1, removed: 0, hunks: [{ text: expect.stringContaining('+line 6') }] }],
  });
  expect((await agent.call('git_diff', { range: 'HEAD', flags: ['words'] })).value).toMatchObject({ total: 1 });
  expect((await agent.call('git_log', { flags: ['files'] })).value).toMatchObject({ commits: [{ subject: 'first' }] });
  expect((await agent.call('git_show', {})).value).toMatchObject({ total: 2 });
  expect((await agent.call('git_show', { file: 'a.txt' })).value).toMatchObject({ text: lines(5) });
  expect((await agent.call('git_blame', { file: 'a.txt' })).value).toMatchObject({ parts: [{ endLine: 5 }, { line: 6 }] });
  expect(await agent.refusal('git_show', { revision: '0123456789012345678901234567890123456789' })).toMatchObject({ error: 'unknown_revision' });
  for (const [tool, given] of [
    ['git_stage', { paths: ['.'] }],
    ['git_commit', { message: 'x', flags: ['all'] }],
    ['git_branch', { action: 'create', name: 'x' }],
    ['git_stash', { action: 'push' }],
    ['git_fetch', {}],
  ] as const)
    expect(await agent.refusal(tool, given), tool).toMatchObject({ error: 'not_permitted', next: expect.stringContaining('binnacle trust') });
  expect(existsSync(ran)).toBe(false);
});

// Everything that git can be configured to run by the settings of a repository leaves a mark.
function setTraps({ git, write, top }: Unopened, ran: string): void {
  const trap = `sh -c 'touch "${ran}"; cat'`;
  write('a.txt', lines(5));
  write('.gitattributes', '*.txt filter=trap diff=trap\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  git('config', 'remote.origin.url', `ext::${trap}`);
  git('config', 'remote.origin.promisor', 'true');
  git('config', 'protocol.ext.allow', 'always');
  for (const name of PROGRAMS) git('config', name, trap);
  git('config', 'log.showSignature', 'true');
  git('config', 'filter.trap.required', 'true');
  git('config', 'core.hooksPath', join(top, 'hooks'));
  for (const hook of ['pre-commit', 'post-checkout', 'post-index-change', 'reference-transaction'])
    write(`hooks/${hook}`, `#!/bin/sh\ntouch "${ran}"\n`, 0o755);
  write('a.txt', lines(6));
}

const PROGRAMS = [
  ...['core.fsmonitor', 'core.sshCommand', 'core.pager', 'core.editor', 'core.alternateRefsCommand', 'credential.helper', 'gpg.program'],
  ...['diff.external', 'diff.trap.textconv', 'diff.trap.command', 'filter.trap.clean', 'filter.trap.smudge'],
];
