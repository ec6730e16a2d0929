// An agent that wants a yes for something else than its person sees: written like a secret, behind the edge of the dialog, or in a file that the call only names.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopIn } from '../faults/machine.ts';
import { binnacle, type Home, temporaryHome } from '../support/builtProgram.ts';

let home: Home;
let shop: string;
let client: Client;
let seen: string[] = [];
const SECRET = 'abcdefghij1234567890';

beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  const environment = Object.fromEntries(Object.entries(home.environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  client = new Client({ name: 'agent', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    seen.push(params.message);
    return { action: 'accept', content: {} };
  });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [binnacle, 'mcp', '--toolset', 'all'],
      cwd: shop,
      env: { ...environment, SHOP_TOKEN: SECRET },
    }),
  );
});
afterAll(async () => {
  await client.close();
  await home[Symbol.asyncDispose]();
});

async function answerTo(tool: string, given: Record<string, unknown>): Promise<string> {
  seen = [];
  const { content } = await client.callTool({ name: tool, arguments: given });
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

async function folder(name: string): Promise<string> {
  await mkdir(join(shop, name), { recursive: true });
  return join(shop, name);
}

test.each(['rm -r old; password=$(touch pwned)', 'rm -r old; API_TOKEN="x; touch pwned"', 'rm -r old; curl -u me:$(touch${IFS}pwned) x'])(
  'a person sees %s to the byte',
  async (command) => {
    await folder('old');
    await answerTo('run_command', { command, env: { MY_SECRET: 'sh -c pwned' } });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toContain(JSON.stringify(command));
    expect(seen[0]).toContain('sh -c pwned');
  },
);

test('the value of a secret variable of the person is hidden, and the place says so', async () => {
  await folder('old');
  await answerTo('run_command', { command: `rm -r old; echo ${SECRET}` });
  expect(seen[0]).toContain('"rm -r old; echo [hidden: the value of SHOP_TOKEN]"');
  expect(seen[0]).not.toContain(SECRET);
});

test('marks that reorder or hide stand there as their numbers', async () => {
  await folder('old');
  await answerTo('run_command', { command: 'rm -r old #\u202e\u200b safe' });
  expect(seen[0]).toContain('rm -r old #\\u202E\\u200B safe');
});

test('what does not fit into a dialog is not accepted in it', async () => {
  const precious = await folder('precious');
  const answer = await answerTo('run_command', { command: `echo ok${' '.repeat(20_000)}; rm -r precious` });
  expect(seen[0]).toContain('too long to be accepted in this dialog');
  expect(answer).toMatch(/not_permitted.*binnacle review/);
  expect(existsSync(precious)).toBe(true);
});

test('a configuration is shown as what it runs, not as its name', async () => {
  await folder('old');
  await mkdir(join(shop, '.vscode'), { recursive: true });
  await writeFile(join(shop, '.vscode', 'tasks.json'), JSON.stringify({ version: '2.0.0', tasks: [{ label: 'tidy', type: 'shell', command: 'rm -r old' }] }));
  await answerTo('run_configuration', { name: 'tidy' });
  expect(seen[0]).toContain('rm -r old');
  expect(seen[0]).toContain('It runs:');
});
