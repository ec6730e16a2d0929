// Node programs through MCP, under our own adapter as it is built: a program, an npm script, a child of it, a test that fails.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Debuggee, debuggee } from './debuggee.ts';

const adapter = join(fileURLToPath(new URL('../../..', import.meta.url)), 'dist', 'nodeAdapter.cjs');

const MAIN = `function total(items) {
  let result = 0;
  for (const item of items) {
    result += item.cents;
  }
  return result;
}

function main() {
  const items = [{ name: 'apple', cents: 30 }, { name: 'pear', cents: 45 }, { name: 'plum', cents: 25 }];
  console.log('before');
  const amount = total(items);
  console.log('after', amount);
  try {
    throw new TypeError('caught inside');
  } catch {}
  throw new RangeError('nobody catches');
}
main();
`;
const TEST = `const test = require('node:test');
const assert = require('node:assert');
test('adds', () => {
  const sum = 1 + 1;
  assert.strictEqual(sum, 3);
});
test('other', () => {});
`;

async function shop(): Promise<Debuggee> {
  expect(existsSync(adapter), 'our Node adapter is not built: npm run build').toBe(true);
  return debuggee({ 'package.json': '{ "scripts": { "start": "node main.js" } }', 'main.js': MAIN, 'sum.test.js': TEST });
}

test('a program is stopped, stepped, changed and let go', async () => {
  await using project = await shop();
  await project.call('set_breakpoint', { file: 'main.js', line: 4, condition: 'item.cents > 40' });
  await project.call('set_breakpoint', { file: 'main.js', line: 3, log_message: '{result} of {items.length}' });
  expect(await project.call('start_debug_session', { program: 'main.js' })).toMatchObject({
    reason: 'breakpoint',
    location: { file: 'main.js', line: 4, function: 'total' },
    breakpoints: [{ id: 'b1', values: [{ name: 'item.cents', value: '45' }] }],
    variables: expect.arrayContaining([expect.objectContaining({ name: 'result', value: '30' })]),
    output: expect.stringContaining('before'),
  });
  expect(await project.refusal('evaluate', { expression: 'nothing' })).toMatchObject({
    error: 'evaluation_failed',
    message: expect.stringContaining('nothing is not defined'),
  });
  await project.call('remove_breakpoint', { breakpoint_id: 'b1' });
  expect(await project.call('step_out')).toMatchObject({ location: { function: 'main' } });
  expect(await project.call('evaluate', { expression: 'items.map(({ name }) => name).join()' })).toMatchObject({ result: { value: "'apple,pear,plum'" } });
  await project.call('set_exception_breakpoint', { exception: 'TypeError', caught: true });
  expect(await project.call('resume')).toMatchObject({ reason: 'exception', exception: { type: 'TypeError' }, location: { line: 15 } });
  await project.call('set_exception_breakpoint', { exception: 'RangeError' });
  expect(await project.call('resume')).toMatchObject({ reason: 'exception', exception: { type: 'RangeError' }, location: { line: 17 } });
  expect(await project.call('resume')).toMatchObject({ state: 'ended', exitCode: 1 });
});

test('an npm script is stopped in the program that it starts', async () => {
  await using project = await shop();
  await project.call('set_breakpoint', { file: 'main.js', line: 6 });
  expect(await project.call('start_debug_session', { configuration_name: 'npm: start' })).toMatchObject({ location: { file: 'main.js', line: 6 } });
  await project.call('stop_debug_session');
});

test('a test is stopped where it fails', async () => {
  await using project = await shop();
  const stop = await project.call('debug_test', { file: 'sum.test.js', test: 'adds' });
  expect(stop).toMatchObject({
    reason: 'exception',
    location: { file: 'sum.test.js', line: 5 },
    variables: expect.arrayContaining([expect.objectContaining({ name: 'sum', value: '2' })]),
  });
});
