// What a breakpoint does when it is reached, in every language: log and stop, only log, or only count; and what is listed is what was set.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { needs, type ToolName } from '../../support/testTools.ts';
import { debuggee, onPath, withVariables } from './debuggee.ts';

const NODE = `let sum = 0;
for (let n = 1; n < 4; n++) {
  sum += n; // body
  sum += 1; // once
}
console.log(sum); // last
`;
const PYTHON = `total = 0
for n in range(1, 4):
    total += n # body
    total += 1 # once
print(total) # last
`;
const GO = `package main

import "fmt"

func main() {
	sum := 0
	for n := 1; n < 4; n++ {
		sum += n // body
		sum += 1 // once
	}
	fmt.Println(sum) // last
}
`;
const C = `#include <stdio.h>
int main() {
  int sum = 0;
  for (int n = 1; n < 4; n++) {
    sum += n; // body
    sum += 1; // once
  }
  printf("%d", sum); // last
}
`;

const ROWS: readonly (readonly [name: string, file: string, text: string, tool: ToolName | undefined])[] = [
  ['Node', 'main.js', NODE, undefined],
  ['Python', 'main.py', PYTHON, 'debugpy'],
  ['Go', 'main.go', GO, 'dlv'],
  ['C under lldb-dap', 'main.c', C, 'lldb-dap'],
  ['C under CodeLLDB', 'main.c', C, 'codelldb'],
];

test.for(ROWS)('%s', async ([, file, text, name], context) => {
  const tool = name === undefined ? undefined : await needs(context, name);
  using _python = withVariables(name === 'debugpy' ? { PYTHONPATH: tool?.folder ?? '' } : {});
  using _path = onPath(dirname(tool?.command[0] ?? '.'));
  await using project = await debuggee({ [file]: text, 'go.mod': 'module shop\n\ngo 1.21\n' }, async (folder) => {
    if (file === 'main.c') execFileSync('gcc', ['-g', '-O0', '-o', join(folder, 'shop'), join(folder, file)]);
  });
  const at = (mark: string) => text.split('\n').findIndex((line) => line.endsWith(` ${mark}`)) + 1;
  const set = (mark: string, more: object = {}) => project.call('set_breakpoint', { file, line: at(mark), ...more });
  const start = () => project.call('start_debug_session', { program: file === 'main.c' ? 'shop' : file, timeout: 50 });

  // It logs and stops, where its condition holds.
  await set('body', { log_message: 'n is {n}', suspend: 'all', condition: 'n > 1' });
  await set('once', { log_message: 'seen {n}', temporary: true });
  await set('last', { suspend: 'none' });
  expect(await start()).toMatchObject({ reason: 'breakpoint', location: { line: at('body') }, breakpoints: [{ id: 'b1', hits: 1 }] });
  expect(await project.call('read_debug_output', { only: 'trace' })).toMatchObject({
    traces: [
      { breakpointId: 'b2', rows: [['1']] },
      { breakpointId: 'b1', columns: ['n'], rows: [['2']] },
    ],
  });
  expect(await project.call('resume')).toMatchObject({
    reason: 'breakpoint',
    output: expect.stringContaining('n is 3\n'),
    breakpoints: [{ id: 'b1', hits: 2 }],
  });
  // One that only counts neither stops nor says anything.
  const end = await project.call('resume');
  expect(end).toMatchObject({ state: 'ended' });
  const { breakpoints } = await project.call('list_breakpoints');
  expect(breakpoints).toMatchObject([
    { id: 'b1', logMessage: 'n is {n}', suspend: 'all', hits: 2 },
    { id: 'b3', suspend: 'none', hits: 0, passed: 1 },
  ]);

  // The same breakpoint without stopping.
  await set('body', { log_message: 'n is {n}', suspend: 'none' });
  expect(await start()).toMatchObject({ state: 'ended' });
  expect(await project.call('read_debug_output', { session_id: 's2', only: 'trace' })).toMatchObject({
    traces: [{ breakpointId: 'b1', columns: ['n'], rows: [['1'], ['2'], ['3']] }],
  });
  expect(await project.call('list_breakpoints')).toMatchObject({
    breakpoints: [
      { id: 'b3', passed: 2 },
      { id: 'b1', hits: 2, passed: 3 },
    ],
  });
});

test('a text that the adapter for Node itself cuts says how long it is', async () => {
  await using project = await debuggee({ 'main.js': `const text = 'x'.repeat(30_000);\nconsole.log(text.length);\n` });
  await project.call('set_breakpoint', { file: 'main.js', line: 2 });
  await project.call('start_debug_session', { program: 'main.js' });
  expect(await project.call('evaluate', { expression: 'text' })).toMatchObject({ result: { length: 30_000 } });
  await project.call('stop_debug_session');
});
