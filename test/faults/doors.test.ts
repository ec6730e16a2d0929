// What agents lose when doors, daemons and their leftovers misbehave: nothing but the call that was running.

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seconds } from '../../src/base/waiting/duration.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { Agent, textOf } from './agent.ts';
import { daemonsOf, eventually, nothingRuns, processesOf, shopIn } from './machine.ts';

let home: Home;
let shop: string;
let state: string;
beforeEach(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  state = join(home.folder, 'state', 'binnacle');
});
afterEach(() => home[Symbol.asyncDispose]());

test('five doors at once, from nothing, start one daemon', async () => {
  const agents = await Promise.all(Array.from({ length: 5 }, () => Agent.connected(home, shop)));
  expect(await daemonsOf(home)).toHaveLength(1);
  expect(processesOf(home).filter(({ command }) => command.includes('main.js serve'))).toHaveLength(1);
  for (const agent of agents) expect((await agent.call('list_projects')).result?.isError).not.toBe(true);
  expect(await Promise.all(agents.map((agent) => agent.leave()))).toEqual([0, 0, 0, 0, 0]);
});

test('an agent that pipes its requests in and closes gets its answers', async () => {
  const input = ['initialize', 'tools/list'].map((method, id) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id,
      method,
      params: method === 'initialize' ? { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } } : {},
    }),
  );
  const { code, stdout } = await run([process.execPath, binnacle, 'mcp'], {
    environment: home.environment,
    folder: shop,
    bound: seconds(30),
    input: `${input.join('\n')}\n`,
  });
  expect(code).toBe(0);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id)
      .sort(),
  ).toEqual([0, 1]);
  // The door has answered by itself and gone; what it started for the next one is stopped with its home, once it can be.
  await eventually(
    async () => (await daemonsOf(home)).length === 1,
    () => 'the daemon is up',
  );
});

test('an agent that is killed takes its door along, and leaves the daemon to the others', async () => {
  await using other = await Agent.connected(home, shop);
  // The agent is the parent of its door, as a real one is.
  const script = `const c = require('child_process').spawn(process.execPath, [${JSON.stringify(binnacle)}, 'mcp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    c.stdout.once('data', () => console.log(c.pid));
    c.stdin.write(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } } }) + '\\n');`;
  const agent = await startScript(script);
  const doorPid = Number(agent.line);
  process.kill(agent.pid, 'SIGKILL');
  await eventually(
    () => !processesOf(home).some(({ pid }) => pid === doorPid),
    () => 'the door ends',
  );
  expect((await other.call('list_projects')).result?.isError).not.toBe(true);
  expect(await daemonsOf(home)).toHaveLength(1);
});

test('a daemon that is killed costs nothing between calls, and the next answer says so', async () => {
  await using agent = await Agent.connected(home, shop);
  expect(textOf(await agent.call('list_projects'))).not.toContain('started again');
  const [first] = await daemonsOf(home);
  process.kill(first?.pid ?? 0, 'SIGKILL');
  await eventually(
    () => !processesOf(home).some(({ pid }) => pid === first?.pid),
    () => 'the daemon ends',
  );
  const answer = await agent.call('list_projects');
  expect(answer.result?.isError).not.toBe(true);
  expect(textOf(answer)).toContain(`process ${first?.pid} is gone`);
  expect(textOf(await agent.call('list_projects'))).not.toContain('is gone');
  const after = (await daemonsOf(home)).filter(({ pid }) => pid !== first?.pid);
  expect(after).toHaveLength(1);
});

test('five agents whose daemon is killed share one new daemon', async () => {
  const agents = await Promise.all(Array.from({ length: 5 }, () => Agent.connected(home, shop)));
  const [first] = await daemonsOf(home);
  process.kill(first?.pid ?? 0, 'SIGKILL');
  const answers = await Promise.all(agents.map((agent) => agent.call('list_projects')));
  // A call that reached the dying daemon is answered with an error that says to call again; none is left without an answer.
  for (const answer of answers) expect(textOf(answer)).toMatch(/is gone/);
  for (const agent of agents) expect((await agent.call('list_projects')).result?.isError).not.toBe(true);
  expect(processesOf(home).filter(({ command }) => command.includes('main.js serve'))).toHaveLength(1);
  for (const agent of agents) await agent.leave();
});

test('a daemon that is killed while it starts is started again', async () => {
  await using agent = new Agent(home, { folder: shop });
  const initialized = agent.initialize();
  const starting = () => processesOf(home).find(({ command }) => command.includes('main.js serve'));
  await eventually(
    () => starting() !== undefined,
    () => 'a daemon starts',
  );
  process.kill(starting()?.pid ?? 0, 'SIGKILL');
  expect((await initialized).result).toHaveProperty('serverInfo');
  expect((await agent.call('list_projects')).result?.isError).not.toBe(true);
});

test('files and sockets of dead daemons are in nobody’s way and are removed', async () => {
  const first = await Agent.connected(home, shop);
  const [daemon] = await daemonsOf(home);
  process.kill(daemon?.pid ?? 0, 'SIGKILL');
  await first[Symbol.asyncDispose]();
  await writeFile(join(state, 'instances', '1.json'), 'garbage');
  expect(existsSync(daemon?.socket ?? '')).toBe(true);
  await using second = await Agent.connected(home, shop);
  expect((await second.call('list_projects')).result?.isError).not.toBe(true);
  const files = await readdir(join(state, 'instances'));
  expect(files).not.toContain(`${daemon?.pid}.json`);
  expect(existsSync(daemon?.socket ?? '')).toBe(false);
});

test('garbage and a wrong key on the local socket are sent away with a reason, and hurt nobody', async () => {
  await using agent = await Agent.connected(home, shop);
  const [daemon] = await daemonsOf(home);
  const socket = daemon?.socket ?? '';
  expect(await sent(socket, 'GET / HTTP/1.1\r\n\r\n')).toMatch(/refused.*no hello/);
  expect(await sent(socket, `${JSON.stringify({ key: 'x', build: 'x', version: 'x', pid: 1, cwd: '/' })}\n`)).toMatch(/refused.*key/);
  expect(await sent(socket, 'x'.repeat(100_000))).toMatch(/refused/);
  expect((await agent.call('list_projects')).result?.isError).not.toBe(true);
});

test('a daemon of another version is not attached to', async () => {
  await using agent = await Agent.connected(home, shop);
  // Once its project is open, a daemon has no reason to write its file again.
  await eventually(
    async () => (await daemonsOf(home))[0]?.projects[0]?.ides !== undefined,
    () => 'the project is open, for Claude Code too',
  );
  const [daemon] = await daemonsOf(home);
  const file = join(state, 'instances', `${daemon?.pid}.json`);
  await writeFile(file, (await readFile(file, 'utf8')).replace(/"build":"[^"]*"/, '"build":"0.0.1-old"'));
  // As another version would have it: its own claim to be the daemon in the background.
  await writeFile(join(state, 'background', `${(await readdir(join(state, 'background')))[0]}`), '');
  await using second = await Agent.connected(home, shop);
  expect((await second.call('list_projects')).result?.isError).not.toBe(true);
  expect(await daemonsOf(home)).toHaveLength(2);
  expect((await agent.call('list_projects')).result?.isError).not.toBe(true);
  const { stdout } = await run([process.execPath, binnacle, 'stop', '--all'], { environment: home.environment, bound: seconds(30) });
  expect(stdout.match(/Stopped/g)).toHaveLength(2);
});

test('the last agent gone, the daemon ends itself with everything', async () => {
  const agent = await Agent.connected(home, shop, { BINNACLE_IDLE_EXIT_MINUTES: '0.005' });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  // Idle, but not alone.
  expect((await agent.call('list_projects')).result?.isError).not.toBe(true);
  await agent.leave();
  await nothingRuns(home);
  expect(await readdir(join(state, 'instances'))).toEqual([]);
  expect(await readdir(join(state, 'sockets'))).toEqual([]);
});

test('SIGTERM ends a daemon in order, and its agents go on with a new one', async () => {
  await using agent = await Agent.connected(home, shop);
  const [daemon] = await daemonsOf(home);
  process.kill(daemon?.pid ?? 0, 'SIGTERM');
  await eventually(
    async () => (await daemonsOf(home)).length === 0 && !processesOf(home).some(({ command }) => command.includes('main.js serve')),
    () => 'the daemon ends',
  );
  expect((await agent.call('list_projects')).result?.isError).not.toBe(true);
});

test('a state folder that cannot be written is said on stderr and to the agent', async () => {
  const blocked = join(home.folder, 'blocked');
  await writeFile(blocked, 'a file where a folder should be');
  const agent = new Agent(home, { folder: shop, environment: { XDG_STATE_HOME: blocked } });
  const answer = await agent.initialize();
  expect(answer.error?.message).toMatch(/cannot write to its state folder .*blocked.*XDG_STATE_HOME/);
  expect(await agent.ended()).toBe(1);
  expect(agent.stderr).toMatch(/cannot write to its state folder/);
  const { code, stderr } = await run([process.execPath, binnacle, 'serve', '--port', '0'], {
    environment: { ...home.environment, XDG_STATE_HOME: blocked },
    bound: seconds(30),
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/cannot write to its state folder .*\n.*XDG_STATE_HOME/);
  expect(stderr).not.toMatch(/^\s+at /m);
});

test('a very long state folder still has a socket', async () => {
  const long = join(home.folder, 'x'.repeat(100));
  await mkdir(long);
  const environment = { ...home.environment, XDG_STATE_HOME: long };
  await using longHome = {
    folder: home.folder,
    environment,
    [Symbol.asyncDispose]: async () => void (await run([process.execPath, binnacle, 'stop'], { environment, bound: seconds(30) })),
  };
  await using agent = await Agent.connected(longHome, shop);
  expect((await agent.call('list_projects')).result?.isError).not.toBe(true);
});

test('a request that is too long is answered with its own id, and the door goes on', async () => {
  await using agent = await Agent.connected(home, shop);
  for (const bytes of [5_000_000, 70_000_000]) {
    const answer = await agent.call('write_file', { file: 'large.txt', text: 'x'.repeat(bytes) });
    expect(answer.error?.message).toContain('A message may have 4194304 bytes');
    expect((await agent.call('list_projects')).result?.isError).toBeUndefined();
  }
});

test('wrong parameters of the door are said, and nothing is started', async () => {
  const { code, stderr } = await run([process.execPath, binnacle, 'mcp', '--projct', shop], { environment: home.environment, bound: seconds(30) });
  expect(code).toBe(1);
  expect(stderr).toContain('usage: binnacle mcp [--project DIR]');
  expect(processesOf(home)).toEqual([]);
});

function sent(address: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(address, () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

async function startScript(script: string): Promise<{ pid: number; line: string }> {
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, ['-e', script], { cwd: shop, env: home.environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())));
  return { pid: child.pid ?? 0, line };
}
