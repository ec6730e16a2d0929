// Where lock files may be written, and where they would be another user's to read or replace.
import { chmodSync, chownSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claude } from './agents/claude.ts';
import { writeLock } from './lockFolders.ts';

let home: string;
let folder: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-locks-')));
  folder = join(home, '.claude', 'ide');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const ANOTHER_USER = 12_345;
const asRoot = test.skipIf(process.getuid?.() !== 0);

test('a folder that is not there is made for this user alone, and one that is there keeps its rights', () => {
  writeLock(join(folder, '1.lock'), 'one');
  expect(readFileSync(join(folder, '1.lock'), 'utf8')).toBe('one');
  if (process.platform !== 'win32') expect([statSync(folder).mode & 0o777, statSync(join(folder, '1.lock')).mode & 0o777]).toEqual([0o700, 0o600]);
  chmodSync(folder, 0o750);
  writeLock(join(folder, '1.lock'), 'two');
  expect(readdirSync(folder)).toEqual(['1.lock']);
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o750);
});

test.skipIf(process.platform === 'win32')('a link of one’s own is followed: people keep such folders elsewhere', () => {
  mkdirSync(join(home, 'dotfiles'), { mode: 0o755 });
  symlinkSync(join(home, 'dotfiles'), join(home, '.claude'));
  writeLock(join(folder, '1.lock'), 'one');
  expect(readFileSync(join(home, 'dotfiles', 'ide', '1.lock'), 'utf8')).toBe('one');
});

asRoot.each([
  ['is a link of another user', '.claude', () => link(join(home, '.claude'))],
  ['is a link of another user', 'ide', () => link(folder)],
  ['belongs to another user', 'ide', () => chownSync(made(folder), ANOTHER_USER, ANOTHER_USER)],
  ['can be written to by other users', '.claude', () => chmodSync(made(join(home, '.claude')), 0o777)],
  ['can be written to by other users', 'ide', () => chmodSync(made(folder), 0o777)],
])('%s: %s', (said, _, lay) => {
  lay();
  expect(() => writeLock(join(folder, '1.lock'), 'secret')).toThrow(
    expect.objectContaining({ code: 'unsafe_lock_folder', message: expect.stringContaining(said) }),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['relative', undefined],
  ['/named', join('/named', 'ide')],
])('CLAUDE_CONFIG_DIR=%s means %s', (value, named) => expect(claude.namedFolder({ CLAUDE_CONFIG_DIR: value })).toBe(named));

function made(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

function link(path: string): void {
  made(join(path, '..'));
  symlinkSync(made(join(home, 'theirs')), path);
  lchownSync(path, ANOTHER_USER, ANOTHER_USER);
}
