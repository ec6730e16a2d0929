// What another name changes in TypeScript and JavaScript, with the real engine: the whole project, before and after.
import { expect, test } from 'vitest';
import { follows, refused } from './rows.ts';

const TSCONFIG = { 'tsconfig.json': '{"compilerOptions":{"strict":true,"module":"nodenext","target":"es2022","jsx":"preserve","noEmit":true}}' };

interface Case {
  readonly what: string;
  readonly before: Readonly<Record<string, string>>;
  // Where it is pointed at: a file and a snippet.
  readonly at: readonly [file: string, snippet: string];
  readonly to: string;
  readonly after: Readonly<Record<string, string>>;
  readonly given?: Record<string, unknown>;
}

const MODULES = {
  'cart.ts': 'export function total(prices: number[]): number {\n  return prices.length;\n}\nexport const box = { total };\n',
  'index.ts': "export { total } from './cart.js';\nexport * as cart from './cart.js';\n",
  'main.ts':
    "import { total } from './index.js';\nimport { total as other, box } from './cart.js';\nexport const n = total([1]) + other([2]) + box.total([3]);\nexport { total };\n",
  'far.ts':
    "import * as main from './main.js';\nimport { total } from './main.js';\nexport const far = main.total([1]) + total([2]);\nexport const shorthand = { total };\n",
};
const RENAMED_MODULES = {
  'cart.ts': 'export function sum(prices: number[]): number {\n  return prices.length;\n}\nexport const box = { total: sum };\n',
  'index.ts': "export { sum } from './cart.js';\nexport * as cart from './cart.js';\n",
  'main.ts':
    "import { sum } from './index.js';\nimport { sum as other, box } from './cart.js';\nexport const n = sum([1]) + other([2]) + box.total([3]);\nexport { sum };\n",
  'far.ts':
    "import * as main from './main.js';\nimport { sum } from './main.js';\nexport const far = main.sum([1]) + sum([2]);\nexport const shorthand = { total: sum };\n",
};

const cases: readonly Case[] = [
  { what: 'through imports, re-exports, namespaces and shorthand', before: MODULES, at: ['cart.ts', 'function <<total>>'], to: 'sum', after: RENAMED_MODULES },
  { what: 'the same from a use at the far end', before: MODULES, at: ['far.ts', '+ <<total>>'], to: 'sum', after: RENAMED_MODULES },
  { what: 'the same from a re-export', before: MODULES, at: ['index.ts', '{ <<total>> }'], to: 'sum', after: RENAMED_MODULES },
  {
    what: 'an alias of an import, in its file only',
    before: MODULES,
    at: ['main.ts', '+ <<other>>'],
    to: 'sum',
    after: { 'main.ts': MODULES['main.ts'].replaceAll('other', 'sum') },
  },
  {
    what: 'a property, with destructuring that keeps its variable',
    before: {
      'a.ts':
        "export interface Cart {\n  total: number;\n}\nexport const cart: Cart = { total: 1 };\nexport const { total } = cart;\nexport const again = cart['total'] + total;\nexport const made = (total: number): Cart => ({ total });\n",
    },
    at: ['a.ts', '  <<total>>: number;'],
    to: 'sum',
    after: {
      'a.ts':
        "export interface Cart {\n  sum: number;\n}\nexport const cart: Cart = { sum: 1 };\nexport const { sum: total } = cart;\nexport const again = cart['sum'] + total;\nexport const made = (total: number): Cart => ({ sum: total });\n",
    },
  },
  {
    what: 'the variable of a destructuring, which keeps its property',
    before: { 'a.ts': 'const cart = { total: 1 };\nconst { total } = cart;\nexport const n = total + cart.total;\n' },
    at: ['a.ts', '= <<total>> +'],
    to: 'sum',
    after: { 'a.ts': 'const cart = { total: 1 };\nconst { total: sum } = cart;\nexport const n = sum + cart.total;\n' },
  },
  {
    what: 'a method with what implements and overrides it, from an override',
    before: {
      'shape.ts': 'export interface Shape {\n  area(): number;\n}\nexport abstract class Base implements Shape {\n  abstract area(): number;\n}\n',
      'square.ts': "import { Base } from './shape.js';\nexport class Square extends Base {\n  override area(): number {\n    return 1;\n  }\n}\n",
      'use.ts':
        "import type { Shape } from './shape.js';\nimport { Square } from './square.js';\nexport const all = (shape: Shape) => shape.area() + new Square().area();\nexport const area = 1;\n",
    },
    at: ['square.ts', 'override <<area>>'],
    to: 'size',
    after: {
      'shape.ts': 'export interface Shape {\n  size(): number;\n}\nexport abstract class Base implements Shape {\n  abstract size(): number;\n}\n',
      'square.ts': "import { Base } from './shape.js';\nexport class Square extends Base {\n  override size(): number {\n    return 1;\n  }\n}\n",
      'use.ts':
        "import type { Shape } from './shape.js';\nimport { Square } from './square.js';\nexport const all = (shape: Shape) => shape.size() + new Square().size();\nexport const area = 1;\n",
    },
  },
  {
    what: 'overloads, and types that are imported as types',
    before: {
      'a.ts':
        'export function read(x: string): string;\nexport function read(x: number): number;\nexport function read(x: unknown): unknown {\n  return x;\n}\n',
      'b.ts': "import type { read } from './a.js';\nexport type Reader = typeof read;\n",
    },
    at: ['b.ts', 'typeof <<read>>'],
    to: 'load',
    after: {
      'a.ts':
        'export function load(x: string): string;\nexport function load(x: number): number;\nexport function load(x: unknown): unknown {\n  return x;\n}\n',
      'b.ts': "import type { load } from './a.js';\nexport type Reader = typeof load;\n",
    },
  },
  {
    what: 'a private member, with or without its number sign',
    before: { 'a.ts': 'export class Cart {\n  #total = 1;\n  get total() {\n    return this.#total;\n  }\n}\n' },
    at: ['a.ts', '#<<total>> = 1'],
    to: 'sum',
    after: { 'a.ts': 'export class Cart {\n  #sum = 1;\n  get total() {\n    return this.#sum;\n  }\n}\n' },
  },
  {
    what: 'an enum member',
    before: {
      'a.ts': 'export enum Color {\n  Red,\n}\nexport default class Paint {\n  color = Color.Red;\n}\n',
      'b.ts': "import Paint, { Color } from './a.js';\nexport const red = new Paint().color === Color.Red;\n",
    },
    at: ['b.ts', 'Color.<<Red>>'],
    to: 'Crimson',
    after: {
      'a.ts': 'export enum Color {\n  Crimson,\n}\nexport default class Paint {\n  color = Color.Crimson;\n}\n',
      'b.ts': "import Paint, { Color } from './a.js';\nexport const red = new Paint().color === Color.Crimson;\n",
    },
  },
  {
    what: 'a default export, and its imports unless they have a name of their own',
    before: {
      'a.ts': 'export default class Paint {}\nexport const one = new Paint();\n',
      'b.ts': "import Paint from './a.js';\nexport const two = new Paint();\n",
      'c.ts': "import Mine from './a.js';\nexport const three = new Mine();\n",
    },
    at: ['a.ts', 'class <<Paint>>'],
    to: 'Colour',
    after: {
      'a.ts': 'export default class Colour {}\nexport const one = new Colour();\n',
      'b.ts': "import Colour from './a.js';\nexport const two = new Colour();\n",
    },
  },
  {
    what: 'words in comments and strings on request',
    before: {
      'a.ts': "// total is what it is\nexport const total = 1;\nexport const label = 'total';\n",
      'b.ts': "/** See {@link total}. */\nexport const b = 'a total';\n",
    },
    at: ['a.ts', 'const <<total>>'],
    to: 'sum',
    given: { in_comments: true, in_strings: true },
    after: {
      'a.ts': "// sum is what it is\nexport const sum = 1;\nexport const label = 'sum';\n",
      'b.ts': "/** See {@link sum}. */\nexport const b = 'a sum';\n",
    },
  },
  {
    what: 'with carriage returns and a byte order mark, which stay',
    before: { 'a.ts': '\uFEFFexport const total = 1;\r\nexport const twice = total * 2;\r\n' },
    at: ['a.ts', 'const <<total>>'],
    to: 'sum',
    after: { 'a.ts': '\uFEFFexport const sum = 1;\r\nexport const twice = sum * 2;\r\n' },
  },
  {
    what: 'CommonJS in JavaScript',
    before: {
      'tsconfig.json': '{"compilerOptions":{"allowJs":true,"checkJs":true,"module":"commonjs","target":"es2022","noEmit":true}}',
      'cart.js': 'function total() {\n  return 1;\n}\nmodule.exports = { total };\n',
      'main.js': "const { total } = require('./cart');\nmodule.exports.n = total();\n",
    },
    at: ['cart.js', 'function <<total>>'],
    to: 'sum',
    after: { 'cart.js': 'function sum() {\n  return 1;\n}\nmodule.exports = { total: sum };\n' },
  },
  {
    what: 'in the packages of a monorepo that nobody has opened',
    before: {
      'tsconfig.json': '{"files":[],"references":[{"path":"packages/cart"},{"path":"packages/app"}]}',
      'package.json': '{"private":true,"workspaces":["packages/*"]}',
      'packages/cart/tsconfig.json': '{"compilerOptions":{"composite":true,"strict":true,"module":"nodenext","target":"es2022","outDir":"dist"}}',
      'packages/cart/index.ts': 'export function total(): number {\n  return 1;\n}\n',
      'packages/app/tsconfig.json':
        '{"compilerOptions":{"composite":true,"strict":true,"module":"nodenext","target":"es2022","outDir":"dist"},"references":[{"path":"../cart"}]}',
      'packages/app/main.ts': "import { total } from '../cart/index.js';\nexport const n = total();\n",
    },
    at: ['packages/cart/index.ts', 'function <<total>>'],
    to: 'sum',
    after: {
      'packages/cart/index.ts': 'export function sum(): number {\n  return 1;\n}\n',
      'packages/app/main.ts': "import { sum } from '../cart/index.js';\nexport const n = sum();\n",
    },
  },
];

test.each(cases)('renames $what', async ({ before, at: [file, snippet], to, after, given }) => {
  await follows({ files: { ...TSCONFIG, ...before }, tool: 'rename_symbol', given: { symbol: { file, snippet }, new_name: to, ...given }, after });
});

// A configuration that only TypeScript 6 reads, so that it is asked in place of 7: the same places.
test('renames the same places with TypeScript 6', async () => {
  const files = { 'tsconfig.json': '{"compilerOptions":{"strict":true,"module":"commonjs","moduleResolution":"node10","target":"es5","noEmit":true}}' };
  const plain = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.replaceAll('.js', '')]));
  await follows({
    files: { ...files, ...plain(MODULES) },
    tool: 'rename_symbol',
    given: { symbol: { file: 'far.ts', snippet: '+ <<total>>' }, new_name: 'sum' },
    after: plain(RENAMED_MODULES),
  });
});

test.each([
  ['a name that a block declares for itself', 'const total = 1;\nexport function f() {\n  const sum = 2;\n  return total + sum;\n}\n', 'const <<total>>', [4]],
  ['a name that the same scope has', 'const total = 1;\nconst sum = 2;\nexport const both = total + sum;\n', 'const <<total>>', undefined],
  ['a method that a class below has already', 'export class A {\n  total() {}\n}\nexport class B extends A {\n  sum() {}\n}\n', '  <<total>>()', [5]],
  ['a parameter beside another', 'export const add = (total: number, sum: number) => total + sum;\n', '(<<total>>:', undefined],
])('refuses %s, with the places', async (_, text, snippet, lines) => {
  const refusal = await refused({ files: { ...TSCONFIG, 'a.ts': text }, tool: 'rename_symbol', given: { symbol: { file: 'a.ts', snippet }, new_name: 'sum' } });
  expect(refusal).toMatchObject({ error: 'name_taken', ...(lines !== undefined && { conflicts: lines.map((line) => ({ file: 'a.ts', line })) }) });
});

test('a name that is taken only where it does no harm is no reason to refuse', async () => {
  const text = 'const total = 1;\nexport const f = () => {\n  const sum = 2;\n  return sum;\n};\nexport const twice = total * 2;\n';
  await follows({
    files: { ...TSCONFIG, 'a.ts': text },
    tool: 'rename_symbol',
    given: { symbol: { file: 'a.ts', snippet: 'const <<total>>' }, new_name: 'sum' },
    after: { 'a.ts': 'const sum = 1;\nexport const f = () => {\n  const sum = 2;\n  return sum;\n};\nexport const twice = sum * 2;\n' },
  });
});

test('what a library declares cannot be renamed', async () => {
  const files = { ...TSCONFIG, 'a.ts': "export const n = 'x'.trim();\n" };
  expect(await refused({ files, tool: 'rename_symbol', given: { symbol: { file: 'a.ts', snippet: '.<<trim>>()' }, new_name: 'cut' } })).toMatchObject({
    error: 'cannot_rename',
  });
});

test('what has its name from a library cannot be renamed, and the library stays as it is', async () => {
  const files = {
    ...TSCONFIG,
    'a.ts': "import { draw } from 'drawing';\nconst style = 'red';\ndraw({ style });\ndraw({ style: 'blue' });\n",
    'node_modules/drawing/package.json': '{ "name": "drawing", "version": "1.0.0", "types": "index.d.ts" }',
    'node_modules/drawing/index.d.ts': 'export declare function draw(options: { style: string }): void;\n',
  };
  expect(await refused({ files, tool: 'rename_symbol', given: { symbol: { file: 'a.ts', line: 4, name: 'style' }, new_name: 'look' } })).toMatchObject({
    error: 'cannot_rename',
    message: expect.stringContaining('drawing/index.d.ts, which is no file of the project, names it too'),
  });
});
