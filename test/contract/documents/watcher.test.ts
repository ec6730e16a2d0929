// What can happen to files on a real disk, one case at a time, done by another process immediately before settle().
import { execFileSync } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { pathOf, uriOf } from '../../../src/base/files/fileUri.ts';
import type { HeadlessDocuments } from '../../../src/machine/files/diskDocuments.ts';
import { type Deed, Hands, temporaryWorkspace, type Workspace } from './otherProcess.ts';

const signal = new AbortController().signal;
// Hundreds of calls wait with it at once.
setMaxListeners(0, signal);
const hands = new Hands();
afterAll(() => hands[Symbol.dispose]());

interface Case {
  readonly what: string;
  readonly before: readonly Deed[];
  readonly deeds: readonly Deed[];
  readonly reported: readonly string[];
}

const cases: readonly Case[] = [
  { what: 'a new file', before: [], deeds: [['write', 'a.ts', '1']], reported: ['created a.ts'] },
  { what: 'an edit', before: [['write', 'a.ts', '1']], deeds: [['write', 'a.ts', '2']], reported: ['changed a.ts'] },
  { what: 'an edit that keeps size and time', before: [['write', 'a.ts', '1']], deeds: [['rewriteUnnoticed', 'a.ts', '2']], reported: ['changed a.ts'] },
  { what: 'a save by rename', before: [['write', 'a.ts', '1']], deeds: [['save', 'a.ts', '2']], reported: ['changed a.ts'] },
  { what: 'a deletion', before: [['write', 'a.ts', '1']], deeds: [['remove', 'a.ts']], reported: ['deleted a.ts'] },
  { what: 'a rename', before: [['write', 'a.ts', '1']], deeds: [['move', 'a.ts', 'b.ts']], reported: ['created b.ts', 'deleted a.ts'] },
  {
    what: 'a file that came and went',
    before: [],
    deeds: [
      ['write', 'a.ts', '1'],
      ['remove', 'a.ts'],
    ],
    reported: [],
  },
  {
    what: 'a file that went and came back',
    before: [['write', 'a.ts', '1']],
    deeds: [
      ['remove', 'a.ts'],
      ['write', 'a.ts', '2'],
    ],
    reported: ['changed a.ts'],
  },
  {
    what: 'folders in folders',
    before: [],
    deeds: [
      ['write', 'a/b/c/d.ts', '1'],
      ['write', 'a/e.ts', '2'],
    ],
    reported: ['created a/b/c/d.ts', 'created a/e.ts'],
  },
  { what: 'a folder moved', before: [['write', 'a/b/c.ts', '1']], deeds: [['move', 'a', 'x/y']], reported: ['created x/y/b/c.ts', 'deleted a/b/c.ts'] },
  {
    what: 'a folder deleted',
    before: [
      ['write', 'a/b/c.ts', '1'],
      ['write', 'a/d.ts', '1'],
    ],
    deeds: [['remove', 'a']],
    reported: ['deleted a/b/c.ts', 'deleted a/d.ts'],
  },
  {
    what: 'a folder exchanged for another',
    before: [
      ['write', 'a/x.ts', '1'],
      ['write', 'b/x.ts', '2'],
    ],
    deeds: [
      ['move', 'a', 'c'],
      ['move', 'b', 'a'],
    ],
    reported: ['changed a/x.ts', 'created c/x.ts', 'deleted b/x.ts'],
  },
  {
    what: 'a file in the place of a folder',
    before: [['write', 'a/x.ts', '1']],
    deeds: [
      ['remove', 'a'],
      ['write', 'a', '1'],
    ],
    reported: ['created a', 'deleted a/x.ts'],
  },
  {
    what: 'a folder in the place of a file',
    before: [['write', 'a', '1']],
    deeds: [
      ['remove', 'a'],
      ['write', 'a/x.ts', '1'],
    ],
    reported: ['created a/x.ts', 'deleted a'],
  },
  {
    what: 'a package installed',
    before: [['write', 'node_modules/one/package.json', '{}']],
    deeds: [['write', 'node_modules/two/package.json', '{}']],
    reported: ['created node_modules/two/package.json'],
  },
  {
    what: 'a package removed',
    before: [['write', 'node_modules/@s/one/package.json', '{}']],
    deeds: [['remove', 'node_modules/@s/one']],
    reported: ['deleted node_modules/@s/one/package.json'],
  },
  {
    what: 'the first package installed',
    before: [],
    deeds: [['write', 'node_modules/@s/one/package.json', '{}']],
    reported: ['created node_modules/@s/one/package.json'],
  },
  {
    // Where events are heard, the installer's marker shows it; where all is looked at, the package's own file does.
    what: 'packages rewritten in place by their installer',
    before: [
      ['write', 'node_modules/one/package.json', '{}'],
      ['write', 'node_modules/.package-lock.json', '1'],
    ],
    deeds: [
      ['write', 'node_modules/one/index.js', '1'],
      ['write', 'node_modules/.package-lock.json', '2'],
    ],
    reported: ['changed node_modules/one/package.json'],
  },
  {
    what: 'a Python package installed into a virtualenv',
    before: [
      ['write', '.venv/pyvenv.cfg', ''],
      ['write', '.venv/lib/python3.12/site-packages/one/__init__.py', ''],
    ],
    deeds: [
      ['write', '.venv/lib/python3.12/site-packages/two/__init__.py', ''],
      ['write', '.venv/lib/python3.12/site-packages/six.py', ''],
    ],
    reported: ['created .venv/lib/python3.12/site-packages/six.py', 'created .venv/lib/python3.12/site-packages/two/__init__.py'],
  },
  {
    what: 'what git does to itself',
    before: [['write', '.git/HEAD', '1']],
    deeds: [
      ['write', '.git/index', '1'],
      ['write', '.git/HEAD', '2'],
    ],
    reported: [],
  },
  { what: 'a build cache', before: [['write', 'target/CACHEDIR.TAG', '']], deeds: [['write', 'target/debug/a.rs', '1']], reported: [] },
  { what: 'generated code that git ignores', before: [['write', '.gitignore', 'gen\n']], deeds: [['write', 'gen/a.ts', '1']], reported: ['created gen/a.ts'] },
  { what: 'a link', before: [['write', 'a.ts', '1']], deeds: [['link', 'a.ts', 'b.ts']], reported: ['created b.ts'] },
  { what: 'names with spaces and umlauts', before: [], deeds: [['write', 'ä ö/ü #1%.ts', '1']], reported: ['created ä ö/ü #1%.ts'] },
];

describe.each(process.platform === 'linux' ? ['folders' as const, 'stat' as const] : ['stat' as const])('by way of %s', (hearing) => {
  test.each(cases)('$what', async ({ before, deeds, reported }) => {
    await using workspace = temporaryWorkspace();
    await hands.do(workspace.root, ...before);
    const documents = await workspace.open(hearing);
    using heard = listen(documents, workspace);
    await hands.do(workspace.root, ...deeds);
    await documents.settle(signal);
    expect(hearing === 'stat' ? withoutEchoes(heard.changes, reported) : heard.changes.sort()).toEqual([...reported]);
  });

  test('a checkout of another branch', async () => {
    await using workspace = temporaryWorkspace();
    const { root } = workspace;
    await hands.do(root, ['git', 'init', '-q', '-b', 'main'], ['write', 'keep.ts', '1'], ['write', 'edit.ts', '1'], ['write', 'old/gone.ts', '1']);
    await hands.do(root, ['git', 'add', '.'], ['git', 'commit', '-q', '-m', 'one'], ['git', 'checkout', '-q', '-b', 'other']);
    await hands.do(
      root,
      ['remove', 'old'],
      ['write', 'edit.ts', '2'],
      ['write', 'new/fresh.ts', '1'],
      ['git', 'add', '.'],
      ['git', 'commit', '-q', '-m', 'two'],
    );
    const documents = await workspace.open(hearing);
    using heard = listen(documents, workspace);
    for (let round = 0; round < 5; round++) {
      await hands.do(root, ['git', 'checkout', '-q', 'main']);
      expect((await documents.list({}, signal)).map((file) => file.path)).toEqual(['edit.ts', 'keep.ts', 'old/gone.ts']);
      expect((await documents.read(uriOf(join(root, 'edit.ts')), signal)).text).toBe('1');
      await hands.do(root, ['git', 'checkout', '-q', 'other']);
      expect((await documents.list({}, signal)).map((file) => file.path)).toEqual(['edit.ts', 'keep.ts', 'new/fresh.ts']);
      expect((await documents.read(uriOf(join(root, 'edit.ts')), signal)).text).toBe('2');
    }
    expect(new Set(heard.changes)).toContain('deleted old/gone.ts');
  });

  test('the project itself deleted and made again', async () => {
    await using workspace = temporaryWorkspace();
    await hands.do(workspace.root, ['write', 'a.ts', '1'], ['write', 'b/c.ts', '1']);
    const documents = await workspace.open(hearing);
    using heard = listen(documents, workspace);
    await hands.do(workspace.base, ['remove', 'project']);
    expect(await documents.list({}, signal)).toEqual([]);
    expect(heard.changes.splice(0).sort()).toEqual(['deleted a.ts', 'deleted b/c.ts']);
    await hands.do(workspace.root, ['write', 'd/e.ts', '1']);
    expect((await documents.list({}, signal)).map((file) => file.path)).toEqual(['d/e.ts']);
    await hands.do(workspace.root, ['write', 'd/f.ts', '1']);
    await documents.settle(signal);
    expect(withoutEchoes(heard.changes, [])).toEqual(['created d/e.ts', 'created d/f.ts']);
  });
});

// A look at stamps cannot distinguish a file that was written a moment ago from one written twice, so it is reported as changed once more.
function withoutEchoes(changes: readonly string[], expected: readonly string[]): string[] {
  return changes.filter((change) => !change.startsWith('changed ') || expected.includes(change)).sort();
}

test('changes are reported also when nobody calls', async () => {
  await using workspace = temporaryWorkspace();
  const documents = await workspace.open();
  if (documents.hearing === 'stat') return;
  const reported = new Promise<string>((resolve) => documents.onChanges(([change]) => resolve(change?.uri ?? '')));
  await hands.do(workspace.root, ['write', 'a/b.ts', '1']);
  expect(await reported).toBe(uriOf(join(workspace.root, 'a/b.ts')));
});

test('each of many calls at once sees what was on disk when it began', async () => {
  await using workspace = temporaryWorkspace();
  const documents = await workspace.open();
  const known = new Set<string>();
  using _listening = documents.onChanges((changes) => {
    for (const { uri } of changes) known.add(uri);
  });
  const calls = Array.from({ length: 200 }, async (_, index) => {
    // Some begin in the same moment, some while others wait for their cookie, some when those have been answered.
    for (let turn = 0; turn < index % 7; turn++) await (turn % 2 === 0 ? Promise.resolve() : new Promise(setImmediate));
    const file = join(workspace.root, `${index}.ts`);
    writeFileSync(file, '1');
    await documents.settle(signal);
    return known.has(uriOf(file));
  });
  expect((await Promise.all(calls)).filter((seen) => !seen)).toEqual([]);
});

test('a cancelled call does not wait, and the others do not notice', async () => {
  await using workspace = temporaryWorkspace();
  const documents = await workspace.open();
  const controller = new AbortController();
  const cancelledCall = documents.settle(controller.signal);
  const other = documents.settle(signal);
  controller.abort();
  await expect(cancelledCall).rejects.toMatchObject({ code: 'cancelled' });
  await other;
});

test.runIf(process.platform === 'linux')('an overflow of the event queue loses nothing', async () => {
  await using workspace = temporaryWorkspace();
  await hands.do(workspace.root, ['write', 'old/a.ts', '1'], ['write', 'swap/x.ts', 'one'], ['write', 'other/x.ts', 'two'], ['write', 'still.ts', '1']);
  const documents = await workspace.open();
  // Older than any step of the clock, so that only what really changed counts as changed.
  await new Promise((resolve) => setTimeout(resolve, 2_300));
  await documents.settle(signal);
  using heard = listen(documents, workspace);
  // While this process sleeps in a synchronous call nobody reads the queue of 16,384 events.
  const script = `
    const fs = require('node:fs');
    fs.mkdirSync('flood');
    for (let index = 0; index < 400; index++) fs.writeFileSync('flood/f' + index, String(index));
    fs.writeFileSync('old/a.ts', '2');
    fs.mkdirSync('late');
    fs.writeFileSync('late/b.ts', '1');
    fs.renameSync('swap', 'tmp'); fs.renameSync('other', 'swap'); fs.renameSync('tmp', 'other');`;
  const seen = [join(workspace.root, 'seen.ts'), join(workspace.root, 'seen2.ts')];
  for (const file of seen) writeFileSync(file, '');
  // Equal events in a row would count as one.
  for (let index = 0; index < 10_000; index++) for (const file of seen) utimesSync(file, index, index);
  execFileSync(process.execPath, ['-e', script], { cwd: workspace.root });
  await documents.settle(signal);
  const missed = ['changed old/a.ts', 'changed other/x.ts', 'changed swap/x.ts', 'created late/b.ts', 'created seen.ts', 'created seen2.ts'].filter(
    (change) => !heard.changes.includes(change),
  );
  expect(missed).toEqual([]);
  expect(heard.changes).not.toContain('changed still.ts');
  expect((await documents.list({ under: 'flood' }, signal)).length).toBe(400);
  await hands.do(workspace.root, ['write', 'late/c.ts', '1']);
  heard.changes.length = 0;
  await documents.settle(signal);
  expect(heard.changes).toContain('created late/c.ts');
});

test('without a place for cookies every call looks at the files, and the person is notified', async () => {
  await using workspace = temporaryWorkspace();
  writeFileSync(workspace.state, 'a file where the folder should be');
  await hands.do(workspace.root, ['write', 'a.ts', '1']);
  const documents = await workspace.open(process.platform === 'linux' ? 'folders' : undefined);
  expect(documents.hearing).toBe('stat');
  using heard = listen(documents, workspace);
  await hands.do(workspace.root, ['write', 'a.ts', '2'], ['write', 'b.ts', '1']);
  await documents.settle(signal);
  expect(heard.changes.sort()).toEqual(['changed a.ts', 'created b.ts']);
  if (process.platform === 'linux') expect(workspace.warnings).toHaveLength(1);
});

test.runIf(canLimitWatches())('where watches run out every call looks at the files, and the person is notified', () => {
  const script = fileURLToPath(new URL('./watchLimit.mjs', import.meta.url));
  // The limit belongs to a user namespace of its own, so that nobody else on the machine runs out.
  const limited = 'echo 20 > /proc/sys/user/max_inotify_watches && exec "$0" "$1"';
  const output = execFileSync('unshare', ['-Ur', 'sh', '-c', limited, process.execPath, script], { timeout: 60_000, stdio: ['ignore', 'pipe', 'pipe'] });
  expect(JSON.parse(output.toString())).toEqual({ hearing: 'stat', warnings: 1, changes: ['changed d7/x.ts', 'created d9/new/y.ts', 'deleted d8/x.ts'] });
});

test('a large project under one recursive watch hears of changes, also in folders that are new', async () => {
  await using workspace = temporaryWorkspace();
  await hands.do(workspace.root, ['many', 'src/many', 2_100], ['write', 'src/a/b.ts', '1'], ['write', 'src/c.ts', '1']);
  const documents = await workspace.open('recursive');
  expect(documents.hearing).toBe('recursive');
  using heard = listen(documents, workspace);
  await hands.do(workspace.root, ['write', 'src/a/b.ts', '2'], ['write', 'src/new/deep/d.ts', '1'], ['remove', 'src/c.ts']);
  // The order of these events is nobody's promise, so more than one look may be needed; the test's own bound ends the wait.
  const expected = ['changed src/a/b.ts', 'created src/new/deep/d.ts', 'deleted src/c.ts'];
  while (!expected.every((change) => heard.changes.includes(change))) {
    await documents.settle(signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

test('a state folder that somebody empties is made again', async () => {
  await using workspace = temporaryWorkspace();
  const documents = await workspace.open();
  await documents.settle(signal);
  rmSync(workspace.state, { recursive: true, force: true });
  using heard = listen(documents, workspace);
  await hands.do(workspace.root, ['write', 'a.ts', '1']);
  await documents.settle(signal);
  await hands.do(workspace.root, ['write', 'b.ts', '1']);
  await documents.settle(signal);
  expect(heard.changes).toEqual(['created a.ts', 'created b.ts']);
});

test('nothing is left in the state folder after closing, nor by a process that was killed', async () => {
  await using workspace = temporaryWorkspace();
  const dead = execFileSync(process.execPath, ['-p', 'process.pid']).toString().trim();
  mkdirSync(join(workspace.state, 'cookies', `${dead}-orphan`), { recursive: true });
  const documents = await workspace.open(process.platform === 'linux' ? 'folders' : undefined);
  await documents.settle(signal);
  documents.close();
  expect(readdirSync(join(workspace.state, 'cookies'))).toEqual([]);
  await expect(documents.settle(signal)).rejects.toMatchObject({ code: 'cancelled' });
});

test('a process may end while a project is open', () => {
  // Watches that hold the process would hang every command line call.
  const entry = fileURLToPath(new URL('./openAndLeave.mjs', import.meta.url));
  expect(execFileSync(process.execPath, [entry], { timeout: 30_000 }).toString().trim()).toBe('settled');
});

function canLimitWatches(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    execFileSync('unshare', ['-Ur', 'sh', '-c', 'echo 20 > /proc/sys/user/max_inotify_watches'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function listen(documents: HeadlessDocuments, workspace: Workspace): Disposable & { changes: string[] } {
  const changes: string[] = [];
  const listening = documents.onChanges((heard) => {
    for (const { uri, kind } of heard) changes.push(`${kind} ${relative(workspace.root, pathOf(uri)).replaceAll('\\', '/')}`);
  });
  return { changes, [Symbol.dispose]: () => listening[Symbol.dispose]() };
}
