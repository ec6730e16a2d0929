// Through the front door: an agent asks who calls a function, and whom it calls.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SHOP = `
// @file price.ts
export function price() {
  return round();
}
export function round() {
  return 1;
}
// @file cart.ts
import { price } from './price.ts';
export function total() {
  return price() +
    price();
}
export function bill() {
  return total();
}
bill();
`;

test('callers as a tree, with the lines of the calls, up to the code outside of functions', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('call_hierarchy', { symbol: { name: 'price' } });
  expect(value).toEqual({
    symbol: { name: 'price', file: 'price.ts', line: 1, column: 17 },
    function: { name: 'price', kind: 'function', file: 'price.ts', line: 1 },
    direction: 'callers',
    depth: 3,
    calls: [
      {
        name: 'total',
        file: 'cart.ts',
        line: 2,
        at: [3, 4],
        children: [{ name: 'bill', file: 'cart.ts', line: 6, at: [7], children: [{ name: 'cart.ts', file: 'cart.ts', line: 1, at: [9] }] }],
      },
    ],
    complete: true,
    engine: 'scripted 1.0',
  });
  expect(text).toBe(
    'Callers of price (price.ts:1)\n  total cart.ts:2, calls at 3, 4\n    bill cart.ts:6, calls at 7\n      cart.ts, outside functions, calls at 9',
  );
});

test('the project’s own callers come before its tests, and of many lines the first are shown', async () => {
  const uses = Array.from({ length: 23 }, () => 'price();').join('\n');
  await using agent = await agentOn(`
// @file __tests__/cart.spec.ts
import { price } from '../src/price.ts';
${uses}
// @file src/price.ts
export function price() {}
// @file src/shop.ts
import { price } from './price.ts';
export function bill() { price(); }
`);
  const { value, text } = await agent.call('call_hierarchy', { symbol: { name: 'price' } });
  const lines = Array.from({ length: 20 }, (_, index) => index + 2);
  expect(value).toMatchObject({
    calls: [
      { name: 'bill', file: 'src/shop.ts' },
      { name: 'cart.spec.ts', file: '__tests__/cart.spec.ts', line: 1, at: lines, more: 3 },
    ],
  });
  expect(text).toContain(`__tests__/cart.spec.ts, outside functions, calls at ${lines.join(', ')} and 3 more`);
});

test('callees to the depth that is asked for', async () => {
  await using agent = await agentOn(SHOP);
  const one = await agent.call('call_hierarchy', { symbol: { name: 'bill' }, direction: 'callees', depth: 1 });
  expect(one.value).toMatchObject({ direction: 'callees', depth: 1, calls: [{ name: 'total', at: [7] }] });
  expect(JSON.stringify(one.value)).not.toContain('children');
  const two = await agent.call('call_hierarchy', { symbol: { name: 'bill' }, direction: 'callees', depth: 2 });
  expect(two.value).toMatchObject({ calls: [{ name: 'total', children: [{ name: 'price', at: [3, 4] }] }] });
});

test('a cycle is cut and said, and what was followed once is not followed again', async () => {
  await using agent = await agentOn(`
// @file a.ts
export function first() {
  second();
  third();
}
export function second() {
  first();
  third();
}
export function third() {
  second();
}
`);
  const { value, text } = await agent.call('call_hierarchy', { symbol: { name: 'first' }, direction: 'callees', depth: 10 });
  expect(value['calls']).toEqual([
    {
      name: 'second',
      file: 'a.ts',
      line: 5,
      at: [2],
      children: [
        { name: 'first', file: 'a.ts', line: 1, at: [6], cut: 'cycle' },
        { name: 'third', file: 'a.ts', line: 9, at: [7], cut: 'shown elsewhere' },
      ],
    },
    { name: 'third', file: 'a.ts', line: 9, at: [3], children: [{ name: 'second', file: 'a.ts', line: 5, at: [10], cut: 'shown elsewhere' }] },
  ]);
  expect(text).toContain('first a.ts:1, calls at 6 (cycle)');
});

test('a call through the base class counts, and a call to super does not make a method its own caller', async () => {
  await using agent = await agentOn(`
// @file shape.ts
export class Base {
  area() { return 0; }
}
export class Circle extends Base {
  area() {
    return super.area();
  }
}
// @file use.ts
import { Base, Circle } from './shape.ts';
export function direct(circle: Circle) { return circle.area(); }
export function indirect(shape: Base) { return shape.area(); }
`);
  const { value, text } = await agent.call('call_hierarchy', { symbol: { name: 'Circle/area' } });
  expect(value).toMatchObject({
    function: { name: 'Circle/area', kind: 'method' },
    calls: [
      { name: 'direct', at: [2] },
      { name: 'indirect', at: [3], through: 'Base/area' },
    ],
  });
  expect(value['calls']).toHaveLength(2);
  expect(text).toContain('indirect use.ts:3, calls at 3, through Base/area');
});

test('no callers is an answer, and an engine that still loads says so', async () => {
  await using agent = await agentOn('// @file a.ts\nexport function lonely() {}');
  const { value, text } = await agent.call('call_hierarchy', { symbol: { name: 'lonely' } });
  expect(value).toMatchObject({ calls: [], depth: 0, complete: true });
  expect(text).toBe('Callers of lonely (a.ts:1): none');
  agent.ide.languages.script = { incomplete: 'loading' };
  const loading = await agent.call('call_hierarchy', { symbol: { file: 'a.ts', line: 1, name: 'lonely' } });
  expect(loading.value).toMatchObject({ calls: [], complete: false, why: 'loading' });
});

test('what does not fit loses its deepest level first, and the answer says so', async () => {
  await using agent = await agentOn(wide(8, 25), { budget: 1_800 });
  const { value } = await agent.call('call_hierarchy', { symbol: { name: 'main' }, direction: 'callees', depth: 2 });
  expect(countTokens(JSON.stringify(value))).toBeLessThanOrEqual(1_800);
  expect(value).toMatchObject({ depth: 1, notes: ['What is deeper than 1 level does not fit; ask about one of the functions for more.'] });
  expect(value['calls']).toHaveLength(8);
  expect(value['calls']).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'branch3', cut: 'not followed' })]));
});

test('a first level that does not fit comes in pages', async () => {
  await using agent = await agentOn(wide(100, 1));
  const first = (await agent.call('call_hierarchy', { symbol: { name: 'main' }, direction: 'callees', depth: 1, page_size: 70 })).value;
  expect(first['calls']).toHaveLength(70);
  const second = (await agent.call('call_hierarchy', { symbol: { name: 'main' }, direction: 'callees', depth: 1, page_size: 70, cursor: first['cursor'] }))
    .value;
  expect(second['calls']).toHaveLength(30);
  expect(second).not.toHaveProperty('cursor');
});

test('what cannot be called, a depth without end and an unknown direction are refused', async () => {
  await using agent = await agentOn('// @file a.ts\nexport const answer = 42;');
  expect(await agent.refusal('call_hierarchy', { symbol: { name: 'answer' } })).toMatchObject({
    error: 'not_callable',
    next: expect.stringContaining('find_references'),
  });
  expect(await agent.refusal('call_hierarchy', { symbol: { name: 'answer' }, depth: 99 })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('call_hierarchy', { symbol: { name: 'answer' }, direction: 'up' })).toMatchObject({ error: 'invalid_arguments' });
});

// main calls `branches` functions, each of which calls `leaves` of its own.
function wide(branches: number, leaves: number): string {
  const names = Array.from({ length: branches }, (_, index) => index);
  const bodies = names.map((branch) => {
    const inner = Array.from({ length: leaves }, (_, leaf) => `leaf${branch}x${leaf}`);
    return `function branch${branch}() {\n${inner.map((name) => `  ${name}();`).join('\n')}\n}\n${inner.map((name) => `function ${name}() {}`).join('\n')}`;
  });
  return `\n// @file wide.ts\nexport function main() {\n${names.map((name) => `  branch${name}();`).join('\n')}\n}\n${bodies.join('\n')}\n`;
}
