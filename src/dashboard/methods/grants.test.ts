// What a person allows for a while in the window: offered, given, used for what waits, taken back, and written into the policy for always.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ScriptedDashboard } from '../../../test/support/scriptedDashboard.ts';
import { defaultPolicy, type Policy } from '../../server/permission/permission.ts';

const ASKS: Policy = { ...defaultPolicy, effects: { ...defaultPolicy.effects, edits: 'ask' } };
const WISH = { tool: 'edit_file', glob: 'src/**', project: '/fixture', connection: 'c1', time: 60 };

const ALWAYS = { tool: 'edit_file', project: '/fixture' };

function opened(policy: Policy = ASKS): ScriptedDashboard {
  const window = new ScriptedDashboard('// @file src/a.ts\nlet a;\n', {}, {}, policy);
  window.connections.open({ id: 'c1', client: 'claude 2.1', door: 'stdio', stays: true });
  return window;
}

function waiting({ reviews, ide }: ScriptedDashboard, file: string, isGrantable = true): string {
  return reviews.leave({
    proposal: {
      asks: 'permission',
      tool: 'edit_file',
      title: `edit ${file}`,
      files: [{ uri: `file:///fixture/${file}`, before: { text: 'a\n' }, after: { text: 'b\n' } }],
      ...(isGrantable && { grantable: { paths: [`/fixture/${file}`] } }),
    },
    author: 'claude 2.1',
    owner: 'c1',
    connection: 'c1',
    project: ide.project,
    call: file,
  }).id;
}

test('a review offers the narrowest sentence; given, it is a row and counts what waits; accepted, nothing of it waits', async () => {
  using window = opened();
  const [first, other, unlike] = ['src/a.ts', 'lib/b.ts', 'src/c.ts'].map((file) => waiting(window, file));
  const never = waiting(window, 'src/policy.json', false);
  expect(await window.ask('grant.offer', { id: first })).toEqual({
    offer: { wish: { ...WISH, glob: 'src/a.ts' }, globs: ['src/a.ts', 'src/**', '**'], matching: 1, isSuggested: false },
  });
  expect(await window.ask('grant.offer', { id: never })).toEqual({});
  using rows = window.follow('grants');
  expect(await window.ask('grant.give', WISH)).toMatchObject({ grant: { id: '1', client: 'claude 2.1' }, matching: 2 });
  expect(await window.rows('grants')).toEqual([
    { id: '1', tool: 'edit_file', glob: 'src/**', project: '/fixture', connection: 'c1', client: 'claude 2.1', expires: expect.any(String), passed: 0 },
  ]);
  expect(await window.ask('grant.accept', { id: '1' })).toEqual({ accepted: 2 });
  expect(window.reviews.list().map(({ id }) => id)).toEqual([other, never]);
  expect(unlike).toBeDefined();
  await window.ask('grant.revoke', { id: '1' });
  expect(rows.removed).toEqual(['1']);
  expect(await window.refusal('grant.revoke', { id: '1' })).toMatchObject({ code: 'nothing_granted' });
  expect(await window.refusal('grant.accept', { id: '1' })).toMatchObject({ code: 'nothing_granted' });
  expect(window.logged.join('\n')).toContain('grant 1 was given');
});

test('the third yes to the like brings the sentence for all three', async () => {
  using window = opened();
  const ids = ['src/a.ts', 'src/b.ts', 'src/deep/c.ts'].map((file) => {
    const id = waiting(window, file);
    window.reviews.answer(id, { decision: 'accept' }, 'the test');
    return id;
  });
  expect(await window.ask('grant.offer', { id: ids[2] })).toMatchObject({ offer: { wish: { glob: 'src/**' }, isSuggested: true } });
});

test.each([
  { ...WISH, time: 0 },
  { ...WISH, glob: '../**' },
  { ...WISH, connection: 'nobody' },
  { ...WISH, tool: 'batch' },
])('%j is refused', async (wish) => {
  using window = opened();
  expect(await window.refusal('grant.give', wish)).toMatchObject({ code: 'grant_refused' });
  expect(await window.rows('grants')).toEqual([]);
});

test('always shows what would be written and all that it allows, and writes it with the second word', async () => {
  using window = opened();
  const scope = ALWAYS;
  const file = join(window.configuration, 'policy.json');
  mkdirSync(window.configuration, { recursive: true });
  writeFileSync(file, '{\n  // mine\n  "effects": { "edits": "ask" }\n}\n');
  expect(await window.ask('grant.always', scope)).toMatchObject({
    file,
    diff: expect.stringContaining('+        "edit_file": "allow"'),
    isWritten: false,
    allows: 'edit_file in all files by every agent in fixture, always, also where it cannot be undone',
  });
  expect(readFileSync(file, 'utf8')).not.toContain('allow');
  expect(await window.ask('grant.always', { ...scope, writes: true })).toMatchObject({ isWritten: true });
  expect(readFileSync(file, 'utf8')).toContain('// mine');
  expect(JSON.parse(readFileSync(file, 'utf8').replace(/\/\/.*/, ''))).toEqual({
    projects: { '/fixture': { tools: { edit_file: 'allow' } } },
    effects: { edits: 'ask' },
  });
});

test.each<[string, Policy, string]>([
  ['denied', { ...ASKS, tools: { edit_file: 'deny' } }, 'not_permitted'],
  ['asked by a folder around it', { ...ASKS, projects: { '/': { effects: {}, tools: { edit_file: 'ask' } } } }, 'grant_refused'],
  ['asked by a setting', { ...ASKS, confirmsEdits: true }, 'grant_refused'],
])('what is %s is not written for always', async (_, policy, code) => {
  using window = opened(policy);
  const scope = ALWAYS;
  expect(await window.refusal('grant.always', { ...scope, writes: true })).toMatchObject({ code });
  expect(await window.refusal('grant.always', { ...scope, tool: 'nothing', writes: true })).toMatchObject({ code: 'grant_refused' });
  expect(existsSync(join(window.configuration, 'policy.json'))).toBe(false);
});

test.each([{ glob: 'src/**' }, { connection: 'c1' }, { glob: '**' }, { time: 60 }])('a rule for always cannot be asked for as if it knew %j', async (more) => {
  using window = opened();
  expect(await window.refusal('grant.always', { ...ALWAYS, ...more, writes: true })).toMatchObject({ code: 'invalid_arguments' });
  expect(existsSync(join(window.configuration, 'policy.json'))).toBe(false);
});
