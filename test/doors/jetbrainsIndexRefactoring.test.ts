// How the dialect of the JetBrains index server refactors, through its own endpoint: what is done, and the number of a conflict.
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
export function total(prices: number[]): number {
  return prices.length;
}
export const taken = 1;
// @file src/main.ts
import { total } from './cart.ts';
export const bill = total([1]);
`;

const USE = { file: 'src/main.ts', line: 2, column: 21 };

let ide: ScriptedIde;
let doors: Doors;
let caller: Caller;
beforeAll(async () => {
  ide = openScriptedIde(SHOP, { mistakes: ['wrong'] }, 'shop');
  doors = await startDoors({ parts: partsWith(allTools, new ScriptedWorkbench([ide])), dialects: [jetbrainsIndex], port: 0, token: TOKEN });
  caller = script(`${doors.url}/index-mcp`);
});
afterAll(() => doors.close());

test('ide_refactor_rename: a rename that brings new errors is a conflict, and nothing is written', async () => {
  await expect(caller.ask('tools/call', { name: 'ide_refactor_rename', arguments: { ...USE, new_name: 'wrong' } })).rejects.toMatchObject({
    code: -32004,
    message: expect.stringContaining('it would bring 3 new errors'),
  });
  expect((await ide.documents.read(ide.documents.uriOf('src/cart.ts'))).text).toContain('function total(');
});

test('ide_refactor_rename: a name that is taken is a conflict, and nothing is written', async () => {
  await expect(caller.ask('tools/call', { name: 'ide_refactor_rename', arguments: { ...USE, new_name: 'taken' } })).rejects.toMatchObject({
    code: -32004,
    message: expect.stringContaining('taken already means something else'),
  });
  expect((await ide.documents.read(ide.documents.uriOf('src/cart.ts'))).text).toContain('function total(');
});

test('ide_refactor_rename: success, affectedFiles, changesCount, message', async () => {
  const result = await call('ide_refactor_rename', { ...USE, new_name: 'sum' });
  expect(result).toEqual({
    success: true,
    affectedFiles: ['src/cart.ts', 'src/main.ts'],
    changesCount: 3,
    message: 'Renamed to sum: 3 changes in 2 files.',
  });
  expect((await ide.documents.read(ide.documents.uriOf('src/main.ts'))).text).toContain("import { sum } from './cart.ts';\nexport const bill = sum([1]);");
});

test.each([
  ['no new name', { ...USE }, -32602],
  ['what is no name', { ...USE, new_name: 'not valid' }, -32602],
  ['a file that is not there', { file: 'src/gone.ts', line: 1, column: 1, new_name: 'sum' }, -32002],
])('ide_refactor_rename: %s is refused', async (_, given, code) => {
  await expect(caller.ask('tools/call', { name: 'ide_refactor_rename', arguments: given })).rejects.toMatchObject({ code });
});

const textContent = z.looseObject({ content: z.tuple([z.looseObject({ type: z.literal('text'), text: z.string() })]) });

async function call(name: string, given: Record<string, unknown>): Promise<unknown> {
  return JSON.parse(textContent.parse(await caller.ask('tools/call', { name, arguments: given })).content[0].text);
}
