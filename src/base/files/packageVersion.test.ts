// Which version counts: the installed one before the one that is asked for, and the least of a range.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isOlder, packageVersionFor } from './packageVersion.ts';

const root = mkdtempSync(join(tmpdir(), 'binnacle-version-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each<[range: unknown, version: object | undefined]>([
  ['^5.4.5', { major: 5, minor: 4 }],
  ['~4.7', { major: 4, minor: 7 }],
  ['5.x', { major: 5, minor: 0 }],
  ['5', { major: 5, minor: 0 }],
  ['>=4.8.4 <6.1.0', { major: 4, minor: 8 }],
  ['npm:typescript@5.2.1-beta', { major: 5, minor: 2 }],
  ['latest', undefined],
  [5, undefined],
])('%s asked for', (range, version) => {
  writeFileSync(join(root, 'package.json'), JSON.stringify({ devDependencies: { typescript: range } }));
  mkdirSync(join(root, 'src'), { recursive: true });
  expect(packageVersionFor(join(root, 'src'), 'typescript')).toEqual(version);
});

test('what is installed comes first, and what cannot be read is none', () => {
  writeFileSync(join(root, 'package.json'), '{');
  const installed = join(root, 'src', 'node_modules', 'typescript');
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, 'package.json'), '{ "version": "4.9.5" }');
  expect(packageVersionFor(join(root, 'src'), 'typescript')).toEqual({ major: 4, minor: 9 });
  expect(packageVersionFor(root, 'typescript')).toBeUndefined();
});

test.each<[number, number, boolean]>([
  [4, 9, true],
  [5, 4, true],
  [5, 5, false],
  [6, 0, false],
])('%d.%d', (major, minor, older) => expect(isOlder({ major, minor }, { major: 5, minor: 5 })).toBe(older));
