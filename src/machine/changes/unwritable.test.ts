// A change that cannot be recorded is not made.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { uriOf } from '../../base/files/fileUri.ts';
import { HeadlessChanges } from './headlessChanges.ts';

const { signal } = new AbortController();
const silent = { info: () => {}, warn: () => {}, error: () => {} };

test('without room for its record nothing is written, and the agent learns where room is needed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-unwritable-'));
  try {
    const path = join(folder, 'project');
    await mkdir(path);
    await writeFile(join(path, 'a.txt'), 'a\n');
    const changes = new HeadlessChanges({
      project: { name: 'project', path, uri: uriOf(path), trusted: true },
      stateFolder: join(folder, 'state'),
      log: silent,
    });
    const edits = [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, newText: 'b' }];
    const plan = await changes.plan({ operations: [{ kind: 'edit', uri: uriOf(join(path, 'a.txt')), edits }] }, signal);
    // A file where the folder must be stands for a disk that takes nothing.
    await rm(join(folder, 'state'), { recursive: true, force: true });
    await writeFile(join(folder, 'state'), '');
    await expect(changes.apply(plan, { author: 'tester 1', tool: 'edit_file', title: 'edit' }, signal)).rejects.toMatchObject({ code: 'records_unwritable' });
    expect(await readFile(join(path, 'a.txt'), 'utf8')).toBe('a\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
