// Through the front door: an agent gives a symbol another name.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SHOP = `
// @file cart.ts
// The total of a cart; totals are rounded.
export function total(prices: number[]): number {
  return prices.length;
}
// @file checkout.ts
import { total } from './cart.ts';
export const bill = total([1, 2]);
export const label = 'the total';
// @file taken.ts
export function sum() {}
// @file total.ts
import { bill } from './total';
`;

const textOf = async (agent: Awaited<ReturnType<typeof agentOn>>, file: string) => (await agent.ide.documents.read(agent.ide.documents.uriOf(file))).text;

test('renames the declaration and every use, in one change that undo takes back', async () => {
  await using agent = await agentOn(SHOP);
  const before = await textOf(agent, 'checkout.ts');
  const { value, text } = await agent.call('rename_symbol', { symbol: { name: 'total' }, new_name: 'sum' });
  expect(value).toMatchObject({
    symbol: { name: 'total', file: 'cart.ts' },
    applied: true,
    edits: 3,
    files: [
      { file: 'cart.ts', kind: 'changed' },
      { file: 'checkout.ts', kind: 'changed' },
    ],
    newErrors: [],
    notes: [
      'The word total still stands 1 time in strings (in_strings): checkout.ts:3; and 1 time in comments (in_comments). It may or may not mean this symbol.',
    ],
  });
  expect(text).toContain('3 edits in 2 files');
  expect(await textOf(agent, 'checkout.ts')).toContain("import { sum } from './cart.ts';\nexport const bill = sum([1, 2]);\nexport const label = 'the total';");
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await textOf(agent, 'checkout.ts')).toBe(before);
});

test('from a use, and with the words in comments and strings, but never in the name of a module', async () => {
  await using agent = await agentOn(SHOP);
  const { value } = await agent.call('rename_symbol', {
    symbol: { file: 'checkout.ts', line: 2, name: 'total' },
    new_name: 'amount',
    in_comments: true,
    in_strings: true,
  });
  expect(value).toMatchObject({ edits: 5, mentions: 2 });
  expect(value['notes']).toBeUndefined();
  expect(await textOf(agent, 'cart.ts')).toContain('// The amount of a cart; totals are rounded.\nexport function amount(');
  expect(await textOf(agent, 'checkout.ts')).toContain("'the amount'");
  expect(await textOf(agent, 'total.ts')).toContain("'./total'");
});

test('a preview writes nothing', async () => {
  await using agent = await agentOn(SHOP);
  const { value } = await agent.call('rename_symbol', { symbol: { name: 'total' }, new_name: 'sum', preview: true });
  expect(value).toMatchObject({ applied: false, diff: expect.stringContaining('+export function sum(') });
  expect(await textOf(agent, 'cart.ts')).toContain('export function total(');
});

test('what cannot be a name is refused before anything is asked', async () => {
  await using agent = await agentOn(SHOP);
  const refused = (name: string) => agent.refusal('rename_symbol', { symbol: { name: 'total' }, new_name: name });
  expect(await refused('not valid')).toMatchObject({ error: 'not_a_name', message: expect.stringContaining('not valid cannot be a name here') });
  expect(await refused('1st')).toMatchObject({ error: 'not_a_name' });
  expect(await refused('class')).toMatchObject({ error: 'not_a_name', message: expect.stringContaining('keyword of TypeScript') });
  expect(await refused('total')).toMatchObject({ error: 'invalid_arguments', message: expect.stringContaining('it is named total already') });
});

test('a name that is taken where the symbol is used is refused with the place', async () => {
  await using agent = await agentOn(SHOP.replace('export const bill', 'export const mine = 1;\nexport const bill'));
  expect(await agent.refusal('rename_symbol', { symbol: { name: 'total' }, new_name: 'mine' })).toMatchObject({
    error: 'name_taken',
    conflicts: [{ file: 'checkout.ts', line: 2, column: 14, text: 'export const mine = 1;' }],
  });
  expect(await textOf(agent, 'cart.ts')).toContain('export function total(');
});

test('where not every use may be known it is refused, unless the agent wants it so', async () => {
  await using agent = await agentOn(SHOP, { script: { incomplete: 'The engine is still loading.' } });
  const given = { symbol: { name: 'total' }, new_name: 'sum' };
  expect(await agent.refusal('rename_symbol', given)).toMatchObject({
    error: 'knowledge_incomplete',
    message: expect.stringContaining('still loading'),
    next: expect.stringContaining('allow_incomplete'),
  });
  expect((await agent.call('rename_symbol', { ...given, allow_incomplete: true })).value).toMatchObject({
    applied: true,
    notes: expect.arrayContaining(['Uses may have been missed: The engine is still loading.']),
  });
});

test('what nothing declares cannot be renamed', async () => {
  await using agent = await agentOn('\n// @file main.ts\nconsole.log(1);\n');
  expect(await agent.refusal('rename_symbol', { symbol: { file: 'main.ts', line: 1, name: 'log' }, new_name: 'write' })).toMatchObject({
    error: 'cannot_rename',
  });
});

test('files of other languages that hold the word of something that others can use are named', async () => {
  await using agent = await agentOn(`
// @file one.ts
export function twice(n: number): number {
  return n * 2;
}
// @file page.html
<p>twice</p>
`);
  const { value } = await agent.call('rename_symbol', { symbol: { name: 'twice' }, new_name: 'doubled', preview: true });
  expect(value['notes']).toEqual(['1 file of other languages holds the word twice too: page.html.']);
});
