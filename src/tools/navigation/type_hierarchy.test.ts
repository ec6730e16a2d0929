// Through the front door: an agent asks what stands above and below a type.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { agentOn, check } from '../../../test/support/check.ts';
import { typeHierarchy } from './type_hierarchy.ts';

const SHAPES = `
// @file shape.ts
export interface Named {}
export interface Shape extends Named {}
// @file circle.ts
import { Named, Shape } from './shape.ts';
export class Base implements Shape, Named {}
export class Circle extends Base {}
export class Ring extends Circle {}
const ring = new Ring();
export function loose() {}
`;

test('both directions, across files, to the ends', async () => {
  await using agent = await agentOn(SHAPES);
  const { value, text } = await agent.call('type_hierarchy', { symbol: { name: 'Base' } });
  expect(value).toEqual({
    symbol: { name: 'Base', file: 'circle.ts', line: 2, column: 14 },
    type: { name: 'Base', kind: 'class', file: 'circle.ts', line: 2 },
    supertypes: [
      {
        name: 'Shape',
        kind: 'interface',
        file: 'shape.ts',
        line: 2,
        children: [{ name: 'Named', kind: 'interface', file: 'shape.ts', line: 1, cut: 'shown elsewhere' }],
      },
      { name: 'Named', kind: 'interface', file: 'shape.ts', line: 1 },
    ],
    subtypes: [{ name: 'Circle', kind: 'class', file: 'circle.ts', line: 3, children: [{ name: 'Ring', kind: 'class', file: 'circle.ts', line: 4 }] }],
    complete: true,
    engine: 'scripted 1.0',
  });
  expect(text).toBe(
    'class Base (circle.ts:2)\nSupertypes\n  interface Shape shape.ts:2\n    interface Named shape.ts:1 (shown elsewhere)\n  interface Named shape.ts:1\nSubtypes\n  class Circle circle.ts:3\n    class Ring circle.ts:4',
  );
});

test('one direction leaves out the other', async () => {
  await using agent = await agentOn(SHAPES);
  const up = (await agent.call('type_hierarchy', { symbol: { name: 'Ring' }, direction: 'up' })).value;
  expect(up).toMatchObject({ supertypes: [{ name: 'Circle', children: [{ name: 'Base' }] }] });
  expect(up).not.toHaveProperty('subtypes');
  const down = (await agent.call('type_hierarchy', { symbol: { name: 'Ring' }, direction: 'down' })).value;
  expect(down).toMatchObject({ subtypes: [] });
  expect(down).not.toHaveProperty('supertypes');
});

test('a variable stands for its type', async () => {
  await using agent = await agentOn(SHAPES);
  expect((await agent.call('type_hierarchy', { symbol: { file: 'circle.ts', line: 5, name: 'ring' }, direction: 'up' })).value).toMatchObject({
    symbol: { name: 'ring' },
    type: { name: 'Ring', line: 4 },
  });
});

test('types that extend each other are cut', async () => {
  await using agent = await agentOn('// @file a.ts\nexport class Hen extends Egg {}\nexport class Egg extends Hen {}');
  expect((await agent.call('type_hierarchy', { symbol: { name: 'Hen' }, direction: 'up' })).value).toMatchObject({
    supertypes: [{ name: 'Egg', children: [{ name: 'Hen', cut: 'cycle' }] }],
  });
});

test('several classes above one Python class', async () => {
  await using agent = await agentOn('// @file shapes.py\nclass Base:\n    pass\nclass Mixin:\n    pass\nclass Circle(Base, Mixin):\n    pass\n');
  expect((await agent.call('type_hierarchy', { symbol: { name: 'Circle' } })).value).toMatchObject({
    supertypes: [{ name: 'Base' }, { name: 'Mixin' }],
    subtypes: [],
  });
});

test('what does not fit loses its deepest level first, and then comes in pages', async () => {
  await using agent = await agentOn(tall(30), { budget: 1_800 });
  const { value } = await agent.call('type_hierarchy', { symbol: { name: 'Top' } });
  expect(countTokens(JSON.stringify(value))).toBeLessThanOrEqual(1_800);
  expect(value).toMatchObject({ notes: ['Only 1 level of 2 below fit; ask about one of the types for more.'] });
  expect(value['subtypes']).toHaveLength(30);
  const first = (await agent.call('type_hierarchy', { symbol: { name: 'Top' }, page_size: 20 })).value;
  expect(first['subtypes']).toHaveLength(20);
  const second = (await agent.call('type_hierarchy', { symbol: { name: 'Top' }, page_size: 20, cursor: first['cursor'] })).value;
  expect(second['subtypes']).toHaveLength(10);
});

test('an answer of an engine that still loads is not whole', async () => {
  await using agent = await agentOn(SHAPES, { script: { incomplete: 'loading' } });
  const { value, text } = await agent.call('type_hierarchy', { symbol: { file: 'circle.ts', line: 4, name: 'Ring' } });
  expect(value).toMatchObject({ complete: false, why: 'loading' });
  expect(text).toContain('INCOMPLETE: loading');
});

test('what is no type is refused', async () => {
  await using agent = await agentOn(SHAPES);
  expect(await agent.refusal('type_hierarchy', { symbol: { name: 'loose' } })).toMatchObject({ error: 'not_a_type' });
  expect(await agent.refusal('type_hierarchy', { symbol: { name: 'Base' }, direction: 'sideways' })).toMatchObject({ error: 'invalid_arguments' });
});

test('points at every type below', () => check(typeHierarchy, '\n// @file a.ts\nexport class To$0p {}\nexport class Lone {}\n', { direction: 'down' }));

// Top has so many subtypes, each with two of its own.
function tall(count: number): string {
  const types = Array.from(
    { length: count },
    (_, index) => `class Middle${index} extends Top {}\nclass LowA${index} extends Middle${index} {}\nclass LowB${index} extends Middle${index} {}`,
  );
  return `\n// @file tall.ts\nexport class Top {}\n${types.join('\n')}\n`;
}
