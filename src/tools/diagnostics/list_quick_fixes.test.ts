// Through the front door: an agent asks what would fix a problem. What real engines offer is in test/contract/tools/quickFixes.test.ts.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { agentOn } from '../../../test/support/check.ts';

const SHOP = `
// @file cart.ts
const wrong = 1;
//    ^^^^^ error: nobody uses this [fix* Rename it => right] [fix Rename it everywhere => right @other.ts]
export const total = two;
//                   ^^^ error: two is not declared [fix Write 2 => 2]
const strange = 3;
//    ^^^^^^^ warning: strange
// @file other.ts
export const other = 1;
// @file notes.md
text
`;

test('every problem of the file with its fixes, and how many have none', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('list_quick_fixes', { file: 'cart.ts' });
  expect(value).toEqual({
    file: 'cart.ts',
    problems: [
      {
        line: 1,
        column: 7,
        severity: 'error',
        message: 'nobody uses this',
        source: 'script',
        code: 'S1',
        fixes: [
          { id: expect.stringMatching(/^cart\.ts@/), title: 'Rename it', preferred: true },
          { id: expect.stringMatching(/^cart\.ts@/), title: 'Rename it everywhere', alsoEdits: ['other.ts'] },
        ],
      },
      {
        line: 3,
        column: 22,
        severity: 'error',
        message: 'two is not declared',
        source: 'script',
        code: 'S1',
        fixes: [{ id: expect.any(String), title: 'Write 2' }],
      },
    ],
    unmended: 1,
    totalFixes: 3,
    complete: true,
    engine: 'scripted 1.0',
  });
  expect(text).toMatch(/^3 quick fixes in cart\.ts; 1 problem without one\n1:7 error S1: nobody uses this\n {2}Rename it \(preferred\) {2}cart\.ts@/);
});

test('only those of a line, a range or a place', async () => {
  await using agent = await agentOn(SHOP);
  const titles = async (given: Record<string, unknown>) =>
    fixesIn((await agent.call('list_quick_fixes', { file: 'cart.ts', ...given })).value).map(({ title }) => title);
  expect(await titles({ line: 3 })).toEqual(['Write 2']);
  expect(await titles({ line: 1, end_line: 3 })).toEqual(['Rename it', 'Rename it everywhere', 'Write 2']);
  expect(await titles({ line: 1, column: 9 })).toEqual(['Rename it', 'Rename it everywhere']);
  expect(await titles({ line: 1, column: 2 })).toEqual([]);
});

test('preview shows the lines that change, in every file', async () => {
  await using agent = await agentOn(SHOP);
  const fixes = fixesIn((await agent.call('list_quick_fixes', { file: 'cart.ts', line: 1, preview: true })).value);
  expect(fixes.map(({ diff }) => diff)).toEqual([
    ['@ cart.ts:1', '-const wrong = 1;', '+const right = 1;'],
    ['@ cart.ts:1', '-const wrong = 1;', '+const right = 1;', '@ other.ts:1', '+// Rename it everywhere'],
  ]);
});

test('an id names one fix for as long as the text is the same', async () => {
  await using agent = await agentOn(SHOP);
  const list = async () => fixesIn((await agent.call('list_quick_fixes', { file: 'cart.ts' })).value).map(({ id }) => id);
  const ids = await list();
  expect(new Set(ids).size).toBe(3);
  expect(await list()).toEqual(ids);
  const [first = ''] = ids;
  const one = await agent.call('list_quick_fixes', { id: first });
  expect(one.value).toMatchObject({ file: 'cart.ts', totalFixes: 1, problems: [{ fixes: [{ id: first, title: 'Rename it', diff: { length: 3 } }] }] });
  // A change elsewhere leaves it as it is; a change of its file makes it stale, in another agent's hands too.
  agent.ide.documents.write('other.ts', 'export const other = 2;\n');
  expect(await list()).toEqual(ids);
  agent.ide.documents.write('cart.ts', 'const wrong = 1; // changed\n');
  expect(await agent.refusal('list_quick_fixes', { id: first })).toMatchObject({ error: 'stale_quick_fix', next: expect.stringContaining('list_quick_fixes') });
});

test('an unknown id is refused', async () => {
  await using agent = await agentOn(SHOP);
  expect(await agent.refusal('list_quick_fixes', { id: 'nonsense' })).toMatchObject({ error: 'unknown_quick_fix' });
  const [{ id } = { id: '' }] = fixesIn((await agent.call('list_quick_fixes', { file: 'cart.ts' })).value);
  expect(await agent.refusal('list_quick_fixes', { id: `${id.slice(0, -6)}AAAAAA` })).toMatchObject({ error: 'unknown_quick_fix' });
  expect(await agent.refusal('list_quick_fixes', { id: id.replace('cart.ts', 'gone.ts') })).toMatchObject({ error: 'file_not_found' });
});

test('pages', async () => {
  await using agent = await agentOn(SHOP);
  const { value } = await agent.call('list_quick_fixes', { file: 'cart.ts', page_size: 2 });
  expect(fixesIn(value)).toHaveLength(2);
  const next = await agent.call('list_quick_fixes', { file: 'cart.ts', page_size: 2, cursor: value['cursor'] });
  expect(fixesIn(next.value).map(({ title }) => title)).toEqual(['Write 2']);
});

test('what cannot be answered says so', async () => {
  await using agent = await agentOn(SHOP);
  expect(await agent.refusal('list_quick_fixes', {})).toMatchObject({ error: 'invalid_arguments', message: expect.stringContaining('file or id') });
  expect(await agent.refusal('list_quick_fixes', { file: 'cart.ts', column: 3 })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('list_quick_fixes', { file: 'cart.ts', line: 3, end_line: 1 })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('list_quick_fixes', { file: 'cart.ts', line: 1, column: 1, end_line: 1 })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('list_quick_fixes', { file: 'cart.ts', line: 99 })).toMatchObject({ error: 'line_out_of_range' });
  expect(await agent.refusal('list_quick_fixes', { file: 'notes.md' })).toMatchObject({ error: 'no_engine' });
});

const Fixes = z.object({
  problems: z.array(z.object({ fixes: z.array(z.object({ id: z.string(), title: z.string(), diff: z.array(z.string()).optional() })) })),
});

function fixesIn(value: Record<string, unknown>) {
  return Fixes.parse(value).problems.flatMap(({ fixes }) => fixes);
}
