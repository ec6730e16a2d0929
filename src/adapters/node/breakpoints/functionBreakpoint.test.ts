// Where a text declares a function of a name: each form of a declaration, and nothing that only calls it.
import { expect, test } from 'vitest';
import { bodiesOf, NodeFunctionBreakpoint } from './functionBreakpoint.ts';

const lines = (name: string, text: string) => bodiesOf(name, text).map(({ line }) => line + 1);

test('functions, arrows, methods and assignments are found, calls are not', () => {
  const text = `total(1);
function total(a, b = (1)) {
}
const other = async (x) => {
};
exports.third = function named() {};
const short = x => x, wide = (x) => x * 2;
class Cart {
  static async total() {
  }
  get size() { return 1; }
  rows = () => {};
}
if (total(2)) {
}
Cart.prototype.late = function () {
};
`;
  expect(lines('total', text)).toEqual([2, 9]);
  expect(lines('other', text)).toEqual([4]);
  expect(lines('third', text)).toEqual([6]);
  expect(lines('wide', text)).toEqual([7]);
  expect(lines('Cart.total', text)).toEqual([9]);
  expect(lines('Cart.size', text)).toEqual([11]);
  expect(lines('Cart.rows', text)).toEqual([12]);
  expect(lines('Cart.late', text)).toEqual([16]);
  expect(lines('Shop.total', text)).toEqual([]);
  expect(lines('missing', text)).toEqual([]);
});

test('every form of a function is found, and nothing that stands in a comment, a string, a template or a regular expression', () => {
  const text = `// function a() {
const t = 'function a() {', u = \`function a() { \${ (function a() { return 1; })() } function a() {\`; /* function a() { */
const r = /function a\\(\\) {/, b = x => x + 1, c = async x => {
};
export default async function* d() {
}
const o = { e(x) { return x; }, async *f() { }, get g() { return 1; }, 'h'() {}, i: async function () {
} };
class K { #p() { return 1; } static async s() { } j = async () => {
  }; static { k(); } }
o
  .a(1)
  .e(function () {});
`;
  expect(lines('a', text)).toEqual([2]);
  expect(lines('b', text)).toEqual([3]);
  expect(lines('c', text)).toEqual([3]);
  expect(lines('d', text)).toEqual([5]);
  expect(lines('e', text)).toEqual([7]);
  expect(lines('o.e', text)).toEqual([7]);
  expect(lines('f', text)).toEqual([7]);
  expect(lines('g', text)).toEqual([7]);
  expect(lines('i', text)).toEqual([7]);
  expect(lines('#p', text)).toEqual([9]);
  expect(lines('K.#p', text)).toEqual([9]);
  expect(lines('K.s', text)).toEqual([9]);
  expect(lines('K.j', text)).toEqual([9]);
  expect(lines('k', text)).toEqual([]);
});

test('the position is inside the body', () => {
  expect(bodiesOf('a', 'function a() { return 1; }')).toEqual([{ line: 0, column: 14 }]);
  expect(bodiesOf('a', 'const a = (x) => x + 1;')).toEqual([{ line: 0, column: 17 }]);
});

test('what is no name is refused with what would be one', () => {
  const breakpoint = new NodeFunctionBreakpoint({ id: 1, name: 'not a name', conditions: {} });
  expect(breakpoint.toDap()).toEqual({ id: 1, verified: false, message: '"not a name" is not the name of a function, such as total or Cart.total.' });
});
