// The daemon was started from a terminal with secrets in its environment, and an agent in another project looks for them in whatever it can run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Agent, textOf } from '../faults/agent.ts';
import { daemonsOf, shopIn } from '../faults/machine.ts';
import { binnacle, temporaryHome } from '../support/builtProgram.ts';

const SECRET = 'hush-7f3a';
const OWN = 'mine-4b1c';
const LINE = 'echo $OWN_OF_OTHER $SECRET_OF_SHOP';
const TELLS = 'process.env.OWN_OF_OTHER + process.env.SECRET_OF_SHOP';

test.skipIf(process.platform === 'win32')('what runs has the environment of the agent that wanted it, and of nobody else', async () => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  const other = join(home.folder, 'other');
  await mkdir(join(other, '.vscode'), { recursive: true });
  await writeFile(join(other, 'tell.js'), `console.log(${TELLS});\n`);
  await writeFile(join(other, 'tell.test.js'), `require('node:test')('tells', () => { throw new Error(${TELLS}); });\n`);
  await writeFile(join(other, 'package.json'), '{ "name": "other", "scripts": { "test": "node --test" } }');
  await writeFile(join(other, '.vscode', 'tasks.json'), '{ "tasks": [{ "label": "tell", "command": "echo ${env:SECRET_OF_SHOP} ${env:OWN_OF_OTHER}" }] }');
  await using first = new Agent(home, { folder: shop, environment: { SECRET_OF_SHOP: SECRET }, parameters: ['--toolset', 'all'] });
  await first.initialize();
  expect(textOf(await first.call('run_command', { command: 'env' }))).toContain(SECRET);

  const [daemon] = await daemonsOf(home);
  const { pid, url, token = '' } = daemon ?? { pid: 0, url: '' };
  await using second = new Agent(home, { folder: other, environment: { OWN_OF_OTHER: OWN }, parameters: ['--toolset', 'all'] });
  await second.initialize();
  for (const [tool, given] of [
    ['run_command', { command: LINE }],
    ['run_in_terminal', { command: LINE }],
    ['run_configuration', { name: 'task: tell' }],
    ['start_debug_session', { program: 'tell.js' }],
    ['run_tests', { runner: 'node:test' }],
    ['debug_test', { file: 'tell.test.js' }],
  ] as const) {
    const answer = JSON.stringify(await second.call(tool, given));
    expect([tool, answer.includes(OWN)], answer).toEqual([tool, true]);
    expect([tool, answer.includes(SECRET)], answer).toEqual([tool, false]);
  }
  expect(textOf(await second.call('run_command', { command: `tr '\\\\0' '\\\\n' < /proc/${pid}/environ` }))).not.toContain(SECRET);

  // Whoever comes by a URL has no environment of their own, and gets that of a fresh login.
  expect(await byUrl(url, token, shop)).toMatch(/^exit code 0(?!.*hush)/s);
});

test.skipIf(process.platform === 'win32')('the terminal of binnacle serve gives its environment to the projects that it names, and to no other', async () => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  const other = await shopIn(home, 'other');
  const server = spawn(process.execPath, [binnacle, 'serve', '--project', shop, '--port', '0', '--json'], {
    env: { ...home.environment, SECRET_OF_SHOP: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed: unknown = JSON.parse(String((await once(server.stdout, 'data'))[0]));
  const { url, token } = z.object({ url: z.string(), token: z.string() }).parse(printed);
  await using agent = new Agent(home, { folder: other, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  expect(textOf(await agent.call('run_command', { command: 'env' }))).toMatch(/^exit code 0(?!.*hush)/s);
  expect(await byUrl(url, token, shop)).toContain(SECRET);
  expect(await byUrl(url, token, other)).toMatch(/^exit code 0(?!.*hush)/s);
});

async function byUrl(url: string, token: string, project: string): Promise<string> {
  const client = new Client({ name: 'url', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers: { authorization: `Bearer ${token}` } } }));
  const { content } = await client.callTool({ name: 'run_command', arguments: { command: 'env | sort', project_path: project } });
  await client.close();
  return z.array(z.object({ text: z.string() })).parse(content)[0]?.text ?? '';
}
