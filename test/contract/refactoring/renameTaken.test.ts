// A rename in TypeScript to a name that is there already: refused with what is in the way and where, or right.
import { expect, test } from 'vitest';
import { filesOf, type MarkedRow, markedFiles, projectOf, TSCONFIG, testRefusals, testRenames } from './table.ts';

interface Taken {
  readonly title: string;
  // The symbol is behind `$0`; lines that end with a star are those that are reported.
  readonly files: Readonly<Record<string, string>>;
  readonly newName?: string;
}

const a = (title: string, text: string, newName?: string): Taken => ({ title, files: { 'a.ts': text }, ...(newName !== undefined && { newName }) });

const scopes: readonly Taken[] = [
  a('a variable beside another', 'const $0total = 1; // *\nconst taken = 2; // *\nexport const both = [total, taken]; // *\n'),
  a(
    'a use that an inner variable would take',
    'const $0total = 1;\nexport function f() {\n  const taken = 2; // *\n  return [\n    total, // *\n    taken,\n  ];\n}\n',
  ),
  a(
    'an inner variable that would take the use of an outer one',
    'const taken = 1;\nexport function f() {\n  const $0total = 2;\n  return [\n    total,\n    taken, // *\n  ];\n}\n',
  ),
  a('a parameter that would take the use of a variable', 'const taken = 1;\nexport const f = ($0total: number) =>\n  total +\n  taken; // *\n'),
  a('a parameter and a constant of its function', 'export function f($0total: number) { // *\n  const taken = 1; // *\n  return total + taken; // *\n}\n'),
  a('a parameter and a variable of its function', 'export function f($0total: number) {\n  var taken = 1; // *\n  return total + taken; // *\n}\n'),
  a(
    'a variable and one that is declared in a block',
    'export function f() {\n  var $0total = 1;\n  {\n    var taken = 2; // *\n  }\n  return total + taken; // *\n}\n',
  ),
  a('the parts of a pattern', 'export const f = ({ $0total, taken }: { total: number; taken: number }) => // *\n  total + taken; // *\n'),
  a(
    'the variable of a catch clause',
    'const taken = 1;\nexport function f() {\n  try {\n    f();\n  } catch ($0total) {\n    throw [total, taken]; // *\n  }\n}\n',
  ),
  a('the variable of a loop', 'const taken = [1];\nfor (const $0total of [1])\n  taken.push(total); // *\nexport {};\n'),
  a(
    'a use that the own name of a function would take',
    'export const $0total = function taken(n: number): number { // *\n  return n > 0\n    ? total(n - 1) // *\n    : 0;\n};\n',
  ),
  a('a type parameter that would take the use of a type', 'type taken = 1;\nexport type A<$0Total> =\n  | Total\n  | taken; // *\n'),
  a('a variable and what is known everywhere', 'export function f() {\n  const $0total = 1;\n  return [total, new Map()]; // *\n}\n', 'Map'),
  a(
    'a label in another',
    'export function f() {\n  $0total: for (;;) {\n    taken: for (;;) { // *\n      if (f())\n        continue total; // *\n      break taken;\n    }\n  }\n}\n',
  ),
  a(
    'a label around another that it is not used in',
    'export function f() {\n  $0total: for (;;) {\n    taken: for (;;) break taken; // *\n    break total;\n  }\n}\n',
  ),
];

const members: readonly Taken[] = [
  a('a property and a method of one class', 'export class A {\n  $0total = 1; // *\n  taken() {} // *\n}\n'),
  a('a getter and a field', 'export class A {\n  get $0total() { return 1; } // *\n  taken = 1; // *\n}\n'),
  a(
    'a property of the constructor and a member',
    'export class A {\n  taken = 1; // *\n  constructor(private $0total: number) { // *\n    this.total = 1;\n  }\n}\n',
  ),
  {
    title: 'a member and one of the base of its base',
    files: {
      'a.ts': "import { B } from './b.js';\nexport class A extends B {\n  $0total() {}\n}\n",
      'b.ts': "import { C } from './c.js';\nexport class B extends C {}\n",
      'c.ts': 'export class C {\n  taken() {} // *\n}\n',
    },
  },
  {
    title: 'a member and one of a class below',
    files: { 'a.ts': 'export class A {\n  $0total() {}\n}\n', 'b.ts': "import { A } from './a.js';\nexport class B extends A {\n  taken() {} // *\n}\n" },
  },
  {
    title: 'a member and one that an interface leaves open',
    files: {
      'a.ts': "import type { Open } from './b.js';\nexport class A implements Open {\n  $0total = 1;\n}\n",
      'b.ts': 'export interface Open {\n  taken?: number; // *\n}\n',
    },
  },
  a('a member of an interface and one that it extends', 'interface A {\n  taken: number; // *\n}\nexport interface B extends A {\n  $0total: number;\n}\n'),
  a('properties of a literal', 'export const box = {\n  $0total: 1,\n  taken: 2, // *\n};\nexport const n = box.total + box.taken; // *\n'),
  a('members of an enum', 'export enum A {\n  $0total, // *\n  taken, // *\n}\nexport const n = [A.total, A.taken]; // *\n'),
  a('private names', 'export class A {\n  #$0total = 1; // *\n  #taken = 2; // *\n  both() {\n    return this.#total + this.#taken; // *\n  }\n}\n'),
];

const declarations: readonly Taken[] = [
  a(
    'overloads and another function',
    'export function $0total(n: string): void;\nexport function total(n: number): void;\nexport function total() {} // *\nexport function taken() {} // *\n',
  ),
  a('interfaces that would be one', 'export interface $0Total {\n  a: number;\n}\nexport interface taken { // *\n  b: number;\n}\n'),
  a('a function and a namespace that would be one', 'export function $0total() {}\nexport namespace taken { // *\n  export const a = 1;\n}\n'),
  a('a class and an interface that would be one', 'export class $0Total {}\nexport interface taken { // *\n  a: number;\n}\n'),
  a('enums that would be one', 'export enum $0Total {\n  a,\n}\nexport enum taken { // *\n  b = 1,\n}\n'),
  a('namespaces that would be one', 'export namespace $0Total {\n  export const a = 1;\n}\nexport namespace taken { // *\n  export const b = 1;\n}\n'),
  a('type aliases', 'export type $0Total = 1; // *\nexport type taken = 2; // *\n'),
];

const IMPORTED = { 'a.ts': 'export const $0total = 1;\n' };
const modules: readonly Taken[] = [
  {
    title: 'a name that a using file imports from elsewhere',
    files: {
      ...IMPORTED,
      'b.ts': "import { total } from './a.js'; // *\nimport { taken } from './c.js'; // *\nexport const both = [total, taken]; // *\n",
      'c.ts': 'export const taken = 2;\n',
    },
  },
  {
    title: 'a name that a using file declares',
    files: { ...IMPORTED, 'b.ts': "import { total } from './a.js'; // *\nconst taken = 1; // *\nexport const both = [total, taken]; // *\n" },
  },
  {
    title: 'a name that a function of a using file declares',
    files: { ...IMPORTED, 'b.ts': "import { total } from './a.js';\nexport const f = (taken: number) => // *\n  total + // *\n  taken;\n" },
  },
  {
    title: 'a name that another module re-exports beside it',
    files: { ...IMPORTED, 'b.ts': 'export const taken = 2; // *\n', 'index.ts': "export * from './a.js';\nexport * from './b.js';\n" },
  },
  {
    title: 'a type that another module re-exports beside it, through more files',
    files: {
      'a.ts': 'export interface $0Total {}\n',
      'b.ts': 'const other = 2;\nexport { other as taken }; // *\n',
      'far.ts': "export type * from './a.js';\n",
      'index.ts': "export * from './far.js';\nexport * from './b.js';\n",
    },
  },
  {
    title: 'a name that the module that hands it on has for itself',
    files: { ...IMPORTED, 'index.ts': "export * from './a.js';\nexport const taken = 2; // *\n" },
  },
  {
    title: 'a name that its module re-exports',
    files: { 'a.ts': "export * from './b.js';\nexport const $0total = 1;\n", 'b.ts': 'export function taken() {} // *\n' },
  },
  {
    title: 'a name that a module exports where it is re-exported by name',
    files: { ...IMPORTED, 'b.ts': "export { total } from './a.js'; // *\nexport const taken = 2; // *\n" },
  },
  {
    title: 'a global of another script',
    files: {
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [], "moduleDetection": "auto" } }',
      'a.ts': 'var $0total = 1;\n',
      'b.ts': 'var taken = 2; // *\nvar both = [total, taken]; // *\n',
    },
  },
];

const TAKEN = { new_name: 'taken' };
const right: readonly MarkedRow[] = [
  ...Object.entries({
    'a type beside a value': 'interface «Total» {}\nconst taken = 1;\nexport const both: [«Total», number] = [{}, taken];\n',
    'a type and a value that are exported': 'export type «Total» = 1;\nexport const taken = 1;\nexport const both: «Total» = taken;\n',
    'a variable and a property':
      'const «total» = 1;\nexport const box = { taken: 2, ‹total→total: taken› };\nexport const n = [box.taken, «total», box.total];\n',
    'a variable and one of a function that does not use it': 'const «total» = 1;\nexport const f = (taken: number) => taken;\nexport const n = «total»;\n',
    'a parameter and a variable that its function does not use': 'export const taken = 1;\nexport const f = («total»: number) => «total»;\n',
    'a member and a static one': 'export class A {\n  static taken = 1;\n  «total» = A.taken;\n}\nexport const n = new A().«total»;\n',
    'a member and a private one': 'export class A {\n  #taken = 1;\n  «total» = this.#taken;\n}\n',
    'members of types that have nothing to do with each other':
      'export interface A {\n  «total»: number;\n}\nexport interface B {\n  taken: number;\n}\nexport const f = (x: A, y: B) => x.«total» + y.taken;\n',
    'labels one after the other': 'export function f() {\n  «total»: for (;;) break «total»;\n  taken: for (;;) break taken;\n}\n',
    'a label and a variable': 'export function f(taken: number) {\n  «total»: for (;;) if (taken) break «total»;\n}\n',
    'a type parameter beside a value': 'export const taken = 1;\nexport const f = <«Total»>(x: «Total») => [x, taken];\n',
    'a word of a comment or a string': '// taken\nexport const «total» = "taken";\n',
  }).map(([title, text]): MarkedRow => ({ title, files: { 'a.ts': text }, given: TAKEN })),
  {
    title: 'exports of modules that nobody re-exports together',
    files: {
      'a.ts': 'export const «total» = 1;\n',
      'b.ts': 'export const taken = 2;\n',
      'index.ts': "export * from './a.js';\n",
      'other.ts': "export * as other from './a.js';\nexport * from './b.js';\n",
    },
    given: TAKEN,
  },
];

const inherited: Taken = a(
  'a member and one of a library',
  'export class Totals extends Array<number> {\n  $0total(make: (n: number) => number): number[] {\n    return this.slice().map(make);\n  }\n}\n',
  'map',
);

const rows = [...scopes, ...members, ...declarations, ...modules, inherited];
const refused = rows.map(({ title, files, newName = 'taken' }) => ({
  title,
  tool: 'rename_symbol',
  before: files,
  given: { new_name: newName },
  error: 'name_taken',
  says: newName,
  ...(newName !== 'map' && { conflicts: starredIn(files) }),
}));

const real = projectOf({ ...TSCONFIG, ...markedFiles(right), ...filesOf([], refused) });
testRenames(right, real);
testRefusals(refused, real);

test('what a library declares is reported where it stands', async () => {
  const given = { symbol: { file: `rows/refused${rows.indexOf(inherited)}/a.ts`, name: 'total' }, new_name: 'map' };
  expect(await real().agent.refusal('rename_symbol', given)).toMatchObject({ conflicts: [{ line: 3 }, { file: expect.stringMatching(/lib\.es5\.d\.ts$/) }] });
});

function starredIn(files: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(files)
    .flatMap(([name, text]) => text.split('\n').flatMap((line, index) => (line.endsWith('// *') ? [`${name}:${index + 1}`] : [])))
    .sort();
}
