// Declarations and files that nobody uses go with all that belongs to them; what is used stays, with the uses named.
import { expect, test } from 'vitest';
import { filesOf, projectOf, type RefusedRow, type Row, TSCONFIG, testRefusals, testRows } from './table.ts';

const rows: readonly Row[] = [
  {
    title: 'a function with its comment, and one of two blank lines',
    before: {
      'a.ts': '// The licence.\n\nexport const one = 1;\n\n// Adds.\n/** More. */\nfunction $0add(a: number) {\n  return add(a);\n}\n\nexport const two = 2;\n',
    },
    after: { 'a.ts': '// The licence.\n\nexport const one = 1;\n\nexport const two = 2;\n' },
  },
  {
    title: 'the last declaration of a file',
    before: { 'a.ts': 'export const one = 1;\n\nfunction $0add() {}\n' },
    after: { 'a.ts': 'export const one = 1;\n' },
  },
  {
    title: 'all overloads',
    before: {
      'a.ts':
        'function $0add(a: string): string;\nfunction add(a: number): number;\nfunction add(a: unknown) {\n  return a as never;\n}\nexport const one = 1;\n',
    },
    after: { 'a.ts': 'export const one = 1;\n' },
  },
  {
    title: 'one variable of several',
    before: { 'a.ts': 'const one = 1,\n  $0two = 2,\n  three = 3;\nexport { one, three };\n' },
    after: { 'a.ts': 'const one = 1,\n  three = 3;\nexport { one, three };\n' },
  },
  {
    title: 'the last variable of several',
    before: { 'a.ts': 'const one = 1, $0two = 2;\nexport { one };\n' },
    after: { 'a.ts': 'const one = 1;\nexport { one };\n' },
  },
  {
    title: 'a constant whose value is computed by a call',
    before: { 'a.ts': 'declare function load(): number;\nconst $0one = load();\nexport { load };\n' },
    after: { 'a.ts': 'declare function load(): number;\nexport { load };\n' },
    notes: ['With it goes code that was run: const one = load();'],
  },
  {
    title: 'a method with its decorator and comment',
    before: {
      'a.ts':
        'function log(target: unknown, context: unknown) {}\n\nexport class Cart {\n  total = 1;\n\n  // Adds.\n  @log\n  $0add() {\n    return 1;\n  }\n\n  rest() {}\n}\n',
    },
    after: { 'a.ts': 'function log(target: unknown, context: unknown) {}\n\nexport class Cart {\n  total = 1;\n\n  rest() {}\n}\n' },
  },
  {
    title: 'a member of an enum, with what that changes',
    before: { 'a.ts': 'export enum Color {\n  Red,\n  $0Green,\n  Blue,\n}\n' },
    after: { 'a.ts': 'export enum Color {\n  Red,\n  Blue,\n}\n' },
    notes: ['The members behind it have other values now: Blue.'],
  },
  {
    title: 'a member of an interface',
    before: { 'a.ts': 'export interface A {\n  one: 1;\n  // Two.\n  $0two?: 2;\n}\n' },
    after: { 'a.ts': 'export interface A {\n  one: 1;\n}\n' },
  },
  {
    title: 'a getter with its setter',
    before: { 'a.ts': 'export class A {\n  one = 1;\n\n  get $0two() {\n    return 2;\n  }\n\n  set two(n) {}\n}\n' },
    after: { 'a.ts': 'export class A {\n  one = 1;\n}\n' },
  },
  {
    title: 'a private field',
    before: { 'a.ts': 'export class A {\n  #$0one = 1;\n  two = 2;\n}\n' },
    after: { 'a.ts': 'export class A {\n  two = 2;\n}\n' },
  },
  {
    title: 'the last property of a literal',
    before: { 'a.ts': 'const o = {\n  one: 1,\n  $0two: 2,\n};\nexport const n = o.one;\n' },
    after: { 'a.ts': 'const o = {\n  one: 1,\n};\nexport const n = o.one;\n' },
  },
  {
    title: 'the last member of an enum, whose others keep their values',
    before: { 'a.ts': 'export enum Color {\n  Red,\n  $0Green,\n}\n' },
    after: { 'a.ts': 'export enum Color {\n  Red,\n}\n' },
  },
  {
    title: 'one name of a pattern',
    before: { 'a.ts': 'declare const pair: { a: number; b: number };\nconst { a, b: $0c } = pair;\nexport { a };\n' },
    after: { 'a.ts': 'declare const pair: { a: number; b: number };\nconst { a } = pair;\nexport { a };\n' },
  },
  {
    title: 'with CRLF',
    before: { 'a.ts': 'export const one = 1;\r\n\r\nfunction $0add() {\r\n}\r\n\r\nexport const two = 2;\r\n' },
    after: { 'a.ts': 'export const one = 1;\r\n\r\nexport const two = 2;\r\n' },
  },
  {
    title: 'a file that nobody imports',
    before: { 'a.ts': 'export const one = 1;\n', 'b.ts': 'export const two = 2;\n' },
    given: { file: 'a.ts' },
    after: { 'a.ts': undefined },
  },
].map((row) => ({ ...row, tool: 'safe_delete' }));

// What stands before and behind is the same for all of them.
const kinds: readonly Row[] = [
  ['a class', 'class $0Cart {\n  total = 1;\n}\n'],
  ['an interface that is declared twice', 'interface $0Cart {\n  a: 1;\n}\ninterface Cart {\n  b: 2;\n}\n'],
  ['a type', 'type $0Cart = { a: 1 };\n'],
  ['an enum', 'enum $0Size {\n  Big,\n}\n'],
  ['a namespace', 'namespace $0Shop {\n  export const open = true;\n}\n'],
  ['a class with its namespace', 'class $0Cart {}\nnamespace Cart {\n  export const one = 1;\n}\n'],
  ['a function with what it calls itself by', 'const $0again = (n: number): number => (n > 0 ? again(n - 1) : 0);\n'],
  ['what is exported and nobody imports', 'export function $0add() {}\n'],
  ['what is exported as the default and nobody imports', 'export default function $0add() {}\n'],
  ['what is exported in a list and nobody imports', 'const $0add = 1;\nexport { add };\n'],
  ['an asynchronous function with documentation', '/**\n * Waits.\n */\nasync function $0wait() {}\n'],
].map(([title = '', text = '']) => ({
  title,
  tool: 'safe_delete',
  before: { 'a.ts': `export const before = 1;\n\n${text}\nexport const behind = 2;\n` },
  after: { 'a.ts': 'export const before = 1;\n\nexport const behind = 2;\n' },
}));

const refused: readonly RefusedRow[] = [
  {
    title: 'a file that package.json names',
    before: { 'package.json': '{ "type": "module", "main": "start.ts" }', 'start.ts': 'export {};\n' },
    given: { file: 'start.ts' },
    error: 'still_used',
    says: 'start.ts is used at one place',
  },
  {
    title: 'a file that is imported when it is needed',
    before: { 'late.ts': 'export {};\n', 'b.ts': "export const late = () => import('./late.ts');\n" },
    given: { file: 'late.ts' },
    error: 'still_used',
    says: 'late.ts is used at one place',
  },
  {
    title: 'what is used only in a type',
    before: { 'a.ts': 'const $0one = { a: 1 };\nexport type One = typeof one;\n' },
    error: 'still_used',
    says: 'is used at one place',
  },
  {
    title: 'what another file re-exports',
    before: { 'a.ts': 'export const $0one = 1;\n', 'b.ts': "export { one } from './a.ts';\n" },
    error: 'still_used',
    says: 'is used at one place',
  },
  {
    title: 'what is exported in a list and imported',
    before: { 'a.ts': 'const $0one = 1;\nexport { one };\n', 'b.ts': "import { one } from './a.ts';\nexport const two = one;\n" },
    error: 'still_used',
    says: 'is used at 2 places',
  },
  {
    title: 'a property that a literal gives',
    before: { 'a.ts': 'export interface A {\n  $0one?: number;\n}\nexport const a: A = { one: 1 };\n' },
    error: 'still_used',
    says: 'is used at one place',
  },
  {
    title: 'a parameter',
    before: { 'a.ts': 'export function f($0one: number) {}\n' },
    error: 'refactoring_refused',
    says: 'It is a parameter',
  },
  {
    title: 'the variable of a loop',
    before: { 'a.ts': 'export function f() {\n  for (const $0one of [1]) f();\n}\n' },
    error: 'refactoring_refused',
    says: 'of a loop',
  },
  {
    title: 'what another file uses',
    before: { 'cart.ts': 'export function $0add() {}\n', 'main.ts': "import { add } from './cart.ts';\nadd();\n" },
    error: 'still_used',
    says: 'is used at 2 places',
  },
  {
    title: 'a method that is called through what it implements',
    before: { 'a.ts': 'export interface Shape {\n  area(): number;\n}\nexport class Box implements Shape {\n  $0area() {\n    return 1;\n  }\n}\n' },
    error: 'still_used',
    says: 'is used at',
  },
  {
    title: 'a file that another imports for what it does',
    before: { 'a.ts': 'export {};\n', 'b.ts': "import './a.ts';\n" },
    given: { file: 'a.ts' },
    error: 'still_used',
    says: 'a.ts is used at one place',
  },
].map((row) => ({ ...row, tool: 'safe_delete' }));

const PYTHON =
  'import os\n\n\nLIMIT = 3\n\n\nclass Cart:\n    @property\n    def total(self):\n        return 1\n\n\ndef unused():\n    return unused()\n\n\nprint(os, Cart)\n';

const all = [...rows, ...kinds];
const real = projectOf({ ...TSCONFIG, ...filesOf(all, refused), 'shop.py': PYTHON });
testRows(all, real);
testRefusals(refused, real);

test('force deletes what is used, and lists the uses and the errors', async () => {
  const { value } = await real().agent.call('safe_delete', { symbol: { file: 'rows/refused8/cart.ts', name: 'add' }, force: true });
  expect(value).toMatchObject({
    applied: true,
    uses: [
      { file: 'rows/refused8/main.ts', line: 1, text: "import { add } from './cart.ts';" },
      { file: 'rows/refused8/main.ts', line: 2, text: 'add();' },
    ],
    newErrors: [{ file: 'rows/refused8/main.ts', line: 1 }],
  });
  await real().agent.call('undo', { change_id: value['changeId'] });
});

test('Python: a function, a constant and the only member of a class', async () => {
  const { agent } = real();
  const read = async () => (await agent.ide.documents.read(`${agent.ide.project.uri}/shop.py`, new AbortController().signal)).text;
  await agent.call('safe_delete', { symbol: { file: 'shop.py', name: 'unused' } });
  await agent.call('safe_delete', { symbol: { file: 'shop.py', name: 'LIMIT' } });
  const { value } = await agent.call('safe_delete', { symbol: { file: 'shop.py', name: 'Cart/total' } });
  expect(value).toMatchObject({ newErrors: [] });
  expect(await read()).toBe('import os\n\n\nclass Cart:\n    pass\n\n\nprint(os, Cart)\n');
  expect(await agent.refusal('safe_delete', { symbol: { file: 'shop.py', name: 'Cart' } })).toMatchObject({ error: 'still_used', total: 1 });
});
