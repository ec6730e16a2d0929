// Go under a real Delve: built outside of the project, with conditions, tracepoints, goroutines, panics and tests.
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { type Debuggee, debuggee, onPath } from './debuggee.ts';

const MAIN = `package main

import "fmt"

type Item struct {
	Name  string
	Cents int
}

func total(items []Item) int {
	result := 0
	for _, item := range items {
		result += item.Cents
	}
	return result
}

func main() {
	items := []Item{{"apple", 30}, {"pear", 45}, {"plum", 25}}
	fmt.Println("before")
	amount := total(items)
	fmt.Println("after", amount)
	var broken []int
	fmt.Println(broken[amount])
}
`;
const TEST = `package main

import "testing"

func TestTotal(t *testing.T) {
	got := total([]Item{{"a", 1}})
	if got != 2 {
		t.Fatalf("got %d", got)
	}
}
`;

async function shop(context: TestContext): Promise<Debuggee & Disposable> {
  const dlv = await needs(context, 'dlv');
  const path = onPath(dirname(dlv.command[0] ?? ''));
  const project = await debuggee({ 'go.mod': 'module shop\n\ngo 1.21\n', 'main.go': MAIN, 'main_test.go': TEST });
  return { ...project, [Symbol.dispose]: () => path[Symbol.dispose]() };
}

test('a program is found, built aside, and debugged to its panic', async (context) => {
  await using project = await shop(context);
  expect(await project.call('list_run_configurations')).toMatchObject({ configurations: [{ name: 'go: .', canDebug: true }] });
  await project.call('set_breakpoint', { file: 'main.go', line: 13, condition: 'item.Cents > 40' });
  await project.call('set_breakpoint', { file: 'main.go', line: 12, log_message: '{result} of {len(items)}' });
  const stop = await project.call('start_debug_session', { configuration_name: 'go: .', timeout: 50 });
  expect(stop).toMatchObject({
    reason: 'breakpoint',
    location: { file: 'main.go', line: 13, function: 'main.total' },
    breakpoints: [{ values: [{ name: 'item.Cents', value: '45' }] }],
    variables: expect.arrayContaining([expect.objectContaining({ name: 'result', value: '30' })]),
    output: expect.stringContaining('before'),
  });
  expect(await project.call('evaluate', { expression: 'items[0].Name' })).toMatchObject({ result: { value: '"apple"', type: 'string' } });
  expect(await project.refusal('evaluate', { expression: 'nothing' })).toMatchObject({ error: 'evaluation_failed' });
  expect(await project.call('step_out')).toMatchObject({ location: { line: 21, function: 'main.main' } });
  expect(await project.call('run_to_line', { file: 'main.go', line: 22 })).toMatchObject({ location: { line: 22 } });
  expect(await project.call('set_variable', { name: 'amount', value: '7' })).toMatchObject({ variable: { value: '7' } });
  expect(await project.call('list_threads')).toMatchObject({ threads: expect.arrayContaining([expect.objectContaining({ stopped: true })]) });
  // Inside the runtime, but what is shown is the project's own line.
  expect(await project.call('resume')).toMatchObject({
    reason: 'exception',
    exception: { message: expect.stringContaining('index out of range [7]') },
    location: { file: 'main.go', line: 24 },
  });
  expect(await project.call('resume')).toMatchObject({ state: 'ended', exitCode: 2 });
  expect(await project.call('read_debug_output', { only: 'trace' })).toMatchObject({ traces: [{ columns: ['result', 'len(items)'], rows: [['0', '3']] }] });
  expect((await readdir(project.real.agent.ide.project.path)).sort()).toEqual(['go.mod', 'main.go', 'main_test.go']);
});

test('a test and a function', async (context) => {
  await using project = await shop(context);
  await project.call('set_breakpoint', { file: 'main_test.go', line: 7 });
  expect(await project.call('debug_test', { file: 'main_test.go', test: 'TestTotal', timeout: 50 })).toMatchObject({
    location: { file: 'main_test.go', line: 7 },
    variables: expect.arrayContaining([expect.objectContaining({ name: 'got', value: '1' })]),
  });
  await project.call('stop_debug_session');
  await project.call('remove_breakpoint', { breakpoint_id: 'b1' });
  await project.call('set_breakpoint', { function: 'main.total' });
  expect(await project.call('start_debug_session', { program: 'main.go', timeout: 50 })).toMatchObject({
    reason: 'breakpoint',
    location: { function: 'main.total' },
  });
});

test('a program that does not compile says what the compiler said', async (context) => {
  const dlv = await needs(context, 'dlv');
  using _path = onPath(dirname(dlv.command[0] ?? ''));
  await using project = await debuggee({ 'go.mod': 'module shop\n\ngo 1.21\n', 'main.go': 'package main\n\nfunc main() {\n\tmissing()\n}\n' });
  expect(await project.refusal('start_debug_session', { program: 'main.go' })).toMatchObject({
    error: 'launch_failed',
    output: expect.stringContaining('undefined: missing'),
  });
});
