export namespace Shop { export const x = 1; export function f() {} }
declare module 'lib' { export function g(): void; }
export abstract class Cart<T> extends Base implements Priced {
  static limit = 10; #secret = 1; readonly 'quoted name': number = 1;
  constructor(private size: number, plain: number) { super(); }
  get total(): number { return 1; }
  set total(x) {}
  abstract price(): number;
  arrow = () => 1;
  overload(a: number): void;
  overload(a: unknown): void {}
}
export interface Priced { price(): number; name: string; new (x: number): Priced; }
export type Id = string | number;
export enum State { Open, Closed = 2 }
export const enum Fast { A }
export function total(a: number) { const local = 1; function inner() {} return local; }
export default function () {}
export const handler = async (x: number) => x, other = 2;
let count = 0;
const { p, q } = obj;
export async function* gen() {}
const obj = { method() {}, field: 1, fn: () => 1 };
declare function ambient(): void;
