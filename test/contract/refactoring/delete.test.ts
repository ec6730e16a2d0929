// Declarations and files that nobody uses go with all that belongs to them; what is used stays, with the uses named.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { filesOf, type RefusedRow, type Row, TSCONFIG, testRefusals, testRows } from './table.ts';

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
    title: 'a member of an enum and of an interface',
    before: { 'a.ts': 'export enum Color {\n  Red,\n  $0Green,\n  Blue,\n}\n' },
    after: { 'a.ts': 'export enum Color {\n  Red,\n  Blue,\n}\n' },
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

const refused: readonly RefusedRow[] = [
  {
    title: 'what another file uses',
    before: { 'cart.ts': 'export function $0add() {}\n', 'main.ts': "import { add } from './cart.ts';\nadd();\n" },
    error: 'still_used',
    says: 'is used at 2 places',
  },
  { title: 'a parameter', before: { 'a.ts': 'export function add($0a: number) {}\n' }, error: 'refactoring_refused', says: 'It is a parameter' },
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
    says: 'rows/refused3/a.ts is used at one place',
  },
].map((row) => ({ ...row, tool: 'safe_delete' }));

const PYTHON =
  'import os\n\n\nLIMIT = 3\n\n\nclass Cart:\n    @property\n    def total(self):\n        return 1\n\n\ndef unused():\n    return unused()\n\n\nprint(os, Cart)\n';

let real: RealAgent;
beforeAll(async () => {
  real = await realAgentOn({ ...TSCONFIG, ...filesOf(rows, refused), 'shop.py': PYTHON });
});
afterAll(() => real.close());

testRows(rows, () => real);
testRefusals(refused, () => real);

test('force deletes what is used, and lists the uses and the errors', async () => {
  const { value } = await real.agent.call('safe_delete', { symbol: { file: 'rows/refused0/cart.ts', name: 'add' }, force: true });
  expect(value).toMatchObject({
    applied: true,
    uses: [
      { file: 'rows/refused0/main.ts', line: 1, text: "import { add } from './cart.ts';" },
      { file: 'rows/refused0/main.ts', line: 2, text: 'add();' },
    ],
    newErrors: [{ file: 'rows/refused0/main.ts', line: 1 }],
  });
  await real.agent.call('undo', { change_id: value['changeId'] });
});

test('Python: a function, a constant and the only member of a class', async () => {
  const { agent } = real;
  const read = async () => (await agent.ide.documents.read(`${agent.ide.project.uri}/shop.py`, new AbortController().signal)).text;
  await agent.call('safe_delete', { symbol: { file: 'shop.py', name: 'unused' } });
  await agent.call('safe_delete', { symbol: { file: 'shop.py', name: 'LIMIT' } });
  const { value } = await agent.call('safe_delete', { symbol: { file: 'shop.py', name: 'Cart/total' } });
  expect(value).toMatchObject({ newErrors: [] });
  expect(await read()).toBe('import os\n\n\nclass Cart:\n    pass\n\n\nprint(os, Cart)\n');
  expect(await agent.refusal('safe_delete', { symbol: { file: 'shop.py', name: 'Cart' } })).toMatchObject({ error: 'still_used', total: 1 });
});
