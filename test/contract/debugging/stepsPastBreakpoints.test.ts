// Tracepoints, conditions and hit counts that lie on the way of a step or of a run to a line: it ends where it was to end, in every language, and never runs away.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { needs, type ToolName } from '../../support/testTools.ts';
import { debuggee, onPath, withVariables } from './debuggee.ts';

const NODE = `function inner(n) {
  const x = n + 1; // inside
  return x; // returned
}
let a = inner(1); // start
let b = a + inner(2); // next
let c = b + 1; // third
let d = c + 1; // fourth
let e = d + 1; // fifth
console.log(a, b, c, d, e); // last
`;
const PYTHON = NODE.replaceAll(/^let |;(?= \/\/)/gm, '')
  .replace(/^function[\s\S]*?^}/m, 'def inner(n):\n    x = n + 1 // inside\n    return x // returned')
  .replace('console.log', 'print')
  .replaceAll('//', '#');
const GO = `package main

import "fmt"

func inner(n int) int {
	x := n + 1 // inside
	return x // returned
}

func main() {
${NODE.slice(NODE.indexOf('let'))
  .replaceAll(/^let (\w) =/gm, '\t$1 :=')
  .replace('console.log', 'fmt.Println')}}
`;
const C = `#include <stdio.h>
int inner(int n) {
  int x = n + 1; // inside
  return x; // returned
}
int main() {
${NODE.slice(NODE.indexOf('let')).replaceAll('let', 'int').replace('console.log(', 'printf("%d %d %d %d %d", ')}}
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
  await set('start');
  // Where a function begins, CodeLLDB names one of the breakpoints there, and not where that on the function stands.
  await set(name === 'codelldb' ? 'returned' : 'inside', { hit_condition: '9' });
  await project.call('set_breakpoint', { function: file === 'main.go' ? 'main.inner' : 'inner', log_message: 'inner of {n}' });
  await set('next', { log_message: 'a is {a}' });
  await set('third', { hit_condition: '5' });
  await set('fourth', { condition: 'c == 77' });
  await set('fifth', { log_message: 'b is {b}' });
  await set('last', { condition: 'e == 77' });
  expect(await project.call('start_debug_session', { program: file === 'main.c' ? 'shop' : file, timeout: 50 })).toMatchObject({
    location: { line: at('start') },
  });
  for (const mark of ['next', 'third'])
    expect(await project.call('step_over'), mark).toMatchObject({ state: 'paused', reason: 'step', location: { line: at(mark) } });
  for (const mark of ['fourth', 'fifth']) {
    const goal = await project.call('run_to_line', { file, line: at(mark) });
    expect(goal, mark).toMatchObject({ state: 'paused', reason: 'step', location: { line: at(mark) } });
    expect(goal['breakpoints']).toBeUndefined();
  }
  // A condition that is taken away holds no longer.
  await set('last');
  expect(await project.call('resume')).toMatchObject({ state: 'paused', reason: 'breakpoint', location: { line: at('last') } });
  const { traces } = await project.call('read_debug_output', { only: 'trace' });
  expect(traces).toEqual(
    expect.arrayContaining([expect.objectContaining({ columns: ['n'], rows: [['1'], ['2']] }), expect.objectContaining({ columns: ['a'], rows: [['2']] })]),
  );
  await project.call('stop_debug_session');
});
