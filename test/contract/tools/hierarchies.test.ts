// The tools for hierarchies over real engines, through a real client: trees, overrides and places as TypeScript and Python have them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ide } from '../../../src/ide/ide.ts';
import type { Agent } from '../../support/check.ts';
import { type RealAgent, realAgentOn } from './realAgent.ts';

const CONFIG = '{ "compilerOptions": { "strict": true, "module": "preserve", "target": "es2022", "noEmit": true, "types": [] }, "include": ["src"] }';
const FILES: Readonly<Record<string, string>> = {
  'core/tsconfig.json': CONFIG,
  'core/src/shape.ts': `export interface Named {
  name(): string;
}
export interface Shape extends Named {
  area(): number;
}
export abstract class Base<T> implements Shape {
  value?: T;
  abstract area(): number;
  name(): string {
    return describe(this);
  }
}
function describe(shape: Shape): string {
  return shape.area().toFixed();
}
`,
  'web/tsconfig.json': CONFIG,
  'web/src/circle.ts': `import { Base } from '../../core/src/shape';
export class Circle extends Base<number> {
  area(): number {
    return ping(1);
  }
}
function ping(n: number): number {
  return n > 0 ? pong(n) : 0;
}
function pong(n: number): number {
  return ping(n - 1);
}
export class Failure extends Error {}
export const unit = new Circle();
export class Disc extends Circle {
  override area(): number {
    return super.area();
  }
}
`,
  'names.py': "version: str = '1'\n",
  'shapes.py': `from abc import ABC, abstractmethod


class Base(ABC):
    @abstractmethod
    def area(self) -> float: ...


class Mixin:
    def area(self) -> float:
        return 0


class Circle(Base, Mixin):
    def area(self) -> float:
        return super().area()


def through_base(shape: Base) -> float:
    return shape.area()


def directly() -> float:
    return Circle().area()
`,
};

let real: RealAgent;
let agent: Agent<Ide>;

beforeAll(async () => {
  real = await realAgentOn(FILES);
  agent = real.agent;
});

afterAll(() => real.close());

test('TypeScript: implementations in a package that nobody has opened', async () => {
  expect((await agent.call('find_implementations', { symbol: { name: 'Shape/area' } })).value).toMatchObject({
    total: 2,
    implementations: [{ name: 'Circle/area', kind: 'method', file: 'web/src/circle.ts', line: 3, column: 3, text: 'area(): number {' }, { name: 'Disc/area' }],
    complete: true,
    engine: expect.stringMatching(/^typescript 7/),
  });
  expect((await agent.call('find_implementations', { symbol: { name: 'Failure' } })).value).toMatchObject({ total: 0, complete: true });
});

test('TypeScript: the type of a constant, and none for a number', async () => {
  expect((await agent.call('find_type_definition', { symbol: { name: 'unit' } })).value).toMatchObject({ types: [{ file: 'web/src/circle.ts', line: 2 }] });
  expect((await agent.call('find_type_definition', { symbol: { file: 'web/src/circle.ts', snippet: 'pong(<<n>>: number)' } })).value).toMatchObject({
    types: [],
    notes: [expect.stringContaining('no declaration')],
  });
});

test('TypeScript: both directions of a hierarchy across packages and into the standard library', async () => {
  expect((await agent.call('type_hierarchy', { symbol: { file: 'core/src/shape.ts', name: 'Base' } })).value).toMatchObject({
    type: { name: 'Base', kind: 'class' },
    supertypes: [{ name: 'Shape', kind: 'interface', children: [{ name: 'Named', file: 'core/src/shape.ts', line: 1 }] }],
    subtypes: [{ name: 'Circle', file: 'web/src/circle.ts', line: 2 }],
    complete: true,
  });
  expect((await agent.call('type_hierarchy', { symbol: { name: 'Failure' } })).value).toMatchObject({
    supertypes: [{ name: 'Error', kind: 'interface', library: true }],
    subtypes: [],
  });
  expect(await agent.refusal('type_hierarchy', { symbol: { name: 'ping' } })).toMatchObject({ error: 'not_a_type' });
});

test('TypeScript: callees with a cycle cut, callers through the interface', async () => {
  expect(
    (await agent.call('call_hierarchy', { symbol: { file: 'web/src/circle.ts', name: 'Circle/area' }, direction: 'callees', depth: 5 })).value,
  ).toMatchObject({
    function: { name: 'Circle/area', kind: 'method', file: 'web/src/circle.ts', line: 3 },
    calls: [{ name: 'ping', line: 7, at: [4], children: [{ name: 'pong', at: [8], children: [{ name: 'ping', at: [11], cut: 'cycle' }] }] }],
    complete: true,
  });
  expect((await agent.call('call_hierarchy', { symbol: { file: 'web/src/circle.ts', name: 'Circle/area' } })).value).toMatchObject({
    calls: expect.arrayContaining([
      expect.objectContaining({ name: 'describe', file: 'core/src/shape.ts', at: [15] }),
      expect.objectContaining({ name: 'Disc/area', at: [17] }),
    ]),
    complete: true,
  });
  const { value: overriding } = await agent.call('call_hierarchy', { symbol: { file: 'web/src/circle.ts', name: 'Disc/area' }, depth: 2 });
  expect(overriding).toMatchObject({ calls: [{ name: 'describe', at: [15], children: [{ name: 'Base/name', at: [11] }] }] });
  expect(await agent.refusal('call_hierarchy', { symbol: { file: 'core/src/shape.ts', name: 'Base/value' } })).toMatchObject({ error: 'not_callable' });
});

test('TypeScript: what a method implements, up the hierarchy and across packages', async () => {
  expect((await agent.call('find_super_methods', { symbol: { file: 'web/src/circle.ts', name: 'Circle/area' } })).value).toMatchObject({
    method: 'Circle/area',
    superMethods: [
      { name: 'Base/area', file: 'core/src/shape.ts', line: 9, text: 'abstract area(): number;' },
      { name: 'Shape/area', file: 'core/src/shape.ts', line: 5 },
    ],
    complete: true,
  });
  expect(await agent.refusal('find_super_methods', { symbol: { name: 'pong' } })).toMatchObject({ error: 'not_a_member' });
});

test('Python: what is no class but has the type of a library is refused as no class', async () => {
  expect(await agent.refusal('type_hierarchy', { symbol: { file: 'names.py', name: 'version' } })).toMatchObject({ error: 'not_a_type' });
});

test('Python: several classes above one, and what its method overrides in each', async () => {
  expect((await agent.call('type_hierarchy', { symbol: { file: 'shapes.py', name: 'Circle' } })).value).toMatchObject({
    supertypes: [{ name: 'Base', children: [{ name: 'ABC', library: true }] }, { name: 'Mixin' }],
    subtypes: [],
    complete: true,
  });
  expect((await agent.call('find_super_methods', { symbol: { file: 'shapes.py', name: 'Circle/area' } })).value).toMatchObject({
    superMethods: [
      { name: 'Base/area', line: 6 },
      { name: 'Mixin/area', line: 10 },
    ],
    notes: ['Not looked into, because they are outside the project: ABC.'],
  });
});

test('Python: a call through the base class is a call of the override, a call to super is not', async () => {
  const { value } = await agent.call('call_hierarchy', { symbol: { file: 'shapes.py', name: 'Circle/area' }, depth: 1 });
  expect(value).toMatchObject({
    calls: [
      { name: 'directly', at: [24] },
      { name: 'through_base', at: [20], through: 'Base/area' },
    ],
    complete: true,
    engine: expect.stringMatching(/^basedpyright/),
  });
  expect(value['calls']).toHaveLength(2);
});
