// What the dialect of the JetBrains index server advises, through its own endpoint: completions and quick fixes, with every field and every refusal.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { jetbrainsIndex } from '../../src/dialects/jetbrainsIndex.ts';
import { openScriptedIde, ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import { type Doors, startDoors } from '../../src/transports/startDoors.ts';
import { type Caller, script } from './callers.ts';
import { partsWith, TOKEN } from './house.ts';

const SHOP = `
// @file src/cart.ts
export class Cart {
  // What it costs.
  total(): number { return 1; }
  // @deprecated use total
  tally(): number { return 1; }
}
// @file src/main.ts
cart.t
Ca
const wrong = 1;
//    ^^^^^ warning: nobody uses this [fix* Rename it => right] [fix Rename it everywhere => right @src/cart.ts]
const strange = 2;
//    ^^^^^^^ error: strange
`;

let doors: Doors;
let caller: Caller;
beforeAll(async () => {
  doors = await startDoors({
    parts: partsWith(allTools, new ScriptedWorkbench([openScriptedIde(SHOP, {}, 'shop')])),
    dialects: [jetbrainsIndex],
    port: 0,
    token: TOKEN,
  });
  caller = script(`${doors.url}/index-mcp`);
});
afterAll(() => doors.close());

test('ide_code_completions: names with kind, text, signature and whether they are deprecated', async () => {
  expect(await call('ide_code_completions', { file: 'src/main.ts', line: 1, column: 7, documentation: true })).toEqual({
    completions: [
      { name: 'tally', kind: 'METHOD', insertText: 'tally', deprecated: true, signature: 'tally(): number', documentation: '@deprecated use total' },
      { name: 'total', kind: 'METHOD', insertText: 'total', deprecated: false, signature: 'total(): number', documentation: 'What it costs.' },
    ],
    totalCount: 2,
  });
});

test('ide_code_completions: an import that would be added, and no more than were asked for', async () => {
  expect(await call('ide_code_completions', { file: 'src/main.ts', line: 2, column: 3, max_results: 1 })).toEqual({
    completions: [
      {
        name: 'Cart',
        kind: 'CLASS',
        insertText: 'Cart',
        deprecated: false,
        signature: 'export class Cart',
        importFrom: './cart.ts',
        additionalEdits: [{ line: 1, added: "import { Cart } from './cart.ts';" }],
      },
    ],
    totalCount: 1,
  });
  expect(await call('ide_code_completions', { file: 'src/main.ts', line: 1, column: 6, max_results: 1 })).toMatchObject({
    completions: { length: 1 },
    totalCount: 2,
  });
});

test('ide_list_quick_fixes: each fix with an id and the problem that it solves', async () => {
  const problem = { file: 'src/main.ts', line: 3, column: 7, severity: 'WARNING', message: 'nobody uses this', source: 'script', code: 'S1' };
  const first = { fixId: expect.any(String), name: 'Rename it', kind: 'quickfix', preferred: true, problem, otherFiles: [] };
  const second = { fixId: expect.any(String), name: 'Rename it everywhere', kind: 'quickfix', preferred: false, problem, otherFiles: ['src/cart.ts'] };
  expect(await call('ide_list_quick_fixes', { file: 'src/main.ts', line: 3, column: 8 })).toEqual({ fixes: [first, second], totalCount: 2 });
  expect(await call('ide_list_quick_fixes', { file: 'src/main.ts' })).toEqual({ fixes: [first, second], totalCount: 2 });
  expect(await call('ide_list_quick_fixes', { file: 'src/main.ts', line: 5 })).toEqual({ fixes: [], totalCount: 0 });
  expect(await call('ide_list_quick_fixes', { file: 'src/main.ts', line: 3, preview: true })).toMatchObject({
    fixes: [{ diff: '@ src/main.ts:3\n-const wrong = 1;\n+const right = 1;' }, { diff: expect.stringContaining('@ src/cart.ts:1') }],
  });
});

test.each([
  ['ide_code_completions', { file: 'src/main.ts', line: 1 }, -32602],
  ['ide_code_completions', { file: 'src/gone.ts', line: 1, column: 1 }, -32002],
  ['ide_list_quick_fixes', { line: 1 }, -32602],
  ['ide_list_quick_fixes', { file: 'src/main.ts', column: 1 }, -32602],
  ['ide_list_quick_fixes', { file: 'src/main.ts', line: 99 }, -32602],
])('%s %j is refused with %i', async (name, given, code) => {
  await expect(caller.ask('tools/call', { name, arguments: given })).rejects.toMatchObject({ code });
});

const textContent = z.looseObject({ content: z.tuple([z.looseObject({ type: z.literal('text'), text: z.string() })]) });

test('ide_apply_quick_fix: a fix by its fixId, returned as a change', async () => {
  const { fixes } = z.object({ fixes: z.array(z.object({ fixId: z.string() })) }).parse(await call('ide_list_quick_fixes', { file: 'src/main.ts', line: 3 }));
  expect(await call('ide_apply_quick_fix', { fix_id: fixes[1]?.fixId })).toEqual({
    success: true,
    affectedFiles: ['src/cart.ts', 'src/main.ts'],
    changesCount: 2,
    message: 'Applied "Rename it everywhere" in 2 files.',
    changeId: 'change1',
  });
});

async function call(name: string, given: Record<string, unknown>): Promise<unknown> {
  return JSON.parse(textContent.parse(await caller.ask('tools/call', { name, arguments: given })).content[0].text);
}
