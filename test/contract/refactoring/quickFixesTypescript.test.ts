// Fixes that the compiler knows against each kind of problem, made in a file: text before and after, no new error, undone to the byte.
import { filesOf, projectOf, type RefusedRow, type Row, testRefusals, testRows } from './table.ts';

const CONFIG = {
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "allowImportingTsExtensions": true, "types": [], "jsx": "preserve", "noUnusedLocals": true, "noImplicitOverride": true, "allowUnreachableCode": false, "allowUnusedLabels": false, "noPropertyAccessFromIndexSignature": true, "exactOptionalPropertyTypes": true, "verbatimModuleSyntax": true }, "include": ["rows"] }',
  'package.json': '{ "type": "module" }',
};

// By the code of the problem or, where several fixes apply, by the title of the one that is meant.
const single: readonly Row[] = [
  [
    'a misspelled member',
    '2551',
    'class Cart {\n  total = 1;\n}\nexport const n = new Cart().totl;\n',
    'class Cart {\n  total = 1;\n}\nexport const n = new Cart().total;\n',
  ],
  ['a misspelled variable', '2552', 'const total = 1;\nexport const n = totl + total;\n', 'const total = 1;\nexport const n = total + total;\n'],
  [
    'a misspelled overriding member',
    '4117',
    'class A {\n  total() {}\n}\nexport class B extends A {\n  override totl() {}\n}\n',
    'class A {\n  total() {}\n}\nexport class B extends A {\n  override total() {}\n}\n',
  ],
  ['a const that is missing', '2304', 'for (each of [1, 2]) each;\nexport {};\n', 'for (const each of [1, 2]) each;\nexport {};\n'],
  [
    'await outside of async',
    '1308',
    'export function f() {\n  await g();\n}\nasync function g() {}\n',
    'export async function f() {\n  await g();\n}\nasync function g() {}\n',
  ],
  [
    'await in an arrow',
    '1308',
    'export const f = () => {\n  await g();\n};\nasync function g() {}\n',
    'export const f = async () => {\n  await g();\n};\nasync function g() {}\n',
  ],
  [
    'an await that is missing',
    '2365',
    'export async function f(p: Promise<number>) {\n  return p + 1;\n}\n',
    'export async function f(p: Promise<number>) {\n  return await p + 1;\n}\n',
  ],
  ['a promise of nothing', '2794', 'export const p = new Promise((resolve) => resolve());\n', 'export const p = new Promise<void>((resolve) => resolve());\n'],
  [
    'the type of an async function',
    '1064',
    'export async function f(): number {\n  return 1;\n}\n',
    'export async function f(): Promise<number> {\n  return 1;\n}\n',
  ],
  [
    'an abstract member that is missing',
    '2515',
    'abstract class A {\n  abstract m(): void;\n}\nexport class B extends A {}\n',
    'abstract class A {\n  abstract m(): void;\n}\nexport class B extends A {\n  override m(): void {\n    throw new Error("Method not implemented.");\n  }\n}\n',
  ],
  [
    'an override that is not said',
    '4114',
    'class A {\n  m() {}\n}\nexport class B extends A {\n  m() {}\n}\n',
    'class A {\n  m() {}\n}\nexport class B extends A {\n  override m() {}\n}\n',
  ],
  [
    'an override that overrides nothing',
    '4113',
    'class A {}\nexport class B extends A {\n  override m() {}\n}\n',
    'class A {}\nexport class B extends A {\n  m() {}\n}\n',
  ],
  [
    'a constructor without super',
    '2377',
    'class A {}\nexport class B extends A {\n  x: number;\n  constructor() {\n    this.x = 1;\n  }\n}\n',
    'class A {}\nexport class B extends A {\n  x: number;\n  constructor() {\n    super();\n    this.x = 1;\n  }\n}\n',
  ],
  [
    'super behind this',
    '17009',
    'class A {}\nexport class B extends A {\n  x: number;\n  constructor() {\n    this.x = 1;\n    super();\n  }\n}\n',
    'class A {}\nexport class B extends A {\n  x: number;\n  constructor() {\n    super();\n    this.x = 1;\n  }\n}\n',
  ],
  ['an interface that is extended by a class', '2689', 'interface I {}\nexport class A extends I {}\n', 'interface I {}\nexport class A implements I {}\n'],
  [
    'this that was forgotten',
    '2663',
    'export class A {\n  x = 1;\n  get() {\n    return x;\n  }\n}\n',
    'export class A {\n  x = 1;\n  get() {\n    return this.x;\n  }\n}\n',
  ],
  [
    'a static member without its class',
    '2662',
    'export class A {\n  static x = 1;\n  get() {\n    return x;\n  }\n}\n',
    'export class A {\n  static x = 1;\n  get() {\n    return A.x;\n  }\n}\n',
  ],
  [
    'a member of an enum that is missing',
    '2339',
    'enum Size {\n  Big,\n}\nexport const s = Size.Small;\n',
    'enum Size {\n  Big,\n  Small,\n}\nexport const s = Size.Small;\n',
  ],
  [
    'properties that are missing',
    '2739',
    'interface P {\n  a: number;\n  b: string;\n}\nexport const p: P = {};\n',
    'interface P {\n  a: number;\n  b: string;\n}\nexport const p: P = {\n  a: 0,\n  b: ""\n};\n',
  ],
  [
    'a property that is missing',
    '2741',
    'interface P {\n  a: number;\n  b: string;\n}\nexport const p: P = { a: 1 };\n',
    'interface P {\n  a: number;\n  b: string;\n}\nexport const p: P = {\n  a: 1,\n  b: ""\n};\n',
  ],
  ['an assertion between unrelated types', '2352', 'export const n = "x" as number;\n', 'export const n = "x" as unknown as number;\n'],
  ['a constant that is written', '2588', 'const n = 1;\nn = 2;\nexport {};\n', 'let n = 1;\nn = 2;\nexport {};\n'],
  [
    'a property that is declared again',
    '2612',
    'class A {\n  x: string | number = 1;\n}\nexport class B extends A {\n  x: number;\n}\n',
    'class A {\n  x: string | number = 1;\n}\nexport class B extends A {\n  declare x: number;\n}\n',
  ],
  ['an index of a type of texts', '1337', "export interface A {\n  [key: 'a' | 'b']: number;\n}\n", "export type A = {\n  [key in 'a' | 'b']: number;\n};\n"],
  [
    'a function that is not called',
    '2774',
    'export const f = (g: () => boolean) => {\n  if (g) return 1;\n  return 2;\n};\n',
    'export const f = (g: () => boolean) => {\n  if (g()) return 1;\n  return 2;\n};\n',
  ],
  [
    'a getter that is called',
    '6234',
    'class A {\n  get size() {\n    return 1;\n  }\n}\nexport const n = new A().size();\n',
    'class A {\n  get size() {\n    return 1;\n  }\n}\nexport const n = new A().size;\n',
  ],
  ['a comparison with NaN', '2845', 'export const f = (n: number) => n === NaN;\n', 'export const f = (n: number) => Number.isNaN(n);\n'],
  [
    'a dot where an index is meant',
    '4111',
    'export const f = (o: Record<string, number>) => o.size;\n',
    'export const f = (o: Record<string, number>) => o["size"];\n',
  ],
  ['an optional member of a tuple', '5086', 'export type T = [a: string?];\n', 'export type T = [a?: string];\n'],
  ['a rest of a tuple', '5087', 'export type T = [a: ...Array<string>];\n', 'export type T = [...a: Array<string>];\n'],
  [
    'undefined in an optional property',
    '2375',
    'interface A {\n  a?: number;\n}\ndeclare const o: { a: number | undefined };\nexport const x: A = o;\n',
    'interface A {\n  a?: number | undefined;\n}\ndeclare const o: { a: number | undefined };\nexport const x: A = o;\n',
  ],
  [
    'a bound of a type parameter',
    '2344',
    'type A<T extends string> = T;\nexport type B<T> = A<T>;\n',
    'type A<T extends string> = T;\nexport type B<T extends string> = A<T>;\n',
  ],
  [
    'a decorator that must be called',
    '1329',
    'function log() {\n  return (value: unknown, _: ClassMethodDecoratorContext) => value as never;\n}\nexport class A {\n  @log m() {}\n}\n',
    'function log() {\n  return (value: unknown, _: ClassMethodDecoratorContext) => value as never;\n}\nexport class A {\n  @log() m() {}\n}\n',
  ],
  ['a semicolon between properties', '1005', 'export const o = { a: 1; b: 2 };\n', 'export const o = { a: 1, b: 2 };\n'],
  ['an equals sign in a literal', '1312', 'export const o = { a = 1 };\n', 'export const o = { a: 1 };\n'],
  [
    'a variable that nobody uses',
    '6133',
    'export function f() {\n  const a = 1;\n  const b = 2;\n  return b;\n}\n',
    'export function f() {\n  const b = 2;\n  return b;\n}\n',
  ],
  ['a type that nobody uses', '6196', 'interface A {}\nexport const n = 1;\n', 'export const n = 1;\n'],
  ['variables that nobody uses', '6199', 'export function f() {\n  let a, b;\n}\n', 'export function f() {\n}\n'],
  ['a private property that nobody uses', '6133', 'export class A {\n  private x = 1;\n  y = 2;\n}\n', 'export class A {\n  y = 2;\n}\n'],
  ['code that is never reached', '7027', 'export function f() {\n  return 1;\n  f();\n}\n', 'export function f() {\n  return 1;\n}\n'],
  ['a label that nobody uses', '7028', 'export function f() {\n  outer: for (;;) f();\n}\n', 'export function f() {\n  for (;;) f();\n}\n'],
  ['a parameter without a type', '7006', 'export function f(x) {\n  return x * 2;\n}\n', 'export function f(x: number) {\n  return x * 2;\n}\n'],
  [
    'a variable without a type',
    '7034',
    'export function f() {\n  let x;\n  const g = () => x;\n  x = 1;\n  return g;\n}\n',
    'export function f() {\n  let x: number;\n  const g = () => x;\n  x = 1;\n  return g;\n}\n',
  ],
  ['a parameter without a name', '7051', 'export type F = (string) => void;\n', 'export type F = (arg0: string) => void;\n'],
  ['this without a type', '2683', 'export function f() {\n  return this.x;\n}\n', 'export function f(this: any) {\n  return this.x;\n}\n'],
  ['an await of no promise', '80007', 'export async function f() {\n  return await 1;\n}\n', 'export async function f() {\n  return 1;\n}\n'],
  ['a large number', '80008', 'export const n = 9007199254740993;\n', 'export const n = 9007199254740993n;\n'],
  [
    'an interface of methods',
    '2420',
    'interface Shape {\n  area(): number;\n  scale?(by: number): void;\n}\nexport class Square implements Shape {}\n',
    'interface Shape {\n  area(): number;\n  scale?(by: number): void;\n}\nexport class Square implements Shape {\n  area(): number {\n    throw new Error("Method not implemented.");\n  }\n  scale?(by: number): void {\n    throw new Error("Method not implemented.");\n  }\n}\n',
  ],
  [
    'an interface, with tabs and single quotes',
    '2420',
    "interface Shape {\n\tarea(): number;\n}\nexport class Square implements Shape {\n\tname = 'square';\n}\n",
    "interface Shape {\n\tarea(): number;\n}\nexport class Square implements Shape {\n\tarea(): number {\n\t\tthrow new Error('Method not implemented.');\n\t}\n\tname = 'square';\n}\n",
  ],
  [
    'an interface with overloads',
    '2420',
    'interface Box {\n  get(): number;\n  get(deep: true): string;\n}\nexport class A implements Box {}\n',
    'interface Box {\n  get(): number;\n  get(deep: true): string;\n}\nexport class A implements Box {\n  get(): number;\n  get(deep: true): string;\n  get(deep?: unknown): string | number {\n    throw new Error("Method not implemented.");\n  }\n}\n',
  ],
  [
    'several abstract members',
    '2654',
    'abstract class A {\n  abstract m(): void;\n  abstract get n(): number;\n}\nexport class B extends A {}\n',
    'abstract class A {\n  abstract m(): void;\n  abstract get n(): number;\n}\nexport class B extends A {\n  override m(): void {\n    throw new Error("Method not implemented.");\n  }\n  override get n(): number {\n    throw new Error("Method not implemented.");\n  }\n}\n',
  ],
  [
    'a member that is missing',
    "Declare property 'size'",
    'class A {}\nexport const n = new A().size;\n',
    'class A {\n  size: any;\n}\nexport const n = new A().size;\n',
  ],
  [
    'a method that is missing',
    "Declare method 'grow'",
    'class A {}\nnew A().grow(1);\nexport {};\n',
    'class A {\n  grow(arg0: number) {\n    throw new Error("Method not implemented.");\n  }\n}\nnew A().grow(1);\nexport {};\n',
  ],
  [
    'a function that is missing',
    '2304',
    "export const n = missing(1, 'x');\n",
    "export const n = missing(1, 'x');\n\nfunction missing(arg0: number, arg1: string) {\n  throw new Error('Function not implemented.');\n}\n",
  ],
  [
    'a parameter that is missing',
    "Add optional parameter to 'f'",
    'function f(a: number) {\n  return a;\n}\nexport const n = f(1, "x");\n',
    'function f(a: number, p0?: string) {\n  return a;\n}\nexport const n = f(1, "x");\n',
  ],
  [
    'a return that is missing',
    'Add a return statement',
    'export const f: () => number = () => {\n  1;\n};\n',
    'export const f: () => number = () => {\n  return 1;\n};\n',
  ],
  [
    'a property that is never set',
    "Add definite assignment assertion to property 'x: number;'",
    'export class A {\n  x: number;\n}\n',
    'export class A {\n  x!: number;\n}\n',
  ],
  ['a member of a type by a dot', '2713', 'interface A {\n  b: 1;\n}\nexport type X = A.b;\n', 'interface A {\n  b: 1;\n}\nexport type X = A["b"];\n'],
  ['a type as comments have it', '17020', 'export let x: ?number = null;\n', 'export let x: number | null | undefined = null;\n'],
  [
    'all of a kind at once',
    '2551',
    'class Cart {\n  total = 1;\n}\nexport const n = new Cart().totl + new Cart().totl;\nexport const m = [new Cart().totl];\n',
    'class Cart {\n  total = 1;\n}\nexport const n = new Cart().total + new Cart().total;\nexport const m = [new Cart().total];\n',
  ],
].map(([title = '', kind = '', before = '', after = '']) => ({
  title,
  tool: 'apply_quick_fix',
  before: { 'a.ts': before },
  given: { kind, file: 'a.ts' },
  after: { 'a.ts': after },
}));

// With another file, whose names no other row has: an import could come from any of them.
const several: readonly Row[] = [
  [
    'an import that is missing',
    '2304',
    'export class Parcel {}\n',
    "export const p = [new Parcel(), 'x'];\n",
    "import { Parcel } from './b.ts';\n\nexport const p = [new Parcel(), 'x'];\n",
  ],
  [
    'an import beside another',
    '2304',
    'export const bolt = 1;\nexport const nut = 2;\n',
    "import { bolt } from './b.ts';\n\nexport const s = [bolt, nut];\n",
    "import { bolt, nut } from './b.ts';\n\nexport const s = [bolt, nut];\n",
  ],
  [
    'an import of a type',
    '2304',
    'export interface Crate {\n  a: number;\n}\n',
    'export const c: Crate = { a: 1 };\n',
    'import type { Crate } from "./b.ts";\n\nexport const c: Crate = { a: 1 };\n',
  ],
  [
    'an import for a shorthand',
    '18004',
    'export const gross = 1;\n',
    'export const c = { gross };\n',
    'import { gross } from "./b.ts";\n\nexport const c = { gross };\n',
  ],
  [
    'an import without semicolons',
    '2304',
    'export const plain = 1\n',
    "export const a = plain\nexport const b = 'x'\n",
    "import { plain } from './b.ts'\n\nexport const a = plain\nexport const b = 'x'\n",
  ],
  [
    'an import of a type without saying so',
    "Use 'type Mode'",
    'export interface Mode {}\n',
    "import { Mode } from './b.ts';\nexport const m: Mode = {};\n",
    "import { type Mode } from './b.ts';\nexport const m: Mode = {};\n",
  ],
  ['an export of a type without saying so', '1205', 'export interface Kind {}\n', "export { Kind } from './b.ts';\n", "export type { Kind } from './b.ts';\n"],
  [
    'an import that nobody uses',
    '6133',
    'export const used = 1;\nexport const idle = 2;\n',
    "import { idle, used } from './b.ts';\nexport const n = used;\n",
    "import { used } from './b.ts';\nexport const n = used;\n",
  ],
  [
    'imports that nobody uses',
    '6192',
    'export const idleA = 1;\nexport const idleB = 2;\n',
    "import { idleA, idleB } from './b.ts';\nexport const n = 1;\n",
    'export const n = 1;\n',
  ],
  ['typeof before a module', '1340', 'export const inside = 1;\n', "export type A = import('./b.ts');\n", "export type A = typeof import('./b.ts');\n"],
].map(([title = '', kind = '', other = '', before = '', after = '']) => ({
  title,
  tool: 'apply_quick_fix',
  before: { 'a.ts': before, 'b.ts': other },
  given: { kind, file: 'a.ts' },
  after: { 'a.ts': after },
}));

const elsewhere: readonly Row[] = [
  {
    title: 'what is imported and not exported, in the file that has it',
    tool: 'apply_quick_fix',
    before: { 'a.ts': "import { hidden } from './b.ts';\nexport const n = hidden;\n", 'b.ts': 'const hidden = 1;\nexport const shown = hidden;\n' },
    given: { kind: '2459', file: 'a.ts' },
    after: { 'b.ts': 'export const hidden = 1;\nexport const shown = hidden;\n' },
  },
  {
    title: 'a fragment around elements',
    tool: 'apply_quick_fix',
    before: {
      'jsx.d.ts': 'declare namespace JSX {\n  interface Element {}\n  interface IntrinsicElements {\n    br: {};\n  }\n}\n',
      'a.tsx': 'export const v = <br /><br />;\n',
    },
    given: { kind: '2657', file: 'a.tsx' },
    after: { 'a.tsx': 'export const v = <><br /><br /></>;\n' },
  },
];

const refused: readonly RefusedRow[] = [
  {
    title: 'a package that is not there: nothing is installed',
    text: "import x from 'no-such-package';\nexport const n = x;\n",
    kind: '2307',
    error: 'no_quick_fix',
  },
  { title: 'several ways to fix it', text: 'export class A {\n  x: number;\n}\n', kind: '2564', error: 'ambiguous_quick_fix' },
  { title: 'a problem that the file does not have', text: 'export const n = 1;\n', kind: '2551', error: 'no_quick_fix' },
].map(({ title, text, kind, error }) => ({ title, tool: 'apply_quick_fix', before: { 'a.ts': text }, given: { kind, file: 'a.ts' }, error, says: kind }));

const rows = [...single, ...several, ...elsewhere];
const real = projectOf({ ...CONFIG, ...filesOf(rows, refused) });
testRows(rows, real);
testRefusals(refused, real);
