// Through the front door: an agent asks what implements an interface or overrides a method.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { agentOn, check } from '../../../test/support/check.ts';
import { findImplementations } from './find_implementations.ts';

const SHAPES = `
// @file shape.ts
export interface Shape {
  area(): number;
}
// @file circle.ts
import { Shape } from './shape.ts';
export class Circle implements Shape {
  area() { return 3; }
}
export class Ring extends Circle {
}
`;

test('finds what implements an interface, directly or not', () =>
  check(
    findImplementations,
    `
// @file shape.ts
export interface Sha$0pe {}
// @file circle.ts
import { Shape } from './shape.ts';
export class Circle implements Shape {}
//           ^^^^^^
export class Ring extends Circle {}
//           ^^^^
export class Square {}
`,
  ));

test('describes each by its path, kind, place and text', async () => {
  await using agent = await agentOn(SHAPES);
  const { value, text } = await agent.call('find_implementations', { symbol: { name: 'Shape/area' } });
  expect(value).toEqual({
    symbol: { name: 'area', file: 'shape.ts', line: 2, column: 3 },
    total: 1,
    implementations: [{ name: 'Circle/area', kind: 'method', file: 'circle.ts', line: 3, column: 3, text: 'area() { return 3; }' }],
    complete: true,
    engine: 'scripted 1.0',
  });
  expect(text).toBe('1 implementation of area (shape.ts:2)\ncircle.ts:3:3 method Circle/area  area() { return 3; }');
});

test('none is an answer, and says so only when everything was searched', async () => {
  await using agent = await agentOn(SHAPES);
  const { value } = await agent.call('find_implementations', { symbol: { name: 'Ring' } });
  expect(value).toMatchObject({ total: 0, implementations: [], complete: true, notes: ['Nothing implements, extends or overrides it.'] });
  agent.ide.languages.script = { incomplete: 'typescript is loading the project.' };
  const loading = await agent.call('find_implementations', { symbol: { file: 'circle.ts', line: 5, name: 'Ring' } });
  expect(loading.value).toMatchObject({ total: 0, complete: false, why: 'typescript is loading the project.' });
  expect(loading.value).not.toHaveProperty('notes');
  expect(loading.text).toContain('INCOMPLETE: typescript is loading the project.');
});

test('many come in pages within the budget, each once', async () => {
  const classes = Array.from({ length: 300 }, (_, index) => `export class Circle${index} implements Shape {}`).join('\n');
  await using agent = await agentOn(`\n// @file shape.ts\nexport interface Shape {}\n${classes}\n`);
  const seen = new Set<unknown>();
  let cursor: unknown;
  do {
    const { value } = await agent.call('find_implementations', { symbol: { name: 'Shape' }, ...(cursor !== undefined && { cursor }) });
    expect(countTokens(JSON.stringify(value))).toBeLessThanOrEqual(8_000);
    expect(value['total']).toBe(300);
    if (Array.isArray(value['implementations'])) for (const { line } of value['implementations']) seen.add(line);
    cursor = value['cursor'];
  } while (cursor !== undefined);
  expect(seen.size).toBe(300);
});

test('a symbol that does not exist and an argument that does not exist are refused', async () => {
  await using agent = await agentOn(SHAPES);
  expect(await agent.refusal('find_implementations', { symbol: { name: 'Shap' } })).toMatchObject({ error: 'symbol_not_found' });
  expect(await agent.refusal('find_implementations', { symbol: { name: 'Shape' }, deep: true })).toMatchObject({ error: 'invalid_arguments' });
});
