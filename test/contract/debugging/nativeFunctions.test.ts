// C++ under both debuggers of LLVM: functions traced and counted, what a program reads, conditions with a mistake, and a call that does not end.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { debuggee, onPath } from './debuggee.ts';

const CPP = `#include <cstdio>

int price(int cents, int turn) {
  return cents * turn;
}

int spin(int turn) {
  while (turn) turn |= 1;
  return turn;
}

int main() {
  int sum = spin(0);
  for (int turn = 1; turn <= 6; turn++)
    sum += price(10, turn);
  char line[100];
  while (fgets(line, sizeof line, stdin) != nullptr) printf("read %s", line);
  return sum == 210 ? 0 : 1;
}
`;

test.for(['lldb-dap', 'codelldb'] as const)('%s', async (tool, context) => {
  using _path = onPath(dirname((await needs(context, tool)).command[0] ?? ''));
  await using project = await debuggee({ 'main.cpp': CPP }, async (folder) => {
    execFileSync('g++', ['-g', '-O0', '-o', join(folder, 'shop'), join(folder, 'main.cpp')]);
  });
  const turn = (value: string) => ({
    reason: 'breakpoint',
    breakpoints: [{ id: 'b1' }],
    location: { line: 4 },
    variables: expect.arrayContaining([expect.objectContaining({ name: 'turn', value })]),
  });
  await project.call('set_breakpoint', { function: 'price', hit_condition: '3' });
  await project.call('set_breakpoint', { function: 'missing' });
  expect(await project.call('start_debug_session', { program: 'shop' })).toMatchObject(turn('3'));
  expect(await project.call('list_breakpoints')).toMatchObject({ breakpoints: [{ verified: true }, { verified: false }] });
  expect(await project.refusal('evaluate', { expression: 'spin(1)' })).toMatchObject({
    error: 'evaluation_interrupted',
    message: expect.stringContaining('The program stands where it stood.'),
  });
  expect(await project.call('evaluate', { expression: 'turn + spin(0)' })).toMatchObject({ result: { value: '3' } });
  // It counts on, also where what it counts to is another number.
  await project.call('set_breakpoint', { function: 'price', hit_condition: '> 4' });
  expect(await project.call('resume')).toMatchObject(turn('5'));
  await project.call('set_breakpoint', { function: 'price', log_message: 'turn {turn}' });
  await project.call('set_breakpoint', { file: 'main.cpp', line: 16, condition: 'turnn > 1' });
  expect(await project.call('resume')).toMatchObject({ breakpoints: [{ id: 'b3', error: expect.stringContaining('turnn') }] });
  expect(await project.call('read_debug_output', { only: 'trace' })).toMatchObject({ traces: [{ columns: ['turn'], rows: [['6']] }] });
  await project.call('write_debug_input', { text: 'one\ntwo', end: true });
  expect(await project.call('resume')).toMatchObject({ state: 'ended', exitCode: 0, notes: [expect.stringContaining('b2 (missing)')] });
  expect(JSON.stringify(await project.call('read_debug_output', { only: 'stdout' }))).toMatch(/read one(?:\\r)?\\nread two/);
});
