// binnacle hold and release as a person uses them, with a real daemon and a real agent; and an agent that tries to release itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../src/base/waiting/duration.ts';
import { Agent, textOf } from '../faults/agent.ts';
import { eventually } from '../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';

let home: Home;
let folder: string;
let agent: Agent;
const Instance = z.object({ url: z.string(), token: z.string() });
const Connections = z.array(z.object({ id: z.string(), client: z.string(), inFlight: z.array(z.object({ tool: z.string() })) }));

beforeAll(async () => {
  home = await temporaryHome();
  folder = join(home.folder, 'notes');
  await mkdir(folder);
  agent = new Agent(home, { folder, parameters: ['--toolset', 'all'] });
  await agent.initialize();
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const person = (...words: string[]) => run([process.execPath, binnacle, ...words], { environment: home.environment, folder, bound: seconds(30) });
const edit = (text: string) => agent.call('write_file', { file: 'a.txt', text });
const connections = async () => Connections.parse(JSON.parse((await person('connections', '--json')).stdout));

function inFlight(tool: string): Promise<void> {
  return eventually(
    async () => (await connections()).some((one) => one.inFlight.some((call) => call.tool === tool)),
    () => `${tool} is in flight`,
  );
}

test('a held agent reads on and its edits, runs and controls are refused with the note; released, it works and hears the note once', async () => {
  await writeFile(join(folder, 'a.txt'), 'one\n');
  const [mine] = await connections();
  for (const name of ['fault', 'FAULT 1', mine?.id ?? '', undefined]) {
    const named = name === undefined ? [] : [name];
    const held = await person('hold', ...named, '--note', 'I am rebasing');
    expect(held).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Held: .*edits, runs and controls ask\. Note: I am rebasing\n$/) });
    expect((await person('hold', '--list')).stdout).toBe(held.stdout);
    for (const [tool, given] of [
      ['write_file', { file: 'a.txt', text: 'two\n' }],
      ['run_command', { command: 'echo two > a.txt' }],
      ['run_in_terminal', { command: 'echo two > a.txt' }],
      ['set_breakpoint', { file: 'a.txt', line: 1 }],
      ['batch', { calls: [{ tool: 'write_file', arguments: { file: 'a.txt', text: 'two\n' } }] }],
    ] as const) {
      const said = textOf(await agent.call(tool, given));
      expect(said, tool).toContain('a person holds this agent, with the note: I am rebasing, and nobody is there to ask');
      expect(said, tool).toContain('held_by_person');
    }
    expect(textOf(await agent.call('read_file', { file: 'a.txt' }))).toContain('one');
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one\n');
    expect((await person('release', ...named, '--note', 'go on from main')).code).toBe(0);
    const answer = await edit('one\n');
    expect(answer.result?.isError, textOf(answer)).not.toBe(true);
    expect(answer.result?.structuredContent).toMatchObject({ personNote: 'go on from main' });
    expect(textOf(answer)).toContain('A person handed back with this note: go on from main');
    expect((await edit('one\n')).result?.structuredContent).not.toHaveProperty('personNote');
  }
  expect((await person('hold', '--list')).stdout).toBe('Nothing is held.\n');
});

test('whoever keeps binnacle review open is asked what a held agent may do', async () => {
  await person('hold', 'fault', '--note', 'slowly');
  const review = spawn(process.execPath, [binnacle, 'review', '--plain'], { cwd: folder, env: home.environment, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [review.stdout, review.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const shows = (text: string) =>
    eventually(
      () => output.includes(text),
      () => `it prints ${text}: ${output}`,
    );
  await shows('Nothing waits for a review yet.');
  const edited = edit('by review\n');
  await shows('a person holds this agent, with the note: slowly');
  review.stdin.write('y\n');
  expect((await edited).result?.structuredContent).toMatchObject({ applied: true });
  const ran = agent.call('run_command', { command: 'echo seen' });
  await shows('echo seen');
  review.stdin.write('y\n');
  expect(textOf(await ran)).toContain('seen');
  review.stdin.end();
  await once(review, 'close');
  expect((await person('release', 'fault')).code).toBe(0);
});

test('a move on a held terminal waits, and goes on with the note when it is handed back', async () => {
  const opened = await agent.call('run_in_terminal', { command: 'cat' });
  const { terminalId } = z.object({ terminalId: z.string() }).parse(opened.result?.structuredContent);
  expect((await person('hold', '--terminal', terminalId)).stdout).toContain('the next move of an agent waits');
  const typed = agent.call('write_terminal_input', { terminal_id: terminalId, text: 'hello', keys: ['enter'], until: 'hello' });
  await inFlight('write_terminal_input');
  // Another that is given up gives up at once, and looking goes on.
  const given = agent.callThatMayBeCancelled('write_terminal_input', { terminal_id: terminalId, text: 'never' });
  given.cancel();
  expect(textOf(await agent.call('read_terminal_output', { terminal_id: terminalId }))).not.toContain('hello');
  expect((await person('release', '--terminal', terminalId, '--note', 'it echoes')).stdout).toContain(`Released: terminal ${terminalId}`);
  const answer = await typed;
  expect(answer.result?.structuredContent).toMatchObject({ terminalId, personNote: 'it echoes', screen: expect.stringContaining('hello') });
  expect(textOf(answer)).not.toContain('never');
  await agent.call('close_terminal', { terminal_id: terminalId });
});

test('a step in a held debug session waits, also where the call does not name it', async () => {
  await writeFile(join(folder, 'count.js'), 'let count = 1;\ncount += 1;\ncount += 1;\nconsole.log(count);\n');
  await agent.call('set_breakpoint', { file: 'count.js', line: 2 });
  const started = await agent.call('start_debug_session', { program: 'count.js' });
  const { sessionId } = z.object({ sessionId: z.string() }).parse(started.result?.structuredContent, { error: () => textOf(started) });
  expect((await person('hold', '--session', sessionId, '--note', 'let me look')).stdout).toContain('the next move of an agent waits');
  const stepped = agent.call('step_over');
  await inFlight('step_over');
  expect((await agent.call('get_debug_session_status')).result?.structuredContent).toMatchObject({ state: 'paused', location: { line: 2 } });
  expect((await person('release', '--session', sessionId, '--note', 'count is right')).code).toBe(0);
  const answer = await stepped;
  expect(answer.result?.structuredContent).toMatchObject({ state: 'paused', location: { line: 3 }, personNote: 'count is right' });
  // Nobody waits now: the next move brings the note, also where it fails.
  await person('hold', '--session', sessionId);
  await person('release', '--session', sessionId, '--note', 'and again');
  const failed = await agent.call('evaluate', { expression: 'nothing.here' });
  expect(textOf(failed)).toContain('and again');
  expect((await agent.call('stop_debug_session')).result?.structuredContent).not.toHaveProperty('personNote');
});

test('what is not there is not held, and what is not held is not released', async () => {
  expect(await person('hold', 'nobody')).toMatchObject({ code: 1, stderr: expect.stringMatching(/There is no agent nobody.*fault 1/s) });
  expect(await person('hold', '--session', 's99')).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no debug session s99') });
  expect(await person('hold', 'fault', '--terminal', 't1')).toMatchObject({ code: 1, stderr: expect.stringContaining('Name one agent') });
  expect(await person('hold', '--note', 'x'.repeat(5_000))).toMatchObject({ code: 1, stderr: expect.stringContaining('at most 4000 characters') });
  expect(await person('release', 'fault')).toMatchObject({ code: 1, stderr: expect.stringContaining('agent fault is not held') });
  expect((await person('hold', '--list')).stdout).toBe('Nothing is held.\n');
});

test('a hold of one connection ends with it', async () => {
  const other = await Agent.connected(home, folder);
  const known = (await connections()).map(({ id }) => id);
  expect((await person('hold', known.at(-1) ?? '')).code).toBe(0);
  await other.leave();
  await eventually(
    async () => (await person('hold', '--list')).stdout === 'Nothing is held.\n',
    () => 'the hold ends with its connection',
  );
});

test('attack: neither a program that the agent runs nor its token releases it', async () => {
  const line = (words: string) => `"${process.execPath}" "${binnacle}" ${words}; echo "<$?>"`;
  const script = [
    line('release'),
    line('hold --list'),
    `env -u BINNACLE_STARTED_FOR -u BINNACLE_FAMILY ${line('release')}`,
    `setsid --wait ${line('release')}`,
  ];
  await writeFile(join(folder, 'attack.sh'), script.join('\n'));
  const said = await agent.call('run_command', { command: 'binnacle release' });
  expect(textOf(said)).toContain('it is for people');
  // Started before the hold, so that nobody is asked about it.
  const ran = agent.call('run_command', { command: 'while [ ! -e go ]; do sleep 0.1; done; sh attack.sh', timeout: 60 });
  await inFlight('run_command');
  expect((await person('hold', '--note', 'stay')).code).toBe(0);
  await writeFile(join(folder, 'go'), '');
  const { stdout, stderr } = z.object({ stdout: z.string(), stderr: z.string() }).parse((await ran).result?.structuredContent);
  expect(stdout).toBe('<1>\n'.repeat(script.length));
  expect(stderr.match(/is for a person, and it was started by an agent/g)).toHaveLength(script.length);

  const instances = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'instances');
  const [file = ''] = readdirSync(instances).filter((name) => name.endsWith('.json'));
  const { url, token } = Instance.parse(JSON.parse(readFileSync(join(instances, file), 'utf8')));
  for (const [method, path] of [
    ['POST', '/holds/release'],
    ['POST', '/holds'],
    ['GET', '/holds'],
  ] as const)
    for (const headers of [{ authorization: `Bearer ${token}` }, {}]) {
      const response = await fetch(`${url}${path}`, { method, headers, ...(method === 'POST' && { body: '{}' }) });
      expect(response.status).toBe(401);
    }
  expect(textOf(await edit('freed\n'))).toContain('with the note: stay');
  expect((await agent.request('holds/release', {})).error).toMatchObject({ code: -32601 });
  expect((await person('release')).code).toBe(0);
});

test('what is granted is listed and revoked by a person, and by no program of an agent', async () => {
  expect((await person('grant', 'list')).stdout).toBe('Nothing is granted.\n');
  // nothing_granted
  expect(await person('grant', 'revoke', '3')).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no grant 3.') });
  expect(JSON.parse((await person('grant', 'list', '--json')).stdout)).toEqual({ grants: [] });
  expect((await person('grant', 'revoke')).stdout).toBe('Nothing is granted.\n');
  const said = textOf(await agent.call('run_command', { command: [process.execPath, binnacle, 'grant', 'revoke'].join(' ') }));
  expect(said).toContain('it is for people');
});
