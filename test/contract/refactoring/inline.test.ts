// Variables and functions put where they are used by real engines, and why some are not.
import { afterAll, beforeAll } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { filesOf, type RefusedRow, type Row, TSCONFIG, testRefusals, testRows } from './table.ts';

const rows: readonly Row[] = [
  {
    title: 'a constant, with parentheses where they are needed',
    before: { 'cart.ts': 'export function area(width: number) {\n  const $0sum = width + 1;\n  return sum * 2;\n}\n' },
    after: { 'cart.ts': 'export function area(width: number) {\n  return (width + 1) * 2;\n}\n' },
  },
  {
    title: 'from a use of it',
    before: { 'cart.ts': 'export function area(width: number) {\n  const sum = width + 1;\n  return $0sum;\n}\n' },
    after: { 'cart.ts': 'export function area(width: number) {\n  return width + 1;\n}\n' },
  },
  {
    title: 'the result of a call that is used once',
    before: { 'cart.ts': 'declare function load(): number;\nexport function area() {\n  const $0one = load();\n  return one;\n}\n' },
    after: { 'cart.ts': 'declare function load(): number;\nexport function area() {\n  return load();\n}\n' },
  },
  {
    title: 'a function that returns an expression, in all calls',
    before: {
      'cart.ts':
        '// Twice.\nfunction $0twice(value: number) {\n  return value * 2;\n}\n\nexport const one = twice(1) + 3;\nexport const two = twice(1 + 2);\nexport const text = `${twice(4)}`;\n',
    },
    after: { 'cart.ts': 'export const one = 1 * 2 + 3;\nexport const two = (1 + 2) * 2;\nexport const text = `${4 * 2}`;\n' },
  },
  {
    title: 'an arrow function with two parameters and a shorthand property',
    before: { 'cart.ts': 'const $0pair = (a: number, b: number) => ({ a, sum: a + b });\nexport const one = pair(1, 2 - 1);\n' },
    after: { 'cart.ts': 'export const one = ({ a: 1, sum: 1 + (2 - 1) });\n' },
  },
  {
    title: 'a function that returns nothing',
    before: { 'cart.ts': 'declare function log(text: string): void;\nfunction $0greet(name: string) {\n  log(name);\n}\ngreet("x");\nexport {};\n' },
    after: { 'cart.ts': 'declare function log(text: string): void;\nlog("x");\nexport {};\n' },
  },
  {
    title: 'an argument that runs code, where it runs once as before',
    before: { 'cart.ts': 'declare function load(): number;\nfunction $0twice(value: number) {\n  return value * 2;\n}\nexport const one = twice(load());\n' },
    after: { 'cart.ts': 'declare function load(): number;\nexport const one = load() * 2;\n' },
  },
].map((row) => ({ ...row, tool: 'inline_symbol' }));

const refused: readonly RefusedRow[] = [
  {
    title: 'a call that would run twice',
    before: { 'cart.ts': 'declare function load(): number;\nexport function area() {\n  const $0one = load();\n  return one + one;\n}\n' },
    says: 'would run 2 times',
  },
  {
    title: 'a value that depends on what changes',
    before: { 'cart.ts': 'export function area(width: number) {\n  const $0old = width;\n  width = 3;\n  return old + width;\n}\n' },
    says: 'width, on which its value depends',
  },
  {
    title: 'a name that means something else where it is used',
    before: {
      'cart.ts': 'export function area(width: number) {\n  const $0old = width + 1;\n  return [1].map((width) => old + width);\n}\n',
    },
    says: 'width means something else on line 3',
  },
  {
    title: 'a variable that is assigned',
    before: { 'cart.ts': 'export function area() {\n  let $0one = 1;\n  one = 2;\n  return one;\n}\n' },
    says: 'Line 3 of cart.ts assigns it',
  },
  {
    title: 'a function that calls itself',
    before: { 'cart.ts': 'function $0down(n: number): number {\n  return down(n - 1);\n}\nexport const one = down(1);\n' },
    says: 'calls itself',
  },
  {
    title: 'a function that is passed on',
    before: { 'cart.ts': 'function $0twice(n: number) {\n  return n * 2;\n}\nexport const one = [1].map(twice);\n' },
    says: 'without calling it',
  },
  {
    title: 'a function of several statements',
    before: { 'cart.ts': 'function $0twice(n: number) {\n  const m = n;\n  return m * 2;\n}\nexport const one = twice(1);\n' },
    says: 'more than one expression',
  },
  {
    title: 'an argument that would run twice',
    before: { 'cart.ts': 'declare function load(): number;\nfunction $0square(n: number) {\n  return n * n;\n}\nexport const one = square(load());\n' },
    says: 'another number of times',
  },
  {
    title: 'an argument that the function would take for its own',
    before: { 'cart.ts': 'function $0all(n: number) {\n  return [1].map((x) => x + n);\n}\nconst x = 2;\nexport const one = all(x);\n' },
    says: 'means something else in the function',
  },
  { title: 'a class', before: { 'cart.ts': 'export class $0Cart {}\nexport const one = new Cart();\n' }, says: 'Only variables, constants and functions' },
].map((row) => ({ ...row, tool: 'inline_symbol', error: 'refactoring_refused' }));

let real: RealAgent;
beforeAll(async () => {
  real = await realAgentOn({ ...TSCONFIG, ...filesOf(rows, refused) });
});
afterAll(() => real.close());

testRows(rows, () => real);
testRefusals(refused, () => real);
