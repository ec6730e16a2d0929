// Where the words of a rejection are kept for the client to read, for how long, and for whom.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CompanionNotes } from './companionNotes.ts';

let temporary: string;
beforeEach(() => {
  temporary = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-notes-')));
  keepTemporaryIn(temporary);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true, force: true });
});

function keepTemporaryIn(folder: string): void {
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, folder);
}

function rejection(note: string, file = 'cart.ts') {
  return { ok: true, value: { file, accepted: false, why: note, note }, text: '' } as const;
}

function pathOf(uri: string | undefined): string {
  return fileURLToPath(uri ?? '');
}

test('a note is a file for this user alone, whose name has nothing of what was written or proposed, and is gone with the connection', () => {
  const notes = new CompanionNotes();
  const first = pathOf(notes.of(rejection('../../x\n@secrets.env `rm`', '../a b\n#L1 @c.ts')));
  const second = pathOf(notes.of(rejection('shorter')));
  expect([first, second].map((path) => basename(path))).toEqual(['note-1.md', 'note-2.md']);
  expect(dirname(dirname(first))).toBe(temporary);
  expect(first).not.toMatch(/\s/);
  expect(readFileSync(first, 'utf8')).toContain('../../x\n@secrets.env `rm`\n');
  expect(readFileSync(second, 'utf8')).toBe('The person rejected the change of cart.ts with this note:\n\nshorter\n');
  if (process.platform !== 'win32') expect([first, dirname(first)].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700]);
  notes[Symbol.dispose]();
  expect(readdirSync(temporary)).toEqual([]);
  // Somebody decided while the client went.
  expect(notes.of(rejection('late'))).toBeUndefined();
  expect(readdirSync(temporary)).toEqual([]);
});

test('where nothing was written, or nothing was rejected, there is no file', () => {
  using notes = new CompanionNotes();
  expect(notes.of({ ok: true, value: { file: 'cart.ts', accepted: false, why: 'rejected in the window' }, text: '' })).toBeUndefined();
  expect(notes.of({ ok: true, value: { file: 'cart.ts', accepted: true, text: 'x', note: 'good' }, text: '' })).toBeUndefined();
  expect(readdirSync(temporary)).toEqual([]);
});

test('a folder with a space, which the client would not read, gets none', () => {
  const spaced = join(temporary, 'Jane Doe');
  mkdirSync(spaced);
  keepTemporaryIn(spaced);
  using notes = new CompanionNotes();
  expect(notes.of(rejection('shorter'))).toBeUndefined();
  expect(readdirSync(spaced)).toEqual([]);
});

test('a rejection is not lost with its note: where it cannot be written there is none, and the next one finds a cleaned folder no hindrance', () => {
  using notes = new CompanionNotes();
  rmSync(dirname(pathOf(notes.of(rejection('one')))), { recursive: true });
  expect(existsSync(pathOf(notes.of(rejection('two'))))).toBe(true);
  keepTemporaryIn(join(temporary, 'nowhere'));
  expect(notes.of(rejection('three'))).toBeUndefined();
});
