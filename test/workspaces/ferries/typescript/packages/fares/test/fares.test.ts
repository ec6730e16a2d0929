import { describe, expect, test } from 'vitest';
import { crossingFare, groupDiscount } from '../src/index.ts';

describe('fares', () => {
  test('grow with the distance', () => {
    expect(crossingFare(10, 'low')).toBe(750);
    expect(crossingFare(20, 'low')).toBe(1100);
  });

  test('are a fifth higher in summer', () => {
    expect(crossingFare(10, 'high')).toBe(900);
  });
});

describe('groups', () => {
  test('seven people are none', () => {
    expect(groupDiscount(7)).toBe(0);
  });

  test('eight people are one', () => {
    expect(groupDiscount(8)).toBe(0.1);
  });
});
