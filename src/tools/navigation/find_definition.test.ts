// Through the front door: an agent asks where a symbol is defined.
import { expect, test } from 'vitest';
import { agentOn, check } from '../../../test/support/check.ts';
import { findDefinition } from './find_definition.ts';

test('follows an import and a re-export to the definition', () =>
  check(
    findDefinition,
    `
// @file cart.ts
export function total() {}
//              ^^^^^
// @file index.ts
export { total } from './cart.ts';
// @file main.ts
import { total } from './index.ts';
tot$0al();
`,
  ));

test('lists every definition of a symbol that has several', () =>
  check(
    findDefinition,
    `
export interface Shape {
  area(): number;
//^^^^
}
export class Circle {
  area() {
//^^^^
  }
}
circle.are$0a();
`,
  ));

const FILE = `
// @file cart.ts
export function total(prices: number[]): number {
  const sum = prices.length;
  return sum;
}

export const other = 1;
`;

test('shows the first lines of the definition', async () => {
  await using agent = await agentOn(FILE);
  const { value, text } = await agent.call('find_definition', { symbol: { name: 'total' }, preview_lines: 5 });
  expect(value).toEqual({
    symbol: { name: 'total', file: 'cart.ts', line: 1, column: 17 },
    definitions: [
      { file: 'cart.ts', line: 1, column: 17, preview: 'export function total(prices: number[]): number {\n  const sum = prices.length;\n  return sum;\n}' },
    ],
    complete: true,
    engine: 'scripted 1.0',
  });
  expect(text).toContain('cart.ts:1:17\nexport function total');
});

test('shows as many lines as wanted, or none', async () => {
  await using agent = await agentOn(FILE);
  expect((await agent.call('find_definition', { symbol: { name: 'total' }, preview_lines: 1 })).value).toMatchObject({
    definitions: [{ preview: 'export function total(prices: number[]): number {' }],
  });
  expect((await agent.call('find_definition', { symbol: { name: 'total' }, preview_lines: 0 })).value).toMatchObject({ definitions: [{ preview: '' }] });
});

test('names a definition in a library by its absolute path', async () => {
  const range = { start: { line: 9, character: 4 }, end: { line: 9, character: 7 } };
  await using agent = await agentOn('// @file a.ts\nconsole.log(1);\nexport const log = 1;', {
    script: { libraries: { log: { uri: 'file:///usr/lib/lib.dom.d.ts', range } } },
  });
  const { value, text } = await agent.call('find_definition', { symbol: { file: 'a.ts', line: 1, name: 'log' } });
  expect(value).toMatchObject({ definitions: [{ file: '/usr/lib/lib.dom.d.ts', line: 10, column: 5, library: true }] });
  expect(text).toContain('/usr/lib/lib.dom.d.ts:10:5 (library)');
});

test('no definition is an answer', async () => {
  await using agent = await agentOn('// @file a.ts\nunknown(1);');
  const { value } = await agent.call('find_definition', { symbol: { file: 'a.ts', line: 1, name: 'unknown' } });
  expect(value).toMatchObject({ definitions: [], complete: true, notes: ['The engine knows no definition: it is built in, or not a symbol.'] });
});

test('refuses a preview that nobody could read', async () => {
  await using agent = await agentOn(FILE);
  expect(await agent.refusal('find_definition', { symbol: { name: 'total' }, preview_lines: 9_000 })).toMatchObject({ error: 'invalid_arguments' });
});
