// Which version is older, however much of it is said.
import { expect, test } from 'vitest';
import { isOlderVersion, versionIn } from './versions.ts';

test.each([
  ['14.0.6', '15', true],
  ['15', '15.0', false],
  ['15.0.1', '15', false],
  ['1.9', '1.10', true],
  ['22.1.1', '15', false],
] as const)('%s is older than %s: %s', (version, than, older) => expect(isOlderVersion(version, than)).toBe(older));

test('the version in what programs print', () => {
  expect(versionIn('Debian clangd version 14.0.6')).toBe('14.0.6');
  expect(versionIn('go version go1.26.8 linux/amd64')).toBe('1.26.8');
  expect(versionIn('nothing')).toBeUndefined();
});
