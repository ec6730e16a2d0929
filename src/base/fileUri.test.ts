// Two spellings of one file become one URI.
import { expect, test } from 'vitest';
import { normalizeUri, pathOf, uriOf } from './fileUri.ts';

test.each(['/a/plain.ts', '/a/with space.ts', '/a/[id]/p%20.ts', '/a/ümläut#1.ts'])('%s survives the way there and back', (path) => {
  expect(pathOf(uriOf(path))).toBe(path);
});

test('an over-escaped URI of a server is the same file', () => {
  expect(normalizeUri('file:///a/%5Bid%5D/page.ts')).toBe(uriOf('/a/[id]/page.ts'));
});

test('what is not a file is left alone', () => {
  expect(normalizeUri('bundled:///libs/lib.es5.d.ts')).toBe('bundled:///libs/lib.es5.d.ts');
});
