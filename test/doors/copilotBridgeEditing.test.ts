// What the dialect of the Copilot bridge changes, over plain HTTP: each row with right and wrong input, and a project that is left as it was said to be.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { copilotBridge } from '../../src/dialects/copilotBridge.ts';
import { openScriptedIde, type ScriptedIde, ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import type { BridgeDoor } from '../../src/transports/bridge.ts';
import { type Doors, startDoors } from '../../src/transports/startDoors.ts';
import { partsWith, TOKEN } from './house.ts';

const SHOP = "\n// @file a.ts\nimport { b } from './b.ts';\nimport { a } from './a.ts';\nb(a);  \n// @file notes.zzz\nhello\n";
let shop: ScriptedIde;
let doors: Doors;
let bridge: BridgeDoor;
beforeAll(async () => {
  shop = openScriptedIde(SHOP, { mistakes: ['wrong'] }, 'shop');
  doors = await startDoors({ parts: partsWith(allTools, new ScriptedWorkbench([shop])), dialects: [copilotBridge], port: 0, token: TOKEN });
  bridge = await doors.openBridge(copilotBridge, '/shop', 0);
});
afterAll(async () => {
  await bridge.close();
  await doors.close();
});

test('intellij_write_file: a new file, the same again, and what it breaks', async () => {
  expect(await post('intellij_write_file', { path: 'src/new.ts', content: 'let one;\n' })).toMatchObject({
    status: 200,
    body: { result: 'Wrote src/new.ts (+1 −0).', results: [{ file: 'src/new.ts', kind: 'created' }], problems: [], changeId: expect.any(String) },
  });
  expect(await textOf('src/new.ts')).toBe('let one;\n');
  expect((await post('intellij_write_file', { path: 'src/new.ts', content: 'let one;\n' })).body['result']).toBe('src/new.ts has this text already.');
  expect((await post('intellij_write_file', { path: 'src/new.ts', content: 'wrong;\n' })).body['result']).toMatch(
    /^Wrote src\/new\.ts \(\+1 −1\)\.\nIt brings 1 new problem:\nsrc\/new\.ts:1:1 \[ERROR\]/,
  );
});

test('optimize_imports and format_code: once, and then there is nothing to do', async () => {
  expect((await post('optimize_imports', { path: 'a.ts' })).body['result']).toMatch(/^Optimized the imports of a\.ts \(/);
  expect((await post('optimize_imports', { path: 'a.ts' })).body['result']).toBe('a.ts has its imports in order already.');
  expect((await post('format_code', { path: 'a.ts' })).body['result']).toMatch(/^Formatted a\.ts \(/);
  expect((await post('format_code', { path: '/shop/a.ts' })).body['result']).toBe('/shop/a.ts is formatted already.');
  expect((await textOf('a.ts')).trimEnd()).toBe("import { a } from './a.ts';\nimport { b } from './b.ts';\nb(a);");
});

test('create_scratch_file: a file of its own each time', async () => {
  expect((await post('create_scratch_file', { language: 'typescript', content: 'let a;' })).body).toMatchObject({
    result: 'Created scratch file .scratch/scratch.ts',
    path: '.scratch/scratch.ts',
  });
  expect((await post('create_scratch_file', { name: '', language: 'typescript' })).body['path']).toBe('.scratch/scratch-2.ts');
  expect(await textOf('.scratch/scratch.ts')).toBe('let a;');
});

test.each([
  ['create_scratch_file', { name: '../a.ts' }, /plain name/],
  ['intellij_write_file', { path: '../x.ts', content: '' }, /outside the project/],
  ['intellij_write_file', { path: 'x.ts' }, /content is missing/],
  ['format_code', { path: 'none.ts' }, /no file none\.ts/],
  ['format_code', { path: 'notes.zzz' }, /can format notes\.zzz/],
  ['optimize_imports', {}, /path is missing/],
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

async function textOf(path: string): Promise<string> {
  return (await shop.documents.read(shop.documents.uriOf(path))).text;
}
