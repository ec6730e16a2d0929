// Which of several things of one name is meant most likely, and what is a test.
import { expect, test } from 'vitest';
import { isTest, prominence } from './symbolPriority.ts';

test.each([
  ['src/__tests__/cart.ts', true],
  ['tests/cart.py', true],
  ['src/cart.test.ts', true],
  ['src/cart.spec.tsx', true],
  ['types/cart.test-d.ts', true],
  ['shop/test_cart.py', true],
  ['cart_test.go', true],
  ['file:///shop/e2e/cart.ts', true],
  ['src/cart.ts', false],
  ['src/contest.ts', false],
  ['src/latest/cart.ts', false],
  ['src/test_data.ts', false],
  ['src/protest.py', false],
])('%s: %s', (path, expected) => expect(isTest(path)).toBe(expected));

test('kinds of declarations in order, tests behind all of them', () => {
  const order = [
    prominence('function', 'a.ts'),
    prominence('method', 'a.ts'),
    prominence('property', 'a.ts'),
    prominence('variable', 'a.ts'),
    prominence('class', 'a.test.ts'),
    prominence('variable', 'a.test.ts'),
  ];
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(new Set(order).size).toBe(order.length);
});
