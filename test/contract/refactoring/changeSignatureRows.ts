// Functions of TypeScript and JavaScript before and after their parameters have changed, with everyone who declares, overrides or calls them.
import type { Row } from './table.ts';

const rows: readonly Omit<Row, 'tool'>[] = [
  {
    title: 'a parameter is added, with what every call passes',
    before: {
      'cart.ts': 'export function $0total(price: number) {\n  return price;\n}\nexport const one = total(1);\n',
      'main.ts': "import { total as sum } from './cart.ts';\nimport * as cart from './cart.ts';\nexport const two = sum(2) + cart.total(3);\n",
    },
    given: { parameters: [{ name: 'price' }, { name: 'rate', type: 'number', value: '0.2' }] },
    after: {
      'cart.ts': 'export function total(price: number, rate: number) {\n  return price;\n}\nexport const one = total(1, 0.2);\n',
      'main.ts': "import { total as sum } from './cart.ts';\nimport * as cart from './cart.ts';\nexport const two = sum(2, 0.2) + cart.total(3, 0.2);\n",
    },
  },
  {
    title: 'a parameter with a default is added and calls stay as they are',
    before: { 'a.ts': 'export function $0f(a: number) {\n  return a;\n}\nf(1);\n' },
    given: { parameters: [{ name: 'a' }, { name: 'b', default: '2' }] },
    after: { 'a.ts': 'export function f(a: number, b = 2) {\n  return a;\n}\nf(1);\n' },
  },
  {
    title: 'a type that was asked for is written, whatever the others lack',
    before: { 'a.ts': '// @ts-nocheck\nfunction $0f(a) {}\nf(1);\nconst g = (b) => f(b);\n' },
    given: { parameters: [{ name: 'a' }, { name: 'c', type: 'number', value: '2' }] },
    after: { 'a.ts': '// @ts-nocheck\nfunction f(a, c: number) {}\nf(1, 2);\nconst g = (b) => f(b, 2);\n' },
  },
  {
    title: 'an optional parameter is added first',
    before: { 'a.ts': 'export function $0f(a = 1) {\n  return a;\n}\nf();\nf(1);\n' },
    given: { parameters: [{ name: 'first?', type: 'string' }, { name: 'a' }] },
    after: { 'a.ts': 'export function f(first?: string, a = 1) {\n  return a;\n}\nf();\nf(undefined, 1);\n' },
  },
  {
    title: 'the first parameter of a function without any',
    before: { 'a.ts': 'export function $0f() {}\nf();\n' },
    given: { parameters: [{ name: 'a', type: 'string', value: "'x'" }] },
    after: { 'a.ts': "export function f(a: string) {}\nf('x');\n" },
  },
  {
    title: 'an unused parameter goes, with the argument of every call',
    before: { 'a.ts': 'export function $0f(a: number, b: string, c: boolean) {\n  return [a, c];\n}\nf(1, "x", true);\n' },
    given: { parameters: [{ name: 'a' }, { name: 'c' }] },
    after: { 'a.ts': 'export function f(a: number, c: boolean) {\n  return [a, c];\n}\nf(1, true);\n' },
  },
  {
    title: 'the only parameter goes',
    before: { 'a.ts': 'export function $0f(a: number) {}\nf(1);\nf(\n  2,\n);\n' },
    given: { parameters: [] },
    after: { 'a.ts': 'export function f() {}\nf();\nf();\n' },
  },
  {
    title: 'parameters change places, also in calls inside of calls',
    before: {
      'a.ts': 'export function $0pair(a: number, b: number): number {\n  return a - b;\n}\nexport const x = 1;\nexport const one = pair(pair(x, 2), 3);\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    after: {
      'a.ts': 'export function pair(b: number, a: number): number {\n  return a - b;\n}\nexport const x = 1;\nexport const one = pair(3, pair(2, x));\n',
    },
  },
  {
    title: 'a parameter is renamed in the body, with shorthand properties and nothing that only has the name',
    before: { 'a.ts': 'export function $0f(a: { a: number }) {\n  const b = { a };\n  return [a.a, b.a, ((a: number) => a)(1)];\n}\nf({ a: 1 });\n' },
    given: { parameters: [{ name: 'whole', from: 'a' }] },
    after: {
      'a.ts': 'export function f(whole: { a: number }) {\n  const b = { a: whole };\n  return [whole.a, b.a, ((a: number) => a)(1)];\n}\nf({ a: 1 });\n',
    },
  },
  {
    title: 'two parameters swap their names',
    before: { 'a.ts': 'export function $0f(a: number, b: string) {\n  return [a, b];\n}\nf(1, "x");\n' },
    given: {
      parameters: [
        { name: 'b', from: 'a' },
        { name: 'a', from: 'b' },
      ],
    },
    after: { 'a.ts': 'export function f(b: number, a: string) {\n  return [b, a];\n}\nf(1, "x");\n' },
  },
  {
    title: 'renamed, moved, added and removed at once',
    before: { 'a.ts': 'export function $0f(a: number, b: string, c = 3) {\n  return [b, c];\n}\nf(1, "x");\nf(1, "x", 4);\n' },
    given: { parameters: [{ name: 'count', from: 'c' }, { name: 'flag', type: 'boolean', value: 'true' }, { name: 'b' }] },
    after: { 'a.ts': 'export function f(count = 3, flag: boolean, b: string) {\n  return [b, count];\n}\nf(undefined, true, "x");\nf(4, true, "x");\n' },
  },
  {
    title: 'types and defaults change',
    before: { 'a.ts': 'export function $0f(a: number, b = 1) {\n  return [a, b];\n}\nf(1);\n' },
    given: {
      parameters: [
        { name: 'a', type: 'number | string' },
        { name: 'b', type: 'number', default: '2' },
      ],
    },
    after: { 'a.ts': 'export function f(a: number | string, b: number = 2) {\n  return [a, b];\n}\nf(1);\n' },
  },
  {
    title: 'a default goes, and calls that relied on it pass it',
    before: { 'a.ts': 'export function $0f(a: number, b: number = 1) {\n  return [a, b];\n}\nf(1);\nf(1, 2);\n' },
    given: { parameters: [{ name: 'a' }, { name: 'b', default: '' }] },
    after: { 'a.ts': 'export function f(a: number, b: number) {\n  return [a, b];\n}\nf(1, 1);\nf(1, 2);\n' },
  },
  {
    title: 'an optional parameter becomes required',
    before: { 'a.ts': 'export function $0f(a: number, b?: number) {\n  return [a, b];\n}\nf(1);\nf(1, 2);\n' },
    given: { parameters: [{ name: 'a' }, { name: 'b', default: '', value: '0' }] },
    after: { 'a.ts': 'export function f(a: number, b: number) {\n  return [a, b];\n}\nf(1, 0);\nf(1, 2);\n' },
  },
  {
    title: 'an interface, an abstract class and everything that implements them, from a call',
    before: {
      'shape.ts':
        'export interface Shape {\n  area(scale: number): number;\n}\nexport abstract class Base implements Shape {\n  abstract area(scale: number): number;\n}\n',
      'box.ts':
        "import { Base, type Shape } from './shape.ts';\nexport class Box extends Base {\n  area(scale: number) {\n    return scale;\n  }\n}\nexport class Small extends Box {\n  override area(s: number) {\n    return super.area(s) / 2;\n  }\n}\nexport const round: Shape = { area: (scale) => scale };\nexport class Lazy implements Shape {\n  area() {\n    return 1;\n  }\n}\n",
      'main.ts': "import type { Shape } from './shape.ts';\nexport const one = (shape: Shape) => shape.$0area(1);\n",
    },
    given: {
      parameters: [
        { name: 'unit', type: 'string', value: "'cm'" },
        { name: 'factor', from: 'scale' },
      ],
    },
    after: {
      'shape.ts':
        'export interface Shape {\n  area(unit: string, factor: number): number;\n}\nexport abstract class Base implements Shape {\n  abstract area(unit: string, factor: number): number;\n}\n',
      'box.ts':
        "import { Base, type Shape } from './shape.ts';\nexport class Box extends Base {\n  area(unit: string, factor: number) {\n    return factor;\n  }\n}\nexport class Small extends Box {\n  override area(unit: string, s: number) {\n    return super.area('cm', s) / 2;\n  }\n}\nexport const round: Shape = { area: (unit, factor) => factor };\nexport class Lazy implements Shape {\n  area() {\n    return 1;\n  }\n}\n",
      'main.ts': "import type { Shape } from './shape.ts';\nexport const one = (shape: Shape) => shape.area('cm', 1);\n",
    },
  },
  {
    title: 'two interfaces that one class implements, from one of them',
    before: {
      'a.ts': 'export interface One {\n  $0run(a: number): void;\n}\nexport interface Two {\n  run(a: number): void;\n}\n',
      'b.ts': "import type { One, Two } from './a.ts';\nexport class Both implements One, Two {\n  run(a: number) {}\n}\n",
      'c.ts': "import type { Two } from './a.ts';\nexport const go = (two: Two) => two.run(1);\n",
    },
    given: { parameters: [{ name: 'a' }, { name: 'b', type: 'string', value: "''" }] },
    after: {
      'a.ts': 'export interface One {\n  run(a: number, b: string): void;\n}\nexport interface Two {\n  run(a: number, b: string): void;\n}\n',
      'b.ts': "import type { One, Two } from './a.ts';\nexport class Both implements One, Two {\n  run(a: number, b: string) {}\n}\n",
      'c.ts': "import type { Two } from './a.ts';\nexport const go = (two: Two) => two.run(1, '');\n",
    },
  },
  {
    title: 'all overloads',
    before: {
      'a.ts':
        'export function $0f(a: string): string;\nexport function f(a: number, b: number): number;\nexport function f(a: unknown, b?: unknown): never {\n  throw [a, b];\n}\nf("x");\nf(1, 2);\n',
    },
    given: { parameters: [{ name: 'strict', type: 'boolean', value: 'true' }, { name: 'a' }] },
    after: {
      'a.ts':
        'export function f(strict: boolean, a: string): string;\nexport function f(strict: boolean, a: number, b: number): number;\nexport function f(strict: boolean, a: unknown, b?: unknown): never {\n  throw [a, b];\n}\nf(true, "x");\nf(true, 1, 2);\n',
    },
  },
  {
    title: 'a default in overloads and interfaces is an optional parameter',
    before: { 'a.ts': 'export interface I {\n  f(a: string): void;\n}\nexport class C implements I {\n  $0f(a: string) {}\n}\nnew C().f("x");\n' },
    given: { parameters: [{ name: 'a' }, { name: 'b', type: 'number', default: '1' }] },
    after: {
      'a.ts':
        'export interface I {\n  f(a: string, b?: number): void;\n}\nexport class C implements I {\n  f(a: string, b: number = 1) {}\n}\nnew C().f("x");\n',
    },
  },
  {
    title: 'a constructor from the name of its class, with super calls and classes that inherit it',
    before: {
      'a.ts':
        'export class $0Cart {\n  constructor(readonly owner: string) {}\n}\nexport class Big extends Cart {\n  size = 1;\n}\nexport class Own extends Cart {\n  constructor() {\n    super("own");\n  }\n}\n',
      'b.ts':
        "import { Big, Cart, Own } from './a.ts';\nexport const all = [new Cart('a'), new Big('b'), new Own()];\nexport const isCart = (x: unknown) => x instanceof Cart;\n",
    },
    given: { parameters: [{ name: 'owner' }, { name: 'limit', type: 'number', value: '10' }] },
    after: {
      'a.ts':
        'export class Cart {\n  constructor(readonly owner: string, limit: number) {}\n}\nexport class Big extends Cart {\n  size = 1;\n}\nexport class Own extends Cart {\n  constructor() {\n    super("own", 10);\n  }\n}\n',
      'b.ts':
        "import { Big, Cart, Own } from './a.ts';\nexport const all = [new Cart('a', 10), new Big('b', 10), new Own()];\nexport const isCart = (x: unknown) => x instanceof Cart;\n",
    },
  },
  {
    title: 'a parameter that is a property is renamed everywhere',
    before: {
      'a.ts': 'export class Cart {\n  $0constructor(readonly owner: string, private size = 0) {}\n  get full() {\n    return this.size;\n  }\n}\n',
      'b.ts': "import { Cart } from './a.ts';\nexport const name = new Cart('a').owner;\n",
    },
    given: { parameters: [{ name: 'keeper', from: 'owner' }, { name: 'size' }] },
    after: {
      'a.ts': 'export class Cart {\n  constructor(readonly keeper: string, private size = 0) {}\n  get full() {\n    return this.size;\n  }\n}\n',
      'b.ts': "import { Cart } from './a.ts';\nexport const name = new Cart('a').keeper;\n",
    },
  },
  {
    title: 'new without brackets',
    before: { 'a.ts': 'export class $0Cart {\n  constructor() {}\n}\nexport const all = [new Cart, new Cart()];\n' },
    given: { parameters: [{ name: 'size', type: 'number', value: '1' }] },
    after: { 'a.ts': 'export class Cart {\n  constructor(size: number) {}\n}\nexport const all = [new Cart(1), new Cart(1)];\n' },
  },
  {
    title: 'an arrow function without brackets',
    before: { 'a.ts': 'export const $0twice: (n: number) => number = n => n * 2;\ntwice(1);\n' },
    given: { parameters: [{ name: 'n' }, { name: 'by', type: 'number', value: '2' }] },
    after: { 'a.ts': 'export const twice: (n: number, by: number) => number = (n, by) => n * 2;\ntwice(1, 2);\n' },
  },
  {
    title: 'a rest parameter with its arguments, and a spread that stays the last',
    before: {
      'a.ts': 'export function $0log(level: string, ...texts: string[]) {\n  return [level, texts];\n}\nlog("a");\nlog("a", "b", "c");\nlog("a", ...["b"]);\n',
    },
    given: { parameters: [{ name: 'level' }, { name: 'when', type: 'number', value: '0' }, { name: '...texts' }] },
    after: {
      'a.ts':
        'export function log(level: string, when: number, ...texts: string[]) {\n  return [level, texts];\n}\nlog("a", 0);\nlog("a", 0, "b", "c");\nlog("a", 0, ...["b"]);\n',
    },
  },
  {
    title: 'a spread tuple that stays together',
    before: {
      'a.ts': 'export function $0f(a: number, b: string, c: boolean) {\n  return [a, b, c];\n}\ndeclare const pair: [number, string];\nf(...pair, true);\n',
    },
    given: { parameters: [{ name: 'c' }, { name: 'a' }, { name: 'b' }] },
    after: {
      'a.ts': 'export function f(c: boolean, a: number, b: string) {\n  return [a, b, c];\n}\ndeclare const pair: [number, string];\nf(true, ...pair);\n',
    },
  },
  {
    title: 'a pattern, named as it is written or by its place',
    before: { 'a.ts': 'export function $0f({ a, b }: { a: number; b: number }, c: number) {\n  return a + b + c;\n}\nf({ a: 1, b: 2 }, 3);\n' },
    given: { parameters: [{ name: 'c' }, { name: '{ a, b }', from: '1' }] },
    after: { 'a.ts': 'export function f(c: number, { a, b }: { a: number; b: number }) {\n  return a + b + c;\n}\nf(3, { a: 1, b: 2 });\n' },
  },
  {
    title: 'the this parameter stays, and call passes it',
    before: { 'a.ts': 'export function $0f(this: Date, a: number, b: number) {\n  return [this, a, b];\n}\nf.call(new Date(), 1, 2);\n' },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    after: { 'a.ts': 'export function f(this: Date, b: number, a: number) {\n  return [this, a, b];\n}\nf.call(new Date(), 2, 1);\n' },
  },
  {
    title: 'generics, optional calls and calls by a string',
    before: {
      'a.ts':
        "export class Box {\n  $0put<T>(item: T, at: number) {\n    return [item, at];\n  }\n}\nexport const go = (box?: Box) => [box?.put<string>('x', 1), box!['put']('y', 2), box!.put('z', 3)];\n",
    },
    given: { parameters: [{ name: 'at' }, { name: 'item' }] },
    after: {
      'a.ts':
        "export class Box {\n  put<T>(at: number, item: T) {\n    return [item, at];\n  }\n}\nexport const go = (box?: Box) => [box?.put<string>(1, 'x'), box!['put'](2, 'y'), box!.put(3, 'z')];\n",
    },
  },
  {
    title: 'a private and a static method',
    before: {
      'a.ts':
        'export class Box {\n  static $0of(a: number, b: number) {\n    return a - b;\n  }\n  one = Box.of(1, 2);\n}\nexport class Sub extends Box {\n  two = Sub.of(3, 4);\n}\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    after: {
      'a.ts':
        'export class Box {\n  static of(b: number, a: number) {\n    return a - b;\n  }\n  one = Box.of(2, 1);\n}\nexport class Sub extends Box {\n  two = Sub.of(4, 3);\n}\n',
    },
  },
  {
    title: 'a private name',
    before: { 'a.ts': 'export class Box {\n  #$0put(a: number) {\n    return a;\n  }\n  one = this.#put(1);\n}\n' },
    given: { parameters: [{ name: 'a' }, { name: 'b', type: 'number', value: '2' }] },
    after: { 'a.ts': 'export class Box {\n  #put(a: number, b: number) {\n    return a;\n  }\n  one = this.#put(1, 2);\n}\n' },
  },
  {
    title: 'lines and comments of lists stay as they are',
    before: {
      'a.ts':
        'export function $0f(\n  a: number, // the first\n  /* second */ b: string,\n) {\n  return [a, b];\n}\nf(\n  1, // one\n  "x", // two\n);\nf(/* a */ 1, /* b */ "y");\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'c', type: 'null', value: 'null' }, { name: 'a' }] },
    after: {
      'a.ts':
        'export function f(\n  /* second */ b: string,\n  c: null,\n  a: number, // the first\n) {\n  return [a, b];\n}\nf(\n  "x", // two\n  null,\n  1, // one\n);\nf(/* b */ "y", null, /* a */ 1);\n',
    },
  },
  {
    title: 'with CRLF',
    before: {
      'a.ts':
        '/**\r\n * @param a one\r\n * @param b two\r\n */\r\nexport function $0f(a: number, b: number) {\r\n  return a - b;\r\n}\r\nf(\r\n  1,\r\n  2,\r\n);\r\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    after: {
      'a.ts':
        '/**\r\n * @param b two\r\n * @param a one\r\n */\r\nexport function f(b: number, a: number) {\r\n  return a - b;\r\n}\r\nf(\r\n  2,\r\n  1,\r\n);\r\n',
    },
  },
  {
    title: 'comments about parameters follow',
    before: {
      'a.ts':
        '/**\n * Adds.\n * @param a the first\n *   of two\n * @param b the second\n * @returns both\n */\nexport function $0add(a: number, b: number) {\n  return a;\n}\nadd(1, 2);\n',
    },
    given: {
      parameters: [
        { name: 'c', type: 'number', value: '3' },
        { name: 'first', from: 'a' },
      ],
    },
    after: {
      'a.ts':
        '/**\n * Adds.\n * @param c\n * @param first the first\n *   of two\n * @returns both\n */\nexport function add(c: number, first: number) {\n  return first;\n}\nadd(3, 1);\n',
    },
  },
  {
    title: 'comments about parameters that are gone go',
    before: { 'a.ts': '/**\n * Adds.\n *\n * @param a the first\n */\nexport function $0add(a: number) {}\nadd(1);\n' },
    given: { parameters: [] },
    after: { 'a.ts': '/**\n * Adds.\n */\nexport function add() {}\nadd();\n' },
  },
  {
    title: 'JavaScript, with types in comments',
    before: {
      'a.js': '/**\n * @param {number} a first\n * @param {number} b second\n */\nexport function $0add(a, b) {\n  return a - b;\n}\nadd(1, 2);\n',
      'b.js': "import { add } from './a.js';\nexport const one = add(3, 4);\n",
    },
    given: { parameters: [{ name: 'b' }, { name: 'text', type: 'string', value: "'x'" }, { name: 'a', type: 'any' }] },
    after: {
      'a.js':
        "/**\n * @param {number} b second\n * @param {string} text\n * @param {any} a first\n */\nexport function add(b, text, a) {\n  return a - b;\n}\nadd(2, 'x', 1);\n",
      'b.js': "import { add } from './a.js';\nexport const one = add(4, 'x', 3);\n",
    },
  },
  {
    title: 'JavaScript that exports in the old way',
    before: {
      'a.cjs': '/** @param {number} a @param {number} b */\nfunction $0sub(a, b) {\n  return a - b;\n}\nmodule.exports = { sub };\n',
      'b.cjs': "const { sub } = require('./a.cjs');\nconst all = require('./a.cjs');\nmodule.exports.one = sub(1, 2) + all.sub(3, 4);\n",
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    after: {
      'a.cjs': '/** @param {number} b\n * @param {number} a */\nfunction sub(b, a) {\n  return a - b;\n}\nmodule.exports = { sub };\n',
      'b.cjs': "const { sub } = require('./a.cjs');\nconst all = require('./a.cjs');\nmodule.exports.one = sub(2, 1) + all.sub(4, 3);\n",
    },
  },
  {
    title: 'methods of two classes that one call may mean',
    before: {
      'a.ts':
        'export class One {\n  $0run(a: number, b: string) {\n    return [a, b];\n  }\n}\nexport class Two {\n  run(a: number, b: string) {\n    return [a, b];\n  }\n}\nexport const go = (either: One | Two) => either.run(1, "x");\nnew Two().run(2, "y");\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    after: {
      'a.ts':
        'export class One {\n  run(b: string, a: number) {\n    return [a, b];\n  }\n}\nexport class Two {\n  run(b: string, a: number) {\n    return [a, b];\n  }\n}\nexport const go = (either: One | Two) => either.run("x", 1);\nnew Two().run("y", 2);\n',
    },
  },
  {
    title: 'a function that is passed as a value, as long as its arguments stay in their places',
    before: { 'a.ts': 'export function $0twice(n: number) {\n  return n * 2;\n}\nexport const all = [1].map(twice);\n' },
    given: { parameters: [{ name: 'value', from: 'n' }] },
    after: { 'a.ts': 'export function twice(value: number) {\n  return value * 2;\n}\nexport const all = [1].map(twice);\n' },
  },
  {
    title: 'a function without a name, from the name under which it is imported',
    before: { 'a.ts': 'export default function (a: number) {\n  return a;\n}\n', 'b.ts': "import twice from './a.ts';\nexport const one = $0twice(1);\n" },
    given: { parameters: [{ name: 'a' }, { name: 'b', type: 'number', value: '2' }] },
    after: {
      'a.ts': 'export default function (a: number, b: number) {\n  return a;\n}\n',
      'b.ts': "import twice from './a.ts';\nexport const one = twice(1, 2);\n",
    },
  },
  {
    title: 'a name that the body uses already although nobody declares it',
    before: { 'a.ts': 'declare function use(...all: unknown[]): void;\nexport function $0f(a: number) {\n  use(a, [1].map((b) => b));\n}\nf(1);\n' },
    given: { parameters: [{ name: 'a' }, { name: 'b', type: 'number', value: '2' }] },
    after: { 'a.ts': 'declare function use(...all: unknown[]): void;\nexport function f(a: number, b: number) {\n  use(a, [1].map((b) => b));\n}\nf(1, 2);\n' },
  },
  {
    title: 'an argument that runs code keeps running',
    before: { 'a.ts': 'declare function load(): number;\nexport function $0f(a: number, b: number) {\n  return a - b;\n}\nf(load(), 1);\n' },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    after: { 'a.ts': 'declare function load(): number;\nexport function f(b: number, a: number) {\n  return a - b;\n}\nf(1, load());\n' },
  },
  {
    title: 'a property that holds a function, and one whose type says so',
    before: {
      'a.ts':
        'export interface Hooks {\n  done: (a: number, b: string) => void;\n}\nexport class Own implements Hooks {\n  done = (a: number, b: string) => {};\n}\nexport const hooks: Hooks = {\n  done(a, b) {},\n};\nhooks.$0done(1, "x");\nif (hooks.done) hooks.done(2, "y");\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    after: {
      'a.ts':
        'export interface Hooks {\n  done: (b: string, a: number) => void;\n}\nexport class Own implements Hooks {\n  done = (b: string, a: number) => {};\n}\nexport const hooks: Hooks = {\n  done(b, a) {},\n};\nhooks.done("x", 1);\nif (hooks.done) hooks.done("y", 2);\n',
    },
  },
];

export const typescriptRows: readonly Row[] = rows.map((row) => ({ ...row, tool: 'change_signature' }));
