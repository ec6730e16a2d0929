// Declarations moved between files by real engines; whoever uses them finds them where they are.
import { filesOf, projectOf, type RefusedRow, type Row, TSCONFIG, testRefusals, testRows } from './table.ts';

const rows: readonly Row[] = [
  {
    title: 'a function to a new file, with its users in other files',
    before: {
      'cart.ts': '// Adds.\nexport function $0add(a: number, b: number) {\n  return a + b;\n}\n\nexport const rest = 1;\n',
      'main.ts': "import { add, rest } from './cart.ts';\n\nexport const sum = add(rest, 2);\n",
      'only.ts': "import { add } from './cart.ts';\n\nexport const sum = add(1, 2);\n",
    },
    given: { to_file: 'adding.ts' },
    after: {
      'adding.ts': '// Adds.\nexport function add(a: number, b: number) {\n  return a + b;\n}\n',
      'cart.ts': 'export const rest = 1;\n',
      'main.ts': "import { rest } from './cart.ts';\nimport { add } from './adding.ts';\n\nexport const sum = add(rest, 2);\n",
      'only.ts': "import { add } from './adding.ts';\n\nexport const sum = add(1, 2);\n",
    },
  },
  {
    title: 'a class to a file that is there, with what it needs',
    before: {
      'cart.ts': "import { rate } from './rate.ts';\n\nexport class $0Cart {\n  total = rate;\n}\n\nexport const cart = new Cart();\n",
      'other.ts': 'export const other = 1;\n',
      'rate.ts': 'export const rate = 2;\n',
    },
    given: { to_file: 'other.ts' },
    after: {
      'cart.ts': "import { Cart } from './other.ts';\n\nexport const cart = new Cart();\n",
      'other.ts': "import { rate } from './rate.ts';\n\nexport const other = 1;\n\nexport class Cart {\n  total = rate;\n}\n",
    },
  },
  {
    title: 'what it uses of its file is exported from there',
    before: { 'cart.ts': "const rate = 2;\n\nexport const $0total = () => rate * 2;\n\nexport const again = [rate, 'x'];\n" },
    given: { to_file: 'total.ts' },
    after: {
      'cart.ts': "export const rate = 2;\n\nexport const again = [rate, 'x'];\n",
      'total.ts': "import { rate } from './cart.ts';\n\nexport const total = () => rate * 2;\n",
    },
  },
  {
    title: 'an interface that a file imports as a type',
    before: {
      'cart.ts': 'export interface $0Cart {\n  total: number;\n}\n\nexport const rest = 1;\n',
      'main.ts': "import type { Cart } from './cart.ts';\n\nexport const cart: Cart = { total: 1 };\n",
    },
    given: { to_file: 'types.ts' },
    after: {
      'cart.ts': 'export const rest = 1;\n',
      'main.ts': "import type { Cart } from './types.ts';\n\nexport const cart: Cart = { total: 1 };\n",
      'types.ts': 'export interface Cart {\n  total: number;\n}\n',
    },
  },
  {
    title: 'what another file re-exports, and what is used through a namespace',
    before: {
      'cart.ts': 'export function $0add() {\n  return 1;\n}\n\nexport const rest = 1;\n',
      'index.ts': "export { add, rest } from './cart.ts';\n",
      'main.ts': "import { add } from './index.ts';\n\nexport const sum = add();\n",
      'spaces.ts': "import * as cart from './cart.ts';\n\nexport const sum = cart.add() + cart.rest;\n",
    },
    given: { to_file: 'adding.ts' },
    after: {
      'adding.ts': 'export function add() {\n  return 1;\n}\n',
      'cart.ts': 'export const rest = 1;\n',
      'index.ts': "export { rest } from './cart.ts';\nexport { add } from './adding.ts';\n",
      'spaces.ts': "import * as cart from './cart.ts';\nimport * as adding from './adding.ts';\n\nexport const sum = adding.add() + cart.rest;\n",
    },
  },
  {
    title: 'what another file re-exports with a star, or alone',
    before: {
      'cart.ts': 'export interface $0Cart {\n  total: number;\n}\n\nexport const rest = 1;\n',
      'index.ts': "export * from './cart.js';\n",
      'alone.ts': 'export type { Cart as Basket } from "./cart.js";\n',
      'main.ts': "import type { Cart } from './index.ts';\nimport type { Basket } from './alone.ts';\n\nexport const cart: Cart & Basket = { total: 1 };\n",
    },
    given: { to_file: 'types.ts' },
    after: {
      'cart.ts': 'export const rest = 1;\n',
      'index.ts': "export * from './cart.js';\nexport type { Cart } from './types.js';\n",
      'alone.ts': 'export type { Cart as Basket } from "./types.js";\n',
      'types.ts': 'export interface Cart {\n  total: number;\n}\n',
    },
  },
  {
    title: 'all overloads',
    before: {
      'cart.ts':
        'export function $0add(a: string): string;\nexport function add(a: number): number;\nexport function add(a: unknown) {\n  return a as never;\n}\n\nexport const rest = 1;\n',
      'main.ts': "import { add } from './cart.ts';\n\nexport const sum = add(1);\n",
    },
    given: { to_file: 'adding.ts' },
    after: {
      'adding.ts':
        'export function add(a: string): string;\nexport function add(a: number): number;\nexport function add(a: unknown) {\n  return a as never;\n}\n',
      'cart.ts': 'export const rest = 1;\n',
      'main.ts': "import { add } from './adding.ts';\n\nexport const sum = add(1);\n",
    },
  },
  {
    title: 'what is not exported becomes so',
    before: { 'cart.ts': 'function $0add() {\n  return 1;\n}\n\nexport const sum = add();\n' },
    given: { to_file: 'adding.ts' },
    after: {
      'adding.ts': 'export function add() {\n  return 1;\n}\n',
      'cart.ts': "import { add } from './adding.ts';\n\nexport const sum = add();\n",
    },
  },
].map((row) => ({ ...row, tool: 'move_symbol' }));

const lists: readonly Row[] = [
  {
    title: 'what its file exports in a list',
    before: {
      'cart.ts': 'const $0one = 1;\nconst two = 2;\nexport { one, two };\n',
      'main.ts': "import { one, two } from './cart.ts';\n\nexport const n = one + two;\n",
    },
    given: { to_file: 'ones.ts' },
    after: {
      'cart.ts': 'const two = 2;\nexport { two };\n',
      'ones.ts': 'export const one = 1;\n',
      'main.ts': "import { two } from './cart.ts';\nimport { one } from './ones.ts';\n\nexport const n = one + two;\n",
    },
  },
  {
    title: 'the only entry of such a list',
    before: { 'cart.ts': 'export const two = 2;\nfunction $0one() {}\n\nexport { one };\n' },
    given: { to_file: 'ones.ts' },
    after: { 'cart.ts': 'export const two = 2;\n', 'ones.ts': 'export function one() {}\n' },
  },
  {
    title: 'one of two variables of a statement',
    before: { 'cart.ts': 'export const $0one = 1, two = 2;\n', 'main.ts': "import { one, two } from './cart.ts';\nexport const n = one + two;\n" },
    given: { to_file: 'other.ts' },
    after: {
      'cart.ts': 'export const two = 2;\n',
      'other.ts': 'export const one = 1;\n',
      'main.ts': "import { two } from './cart.ts';\nimport { one } from './other.ts';\nexport const n = one + two;\n",
    },
  },
  {
    title: 'the default export',
    before: {
      'cart.ts': 'export default function $0add() {\n  return 1;\n}\n\nexport const two = add() + 1;\n',
      'main.ts': "import add, { two } from './cart.ts';\n\nexport const n = add() + two;\n",
      'other.ts': "import mine from './cart.ts';\n\nexport const n = mine();\n",
      'index.ts': "export { default, two } from './cart.ts';\nexport { default as adding } from './cart.ts';\n",
    },
    given: { to_file: 'adding.ts' },
    after: {
      'cart.ts': "import add from './adding.ts';\n\nexport const two = add() + 1;\n",
      'adding.ts': 'export default function add() {\n  return 1;\n}\n',
      'main.ts': "import { two } from './cart.ts';\nimport add from './adding.ts';\n\nexport const n = add() + two;\n",
      'other.ts': "import mine from './adding.ts';\n\nexport const n = mine();\n",
      'index.ts': "export { two } from './cart.ts';\nexport { default } from './adding.ts';\nexport { default as adding } from './adding.ts';\n",
    },
  },
].map((row) => ({ ...row, tool: 'move_symbol' }));

const kinds: readonly Row[] = [
  ['a type', 'export type $0Cart = { total: number };\n'],
  ['an enum', 'export enum $0Size {\n  Big,\n}\n'],
  ['a namespace', 'export namespace $0Shop {\n  export const open = true;\n}\n'],
  ['a variable without a value', 'export let $0later: number | undefined;\n'],
  ['an abstract class with decorators and comments', '// Why.\n/** What. */\nexport abstract class $0Base<T> {\n  // Inside.\n  abstract get(): T;\n}\n'],
  ['an asynchronous generator', 'export async function* $0each() {\n  yield 1;\n}\n'],
  ['a function with documentation', '/**\n * Adds.\n *\n * @param a One.\n */\nexport function $0add(a: number) {\n  return a;\n}\n'],
  ['an interface and a constant of one name', 'export interface $0Cart {\n  a: number;\n}\nexport const Cart = { a: 1 };\n'],
  ['a class and its namespace', 'export class $0Cart {}\nexport namespace Cart {\n  export const empty = new Cart();\n}\n'],
].map(([title = '', text = '']) => ({
  title,
  tool: 'move_symbol',
  before: { 'cart.ts': `export const rest = 1;\n\n${text}` },
  given: { to_file: 'moved.ts' },
  after: { 'cart.ts': 'export const rest = 1;\n', 'moved.ts': text.replace('$0', '') },
}));

const needs: readonly Row[] = [
  {
    title: 'every kind of import that it needs, and no other',
    before: {
      'lib.ts': 'export default class Lib {}\nexport const a = 1;\nexport const b = 2;\nexport interface T {}\n',
      'side.ts': 'export {};\n',
      'cart.ts':
        "import './side.ts';\nimport Lib, { a, b as other } from './lib.ts';\nimport * as lib from './lib.ts';\nimport type { T } from './lib.ts';\n\nexport const $0make = (): T => [new Lib(), other, lib.a];\n\nexport const rest = a;\n",
    },
    given: { to_file: 'deep/moved.ts' },
    after: {
      'cart.ts': "import './side.ts';\nimport { a } from './lib.ts';\n\nexport const rest = a;\n",
      'deep/moved.ts':
        "import Lib, { b as other, type T } from '../lib.ts';\nimport * as lib from '../lib.ts';\n\nexport const make = (): T => [new Lib(), other, lib.a];\n",
    },
  },
  {
    title: 'into a file that imports it, and imports from where it was',
    before: {
      'cart.ts': 'export function $0add() {\n  return rest;\n}\n\nexport const rest = 1;\n',
      'main.ts': "import { add, rest } from './cart.ts';\n\nexport const n = add() + rest;\n",
    },
    given: { to_file: 'main.ts' },
    after: {
      'cart.ts': 'export const rest = 1;\n',
      'main.ts': "import { rest } from './cart.ts';\n\nexport const n = add() + rest;\n\nexport function add() {\n  return rest;\n}\n",
    },
  },
  {
    title: 'into a file that has an import of the same module',
    before: {
      'lib.ts': 'export const a = 1;\nexport const b = 2;\n',
      'cart.ts': "import { a } from './lib.ts';\n\nexport const $0one = a;\n",
      'other.ts': "import { b } from './lib.ts';\n\nexport const two = b;\n",
    },
    given: { to_file: 'other.ts' },
    after: { 'cart.ts': '', 'other.ts': "import { a, b } from './lib.ts';\n\nexport const two = b;\n\nexport const one = a;\n" },
  },
  {
    title: 'types of its file that were its own',
    before: {
      'cart.ts':
        'interface Item {\n  price: number;\n}\ntype Items = Item[];\n\nexport const $0sum = (items: Items) => items.length;\n\nexport const none: Items = [];\n',
    },
    given: { to_file: 'sum.ts' },
    after: {
      'cart.ts': 'interface Item {\n  price: number;\n}\nexport type Items = Item[];\n\nexport const none: Items = [];\n',
      'sum.ts': "import type { Items } from './cart.ts';\n\nexport const sum = (items: Items) => items.length;\n",
    },
  },
  {
    title: 'a private function, from its use in another place of the file',
    before: { 'cart.ts': 'export const n = $0help() + help();\n\nfunction help() {\n  return 1;\n}\n' },
    given: { to_file: 'help.ts' },
    after: { 'cart.ts': "import { help } from './help.ts';\n\nexport const n = help() + help();\n", 'help.ts': 'export function help() {\n  return 1;\n}\n' },
  },
  {
    title: 'with users under another name, in types and when they need it',
    before: {
      'cart.ts': 'export class $0Cart {\n  a = 1;\n}\n\nexport const rest = 1;\n',
      'a.ts': "import { Cart as Basket, rest } from './cart.ts';\n\nexport const a = new Basket().a + rest;\n",
      'b.ts': "export type B = import('./cart.ts').Cart;\n",
    },
    given: { to_file: 'model/cart.ts' },
    after: {
      'cart.ts': 'export const rest = 1;\n',
      'model/cart.ts': 'export class Cart {\n  a = 1;\n}\n',
      'a.ts': "import { rest } from './cart.ts';\nimport { Cart as Basket } from './model/cart.ts';\n\nexport const a = new Basket().a + rest;\n",
      'b.ts': "export type B = import('./model/cart.ts').Cart;\n",
    },
  },
  {
    title: 'behind directives and a comment about the file',
    before: { 'cart.ts': "#!/usr/bin/env node\n// The licence.\n'use strict';\n\nexport const $0one = 1;\n\nexport const two = 2;\n" },
    given: { to_file: 'ones.ts' },
    after: {
      'cart.ts': "#!/usr/bin/env node\n// The licence.\n'use strict';\n\nexport const two = 2;\n",
      'ones.ts': "'use strict';\n\nexport const one = 1;\n",
    },
  },
  {
    title: 'without semicolons, with tabs and double quotes, as its file is',
    before: {
      'lib.ts': 'export const a = 1\n',
      'cart.ts': 'import { a } from "./lib.ts"\n\nexport function $0one() {\n\treturn a\n}\n\nexport const two = one()\n',
    },
    given: { to_file: 'ones.ts' },
    after: {
      'cart.ts': 'import { one } from "./ones.ts"\n\nexport const two = one()\n',
      'ones.ts': 'import { a } from "./lib.ts"\n\nexport function one() {\n\treturn a\n}\n',
    },
  },
  {
    title: 'with carriage returns, as its file is',
    before: { 'cart.ts': "import { b } from './b.ts';\r\n\r\nexport const $0one = b;\r\n\r\nexport const two = 2;\r\n", 'b.ts': 'export const b = 1;\n' },
    given: { to_file: 'ones.ts' },
    after: { 'cart.ts': 'export const two = 2;\r\n', 'ones.ts': "import { b } from './b.ts';\r\n\r\nexport const one = b;\r\n" },
  },
  {
    title: 'between modules and CommonJS',
    before: {
      'cart.mts': 'export const $0one = 1;\n\nexport const two = 2;\n',
      'main.mts': "import { one } from './cart.mjs';\n\nexport const n = one;\n",
    },
    given: { to_file: 'ones.mts' },
    after: {
      'cart.mts': 'export const two = 2;\n',
      'ones.mts': 'export const one = 1;\n',
      'main.mts': "import { one } from './ones.mjs';\n\nexport const n = one;\n",
    },
  },
].map((row) => ({ ...row, tool: 'move_symbol' }));

const refused: readonly RefusedRow[] = [
  {
    title: 'a default export to where there is one',
    before: { 'cart.ts': 'export default function $0add() {\n  return 1;\n}\n', 'other.ts': 'export default 1;\n' },
    given: { to_file: 'other.ts' },
    says: 'has a default export already',
  },
  {
    title: 'what is the default in a statement of its own',
    before: { 'cart.ts': 'const $0one = 1;\nexport default one;\n' },
    given: { to_file: 'other.ts' },
    says: 'in a statement of its own as the default',
  },
  {
    title: 'what its file exports under another name',
    before: { 'cart.ts': 'const $0one = 1;\nexport { one as uno };\n' },
    given: { to_file: 'adding.ts' },
    says: 'exports it as uno',
  },
  {
    title: 'a method',
    before: { 'cart.ts': 'export class Cart {\n  $0add() {}\n}\nexport function add() {}\n' },
    given: { to_file: 'other.ts' },
    says: 'Only what stands at the top level',
  },
  { title: 'to its own file', before: { 'cart.ts': 'export const $0one = 1;\n' }, given: { to_file: 'cart.ts' }, says: 'in that file already' },
  {
    title: 'to where the name is taken',
    before: { 'cart.ts': 'export const $0one = 1;\n', 'other.ts': 'export const one = 2;\n' },
    given: { to_file: 'other.ts' },
    says: 'other.ts has another one already',
  },
  {
    title: 'to where what it uses is something else',
    before: { 'cart.ts': 'const rate = 1;\nexport const $0one = rate;\n', 'other.ts': 'const rate = 2;\nexport const two = rate;\n' },
    given: { to_file: 'other.ts' },
    says: 'other.ts has another rate already',
  },
  { title: 'to what is no code', before: { 'cart.ts': 'export const $0one = 1;\n' }, given: { to_file: 'cart.css' }, says: 'no file of TypeScript' },
  { title: 'to JavaScript', before: { 'cart.ts': 'export const $0one = 1;\n' }, given: { to_file: 'other.js' }, says: 'is JavaScript' },
  {
    title: 'part of a pattern',
    before: { 'cart.ts': 'export const { $0one } = { one: 1 };\n' },
    given: { to_file: 'other.ts' },
    says: 'part of a pattern',
  },
  {
    title: 'declarations with other code between them',
    before: { 'cart.ts': 'export interface $0A {\n  a: 1;\n}\nexport const rest = 1;\nexport interface A {\n  b: 1;\n}\n' },
    given: { to_file: 'other.ts' },
    says: 'Other code stands between',
  },
].map((row) => ({ ...row, tool: 'move_symbol', error: 'refactoring_refused' }));

const all = [...rows, ...lists, ...kinds, ...needs];
const real = projectOf({ ...TSCONFIG, ...filesOf(all, refused) });
testRows(all, real);
testRefusals(refused, real);
