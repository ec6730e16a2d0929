// A small project with the tricky cases of TypeScript and JavaScript, as text.

const STRICT = '"strict": true, "target": "es2022", "module": "nodenext", "noEmit": true, "types": []';

export const typescriptProject: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "shop", "version": "1.0.0", "type": "module", "private": true, "dependencies": { "wares": "^2.0.0" } }',
  'tsconfig.json': `{ "compilerOptions": { ${STRICT}, "allowJs": true, "checkJs": true, "jsx": "preserve", "experimentalDecorators": true }, "include": ["src"] }`,
  'node_modules/wares/package.json': '{ "name": "wares", "version": "2.1.0", "types": "index.d.ts" }',
  'node_modules/wares/index.d.ts': `/** Something that can be bought. */
export interface Ware {
  label: string;
}
export declare function weigh(ware: Ware): number;
`,
  'src/overloads.ts': `/** Reads a price. */
export function parse(text: string): number;
export function parse(cents: number): number;
export function parse(given: string | number): number {
  return Number(given);
}
export const fromText = parse('1');
export const fromCents = parse(1);
`,
  'src/money.ts': `export default class Money {
  constructor(readonly cents: number) {}
}
export const currency = 'EUR';
export type Amount = number & { readonly brand: 'amount' };
`,
  'src/barrel/inner.ts': `export * from '../money.js';
export { default as Coin, currency as unit } from '../money.js';
export * as all from '../money.js';
`,
  'src/barrel/index.ts': `export * from './inner.js';
export type { Amount as Sum } from './inner.js';
`,
  'src/barrelUse.ts': `import { all, Coin, currency, type Sum, unit as symbol } from './barrel/index.js';
import Cash from './money.js';
import type Only from './money.js';
export const one = new Coin(1);
export const two = new Cash(2);
export const three: Only = new all.default(3);
export const sum = 5 as Sum;
export const label = currency + symbol + all.currency;
`,
  'src/merged.ts': `export interface Basket {
  size: number;
}
export interface Basket {
  weight: number;
}
export class Crate {
  open(): void {}
}
export interface Crate {
  sealed: boolean;
}
export function crate(): Crate {
  return Object.assign(new Crate(), { sealed: crate.tight });
}
export namespace crate {
  export const tight = true;
  export namespace deep {
    export const depth = 1;
  }
}
export const measured: Basket = { size: crate.deep.depth, weight: 2 };
`,
  'src/augment.ts': `import type { Ware } from 'wares';
import { weigh } from 'wares';
declare module 'wares' {
  interface Ware {
    grams: number;
  }
}
declare global {
  interface String {
    shout(): string;
  }
}
export const heavy = (ware: Ware): boolean => ware.grams > 1 && ware.label.shout() !== '' && weigh(ware) > 0;
`,
  'src/generics.ts': `export interface Priced {
  price: number;
}
export class Shelf<Item extends Priced> {
  #items: Item[] = [];
  static count = 0;
  add(item: Item): this {
    this.#items.push(item);
    Shelf.count += 1;
    return this;
  }
  get total(): number {
    return this.#items.reduce((sum, { price }) => sum + price, 0);
  }
  set total(value: number) {
    this.#items = [{ price: value } as Item];
  }
}
export type PriceOf<Thing> = Thing extends { price: infer Price } ? Price : never;
export function cheapest<Item extends Priced>(items: readonly Item[]): Item | undefined {
  return [...items].sort((one, other) => one.price - other.price)[0];
}
const shelf = new Shelf<Priced & { name: string }>();
shelf.add({ price: 1, name: 'nail' }).total = 3;
export const sum: PriceOf<Priced> = shelf.total;
export const cheap = cheapest([{ price: 2 }]);
`,
  'src/shapes.ts': `export interface Shape {
  area(): number;
}
export abstract class Base implements Shape {
  abstract area(): number;
  get name(): string {
    return 'base';
  }
  describe(): string {
    return this.name + this.area();
  }
}
export class Square extends Base {
  constructor(readonly side: number) {
    super();
  }
  override area(): number {
    return this.side ** 2;
  }
  override get name(): string {
    return 'square';
  }
}
export const literal: Shape = { area: () => 1 };
export const Anonymous = class extends Square {
  override area(): number {
    return super.area() * 2;
  }
};
export function mixed<Parent extends new (...given: any[]) => Shape>(parent: Parent) {
  return class Mixed extends parent {
    override area(): number {
      return 0;
    }
  };
}
export const areas = (shapes: readonly Shape[]): number[] => shapes.map((shape) => shape.area());
`,
  'src/decorators.ts': `export function logged(prototype: object, name: string): void {
  void [prototype, name];
}
export function entity(table: string) {
  return (constructor: Function): void => void [table, constructor];
}
@entity('orders')
export class Order {
  @logged
  ship(): void {}
}
`,
  'src/lazy.ts': `export async function load(): Promise<number> {
  const { total: sum, ...rest } = await import('./objects.js');
  const whole = await import('./objects.js');
  return sum + whole.total + Object.keys(rest).length;
}
export type Loaded = typeof import('./objects.js').total;
`,
  'src/objects.ts': `export enum Status {
  Open = 'open',
  Closed = 'closed',
}
export const total = 1;
export const options = { total, status: Status.Open, nested: { deep: 1 } };
const { total: renamed, nested: { deep } } = options;
export const computed = options['total'] + options[\`total\`] + renamed + deep;
type Options = typeof options;
export type Total = Options['total'];
export const key: keyof Options = 'total';
export const isOpen = (status: Status): boolean => status === Status['Open'];
`,
  'src/Button.tsx': `declare global {
  namespace JSX {
    interface Element {}
    interface IntrinsicElements {
      button: { onClick?: () => void; children?: unknown };
    }
  }
}
export interface ButtonProps {
  label: string;
  onPress?: () => void;
}
export function Button({ label, onPress }: ButtonProps): JSX.Element {
  return <button onClick={onPress}>{label}</button>;
}
export const icons = { Star: (_: { size: number }): JSX.Element => <button /> };
`,
  'src/Page.tsx': `import { Button as Press, icons } from './Button.jsx';
export const page = (
  <Press label="pay" onPress={() => {}} />
);
export const star = <icons.Star size={2}></icons.Star>;
`,
  'src/ambient.d.ts': `declare const VERSION: string;
declare function legacy(name: string): number;
declare module '*.svg' {
  const url: string;
  export default url;
}
`,
  'src/ambientUse.ts': `import logo from './logo.svg';
export const banner: string = VERSION + legacy('x') + logo;
`,
  'src/typed.js': `/**
 * @typedef {{ cents: number }} Price
 */
/**
 * Doubles a price.
 * @param {Price} price
 * @returns {Price}
 */
export function double(price) {
  return { cents: price.cents * 2 };
}
`,
  'src/old.cjs': `/** @type {import('./typed.js', { with: { 'resolution-mode': 'import' } }).Price} */
const price = { cents: 2 };
const { helper } = require('./helper.cjs');
module.exports = { run: () => helper(price.cents), helper };
`,
  'src/helper.cjs': `/** @param {number} cents */
exports.helper = function helper(cents) {
  return cents;
};
`,
  'src/calls.ts': `import { double } from './typed.js';
import { cheapest } from './generics.js';
export class Till {
  static open(): Till {
    return new Till();
  }
  pay = (cents: number): number => double({ cents }).cents;
  async *coins(): AsyncGenerator<number> {
    yield this.pay(1);
  }
}
export const drain = async (): Promise<number> => {
  for await (const coin of Till.open().coins()) return coin;
  return cheapest([{ price: 1 }])?.price ?? drain();
};
export const wrong: number = 'text';
`,
};
