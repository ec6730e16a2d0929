// A program that runs already is attached to, debugged, and left running.
import { type ChildProcess, spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { environment, type NodeSession, openSession } from './nodeSession.ts';

const SERVICE = `const { Worker, isMainThread } = require('node:worker_threads');
let count = 0;
function tick() {
  count++; // tick
  console.log('tick', { count });
}
setInterval(tick, 20);
`;

test('stops in a program that was started with --inspect, and leaves it running', async () => {
  const session = await openSession({ 'service.js': SERVICE });
  const { child, port } = await inspected(session, ['--inspect=0', 'service.js']);
  await session.attach({ port }, { breakpoints: { 'service.js': ['// tick'] } });
  const { thread, at } = await session.stop();
  expect(at).toBe('Timeout.tick service.js:4');
  const before = Number(await session.evaluate(thread, 'count'));
  expect(await session.step('next', thread)).toBe('Timeout.tick service.js:5');
  expect(await session.evaluate(thread, 'count')).toBe(String(before + 1));
  await session.go(thread);
  await session.stop();
  await session.client.disconnectRequest({});
  const seen = await printed(child);
  expect(await printed(child)).not.toBe(seen);
  expect(child.exitCode).toBe(null);
});

test('what waits with --inspect-brk begins, its console is read, and it ends with the session when that is asked for', async () => {
  const session = await openSession({ 'service.js': SERVICE });
  const { child, port } = await inspected(session, ['--inspect-brk=0', 'service.js']);
  await session.attach({ port }, { breakpoints: { 'service.js': ['// tick'] } });
  const entry = await session.stop();
  expect(entry).toMatchObject({ reason: 'entry', at: '<anonymous> service.js:1' });
  await session.go(entry.thread);
  const { thread } = await session.stop();
  await session.go(thread);
  await session.stop();
  expect(session.output('stdout')).toBe('tick {count: 1}\n');
  const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  await session.client.disconnectRequest({ terminateDebuggee: true });
  expect(await ended).toBe('SIGKILL');
});

test('says so where no inspector answers', async () => {
  const session = await openSession({});
  await expect(session.attach({ port: 1 })).rejects.toThrow(/No inspector answers at 127\.0\.0\.1:1 .*--inspect/);
  // The session is as good as before.
  await expect(session.client.customRequest('launch', { program: 'missing.js', cwd: session.root })).rejects.toThrow(
    `There is no program ${session.path('missing.js')}`,
  );
});

async function inspected(session: NodeSession, parameters: readonly string[]): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, parameters, { cwd: session.root, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /ws:\/\/127\.0\.0\.1:(\d+)\//.exec(text);
      if (found !== null) resolve(Number(found[1]));
    });
    child.once('exit', () => reject(new Error(text)));
  });
  return { child, port };
}

function printed(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString())));
}
