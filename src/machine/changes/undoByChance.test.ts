// Whatever was changed, in whatever encoding: what is taken back in parts or all at once comes back to the byte.
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { uriOf } from '../../base/files/fileUri.ts';
import type { ChangePlan } from '../../ide/doors/changes.ts';
import { numberedHunks } from '../../ide/doors/reviews.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import { TextSnapshot } from '../../ide/text.ts';
import { editsBetween, type FileOperation } from '../../ide/workspaceEdit.ts';
import { textFileOf } from '../files/textFile.ts';
import { DiskPlan } from './diskPlan.ts';
import { HeadlessChanges } from './headlessChanges.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const { signal } = new AbortController();
const authorship = { author: 'tester 1.0', tool: 'edit_file', title: 'a test' };
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const NAMES = ['a.txt', 'b.txt', 'c.txt', 'deep/d.txt', 'deep/er/e.txt', 'f.bin'];
const ENCODED: readonly ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(text.replaceAll('\n', '\r\n')),
  (text) => Buffer.from(`\uFEFF${text}`),
  (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  (text) => Buffer.concat([Buffer.from([0, 255, 1]), Buffer.from(text)]),
];

const text = fc.array(fc.constantFrom('one', 'two', 'three', 'vier', 'Ä', ''), { maxLength: 12 }).map((lines) => lines.map((line) => `${line}\n`).join(''));
const content = fc
  .tuple(text, fc.nat(ENCODED.length - 1), fc.boolean())
  .map(([of, form, ended]) => ENCODED[form]?.(ended ? of : of.trimEnd()) ?? Buffer.alloc(0));
const name = fc.constantFrom(...NAMES);
type Act =
  | { readonly act: 'edit' | 'create'; readonly name: string; readonly text: string }
  | { readonly act: 'delete'; readonly name: string }
  | { readonly act: 'move' | 'swap'; readonly name: string; readonly to: string }
  | { readonly act: 'undo'; readonly nth: number };
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('edit' as const), name, text }) },
  fc.record({ act: fc.constant('create' as const), name, text }),
  fc.record({ act: fc.constant('delete' as const), name }),
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('move' as const, 'swap' as const), name, to: name }) },
  fc.record({ act: fc.constant('undo' as const), nth: fc.nat(3) }),
);
const tree = fc.dictionary(name, content, { minKeys: 2, maxKeys: NAMES.length });

test('some hunks are taken back, and that is taken back to the byte', async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.array(act, { minLength: 1, maxLength: 6 }), fc.infiniteStream(fc.boolean()), async (files, acts, chosen) => {
      const project = await projectOf(files);
      const [change] = (await project.performAtOnce(acts)) ?? [];
      if (change === undefined) return;
      const all = numberedHunks(await project.changes.read(change, signal));
      const taken = all.filter(() => chosen.next().value === true);
      const hunks = taken.map(({ number }) => number);
      if (hunks.length === 0) return;
      const before = await project.bytes();
      const plan = await project.changes.planUndo(change, signal, hunks).catch((error: unknown) => error);
      // Where files took each other's places, one of them cannot go back alone, nor can what lies where another came from.
      if (plan instanceof IdeError) {
        expect([plan.code, all.some(({ kind }) => kind === 'move'), hunks.length < all.length]).toEqual(['undo_conflict', true, true]);
        expect(await project.bytes()).toEqual(before);
        return;
      }
      const undone = await project.changes.apply(planIn(plan), authorship, signal);
      const left = all.filter(({ number }) => !hunks.includes(number));
      // Where none are left it is as if the change had not been.
      if (left.length === 0) expect(await project.bytes()).toEqual(project.original);
      await project.changes.apply(await project.changes.planUndo(undone.id, signal), authorship, signal);
      expect(await project.bytes()).toEqual(before);
      // The rest after the part is all of it.
      if (left.length === 0) return;
      const again = await project.changes.apply(await project.changes.planUndo(change, signal), authorship, signal);
      expect(await project.bytes()).toEqual(project.original);
      expect(again.undoes).toBe(change);
    }),
    { numRuns: 25 },
  );
});

test('everything since any change is taken back to the byte, and that too', async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.array(act, { minLength: 1, maxLength: 8 }), fc.nat(7), async (files, acts, nth) => {
      const project = await projectOf(files);
      const states = [{ id: '', bytes: project.original }];
      for (const each of acts) {
        const [id] = (await project.performAtOnce([each])) ?? [];
        if (id !== undefined) states.push({ id, bytes: await project.bytes() });
      }
      if (states.length < 2) return;
      const at = nth % (states.length - 1);
      const plan = await project.changes.planUndoUntil({ before: states[at + 1]?.id ?? '' }, signal);
      expect(await project.bytes()).toEqual(states.at(-1)?.bytes);
      const undone = await project.changes.apply(plan, authorship, signal);
      expect(await project.bytes()).toEqual(states[at]?.bytes);
      expect(undone.undoesAll).toHaveLength(states.length - 1 - at);
      await project.changes.apply(await project.changes.planUndo(undone.id, signal), authorship, signal);
      expect(await project.bytes()).toEqual(states.at(-1)?.bytes);
    }),
    { numRuns: 25 },
  );
});

function planIn(given: unknown): ChangePlan {
  if (given instanceof DiskPlan) return given;
  throw given;
}

async function projectOf(files: Readonly<Record<string, Buffer>>) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-chance-')));
  folders.push(folder);
  const path = join(folder, 'project');
  await mkdir(join(path, 'deep', 'er'), { recursive: true });
  for (const [file, bytes] of Object.entries(files)) await writeFile(join(path, file), bytes);
  const changes = new HeadlessChanges({ project: { name: 'project', path, uri: uriOf(path), trusted: true }, stateFolder: join(folder, 'state'), log: silent });
  const uri = (file: string) => uriOf(join(path, file));
  const bytes = () => bytesBelow(path, '');
  const original = await bytes();

  // Undefined where the act means nothing here. The ids of what was made.
  async function performAtOnce(acts: readonly Act[]): Promise<readonly string[] | undefined> {
    const [first] = acts;
    if (acts.length === 1 && first?.act === 'undo') return undo(first.nth);
    // As the operations before leave them.
    const now = new Map(Object.entries(await bytes()).map(([file, hex]) => [file, Buffer.from(hex, 'hex')]));
    const operations = acts.flatMap((each) => operationsOf(each, now));
    if (operations.length === 0) return undefined;
    const plan = await changes.plan({ operations }, signal);
    return plan.files.length === 0 ? undefined : [(await changes.apply(plan, authorship, signal)).id];
  }

  async function undo(nth: number): Promise<readonly string[] | undefined> {
    const standing = (await changes.list(signal)).filter(({ undoneBy }) => undoneBy === undefined);
    const chosen = standing[nth];
    if (chosen === undefined) return undefined;
    const plan = await changes.planUndo(chosen.id, signal).catch(() => undefined);
    return plan === undefined || plan.files.length === 0 ? undefined : [(await changes.apply(plan, authorship, signal)).id];
  }

  function operationsOf(each: Act, now: Map<string, Buffer>): readonly FileOperation[] {
    if (each.act === 'undo') return [];
    const there = now.get(each.name);
    if (each.act === 'create') {
      now.set(each.name, Buffer.from(each.text));
      return [{ kind: 'create', uri: uri(each.name), text: each.text, ifExists: 'overwrite' }];
    }
    if (there === undefined) return [];
    if (each.act === 'delete') {
      now.delete(each.name);
      return [{ kind: 'delete', uri: uri(each.name), ifMissing: 'fail' }];
    }
    if (!('to' in each)) {
      const file = textFileOf(there);
      if (file === undefined) return [];
      const edits = editsBetween(new TextSnapshot({ uri: uri(each.name), text: file.text, version: 0, languageId: '' }), each.text);
      now.set(each.name, Buffer.from(each.text));
      return edits.length === 0 ? [] : [{ kind: 'edit', uri: uri(each.name), edits }];
    }
    if (each.name === each.to) return [];
    const taken = now.get(each.to);
    if (each.act === 'swap' && taken !== undefined) {
      now.set(each.to, there).set(each.name, taken);
      const between = uri('between.tmp');
      return [
        { kind: 'move', uri: uri(each.to), to: between, ifExists: 'fail' },
        { kind: 'move', uri: uri(each.name), to: uri(each.to), ifExists: 'fail' },
        { kind: 'move', uri: between, to: uri(each.name), ifExists: 'fail' },
      ];
    }
    now.set(each.to, there).delete(each.name);
    return [{ kind: 'move', uri: uri(each.name), to: uri(each.to), ifExists: 'overwrite' }];
  }

  return { path, changes, original, bytes, performAtOnce };
}

async function bytesBelow(folder: string, prefix: string): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
    const path = join(prefix, entry.name).replaceAll('\\', '/');
    if (entry.isDirectory()) Object.assign(all, await bytesBelow(folder, path));
    else all[path] = (await readFile(join(folder, path))).toString('hex');
  }
  return all;
}
