// Another name for what TypeScript declares: variables, functions, types, labels. Each from every place that is marked.
import { type MarkedRow, markedFiles, projectOf, TSCONFIG, testRenames } from './table.ts';

const a = (title: string, text: string, given?: Readonly<Record<string, unknown>>): MarkedRow => ({ title, files: { 'a.ts': text }, ...(given && { given }) });

const variables: readonly MarkedRow[] = [
  a(
    'a variable, not its namesake in an inner block',
    `
export function f(flag: boolean) {
  let «count» = 0;
  if (flag) {
    const count = 5;
    return { count };
  }
  «count» += 1;
  return { ‹count→count: renewed› };
}
`,
  ),
  a('a variable that is declared twice', 'export function f() {\n  var «x» = 1;\n  var «x» = 2;\n  return «x»;\n}\n'),
  a('a variable that a function inside captures', 'export function f() {\n  let «n» = 0;\n  return () => `${«n»++}`;\n}\n'),
  a('the variable of a catch clause', 'export function f() {\n  try {\n    f();\n  } catch («error») {\n    throw «error»;\n  }\n}\n'),
  a(
    'the variable of a loop',
    'export function f(all: number[]) {\n  for (const «each» of all) f([«each»]);\n  for (const each in all) f([Number(each)]);\n}\n',
  ),
  a('a variable and a type of one name', 'export const «Cart» = { a: 1 };\nexport interface «Cart» {\n  a: number;\n}\nexport const b: «Cart» = «Cart»;\n'),
  a(
    'a name with letters of other scripts and a dollar',
    "export const «größe$» = 1;\nexport const text = `${«größe$»} größe$`;\nexport const größe = 'größe$';\n",
  ),
  a('a variable in a type query', 'const «config» = { port: 1 };\nexport type Config = typeof «config»;\nexport type Port = (typeof «config»)["port"];\n'),
  a(
    'a variable behind assertions',
    'export const «list» = [1, 2] as const satisfies readonly number[];\nexport const first = «list»[0]!;\nexport type Item = (typeof «list»)[number];\n',
  ),
  a('a symbol that names members', 'const «key»: unique symbol = Symbol();\nexport class A {\n  [«key»] = 1;\n}\nexport const one = new A()[«key»];\n'),
  a('a global that a module declares', 'declare global {\n  var «shopCount»: number;\n}\nexport const n = «shopCount» + globalThis.«shopCount»;\n'),
];

const destructured: readonly MarkedRow[] = [
  a('the parameter that a pattern makes', 'export const f = ({ ‹total→total: renewed› }: { total: number }) => «total» * 2;\n'),
  a('the parameter that a pattern names', 'export const f = ({ total: «mine» = 1 }: { total?: number }) => «mine» * 2;\n'),
  a('the variable of a pattern in a pattern', 'const { a: { ‹deep→deep: renewed› } } = { a: { deep: 1 } };\nexport const n = «deep» + 1;\n'),
  a('an element of an array', 'const [, «second» = 1, ...others] = [1, 2, 3];\nexport const n = «second» + others.length;\n'),
  a('what is left of an object', 'const { a, ...«rest» } = { a: 1, b: 2 };\nexport const n = a + «rest».b;\n'),
  a('what a default in a pattern names', 'const «base» = 1;\nexport const f = ({ n = «base» }: { n?: number } = { n: «base» }) => n;\n'),
  a('a variable that a pattern assigns', 'let «total» = 0;\n({ ‹total→total: renewed› } = { total: 1 });\n[«total»] = [2];\nexport const n = «total»;\n'),
  a('the key that a pattern computes', "const «key» = 'a' as const;\nconst { [«key»]: one } = { a: 1 };\nexport const n = one;\n"),
];

const functions: readonly MarkedRow[] = [
  a(
    'a function with its overloads and its calls of itself',
    'export function «f»(n: string): string;\nexport function «f»(n: number): number;\nexport function «f»(n: any): any {\n  return n ? «f»(0) : n;\n}\n',
  ),
  a(
    'the name that a function expression has for itself',
    'export const f = function «inner»(n: number): number {\n  return n > 0 ? «inner»(n - 1) : 0;\n};\nexport const inner = f;\n',
  ),
  a('the name that a class expression has for itself', 'export const A = class «Inner» {\n  copy(): «Inner» {\n    return new «Inner»();\n  }\n};\n'),
  a(
    'a parameter with its documentation',
    '/**\n * @param ‹amount› How many.\n * @param other amount of others\n */\nexport function f(«amount»: number, other: number) {\n  return «amount» * other;\n}\n',
  ),
  a('a parameter that another one begins with', 'export const f = («a»: number, b = «a» + 1, c = () => «a») => «a» + b + c();\n'),
  a('the rest of the parameters', 'export function f(...«all»: number[]): number {\n  return «all».length + f(...«all»);\n}\n'),
  a('a parameter of a type guard', "export function f(«value»: unknown): «value» is string {\n  return typeof «value» === 'string';\n}\n"),
  a('a parameter of an assertion', 'export function f(«value»: unknown): asserts «value» is string {\n  if (!«value») throw «value»;\n}\n'),
  a('a parameter of a function type', 'export type F = («cart»: number, other: typeof «cart») => void;\n'),
  a(
    'a function with members of a namespace',
    'export function «make»() {\n  return «make».count;\n}\nexport namespace «make» {\n  export const count = 1;\n}\n',
  ),
  a(
    'a function that is a decorator',
    'function «logged»(value: unknown, _: ClassMethodDecoratorContext) {\n  return value as never;\n}\nexport class A {\n  @«logged» m() {}\n}\n',
  ),
  a(
    'a generator and an asynchronous function',
    'async function* «each»() {\n  yield 1;\n}\nexport async function f() {\n  for await (const n of «each»()) return n;\n}\n',
  ),
  a(
    'a label',
    'export function f() {\n  «outer»: for (;;) {\n    for (;;) {\n      if (f()) continue «outer»;\n      break «outer»;\n    }\n  }\n  outer: for (;;) break outer;\n}\n',
  ),
];

const types: readonly MarkedRow[] = [
  a('a type parameter', 'export function f<«Item», Other extends «Item»[] = «Item»[]>(x: «Item», y: Other): «Item» | Other {\n  return x ?? y;\n}\n'),
  a(
    'a type parameter of a class, not of its method',
    'export class Box<«T»> {\n  constructor(readonly value: «T») {}\n  map<T>(f: (value: T) => T): T {\n    return f(undefined as T);\n  }\n  get(): «T» {\n    return this.value;\n  }\n}\n',
  ),
  a('an inferred type', 'export type Element<T> = T extends readonly (infer «U»)[] ? «U» : never;\n'),
  a('the parameter of a mapped type', 'export type Copy<T> = { [«K» in keyof T as `x${string & «K»}`]: T[«K»] };\n'),
  a('the name of an index', 'export interface Prices {\n  [«product»: string]: number;\n}\n'),
  a('a type alias that uses itself', 'export type «Tree» = { left?: «Tree»; all: «Tree»[] } | null;\n'),
  a(
    'an interface that is declared twice',
    'export interface «Cart» {\n  a: number;\n}\nexport interface «Cart» {\n  b: number;\n}\nexport const c: «Cart» = { a: 1, b: 2 };\n',
  ),
  a(
    'a class and the namespace that is merged with it',
    'export class «Cart» {\n  item: «Cart».Item = 1;\n}\nexport namespace «Cart» {\n  export type Item = number;\n}\n',
  ),
  a(
    'an enum that is declared twice',
    'export enum «Color» {\n  Red,\n}\nexport enum «Color» {\n  Blue = 1,\n}\nexport const c = [«Color».Red, «Color».Blue];\n',
  ),
  a(
    'a namespace in a namespace',
    'export namespace A {\n  export namespace «B» {\n    export const c = 1;\n  }\n  export const d = «B».c;\n}\nexport const e = A.«B».c;\n',
  ),
  a('the short name of a namespace', 'namespace A.B {\n  export const c = 1;\n}\nimport «Short» = A.B;\nexport const d = «Short».c;\n'),
  a('a namespace that has a short name', 'namespace «A» {\n  export const c = 1;\n}\nimport Short = «A»;\nexport const d = Short.c;\n'),
  a(
    'a type in documentation',
    '/** Not Cart but {@link ‹Cart›}, {@link ‹Cart›.a | that} and {@linkcode ‹Cart›}.\n * @see ‹Cart›\n * @throws {‹Cart›}\n */\nexport class «Cart» {\n  a = 1;\n}\n',
  ),
  a(
    'a class in clauses of others',
    'export abstract class «Base»<T> {\n  x?: T;\n}\nexport class A extends «Base»<«Base»<number>> {}\nexport class B implements «Base»<string> {\n  x = "";\n}\nexport const is = (x: object) => x instanceof «Base»;\n',
  ),
  a('what a template of types is made of', "type «Size» = 'big' | 'small';\nexport type Shirt = `${«Size»}-shirt`;\nexport const s: Shirt = 'big-shirt';\n"),
  {
    title: 'what a declaration file declares',
    files: {
      'lib.d.ts': 'declare module "shop-lib" {\n  export function «price»(): number;\n}\n',
      'a.ts': 'import { «price» } from "shop-lib";\nexport const p = «price»();\n',
    },
  },
];

const rows = [...variables, ...destructured, ...functions, ...types];
testRenames(rows, projectOf({ ...TSCONFIG, ...markedFiles(rows) }));
