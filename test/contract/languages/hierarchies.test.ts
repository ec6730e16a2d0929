// What implements, calls and extends what, asked of the real engines over real files, also across packages.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { catalogue } from '../../../src/hosts/headless/languages/catalogue.ts';
import type { CallDirection, TypeDirection } from '../../../src/ide/doors/languages.ts';
import { live, openWorkspace, type Workspace } from './workspace.ts';

const OPTIONS = { strict: true, noEmit: true, target: 'es2022', module: 'preserve', types: [] };
const TSCONFIG = JSON.stringify({ compilerOptions: OPTIONS, include: ['src'] });

const shapes = {
  'tsconfig.json': TSCONFIG,
  'src/shape.ts': `export interface Named { name(): string }
export interface Shape extends Named {
  area(): number;
}
export interface Shape extends Sized {}
interface Sized { size: number }
export abstract class Base<T> implements Shape {
  size = 1;
  value?: T;
  abstract area(): number;
  name(): string { return 'base'; }
}
type Constructor = new (...args: any[]) => object;
export function Serial<C extends Constructor>(base: C) { return class extends base { serialize() { return ''; } }; }
export class Plain {}
`,
  'src/circle.ts': `import { Base as Abstract, Plain, Serial, type Shape } from './shape';
export { Base as Renamed } from './shape';
export class Circle extends Abstract<{ a: () => number }> {
  area() { return helper(); }
}
export class Ring extends Circle { override name() { return 'ring'; } }
export class Mixed extends Serial(Plain) {}
export const literal: Shape = { size: 1, area() { return 1; }, name() { return ''; } };
function helper(): number { return recursive(3); }
function recursive(n: number): number { return n > 0 ? recursive(n - 1) : 0; }
const circle = new Circle();
export function viaBase(shape: Shape) { return shape.area(); }
circle.area();
export class Failure extends Error {}
export class Lost extends Missing {}
`,
};

const python = {
  'shapes.py': `from abc import ABC, abstractmethod
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")


class HasArea(Protocol):
    def area(self) -> float: ...


class Base(ABC, Generic[T]):
    @abstractmethod
    def area(self) -> float: ...


class Mixin:
    pass
`,
  'circle.py': `import shapes
from shapes import Base, Mixin as M


class Circle(Base[int], M):
    def area(self) -> float:
        return helper()


class Dotted(shapes.Base[str], metaclass=type):
    def area(self) -> float:
        return 1


class Fits:
    def area(self) -> float:
        return 2


class FitsToo(Fits):
    pass


def helper() -> float:
    return 1


def via_base(base: Base[int]) -> float:
    return base.area()


def via_circle(circle: Circle) -> float:
    return circle.area() + circle.area()


via_circle(Circle())


class Failure(ValueError):
    pass
`,
  'alias.py': `from circle import helper as assist


def renamed() -> float:
    return assist()
`,
};

async function implementations(workspace: Workspace, path: string, name: string): Promise<readonly string[]> {
  const answer = await workspace.languages.implementations(await workspace.place(path, name), live());
  expect(answer.complete).toBe(true);
  return workspace.shown(answer.value);
}

async function calls(workspace: Workspace, path: string, name: string, direction: CallDirection) {
  const answer = await workspace.languages.calls(await workspace.place(path, name), direction, live());
  expect(answer.complete).toBe(true);
  return answer.value?.calls.map(({ callable, places }) => [
    callable.name,
    callable.kind,
    callable.container,
    ...workspace.shown([callable.location]),
    places.length,
  ]);
}

async function types(workspace: Workspace, path: string, name: string, direction: TypeDirection): Promise<readonly string[] | undefined> {
  const answer = await workspace.languages.types(await workspace.place(path, name), direction, live());
  expect(answer).toMatchObject({ complete: true });
  return answer.value?.related.map(({ name: found, structural }) => (structural ? `${found} (structural)` : found)).sort();
}

test('TypeScript: what implements an interface or a class, without itself and without imports of it', async () => {
  const workspace = await openWorkspace(shapes);
  expect(await implementations(workspace, 'src/shape.ts', 'Shape')).toEqual([
    'src/circle.ts:3:14',
    'src/circle.ts:6:14',
    'src/circle.ts:8:31',
    'src/shape.ts:7:23',
  ]);
  expect(await implementations(workspace, 'src/shape.ts', 'Base')).toEqual(['src/circle.ts:3:14', 'src/circle.ts:6:14']);
  expect(await implementations(workspace, 'src/shape.ts', 'area')).toEqual(['src/circle.ts:4:3', 'src/circle.ts:8:42']);
  expect(await implementations(workspace, 'src/circle.ts', 'Ring')).toEqual([]);
});

test('TypeScript: an implementation is found in a package that names only another implementation', async () => {
  const config = JSON.stringify({ compilerOptions: OPTIONS, include: ['*.ts'] });
  const workspace = await openWorkspace({
    'core/tsconfig.json': config,
    'core/shape.ts': 'export interface Shape { area(): number }\n',
    'web/tsconfig.json': config,
    'web/base.ts': `import type { Shape } from '../core/shape';\nexport class Base implements Shape { area() { return 1; } }\n`,
    'cli/tsconfig.json': config,
    'cli/circle.ts': `import { Base } from '../web/base';\nexport class Circle extends Base {}\n`,
  });
  expect(await implementations(workspace, 'core/shape.ts', 'Shape')).toEqual(['cli/circle.ts:2:14', 'web/base.ts:2:14']);
  expect(await types(workspace, 'web/base.ts', 'Base', 'down')).toEqual(['Circle']);
});

test('TypeScript: the type of a variable', async () => {
  const workspace = await openWorkspace(shapes);
  const answer = await workspace.languages.typeDefinition(await workspace.place('src/circle.ts', 'literal'), live());
  expect(workspace.shown(answer.value)).toEqual(['src/shape.ts:2:18', 'src/shape.ts:5:18']);
  const none = await workspace.languages.typeDefinition(await workspace.place('src/circle.ts', 'helper'), live());
  expect(none).toMatchObject({ complete: true, value: [] });
});

test('TypeScript: callers, also through the interface and at the top level, and callees', async () => {
  const workspace = await openWorkspace(shapes);
  expect(await calls(workspace, 'src/circle.ts', 'area', 'callers')).toEqual([
    ['viaBase', 'function', undefined, 'src/circle.ts:12:17', 1],
    ['circle.ts', 'module', undefined, 'src/circle.ts:1:1', 1],
  ]);
  expect(await calls(workspace, 'src/circle.ts', 'area', 'callees')).toEqual([['helper', 'function', undefined, 'src/circle.ts:9:10', 1]]);
  expect(await calls(workspace, 'src/circle.ts', 'helper', 'callers')).toEqual([['area', 'method', 'Circle', 'src/circle.ts:4:3', 1]]);
  const nothing = await workspace.languages.calls(await workspace.place('src/shape.ts', 'size'), 'callers', live());
  expect(nothing).toMatchObject({ complete: true, value: undefined });
});

test('TypeScript: callers in packages that nobody has opened', async () => {
  const config = JSON.stringify({ compilerOptions: OPTIONS, include: ['*.ts'] });
  const workspace = await openWorkspace({
    'core/tsconfig.json': config,
    'core/total.ts': 'export function total() { return 1; }\n',
    'web/tsconfig.json': config,
    'web/page.ts': `import { total as sum } from '../core/total';\nexport function page() { return sum(); }\n`,
  });
  expect(await calls(workspace, 'core/total.ts', 'total', 'callers')).toEqual([['page', 'function', undefined, 'web/page.ts:2:17', 1]]);
});

test('TypeScript: types above, through generics, merged interfaces, mixins and into the standard library', async () => {
  const workspace = await openWorkspace(shapes);
  expect(await types(workspace, 'src/circle.ts', 'Circle', 'up')).toEqual(['Base']);
  expect(await types(workspace, 'src/shape.ts', 'Base', 'up')).toEqual(['Shape']);
  expect(await types(workspace, 'src/shape.ts', 'Shape', 'up')).toEqual(['Named', 'Sized']);
  expect(await types(workspace, 'src/circle.ts', 'Mixed', 'up')).toEqual(['Plain', 'Serial']);
  expect(await types(workspace, 'src/circle.ts', 'Failure', 'up')).toEqual(['Error']);
  expect(await types(workspace, 'src/shape.ts', 'Plain', 'up')).toEqual([]);
});

test('TypeScript: types below, through aliases, interfaces and mixins, and from a variable of the type', async () => {
  const workspace = await openWorkspace(shapes);
  expect(await types(workspace, 'src/shape.ts', 'Named', 'down')).toEqual(['Shape']);
  expect(await types(workspace, 'src/shape.ts', 'Base', 'down')).toEqual(['Circle']);
  expect(await types(workspace, 'src/circle.ts', 'literal', 'down')).toEqual(['Base']);
  expect(await types(workspace, 'src/shape.ts', 'Plain', 'down')).toEqual(['Mixed']);
  expect(await types(workspace, 'src/circle.ts', 'Error', 'down')).toContain('Failure');
  expect(await types(workspace, 'src/circle.ts', 'helper', 'down')).toBeUndefined();
});

test('TypeScript: a type above that cannot be resolved makes the answer incomplete', async () => {
  const workspace = await openWorkspace(shapes);
  const answer = await workspace.languages.types(await workspace.place('src/circle.ts', 'Lost'), 'up', live());
  expect(answer).toMatchObject({ complete: false, why: expect.stringContaining('Missing'), value: { of: { name: 'Lost', kind: 'class' }, related: [] } });
});

test('Python: implementations of classes, methods and protocols', async () => {
  const workspace = await openWorkspace(python);
  expect(await implementations(workspace, 'shapes.py', 'Base')).toEqual(['circle.py:5:7', 'circle.py:10:7']);
  expect(await implementations(workspace, 'shapes.py', 'area')).toEqual(['circle.py:6:9', 'circle.py:11:9', 'circle.py:16:9', 'shapes.py:13:9']);
  expect(await implementations(workspace, 'circle.py', 'helper')).toEqual([]);
});

test('Python: callers and callees, each call once', async () => {
  const workspace = await openWorkspace(python);
  expect(await calls(workspace, 'circle.py', 'area', 'callers')).toEqual([['via_circle', 'function', undefined, 'circle.py:32:5', 2]]);
  expect(await calls(workspace, 'circle.py', 'area', 'callees')).toEqual([['helper', 'function', undefined, 'circle.py:24:5', 1]]);
  expect(await calls(workspace, 'circle.py', 'helper', 'callers')).toEqual([
    ['area', 'method', 'Circle', 'circle.py:6:9', 1],
    ['renamed', 'function', undefined, 'alias.py:4:5', 1],
  ]);
  expect(await calls(workspace, 'circle.py', 'via_circle', 'callers')).toEqual([['circle.py', 'module', undefined, 'circle.py:1:1', 1]]);
});

test('Python: several types above, also generic and dotted ones, and into the standard library', async () => {
  const workspace = await openWorkspace(python);
  expect(await types(workspace, 'circle.py', 'Circle', 'up')).toEqual(['Base', 'Mixin']);
  expect(await types(workspace, 'circle.py', 'Dotted', 'up')).toEqual(['Base']);
  expect(await types(workspace, 'shapes.py', 'Base', 'up')).toEqual(['ABC', 'Generic']);
});

test('Python: types below, and those that fit a protocol without naming it', async () => {
  const workspace = await openWorkspace(python);
  expect(await types(workspace, 'shapes.py', 'Base', 'down')).toEqual(['Circle', 'Dotted']);
  expect(await types(workspace, 'shapes.py', 'Mixin', 'down')).toEqual(['Circle']);
  expect(await types(workspace, 'shapes.py', 'HasArea', 'down')).toEqual(['Base (structural)', 'Fits (structural)']);
  expect(await types(workspace, 'circle.py', 'ValueError', 'down')).toContain('Failure');
  expect(await types(workspace, 'circle.py', 'helper', 'down')).toBeUndefined();
});

test('a server that knows the hierarchy itself is asked for it, and its items go back as they came', async () => {
  const [row] = catalogue;
  if (row === undefined) throw new Error('the catalogue is empty');
  const server = fileURLToPath(new URL('typeHierarchyServer.mjs', import.meta.url));
  const reporting = { ...row, command: () => ({ program: process.execPath, args: [server] }), quirk: () => ({ configuration: () => undefined }) };
  const workspace = await openWorkspace({ 'a.ts': 'class Top_ {}\nclass Middle {}\nclass Leaf {}\n' }, { rows: [reporting] });
  const above = await workspace.languages.types(await workspace.place('a.ts', 'Middle'), 'up', live());
  expect(above).toMatchObject({ complete: true, value: { of: { name: 'Middle', kind: 'class' }, related: [{ name: 'Top' }] } });
  expect(await types(workspace, 'a.ts', 'Middle', 'down')).toEqual(['Leaf']);
  expect(await types(workspace, 'a.ts', 'Leaf', 'down')).toBeUndefined();
});
