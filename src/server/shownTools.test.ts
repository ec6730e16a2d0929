// Which tools are listed: by the connection, by the daemon, by the project's own file, and what happens when one of them is wrong.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Agent, agentOf, agentOn } from '../../test/support/check.ts';
import { openScriptedIde } from '../hosts/scripted/scriptedIde.ts';
import type { Ide } from '../ide/ide.ts';
import { allTools, Catalogue, families } from '../tools/catalogue.ts';
import { defineMachineTool } from '../tools/tool.ts';
import { toolsIn } from '../tools/toolsets.ts';
import { ProjectEvents } from './projects/projectEvents.ts';

const NAVIGATION = families['navigation']?.map(({ name }) => name) ?? [];
const FINDERS = ['find_tools', 'call_tool'];

test('the default list shows what is not hidden, and find_tools only when something is hidden', () => {
  const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);
  const hidden = defineMachineTool({
    name: 'rare',
    title: 'Rare',
    description: 'Rarely needed, for this test.',
    effect: 'reads',
    hidden: true,
    input: z.strictObject({}),
    output: z.object({}),
    run: async () => ({}),
    tell: () => [''],
  });
  const shown = allTools.filter(({ name, hidden: isHidden }) => isHidden !== true && !FINDERS.includes(name));
  const finders = allTools.filter(({ name }) => FINDERS.includes(name));
  expect(names(toolsIn('default', new Catalogue([...shown, ...finders])))).toEqual(names(shown));
  expect(names(toolsIn('default', new Catalogue([...shown, hidden, ...finders])))).toEqual([...names(shown), ...FINDERS]);
  expect(names(toolsIn('all', new Catalogue(allTools, families)))).toEqual(names(allTools));
});

test('a connection chooses families and single tools, and is led to the rest', async () => {
  await using agent = await agentOn('', { connection: { toolset: 'navigation, read_file' } });
  expect((await listed(agent)).sort()).toEqual([...NAVIGATION, 'read_file', ...FINDERS].sort());
});

test('tools that are not listed can be called all the same', async () => {
  await using agent = await agentOn('', { connection: { toolset: 'navigation' } });
  expect((await agent.call('list_projects', {})).value).toMatchObject({ projects: [{ name: 'fixture' }] });
  expect((await agent.call('call_tool', { name: 'list_projects' })).value).toMatchObject({ projects: [{ name: 'fixture' }] });
});

test('what a connection asks for counts more than what the daemon was started with', async () => {
  await using everyone = await agentOn('', { toolset: 'diagnostics' });
  expect(await listed(everyone)).toEqual(['get_diagnostics', 'list_quick_fixes', 'apply_quick_fix', ...FINDERS]);
  await using one = await agentOn('', { toolset: 'diagnostics', connection: { toolset: 'all' } });
  expect(await listed(one)).toHaveLength(allTools.length);
});

test.each(['nonsense', 'navigation,nonsense', ',', 'constructor'])('a toolset that is not there (%s) is refused with those that are', async (toolset) => {
  await using agent = await agentOn('', { connection: { toolset } });
  await expect(listed(agent)).rejects.toMatchObject({ code: -32602, message: expect.stringMatching(/There is no toolset named .*default, all, navigation/) });
});

test('the file of a project chooses where nobody else did, and a change of it is announced', async () => {
  await using project = await projectWith('{ "toolset": "diagnostics", } // for now');
  await using agent = await agentOf(project.ide, { connection: { folder: project.folder } });
  expect(await listed(agent)).toEqual(['get_diagnostics', 'list_quick_fixes', 'apply_quick_fix', ...FINDERS]);
  const changed = new Promise((resolve) => agent.client.setNotificationHandler('notifications/tools/list_changed', resolve));
  await project.write('{ "toolset": "navigation" }');
  await changed;
  expect(await listed(agent)).toEqual(expect.arrayContaining(NAVIGATION));
  await using other = await agentOf(project.ide, { connection: { folder: project.folder, toolset: 'all' } });
  expect(await listed(other)).toHaveLength(allTools.length);
});

test.each(['{ "toolset": ', '{ "toolset": "nonsense" }', '{ "tolset": "all" }', '{ "toolset": 5 }'])(
  'a project whose file is wrong (%s) is served as usual, and the log says why',
  async (text) => {
    await using project = await projectWith(text);
    const { client, failures } = await agentOf(project.ide, { connection: { folder: project.folder } });
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
    expect(failures[0]).toMatchObject({ code: expect.stringMatching(/invalid_settings|unknown_toolset/) });
    await client.close();
  },
);

test('a project that planted a folder, or a file without end, in place of its settings is served as usual', async () => {
  await using project = await projectWith('{}');
  const agent = await agentOf(project.ide, { connection: { folder: project.folder } });
  await project.write(`{ "toolset": "${'all,'.repeat(100_000)}" }`);
  expect((await agent.client.listTools()).tools.length).toBeGreaterThan(5);
  expect(agent.failures).toMatchObject([{ code: 'invalid_settings' }]);
  const file = join(project.folder, '.binnacle', 'settings.json');
  await rm(file);
  await mkdir(file);
  expect((await agent.client.listTools()).tools.length).toBeGreaterThan(5);
  expect(agent.failures).toHaveLength(2);
  await agent.client.close();
});

test('project events are subscribed to only while a client listens', async () => {
  const ide = openScriptedIde('');
  let listening = 0;
  const counted = (stop: Disposable): Disposable => {
    listening++;
    return {
      [Symbol.dispose]() {
        listening--;
        stop[Symbol.dispose]();
      },
    };
  };
  const onChanges = ide.documents.onChanges.bind(ide.documents);
  ide.documents.onChanges = (listener) => counted(onChanges(listener));
  const agent = await agentOf(ide);
  expect(listening).toBe(1);
  await agent.client.close();
  expect(listening).toBe(0);
  const events = new ProjectEvents(agent.workbench);
  const [one, two] = [events.listen(() => {}), events.listen(() => {})];
  one[Symbol.dispose]();
  expect(listening).toBe(1);
  two[Symbol.dispose]();
  expect(listening).toBe(0);
});

async function listed(agent: Agent<Ide>): Promise<string[]> {
  return (await agent.client.listTools()).tools.map(({ name }) => name);
}

// The settings are read from the disk; the rest of the project is scripted.
async function projectWith(settings: string) {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-toolset-'));
  await mkdir(join(folder, '.binnacle'));
  const ide = openScriptedIde('', {}, folder.slice(1));
  const write = async (text: string) => {
    await writeFile(join(folder, '.binnacle', 'settings.json'), text);
    ide.documents.write('.binnacle/settings.json', text);
  };
  await write(settings);
  return { folder, ide, write, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
