// Whether folders are distinguished by what they are and not by how they are written.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInside, realFolder } from './realFolder.ts';

test('a folder is what its links lead to, also where its end is not there yet', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-real-')));
  try {
    mkdirSync(join(base, 'shop'));
    symlinkSync(join(base, 'shop'), join(base, 'link'), 'junction');
    expect(realFolder(join(base, 'link'))).toBe(join(base, 'shop'));
    expect(realFolder(join(base, 'link', 'not', '..', 'there'))).toBe(join(base, 'shop', 'there'));
    expect(realFolder(`${base}/./x/../shop/`)).toBe(join(base, 'shop'));
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});

test.each([
  ['/home/me/shop', '/home/me', true],
  ['/home/me', '/home/me', true],
  ['/home/me/..shop', '/home/me', true],
  ['/home/melanie', '/home/me', false],
  ['/home', '/home/me', false],
  ['/etc', '/', true],
])('%s inside %s: %s', (path, folder, is) => expect(isInside(folder, path)).toBe(is));

test('where the system ignores case, so do we', () => {
  expect(isInside('/home/me', '/Home/Me/Shop', 'darwin')).toBe(true);
  expect(isInside('/home/me', '/Home/Me/Shop', 'linux')).toBe(false);
});
