// C++ and Rust under CodeLLDB: programs that somebody built, and programs that Cargo builds first.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { debuggee, onPath } from './debuggee.ts';

const CPP = `#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

struct Item {
  std::string name;
  int cents;
};

int total(const std::vector<Item>& items) {
  int result = 0;
  for (const auto& item : items) {
    result += item.cents;
  }
  return result;
}

int main() {
  std::vector<Item> items = {{"apple", 30}, {"pear", 45}, {"plum", 25}};
  puts("before");
  int amount = total(items);
  printf("after %d\\n", amount);
  fflush(stdout);
  try {
    throw std::runtime_error("caught inside");
  } catch (const std::exception&) {
  }
  return amount == 100 ? 0 : 3;
}
`;
const RUST = `struct Item {
    cents: i32,
}

fn total(items: &[Item]) -> i32 {
    let mut result = 0;
    for item in items {
        result += item.cents;
    }
    result
}

fn main() {
    let items = vec![Item { cents: 30 }, Item { cents: 45 }];
    println!("total {}", total(&items));
}
`;

test('a C++ program that was built is debugged', async (context) => {
  using _path = onPath(await codelldb(context));
  await using project = await debuggee({ 'main.cpp': CPP }, async (folder) => {
    execFileSync('g++', ['-g', '-O0', '-o', join(folder, 'shop'), join(folder, 'main.cpp')]);
  });
  expect(await project.refusal('start_debug_session', { program: 'main.cpp' })).toMatchObject({
    error: 'cannot_debug',
    next: expect.stringContaining('Build it'),
  });
  await project.call('set_breakpoint', { file: 'main.cpp', line: 14, condition: 'item.cents > 40' });
  await project.call('set_breakpoint', { file: 'main.cpp', line: 13, log_message: '{result}' });
  const stop = await project.call('start_debug_session', { program: 'shop' });
  expect(stop).toMatchObject({
    reason: 'breakpoint',
    location: { file: 'main.cpp', line: 14 },
    breakpoints: [{ id: 'b1' }],
    variables: expect.arrayContaining([expect.objectContaining({ name: 'result', value: '30' })]),
  });
  expect(await project.call('evaluate', { expression: 'total(items) + item.cents' })).toMatchObject({ result: { value: '145' } });
  expect(await project.refusal('evaluate', { expression: 'nothing' })).toMatchObject({
    error: 'evaluation_failed',
    message: expect.stringContaining('undeclared identifier'),
  });
  expect(await project.call('step_over')).toMatchObject({ reason: 'step', location: { line: 13 } });
  expect(await project.call('step_out')).toMatchObject({ location: { line: 22, function: 'main' } });
  await project.call('set_exception_breakpoint', { caught: true, uncaught: false });
  expect(await project.call('run_to_line', { file: 'main.cpp', line: 23 })).toMatchObject({ location: { line: 23 } });
  // It prints into a pipe, as without a debugger: what is not flushed is not there yet.
  expect(await project.call('set_variable', { name: 'amount', value: '7' })).toMatchObject({ variable: { value: '7' } });
  expect(await project.call('resume')).toMatchObject({ reason: 'exception', location: { file: 'main.cpp', line: 26 } });
  expect(await project.call('resume')).toMatchObject({ state: 'ended', exitCode: 3 });
  expect(await project.call('read_debug_output', { only: 'trace' })).toMatchObject({ traces: [{ columns: ['result'], rows: [['0']] }] });
});

test('a Rust program is built by Cargo first', async (context) => {
  using _path = onPath(await codelldb(context));
  await using project = await debuggee({ 'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n', 'src/main.rs': RUST });
  expect(await project.call('list_run_configurations')).toMatchObject({ configurations: [{ name: 'cargo: shop' }] });
  await project.call('set_breakpoint', { file: 'src/main.rs', line: 8, condition: 'item.cents > 40' });
  expect(await project.call('start_debug_session', { configuration_name: 'cargo: shop', timeout: 50 })).toMatchObject({
    location: { file: 'src/main.rs', line: 8 },
    variables: expect.arrayContaining([expect.objectContaining({ name: 'result', value: '30' })]),
  });
  await project.call('stop_debug_session');
});

async function codelldb(context: TestContext): Promise<string> {
  return dirname((await needs(context, 'codelldb')).command[0] ?? '');
}
