// Two spellings of one file become one URI.
import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeUri, pathOf, uriOf } from './fileUri.ts';

test.each(['/a/plain.ts', '/a/with space.ts', '/a/[id]/p%20.ts', '/a/ümläut#1.ts'])('%s survives the way there and back', (path) => {
  expect(pathOf(uriOf(path))).toBe(path);
});

test('an over-escaped URI of a server is the same file', () => {
  expect(normalizeUri('file:///a/%5Bid%5D/page.ts')).toBe(uriOf('/a/[id]/page.ts'));
});

test('a URI that is not a file URI is left alone', () => {
  expect(normalizeUri('bundled:///libs/lib.es5.d.ts')).toBe('bundled:///libs/lib.es5.d.ts');
});

test('the short way for plain paths says what Node says', () => {
  const segment = fc.oneof(fc.stringMatching(/^[\w.@+~ %#-]{1,6}$/), fc.string({ minLength: 1, maxLength: 4, unit: 'binary' }));
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `/${segments.join('/').replaceAll('\0', '')}`);
  fc.assert(
    fc.property(path, (one) => {
      const uri = pathToFileURL(one).href;
      expect(uriOf(one)).toBe(uri);
      expect(pathOf(uri)).toBe(fileURLToPath(uri));
    }),
  );
});
