// What an agent hears, and what is left on the machine, when a debugged program, its debugger or another agent does something unexpected.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { Agent, type Answer, textOf } from './agent.ts';
import { daemonsOf, eventually, memoryMbOf, processesOf } from './machine.ts';

const PROGRAMS = {
  'exits.js': "console.log('up');\nprocess.exit(7);\n",
  'aborts.js': "console.log('up');\nprocess.abort();\n",
  'throws.js': "console.log('up');\nthrow new Error('nobody catches');\n",
  'endless.js': "console.log('up');\nlet turn = 0;\nfor (;;) turn += 1;\n",
  'floods.js':
    "const line = 'x'.repeat(1023) + '\\n';\nlet left = 100 * 1024;\nconst write = () => {\n  while (left-- > 0) if (!process.stdout.write(line)) return process.stdout.once('drain', write);\n  process.stdout.write('the last\\n');\n};\nwrite();\n",
  'forks.js':
    "const { fork } = require('node:child_process');\nlet ready = 0;\nconst all = () => {\n  console.log('all are up');\n};\nfor (let index = 0; index < 50; index++) fork('./child.js').on('message', () => ++ready === 50 && all());\n",
  'child.js': "process.send('up');\nsetInterval(() => {}, 1_000);\n",
  'closes.js': "require('node:inspector').close();\nlet turn = 0;\nturn += 1;\nconsole.log('closed', turn);\n",
  'loop.js': 'let turn = 0;\nsetInterval(() => {\n  turn += 1;\n  turn += 2;\n  turn += 3;\n}, 10);\n',
};
const LOOP = { first: 3, second: 4, third: 5 } as const;
// Without a program under it; a debugger that remembers everything would show.
const MOST_GROWTH_MB = 150;

const SetBreakpoint = z.looseObject({ breakpoint: z.looseObject({ id: z.string() }) });
const Refusal = z.record(z.string(), z.unknown());

let home: Home;
let project: string;
let agent: Agent;
beforeAll(async () => {
  home = await temporaryHome();
  project = join(home.folder, 'programs');
  await mkdir(project);
  for (const [name, text] of Object.entries(PROGRAMS)) await writeFile(join(project, name), text);
  const configuration = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle');
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'policy.json'), '{ "tools": { "step_over": "allow", "stop_debug_session": "allow" } }');
});
afterAll(() => home[Symbol.asyncDispose]());
beforeEach(async () => {
  agent = await Agent.connected(home, project);
});
// What it has set stays in the project, what it has started ends with it.
afterEach(async () => {
  for (const id of idsIn(await agent.call('list_breakpoints'), 'b')) await agent.call('remove_breakpoint', { breakpoint_id: id });
  await agent[Symbol.asyncDispose]();
  await nothingIsLeft();
});

const accepted = (answer: Answer): Record<string, unknown> => {
  expect(answer.result?.isError, textOf(answer)).not.toBe(true);
  return answer.result?.structuredContent ?? {};
};
const refused = (answer: Answer): Record<string, unknown> => {
  expect(answer.result?.isError, textOf(answer)).toBe(true);
  return Refusal.parse(JSON.parse(textOf(answer)));
};
const ask = async (tool: string, given: Record<string, unknown> = {}, who = agent) => accepted(await who.call(tool, given));
const refusal = async (tool: string, given: Record<string, unknown> = {}, who = agent) => refused(await who.call(tool, given));

const programs = () => processesOf(home).filter(({ command }) => /programs\/\w+\.js|child\.js/.test(command) && !/nodeAdapter/.test(command));
const adapters = () => processesOf(home).filter(({ command }) => /nodeAdapter/.test(command));
const debuggers = () => [...programs(), ...adapters()];

// But for one debugger that waits for the next program.
async function nothingIsLeft(): Promise<void> {
  await eventually(
    () => programs().length === 0 && adapters().length <= 1,
    () => `still there: ${JSON.stringify(debuggers())}`,
  );
  expect(await daemonsOf(home)).toHaveLength(1);
}

async function daemonMb(): Promise<number> {
  const [daemon] = await daemonsOf(home);
  return memoryMbOf([{ pid: daemon?.pid ?? 0, command: '' }]);
}

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('a program that exits, crashes or aborts says how, and nothing of it is left', async () => {
  expect(await ask('start_debug_session', { program: 'exits.js' })).toMatchObject({ state: 'ended', exitCode: 7, output: 'up\n' });
  expect(await ask('start_debug_session', { program: 'aborts.js' })).toMatchObject({ state: 'ended', exitCode: 134 });
  const thrown = await ask('start_debug_session', { program: 'throws.js' });
  const stands = thrown['state'] === 'paused';
  expect(JSON.stringify(stands ? thrown : await ask('read_debug_output'))).toContain('nobody catches');
  expect(stands ? await ask('resume') : thrown).toMatchObject({ state: 'ended', exitCode: 1 });
  expect(await refusal('step_over')).toMatchObject({ error: 'session_ended', next: expect.stringContaining('Start another one') });
});

onLinux('a program that is killed at a stop ends its session, and the next call says so', async () => {
  await ask('set_breakpoint', { file: 'loop.js', line: LOOP.first });
  const stop = await ask('start_debug_session', { program: 'loop.js' });
  expect(stop).toMatchObject({ state: 'paused', location: { line: LOOP.first } });
  for (const { pid } of programs()) process.kill(pid, 'SIGKILL');
  expect(await ask('wait_for_pause', { timeout: 20 })).toMatchObject({ state: 'ended', exitCode: 137 });
  expect(await refusal('evaluate', { expression: 'turn' })).toMatchObject({ error: 'session_ended' });
});

onLinux('a program that never stops is reported as running, can be paused, and is ended', async () => {
  const running = await ask('start_debug_session', { program: 'endless.js', timeout: 1 });
  expect(running).toMatchObject({ state: 'running', notes: [expect.stringContaining('did not stop within 1 s')] });
  expect(await refusal('get_variables')).toMatchObject({ error: 'not_paused' });
  expect(await ask('pause')).toMatchObject({ state: 'paused', location: { file: 'endless.js', line: 3 } });
  expect(await ask('resume', { timeout: 0.2 })).toMatchObject({ state: 'running' });
  await ask('stop_debug_session');
});

onLinux('a hundred megabytes of output cost the daemon no memory, and the end of them can be read', async () => {
  const before = await daemonMb();
  expect(await ask('start_debug_session', { program: 'floods.js', timeout: 120 })).toMatchObject({
    state: 'ended',
    exitCode: 0,
    output: expect.stringContaining('the last'),
  });
  expect(await ask('read_debug_output')).toMatchObject({ more: true, forgotten: expect.any(Number) });
  expect((await daemonMb()) - before).toBeLessThan(MOST_GROWTH_MB);
});

onLinux('fifty children are joined to the session, and end with it', async () => {
  await ask('set_breakpoint', { file: 'forks.js', line: 4 });
  const stop = await ask('start_debug_session', { program: 'forks.js', timeout: 100 });
  expect(stop).toMatchObject({ state: 'paused', threadCount: 51, location: { file: 'forks.js', line: 4 } });
  expect(programs()).toHaveLength(51);
  await ask('stop_debug_session');
});

onLinux('a program that closes its inspector runs on to its end', async () => {
  expect(await ask('start_debug_session', { program: 'closes.js' })).toMatchObject({
    state: 'ended',
    exitCode: 0,
    output: expect.stringContaining('closed 1'),
  });
});

onLinux('a debugger that is killed costs its session and its program, and the next one starts', async () => {
  await ask('start_debug_session', { program: 'loop.js', timeout: 0.3 });
  for (const { pid } of adapters()) process.kill(pid, 'SIGKILL');
  expect(await ask('wait_for_pause', { timeout: 20 })).toMatchObject({ state: 'ended', ended: expect.stringContaining('its debugger has gone') });
  await nothingIsLeft();
  expect(await ask('start_debug_session', { program: 'exits.js' })).toMatchObject({ state: 'ended', exitCode: 7 });
});

onLinux('a debugger waits for the program whose breakpoint is set, is the one that runs it, and may die before', async () => {
  for (const { pid } of adapters()) process.kill(pid, 'SIGKILL');
  await eventually(
    () => adapters().length === 0,
    () => 'none is there',
  );
  const set = await ask('set_breakpoint', { file: 'loop.js', line: LOOP.first });
  await eventually(
    () => adapters().length === 1,
    () => 'one waits',
  );
  const waiting = adapters();
  expect(await ask('start_debug_session', { program: 'loop.js' })).toMatchObject({ state: 'paused' });
  expect(adapters()).toEqual(waiting);
  await ask('stop_debug_session');
  await eventually(
    () => adapters().length === 1 && adapters()[0]?.pid !== waiting[0]?.pid,
    () => 'the next one waits',
  );
  for (const { pid } of adapters()) process.kill(pid, 'SIGKILL');
  expect(await ask('start_debug_session', { program: 'loop.js' })).toMatchObject({ state: 'paused' });
  await ask('stop_debug_session');
  await ask('remove_breakpoint', { breakpoint_id: breakpointIn(set) });
});

onLinux(
  'two agents on one session, which a person has allowed: both step, see the watches and breakpoints of both, and are notified when one of them ends it',
  async () => {
    await using other = await Agent.connected(home, project);
    const set = await ask('set_breakpoint', { file: 'loop.js', line: LOOP.first });
    const stop = await ask('start_debug_session', { program: 'loop.js' });
    const session = { session_id: String(stop['sessionId']) };
    expect(await refusal('step_over', {}, other)).toMatchObject({ error: 'no_debug_session', next: expect.stringContaining(session.session_id) });

    await ask('add_watch', { expression: 'turn * 2' });
    await ask('add_watch', { expression: 'turn + 1' }, other);
    const theirs = await ask('set_breakpoint', { file: 'loop.js', line: LOOP.third }, other);
    expect(theirs).toMatchObject({ breakpoint: { verified: true } });
    // Whoever was not allowed to evaluate does not do so with a watch.
    const notEvaluated = { error: expect.stringContaining("another agent's") };
    expect(await ask('step_over', session, other)).toMatchObject({ location: { line: LOOP.second }, watches: [notEvaluated, notEvaluated] });
    expect(await ask('get_debug_session_status')).toMatchObject({ watches: [{ value: '2' }, { value: '2' }] });
    expect(await ask('resume')).toMatchObject({ location: { line: LOOP.third }, breakpoints: [{ id: breakpointIn(theirs) }] });

    // At once: each of them learns where the program stands, or that it runs because of the other.
    for (let round = 0; round < 5; round++) {
      const both = await Promise.all([agent.call('step_over'), other.call('step_over', session)]);
      for (const answer of both)
        if (answer.result?.isError === true) expect(refused(answer)).toMatchObject({ error: 'not_paused', next: expect.any(String) });
        else expect(accepted(answer)).toMatchObject({ state: 'paused' });
      expect(both.some(({ result }) => result?.isError !== true)).toBe(true);
      expect(await ask('wait_for_pause')).toMatchObject({ state: 'paused', location: { file: 'loop.js' } });
    }

    // One waits for a stop that does not come, because the other ends the program.
    for (const breakpoint of [set, theirs]) await ask('remove_breakpoint', { breakpoint_id: breakpointIn(breakpoint) });
    const waiting = agent.call('resume', { timeout: 60 });
    await eventually(
      async () => (await ask('get_debug_session_status', session, other))['state'] === 'running',
      () => 'it goes on',
    );
    await ask('stop_debug_session', session, other);
    expect(accepted(await waiting)).toMatchObject({ state: 'ended' });
    expect(await refusal('step_over', session)).toMatchObject({ error: 'session_ended' });
    for (const id of idsIn(await agent.call('add_watch', { expression: 'turn' }), 'w')) await ask('remove_watch', { watch_id: id });
  },
);

onLinux('an agent that is killed at a stop takes its own program with it, and no other', async () => {
  await using other = await Agent.connected(home, project);
  await ask('set_breakpoint', { file: 'loop.js', line: LOOP.first });
  expect(await ask('start_debug_session', { program: 'loop.js' })).toMatchObject({ state: 'paused' });
  const own = programs().map(({ pid }) => pid);
  expect(await ask('start_debug_session', { program: 'loop.js' }, other)).toMatchObject({ state: 'paused' });
  other.door.kill('SIGKILL');
  await other.ended();
  await eventually(
    () => programs().length === own.length && adapters().length <= own.length + 1,
    () => `still there: ${JSON.stringify(debuggers())}`,
  );
  expect(programs().map(({ pid }) => pid)).toEqual(own);
  expect(await ask('step_over')).toMatchObject({ location: { line: LOOP.second } });
  await ask('stop_debug_session');
});

onLinux('an agent that is killed while its program starts leaves nothing', async () => {
  await ask('set_breakpoint', { file: 'loop.js', line: LOOP.first });
  for (const milliseconds of [0, 40, 120]) {
    await using other = await Agent.connected(home, project);
    other.callThatMayBeCancelled('start_debug_session', { program: 'loop.js' });
    await sleep(milliseconds);
    other.door.kill('SIGKILL');
    await other.ended();
  }
  await nothingIsLeft();
  expect(await ask('list_debug_sessions')).not.toMatchObject({ sessions: expect.arrayContaining([expect.objectContaining({ state: 'paused' })]) });
});

onLinux('twenty sessions at once stand where they should', async () => {
  const before = await daemonMb();
  await ask('set_breakpoint', { file: 'loop.js', line: LOOP.first });
  const stops = await Promise.all(Array.from({ length: 20 }, () => ask('start_debug_session', { program: 'loop.js', timeout: 60 })));
  const ids = stops.map((stop) => String(stop['sessionId']));
  expect(new Set(ids).size).toBe(20);
  for (const stop of stops) expect(stop).toMatchObject({ state: 'paused', location: { file: 'loop.js', line: LOOP.first } });
  expect(programs()).toHaveLength(20);
  expect(adapters().length).toBeOneOf([20, 21]);
  const steps = await Promise.all(ids.map((session_id) => ask('step_over', { session_id })));
  expect(steps.map((step) => step['sessionId'])).toEqual(ids);
  for (const step of steps) expect(step).toMatchObject({ state: 'paused', location: { line: LOOP.second } });
  expect(await ask('list_debug_sessions')).toMatchObject({
    sessions: expect.arrayContaining(ids.map((id) => expect.objectContaining({ id, state: 'paused' }))),
  });
  expect((await daemonMb()) - before).toBeLessThan(MOST_GROWTH_MB);
  await Promise.all(ids.map((session_id) => ask('stop_debug_session', { session_id })));
  await nothingIsLeft();
  for (const id of ids.slice(-3)) expect(await refusal('step_over', { session_id: id })).toMatchObject({ error: 'session_ended' });
});

function breakpointIn(answer: Record<string, unknown>): string {
  return SetBreakpoint.parse(answer).breakpoint.id;
}

function idsIn(answer: Answer, kind: 'b' | 'w'): string[] {
  return [...JSON.stringify(answer.result?.structuredContent).matchAll(new RegExp(`"id":"(${kind}\\d+)"`, 'g'))].map(([, id = '']) => id);
}
