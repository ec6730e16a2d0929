// A script is found under every name that V8 may have for its file.
import { expect, test } from 'vitest';
import { pathOfUrl, urlPattern } from './paths.ts';

test.skipIf(process.platform === 'win32')('URL, path, query and special characters', () => {
  const pattern = new RegExp(urlPattern('/shop (1)/a+b.ts'));
  expect(pattern.test('file:///shop%20(1)/a+b.ts')).toBe(true);
  expect(pattern.test('file:///shop%20(1)/a+b.ts?update=2')).toBe(true);
  expect(pattern.test('/shop (1)/a+b.ts')).toBe(true);
  expect(pattern.test('file:///shop%20(1)/a+b.tsx')).toBe(false);
  expect(pattern.test('file:///other/shop%20(1)/a+b.ts')).toBe(false);
  expect(pathOfUrl('file:///shop%20(1)/a+b.ts?x#y')).toBe('/shop (1)/a+b.ts');
  expect(pathOfUrl('node:fs')).toBeUndefined();
  expect(pathOfUrl('evalmachine.<anonymous>')).toBeUndefined();
});
