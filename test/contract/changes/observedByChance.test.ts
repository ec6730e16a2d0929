// Commands that do anything to a tree, in any state of the repository: what is said to be undoable is undone to the last byte, and nothing else is touched.
import { lstat, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Observing, observing } from './observing.ts';

const NAMES = ['a.txt', 'b.txt', 'src/c.txt', 'src/deep/d.txt', 'e.bin', 'ignored/f.txt', 'new/g.txt', 'src'];
const CONTENTS = ['one\ntwo\nthree\n', 'one\r\ntwo\r\n', 'ONE\ntwo\nthree\n', '', 'no break', '\0binary\0', 'é\n'];

const name = fc.constantFrom(...NAMES);
const deed = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), at: name, text: fc.constantFrom(...CONTENTS) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), at: name, to: name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('link' as const), at: name, to: name }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('git' as const),
      args: fc.constantFrom(['add', '-A'], ['commit', '-q', '-m', 'x'], ['checkout', '-q', '.'], ['stash', '-q']),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), at: name, text: fc.constantFrom(...CONTENTS) }) },
);
type Deed = typeof deed extends fc.Arbitrary<infer Of> ? Of : never;
const rounds = fc.array(fc.record({ before: fc.array(deed, { maxLength: 3 }), command: fc.array(deed, { minLength: 1, maxLength: 5 }) }), {
  minLength: 1,
  maxLength: 4,
});

test.each([
  ['in a repository', true],
  ['in none', false],
])('%s', { timeout: 120_000 }, async (_, inRepository) => {
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      await using project = await observing({ '.gitignore': 'ignored/\n', 'a.txt': 'a\n', 'src/c.txt': 'c\n', 'src/deep/d.txt': 'd\n', 'e.bin': '\0e' });
      if (inRepository) project.commit();
      for (const { before, command } of all) await round(project, before, command);
    }),
    { numRuns: 15, seed: 77 },
  );
});

async function round(project: Observing, before: readonly Deed[], command: readonly Deed[]): Promise<void> {
  for (const each of before) await perform(project, each);
  const was = await treeOf(project.path);
  const { change } = await project.run('command', async () => {
    for (const each of command) if (each.kind !== 'edit') await perform(project, each);
  });
  const is = await treeOf(project.path);
  const differing = [...new Set([...was.keys(), ...is.keys()])].filter((path) => was.get(path) !== is.get(path)).sort();
  const listed = new Set(
    (change?.files ?? []).flatMap(({ uri, movedFrom }) => [uri, movedFrom ?? uri]).map((uri) => decodeURIComponent(uri.slice(project.uri('').length + 1))),
  );
  expect([...listed].sort()).toEqual(differing);
  if (change === undefined) return;
  const unknown = new Set(change.observed?.unknown.map(({ uri }) => decodeURIComponent(uri.slice(project.uri('').length + 1))));
  // Everything here is small, so that only what is a folder now and was a file, or the other way round, may be left.
  const isSwapped = (path: string) => differing.some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
  const hasFolder = async (path: string) => (await lstat(join(project.path, path)).catch(() => undefined))?.isDirectory() === true;
  for (const path of unknown) expect(isSwapped(path) || (await hasFolder(path)), path).toBe(true);
  if (change.observed?.undoable === 'no') return;
  await project.undo(change.id);
  const expected = new Map(was);
  for (const path of unknown) {
    const text = is.get(path);
    if (text === undefined) expected.delete(path);
    else expected.set(path, text);
  }
  expect(await treeOf(project.path)).toEqual(expected);
}

// What cannot be done, because nothing is there or something else is, is not done.
async function perform(project: Observing, each: Deed): Promise<void> {
  const at = 'at' in each ? join(project.path, each.at) : '';
  try {
    if (each.kind === 'git') return await project.git(...each.args);
    if (each.kind === 'edit') return void (await project.edit(each.at, 'one', each.text));
    if (each.kind === 'delete') return await rm(at, { recursive: true });
    await mkdir(dirname('to' in each && each.kind === 'move' ? join(project.path, each.to) : at), { recursive: true });
    if (each.kind === 'write') await writeFile(at, each.text);
    else if (each.kind === 'move') await rename(at, join(project.path, each.to));
    else await symlink(relative(dirname(at), join(project.path, each.to)), at);
  } catch {}
}

// Without what git keeps and ignores.
async function treeOf(root: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const enter = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder)) {
      const path = join(folder, entry);
      const listed = relative(root, path).replaceAll('\\', '/');
      if (listed === '.git' || listed === 'ignored') continue;
      const stats = await lstat(path);
      if (stats.isDirectory()) await enter(path);
      else files.set(listed, stats.isSymbolicLink() ? `-> ${await readlink(path)}` : await readFile(path, 'latin1'));
    }
  };
  await enter(root);
  return files;
}
