// The git tools of the dialect of the Copilot bridge, over plain HTTP: each row with right and wrong input, over a real repository.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copilotBridge } from '../../src/dialects/copilotBridge.ts';
import { ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import type { BridgeDoor } from '../../src/transports/bridge.ts';
import { type Doors, startDoors } from '../../src/transports/startDoors.ts';
import { type GitProject, gitProject } from '../contract/git/gitProject.ts';
import { posted, saidBy } from './bridgeCalls.ts';
import { partsWith, TOKEN } from './house.ts';

let project: GitProject;
let doors: Doors;
let bridge: BridgeDoor;
beforeAll(async () => {
  project = await gitProject({
    prepare({ git, write }) {
      write('a.ts', 'one\ntwo\n');
      write('b.ts', 'b\n');
      git('add', '-A');
      git('commit', '-q', '-m', 'first');
      git('branch', 'other');
      write('a.ts', 'one\n2\n');
      write('new.ts', 'new\n');
    },
  });
  doors = await startDoors({
    parts: { ...partsWith(allTools, new ScriptedWorkbench([project.agent.ide])), addsNewFiles: true },
    dialects: [copilotBridge],
    port: 0,
    token: TOKEN,
  });
  bridge = await doors.openBridge(copilotBridge, project.path, 0);
});
afterAll(async () => {
  await bridge.close();
  await doors.close();
  await project[Symbol.asyncDispose]();
});

test('reading: status, diff, log, show and blame, as git prints them', async () => {
  expect(await post('git_status', {})).toMatchObject({
    status: 200,
    body: { branch: 'main', results: [{ file: 'a.ts', unstaged: 'modified' }, { file: 'new.ts' }], result: '## main\n M a.ts\n?? new.ts' },
  });
  expect((await said('git_status', { verbose: true })).split('\n')[0]).toBe('On branch main');
  expect(await said('git_diff', {})).toBe('diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n one\n-two\n+2');
  expect(await said('git_diff', { stat_only: true, path: 'a.ts' })).toBe(' a.ts | +1 -1');
  expect(await said('git_diff', { staged: true })).toBe('No changes.');
  expect(await said('git_diff', { commit: 'HEAD', staged: false })).toContain('+2');
  expect(await said('git_log', { format: 'oneline' })).toBe(project.git('log', '--format=%h %s').trim());
  expect(await said('git_log', { max_count: 1, author: 'Ada', since: '', branch: 'main' })).toMatch(
    /^commit [0-9a-f]+ \(HEAD -> main, other\)\nAuthor: Ada Lovelace\nDate: .*\n {4}first$/,
  );
  project.git('commit', '-q', '--allow-empty', '-m', `longer\n\n${'A word of the body. '.repeat(2_000).trim()}\n\nlast line`);
  const full = await said('git_log', { max_count: 1, format: 'full' });
  expect(full).toMatch(
    /^commit [0-9a-f]+ \(HEAD -> main\)\nAuthor: Ada Lovelace <ada@example\.com>\nCommit: Ada Lovelace <ada@example\.com>\nDate: .*\n\n {4}longer\n\n {4}A word/,
  );
  expect(full).toMatch(/\n {4}last line$/);
  expect(full.length).toBeGreaterThan(38_000);
  // Of what somebody else has applied, both are named, and when it was.
  project.git(
    'commit',
    '-q',
    '--amend',
    '--allow-empty',
    '--author',
    'Grace Hopper <grace@example.com>',
    '--date',
    '2020-01-02T03:04:05+0000',
    '-m',
    'applied',
  );
  const [name, email, time] = project.git('log', '-1', '--format=%cn|%ce|%cI').trim().split('|');
  expect(await said('git_log', { max_count: 1, format: 'full' })).toMatch(
    new RegExp(
      `\nAuthor: Grace Hopper <grace@example.com>\nCommit: ${name} <${email}>\nDate: 2020-01-02T03:04:05(?:Z|\\+00:00)\nCommitDate: ${time?.replace('+', '\\+')}\n\n {4}applied$`,
    ),
  );
  expect(await post('git_log', { max_count: 1, format: 'full' })).toMatchObject({
    body: { results: [{ author: 'Grace Hopper', email: 'grace@example.com', committer: { name, email, time } }] },
  });
  expect(await said('git_log', { max_count: 1 })).not.toContain('Commit');
  project.git('reset', '-q', '--soft', 'HEAD~1');
  expect(await said('git_show', {})).toMatch(
    /^commit [0-9a-f]+\nAuthor: Ada Lovelace <ada@example\.com>\nDate: .*\n\n {4}first\n\ndiff --git a\/a\.ts b\/a\.ts\n--- \/dev\/null\n\+\+\+ b\/a\.ts\n@@ -0,0 \+1,2 @@\n\+one\n\+two\ndiff/,
  );
  expect(await said('git_show', { ref: 'main', stat_only: true, path: 'b.ts' })).toMatch(/\n b\.ts \| \+1 -0$/);
  expect(await said('git_blame', { path: 'a.ts', line_start: 1, line_end: 2 })).toMatch(
    /^[0-9a-f]{10} \(Ada Lovelace \d{4}-\d\d-\d\d 1\) one\n0{10} \(Not Committed Yet {2}2\) 2$/,
  );
});

test('writing: stage, unstage, commit, branch and stash', async () => {
  expect(await said('git_stage', { all: true })).toBe('2 files staged:\nM  a.ts\nA  new.ts');
  expect(await said('git_unstage', { path: 'new.ts' })).toBe('1 file still staged.');
  expect(await said('git_commit', { message: 'second' })).toMatch(/^\[main [0-9a-f]+\] second\n 1 file changed$/);
  expect(await said('git_stash', { action: 'push', message: 'mine', include_untracked: true })).toBe('Saved On main: mine');
  expect(await said('git_stash', {})).toBe('stash@{0}: On main: mine');
  expect(await said('git_stash', { action: 'apply', index: '0' })).toBe('Applied On main: mine');
  expect(await said('git_branch', { action: 'create', name: 'topic', base: 'other' })).toBe('Created branch topic');
  expect(await said('git_branch', { action: 'switch', name: 'topic' })).toBe('Switched to branch topic');
  expect((await said('git_branch', {})).split('\n').map((line) => line.slice(0, 7))).toEqual(expect.arrayContaining(['* topic', '  main ']));
  expect(await said('git_stage', { paths: ['new.ts'] })).toContain('A  new.ts');
  expect(await said('git_commit', { message: 'third', all: true })).toContain('third');
  expect(await said('git_commit', { message: 'third again', amend: true })).toContain('third again');
});

test('a new file is added to git where the settings say so, a changed one is not, and one that git ignores is only said', async () => {
  expect(await post('intellij_write_file', { path: 'fresh.ts', content: 'export {};\n' })).toMatchObject({
    status: 200,
    body: { addedToGit: ['fresh.ts'], result: expect.stringMatching(/\nAdded to git: fresh\.ts$/) },
  });
  expect(project.git('status', '--short', 'fresh.ts')).toBe('A  fresh.ts\n');
  const again = await post('intellij_write_file', { path: 'fresh.ts', content: 'export const a = 1;\n' });
  expect(again.body).not.toHaveProperty('addedToGit');
  expect(project.git('status', '--short', 'fresh.ts')).toBe('AM fresh.ts\n');
  project.write('.git/info/exclude', 'ignored.ts\n');
  const ignored = await post('intellij_write_file', { path: 'ignored.ts', content: 'export {};\n' });
  expect(ignored, JSON.stringify(ignored.body)).toMatchObject({ status: 200, body: { notAddedToGit: expect.any(String) } });
  project.git('reset', '-q');
});

test.each([
  ['git_diff', { commit: '--output=x' }, 400, /no revision/],
  ['git_diff', { path: '../x' }, 400, /outside the project/],
  ['git_log', { max_count: 0 }, 400, /max_count/],
  ['git_show', { ref: 'nowhere' }, 400, /no revision nowhere/],
  ['git_blame', {}, 400, /path is missing/],
  ['git_blame', { path: 'none.ts' }, 400, /none\.ts/],
  ['git_stage', {}, 400, /nothing is selected/],
  ['git_unstage', {}, 400, /nothing is selected/],
  ['git_commit', {}, 400, /message is missing/],
  ['git_commit', { message: 'nothing' }, 400, /nothing to commit/],
  ['git_branch', { action: 'merge' }, 400, /action/],
  ['git_branch', { action: 'delete', name: 'main' }, 403, /nobody is there to ask/],
  ['git_stash', { action: 'drop' }, 403, /nobody is there to ask/],
  ['git_stash', { action: 'pop', index: 'x' }, 400, /index/],
])('%s %j is refused', async (tool, given, status, says) => {
  const answer = await post(tool, given);
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(JSON.stringify(answer.body)).toMatch(says);
});

const said = (tool: string, given: Record<string, unknown>) => saidBy(bridge, tool, given);
const post = (tool: string, given: Record<string, unknown>) => posted(bridge, tool, given);
