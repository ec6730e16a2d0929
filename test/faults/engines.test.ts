// What is lost when an engine, the daemon or an agent is killed in the middle of real work: the call that ran, and no process is left.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seconds } from '../../src/base/waiting/duration.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { Agent, type Answer, textOf } from './agent.ts';
import { daemonsOf, eventually, isEngine, nothingRuns, processesOf, shopIn } from './machine.ts';

let home: Home;
let shop: string;
beforeEach(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
});
afterEach(() => home[Symbol.asyncDispose]());

const engines = () => processesOf(home).filter(isEngine);
const daemons = () => processesOf(home).filter(({ command }) => command.includes('main.js serve'));
const references = (agent: Agent) => agent.call('find_references', { symbol: { file: 'cart.ts', line: 1, name: 'total' } });

function expectReferences(answer: Answer): void {
  expect(answer.result?.structuredContent, textOf(answer)).toMatchObject({ total: 3, complete: true });
}

test('five agents on one project: one daemon, one engine', async () => {
  const agents = await Promise.all(Array.from({ length: 5 }, () => Agent.connected(home, shop)));
  for (const answer of await Promise.all(agents.map(references))) expectReferences(answer);
  expect(daemons()).toHaveLength(1);
  expect(engines()).toHaveLength(1);
  await Promise.all(agents.map((agent) => agent.leave()));
});

test('the engine is killed: the next call works and says so', async () => {
  await using agent = await Agent.connected(home, shop);
  expectReferences(await references(agent));
  const [engine] = engines();
  process.kill(engine?.pid ?? 0, 'SIGKILL');
  const answer = await references(agent);
  expectReferences(answer);
  expect(JSON.stringify(answer.result)).toMatch(/restarted/);
  expect(engines()).toHaveLength(1);
  expect(engines()[0]?.pid).not.toBe(engine?.pid);
});

test('the daemon is killed: nothing it started is left, and the next call works and says so', async () => {
  await using agent = await Agent.connected(home, shop);
  expectReferences(await references(agent));
  const [daemon] = await daemonsOf(home);
  process.kill(daemon?.pid ?? 0, 'SIGKILL');
  // Only the door, which waits for its agent.
  await eventually(
    () => processesOf(home).every(({ pid }) => pid === agent.door.pid),
    () => `only the door is left, not ${JSON.stringify(processesOf(home))}`,
  );
  expect(await daemonsOf(home)).toEqual([]);
  const answer = await references(agent);
  expectReferences(answer);
  expect(textOf(answer)).toContain(`process ${daemon?.pid} is gone`);
});

test('the daemon is killed in the middle of a call that only reads: the next daemon answers it, and the history has both', async () => {
  await using agent = await Agent.connected(home, shop);
  const [daemon] = await daemonsOf(home);
  const running = references(agent);
  await eventually(
    () => engines().length > 0,
    () => 'the engine starts',
  );
  // Held, so that the daemon dies while it waits for the engine and not after.
  const held = engines();
  for (const { pid } of held) process.kill(pid, 'SIGSTOP');
  process.kill(daemon?.pid ?? 0, 'SIGKILL');
  const answer = await running;
  expectReferences(answer);
  expect(textOf(answer)).toContain(`process ${daemon?.pid} is gone`);
  // It was seen before the daemon knew of it: the reaper must know even then.
  await eventually(
    () => !engines().some(({ pid }) => held.some((one) => one.pid === pid)),
    () => 'the engine of the dead daemon is gone',
  );
  expectReferences(await references(agent));
  await agent.leave();
  const { stdout } = await run([process.execPath, binnacle, 'history', '--json', '--tool', 'find_references'], {
    environment: home.environment,
    bound: seconds(30),
  });
  const calls: unknown = JSON.parse(stdout);
  expect(calls).toEqual([
    expect.objectContaining({ status: 'success' }),
    expect.objectContaining({ status: 'success' }),
    // What was known when the daemon was killed.
    expect.objectContaining({ status: 'error', error: expect.stringContaining('daemon_ended'), project: shop, connection: expect.any(String), door: 'stdio' }),
  ]);
});

test('the whole family of an agent is killed in the middle of a call: the daemon is there for the others', async () => {
  await using other = await Agent.connected(home, shop);
  const agent = await Agent.connected(home, shop);
  void references(agent).catch(() => {});
  await agent[Symbol.asyncDispose]();
  expectReferences(await references(other));
  expect(engines()).toHaveLength(1);
});

test('the daemon ends in order: nothing is left', async () => {
  const agent = await Agent.connected(home, shop);
  expectReferences(await references(agent));
  await agent.leave();
  const { stdout } = await run([process.execPath, binnacle, 'stop'], { environment: home.environment, bound: seconds(30) });
  expect(stdout).toMatch(/^Stopped Binnacle/);
  await nothingRuns(home);
});

test('the reaper is killed, then the daemon: still nothing is left', async () => {
  const agent = await Agent.connected(home, shop);
  expectReferences(await references(agent));
  const reapers = () => processesOf(home).filter(({ command }) => command.includes('reaper.cjs'));
  const [reaper] = reapers();
  process.kill(reaper?.pid ?? 0, 'SIGKILL');
  await eventually(
    () => reapers().length === 1 && reapers()[0]?.pid !== reaper?.pid,
    () => 'another reaper is there',
  );
  const [daemon] = await daemonsOf(home);
  await agent.leave();
  process.kill(daemon?.pid ?? 0, 'SIGKILL');
  await nothingRuns(home);
});

test('two daemons on one project: the second reads, and writes once the first is gone', async () => {
  const first = await serve('--project', shop);
  const second = await serve('--project', shop);
  const projects = async () => (await daemonsOf(home)).find(({ pid }) => pid === second.pid)?.projects;
  expect(await projects()).toEqual([{ path: shop, readOnly: true }]);
  const { stdout } = await run([process.execPath, binnacle, 'status'], { environment: home.environment, bound: seconds(30) });
  expect(stdout).toContain(`read only: process ${first.pid} writes`);
  // A door takes the writer.
  await using agent = await Agent.connected(home, shop);
  expectReferences(await references(agent));
  process.kill(first.pid, 'SIGKILL');
  expectReferences(await references(agent).then((answer) => (answer.result?.isError ? references(agent) : answer)));
  const { stdout: after } = await run([process.execPath, binnacle, 'status', '--json'], { environment: home.environment, bound: seconds(30) });
  expect(JSON.parse(after).daemons).toEqual([
    expect.objectContaining({ pid: second.pid, projects: [expect.not.objectContaining({ writer: expect.anything() })] }),
  ]);
  second.child.kill('SIGKILL');
});

test('an internal failure is in the log, and the log holds no secret', async () => {
  await using agent = await Agent.connected(home, shop);
  await agent.call('read_file', { file: 'cart.ts', api_key: 'sk-abcdefghijklmnopqrstuvwxyz' });
  await references(agent);
  const [daemon] = await daemonsOf(home);
  const log = await readFile(join(home.folder, 'state', 'binnacle', 'logs', 'daemon.log'), 'utf8');
  expect(log).toMatch(/ready at/);
  expect(log).not.toContain('sk-abc');
  expect(log).not.toContain(daemon?.token ?? 'no token');
});

async function serve(...parameters: string[]) {
  const child = spawn(process.execPath, [binnacle, 'serve', '--port', '0', '--json', ...parameters], {
    env: home.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())));
  const ready: { pid: number; url: string; token: string } = JSON.parse(line);
  return { ...ready, child };
}
