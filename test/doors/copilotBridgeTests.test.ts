// The tests of the dialect of the Copilot bridge, over plain HTTP: each row with right and wrong input.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { copilotBridge } from '../../src/dialects/copilotBridge.ts';
import { openScriptedIde, ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import type { BridgeDoor } from '../../src/transports/bridge.ts';
import { type Doors, startDoors } from '../../src/transports/startDoors.ts';
import { SPECS } from '../support/specs.ts';
import { partsWith, TOKEN } from './house.ts';

let doors: Doors;
let bridge: BridgeDoor;
beforeAll(async () => {
  const shop = openScriptedIde(`${SPECS}// @file notes.md\nnothing\n// @file cart.covered\none covered\ntwo uncovered\n`, {}, 'shop');
  doors = await startDoors({ parts: partsWith(allTools, new ScriptedWorkbench([shop])), dialects: [copilotBridge], port: 0, token: TOKEN });
  bridge = await doors.openBridge(copilotBridge, '/shop', 0);
});
afterAll(async () => {
  await bridge.close();
  await doors.close();
});

test('list_tests', async () => {
  const { body } = await post('list_tests', { file_pattern: 'b.spec' });
  expect(body).toMatchObject({
    result: 'Found 2 tests:\n1. breaks at b.spec:1\n2. works at b.spec:2',
    results: [{ name: 'breaks', file: 'b.spec', line: 1 }, { name: 'works' }],
  });
  expect((await post('list_tests', { file_pattern: '' })).body['results']).toHaveLength(5);
});

test('get_test_results before any run is refused, run_tests runs, and then they are there', async () => {
  expect(await post('get_test_results', {})).toMatchObject({ status: 400 });
  const { body } = await post('run_tests', { target: '' });
  expect(body['result']).toMatch(
    /^Tests finished: 2 passed, 1 failed, 1 with errors, 1 skipped \(run t1\)\.\nFAILED cart > sums at a\.spec:3: expected 3 but got 4/,
  );
  expect(body).toMatchObject({ passed: 2, failed: 1, results: [{ test: 'cart > sums', expected: '3', actual: '4' }, { test: 'breaks' }] });
  expect((await post('run_tests', { target: 'a.spec', test: 'adds' })).body).toMatchObject({ passed: 1, failed: 0 });
  expect((await post('get_test_results', { status: 'passed' })).body['results']).toHaveLength(1);
});

test('of a folder without tests neither the run nor its results read as a success', async () => {
  for (const tool of ['run_tests', 'get_test_results']) {
    const { body } = await post(tool, tool === 'run_tests' ? { target: 'notes.md' } : {});
    expect(body['result']).toMatch(/^Tests finished: 0 passed, 0 failed, .* No test matched: list_tests shows which there are\.$/);
    expect(body).toMatchObject({ passed: 0, next: expect.stringContaining('No test matched') });
  }
});

test('get_coverage', async () => {
  expect((await post('get_coverage', {})).body['result']).toBe('Coverage of run t1: 50 % of 2 lines in 1 file:\n1. cart.covered 50 %, uncovered 2');
});

test.each([
  ['list_tests', { file_pattern: '../x' }, /outside the project/],
  ['run_tests', { target: '../x' }, /outside the project/],
  ['run_tests', { tests: 'x' }, /tests/],
  ['get_test_results', { status: 'green' }, /status/],
  ['get_coverage', { file: '../x' }, /outside the project/],
])('%s %j is refused', async (tool, given, says) => {
  const { status, body } = await post(tool, given);
  expect(status).toBe(400);
  expect(`${String(body['error'])} ${String(body['details'])}`).toMatch(says);
});

async function post(tool: string, given: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`http://127.0.0.1:${bridge.port}/${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(given),
  });
  return { status: answer.status, body: z.record(z.string(), z.unknown()).parse(await answer.json()) };
}
