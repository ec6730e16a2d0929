// What a rename in TypeScript refuses, what it leaves to the agent, and that TypeScript 6 changes the same places as 7.
import { expect, test } from 'vitest';
import { marked } from './marks.ts';
import { rowsProject } from './rows.ts';
import { filesOf, type MarkedRow, markedFiles, projectOf, type RefusedRow, TSCONFIG, testRefusals, testRenames } from './table.ts';

const { follows, refused: refusal } = rowsProject();

const MODULES = {
  'cart.ts': 'export function «total»(prices: number[]): number {\n  return prices.length;\n}\nexport const box = { ‹total→total: sum› };\n',
  'index.ts': "export { «total» } from './cart.js';\nexport * as cart from './cart.js';\n",
  'main.ts':
    "import { «total» } from './index.js';\nimport { «total» as other, box } from './cart.js';\nexport const n = «total»([1]) + other([2]) + box.total([3]);\nexport { «total» };\n",
  'far.ts':
    "import * as main from './main.js';\nimport { «total» } from './main.js';\nexport const far = main.«total»([1]) + «total»([2]);\nexport const shorthand = { ‹total→total: sum› };\n",
};

const rows: readonly MarkedRow[] = [
  { title: 'through imports, re-exports, namespaces and shorthand', files: MODULES, given: { new_name: 'sum' } },
  {
    title: 'words in comments and strings on request',
    files: {
      'a.ts': "// ‹total› is what it is\nexport const «total» = 1;\nexport const label = '‹total›';\n",
      'b.ts': "/** See {@link ‹total›}. */\nexport const b = 'a ‹total›, not totals';\n",
    },
    given: { in_comments: true, in_strings: true },
  },
  {
    title: 'with carriage returns and a byte order mark, which stay',
    files: { 'a.ts': '\uFEFFexport const «total» = 1;\r\nexport const twice = «total» * 2;\r\n' },
  },
  {
    title: 'what a package declares, in the file that imports it',
    files: {
      'a.ts': "import { ‹given→given as renewed› } from 'given';\nexport const n = «given»;\n",
      'node_modules/given/package.json': '{ "name": "given", "version": "1.0.0", "types": "index.d.ts" }\n',
      'node_modules/given/index.d.ts': 'export declare const given: 1;\n',
    },
  },
  {
    title: 'to a name that is taken only where it does no harm',
    files: {
      'a.ts': 'const «total» = 1;\nexport const f = () => {\n  const harmless = 2;\n  return harmless;\n};\nexport const twice = «total» * 2;\n',
      'b.ts': 'export const harmless = 1;\n',
    },
    given: { new_name: 'harmless' },
  },
];

const TAKEN = { new_name: 'taken' };
type Refusal = Omit<RefusedRow, 'tool'>;

const taken: readonly Refusal[] = [
  ['a name that a block declares for itself', 'const $0total = 1;\nexport function f() {\n  const taken = 2;\n  return total + taken;\n}\n'],
  ['a name that the same scope has', 'const $0total = 1;\nconst taken = 2;\nexport const both = total + taken;\n'],
  ['a method that a class below has already', 'export class A {\n  $0total() {}\n}\nexport class B extends A {\n  taken() {}\n}\n'],
  ['a method that a class above has already', 'export class A {\n  taken() {}\n}\nexport class B extends A {\n  $0total() {}\n}\n'],
  ['a parameter beside another', 'export const add = ($0total: number, taken: number) => total + taken;\n'],
  ['a property beside another', 'export interface A {\n  $0total: number;\n  taken: number;\n}\n'],
  ['a type parameter beside another', 'export type A<$0Total, taken> = [Total, taken];\n'],
  ['a member of an enum beside another', 'export enum A {\n  $0total,\n  taken,\n}\n'],
  ['an import beside another name', "import { other as $0total } from './b.ts';\nconst taken = 1;\nexport const both = [total, taken];\n"],
].map(([title = '', text = '']) => ({
  title,
  before: { 'a.ts': text, 'b.ts': 'export const other = 1;\n' },
  given: TAKEN,
  error: 'name_taken',
  says: 'taken',
}));

const foreign: readonly Refusal[] = [
  ['what a library declares', "export const n = 'x'.$0trim();\n"],
  ['a type of a library', 'export const n: $0Promise<1> | undefined = undefined;\n'],
].map(([title = '', text = '']) => ({
  title,
  before: { 'a.ts': text },
  given: TAKEN,
  error: 'cannot_rename',
  says: 'cannot be renamed',
}));

const TOTAL = { 'a.ts': 'export const $0total = 1;\n' };
const names: readonly Refusal[] = [
  { title: 'a keyword', before: TOTAL, given: { new_name: 'class' }, error: 'not_a_name', says: 'keyword' },
  { title: 'no name at all', before: TOTAL, given: { new_name: 'a b' }, error: 'not_a_name', says: 'a name is' },
  { title: 'the name that it has', before: TOTAL, given: { new_name: 'total' }, error: 'invalid_arguments', says: 'already' },
];

// A text in a type is no place from which a name is found: pointed at, it is not the type beside it either.
const KEYS = 'export interface Item {\n  total: number;\n  other: number;\n}\n';
const keys: readonly Refusal[] = [
  ["the key in Exclude<keyof Item, 'total'>", "export type Rest = Exclude<keyof Item, '$0total'>;\n"],
  ["the key in Exclude<keyof Item, 'total'> beside another", "export type Rest = [Exclude<keyof Item, '$0total'>, Exclude<keyof Item, 'total'>];\n"],
  ["the key in Omit<Item, 'total'>", "export type Rest = Omit<Item, '$0total'>;\n"],
].map(([title = '', text = '']) => ({
  title,
  before: { 'a.ts': `${KEYS}${text}` },
  given: { new_name: 'sum' },
  error: 'symbol_not_found',
  says: "the text 'total'",
}));

const refused = [...keys, ...taken, ...foreign, ...names].map((row) => ({ ...row, tool: 'rename_symbol' }));
const real = projectOf({ ...TSCONFIG, ...markedFiles(rows), ...filesOf([], refused) });
testRenames(rows, real);
testRefusals(refused, real);

test('the places where a name is taken are reported', async () => {
  const given = { symbol: { file: 'rows/refused3/a.ts', line: 1, name: 'total' }, ...TAKEN };
  expect(await real().agent.refusal('rename_symbol', given)).toMatchObject({ conflicts: [3, 4].map((line) => ({ file: 'rows/refused3/a.ts', line })) });
  const below = { symbol: { file: 'rows/refused5/a.ts', line: 2, name: 'total' }, ...TAKEN };
  expect(await real().agent.refusal('rename_symbol', below)).toMatchObject({ conflicts: [{ file: 'rows/refused5/a.ts', line: 5 }] });
});

// A configuration that only TypeScript 6 reads, so that it is asked in place of 7: the same places.
test('renames the same places with TypeScript 6', async () => {
  const plain = Object.fromEntries(Object.entries(MODULES).map(([name, text]) => [name, text.replaceAll('.js', '')]));
  const { before, after } = marked(plain, 'sum');
  const legacy = { 'tsconfig.json': '{"compilerOptions":{"strict":true,"module":"commonjs","moduleResolution":"node10","target":"es5","noEmit":true}}' };
  await follows({
    files: { ...legacy, ...before },
    tool: 'rename_symbol',
    given: { symbol: { file: 'far.ts', snippet: '+ <<total>>' }, new_name: 'sum' },
    after,
  });
});

test('what has its name from a library cannot be renamed, and the library stays as it is', async () => {
  const files = {
    ...TSCONFIG,
    'a.ts': "import { draw } from 'drawing';\nconst style = 'red';\ndraw({ style });\ndraw({ style: 'blue' });\n",
    'node_modules/drawing/package.json': '{ "name": "drawing", "version": "1.0.0", "types": "index.d.ts" }',
    'node_modules/drawing/index.d.ts': 'export declare function draw(options: { style: string }): void;\n',
  };
  expect(await refusal({ files, tool: 'rename_symbol', given: { symbol: { file: 'a.ts', line: 4, name: 'style' }, new_name: 'look' } })).toMatchObject({
    error: 'cannot_rename',
    message: expect.stringContaining('drawing/index.d.ts, which is no file of the project, names it too'),
  });
});
