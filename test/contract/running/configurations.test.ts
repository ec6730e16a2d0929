// Run configurations as an agent uses them: found in a project's own files, run to their end or on, read, stopped, and ended with their owner.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startOf } from '../../../src/base/processes/processIdentity.ts';
import type { WholeIde } from '../../../src/ide/optionalDoors.ts';
import { type Agent, agentOf } from '../../support/check.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

const SERVER = 'console.log("listening"); process.stdin.resume(); let n = 0; setInterval(() => console.log("tick " + ++n), 50)';
const FILES = {
  'package.json': JSON.stringify({ scripts: { greet: 'node greet.cjs', fail: 'node -e "console.error(1); process.exit(4)"' } }),
  'greet.cjs': 'require("fs").writeFileSync("greeted.txt", "x"); console.log("\\u001B[32mhello\\u001B[0m", ...process.argv.slice(2))',
  'server.cjs': SERVER,
  '.vscode/launch.json': `{
  // how we start it
  "configurations": [{ "name": "server", "type": "node", "request": "launch", "program": "\${workspaceFolder}/server.cjs", "preLaunchTask": "prepare" }],
  "compounds": [{ "name": "all", "configurations": ["server"] }]
}
`,
  '.vscode/tasks.json':
    '{ "tasks": [{ "label": "prepare", "command": "echo prepared" }, { "label": "broken", "command": "exit 3" }, { "label": "after", "command": "echo never", "dependsOn": "broken" }] }',
  Makefile: 'hello:\n\t@echo made $@\n',
  'shop/__init__.py': '',
  'shop/cli.py': 'import sys\ndef main():\n    print("shop", sys.argv[1:])\n    return 5\n',
  'pyproject.toml': '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.cli:main"\n',
};
let real: RealAgent;
let agent: Agent<WholeIde>;

beforeAll(async () => {
  real = await realAgentOn(FILES);
  agent = real.agent;
});

afterAll(() => real.close());

test('one that ends: output without colours, exit code, and what it changed', async () => {
  const value = await call('run_configuration', { name: 'npm: greet', args: ['a b', '$HOME', '; exit 9'] });
  expect(value).toMatchObject({ state: 'ended', exitCode: 0, output: expect.stringContaining('hello a b $HOME ; exit 9'), changed: ['greeted.txt'] });
  expect(await call('run_configuration', { name: 'npm: fail' })).toMatchObject({ exitCode: 4, output: expect.stringContaining('1') });
});

test.skipIf(process.platform === 'win32')('targets of make, and entry points that nobody has installed', async () => {
  expect(await call('run_configuration', { name: 'make: hello' })).toMatchObject({ exitCode: 0, output: 'made hello\n' });
  expect(await call('run_configuration', { name: 'python script: shop', args: ['--fast'] })).toMatchObject({ exitCode: 5, output: "shop ['--fast']\n" });
});

test('one that goes on is answered while it runs, read by cursor, and stopped', async () => {
  const started = await call('run_configuration', { name: 'server', timeout: 0.2 });
  expect(started).toMatchObject({ state: 'running', runId: expect.stringMatching(/^r\d+$/) });
  const printed = () => call('read_run_output', { run_id: started['runId'] });
  await vi.waitFor(async () => expect(JSON.stringify((await printed())['output'])).toMatch(/prepared\\nlistening\\ntick 1/), { timeout: 20_000 });
  const { cursor } = await printed();
  const more = await call('read_run_output', { run_id: started['runId'], cursor, wait: 20 });
  expect(more).toMatchObject({ state: 'running', output: [{ stream: 'stdout', text: expect.stringMatching(/^tick \d+\n/) }] });
  const pid = agent.ide.running.runs().find(({ id }) => id === started['runId'])?.processId ?? 0;
  expect(startOf(pid)).toBeDefined();
  expect(await call('stop_run', { run_id: started['runId'] })).toMatchObject({ signal: 'SIGTERM', output: expect.stringContaining('tick') });
  expect(startOf(pid)).toBeUndefined();
  expect(await call('read_run_output', {})).toMatchObject({ state: 'ended' });
});

test('what must come before, and fails, ends it', async () => {
  expect(await call('run_configuration', { name: 'task: after' })).toMatchObject({ exitCode: 3, output: '' });
});

test('what cannot be run says why', async () => {
  expect(await agent.refusal('run_configuration', { name: 'all' })).toMatchObject({ error: 'cannot_run', message: expect.stringContaining('compound') });
  expect(await agent.refusal('run_configuration', { name: 'servr' })).toMatchObject({ error: 'configuration_not_found', candidates: ['server'] });
});

test('a new configuration is run as it was written, and taken back', async () => {
  const added = await call('create_run_configuration', { name: 'say', settings: { command: 'echo said' } });
  expect(await call('run_configuration', { name: added['name'] })).toMatchObject({ output: 'said\n' });
  expect(await call('run_configuration', { name: 'say' })).toMatchObject({ output: 'said\n' });
  await call('edit_run_configuration', { name: added['name'], settings: { command: 'rm -rf shop' } });
  expect(await agent.refusal('run_configuration', { name: added['name'] })).toMatchObject({ error: 'not_permitted' });
  await call('edit_run_configuration', { name: added['name'], remove: true });
  expect(await agent.refusal('run_configuration', { name: added['name'] })).toMatchObject({ error: 'configuration_not_found' });
});

test('runs end with the connection that started them', async () => {
  const other = await agentOf(agent.ide, { connection: { id: 'other' } });
  const { value } = await other.call('run_configuration', { name: 'server', timeout: 0.1 });
  const run = agent.ide.running.runs().find(({ id }) => id === value['runId']);
  expect(await agent.refusal('stop_run', { run_id: 'r99' })).toMatchObject({ error: 'run_not_found' });
  await other.client.close();
  await vi.waitFor(() => expect(run?.state.state).toBe('ended'), { timeout: 30_000 });
});

async function call(tool: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await agent.call(tool, given)).value;
}
