// How the dialect of the JetBrains index server takes code apart, through its own endpoint: RefactoringResult with every field, and the number of a conflict.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { jetbrainsIndex } from '../../src/dialects/jetbrainsIndex.ts';
import { openScriptedIde, type ScriptedIde, ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import { type Doors, startDoors } from '../../src/transports/startDoors.ts';
import { type Caller, script } from './callers.ts';
import { partsWith, TOKEN } from './house.ts';

const SHOP = `
// @file src/cart.ts
export const total = 1 + 2;
export const again = 1 + 2;
export function unused() {
}
// @file src/main.ts
import { total } from './cart.ts';
export const bill = total;
// @file src/parts.ts
const one = 1;
export const all = one + 1;
// @file src/void.ts
export function nothing() {
}
`;
const SUM = { file: 'src/cart.ts', start_line: 1, start_column: 22, end_line: 1, end_column: 27 };

let ide: ScriptedIde;
let doors: Doors;
let caller: Caller;
beforeAll(async () => {
  ide = openScriptedIde(SHOP, {}, 'shop');
  doors = await startDoors({ parts: partsWith(allTools, new ScriptedWorkbench([ide])), dialects: [jetbrainsIndex], port: 0, token: TOKEN });
  caller = script(`${doors.url}/index-mcp`);
});
afterAll(() => doors.close());

test('ide_refactor_safe_delete: what is used is a conflict; what is not goes', async () => {
  const used = { file: 'src/cart.ts', line: 1, column: 14 };
  await expect(caller.ask('tools/call', { name: 'ide_refactor_safe_delete', arguments: used })).rejects.toMatchObject({ code: -32004 });
  expect(await call('ide_refactor_safe_delete', { file: 'src/cart.ts', line: 3, column: 17 })).toEqual({
    success: true,
    affectedFiles: ['src/cart.ts'],
    changesCount: 1,
    message: 'Deleted: 1 change in 1 file.',
  });
});

test('ide_refactor_extract_variable: one occurrence or all', async () => {
  expect(await call('ide_refactor_extract_variable', { ...SUM, name: 'sum', all_occurrences: true })).toEqual({
    success: true,
    affectedFiles: ['src/cart.ts'],
    changesCount: 3,
    message: 'Extracted sum: 3 changes in 1 file.',
  });
});

test('ide_refactor_extract_method: a function, and a name that is taken', async () => {
  const range = { file: 'src/main.ts', start_line: 2, start_column: 21, end_line: 2, end_column: 26 };
  await expect(caller.ask('tools/call', { name: 'ide_refactor_extract_method', arguments: { ...range, name: 'bill' } })).rejects.toMatchObject({
    code: -32004,
  });
  expect(await call('ide_refactor_extract_method', { ...range, name: 'cost' })).toEqual({
    success: true,
    affectedFiles: ['src/main.ts'],
    changesCount: 2,
    message: 'Extracted cost: 2 changes in 1 file.',
  });
});

test('ide_refactor_inline and ide_refactor_move: the uses, and another file', async () => {
  expect(await call('ide_refactor_inline', { file: 'src/parts.ts', line: 1, column: 7 })).toEqual({
    success: true,
    affectedFiles: ['src/parts.ts'],
    changesCount: 2,
    message: 'Inlined: 2 changes in 1 file.',
  });
  expect(await call('ide_refactor_move', { file: 'src/parts.ts', line: 1, column: 14, target_file: 'src/moved.ts' })).toEqual({
    success: true,
    affectedFiles: expect.arrayContaining(['src/parts.ts', 'src/moved.ts']),
    changesCount: 2,
    message: 'Moved to src/moved.ts: 2 changes in 2 files.',
  });
});

test.each([
  ['no name', 'ide_refactor_extract_method', SUM, -32602],
  ['a file that is not there', 'ide_refactor_extract_variable', { ...SUM, file: 'src/gone.ts', name: 'sum' }, -32002],
  ['no target', 'ide_refactor_move', { file: 'src/cart.ts', line: 1, column: 14 }, -32602],
  ['what has no value', 'ide_refactor_inline', { file: 'src/void.ts', line: 1, column: 17 }, -32004],
  ['no symbol', 'ide_refactor_safe_delete', { file: 'src/cart.ts', line: 99, column: 1 }, -32602],
])('%s is refused', async (_, name, given, code) => {
  await expect(caller.ask('tools/call', { name, arguments: given })).rejects.toMatchObject({ code });
});

const textContent = z.looseObject({ content: z.tuple([z.looseObject({ type: z.literal('text'), text: z.string() })]) });

async function call(name: string, given: Record<string, unknown>): Promise<unknown> {
  return JSON.parse(textContent.parse(await caller.ask('tools/call', { name, arguments: given })).content[0].text);
}
