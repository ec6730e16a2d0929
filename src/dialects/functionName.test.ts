// Names of functions as the debuggers here tell them.
import { expect, test } from 'vitest';
import { functionName } from './functionName.ts';

test.each([
  ['total', null, 'total', null],
  ['<anonymous>', null, '<anonymous>', null],
  ['(anonymous)', null, '(anonymous)', null],
  ['Cart.total', 'Cart', 'total', null],
  ['Cart.#total', 'Cart', 'total', null],
  ['main.(*Cart).total', 'main.(*Cart)', 'total', null],
  ['main.main.func1', 'main.main', 'func1', null],
  ['shop::Cart::total', 'shop::Cart', 'total', null],
  ['<shop::Cart as core::fmt::Display>::fmt', '<shop::Cart as core::fmt::Display>', 'fmt', null],
  ['shop()', null, 'shop', 'shop()'],
  ['shop::Cart::total(std::vector<shop::Item> const&) const', 'shop::Cart', 'total', 'shop::Cart::total(std::vector<shop::Item> const&) const'],
  ['(anonymous namespace)::total(int (*)(int))', '(anonymous namespace)', 'total', '(anonymous namespace)::total(int (*)(int))'],
  ['std::vector<a::b>::push_back(a::b const&)', 'std::vector<a::b>', 'push_back', 'std::vector<a::b>::push_back(a::b const&)'],
  ['int shop::larger<int>(int, int)', 'shop', 'larger<int>', 'int shop::larger<int>(int, int)'],
  ['Cart::operator<(Cart const&)', 'Cart', 'operator<', 'Cart::operator<(Cart const&)'],
  ['Cart::operator()(int)', 'Cart', 'operator()', 'Cart::operator()(int)'],
])('%s', (name, className, methodName, signature) => {
  expect(functionName(name)).toEqual({ className, methodName, signature });
});
