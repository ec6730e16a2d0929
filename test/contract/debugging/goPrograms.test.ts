// Go as it lies in folders that nobody arranged for a debugger: one file of several programs, long values, traced functions, and calls that do not come back.
import { dirname } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { type Debuggee, debuggee, idOf, onPath } from './debuggee.ts';

const program = (says: string, more = '') => `package main

import "fmt"

func main() {
	fmt.Println(${says})
}
${more}`;

const LONG = `package main

import "fmt"

func price(cents, turn int) int {
	return cents * turn
}

func spin(turn int) int {
	for turn > 0 {
		turn = turn | 1
	}
	return turn
}

func main() {
	numbers := []int{}
	ages := map[string]int{}
	for turn := 0; turn < 150; turn++ {
		numbers = append(numbers, turn)
		ages[fmt.Sprint(turn)] = turn
	}
	sum := spin(0)
	for turn := 1; turn <= 5; turn++ {
		sum += price(10, turn)
	}
	fmt.Println(sum, len(ages), len(numbers))
}
`;

async function folder(context: TestContext, files: Readonly<Record<string, string>>): Promise<Debuggee & Disposable> {
  const dlv = await needs(context, 'dlv');
  const path = onPath(dirname(dlv.command[0] ?? ''));
  const project = await debuggee(files);
  return { ...project, [Symbol.dispose]: () => path[Symbol.dispose]() };
}

test('one file is built, with what it needs of its folder and nothing else', async (context) => {
  await using project = await folder(context, {
    'tools/go.mod': 'module tools\n\ngo 1.21\n',
    'tools/one.go': program('"one"'),
    'tools/two.go': program('word()'),
    'tools/word.go': 'package main\n\nfunc word() string { return "two" }\n',
    'tools/cart/cart.go': 'package cart\n',
    'tools/cart/cart_test.go': 'package cart\n',
    'tools/whole/main.go': program('part()'),
    'tools/whole/part.go': 'package main\n\nfunc part() string { return "whole" }\n',
    'tools/whole/script.go': `//go:build ignore\n\n${program('"script"')}`,
    'alone/alone.go': program('"alone"'),
  });
  for (const [file, printed] of [
    ['tools/one.go', 'one\n'],
    ['tools/two.go', 'two\n'],
    ['tools/whole/main.go', 'whole\n'],
    ['tools/whole/script.go', 'script\n'],
    ['alone/alone.go', 'alone\n'],
  ] as const)
    expect(await project.call('start_debug_session', { program: file, timeout: 50 }), file).toMatchObject({ state: 'ended', exitCode: 0, output: printed });
  expect(await project.refusal('start_debug_session', { program: 'tools/cart/cart.go' })).toMatchObject({
    error: 'cannot_debug',
    message: expect.stringContaining('package cart'),
  });
  expect(await project.refusal('start_debug_session', { program: 'tools/cart/cart_test.go' })).toMatchObject({
    error: 'cannot_debug',
    next: expect.stringContaining('debug_test'),
  });
});

test('long values are paged, functions traced and counted, and a call that stops or never ends says where the program stands', async (context) => {
  await using project = await folder(context, { 'go.mod': 'module long\n\ngo 1.21\n', 'main.go': LONG });
  await project.call('set_breakpoint', { function: 'main.price', log_message: 'turn {turn}', condition: 'turn > 1' });
  await project.call('set_breakpoint', { file: 'main.go', line: 27 });
  const stop = await project.call('start_debug_session', { program: 'main.go', timeout: 50 });
  expect(stop).toMatchObject({ location: { line: 27 } });
  expect(await project.call('read_debug_output', { only: 'trace' })).toMatchObject({ traces: [{ columns: ['turn'], rows: [['2'], ['3'], ['4'], ['5']] }] });
  expect(stop['variables']).toContainEqual(expect.objectContaining({ name: 'ages', size: 150 }));
  expect(await project.call('expand_variable', { variable_id: idOf(stop, 'numbers'), cursor: '149' })).toMatchObject({
    variables: [{ name: '[149]', value: '149' }],
  });
  const everything = await project.call('expand_variable', { variable_id: idOf(stop, 'ages'), page_size: 500 });
  // With its length, which Delve counts among its members.
  expect(everything['variables']).toHaveLength(151);
  await project.call('set_breakpoint', { file: 'main.go', line: 10, condition: 'turn == 9' });
  expect(await project.refusal('evaluate', { expression: 'call spin(9)' })).toMatchObject({
    error: 'evaluation_stopped',
    message: expect.stringMatching(/b3 stopped it\. The program now stands at main\.go:10 in main\.spin, inside the call/),
  });
  expect(await project.call('set_variable', { name: 'turn', value: '0' })).toMatchObject({ variable: { value: '0' } });
  expect(await project.call('resume')).toMatchObject({ location: { line: 27 } });
  expect(await project.refusal('evaluate', { expression: 'call spin(1)' })).toMatchObject({
    error: 'evaluation_stopped',
    message: expect.stringMatching(/did not end within 5 s\. The program now stands at main\.go:1[01] in main\.spin, inside the call/),
  });
  expect(await project.call('evaluate', { expression: 'turn' })).toMatchObject({ result: { value: '1' } });
  expect(await project.call('stop_debug_session')).toMatchObject({ state: 'ended' });
});

test('a condition with a mistake is reported: what cannot be Go when it is set, a name that is not there at the first hit', async (context) => {
  await using project = await folder(context, { 'go.mod': 'module long\n\ngo 1.21\n', 'main.go': LONG });
  for (const condition of [
    'turn === 3',
    'turn = 3',
    'turn == 3 and sum > 1',
    "turn == 'abc'",
    'turn ?? 1',
    'not turn',
    'turn == == 3',
    'len(ages,,) > 1',
    'numbers[1:2:] == 3',
  ])
    expect(await project.refusal('set_breakpoint', { file: 'main.go', line: 25, condition }), condition).toMatchObject({ error: 'invalid_condition' });
  await project.call('set_breakpoint', { file: 'main.go', line: 25, condition: "turn%2 == 0 && numbers[2] != 'a' && len(ages) > 1<<2 && !(turn <= 3)" });
  await project.call('set_breakpoint', { function: 'main.spin', condition: 'turnn == 4' });
  await project.call('set_breakpoint', { function: 'main.missing' });
  expect(await project.call('start_debug_session', { program: 'main.go', timeout: 50 })).toMatchObject({
    reason: 'breakpoint',
    breakpoints: [{ id: 'b2', error: expect.stringContaining('turnn') }],
  });
  expect(await project.call('list_breakpoints')).toMatchObject({
    breakpoints: [
      { id: 'b1', verified: true },
      { id: 'b2', verified: true },
      { id: 'b3', verified: false },
    ],
  });
  expect(await project.call('resume')).toMatchObject({
    breakpoints: [{ id: 'b1' }],
    variables: expect.arrayContaining([expect.objectContaining({ name: 'turn', value: '4' })]),
  });
  expect(await project.call('resume')).toMatchObject({ state: 'ended', notes: [expect.stringContaining('b3 (main.missing)')] });
});
