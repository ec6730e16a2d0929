// Values of V8's protocol in the words of JavaScript.
import { expect, test } from 'vitest';
import { describe, quoted } from './describe.ts';

test('functions and classes by their heads', () => {
  const described = (description: string) => describe({ type: 'function', description });
  expect(described('function add(a, b) { return a + b; }')).toBe('ƒ add(a, b)');
  expect(described('async function* pages(from) {}')).toBe('ƒ pages(from)');
  expect(described('(a, b) => a')).toBe('ƒ (a, b)');
  expect(described('value => value * 2')).toBe('ƒ value => value * 2');
  expect(described('class Cart extends Shop { total() {} }')).toBe('class Cart');
  expect(described('static async load(id) {}')).toBe('ƒ load(id)');
});

test('strings are quoted and cut, objects show what is in them', () => {
  expect(quoted("it's\n")).toBe("'it\\'s\\n'");
  expect(quoted('x'.repeat(10_001))).toMatch(/… \(10001 characters\)'$/);
  expect(
    describe({
      type: 'object',
      className: 'Cart',
      description: 'Cart',
      preview: {
        overflow: true,
        properties: [
          { name: 'rows', type: 'object', subtype: 'array', value: 'Array(2)' },
          { name: 'paid', type: 'boolean', value: 'true' },
        ],
      },
    }),
  ).toBe('Cart {rows: Array(2), paid: true, …}');
  expect(describe({ type: 'object', subtype: 'error', className: 'Error', description: 'Error: no\nmore\n    at file:1:1' })).toBe('Error: no\nmore');
  expect(describe({ type: 'object', subtype: 'null', value: null })).toBe('null');
});
