// A host that lacks doors lists exactly the tools that work there, and refuses any other with its reason before anybody is asked.
import { expect, test } from 'vitest';
import { agentOf } from '../../../test/support/check.ts';
import { openScriptedIde, withoutDoors } from '../../hosts/scripted/scriptedIde.ts';
import { OPTIONAL_DOORS, type OptionalDoor } from '../../ide/optionalDoors.ts';
import { allTools } from '../../tools/catalogue.ts';
import { defaultPolicy } from '../permission/permission.ts';
import { prompts } from '../resources/prompts.ts';

const FILE = '// @file a.ts\nexport const price = 1;\n';

const without = (...doors: OptionalDoor[]) => withoutDoors(openScriptedIde(FILE), doors);

test.for(OPTIONAL_DOORS)('without %s the tools that need it are neither listed nor found, and all others are', async (door) => {
  await using agent = await agentOf(without(door), { connection: { toolset: 'all' } });
  const works = allTools.filter(({ needs }) => !needs.includes(door)).map(({ name }) => name);
  expect(works.length).toBeLessThan(allTools.length);
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(works);
  // Of the two that lead to others neither finds itself.
  expect((await agent.call('find_tools', { page_size: 500 })).value).toMatchObject({ total: works.length - 2 });
});

test('a toolset of which nothing works is known, and leads to what does', async () => {
  await using agent = await agentOf(without('debugging'), { connection: { toolset: 'debugging,search' } });
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['search_text', 'search_structure', 'find_tools', 'call_tool']);
});

test('prompts that name a tool which does not work are not offered', async () => {
  await using agent = await agentOf(without('changes'));
  const offered = (await agent.client.listPrompts()).prompts.map(({ name }) => name);
  expect(offered).toEqual(prompts.map(({ name }) => name).filter((name) => name !== 'safe_rename' && name !== 'fix_diagnostics'));
});

test.for<[OptionalDoor, string, Record<string, unknown>, string]>([
  ['changes', 'write_file', { file: 'a.ts', text: '' }, 'editing_elsewhere'],
  ['changes', 'write_file', { file: 'a.ts', text: '', preview: true }, 'editing_elsewhere'],
  ['formatting', 'format_code', { file: 'a.ts' }, 'editing_elsewhere'],
  ['gitChanges', 'git_stage', {}, 'editing_elsewhere'],
  ['gitChanges', 'git_branch', { action: 'delete', name: 'old' }, 'editing_elsewhere'],
  ['running', 'run_command', { command: 'ls' }, 'running_elsewhere'],
  ['terminals', 'list_terminals', {}, 'running_elsewhere'],
  ['testing', 'run_tests', {}, 'tests_elsewhere'],
  ['debugging', 'stop_debug_session', {}, 'debugging_elsewhere'],
  ['editor', 'open_file', { file: 'a.ts' }, 'editor_elsewhere'],
])('without %s %s %j is refused with its reason, and nobody is asked', async ([door, tool, given, error]) => {
  const policy = { ...defaultPolicy, effects: { reads: 'ask', edits: 'ask', runs: 'ask', controls: 'ask' } } as const;
  const asked: string[] = [];
  const person = (review: { tool: string }) => {
    asked.push(review.tool);
    return { decision: 'accept' } as const;
  };
  await using agent = await agentOf(without(door), { policy, person });
  for (const [name, passed] of [
    [tool, given],
    ['call_tool', { name: tool, arguments: given }],
  ] as const)
    expect(await agent.refusal(name, passed)).toMatchObject({ error, next: expect.stringContaining('binnacle serve --project /fixture') });
  expect(asked).toEqual([]);
});

test('what reads a repository works where it cannot be changed', async () => {
  await using agent = await agentOf(withoutDoors(openScriptedIde(FILE, { repository: {} }), ['gitChanges']));
  for (const tool of ['git_branch', 'git_stash']) expect((await agent.call(tool, { action: 'list' })).value).toHaveProperty('total');
});

test('a command is not refused for want of a history', async () => {
  await using agent = await agentOf(withoutDoors(openScriptedIde('', { commands: { ls: { exitCode: 0 } } }), ['changes']));
  expect((await agent.call('run_command', { command: 'ls' })).value).toMatchObject({ exitCode: 0 });
});
