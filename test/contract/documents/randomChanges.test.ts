// Whatever another process does to the files, after settle() our knowledge equals a fresh walk of the disk, and what we reported adds up to it.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { pathOf, uriOf } from '../../../src/base/files/fileUri.ts';
import type { HeadlessDocuments } from '../../../src/machine/files/diskDocuments.ts';
import type { WatchMode } from '../../../src/machine/files/watchMethod.ts';
import { type Deed, Hands, temporaryWorkspace } from './otherProcess.ts';

const signal = new AbortController().signal;
const hands = new Hands();
afterAll(() => hands[Symbol.dispose]());

const hearings: readonly { hearing: WatchMode; runs: number }[] =
  process.platform === 'linux'
    ? [
        { hearing: 'folders', runs: 60 },
        { hearing: 'stat', runs: 25 },
      ]
    : [{ hearing: 'stat', runs: 25 }];

describe.each(hearings)('by way of $hearing', ({ hearing, runs }) => {
  test('random changes by another process are all seen, and reported as what they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(deed(), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }), async (rounds) => {
        await using workspace = temporaryWorkspace();
        await hands.do(workspace.root, ['write', 'a/x.ts', 'one'], ['write', 'b/c/y.ts', 'two'], ['write', 'z.ts', 'three']);
        const documents = await workspace.open(hearing);
        const reported = new ReportedFiles(workspace.root);
        using _listening = documents.onChanges((changes) => reported.hear(changes));
        for (const round of rounds) {
          // Read now, so that a text that is only remembered would be noticed later.
          await textsOf(documents, workspace.root);
          await hands.attempt(workspace.root, round);
          await documents.settle(signal);
          const disk = walk(workspace.root);
          reported.expectToMatch(disk);
          expect(await textsOf(documents, workspace.root)).toEqual(disk);
          const listed = (await documents.list({}, signal)).map((file) => file.path);
          const afresh = await (await workspace.open('stat')).list({}, signal);
          expect(listed).toEqual(afresh.map((file) => file.path));
        }
        expect(workspace.warnings).toEqual([]);
      }),
      { numRuns: runs },
    );
  });
});

function deed(): fc.Arbitrary<Deed> {
  const folder = fc.constantFrom('a', 'b', 'a/b', 'b/c', 'c', 'a/b/c', 'dist');
  const file = fc
    .tuple(fc.option(folder, { nil: '.' }), fc.constantFrom('x.ts', 'y.ts', 'z.ts'))
    .map(([where, name]) => (where === '.' ? name : `${where}/${name}`));
  const anything = fc.oneof(folder, file);
  // Of one length, so that sizes show nothing.
  const text = fc.constantFrom('aaaa', 'bbbb', 'cccc');
  return fc.oneof(
    fc.tuple(fc.constantFrom('write', 'append', 'save', 'rewriteUnnoticed'), file, text),
    fc.tuple(fc.constantFrom('folder', 'remove'), folder),
    fc.tuple(fc.constant('remove'), file),
    fc.tuple(fc.constantFrom('move', 'copy'), anything, anything),
    fc.tuple(fc.constant('mode'), file, fc.constantFrom(0o600, 0o644)),
    fc.tuple(
      fc.constant('write'),
      fc.constantFrom('.gitignore', 'a/.gitignore', 'b/.ignore'),
      fc.constantFrom('dist\n', 'x.ts\n', '*.ts\n!z.ts\n', '/b/c\n', ''),
    ),
  );
}

// The files and texts that result from what the documents reported, from the first listing on.
class ReportedFiles {
  readonly #texts: Map<string, string>;

  constructor(root: string) {
    this.#texts = walk(root);
  }

  // The kinds must be true against what was reported before; the texts are as they are on disk at this moment.
  hear(changes: readonly { uri: string; kind: string }[]): void {
    for (const { uri, kind } of changes) {
      const path = pathOf(uri);
      expect({ path, kind, known: this.#texts.has(path) }).toEqual({ path, kind, known: kind !== 'created' });
      if (kind === 'deleted') this.#texts.delete(path);
      else this.#texts.set(path, readFileSync(path, 'utf8'));
    }
  }

  expectToMatch(disk: Map<string, string>): void {
    expect([...this.#texts].sort()).toEqual([...disk].sort());
  }
}

async function textsOf(documents: HeadlessDocuments, root: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of [...walk(root).keys()]) texts.set(path, (await documents.read(uriOf(path), signal)).text);
  return texts;
}

function walk(folder: string, texts = new Map<string, string>()): Map<string, string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (lstatSync(path).isDirectory()) walk(path, texts);
    else texts.set(path, readFileSync(path, 'utf8'));
  }
  return texts;
}
