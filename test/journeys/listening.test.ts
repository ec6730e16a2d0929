// What an agent hears from the built program while other programs write to its project, and which tools it is shown.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { door, openShop } from './shop.ts';

test('an agent hears of files that others write, of engines that load, and of tools that the project chooses', async () => {
  await using home = await temporaryHome();
  await using shop = await openShop();
  const client = await agentIn(shop.folder, home);
  try {
    const notified = new Set<string>();
    let wake = () => {};
    const heard = async (what: string) => {
      while (!notified.delete(what))
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    };
    client.fallbackNotificationHandler = async ({ method, params }) => {
      notified.add(typeof params?.['uri'] === 'string' ? params['uri'] : method);
      wake();
    };
    const cart = pathToFileURL(join(shop.folder, 'src', 'cart.ts')).href;
    for (const uri of [cart, 'index://status', 'project://structure']) await client.subscribeResource({ uri });
    await writeFile(join(shop.folder, 'src', 'cart.ts'), 'export class Basket {}\n');
    await heard(cart);
    expect(JSON.stringify(await client.readResource({ uri: cart }))).toContain('class Basket');
    await client.callTool({ name: 'find_references', arguments: { symbol: { name: 'Basket' } } });
    await heard('index://status');
    await mkdir(join(shop.folder, '.binnacle'));
    await writeFile(join(shop.folder, '.binnacle', 'settings.json'), '{ "toolset": "diagnostics" }');
    await heard('project://structure');
    await heard('notifications/tools/list_changed');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'get_diagnostics',
      'list_quick_fixes',
      'apply_quick_fix',
      'find_tools',
      'call_tool',
    ]);
  } finally {
    await client.close();
  }
});

test('binnacle mcp --toolset shows an agent what its person chose, and says no to what is not there', async () => {
  await using home = await temporaryHome();
  await using shop = await openShop();
  const client = await agentIn(shop.folder, home, '--toolset', 'read_file,diagnostics');
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    'get_diagnostics',
    'list_quick_fixes',
    'apply_quick_fix',
    'read_file',
    'find_tools',
    'call_tool',
  ]);
  await client.close();
  await expect(agentIn(shop.folder, home, '--toolset=nonsense')).rejects.toThrow('There is no toolset named nonsense.');
});

async function agentIn(folder: string, home: Home, ...parameters: string[]): Promise<Client> {
  const [command, ...args] = door;
  const client = new Client({ name: 'journey', version: '1.0.0' });
  const env = Object.fromEntries(Object.entries(home.environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  await client.connect(new StdioClientTransport({ command, args: [...args, ...parameters], cwd: folder, env, stderr: 'ignore' }));
  return client;
}
