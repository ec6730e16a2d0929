// Whether what belongs to people is recognised however a path to it is written.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { whyForPeople } from './protectedFiles.ts';

let base: string;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-peoples-')));
  for (const folder of ['config', 'shop/.git/hooks', 'shop/sub/.binnacle', 'store/objects', 'store/refs', 'store/hooks', 'shop/docs'])
    mkdirSync(join(base, folder), { recursive: true });
  for (const file of ['config/policy.json', 'store/HEAD', 'shop/docs/HEAD']) writeFileSync(join(base, file), '');
  for (const [from, to] of [
    ['shop/to-config', 'config'],
    ['shop/to-git', 'shop/.git'],
    ['shop/deep', 'shop/sub/.binnacle'],
  ] as const)
    symlinkSync(join(base, to), join(base, from), 'junction');
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

test.each([
  ['config/policy.json'],
  ['config/Policy.JSON'],
  ['shop/to-config/policy.json'],
  ['shop/../shop/./to-config/policy.json'],
  ['shop/.binnacle/settings.json'],
  ['shop/.Binnacle/SETTINGS.json'],
  ['shop/sub/.binnacle/settings.json'],
  ['shop/deep/settings.json'],
  ['shop/.binnacle'],
  ['shop/.git'],
  ['shop/.git/config'],
  ['shop/.GIT/hooks/pre-commit'],
  ['shop/.Git/new/folder/file'],
  ['shop/to-git/hooks/pre-commit'],
  ['shop/.g\u200cit/config'],
  ['shop/.git /config'],
  ['shop/.git./config'],
  ['shop/.git::$INDEX_ALLOCATION/config'],
  ['store/hooks/pre-commit'],
  ['store/config'],
])('%s is for people', (path) => expect(whyForPeople(`${base}/${path}`, [join(base, 'config', 'policy.json')])).toBeDefined());

test.each([
  ['shop/policy.json'],
  ['shop/settings.json'],
  ['shop/.vscode/settings.json'],
  ['shop/.gitignore'],
  ['shop/.github/workflows/ci.yml'],
  ['shop/git/config'],
  ['shop/docs/HEAD'],
  ['shop/.binnacle/notes.md'],
  ['shop/.../file'],
])('%s is not', (path) => expect(whyForPeople(`${base}/${path}`, [join(base, 'config', 'policy.json')])).toBeUndefined());
