// Another name for members of TypeScript's types: whoever reads, writes, implements, overrides or takes them apart follows.
import { type MarkedRow, markedFiles, projectOf, TSCONFIG, testRenames } from './table.ts';

const a = (title: string, text: string): MarkedRow => ({ title, files: { 'a.ts': text } });
const CART = 'export interface Cart {\n  «total»: number;\n  other: number;\n}\nexport declare const cart: Cart;\nexport declare const carts: Cart[];\n';

const taken: readonly MarkedRow[] = [
  a(
    'a property by dot, bracket and question mark',
    `${CART}export const n = [cart.«total», cart['‹total›'], cart[\`‹total›\`], (cart as Cart | undefined)?.«total», cart!.«total»];\n`,
  ),
  a(
    'a property that is written',
    `${CART}cart.«total» = 1;\ncart.«total» += 1;\ncart.«total»++;\ndelete (cart as Partial<Cart>).«total»;\n[cart.«total»] = [1];\n`,
  ),
  a('a property that a pattern takes', `${CART}export const { ‹total→renewed: total›, other } = cart;\nexport const n = total + other;\n`),
  a('a property that a pattern takes under another name', `${CART}export const { «total»: mine, ...rest } = cart;\nexport const n = mine + rest.other;\n`),
  a('a property that a parameter takes', `${CART}export const f = ({ ‹total→renewed: total› = 1 }: Partial<Cart>) => total;\nf({ «total»: 2 });\n`),
  a(
    'a property that loops take',
    `${CART}for (const { ‹total→renewed: total› } of carts) console(total);\nfor (let { ‹total→renewed: total› } = cart, i = 0; i < total; i++) console(i);\nfunction console(n: number) {}\n`,
  ),
  a(
    'a property that an assignment takes',
    `${CART}let total: number;\n({ ‹total→renewed: total› } = cart);\n({ «total»: total, other: total = 1 } = cart);\n[{ ‹total→renewed: total› }] = carts as [Cart];\nexport const n = total;\n`,
  ),
  a(
    'a property that an assignment in a loop takes',
    `${CART}let total = 0;\nfor ({ ‹total→renewed: total› } of carts) total++;\nfor ({ «total»: total } of carts) total++;\nexport {};\n`,
  ),
  a(
    'a property in a pattern in a pattern',
    `${CART}const { cart: { ‹total→renewed: total› }, all: [{ «total»: first }] } = { cart, all: carts as [Cart] };\nexport const n = total + first;\n`,
  ),
  a('a property that is left when others are taken', `${CART}const { other, ...rest } = cart;\nexport const n = rest.«total» + other;\n`),
  a(
    'a property in copies',
    `${CART}export const more = { ...cart, more: 1 };\nexport const n = more.«total» + { ...more }.«total» + Object.assign({}, cart).«total»;\n`,
  ),
];

const omitted: readonly MarkedRow[] = [
  a(
    'a property that Omit leaves out, alone and among others',
    `${CART}export type A = Omit<Cart, '‹total›'>;\nexport type B = Partial<Omit<Readonly<Cart>, 'other' | "‹total›" | 'none'>>;\nexport type C = Omit<Cart,\n  | 'other'\n  | '‹total›'\n>;\n`,
  ),
  {
    title: 'a property that Omit leaves out in another file, and one of the same name of another type',
    files: {
      'a.ts': `${CART}`,
      'b.ts':
        "import type { Cart } from './a.ts';\ninterface Bill {\n  total: number;\n}\nexport type A = Omit<Cart, '‹total›'>;\nexport type B = Omit<Bill, 'total'>;\nexport type C = Omit<{ [name: string]: number }, 'total'>;\n",
    },
  },
  a(
    'a property that Exclude, Extract and Pick take from the keys, and not the same text of another type on the same line',
    `${CART}type Keys = keyof Cart;\ntype Kind = 'total' | 'tax';\nexport type A = Exclude<keyof Cart, '‹total›'>;\nexport type B = [Exclude<Keys, 'other' | '‹total›'>, Exclude<Kind, 'total'>, Extract<keyof typeof cart, "‹total›">, Exclude<'total', 'total'>];\nexport type C = { [Key in Exclude<keyof Cart, '‹total›'>]: Cart[Key] };\nexport type D = Pick<Cart, '‹total›' | 'other'> & Cart['‹total›'];\n`,
  ),
  a(
    'a property that a type of the project leaves out, also of a bound and beside keys that have a name',
    `${CART}type Others = 'other';\ntype DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;\nexport type A = DistributiveOmit<Cart, '‹total›' | Others>;\nexport const f = <T extends Cart>(t: T): Omit<T, Others | '‹total›'> => t;\n`,
  ),
];

const made: readonly MarkedRow[] = [
  a(
    'a property of literals of its type',
    `${CART}export const total = 1;\nexport const all: Cart[] = [{ «total»: 1, other: 1 }, { ‹total→renewed: total›, other: 1 }, { '‹total›': 1, other: 1 }, { ['‹total›']: 1, other: 1 }];\n`,
  ),
  a(
    'a property of literals that are returned, given and asserted',
    `${CART}export const f = (c: Cart): Cart => f({ «total»: c.other, other: 1 });\nexport const g = { «total»: 1, other: 2 } satisfies Cart;\nexport const h = <Cart>{ «total»: 1 };\n`,
  ),
  a(
    'a property of a literal without a type',
    'const make = () => ({ «total»: 1, get twice() { return 2; } });\nexport const n = make().«total» + make().twice;\n',
  ),
  a(
    'a member that literals give as method, getter, setter and arrow',
    'interface Box {\n  «value»: any;\n}\nexport const all: Box[] = [{ «value»() {} }, { get «value»() { return 1; } }, { set «value»(v) {} }, { «value»: () => {} }, { async *«value»() {} }];\n',
  ),
  a(
    'a property of a constant that is read only',
    'export const config = { «port»: 1, host: "" } as const;\nexport type Port = (typeof config)["‹port›"];\nexport const n: Port = config.«port»;\n',
  ),
  a(
    'an optional method with its overloads',
    'export interface Reader {\n  «read»?(x: string): string;\n  «read»?(x: number): number;\n}\nexport const f = (r: Reader) => r.«read»?.(1);\n',
  ),
  a(
    'a member whose name is quoted',
    "export interface Headers {\n  '‹accept›': string;\n}\nexport const f = (h: Headers) => h.«accept» + h['‹accept›'] + h[\"‹accept›\"];\n",
  ),
  a('a member of one letter that is quoted', "export const o = { '‹q›': 1 };\nexport const n = o.«q» + o['‹q›'];\n"),
];

const classes: readonly MarkedRow[] = [
  a(
    'a property that the constructor declares',
    'export class Cart {\n  constructor(protected «total»: number) {\n    this.«total» = «total» + 1;\n  }\n}\nexport class Big extends Cart {\n  get() {\n    const { ‹total→renewed: total› } = this;\n    return total + this.«total» + super.constructor.length;\n  }\n}\n',
  ),
  a(
    'a getter with its setter',
    'export class Cart {\n  #size = 1;\n  get «size»() {\n    return this.#size;\n  }\n  set «size»(size) {\n    this.#size = size;\n  }\n}\nexport const cart = new Cart();\ncart.«size» = cart.«size» + 1;\n',
  ),
  a('an accessor', 'export class Cart {\n  accessor «size» = 1;\n  static accessor size = 2;\n}\nexport const n = new Cart().«size» + Cart.size;\n'),
  a(
    'a static member, not the one of its objects',
    'export class Cart {\n  static «count» = 0;\n  count = 1;\n  static {\n    this.«count»++;\n    Cart.«count»++;\n  }\n  add() {\n    return this.count + Cart.«count»;\n  }\n}\n',
  ),
  a(
    'a private field',
    'export class Cart {\n  #«total» = 1;\n  total = 2;\n  is(x: object) {\n    return #«total» in x && this.#«total» === this.total;\n  }\n}\n',
  ),
  a(
    'a private method and accessor',
    'export class Cart {\n  get #«total»() {\n    return this.#all();\n  }\n  set #«total»(n) {}\n  #all() {\n    return (this.#«total» = 1);\n  }\n}\n',
  ),
  a(
    'a method that is called on super',
    'class A {\n  «area»() {\n    return 1;\n  }\n}\nexport class B extends A {\n  override «area»() {\n    return super.«area»() + super["‹area›"]();\n  }\n}\n',
  ),
  a(
    'a member of an abstract class and an interface at once',
    'interface Named {\n  «label»: string;\n}\nabstract class A {\n  abstract «label»: string;\n}\nexport class B extends A implements Named {\n  override «label» = "";\n}\nexport class C implements Named {\n  get «label»() {\n    return "";\n  }\n}\n',
  ),
  a(
    'a member that two interfaces declare and one class implements',
    'interface A {\n  «x»: number;\n}\ninterface B {\n  «x»: number;\n}\nexport class C implements A, B {\n  «x» = 1;\n}\nexport interface D {\n  x: number;\n}\n',
  ),
  a(
    'a member that another interface only allows, which TypeScript leaves there',
    'interface A {\n  «x»: number;\n}\ninterface B {\n  x?: number;\n  y: number;\n}\nexport class C implements A, B {\n  ‹x› = 1;\n  y = 1;\n}\n',
  ),
  a(
    'a member down a chain of interfaces',
    'interface A {\n  «x»: number;\n}\ninterface B extends A {}\ninterface C extends B {\n  «x»: 1;\n}\nexport const f = (b: B, c: C) => b.«x» + c.«x»;\n',
  ),
  a(
    'a member of interfaces that extend themselves',
    '// @ts-nocheck\ninterface A extends A {\n  «x»: number;\n}\ninterface B extends C {\n  x: number;\n}\ninterface C extends B {}\nexport const f = (a: A) => a.«x»;\n',
  ),
  a(
    'a member of a generic base',
    'class Box<T> {\n  «value»!: T;\n}\nexport class Text extends Box<string> {\n  override «value» = "";\n}\nexport const f = <B extends Box<number>>(b: B) => b.«value» + new Text().«value»;\n',
  ),
  a(
    'a class that is a member',
    'const shop = { «Base»: class {} };\nconst make = () => shop;\nexport class A extends shop.«Base» {}\nexport class B extends make().«Base» {}\n',
  ),
  a(
    'a member of a mixin',
    'type Class = new (...all: any[]) => object;\nconst Mixed = <T extends Class>(Base: T) =>\n  class extends Base {\n    «extra» = 1;\n  };\nexport class A extends Mixed(Object) {}\nexport const n = new A().«extra»;\n',
  ),
  a('this as a type', 'export class Chain {\n  «next»(): this {\n    return this.«next»();\n  }\n}\nexport const c = new Chain().«next»().«next»();\n'),
  a('a member in documentation', '/** See {@link Cart.‹total›} and {@link Cart#‹total›}. */\nexport class Cart {\n  «total» = 1;\n}\n'),
];

const composed: readonly MarkedRow[] = [
  a(
    'a member of all parts of a union, from its use',
    'interface A {\n  ‹kind›: 1;\n}\ninterface B {\n  ‹kind›: 2;\n}\nexport const f = (u: A | B) => (u.«kind» === 1 ? u.‹kind› : u.‹kind›);\n',
  ),
  a(
    'a literal type, from its text',
    "export type Color = '«red»' | 'blue';\nexport const c: Color = '«red»';\nexport const f = (color: Color) => color === '«red»';\nexport const plain = 'red';\n",
  ),
  a(
    'a member of the options of one overload, as TypeScript does, and not of the other',
    'type Options<T> = { strict?: true; t: T } | { strict: false; t: T };\nexport declare const run: {\n  (to: 1, options: { strict?: true } | { strict: false }): void;\n  (from: 1, to: 1, options: { ‹strict›?: true } | { strict: false }): void;\n};\nrun(1, 1, { «strict»: true });\nrun(1, { strict: false });\nexport const options: Options<1> = { strict: true, t: 1 };\n',
  ),
  a('a member of an intersection', 'type A = { «x»: number } & { y: number };\nexport const f = (a: A & { z: 1 }) => a.«x» + a.y;\n'),
  a(
    'a member behind partial, read-only and required types',
    `${CART}export const f = (p: Partial<Cart>, r: Readonly<Cart>, q: Required<Partial<Cart>>) => [p.«total», r.«total», q.«total»];\n`,
  ),
  a('a member of a bound of a type parameter', `${CART}export const f = <T extends Cart>(t: T): T['‹total›'] => t.«total»;\n`),
  a('a type by its key', `${CART}export type Total = Cart['‹total›'];\nexport const n: Total = cart.«total»;\n`),
  a(
    'a member of an enum',
    'export enum Size {\n  «Small» = 1,\n  Big = «Small» << 1,\n  Huge = Size.«Small» | 4,\n}\nexport const s: Size.«Small» = Size["‹Small›"];\nexport const name = Size[Size.«Small»];\n',
  ),
  a('a member of a constant enum', 'export const enum Size {\n  «Small»,\n}\nexport const s = Size.«Small»;\n'),
  a('a member of a namespace', 'export namespace Shop {\n  export const «open» = true;\n  export const now = «open»;\n}\nexport const n = Shop.«open»;\n'),
  a(
    'a member that a module adds',
    'declare global {\n  interface Array<T> {\n    «lastOne»: T;\n  }\n}\nexport const n = [1].«lastOne» + [].concat().«lastOne»;\n',
  ),
  a(
    'a call and what it is called with',
    'type Options = { «verbose»?: boolean };\ndeclare function run(options: Options): Options;\nexport const r = run({ «verbose»: true, ...run({}) }).«verbose»;\n',
  ),
];

const rows = [...taken, ...omitted, ...made, ...classes, ...composed];
testRenames(rows, projectOf({ ...TSCONFIG, ...markedFiles(rows) }));
