// Through the front door: an agent asks who uses a symbol.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Agent, agentOn, check } from '../../../test/support/check.ts';
import type { Ide } from '../../ide/ide.ts';
import { findReferences } from './find_references.ts';

const SHOP = `
// @file cart.ts
export function total(prices: number[]): number {
  return prices.length;
}
// @file checkout.ts
import { total } from './cart.ts';
export const bill = total([1, 2]);
// @file notes.md
The total is computed in the cart.
// @file other.ts
// total is a word here
export const other = 1;
`;

test('finds uses in files nobody has opened', () =>
  check(
    findReferences,
    `
// @file cart.ts
export function total$0() {}
// @file checkout.ts
import { total } from './cart.ts';
//       ^^^^^
export const bill = total();
//                  ^^^^^
// @file namesake.ts
function total() {}
`,
  ));

test('says what each use is, grouped by file, with counts', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('find_references', { symbol: { name: 'total' } });
  expect(value).toEqual({
    symbol: { name: 'total', file: 'cart.ts', line: 1, column: 17 },
    total: 3,
    types: { declaration: 1, import: 1, call: 1 },
    files: [
      { file: 'cart.ts', references: [{ line: 1, column: 17, text: 'export function total(prices: number[]): number {', type: 'declaration' }] },
      {
        file: 'checkout.ts',
        references: [
          { line: 1, column: 10, text: "import { total } from './cart.ts';", type: 'import' },
          { line: 2, column: 21, text: 'export const bill = total([1, 2]);', type: 'call' },
        ],
      },
    ],
    mentions: {
      total: 2,
      files: [
        { file: 'other.ts', why: 'comment' },
        { file: 'notes.md', why: 'markdown' },
      ],
    },
    complete: true,
    engine: 'scripted 1.0',
  });
  expect(text).toContain('3 references to total (cart.ts:1): 1 declaration, 1 import, 1 call');
  expect(text).toContain('2:21 call  export const bill = total([1, 2]);');
  expect(text).toContain('2 more files hold the word total but no reference: other.ts (comment), notes.md (markdown)');
});

test('places only: each file once, with line, column and type', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('find_references', { symbol: { name: 'total' }, text: false });
  expect(value).toMatchObject({
    total: 3,
    files: [
      { file: 'cart.ts', places: 'declaration 1:17' },
      { file: 'checkout.ts', places: 'import 1:10, call 2:21' },
    ],
  });
  expect(text).toContain('checkout.ts: import 1:10, call 2:21');
  expect(JSON.stringify(value)).not.toContain('export const bill');
});

test('leaves out only the declaration, never an import, when the declaration is not wanted', async () => {
  await using agent = await agentOn(SHOP);
  const { value } = await agent.call('find_references', { symbol: { name: 'total' }, include_declaration: false });
  expect(value['types']).toEqual({ import: 1, call: 1 });
});

test('says so when nothing uses the symbol', async () => {
  await using agent = await agentOn('// @file a.ts\nexport const lonely = 1;');
  const { value } = await agent.call('find_references', { symbol: { name: 'lonely' } });
  expect(value['notes']).toEqual(['Only declared: nothing in the project uses it.']);
});

test('an answer of an engine that still loads is not whole, and does not claim that nothing uses the symbol', async () => {
  await using agent = await agentOn('// @file a.ts\nexport const lonely = 1;', { script: { incomplete: 'typescript is loading the project.' } });
  const { value, text } = await agent.call('find_references', { symbol: { file: 'a.ts', line: 1, name: 'lonely' } });
  expect(value).toMatchObject({ complete: false, why: 'typescript is loading the project.' });
  expect(value).not.toHaveProperty('notes');
  expect(text).toContain('INCOMPLETE: typescript is loading the project.');
});

test('says that an engine was restarted', async () => {
  await using agent = await agentOn(SHOP, { script: { notes: ['scripted 1.0 had crashed and was restarted'] } });
  const { value } = await agent.call('find_references', { symbol: { name: 'total' } });
  expect(value['notes']).toEqual(['scripted 1.0 had crashed and was restarted']);
});

test('714 references come in pages of at most 8,000 tokens, each reference once, and the first page says where the rest is', async () => {
  await using agent = await agentOn(manyUses(714));
  const pages = await allPages(agent, { symbol: { name: 'total' } });
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(countTokens(JSON.stringify(page))).toBeLessThanOrEqual(8_000);
  const rows = pages.flatMap(({ files }) => files.flatMap(({ file, references }) => references.map(({ line, column }) => `${file}:${line}:${column}`)));
  expect(rows.length).toBe(714);
  expect(new Set(rows).size).toBe(714);
  const [first, second] = pages;
  expect(first?.total).toBe(714);
  expect(first?.types).toMatchObject({ import: 56 });
  const shown = first?.files.flatMap(({ references }) => references).length ?? 0;
  expect(Object.values(first?.otherFiles ?? {}).reduce((sum, count) => sum + count, shown)).toBe(714);
  expect(second).not.toHaveProperty('otherFiles');
});

test('the same cursor shows the same page', async () => {
  await using agent = await agentOn(manyUses(100));
  const { value } = await agent.call('find_references', { symbol: { name: 'total' }, page_size: 30 });
  const again = { symbol: { name: 'total' }, page_size: 30, cursor: value['cursor'] };
  expect((await agent.call('find_references', again)).value).toEqual((await agent.call('find_references', again)).value);
});

test('a cursor says that the references have changed behind it', async () => {
  await using agent = await agentOn(manyUses(100));
  const { value } = await agent.call('find_references', { symbol: { name: 'total' }, page_size: 30 });
  agent.ide.documents.write('late.ts', "import { total } from './cart.ts';\ntotal();");
  const next = await agent.call('find_references', { symbol: { name: 'total' }, page_size: 30, cursor: value['cursor'] });
  expect(next.value).toMatchObject({ stale: true, total: 102 });
  expect(next.text).toContain('changed since the cursor');
});

test('a cursor of another question is refused', async () => {
  await using agent = await agentOn(manyUses(100));
  const { value } = await agent.call('find_references', { symbol: { name: 'total' }, page_size: 30 });
  const refused = await agent.refusal('find_references', { symbol: { name: 'first' }, cursor: value['cursor'] });
  expect(refused.error).toBe('invalid_cursor');
  expect((await agent.refusal('find_references', { symbol: { name: 'total' }, cursor: 'page 2' })).error).toBe('invalid_cursor');
});

test('a budget that holds no row is an error, not an empty page', async () => {
  await using agent = await agentOn(manyUses(3), { budget: 60 });
  expect((await agent.refusal('find_references', { symbol: { name: 'total' } })).error).toBe('answer_too_large');
});

test('a cancelled call ends, also when the engine hangs', async () => {
  await using agent = await agentOn(SHOP);
  const controller = new AbortController();
  const asked = new Promise<void>((resolve) => {
    agent.ide.languages.script = { delay: Number.POSITIVE_INFINITY, onQuestion: () => resolve() };
  });
  const call = agent.call('find_references', { symbol: { file: 'cart.ts', line: 1, name: 'total' } }, controller.signal);
  await asked;
  controller.abort();
  await expect(call).rejects.toThrow();
});

test.each(['find_references', 'find_implementations'])('%s of a word in a comment is refused, and never answered as if it were unused', async (tool) => {
  await using agent = await agentOn('// @file a.ts\n// The cart is counted elsewhere.\nexport const total = 1;');
  expect(await agent.refusal(tool, { symbol: { file: 'a.ts', line: 1, name: 'cart' } })).toMatchObject({
    error: 'symbol_not_found',
    message: 'No symbol found for cart at a.ts:1:8.',
    next: expect.stringContaining('Point at its declaration'),
  });
  agent.ide.languages.script = { incomplete: 'typescript is loading the project.' };
  expect((await agent.call(tool, { symbol: { file: 'a.ts', line: 1, name: 'cart' } })).value).toMatchObject({ total: 0, complete: false });
});

const page = z.object({
  total: z.number(),
  types: z.record(z.string(), z.number()).optional(),
  files: z.array(z.object({ file: z.string(), references: z.array(z.object({ line: z.number(), column: z.number(), text: z.string(), type: z.string() })) })),
  otherFiles: z.record(z.string(), z.number()).optional(),
  cursor: z.string().optional(),
});

async function allPages(agent: Agent<Ide>, given: Record<string, unknown>): Promise<z.infer<typeof page>[]> {
  const pages: z.infer<typeof page>[] = [];
  for (let cursor: string | undefined; pages.length === 0 || cursor !== undefined; cursor = pages.at(-1)?.cursor) {
    const { value } = await agent.call('find_references', { ...given, ...(cursor !== undefined && { cursor }) });
    pages.push(page.parse(value));
  }
  return pages;
}

// A declaration, 56 files that import it, and calls up to `count` references in all.
function manyUses(count: number): string {
  const files = Math.min(56, Math.floor((count - 1) / 2));
  const calls = count - 1 - files;
  const users = Array.from({ length: files }, (_, index) => {
    const here = Math.floor(calls / files) + (index < calls % files ? 1 : 0);
    const lines = Array.from({ length: here }, (_, line) => `  const price${line} = await compute(total(items, { currency: 'EUR', index: ${line} }));`);
    return `// @file packages/shop/src/module${index}/checkout.ts\nimport { total } from '../../../../cart.ts';\n${lines.join('\n')}`;
  });
  return `// @file cart.ts\nexport function total() {}\nexport function first() {}\n${users.join('\n')}`;
}
