// What goes along with a declaration that moves to another file, and where it stands there.
import { filesOf, projectOf, type Row, TSCONFIG, testRows } from './table.ts';

const rows: readonly Row[] = [
  {
    title: 'a constant that nothing else uses goes along, with its comment, and is not exported',
    before: {
      'cart.ts': '// In percent.\nconst RATE = 7;\n\nexport const rest = 1;\n\nexport function $0tax(sum: number): number {\n  return (sum * RATE) / 100;\n}\n',
      'main.ts': "import { rest, tax } from './cart.ts';\n\nexport const paid = tax(rest);\n",
    },
    given: { to_file: 'tax.ts' },
    after: {
      'tax.ts': '// In percent.\nconst RATE = 7;\n\nexport function tax(sum: number): number {\n  return (sum * RATE) / 100;\n}\n',
      'cart.ts': 'export const rest = 1;\n',
      'main.ts': "import { rest } from './cart.ts';\nimport { tax } from './tax.ts';\n\nexport const paid = tax(rest);\n",
    },
    notes: ['Moved along, because nothing else uses it: RATE.'],
  },
  {
    title: 'what they use in turn goes along too, with its imports and in its order, from before and behind',
    before: {
      'cart.ts':
        "import { base } from './base.ts';\n\nconst STEP = base;\nconst MOST = STEP * 2;\n\nexport const rest = 1;\n\nexport function $0limit(given: Given): number {\n  return rounded(Math.min(given.count, MOST));\n}\n\ninterface Given {\n  count: number;\n}\n\nexport const other = 2;\n\nfunction rounded(value: number): number {\n  return Math.round(value);\n}\n",
      'base.ts': 'export const base = 1;\n',
    },
    given: { to_file: 'limit.ts' },
    after: {
      'limit.ts':
        "import { base } from './base.ts';\n\nconst STEP = base;\nconst MOST = STEP * 2;\n\nexport function limit(given: Given): number {\n  return rounded(Math.min(given.count, MOST));\n}\n\ninterface Given {\n  count: number;\n}\n\nfunction rounded(value: number): number {\n  return Math.round(value);\n}\n",
      'cart.ts': 'export const rest = 1;\n\nexport const other = 2;\n',
    },
    notes: ['Moved along, because nothing else uses them: STEP, MOST, Given, rounded.'],
  },
  {
    title: 'what something else uses stays, and what it uses with it',
    before: {
      'cart.ts':
        'const BASE = 1;\nconst RATE = BASE + 1;\n\nexport function $0tax(sum: number): number {\n  return sum * RATE;\n}\n\nexport const shown = { RATE };\n',
    },
    given: { to_file: 'tax.ts' },
    after: {
      'tax.ts': "import { RATE } from './cart.ts';\n\nexport function tax(sum: number): number {\n  return sum * RATE;\n}\n",
      'cart.ts': 'const BASE = 1;\nexport const RATE = BASE + 1;\n\nexport const shown = { RATE };\n',
    },
    notes: [],
  },
  {
    title: 'what is exported stays, and so does what others in a list of exports have',
    before: {
      'cart.ts': 'export const RATE = 1;\nconst MORE = 2;\n\nexport function $0tax(): number {\n  return RATE + MORE;\n}\n\nexport { MORE };\n',
    },
    given: { to_file: 'tax.ts' },
    after: {
      'tax.ts': "import { RATE, MORE } from './cart.ts';\n\nexport function tax(): number {\n  return RATE + MORE;\n}\n",
      'cart.ts': 'export const RATE = 1;\nconst MORE = 2;\n\nexport { MORE };\n',
    },
    notes: [],
  },
  {
    title: 'a variable that it counts with goes along',
    before: { 'cart.ts': 'let count = 0;\n\nexport function $0next(): number {\n  count += 1;\n  return count;\n}\n\nexport const rest = 1;\n' },
    given: { to_file: 'next.ts' },
    after: {
      'next.ts': 'let count = 0;\n\nexport function next(): number {\n  count += 1;\n  return count;\n}\n',
      'cart.ts': 'export const rest = 1;\n',
    },
  },
  {
    title: 'into a file that is there, before the code that uses it',
    before: {
      'cart.ts': 'const RATE = 2;\n\nexport const $0doubled = RATE * 2;\n\nexport const rest = 1;\n',
      'sum.ts': "import { doubled } from './cart.ts';\n\nexport const sum = doubled + 1;\n",
    },
    given: { to_file: 'sum.ts' },
    after: {
      'sum.ts': 'const RATE = 2;\n\nexport const doubled = RATE * 2;\n\nexport const sum = doubled + 1;\n',
      'cart.ts': 'export const rest = 1;\n',
    },
  },
  {
    title: 'a type before what uses it there',
    before: {
      'cart.ts': 'export interface $0Item {\n  price: number;\n}\n\nexport const rest = 1;\n',
      'sum.ts':
        "import type { Item } from './cart.ts';\n\nexport const zero = 0;\n\nexport function sum(items: readonly Item[]): number {\n  return items.length;\n}\n\nexport const end = 1;\n",
    },
    given: { to_file: 'sum.ts' },
    after: {
      'sum.ts':
        'export const zero = 0;\n\nexport interface Item {\n  price: number;\n}\n\nexport function sum(items: readonly Item[]): number {\n  return items.length;\n}\n\nexport const end = 1;\n',
      'cart.ts': 'export const rest = 1;\n',
    },
  },
  {
    title: 'a type that nobody uses there behind the types with which the file begins',
    before: {
      'cart.ts': 'export type $0Price = number;\n\nexport const rest = 1;\n',
      'types.ts': 'export interface Cart {\n  total: number;\n}\n\nexport const end = 1;\n',
    },
    given: { to_file: 'types.ts' },
    after: {
      'types.ts': 'export interface Cart {\n  total: number;\n}\n\nexport type Price = number;\n\nexport const end = 1;\n',
      'cart.ts': 'export const rest = 1;\n',
    },
  },
  {
    title: 'where the other file has another of such a name, what it uses stays',
    before: {
      'cart.ts': 'const RATE = 2;\nconst RATES = { first: RATE };\n\nexport const $0tax = (): number => RATES.first;\n',
      'other.ts': 'const RATE = 1;\n\nexport const more = RATE;\n',
    },
    given: { to_file: 'other.ts' },
    after: {
      'other.ts': "import { RATES } from './cart.ts';\n\nconst RATE = 1;\n\nexport const more = RATE;\n\nexport const tax = (): number => RATES.first;\n",
      'cart.ts': 'const RATE = 2;\nexport const RATES = { first: RATE };\n',
    },
    notes: [],
  },
  {
    title: 'a module whose constants are only computed is not imported any longer by what is left',
    before: {
      'cart.ts': "import { LIMIT } from './limits.ts';\n\nexport const $0wait = (): number => LIMIT;\n\nexport const rest = 1;\n",
      'limits.ts': "import { seconds } from './duration.ts';\n\nexport const LIMIT = seconds(60);\n",
      'duration.ts': 'export const seconds = (count: number): number => count * 1_000;\n',
    },
    given: { to_file: 'wait.ts' },
    after: {
      'wait.ts': "import { LIMIT } from './limits.ts';\n\nexport const wait = (): number => LIMIT;\n",
      'cart.ts': 'export const rest = 1;\n',
    },
    notes: [],
  },
].map((row) => ({ tool: 'move_symbol', ...row }));

const project = projectOf({ ...TSCONFIG, ...filesOf(rows) });

testRows(rows, project);
