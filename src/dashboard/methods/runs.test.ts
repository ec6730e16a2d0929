// What programs printed, as lines with their colours and nothing else that a terminal would obey.
import { expect, test } from 'vitest';
import { ScriptedDashboard, signal } from '../../../test/support/scriptedDashboard.ts';
import { KeptOutput } from '../../machine/running/keptOutput.ts';
import { colouredText } from './colouredText.ts';
import { runMethods } from './runs.ts';

const ESC = '\u001B';
const asked = { session: '', chain: '', signal, call: async () => {} };

test.each([
  ['plain', 'plain'],
  [`${ESC}[1;31mred${ESC}[0m`, `${ESC}[1;31mred${ESC}[0m`],
  [`${ESC}[38:2::1:2:3mtrue${ESC}[m`, `${ESC}[38:2::1:2:3mtrue${ESC}[m`],
  [`${ESC}[2J${ESC}[Hgone${ESC}[K`, 'gone'],
  [`${ESC}]0;title\u0007shown`, 'shown'],
  [`${ESC}]52;c;aGVsbG8=${ESC}\\shown`, 'shown'],
  [`${ESC}]8;;https://example.com${ESC}\\link${ESC}]8;;${ESC}\\`, 'link'],
  [`${ESC}P+q544e${ESC}\\shown`, 'shown'],
  // One that has no end.
  [`shown${ESC}]0;never ends`, 'shown'],
  [`shown${ESC}`, 'shown'],
  [`${ESC}[>4;1mshown`, 'shown'],
  ['10%\r50%\r100%', '100%'],
  ['10%\r50%\r', '50%'],
  [`${ESC}[32m10%\r50%${ESC}[0m`, `${ESC}[32m50%${ESC}[0m`],
  ['a\r\nb\r\n', 'a\nb\n'],
  ['abc\b\bX', 'aX'],
  ['bell\u0007 null\u0000 tab\t', 'bell null tab\t'],
  ['\u009B31mc1', 'c1'],
])('%j is %j', (printed, shown) => {
  expect(colouredText(printed)).toBe(shown);
});

test('a run is read line by line, each once, whatever the parts are', async () => {
  const output = new KeptOutput();
  const state: { state: 'running' | 'ended'; milliseconds: number } = { state: 'running', milliseconds: 1 };
  const methods = withRun({
    id: 'r1',
    output,
    get state() {
      return state;
    },
  });
  let next: unknown;
  const ask = async () => {
    const answer = Object(await methods['run.output']({ id: '1.r1', ...(next !== undefined && { since: next }) }, asked));
    next = answer.next;
    return { lines: answer.lines, partial: answer.partial };
  };
  expect(await ask()).toEqual({ lines: [], partial: undefined });
  output.add('stdout', `one\ntwo\n${ESC}[3`);
  expect(await ask()).toEqual({ lines: ['one', 'two'], partial: expect.any(String) });
  output.add('stdout', '1mred');
  expect(await ask()).toEqual({ lines: [], partial: `${ESC}[31mred` });
  output.add('stderr', `${ESC}[0m line\nlast`);
  expect(await ask()).toEqual({ lines: [`${ESC}[31mred${ESC}[0m line`], partial: 'last' });
  expect(await ask()).toEqual({ lines: [], partial: 'last' });
  state.state = 'ended';
  expect(await ask()).toEqual({ lines: ['last'], partial: undefined });
  expect(await ask()).toEqual({ lines: [], partial: undefined });
});

test('of a flood the last five thousand lines are shown, and it is said that there were more', async () => {
  const output = new KeptOutput();
  for (let at = 1; at <= 12_000; at += 1) output.add('stdout', `line ${at}\n`);
  const methods = withRun({ id: 'r1', output, state: { state: 'ended', exitCode: 0, milliseconds: 1 } });
  const { lines, isCut } = Object(await methods['run.output']({ id: '1.r1' }, asked));
  expect([lines.length, lines[0], lines.at(-1), isCut]).toEqual([5_000, 'line 7001', 'line 12000', true]);
});

test('what a call passed as a secret is not in what a program prints, and failures come first', async () => {
  using window = new ScriptedDashboard('// @file cart.spec\npass adds\nfail sums: expected 3 but got 4\nerror breaks: no password=hunter2hunter2\n', {
    commands: { env: { stdout: 'DEPLOY=swordfish-1234 done\n', exitCode: 0 } },
  });
  window.history.record({ id: '1', time: '2026-01-01T00:00:00.000Z', tool: 'run_command', client: 'x', parameters: {}, status: 'success' }, ['swordfish-1234']);
  await window.ide.running.start({ title: 'env', command: { line: 'env' }, owner: undefined }, signal);
  await window.ide.testing.start(
    { which: { kind: 'all' }, name: undefined, runner: undefined, coverage: false, author: 'claude-code', permit: async () => {} },
    signal,
  );
  await window.rows('runs');
  const printed = await window.ask('run.output', { id: '1.r1' });
  expect(printed).toMatchObject({ lines: [expect.stringContaining('done')] });
  expect(JSON.stringify(printed)).not.toContain('swordfish');
  expect(await window.ask('run.tests', { id: '1.t1' })).toMatchObject({
    counts: { passed: 1, failed: 1, error: 1 },
    results: [
      { name: 'sums', status: 'failed', file: 'cart.spec', line: 2, expected: '3', actual: '4', stack: [{ file: 'cart.spec', line: 2 }] },
      { name: 'breaks', status: 'error', message: 'no password=[redacted]' },
      { name: 'adds', status: 'passed' },
    ],
  });
  expect(await window.ask('run.output', { id: '1.t1' })).toMatchObject({ lines: [], isWhole: true });
});

test.each([
  ['run.output', { id: '1.r9' }, 'run_not_found'],
  ['run.output', { id: 'r1' }, 'run_not_found'],
  ['run.output', {}, 'invalid_arguments'],
  ['run.output', { id: '1.r1', since: 'yesterday' }, 'invalid_arguments'],
  ['run.tests', { id: '1.r9' }, 'run_not_found'],
  ['session.output', { id: '1.s9' }, 'session_not_found'],
  ['session.output', { id: '1.s1', since: -1 }, 'invalid_arguments'],
] as const)('%s %j is %s', async (method, params, code) => {
  using window = new ScriptedDashboard('');
  await window.rows('runs');
  expect(await window.refusal(method, params)).toMatchObject({ code });
});

test('a debug session is read from where it was read before', async () => {
  using window = new ScriptedDashboard('// @file main.run\nprint "hello"\nlet x = 1\n');
  const target = { kind: 'program', uri: 'file:///fixture/main.run', args: [], environment: {} } as const;
  const hosts = { refusal: () => undefined, isOurs: () => false };
  const [session] = await window.ide.debugging.start({ target, owner: undefined, stopOnEntry: false, permit: async () => {}, hosts }, signal);
  await window.rows('sessions');
  const first = Object(await window.ask('session.output', { id: '1.s1' }));
  expect(first.next).toBe(session?.output.next);
  expect(first.entries.length).toBe(session?.output.since(0).length);
  expect(await window.ask('session.output', { id: '1.s1', since: first.next })).toEqual({ entries: [], next: first.next });
});

function withRun(run: { readonly id: string; readonly output: KeptOutput; readonly state: unknown }) {
  const window = new ScriptedDashboard('');
  window[Symbol.dispose]();
  const ide = { project: window.ide.project, running: { runs: () => [run] } };
  return runMethods({ things: Object({ find: () => ({ ide, handle: run.id }) }), withoutSecrets: (text) => text });
}
