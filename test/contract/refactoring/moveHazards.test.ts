// Where a declaration that moves would be lost, found twice or come too late: namespaces, names that are taken, code that runs in order.
import { filesOf, projectOf, type RefusedRow, type Row, TSCONFIG, testRefusals, testRows } from './table.ts';

const rows: readonly Row[] = [
  {
    title: 'what is not exported is re-exported by nobody, before and after',
    before: {
      'cart.ts': 'function $0add() {\n  return 1;\n}\n\nexport const sum = add();\n',
      'index.ts': "export * from './cart.ts';\nexport * as cart from './cart.ts';\n",
    },
    given: { to_file: 'adding.ts' },
    after: {
      'adding.ts': 'export function add() {\n  return 1;\n}\n',
      'cart.ts': "import { add } from './adding.ts';\n\nexport const sum = add();\n",
    },
  },
  {
    title: 'what the other file uses through a namespace',
    before: {
      'cart.ts': 'export const $0one = 1;\nexport interface Rest {}\n',
      'other.ts': "import * as cart from './cart.ts';\n\nexport const two = cart.one + cart.one;\nexport type Other = cart.Rest;\n",
    },
    given: { to_file: 'other.ts' },
    after: {
      'cart.ts': 'export interface Rest {}\n',
      'other.ts': "import * as cart from './cart.ts';\n\nexport const one = 1;\n\nexport const two = one + one;\nexport type Other = cart.Rest;\n",
    },
  },
  {
    title: 'with imports of whole modules that the other file has, for types only',
    before: {
      'cart.ts':
        "import * as rates from './rates.ts';\nimport type * as types from './types.ts';\n\nexport const $0one = (): types.Price => rates.one;\n\nexport const rest = rates.one;\n",
      'other.ts':
        "import type * as rates from './rates.ts';\nimport type * as types from './types.ts';\n\nexport type Rate = typeof rates.one & types.Price;\n",
      'rates.ts': 'export const one = 1;\n',
      'types.ts': 'export type Price = number;\n',
    },
    given: { to_file: 'other.ts' },
    after: {
      'cart.ts': "import * as rates from './rates.ts';\n\nexport const rest = rates.one;\n",
      'other.ts':
        "import type * as types from './types.ts';\nimport * as rates from './rates.ts';\n\nexport type Rate = typeof rates.one & types.Price;\n\nexport const one = (): types.Price => rates.one;\n",
    },
  },
  {
    title: 'what is a value and a type to the code that moves',
    before: {
      'cart.ts':
        'export const Id: unique symbol = Symbol();\nexport type Id = typeof Id;\n\nexport const $0cart = { [Id]: 1 as unknown as Id };\n\nexport const rest = [Id];\n',
    },
    given: { to_file: 'carts.ts' },
    after: {
      'cart.ts': 'export const Id: unique symbol = Symbol();\nexport type Id = typeof Id;\n\nexport const rest = [Id];\n',
      'carts.ts': "import { Id } from './cart.ts';\n\nexport const cart = { [Id]: 1 as unknown as Id };\n",
    },
  },
  {
    title: 'a type that is used through a namespace',
    before: {
      'cart.ts': 'export interface $0Cart {\n  total: number;\n}\n\nexport const rest = 1;\n',
      'main.ts': "import * as cart from './cart.ts';\n\nexport const total = (of: cart.Cart) => of.total + cart.rest;\n",
    },
    given: { to_file: 'types.ts' },
    after: {
      'cart.ts': 'export const rest = 1;\n',
      'main.ts':
        "import * as cart from './cart.ts';\nimport type * as types from './types.ts';\n\nexport const total = (of: types.Cart) => of.total + cart.rest;\n",
      'types.ts': 'export interface Cart {\n  total: number;\n}\n',
    },
  },
  {
    title: 'through namespaces, where a file imports the other file too, or has its name for something else',
    before: {
      'cart.ts': 'export const $0one = () => 1;\n\nexport const rest = 1;\n',
      'other.ts': 'export interface Other {}\n',
      'both.ts':
        "import * as cart from './cart.ts';\nimport type * as other from './other.ts';\n\nexport const both = (_: other.Other) => cart.one() + cart.rest;\n",
      'taken.ts': "import * as cart from './cart.ts';\n\nexport const other = cart.one() + cart.rest;\n",
    },
    given: { to_file: 'other.ts' },
    after: {
      'cart.ts': 'export const rest = 1;\n',
      'other.ts': 'export interface Other {}\n\nexport const one = () => 1;\n',
      'both.ts':
        "import * as cart from './cart.ts';\nimport * as other from './other.ts';\n\nexport const both = (_: other.Other) => other.one() + cart.rest;\n",
      'taken.ts': "import * as cart from './cart.ts';\nimport * as other2 from './other.ts';\n\nexport const other = other2.one() + cart.rest;\n",
    },
  },
  {
    title: 'what another file re-exports with a star and nobody uses',
    before: { 'cart.ts': 'export const $0one = 1;\n\nexport const rest = 1;\n', 'index.ts': "export * from './cart.ts';\n" },
    given: { to_file: 'ones.ts' },
    after: {
      'cart.ts': 'export const rest = 1;\n',
      'index.ts': "export * from './cart.ts';\nexport { one } from './ones.ts';\n",
      'ones.ts': 'export const one = 1;\n',
    },
  },
  {
    title: 'a type that is imported where it is used',
    before: {
      'cart.ts': 'export interface $0Cart {\n  total: number;\n}\n\nexport const rest = 1;\n',
      'main.ts': "export const total = (cart: import('./cart.ts').Cart) => cart.total;\n",
    },
    given: { to_file: 'types.ts' },
    after: {
      'cart.ts': 'export const rest = 1;\n',
      'main.ts': "export const total = (cart: import('./types.ts').Cart) => cart.total;\n",
      'types.ts': 'export interface Cart {\n  total: number;\n}\n',
    },
  },
  {
    title: 'what is left of an import is a type only, where that must be written so',
    before: {
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "allowImportingTsExtensions": true, "types": [], "importsNotUsedAsValues": "error", "ignoreDeprecations": "5.0" }, "include": ["."] }',
      'buoy.ts': 'export class Buoy {\n  level = 1;\n}\n',
      'cart.ts': "import { Buoy } from './buoy.ts';\n\nexport const $0made = () => new Buoy();\n\nexport const level = (buoy: Buoy) => buoy.level;\n",
      'other.ts': "import { Buoy } from './buoy.ts';\n\nexport class Red extends Buoy {}\n",
    },
    given: { to_file: 'making.ts' },
    after: {
      'cart.ts': "import type { Buoy } from './buoy.ts';\n\nexport const level = (buoy: Buoy) => buoy.level;\n",
      'making.ts': "import { Buoy } from './buoy.ts';\n\nexport const made = () => new Buoy();\n",
      'other.ts': "import { Buoy } from './buoy.ts';\n\nexport class Red extends Buoy {}\n",
    },
  },
].map((row) => ({ ...row, tool: 'move_symbol' }));

const refused: readonly RefusedRow[] = [
  {
    title: 'what uses a name of which its file exports the type only',
    before: { 'cart.ts': 'const Id: unique symbol = Symbol();\nexport type Id = typeof Id;\n\nexport const $0cart = { [Id]: 1 };\n' },
    given: { to_file: 'carts.ts' },
    says: 'cart.ts exports Id only in part',
  },
  {
    title: 'to a file that has another of its name',
    before: {
      'cart.ts': 'export const $0one = 1;\n',
      'other.ts': "import { one } from './third.ts';\n\nexport const two = one;\n",
      'third.ts': 'export const one = 2;\n',
    },
    given: { to_file: 'other.ts' },
    says: 'other.ts has another one',
  },
  {
    title: 'to a file that has another of what it uses',
    before: { 'cart.ts': 'const rate = 2;\nexport const $0one = () => rate;\n', 'other.ts': 'export const rate = 3;\n' },
    given: { to_file: 'other.ts' },
    says: 'other.ts has another rate',
  },
  {
    title: 'to a file that means the global of that name',
    before: { 'cart.ts': 'export class $0Map {}\n', 'other.ts': 'export const two = new Map<string, number>();\n' },
    given: { to_file: 'other.ts' },
    says: 'other.ts means something else by Map',
  },
  {
    title: 'what is used through a namespace that another file re-exports',
    before: {
      'cart.ts': 'export const $0one = 1;\nexport const two = 2;\n',
      'middle.ts': "import * as cart from './cart.ts';\n\nexport { cart };\n",
      'main.ts': "import { cart } from './middle.ts';\n\nexport const sum = cart.one + cart.two;\n",
    },
    given: { to_file: 'other.ts' },
    says: 'main.ts uses it as cart.one, which cannot follow it',
  },
  {
    title: 'what another file re-exports with its whole file',
    before: { 'cart.ts': 'export const $0one = 1;\nexport const two = 2;\n', 'index.ts': "export * as cart from './cart.ts';\n" },
    given: { to_file: 'other.ts' },
    says: 'index.ts re-exports its whole file as cart',
  },
].map((row) => ({ ...row, tool: 'move_symbol', error: 'refactoring_refused' }));

const real = projectOf({ ...TSCONFIG, ...filesOf(rows, refused) });
testRows(rows, real);
testRefusals(refused, real);
