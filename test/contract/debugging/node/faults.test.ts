// Whatever dies, hangs or shouts: the answer is clear, and no process is left behind.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { adapter, environment, folderWith, type NodeSession, openSession } from './nodeSession.ts';

const SLEEPER = "process.on('SIGTERM', () => {});\nconsole.log(process.pid);\nsetInterval(() => {}, 1_000);\n";

test('a debuggee that exits while it is paused, crashes, or is killed ends its session with the code', async () => {
  const exits = await openSession({ 'main.js': 'debugger;\n' });
  await exits.launch({ program: 'main.js' });
  const { thread } = await exits.stop();
  process.kill(await pidOf(exits), 'SIGKILL');
  expect(await exits.exit()).toBe(137);
  await expect(exits.client.continueRequest({ threadId: thread })).rejects.toThrow(`There is no thread ${thread}. All threads have ended.`);

  const aborts = await openSession({ 'main.js': 'process.abort();\n' });
  await aborts.launch({ program: 'main.js' });
  expect(await aborts.exit()).toBe(134);

  const throws = await openSession({ 'main.js': "throw new Error('lost');\n" });
  await throws.launch({ program: 'main.js' });
  expect(await throws.exit()).toBe(1);
  expect(throws.output('stderr')).toContain('Error: lost');

  const broken = await openSession({ 'main.js': 'const = 1;\n' });
  await broken.launch({ program: 'main.js' }, { breakpoints: { 'main.js': ['const'] } });
  expect(await broken.exit()).toBe(1);
  expect(broken.output('stderr')).toContain('SyntaxError');
});

test('one that never stops is paused, evaluated in and ended', async () => {
  const session = await openSession({ 'main.js': "console.log('on');\nlet n = 0;\nfor (;;) n++;\n" });
  await session.launch({ program: 'main.js' });
  await session.next('output');
  const [thread] = (await session.client.threadsRequest()).body.threads;
  await expect(session.client.stackTraceRequest({ threadId: thread?.id ?? 0 })).rejects.toThrow(/is running\. Pause it/);
  await session.client.pauseRequest({ threadId: thread?.id ?? 0 });
  expect((await session.stop()).at).toBe('<anonymous> main.js:3');
  await session.client.terminateRequest();
  expect(await session.exit()).toBe(137);
});

test('an expression that never ends is ended', async () => {
  const session = await openSession({ 'main.js': 'debugger;\n' });
  await session.launch({ program: 'main.js' });
  const { thread } = await session.stop();
  await expect(session.evaluate(thread, '(() => { for (;;); })()', { context: 'watch' })).rejects.toThrow(/interrupted/);
  expect(await session.evaluate(thread, '1 + 1')).toBe('2');
});

test('a program may close its inspector and print a hundred megabytes', async () => {
  const session = await openSession({
    'main.js':
      "require('node:inspector').close();\nconst line = 'x'.repeat(1023) + '\\n';\nlet left = 100 * 1024;\nconst write = () => {\n  while (left-- > 0) if (!process.stdout.write(line)) return process.stdout.once('drain', write);\n};\nwrite();\n",
  });
  await session.launch({ program: 'main.js' });
  expect(await session.exit()).toBe(0);
  expect(session.outputs('stdout').reduce((sum, { output }) => sum + output.length, 0)).toBe(100 * 1024 * 1024);
});

test('fifty children are joined, and end with the session', async () => {
  const session = await openSession({
    'main.js':
      "const { fork } = require('node:child_process');\nlet ready = 0;\nfor (let i = 0; i < 50; i++) fork('./child.js').on('message', () => {\n  if (++ready === 50) console.log('all');\n});\n",
    'child.js': "process.send('here');\nsetInterval(() => {}, 1_000);\n",
  });
  await session.launch({ program: 'main.js' });
  await session.next('output', 120_000);
  expect((await session.client.threadsRequest()).body.threads).toHaveLength(51);
  const pids = (await session.client.threadsRequest()).body.threads.map(({ name }) => Number(/\((\d+)\)/.exec(name)?.[1]));
  await session.client.disconnectRequest({});
  await gone(pids);
});

test('terminate lets no program say goodbye, whether it is paused or runs', async () => {
  const paused = await openSession({
    'main.js':
      "for (const event of ['SIGTERM', 'SIGINT', 'exit']) process.on(event, () => console.log('goodbye'));\ntry {\n  console.log('up');\n  console.log('on');\n} finally {\n  console.log('finally');\n}\n",
  });
  await paused.launch({ program: 'main.js' }, { breakpoints: { 'main.js': ["console.log('on')"] } });
  await paused.stop();
  await paused.client.terminateRequest();
  expect(await paused.exit()).toBe(137);
  expect(paused.output('stdout')).toBe('up\n');

  const running = await openSession({ 'main.js': SLEEPER });
  await running.launch({ program: 'main.js' });
  await running.next('output');
  await running.client.terminateRequest();
  expect(await running.exit()).toBe(137);
});

test('a restart runs nothing more of the old program', async () => {
  const session = await openSession({
    'main.js': "process.on('exit', () => console.log('exit'));\nconsole.log('begin');\nconsole.log('never');\n",
  });
  await session.launch({ program: 'main.js' }, { breakpoints: { 'main.js': ["console.log('never')"] } });
  await session.stop();
  await session.client.customRequest('restart', {});
  await session.stop();
  expect(session.output('stdout')).toBe('begin\nbegin\n');
});

test('disconnect ends what was launched, with children that are no Node, or leaves it running if that is asked for', async () => {
  const session = await openSession({
    'main.js': "const { spawn } = require('node:child_process');\nconsole.log(spawn('sleep', ['600']).pid);\nsetInterval(() => {}, 1_000);\n",
  });
  await session.launch({ program: 'main.js' });
  await session.next('output');
  const pids = [await pidOf(session), Number(session.output('stdout'))];
  await session.client.disconnectRequest({});
  await gone(pids);

  const left = await openSession({ 'main.js': SLEEPER });
  await left.launch({ program: 'main.js' }, { breakpoints: { 'main.js': ['setInterval'] } });
  await left.stop();
  const pid = await pidOf(left);
  onTestFinished(() => killQuietly(pid));
  await left.client.disconnectRequest({ terminateDebuggee: false });
  await new Promise((later) => setTimeout(later, 500));
  expect(await state(pid)).toBe('S');
});

for (const paused of [true, false])
  test(`an adapter that is killed takes its debuggee with it, ${paused ? 'paused' : 'running'}`, async () => {
    const root = await folderWith({ 'main.js': `${paused ? 'debugger;\n' : ''}${SLEEPER}`, 'child.js': SLEEPER });
    const process_ = spawn(process.execPath, [adapter, '--port=0'], { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => {
      process_.kill('SIGKILL');
    });
    const port = await new Promise<number>((resolve) =>
      process_.stdout.once('data', (chunk: Buffer) => resolve(z.object({ port: z.number() }).parse(JSON.parse(chunk.toString())).port)),
    );
    const client = new DebugClient(process.execPath, adapter, 'node');
    await client.start(port);
    const started = new Promise<number>((resolve) =>
      client.on('process', (event: { body: unknown }) => resolve(z.object({ systemProcessId: z.number() }).parse(event.body).systemProcessId)),
    );
    const ready = new Promise((resolve) => client.once(paused ? 'stopped' : 'output', resolve));
    await client.initializeRequest();
    await client.customRequest('launch', { program: 'main.js', cwd: root });
    await client.configurationDoneRequest();
    await ready;
    const address = (await client.evaluateRequest({ expression: 'process.env.BINNACLE_DEBUGGER', context: 'clipboard' })).body.result;
    if (process.platform !== 'win32') expect(existsSync(dirname(address))).toBe(true);
    process_.kill('SIGKILL');
    await gone([await started]);
    expect(existsSync(dirname(address))).toBe(false);
  });

test('a client that is killed takes everything with it', async () => {
  const root = await folderWith({
    'main.js': SLEEPER,
    'client.cjs': `const { spawn } = require('node:child_process');
const adapter = spawn(process.execPath, [${JSON.stringify(adapter)}], { stdio: ['pipe', 'pipe', 'inherit'] });
const send = (seq, command, args) => { const text = JSON.stringify({ seq, type: 'request', command, arguments: args }); adapter.stdin.write('Content-Length: ' + text.length + '\\r\\n\\r\\n' + text); };
send(1, 'initialize', {}); send(2, 'launch', { program: 'main.js', cwd: __dirname }); send(3, 'configurationDone', {});
let text = '';
adapter.stdout.on('data', (chunk) => { text += chunk; const pid = /"systemProcessId":(\\d+)/.exec(text); if (pid && /"output":"\\d+/.test(text)) console.log(adapter.pid + ' ' + pid[1]); });
`,
  });
  const client = spawn(process.execPath, ['client.cjs'], { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
  const pids = await new Promise<number[]>((resolve) =>
    client.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim().split(/\s+/).map(Number))),
  );
  client.kill('SIGKILL');
  await gone(pids);
});

async function pidOf(session: NodeSession): Promise<number> {
  const [thread] = (await session.client.threadsRequest()).body.threads;
  return Number(/\((\d+)\)/.exec(thread?.name ?? '')?.[1]);
}

// Until each has ended; a zombie has.
async function gone(pids: readonly number[]): Promise<void> {
  const end = Date.now() + 20_000;
  for (;;) {
    const alive = (await Promise.all(pids.map(async (pid) => [pid, await state(pid)] as const))).filter(([, how]) => how !== undefined && how !== 'Z');
    if (alive.length === 0) return;
    if (Date.now() > end) throw new Error(`still there: ${alive.map(([pid, how]) => `${pid} (${how})`).join(', ')}`);
    await new Promise((soon) => setTimeout(soon, 50));
  }
}

async function state(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined))?.split(') ')[1]?.[0];
  try {
    process.kill(pid, 0);
    return 'S';
  } catch {
    return undefined;
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
