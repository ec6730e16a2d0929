// What becomes of sessions when something dies, floods, or is shared; and what a person's policy keeps from them.
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type TestContext, test } from 'vitest';
import { defaultPolicy } from '../../../src/server/permission/permission.ts';
import { agentOf } from '../../support/check.ts';
import { needs } from '../../support/testTools.ts';
import { realAgentOn } from '../tools/realAgent.ts';
import { type Debuggee, debuggee, isAlive, withVariable } from './debuggee.ts';

const LOOP = 'import time\n\nprint("up", flush=True)\nwhile True:\n    time.sleep(0.02)\n';

async function python(context: TestContext, files: Readonly<Record<string, string>>): Promise<Debuggee & Disposable> {
  const { folder } = await needs(context, 'debugpy');
  const variable = withVariable('PYTHONPATH', folder);
  return { ...(await debuggee(files)), [Symbol.dispose]: () => variable[Symbol.dispose]() };
}

test('a program that prints megabytes costs no memory, and its end can be read', async (context) => {
  await using project = await python(context, { 'flood.py': 'for i in range(100000):\n    print("x" * 100)\nprint("the last")\n' });
  expect(await project.call('start_debug_session', { program: 'flood.py', timeout: 120 })).toMatchObject({
    state: 'ended',
    exitCode: 0,
    output: expect.stringContaining('the last'),
  });
  const output = await project.call('read_debug_output');
  expect(output).toMatchObject({ more: true, forgotten: expect.any(Number) });
});

test.skipIf(process.platform === 'win32')('an adapter that is killed costs its session, and says so', async (context) => {
  await using project = await python(context, { 'loop.py': LOOP });
  await project.call('start_debug_session', { program: 'loop.py', timeout: 1 });
  const [session] = project.real.agent.ide.debugging.sessions();
  const pid = session?.processId ?? 0;
  expect(isAlive(pid)).toBe(true);
  const [adapter = ''] = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'debugpy.adapter'], { encoding: 'utf8' }).split('\n');
  process.kill(Number(adapter), 'SIGKILL');
  expect(await project.call('wait_for_pause', { timeout: 20 })).toMatchObject({ state: 'ended' });
  expect(await project.refusal('pause')).toMatchObject({ error: 'session_ended' });
  for (let attempt = 0; attempt < 50 && isAlive(pid); attempt++) await sleep(100);
  expect(isAlive(pid)).toBe(false);
});

test('a session ends with the connection that started it, and another agent can use it by name until then if a person allows it', async (context) => {
  await using project = await python(context, { 'loop.py': LOOP });
  const { ide } = project.real.agent;
  await using denied = await agentOf(ide, { connection: { id: 'denied' } });
  await using other = await agentOf(ide, { connection: { id: 'other' }, policy: { ...defaultPolicy, tools: { pause: 'allow' } } });
  await project.call('start_debug_session', { program: 'loop.py', timeout: 1 });
  expect(await other.refusal('pause', {})).toMatchObject({ error: 'no_debug_session' });
  expect(await denied.refusal('pause', { session_id: 's1' })).toMatchObject({ error: 'not_permitted' });
  expect((await other.call('pause', { session_id: 's1' })).value).toMatchObject({ state: 'paused' });
  const pid = ide.debugging.sessions()[0]?.processId ?? 0;
  await project.real.agent.client.close();
  for (let attempt = 0; attempt < 100 && isAlive(pid); attempt++) await sleep(100);
  expect(isAlive(pid)).toBe(false);
  expect((await other.call('list_debug_sessions', {})).value).toMatchObject({ sessions: [{ id: 's1', state: 'ended' }] });
});

test('an untrusted project runs nothing', async () => {
  const real = await realAgentOn({ 'loop.py': LOOP }, undefined, false);
  try {
    expect(await real.agent.refusal('start_debug_session', { program: 'loop.py' })).toMatchObject({ error: 'not_trusted' });
    expect(await real.agent.refusal('attach_debugger', { port: 1 })).toMatchObject({ error: 'not_trusted' });
  } finally {
    await real.close();
  }
});

test('without a debugger for it, what to install is said', async () => {
  using _path = withVariable('PATH', '/nowhere');
  await using project = await debuggee({ 'go.mod': 'module x\n', 'main.go': 'package main\n\nfunc main() {\n}\n' });
  const home = withVariable('HOME', '/nowhere');
  try {
    expect(await project.refusal('start_debug_session', { program: 'main.go' })).toMatchObject({
      error: 'adapter_missing',
      next: expect.stringContaining('go install'),
    });
  } finally {
    home[Symbol.dispose]();
  }
  expect(await project.refusal('start_debug_session', { program: 'go.mod' })).toMatchObject({ error: 'cannot_debug' });
});
