// Python under a real debugpy: breakpoints of every kind, exceptions, steps, values, children, tests and attaching.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type TestContext, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { type Debuggee, debuggee, idOf, isAlive, withVariable } from './debuggee.ts';

const CART = `class Item:
    def __init__(self, name, cents):
        self.name = name
        self.cents = cents


def total(items):
    result = 0
    # Every item counts.
    for item in items:
        result += item.cents
    return result


def main():
    items = [Item("apple", 30), Item("pear", 45), Item("plum", 25)]
    print("before")
    amount = total(items)
    print("after", amount)
    try:
        raise ValueError("caught inside")
    except ValueError:
        pass
    raise KeyError("nobody catches")


if __name__ == "__main__":
    main()
`;

async function cart(context: TestContext, more: Readonly<Record<string, string>> = {}): Promise<Debuggee & Disposable> {
  const { folder } = await needs(context, 'debugpy');
  const variable = withVariable('PYTHONPATH', folder);
  const project = await debuggee({ 'cart.py': CART, ...more });
  return { ...project, [Symbol.dispose]: () => variable[Symbol.dispose]() };
}

test('a conditional breakpoint reports where it stands, why, and what made the condition true', async (context) => {
  await using project = await cart(context);
  await project.call('set_breakpoint', { file: 'cart.py', line: 11, condition: 'item.cents > 40' });
  await project.call('add_watch', { expression: 'result * 2' });
  const stop = await project.call('start_debug_session', { program: 'cart.py' });
  expect(stop).toMatchObject({
    state: 'paused',
    reason: 'breakpoint',
    location: { file: 'cart.py', line: 11, function: 'total' },
    breakpoints: [{ id: 'b1', condition: 'item.cents > 40', values: [{ name: 'item.cents', value: '45' }] }],
    stack: [{ function: 'total' }, { function: 'main', line: 18 }, { function: '<module>', line: 28 }],
    watches: [{ expression: 'result * 2', value: '60' }],
  });
  // debugpy may send what was printed behind the stop.
  const before = String(stop['output'] ?? '');
  await expect.poll(async () => before + JSON.stringify(await project.call('read_debug_output', {}))).toContain('before');
  expect(stop['source']).toContain('>*11          result += item.cents');
  expect(await project.call('list_breakpoints')).toMatchObject({ breakpoints: [{ id: 'b1', hits: 1, verified: true }] });
  expect(await project.call('expand_variable', { variable_id: idOf(stop, 'item') })).toMatchObject({
    variables: expect.arrayContaining([expect.objectContaining({ name: 'cents', value: '45' })]),
  });
});

test('steps, run to line, set variable and evaluation', async (context) => {
  await using project = await cart(context);
  await project.call('set_breakpoint', { file: 'cart.py', line: 8, temporary: true });
  await project.call('start_debug_session', { program: 'cart.py' });
  expect(await project.call('list_breakpoints')).toEqual({ breakpoints: [] });
  expect(await project.call('step_over')).toMatchObject({ reason: 'step', location: { line: 10 } });
  expect(await project.call('run_to_line', { file: 'cart.py', line: 12 })).toMatchObject({ reason: 'step', location: { line: 12 } });
  expect(await project.call('set_variable', { name: 'result', value: '7 * 6' })).toMatchObject({ variable: { name: 'result', value: '42' } });
  expect(await project.call('evaluate', { expression: 'result + len(items)' })).toMatchObject({ result: { value: '45', type: 'int' } });
  expect(await project.call('step_out')).toMatchObject({ location: { line: 18, function: 'main' } });
  expect(await project.call('resume')).toMatchObject({ reason: 'exception', output: expect.stringContaining('after 42') });
  expect(await project.refusal('evaluate', { expression: 'nothing' })).toMatchObject({
    error: 'evaluation_failed',
    message: expect.stringContaining("name 'nothing' is not defined"),
  });
  expect(await project.refusal('set_variable', { name: 'amount', value: ')' })).toMatchObject({ error: 'cannot_set_variable' });
  expect(await project.refusal('expand_variable', { variable_id: 's1.1.1' })).toMatchObject({ error: 'unknown_variable' });
});

test('a tracepoint never stops, and its values are a table', async (context) => {
  await using project = await cart(context);
  await project.call('set_breakpoint', { file: 'cart.py', line: 11, log_message: '{item.name}: {result}' });
  await project.call('start_debug_session', { program: 'cart.py' });
  expect(await project.call('read_debug_output')).toMatchObject({
    traces: [
      {
        breakpointId: 'b1',
        columns: ['item.name', 'result'],
        rows: [
          ["'apple'", '0'],
          ["'pear'", '30'],
          ["'plum'", '75'],
        ].map((row) => row.map((value) => expect.stringContaining(value.replaceAll("'", '')))),
      },
    ],
  });
});

test('exceptions stop by class, and by whether anybody catches them', async (context) => {
  await using project = await cart(context);
  await project.call('set_exception_breakpoint', { exception: 'ValueError', caught: true });
  const caught = await project.call('start_debug_session', { program: 'cart.py' });
  expect(caught).toMatchObject({
    reason: 'exception',
    exception: { type: 'ValueError', message: 'caught inside' },
    location: { line: 21 },
    breakpoints: [{ id: 'b1' }],
  });
  await project.call('set_exception_breakpoint', {});
  expect(await project.call('resume')).toMatchObject({ reason: 'exception', exception: { type: 'KeyError' }, location: { line: 24 } });
  expect(await project.call('resume')).toMatchObject({ state: 'ended', exitCode: 1, output: expect.stringContaining("KeyError: 'nobody catches'") });
  expect(await project.refusal('resume')).toMatchObject({ error: 'session_ended' });
});

test('an exception breakpoint on a class stops at those that extend it, and at no other', async (context) => {
  const RAISES = `class OutOfStock(LookupError):
    pass


def attempt(error):
    try:
        raise error
    except Exception:
        pass


attempt(ValueError("no"))
attempt(OutOfStock("pears"))
open("/nowhere/at/all")
`;
  await using project = await cart(context, { 'raises.py': RAISES });
  await project.call('set_exception_breakpoint', { exception: 'LookupError', caught: true, uncaught: false });
  await project.call('set_exception_breakpoint', { exception: 'OSError' });
  expect(await project.call('start_debug_session', { program: 'raises.py' })).toMatchObject({
    reason: 'exception',
    exception: { type: expect.stringMatching(/OutOfStock$/) },
    breakpoints: [{ id: 'b1', hits: 1 }],
  });
  expect(await project.call('resume')).toMatchObject({ reason: 'exception', exception: { type: 'FileNotFoundError' }, breakpoints: [{ id: 'b2' }] });
});

test('a function, and a child process, are stopped in too', async (context) => {
  const child =
    'import multiprocessing\n\n\ndef work(n):\n    return n * 2\n\n\nif __name__ == "__main__":\n    with multiprocessing.get_context("spawn").Pool(1) as pool:\n        print(pool.map(work, [21]))\n';
  await using project = await cart(context, { 'child.py': child });
  await project.call('set_breakpoint', { file: 'child.py', line: 5 });
  const stop = await project.call('start_debug_session', { program: 'child.py' });
  expect(stop).toMatchObject({ state: 'paused', location: { file: 'child.py', line: 5 }, variables: [{ name: 'n', value: '21' }] });
  expect(await project.call('list_debug_sessions')).toMatchObject({
    sessions: expect.arrayContaining([expect.objectContaining({ id: stop['sessionId'], parent: 's1' })]),
  });
  await project.call('remove_breakpoint', { breakpoint_id: 'b1' });
  await project.call('resume', { timeout: 20 });
  expect(await project.call('wait_for_pause', { session_id: 's1' })).toMatchObject({ state: 'ended', exitCode: 0 });
  expect(await project.call('read_debug_output', { session_id: 's1' })).toMatchObject({
    output: expect.arrayContaining([expect.objectContaining({ text: expect.stringContaining('[42]') })]),
  });
});

test('a test is stopped where it fails', async (context) => {
  const tests =
    'import unittest\n\nfrom cart import Item, total\n\n\nclass CartTest(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(total([Item("a", 1)]), 2)\n';
  await using project = await cart(context, { 'test_cart.py': tests });
  await project.call('set_breakpoint', { file: 'cart.py', line: 12 });
  expect(await project.call('debug_test', { file: 'test_cart.py', test: 'test_total' })).toMatchObject({
    state: 'paused',
    location: { file: 'cart.py', line: 12 },
  });
  expect(await project.call('resume')).toMatchObject({
    state: 'paused',
    reason: 'exception',
    location: { file: 'test_cart.py', line: 8 },
    exception: { message: expect.stringContaining('1 != 2') },
  });
});

test('a program that runs is paused, and what is attached to lives on', async (context) => {
  await using project = await cart(context, { 'loop.py': 'import time\n\nturn = 0\nwhile True:\n    turn += 1\n    time.sleep(0.02)\n' });
  await project.call('start_debug_session', { program: 'loop.py', timeout: 0.5 });
  const running = await project.call('get_debug_session_status');
  expect(running).toMatchObject({ state: 'running' });
  expect(await project.refusal('get_variables')).toMatchObject({ error: 'not_paused' });
  expect(await project.call('pause')).toMatchObject({ state: 'paused', reason: 'pause', location: { file: 'loop.py' } });
  await project.call('stop_debug_session');
  const server = spawn('python3', ['-m', 'debugpy', '--listen', '127.0.0.1:5693', join(project.real.agent.ide.project.path, 'loop.py')], { stdio: 'ignore' });
  try {
    const attached = await attachedTo(project, 5693);
    expect(attached).toMatchObject({ state: 'running' });
    // Perhaps it is still starting, so that nothing is known of what it has by now.
    expect(await project.call('pause')).toMatchObject({ state: 'paused', reason: 'pause' });
    await project.call('stop_debug_session');
    await sleep(300);
    expect(isAlive(server.pid ?? 0)).toBe(true);
  } finally {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
});

test('a program that cannot be started says why', async (context) => {
  await using project = await cart(context, { 'broken.py': 'def f(:\n    pass\n' });
  const answer = await project.call('start_debug_session', { program: 'broken.py' });
  expect(JSON.stringify(answer)).toContain('SyntaxError');
  expect(await project.refusal('start_debug_session', { configuration_name: 'nothing' })).toMatchObject({ error: 'configuration_not_found' });
});

// It listens a moment after it was started.
async function attachedTo(project: Debuggee, port: number): Promise<Record<string, unknown>> {
  for (let attempt = 0; attempt < 50; attempt++) {
    try {
      return await project.call('attach_debugger', { port, debugger: 'debugpy' });
    } catch {
      await sleep(200);
    }
  }
  throw new Error(`nothing listens on ${port}`);
}
