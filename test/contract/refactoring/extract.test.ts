// Functions and constants taken out of real code by TypeScript 6, with the wanted names, in the style of each file.
import { afterAll, beforeAll } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { filesOf, type RefusedRow, type Row, TSCONFIG, testRefusals, testRows } from './table.ts';

const functionRows: readonly Row[] = [
  {
    title: 'an expression, with a parameter for each variable',
    before: { 'a.ts': 'export function area(width: number, height: number) {\n  return [[width * height]] + 1;\n}\n' },
    given: { name: 'product' },
    after: {
      'a.ts':
        'export function area(width: number, height: number) {\n  return product(width, height) + 1;\n}\n\nfunction product(width: number, height: number) {\n  return width * height;\n}\n',
    },
  },
  {
    title: 'statements that give a value to a later one',
    before: { 'a.ts': 'export function sum(values: number[]) {\n  [[let total = 0;\n  for (const value of values) total += value;]]\n  return total;\n}\n' },
    given: { name: 'addUp' },
    after: {
      'a.ts':
        'export function sum(values: number[]) {\n  let total = addUp(values);\n  return total;\n}\n\nfunction addUp(values: number[]) {\n  let total = 0;\n  for (const value of values) total += value;\n  return total;\n}\n',
    },
  },
  {
    title: 'a method where the class is used',
    before: { 'a.ts': 'export class Cart {\n    items: number[] = [];\n    total() {\n        return [[this.items.length * 2]];\n    }\n}\n' },
    given: { name: 'double' },
    after: {
      'a.ts':
        'export class Cart {\n    items: number[] = [];\n    total() {\n        return this.double();\n    }\n\n    private double() {\n        return this.items.length * 2;\n    }\n}\n',
    },
  },
  {
    title: 'with await, the function is asynchronous',
    before: { 'a.ts': 'declare function load(): Promise<number>;\nexport async function run() {\n  [[const value = await load();\n  return value + 1;]]\n}\n' },
    given: { name: 'loadNext' },
    after: {
      'a.ts':
        'declare function load(): Promise<number>;\nexport async function run() {\n  return await loadNext();\n}\n\nasync function loadNext() {\n  const value = await load();\n  return value + 1;\n}\n',
    },
  },
  {
    title: 'without semicolons where the file has none, with tabs where it has tabs',
    before: { 'a.ts': 'export function area(width: number) {\n\tconst half = [[width / 2]]\n\treturn half\n}\n' },
    given: { name: 'halve' },
    after: {
      'a.ts':
        'export function area(width: number) {\n\tconst half = halve(width)\n\treturn half\n}\n\nfunction halve(width: number) {\n\treturn width / 2\n}\n',
    },
  },
  {
    title: 'lines keep their breaks, and a string with the made-up name stays',
    before: { 'a.ts': "export function area(width: number) {\r\n  return [[width + 'newFunction'.length]];\r\n}\r\n" },
    given: { name: 'grown' },
    after: {
      'a.ts':
        "export function area(width: number) {\r\n  return grown(width);\r\n}\r\n\r\nfunction grown(width: number) {\r\n  return width + 'newFunction'.length;\r\n}\r\n",
    },
  },
  {
    title: 'a name that only members have is free',
    before: { 'a.ts': 'export function area(box: { size: number }) {\n  return [[box.size + 1]];\n}\n' },
    given: { name: 'size' },
    after: {
      'a.ts': 'export function area(box: { size: number }) {\n  return size(box);\n}\n\nfunction size(box: { size: number }) {\n  return box.size + 1;\n}\n',
    },
  },
  {
    title: 'a type parameter goes with it',
    before: { 'a.ts': 'export function first<T>(values: T[]): T | undefined {\n  return [[values.at(0)]];\n}\n' },
    given: { name: 'head' },
    after: {
      'a.ts':
        'export function first<T>(values: T[]): T | undefined {\n  return head<T>(values);\n}\n\nfunction head<T>(values: T[]): T | undefined {\n  return values.at(0);\n}\n',
    },
  },
  {
    title: 'plain JavaScript',
    before: { 'a.js': 'export function area(width) {\n  return [[width * 2]];\n}\n' },
    given: { name: 'twice' },
    after: { 'a.js': 'export function area(width) {\n  return twice(width);\n}\n\nfunction twice(width) {\n  return width * 2;\n}\n' },
  },
].map((row) => ({ ...row, tool: 'extract_function' }));

const variableRows: readonly Row[] = [
  {
    title: 'an expression in a function',
    before: { 'a.ts': 'export function area(width: number) {\n  return [[width * 2]] + 1;\n}\n' },
    given: { name: 'double' },
    after: { 'a.ts': 'export function area(width: number) {\n  const double = width * 2;\n  return double + 1;\n}\n' },
  },
  {
    title: 'only where it was selected',
    before: {
      'a.ts': 'export function area(width: number) {\n  console(width * 2);\n  return [[width * 2]];\n}\ndeclare function console(value: number): void;\n',
    },
    given: { name: 'double' },
    after: {
      'a.ts':
        'export function area(width: number) {\n  console(width * 2);\n  const double = width * 2;\n  return double;\n}\ndeclare function console(value: number): void;\n',
    },
  },
  {
    title: 'all occurrences, also those before and in inner blocks',
    before: {
      'a.ts':
        'declare function show(value: number): void;\nexport function area(width: number) {\n  show(width * 2);\n  if (width > 1) {\n    show(width  *  2 + 1);\n  }\n  return [[width * 2]];\n}\n',
    },
    given: { name: 'double', all_occurrences: true },
    after: {
      'a.ts':
        'declare function show(value: number): void;\nexport function area(width: number) {\n  const double = width * 2;\n  show(double);\n  if (width > 1) {\n    show(double + 1);\n  }\n  return double;\n}\n',
    },
  },
  {
    title: 'another variable of the same name is another expression',
    before: {
      'a.ts':
        'declare function show(value: number): void;\nexport function area(width: number) {\n  show([[width * 2]]);\n  {\n    const width = 3;\n    show(width * 2);\n  }\n}\n',
    },
    given: { name: 'double', all_occurrences: true },
    after: {
      'a.ts':
        'declare function show(value: number): void;\nexport function area(width: number) {\n  const double = width * 2;\n  show(double);\n  {\n    const width = 3;\n    show(width * 2);\n  }\n}\n',
    },
  },
  {
    title: 'others stay where the variable is changed in between',
    before: {
      'a.ts':
        'declare function show(value: number): void;\nexport function area(width: number) {\n  show([[width * 2]]);\n  width = 3;\n  show(width * 2);\n}\n',
    },
    given: { name: 'double', all_occurrences: true },
    after: {
      'a.ts':
        'declare function show(value: number): void;\nexport function area(width: number) {\n  const double = width * 2;\n  show(double);\n  width = 3;\n  show(width * 2);\n}\n',
    },
    notes: ['Other occurrences were left, because width is changed in between.'],
  },
  {
    title: 'the body of an arrow function becomes a block',
    before: { 'a.ts': 'export const area = (width: number) => [[width * 2]] + 1;\n' },
    given: { name: 'double' },
    after: { 'a.ts': 'export const area = (width: number) => {\n  const double = width * 2;\n  return double + 1;\n};\n' },
  },
  {
    title: 'both times in the body of an inner arrow function, without semicolons',
    before: { 'a.ts': 'export const all = [1].map((width) => [[width * 2]] + width * 2)\n' },
    given: { name: 'double', all_occurrences: true },
    after: { 'a.ts': 'export const all = [1].map((width) => {\n  const double = width * 2\n  return double + double\n})\n' },
  },
  {
    title: 'a field where the expression is the value of one',
    before: { 'a.ts': 'export class Cart {\n  size = [[2 * 3]] + 1;\n}\n' },
    given: { name: 'base' },
    after: { 'a.ts': 'export class Cart {\n  private readonly base = 2 * 3;\n\n  size = this.base + 1;\n}\n' },
  },
  {
    title: 'a name that another function uses is free',
    before: { 'a.ts': 'export function one(width: number) {\n  return [[width * 2]];\n}\nexport function two(double: number) {\n  return double;\n}\n' },
    given: { name: 'double' },
    after: {
      'a.ts':
        'export function one(width: number) {\n  const double = width * 2;\n  return double;\n}\nexport function two(double: number) {\n  return double;\n}\n',
    },
  },
].map((row) => ({ ...row, tool: 'extract_variable' }));

const refusedRows: readonly RefusedRow[] = [
  {
    title: 'a name that means something else there',
    tool: 'extract_variable',
    before: { 'a.ts': 'export function area(width: number, double: number) {\n  return [[width * 2]] + double;\n}\n' },
    given: { name: 'double' },
    error: 'refactoring_refused',
    says: 'is used on line 2 already',
  },
  {
    title: 'a parameter that is not known outside',
    tool: 'extract_variable',
    before: { 'a.ts': 'export function area(width: number, height = [[width * 2]]) {\n  return height;\n}\n' },
    given: { name: 'double' },
    error: 'refactoring_refused',
    says: 'width is not known where',
  },
  {
    title: 'what is no name',
    tool: 'extract_function',
    before: { 'a.ts': 'export function area(width: number) {\n  return [[width * 2]];\n}\n' },
    given: { name: 'return' },
    error: 'refactoring_refused',
    says: 'return cannot be a name',
  },
  {
    title: 'half an expression',
    tool: 'extract_variable',
    before: { 'a.ts': 'export function area(width: number) {\n  return width [[* 2 +]] 1;\n}\n' },
    given: { name: 'half' },
    error: 'refactoring_refused',
    says: 'extract',
  },
  {
    title: 'a member that the class has',
    tool: 'extract_function',
    before: { 'a.ts': 'export class Cart {\n  items = 1;\n  double() {\n    return [[this.items * 2]];\n  }\n}\n' },
    given: { name: 'items' },
    error: 'refactoring_refused',
    says: 'has a member items',
  },
  {
    title: 'nothing but blanks',
    tool: 'extract_function',
    before: { 'a.ts': 'export const one =[[ ]]1;\n' },
    given: { name: 'nothing' },
    error: 'refactoring_refused',
    says: 'holds no code',
  },
  {
    title: 'a language whose engine has no refactorings',
    tool: 'extract_variable',
    before: { 'a.json': '{ "a": [[1]] }\n' },
    given: { name: 'one' },
    error: 'unsupported',
    says: 'extract a variable',
  },
];

const rows = [...functionRows, ...variableRows];
let real: RealAgent;
beforeAll(async () => {
  real = await realAgentOn({
    ...TSCONFIG,
    'tsconfig.json': TSCONFIG['tsconfig.json'].replace('"strict"', '"allowJs": true, "strict"'),
    ...filesOf(rows, refusedRows),
  });
});
afterAll(() => real.close());

testRows(rows, () => real);
testRefusals(refusedRows, () => real);
