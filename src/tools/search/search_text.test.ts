// Through the front door: an agent greps.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { agentOn } from '../../../test/support/check.ts';

const SHOP = `
// @file src/cart.ts
// total of the cart
export function total(prices: number[]): number {
  return sum(prices, 'total');
}
// @file src/checkout.ts
import { total } from './cart.ts';
export const bill = total([1]) + subtotal; /* Total */
// @file tools/report.py
# total
total = "total"
// @file dist/app.min.js
var total=1
// @file notes.md
The total (of 3) is 4.
`;

test('finds lines by a regular expression, grouped by file', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('search_text', { query: 'total\\(.*\\)', exclude: ['**/*.md'] });
  expect(value).toEqual({
    total: 2,
    files: [
      { file: 'src/cart.ts', matches: [{ line: 2, column: 17, text: 'export function total(prices: number[]): number {' }] },
      { file: 'src/checkout.ts', matches: [{ line: 2, column: 21, text: 'export const bill = total([1]) + subtotal; /* Total */' }] },
    ],
    complete: true,
  });
  expect(text).toContain('2 matching lines\nsrc/cart.ts\n  2:17 export function total');
});

test.each([
  ['the text as it is', { query: '(of 3)', regex: false }, ['notes.md:1:11']],
  ['whole words', { query: 'total', whole_word: true, include: ['src/checkout.ts'] }, ['src/checkout.ts:1:10', 'src/checkout.ts:2:21']],
  ['any case', { query: 'TOTAL \\*', ignore_case: true }, ['src/checkout.ts:2:47']],
  ['code', { query: 'total', where: 'code' }, ['src/cart.ts:2:17', 'src/checkout.ts:1:10', 'src/checkout.ts:2:21', 'tools/report.py:2:1']],
  ['comments', { query: 'total', where: 'comments', ignore_case: true }, ['src/cart.ts:1:4', 'src/checkout.ts:2:47', 'tools/report.py:1:3']],
  ['strings', { query: 'total', where: 'strings', exclude: ['*.md'] }, ['src/cart.ts:3:23', 'tools/report.py:2:10']],
  ['a folder', { query: 'total', under: 'tools' }, ['tools/report.py:1:3', 'tools/report.py:2:1']],
  ['generated files when asked', { query: 'var total', include_ignored: true }, ['dist/app.min.js:1:1']],
])('searches %s', async (_, given, expected) => {
  await using agent = await agentOn(SHOP);
  const { value } = await agent.call('search_text', { ...given, ...('where' in given && given.where === 'code' && { exclude: ['*.md'] }) });
  expect(placesIn(value)).toEqual(expected);
});

test('says which matching files were left out', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('search_text', { query: 'var total' });
  expect(value).toMatchObject({ total: 0, files: [], notes: ['1 generated or vendored file also matches: include_ignored shows them.'] });
  expect(text).toContain('No line matches.');
});

test('shows the lines around, numbered as grep does', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('search_text', { query: 'return sum', context: 1 });
  expect(value).toMatchObject({
    files: [{ matches: [{ line: 3, column: 3, text: "2-export function total(prices: number[]): number {\n3:  return sum(prices, 'total');\n4-}" }] }],
  });
  expect(text).toContain("\n  3:  return sum(prices, 'total');\n");
});

test('two thousand lines come in pages within the budget, each once, and the first page says where the rest is', async () => {
  const files = Array.from({ length: 40 }, (_, file) => `// @file src/file${file}.ts\n${'const needle = compute(1);\n'.repeat(50)}`);
  await using agent = await agentOn(files.join('\n'));
  const seen: string[] = [];
  let cursor: unknown;
  do {
    const { value } = await agent.call('search_text', { query: 'needle', max_tokens: 6_000, ...(cursor !== undefined && { cursor }) });
    expect(countTokens(JSON.stringify(value))).toBeLessThanOrEqual(6_000);
    if (cursor === undefined) expect(Object.keys(z.record(z.string(), z.number()).parse(value['otherFiles'])).length).toBeGreaterThan(5);
    seen.push(...placesIn(value));
    cursor = value['cursor'];
  } while (cursor !== undefined);
  expect(seen.length).toBe(2_000);
  expect(new Set(seen).size).toBe(2_000);
});

test('refuses a wrong pattern, a folder outside the project and a pattern of two lines', async () => {
  await using agent = await agentOn(SHOP);
  expect(await agent.refusal('search_text', { query: 'total(' })).toMatchObject({ error: 'invalid_pattern', next: expect.stringContaining('regex: false') });
  expect((await agent.call('search_text', { query: 'total(', regex: false })).value).toMatchObject({ total: 2 });
  expect(await agent.refusal('search_text', { query: 'total', under: '../other' })).toMatchObject({ error: 'outside_project' });
  expect(await agent.refusal('search_text', { query: 'one\ntwo' })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('search_text', { pattern: 'one' })).toMatchObject({
    error: 'invalid_arguments',
    message: expect.stringContaining('query is missing'),
  });
});

function placesIn(value: Record<string, unknown>): string[] {
  const { files } = z
    .object({ files: z.array(z.object({ file: z.string(), matches: z.array(z.object({ line: z.number(), column: z.number() })) })) })
    .parse(value);
  return files.flatMap(({ file, matches }) => matches.map(({ line, column }) => `${file}:${line}:${column}`));
}
