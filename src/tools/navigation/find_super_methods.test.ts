// Through the front door: an agent asks what a method overrides.
import { expect, test } from 'vitest';
import { agentOn, check } from '../../../test/support/check.ts';
import { findSuperMethods } from './find_super_methods.ts';

const SHAPES = `
// @file shape.ts
export interface Shape {
  area(): number;
}
export class Base implements Shape {
  area() { return 0; }
  name() { return ''; }
  #hidden() {}
}
// @file circle.ts
import { Base } from './shape.ts';
export class Middle extends Base {
}
export class Circle extends Middle {
  area() { return 3; }
  radius() { return 1; }
}
export function loose() {}
`;

test('finds the method above, through a class that does not have it', () =>
  check(
    findSuperMethods,
    `
// @file base.ts
export class Base {
  area() {}
//^^^^
}
// @file circle.ts
import { Base } from './base.ts';
class Middle extends Base {
}
class Circle extends Middle {
  ar$0ea() {}
}
`,
  ));

test('returns all of them, nearest first', async () => {
  await using agent = await agentOn(SHAPES);
  const { value, text } = await agent.call('find_super_methods', { symbol: { name: 'Circle/area' } });
  expect(value).toEqual({
    symbol: { name: 'area', file: 'circle.ts', line: 5, column: 3 },
    method: 'Circle/area',
    superMethods: [
      { name: 'Base/area', kind: 'method', file: 'shape.ts', line: 5, column: 3, text: 'area() { return 0; }' },
      { name: 'Shape/area', kind: 'method', file: 'shape.ts', line: 2, column: 3, text: 'area(): number;' },
    ],
    complete: true,
    engine: 'scripted 1.0',
  });
  expect(text).toContain('Circle/area overrides or implements 2 methods\nshape.ts:5:3 Base/area  area() { return 0; }');
});

test('a method that overrides nothing is an answer', async () => {
  await using agent = await agentOn(SHAPES);
  expect((await agent.call('find_super_methods', { symbol: { name: 'Circle/radius' } })).value).toMatchObject({
    superMethods: [],
    complete: true,
    notes: ['It overrides nothing.'],
  });
});

test('an engine that still loads does not claim that nothing is overridden', async () => {
  await using agent = await agentOn(SHAPES, { script: { incomplete: 'loading' } });
  const { value } = await agent.call('find_super_methods', { symbol: { file: 'circle.ts', line: 6, name: 'radius' } });
  expect(value).toMatchObject({ complete: false, why: 'loading' });
  expect(value).not.toHaveProperty('notes');
});

test('what is not a member is refused with what to do', async () => {
  await using agent = await agentOn(SHAPES);
  expect(await agent.refusal('find_super_methods', { symbol: { name: 'loose' } })).toMatchObject({
    error: 'not_a_member',
    message: 'loose is not a member of a class or interface.',
  });
});
