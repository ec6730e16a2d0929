// Runs, commands, terminals, requests, log and notifications of the Copilot bridge's dialect, over plain HTTP: each row with right and wrong input, with real programs.
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { copilotBridge } from '../../src/dialects/copilotBridge.ts';
import { ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import type { BridgeDoor } from '../../src/transports/bridge.ts';
import { type Doors, startDoors } from '../../src/transports/startDoors.ts';
import { type GitProject, gitProject } from '../contract/git/gitProject.ts';
import { posted, saidBy } from './bridgeCalls.ts';
import { partsWith, TOKEN } from './house.ts';

const server = createServer((request, response) => response.end(`${request.method} ${request.url}`));
let project: GitProject;
let doors: Doors;
let bridge: BridgeDoor;
let port = 0;
beforeAll(async () => {
  project = await gitProject({
    prepare: ({ write }) => write('package.json', JSON.stringify({ name: 'shop', scripts: { hello: 'node -e "console.log(6 * 7)"' } })),
  });
  doors = await startDoors({ parts: partsWith(allTools, new ScriptedWorkbench([project.agent.ide])), dialects: [copilotBridge], port: 0, token: TOKEN });
  bridge = await doors.openBridge(copilotBridge, project.path, 0);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  server.close();
  await bridge.close();
  await doors.close();
  await project[Symbol.asyncDispose]();
});

test('a command runs to its end, and its exit code is returned', async () => {
  expect(await post('run_command', { command: 'node -e "console.log(1)"' })).toMatchObject({
    status: 200,
    body: { exitCode: 0, stdout: '1\n', result: 'Ended with exit code 0.\n1' },
  });
  expect(await said('run_command', { command: 'node -e "process.exit(3)"', timeout: 60 })).toBe('Ended with exit code 3.');
});

test('configurations are listed, made, changed and run, and what they printed is read', async () => {
  expect(await said('list_run_configurations', {})).toMatch(/^1 run configuration:\n1\. npm: hello \[\w+\] from package\.json$/);
  expect(await said('run_configuration', { name: 'npm: hello', timeout: 60 })).toMatch(/^npm: hello ended with exit code 0\.\n[\s\S]*42$/);
  expect(await said('read_run_output', {})).toMatch(/^npm: hello ended with exit code 0\.\n[\s\S]*42$/);
  expect(
    await said('create_run_configuration', { name: 'api', type: 'node', program: 'api.js', program_args: '--port 1', working_dir: '', env: { A: 'b' } }),
  ).toBe('Created run configuration api.');
  expect(await said('edit_run_configuration', { name: 'api', program_args: '--port 2', new_name: 'service' })).toBe('Changed run configuration service.');
  expect(await said('run_command', { command: 'git status --short --untracked-files=all' })).toContain('.vscode/launch.json');
  expect(await said('list_run_configurations', {})).toContain('service [node] from .vscode/launch.json');
});

test('a terminal shows what was typed into it', async () => {
  expect(await said('list_terminals', {})).toMatch(/^Available shells:\n(- \w+ \(\/.+\)(, the default)?\n)+No terminals\.$/);
  const opened = await post('run_in_terminal', { command: 'echo hello from a screen' });
  expect(opened).toMatchObject({ status: 200, body: { result: expect.stringContaining('hello from a screen') } });
  const id = String(opened.body['terminalId']);
  expect(await said('list_terminals', {})).toMatch(new RegExp(`\n1 terminal:\\n1\\. ${id} `));
  expect(await said('read_terminal_output', { tab_name: id })).toContain('hello from a screen');
});

test('a tab by any name is opened once and typed into again, and its shell stays', async () => {
  const first = await post('run_in_terminal', { command: 'WORD=kept; echo one', tab_name: 'my build' });
  expect(first).toMatchObject({ status: 200, body: { state: 'running', result: expect.stringContaining('one') } });
  const second = await post('run_in_terminal', { command: 'echo still $WORD', tab_name: 'my build' });
  expect(second.body['terminalId']).toBe(first.body['terminalId']);
  expect(second.body['result']).toContain('still kept');
  expect(await said('read_terminal_output', { tab_name: 'my build' })).toContain('still kept');
  expect(await said('list_terminals', {})).toMatch(/my build \(running\)/);
  expect(await said('write_terminal_input', { terminal_id: String(first.body['terminalId']), text: 'echo typed\n' })).toContain('typed');
  expect(await post('close_terminal', { terminal_id: String(first.body['terminalId']) })).toMatchObject({ status: 200, body: { state: 'ended' } });
});

test('what a long run prints comes while it runs, in lines over HTTP, and the answer comes last', async () => {
  const command = 'node -e "let n = 0; const t = setInterval(() => { console.log(\'part \' + ++n); if (n === 3) clearInterval(t); }, 250)"';
  const lines: Record<string, unknown>[] = [];
  const response = await fetch(`http://127.0.0.1:${bridge.port}/run_command`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, accept: 'application/x-ndjson' },
    body: JSON.stringify({ command }),
  });
  expect(response.headers.get('content-type')).toContain('application/x-ndjson');
  expect(response.headers.get('transfer-encoding')).toBe('chunked');
  for (const line of (await response.text()).trimEnd().split('\n')) lines.push(z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
  expect(lines.at(-1)).toMatchObject({ status: 200, exitCode: 0, stdout: 'part 1\npart 2\npart 3\n' });
  expect(lines.slice(0, -1).map(({ progress }) => progress)).toEqual(expect.arrayContaining([expect.stringContaining('part 1')]));
  expect(lines.slice(0, -1).length).toBeGreaterThan(1);
  const refused = await fetch(`http://127.0.0.1:${bridge.port}/run_command?stream=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: '{}',
  });
  expect(JSON.parse((await refused.text()).trim())).toMatchObject({ status: 400, error: expect.stringContaining('command is missing') });
});

test('output far longer than any answer comes whole', async () => {
  const { body } = await post('run_command', { command: 'node -e "for (let n = 0; n < 40000; n++) console.log(\'line \' + n)"' });
  expect(String(body['stdout'])).toHaveLength(428_890);
  expect(String(body['stdout'])).toMatch(/line 39999\n$/);
});

test('debugging: a breakpoint, the values there, an expression, and on', async () => {
  project.write('sum.js', 'function sum(a, b) {\n  const total = a + b;\n  return total;\n}\nconsole.log(sum(20, 22));\n');
  expect(await post('set_breakpoint', { file: 'sum.js', line: 3 })).toMatchObject({ status: 200, body: { breakpoint: { line: 3 } } });
  const started = await post('start_debug_session', { program: 'sum.js' });
  expect(started, JSON.stringify(started.body)).toMatchObject({ status: 200, body: { state: 'paused', location: { line: 3 } } });
  const session = { session_id: String(started.body['sessionId']) };
  expect(await post('evaluate', { expression: 'total * 2', ...session })).toMatchObject({
    status: 200,
    body: { result: expect.stringContaining('84'), value: { value: '84' } },
  });
  expect(await said('get_variables', session)).toContain('42');
  expect(await post('resume', session)).toMatchObject({ status: 200, body: { state: 'ended' } });
  expect(await post('evaluate', { expression: '1', session_id: 'd99' })).toMatchObject({
    status: 400,
    body: { error: expect.any(String), details: expect.any(String) },
  });
});

test('requests, the log and notifications', async () => {
  expect(await said('http_request', { url: `http://127.0.0.1:${port}/health`, method: 'POST', body: 'x' })).toMatch(/^HTTP 200 OK\n[\s\S]*POST \/health$/);
  expect(await post('read_ide_log', { lines: 5, filter: 'no line holds this', level: 'ERROR' })).toMatchObject({
    status: 200,
    body: { results: [], result: 'No lines.' },
  });
  expect(await post('get_notifications', {})).toMatchObject({ status: 200, body: { results: [], result: 'No notifications.' } });
});

test.each([
  ['run_command', {}, 400, /command is missing/],
  ['run_command', { command: 'rm -rf .' }, 403, /nobody is there to ask/],
  ['run_configuration', { name: 'none' }, 400, /none/],
  ['create_run_configuration', { name: '' }, 400, /name/],
  ['edit_run_configuration', { name: 'npm: hello', program: 'x' }, 400, /package\.json/],
  ['read_run_output', { run_id: 'r99' }, 400, /no run r99/],
  ['run_in_terminal', { command: 'ls', tab_name: 'x'.repeat(61) }, 400, /name/],
  ['read_terminal_output', { tab_name: 't99' }, 400, /no terminal t99/],
  ['list_terminals', { all: true }, 400, /all is not an argument/],
  ['list_run_configurations', { all: true }, 400, /all is not an argument/],
  ['http_request', { url: 'file:///etc/passwd' }, 400, /cannot be requested/],
  ['http_request', { url: 'http://example.com/' }, 403, /example\.com|permit/],
  ['read_ide_log', { level: 'LOUD' }, 400, /level/],
  ['get_notifications', { all: true }, 400, /all is not an argument/],
])('%s %j is refused', async (tool, given, status, says) => {
  const answer = await post(tool, given);
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(JSON.stringify(answer.body)).toMatch(says);
});

const said = (tool: string, given: Record<string, unknown>) => saidBy(bridge, tool, given);
const post = (tool: string, given: Record<string, unknown>) => posted(bridge, tool, given);
