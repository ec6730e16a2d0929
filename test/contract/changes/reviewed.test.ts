// What a person accepts of a plan, on real files: exactly that is written, every other byte stays, and it is undone like any change.
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import type { Decide, ReviewerAnswer } from '../../../src/ide/doors/reviews.ts';
import type { FileOperation } from '../../../src/ide/workspaceEdit.ts';
import { HeadlessChanges } from '../../../src/machine/changes/headlessChanges.ts';
import { ReviewedChanges } from '../../../src/server/permission/reviewedChanges.ts';

const { signal } = new AbortController();
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const authorship = { author: 'tester 1.0', tool: 'rename_file', title: 'a test' };
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const FILES = { 'a.txt': '\ufeffone\r\nx\r\ntwo\r\n', 'from.txt': 'f1\nf2\n', 'old.txt': 'old\n' };

async function projectWith(decide: Decide) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-reviewed-')));
  folders.push(folder);
  const path = join(folder, 'project');
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  }
  const project = { name: 'project', path, uri: uriOf(path), trusted: true };
  const plain = new HeadlessChanges({ project, stateFolder: join(folder, 'state'), log: silent });
  const changes = new ReviewedChanges(plain, { project, protectedFiles: [], always: true, decide });
  const uri = (name: string) => uriOf(join(path, name));
  const line = (name: string, at: number, newText: string): FileOperation => ({
    kind: 'edit',
    uri: uri(name),
    edits: [{ range: { start: { line: at, character: 0 }, end: { line: at, character: newText.length } }, newText }],
  });
  return {
    path,
    plain,
    changes,
    // Hunks: 1 and 2 in a.txt, 3 the new file, 4 the deleted one, 5 the move, 6 the edit of what moved.
    wish: [
      line('a.txt', 0, 'ONE'),
      line('a.txt', 2, 'TWO'),
      { kind: 'create', uri: uri('deep/new.txt'), text: 'new\n', ifExists: 'fail' },
      { kind: 'delete', uri: uri('old.txt'), ifMissing: 'fail' },
      { kind: 'move', uri: uri('from.txt'), to: uri('to.txt'), ifExists: 'fail' },
      line('to.txt', 0, 'F1'),
    ] satisfies FileOperation[],
    files: async () => {
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      const names = entries.filter((entry) => entry.isFile()).map((entry) => relative(path, join(entry.parentPath, entry.name)));
      return Object.fromEntries(await Promise.all(names.sort().map(async (name) => [name, await readFile(join(path, name), 'utf8')])));
    },
  };
}

test.each<[string, readonly number[] | undefined, Record<string, string>]>([
  ['everything', undefined, { 'a.txt': '\ufeffONE\r\nx\r\nTWO\r\n', 'deep/new.txt': 'new\n', 'to.txt': 'F1\nf2\n' }],
  ['one hunk of one file', [2], { ...FILES, 'a.txt': '\ufeffone\r\nx\r\nTWO\r\n' }],
  ['the new file and the deletion', [3, 4], { 'a.txt': FILES['a.txt'], 'deep/new.txt': 'new\n', 'from.txt': FILES['from.txt'] }],
  ['the move without its edit', [5], { 'a.txt': FILES['a.txt'], 'old.txt': 'old\n', 'to.txt': FILES['from.txt'] }],
  ['the edit without the move', [6], { ...FILES, 'from.txt': 'F1\nf2\n' }],
])('accepted is %s, and undo gives every byte back', async (_, hunks, expected) => {
  const project = await projectWith(() => ({ decision: 'accept', hunks, by: 'the test' }));
  const plan = await project.changes.plan({ operations: project.wish }, signal);
  const change = await project.changes.apply(plan, authorship, signal);
  expect(await project.files()).toEqual(expected);
  expect(change.review).toEqual({ by: 'the test', changed: hunks !== undefined });
  await project.plain.apply(await project.plain.planUndo(change.id, signal), authorship, signal);
  expect(await project.files()).toEqual(FILES);
});

test.each<[string, ReviewerAnswer]>([
  ['in part', { decision: 'accept', hunks: [2] }],
  ['whole', { decision: 'accept' }],
])('a file that changes after the approval is left alone, also when it was accepted %s', async (_, answer) => {
  let path = '';
  const project = await projectWith(() => {
    writeFileSync(join(path, 'a.txt'), 'somebody else\n');
    return { ...answer, by: 'the test' };
  });
  path = project.path;
  const plan = await project.changes.plan({ operations: project.wish }, signal);
  await expect(project.changes.apply(plan, authorship, signal)).rejects.toMatchObject({ code: expect.stringMatching(/changed_meanwhile/) });
  expect(await project.files()).toEqual({ ...FILES, 'a.txt': 'somebody else\n' });
});

test('a no leaves everything as it is, and an answer that changes nothing is a no', async () => {
  const refusing = await projectWith(() => ({ decision: 'reject', by: 'the test' }));
  await expect(refusing.changes.apply(await refusing.changes.plan({ operations: refusing.wish }, signal), authorship, signal)).rejects.toMatchObject({
    code: 'rejected',
  });
  expect(await refusing.files()).toEqual(FILES);
  const same = await projectWith(({ files: [file] }) => ({
    decision: 'accept',
    hunks: [],
    texts: new Map([[file?.uri ?? '', 'one\r\nx\r\ntwo\r\n']]),
    by: 'the test',
  }));
  await expect(same.changes.apply(await same.changes.plan({ operations: same.wish }, signal), authorship, signal)).rejects.toMatchObject({ code: 'rejected' });
  expect(await same.files()).toEqual(FILES);
});
