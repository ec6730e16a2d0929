// The names of the JetBrains servers over stdio: what is printed and installed for an agent is started as it stands, by the official client.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../src/base/waiting/duration.ts';
import { shopIn } from '../faults/machine.ts';
import { binnacle, type Finished, type Home, run, temporaryHome } from '../support/builtProgram.ts';

let home: Home;
let shop: string;
beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
});
afterAll(() => home[Symbol.asyncDispose]());

function type(...words: string[]): Promise<Finished> {
  return run([process.execPath, binnacle, ...words], { environment: home.environment, folder: shop, bound: seconds(60) });
}

const Configuration = z.object({ mcpServers: z.record(z.string(), z.object({ command: z.string(), args: z.array(z.string()) })) });

async function connected(server: { readonly command: string; readonly args: readonly string[] }): Promise<Client> {
  const client = new Client({ name: 'stdio', version: '1' });
  const env = Object.fromEntries(Object.entries(home.environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  await client.connect(new StdioClientTransport({ command: server.command, args: [...server.args], cwd: shop, env, stderr: 'inherit' }));
  return client;
}

test.each([
  ['index', 'binnacle-index', 'binnacle', 'ide_find_references', { file: 'cart.ts', line: 1, column: 17 }, /checkout\.ts/],
  ['debugger', 'binnacle-debugger', 'jetbrains-debugger', 'list_breakpoints', {}, /breakpoints/],
] as const)('the endpoint %s', async (endpoint, name, serverName, tool, given, says) => {
  const printed = await type('install', 'cursor', '--endpoint', endpoint, '--transport', 'stdio', '--print');
  expect(printed.code, printed.stderr).toBe(0);
  const server = Configuration.parse(JSON.parse(printed.stdout)).mcpServers[name];
  if (server === undefined) throw new Error(printed.stdout);
  expect(server.args.slice(-3)).toEqual(['mcp', '--endpoint', endpoint]);
  const client = await connected(server);
  try {
    expect(client.getServerVersion()?.name).toBe(serverName);
    const { tools } = await client.listTools();
    expect(tools.map((each) => each.name)).toContain(tool);
    expect(tools.map((each) => each.name)).not.toContain('read_file');
    expect(JSON.stringify(await client.callTool({ name: tool, arguments: given }))).toMatch(says);
  } finally {
    await client.close();
  }
});

test('installed twice, it is there once; a URL in its place is replaced, and a toolset of our own stays with our own', async () => {
  const file = join(home.folder, '.cursor', 'mcp.json');
  const servers = async () => z.object({ mcpServers: z.record(z.string(), z.unknown()) }).parse(JSON.parse(await readFile(file, 'utf8'))).mcpServers;
  expect((await type('install', 'cursor', '--endpoint', 'index')).code).toBe(0);
  for (const _ of [1, 2]) expect((await type('install', 'cursor', '--endpoint', 'index', '--transport', 'stdio')).code).toBe(0);
  expect((await servers())['binnacle-index']).toEqual({
    command: process.execPath,
    args: [expect.stringMatching(/binnacle\.cjs$/), 'mcp', '--endpoint', 'index'],
  });
  expect((await type('install', '--json')).stdout).toMatch(/"endpoint":"index","transport":"stdio","isOn":true,"state":"current"/);
  expect((await type('uninstall', 'cursor', '--endpoint', 'index')).code).toBe(0);
  expect(Object.keys(await servers().catch(() => ({})))).toEqual([]);
});

test.each([[['--endpoint', 'nope']], [['--endpoint']], [['--endpoint', 'index', '--endpoint', 'own']], [['--endpoint', 'index', '--toolset', 'all']]])(
  'binnacle mcp %j says how it is used',
  async (words) => {
    const { code, stderr } = await type('mcp', ...words);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'binnacle mcp: usage: binnacle mcp [--project DIR] [--toolset NAMES | --endpoint own|index|debugger]\n',
    });
  },
);
