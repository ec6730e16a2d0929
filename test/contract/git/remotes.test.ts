// Push, pull and fetch against a bare repository on disk that somebody else works with too.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GitProject, gitProject } from './gitProject.ts';

let project: GitProject;
let other: (...args: string[]) => string;
const titles: string[] = [];

beforeAll(async () => {
  project = await gitProject({
    person: (review) => {
      titles.push(review.title.replace(/^Git \w+: /, ''));
      return { decision: 'accept' };
    },
    prepare({ git, write, beside }) {
      write('a.txt', 'one\n');
      git('add', '-A');
      git('commit', '-q', '-m', 'first');
      execFileSync('git', ['init', '-q', '--bare', join(beside, 'hub.git')]);
      git('remote', 'add', 'origin', join(beside, 'hub.git'));
    },
  });
  const elsewhere = join(project.beside, 'elsewhere');
  execFileSync('git', ['clone', '-q', join(project.beside, 'hub.git'), elsewhere], { stdio: 'ignore' });
  other = (...args) => execFileSync('git', args, { cwd: elsewhere, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
});
afterAll(() => project[Symbol.asyncDispose]());

const theirs = (text: string) => {
  writeFileSync(join(project.beside, 'elsewhere', 'a.txt'), text);
  other('commit', '-qam', `theirs: ${text.trim()}`);
  other('push', '-q');
};

test('a new branch is pushed and followed, then there is nothing to push', async () => {
  const { agent, git } = project;
  expect(await agent.refusal('git_pull', {})).toMatchObject({ error: 'no_upstream' });
  expect((await agent.call('git_push', { flags: ['set_upstream'] })).value).toMatchObject({ remote: 'origin', refs: [{ ref: 'main', result: 'new' }] });
  expect((await agent.call('git_push', {})).value).toMatchObject({ refs: [{ ref: 'main', result: 'up to date' }] });
  expect((await agent.call('git_status', {})).value).toMatchObject({ upstream: 'origin/main' });
  git('commit', '-q', '--allow-empty', '-m', 'second');
  git('tag', 'v1');
  expect((await agent.call('git_status', {})).value).toMatchObject({ ahead: 1 });
  const { value } = await agent.call('git_push', { flags: ['tags'] });
  expect(value).toMatchObject({
    refs: expect.arrayContaining([expect.objectContaining({ ref: 'main', result: 'updated' }), expect.objectContaining({ ref: 'v1', result: 'new' })]),
  });
});

test('what others pushed is fetched without touching the tree, and pulled as a change that can be undone', async () => {
  const { agent, read } = project;
  other('pull', '-q', 'origin', 'main');
  theirs('two\n');
  other('push', '-q', 'origin', 'main:review');
  const { value } = await agent.call('git_fetch', {});
  expect(value).toMatchObject({
    remote: 'origin',
    total: 2,
    refs: [
      { ref: 'origin/main', before: expect.any(String) },
      { ref: 'origin/review', after: expect.any(String) },
    ],
  });
  expect((await agent.call('git_fetch', {})).value).toMatchObject({ total: 0, refs: [] });
  expect(read('a.txt')).toBe('one\n');
  expect((await agent.call('git_status', {})).value).toMatchObject({ behind: 1 });
  const { value: pulled } = await agent.call('git_pull', {});
  expect(pulled).toMatchObject({ branch: 'main', before: expect.any(String), changedFiles: 1, undoable: 'all' });
  expect(read('a.txt')).toBe('two\n');
  await agent.call('undo', { change_id: pulled['changeId'] });
  expect(read('a.txt')).toBe('one\n');
  await agent.call('redo', { change_id: pulled['changeId'] });
  expect((await agent.call('git_pull', {})).value).toMatchObject({ upToDate: true });
  expect((await agent.call('git_branch', { action: 'list', flags: ['remote'] })).value).toMatchObject({
    branches: expect.arrayContaining([expect.objectContaining({ name: 'origin/review', remote: true })]),
  });
  expect((await agent.call('git_branch', { action: 'switch', name: 'review' })).value).toMatchObject({ branch: 'review', upstream: 'origin/review' });
  await agent.call('git_branch', { action: 'switch', name: 'main' });
});

test('diverged branches: the push is rejected, the pull asks how, conflicts are named', async () => {
  const { agent, git, write } = project;
  theirs('theirs\n');
  write('a.txt', 'ours\n');
  git('commit', '-qam', 'ours');
  expect(await agent.refusal('git_push', {})).toMatchObject({ error: 'push_rejected', next: expect.stringContaining('git_pull') });
  expect(await agent.refusal('git_pull', {})).toMatchObject({ error: 'branches_diverged' });
  expect(await agent.refusal('git_pull', { manner: 'ff-only' })).toMatchObject({ error: 'branches_diverged' });
  const { value, text } = await agent.call('git_pull', { manner: 'merge' });
  expect(value).toMatchObject({ inProgress: 'merge', conflicts: ['a.txt'], changedFiles: 1 });
  expect(text).toContain('Conflicts: a.txt');
  git('merge', '--abort');
  expect((await agent.call('git_pull', { manner: 'rebase' })).value).toMatchObject({ inProgress: 'rebase of main, step 1 of 1', conflicts: ['a.txt'] });
  expect(await agent.refusal('git_pull', {})).toMatchObject({ error: expect.stringMatching(/not_on_branch|unmerged_files/) });
  git('rebase', '--abort');
  write('a.txt', 'local\n');
  expect(await agent.refusal('git_pull', { manner: 'rebase' })).toMatchObject({ error: 'would_overwrite' });
  git('checkout', '-q', '--', 'a.txt');
});

test('a forced push asks, and does not go over commits that nobody here has seen', async () => {
  const { agent, git } = project;
  titles.length = 0;
  theirs('unseen\n');
  expect(await agent.refusal('git_push', { flags: ['force'] })).toMatchObject({ error: 'push_rejected' });
  git('fetch', '-q');
  expect((await agent.call('git_push', { flags: ['force'] })).value).toMatchObject({ refs: [{ ref: 'main', result: 'forced' }] });
  expect((await agent.call('git_push', { branch: 'review', flags: ['delete'] })).value).toMatchObject({ refs: [{ ref: 'review', result: 'deleted' }] });
  expect(titles).toEqual([
    'push the current branch to its remote over what is there',
    'push the current branch to its remote over what is there',
    'delete review on its remote',
  ]);
  other('fetch', '-q', '--prune');
  expect(other('branch', '-r')).not.toContain('review');
  expect((await agent.call('git_fetch', { flags: ['prune'] })).value).toMatchObject({ total: 0 });
});

test('only configured remotes are spoken to, and what is wrong is reported', async () => {
  const { agent, git, write, beside } = project;
  for (const remote of ['nowhere', '--upload-pack=touch /tmp/x', 'ext::sh -c true', join(beside, 'hub.git')])
    for (const tool of ['git_push', 'git_pull', 'git_fetch'])
      expect(await agent.refusal(tool, { remote })).toMatchObject({ error: 'unknown_remote', remotes: ['origin'] });
  expect(await agent.refusal('git_push', { branch: '--all' })).toMatchObject({ error: 'invalid_name' });
  expect(await agent.refusal('git_push', { branch: 'main:other' })).toMatchObject({ error: 'invalid_name' });
  expect(await agent.refusal('git_push', { branch: 'nowhere' })).toMatchObject({ error: 'unknown_branch' });
  write('.git/hooks/pre-push', '#!/bin/sh\necho "tests fail" >&2\nexit 1\n', 0o755);
  git('commit', '-q', '--allow-empty', '-m', 'more');
  expect(await agent.refusal('git_push', {})).toMatchObject({ error: 'hook_refused', message: expect.stringContaining('tests fail') });
  git('remote', 'add', 'gone', 'https://user:secret@127.0.0.1:9/gone.git');
  const refusal = await agent.refusal('git_fetch', { remote: 'gone' });
  expect(refusal).toMatchObject({ error: 'remote_unreachable' });
  expect(JSON.stringify(refusal)).not.toContain('secret');
  git('checkout', '-q', '--detach');
  expect(await agent.refusal('git_push', {})).toMatchObject({ error: 'not_on_branch' });
  expect(await agent.refusal('git_pull', {})).toMatchObject({ error: 'not_on_branch' });
});
