import { expect, test } from 'vitest';
import { crossingFare } from '@ferries/fares';
import { book, receipt } from '../src/index.ts';

test('two people pay twice the fare', () => {
  expect(book(2, 10, 'low').cents).toBe(2 * crossingFare(10, 'low'));
});

test('the receipt says what is to be paid', () => {
  expect(receipt(book(2, 10, 'low'))).toBe('2 × 750\nto pay: 15.00');
});
