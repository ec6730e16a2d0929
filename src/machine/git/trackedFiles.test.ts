// Whether what git tracks is known from its index, in each of the forms that an index has.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { trackedAmong } from './trackedFiles.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function repository(init: readonly string[], settle: readonly string[] = []): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-tracked-')));
  folders.push(folder);
  for (const name of ['a.txt', 'a.txt.old', 'sub/dir/python', 'sub/dir/python3', 'sub/other', 'untracked', 'intent', `long/${'x'.repeat(200)}/y`]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
  const git = (...args: readonly string[]) => expect(spawnSync('git', args, { cwd: folder }).status).toBe(0);
  git('init', '-q', ...init);
  git('add', 'a.txt.old', 'sub/dir/python3', 'sub/other', 'long');
  git('add', '--intent-to-add', 'intent');
  if (settle.length > 0) git(...settle);
  return folder;
}

test.each([
  ['version 2 or 3', [], []],
  ['version 4', [], ['update-index', '--index-version', '4']],
  ['split', [], ['update-index', '--split-index']],
  ['SHA-256', ['--object-format=sha256'], []],
] as const)('%s', (_, init, settle) => {
  const folder = repository(init, settle);
  const tracked = (name: string) => trackedAmong(folder, [join(folder, name)]) !== undefined;
  expect(['a.txt.old', 'sub/dir/python3', 'sub/other', 'intent', `long/${'x'.repeat(200)}/y`].filter((name) => !tracked(name))).toEqual([]);
  expect(['a.txt', 'sub/dir/python', 'untracked', 'sub', 'missing'].filter(tracked)).toEqual([]);
});

test('what a link leads to counts, what lies outside of the project does not', () => {
  const folder = repository([]);
  symlinkSync(join(folder, 'sub', 'other'), join(folder, 'link'));
  expect(trackedAmong(folder, [join(folder, 'untracked'), join(folder, 'link')])).toBe('link');
  expect(trackedAmong(join(folder, 'long'), [join(folder, 'sub', 'other')])).toBeUndefined();
  // What was just added is seen.
  expect(trackedAmong(folder, [join(folder, 'untracked')])).toBeUndefined();
  spawnSync('git', ['add', 'untracked'], { cwd: folder });
  expect(trackedAmong(folder, [join(folder, 'untracked')])).toBe('untracked');
});
