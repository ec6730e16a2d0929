// What is typed is read as what the setting is.
import { expect, test } from 'vitest';
import { entered, shownValue } from './values.ts';

test.each([
  [{ kind: 'number', isWhole: true, least: 1 } as const, '12', { ok: true, value: 12 }],
  [{ kind: 'number', isWhole: true, least: 1 } as const, '1.5', { ok: false, problem: 'It must be a whole number.' }],
  [{ kind: 'number', isWhole: false, most: 14 } as const, '15', { ok: false, problem: 'It is at most 14.' }],
  [{ kind: 'number', isWhole: false } as const, ' ', { ok: false, problem: 'This is not a number.' }],
  [{ kind: 'list' } as const, ' /a \n\n/b', { ok: true, value: ['/a', '/b'] }],
  [{ kind: 'text' } as const, '', { ok: true, value: '' }],
])('%j %s', (shape, text, read) => {
  expect(entered(shape, text)).toEqual(read);
});

test('values are shown as they are typed', () => {
  expect([undefined, null, 3, ['/a', '/b'], ''].map(shownValue)).toEqual(['', '', '3', '/a\n/b', '']);
});
