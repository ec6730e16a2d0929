// What a client can read and listen to: the structure, the status, files and symbols, through a real client over a scripted IDE.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Agent, agentOf, agentOn } from '../../../test/support/check.ts';
import { openScriptedIde } from '../../hosts/scripted/scriptedIde.ts';
import type { Ide } from '../../ide/ide.ts';
import { defaultPolicy } from '../permission/permission.ts';

const SHOP = `
// @file package.json
{ "name": "shop" }
// @file src/cart.ts
export class Cart {
  /** What it costs. */
  total() { return 1; }
}
`;

test('lists the structure and the status, and templates for files and symbols', async () => {
  await using agent = await agentOn(SHOP);
  const { resources } = await agent.client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(['project://structure', 'index://status']);
  const { resourceTemplates } = await agent.client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['file:///{+path}', 'symbol:///{+name}{?project}']);
});

test('reads what they say', async () => {
  await using agent = await agentOn(SHOP);
  agent.ide.documents.write('src/a b.ts', 'export const spaced = 1;');
  expect(JSON.parse(await read(agent, 'project://structure'))).toMatchObject({ name: 'fixture', path: '/fixture', modules: [{ sourceRoots: ['src'] }] });
  expect(JSON.parse(await read(agent, 'index://status'))).toMatchObject({ ready: true, project: '/fixture' });
  expect(await read(agent, 'file:///fixture/package.json')).toContain('{ "name": "shop" }');
  expect(await read(agent, 'file:///fixture/src/a%20b.ts')).toContain('spaced');
  expect(JSON.parse(await read(agent, 'symbol:///Cart/total'))).toMatchObject({ kind: 'method', container: 'Cart', documentation: 'What it costs.' });
});

test('a file is its exact text, with its line breaks and its end', async () => {
  const ide = openScriptedIde('');
  ide.documents.write('dos.ts', 'one\r\ntwo\r\n');
  await using agent = await agentOf(ide);
  expect(await read(agent, 'file:///fixture/dos.ts')).toBe('one\r\ntwo\r\n');
});

test.each([
  ['project://nothing', 'not found'],
  ['nonsense', 'not found'],
  ['file://elsewhere/fixture/src/cart.ts', 'not found'],
  ['file:///fixture/%E0%A4%A', 'not found'],
  ['symbol:///', 'not found'],
  ['file:///fixture/src/none.ts', 'There is no file'],
  ['file:///etc/passwd', 'outside the project'],
  ['file:///fixture/../etc/passwd', 'outside the project'],
  ['file:///fixture/src', 'is a folder'],
  ['symbol:///Cart/nothing', 'No symbol found'],
  ['index://status?project=%2Fother', 'other'],
])('%s is refused with -32602 and the URI', async (uri, reason) => {
  await using agent = await agentOn(SHOP);
  await expect(read(agent, uri)).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(reason), data: { uri } });
});

test('a tool that the policy denies cannot be used through a resource, and what was read is in the history', async () => {
  await using denied = await agentOn(SHOP, { policy: { ...defaultPolicy, tools: { read_file: 'deny' } } });
  await expect(read(denied, 'file:///fixture/src/cart.ts')).rejects.toMatchObject({ data: { error: 'not_permitted' } });
  await using agent = await agentOn(SHOP);
  await read(agent, 'file:///fixture/src/cart.ts');
  expect(agent.records.at(-1)).toMatchObject({
    tool: 'resources/read',
    isRequest: true,
    inner: [{ tool: 'read_file' }],
    status: 'success',
    project: '/fixture',
  });
});

test('a image is its bytes, under the same policy, and the history names the file without them', async () => {
  const ide = openScriptedIde('');
  ide.documents.write('logo.gif', 'GIF89a\0\0');
  const uri = 'file:///fixture/logo.gif';
  await using agent = await agentOf(ide);
  const { contents: read } = await agent.client.readResource({ uri });
  expect(read).toEqual([{ uri, mimeType: 'image/gif', blob: Buffer.from('GIF89a\0\0').toString('base64') }]);
  expect(agent.records.at(-1)).toMatchObject({ tool: 'resources/read', parameters: { uri }, status: 'success', inner: [{ tool: 'read_file' }] });
  expect(JSON.stringify(agent.records)).not.toContain(Buffer.from('GIF89a').toString('base64'));
  await using denied = await agentOf(ide, { policy: { ...defaultPolicy, tools: { read_file: 'deny' } } });
  await expect(denied.client.readResource({ uri })).rejects.toMatchObject({ data: { error: 'not_permitted' } });
});

test('of several projects each has resources of its own, and the list changes when one opens', async () => {
  await using agent = await agentOf(openScriptedIde(SHOP), {}, [openScriptedIde('// @file b.ts\nexport const other = 1;', {}, 'second')]);
  const { resources } = await agent.client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain('index://status?project=%2Fsecond');
  await expect(read(agent, 'index://status')).rejects.toMatchObject({ data: { error: 'multiple_projects_open' } });
  expect(JSON.parse(await read(agent, 'index://status?project=%2Fsecond'))).toMatchObject({ project: '/second' });
  expect(JSON.parse(await read(agent, 'symbol:///other?project=%2Fsecond'))).toMatchObject({ declared: [{ file: 'b.ts' }] });
  expect(await read(agent, 'file:///second/b.ts')).toContain('other');
  const changed = new Promise((resolve) => agent.client.setNotificationHandler('notifications/resources/list_changed', resolve));
  await agent.call('open_project', { path: '/third' });
  await changed;
});

test('a subscriber hears that its file, the status or the structure changed, and nothing else', async () => {
  await using agent = await agentOn(SHOP);
  const heard = listen(agent);
  for (const uri of ['file:///fixture/src/cart.ts', 'index://status', 'project://structure']) await agent.client.subscribeResource({ uri });
  agent.ide.documents.write('package.json', '{}');
  agent.ide.documents.write('src/cart.ts', 'export class Cart {}');
  agent.ide.documents.write('src/cart.ts', 'export class Basket {}');
  expect(await heard.next()).toBe('file:///fixture/src/cart.ts');
  agent.ide.languages.script = { incomplete: 'loading' };
  expect(await heard.next()).toBe('index://status');
  agent.ide.documents.write('lib/new.ts', '');
  expect(await heard.next()).toBe('project://structure');
  await agent.client.unsubscribeResource({ uri: 'file:///fixture/src/cart.ts' });
  agent.ide.documents.delete('src/cart.ts');
  expect(await heard.next()).toBe('project://structure');
  expect(heard.rest()).toEqual([]);
});

test('a subscriber hears of its file under the name that it used', async () => {
  await using agent = await agentOn(SHOP);
  const heard = listen(agent);
  await agent.client.subscribeResource({ uri: 'file:///fixture/src/../src/cart.ts' });
  agent.ide.documents.write('src/cart.ts', '');
  expect(await heard.next()).toBe('file:///fixture/src/../src/cart.ts');
});

test('a subscription to what is not there, or not to be listened to, is refused', async () => {
  await using agent = await agentOn(SHOP);
  for (const uri of ['project://nothing', 'file:///etc/passwd', 'symbol:///Cart', 'index://status?project=%2Fnone'])
    await expect(agent.client.subscribeResource({ uri })).rejects.toMatchObject({ code: -32602, data: { uri } });
});

test('what happens in one project is not sent to those who listen to another', async () => {
  const second = openScriptedIde('', {}, 'second');
  await using agent = await agentOf(openScriptedIde(SHOP), { connection: { folder: '/fixture' } }, [second]);
  const heard = listen(agent);
  await agent.client.subscribeResource({ uri: 'index://status' });
  second.languages.script = { incomplete: 'loading' };
  agent.ide.languages.script = { incomplete: 'loading' };
  expect(await heard.next()).toBe('index://status');
  expect(heard.rest()).toEqual([]);
});

const contents = z.object({ contents: z.tuple([z.looseObject({ text: z.string() })]) });

async function read(agent: Agent<Ide>, uri: string): Promise<string> {
  return contents.parse(await agent.client.readResource({ uri })).contents[0].text;
}

// The URIs of updates, one after another.
function listen(agent: Agent<Ide>): { next(): Promise<string>; rest(): string[] } {
  const updated: string[] = [];
  let wake = () => {};
  agent.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri);
    wake();
  });
  return {
    async next() {
      while (updated.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return updated.shift() ?? '';
    },
    rest: () => updated,
  };
}
