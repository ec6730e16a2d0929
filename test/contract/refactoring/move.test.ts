// Declarations moved between files by real engines; whoever uses them finds them where they are.
import { afterAll, beforeAll } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { filesOf, type RefusedRow, type Row, TSCONFIG, testRefusals, testRows } from './table.ts';

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
    title: 'what another file hands on, and what is used through a namespace',
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
    title: 'what another file hands on with a star, or alone',
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

const refused: readonly RefusedRow[] = [
  {
    title: 'the default export of a file',
    before: { 'cart.ts': 'export default function $0add() {\n  return 1;\n}\n' },
    given: { to_file: 'adding.ts' },
    says: 'the default export',
  },
  {
    title: 'what its file exports in a list',
    before: { 'cart.ts': 'const $0one = 1;\nexport { one };\n' },
    given: { to_file: 'adding.ts' },
    says: 'exports it in a list',
  },
  {
    title: 'a method',
    before: { 'cart.ts': 'export class Cart {\n  $0add() {}\n}\n' },
    given: { to_file: 'other.ts' },
    says: 'Only what stands at the top level',
  },
  { title: 'to its own file', before: { 'cart.ts': 'export const $0one = 1;\n' }, given: { to_file: 'cart.ts' }, says: 'in that file already' },
  {
    title: 'one of two variables of a statement',
    before: { 'cart.ts': 'export const $0one = 1, two = 2;\n' },
    given: { to_file: 'other.ts' },
    says: 'in a statement of its own',
  },
].map((row) => ({ ...row, tool: 'move_symbol', error: 'refactoring_refused' }));

let real: RealAgent;
beforeAll(async () => {
  real = await realAgentOn({ ...TSCONFIG, ...filesOf(rows, refused) });
});
afterAll(() => real.close());

testRows(rows, () => real);
testRefusals(refused, () => real);
