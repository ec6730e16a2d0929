// What real processes did to a real tree: seen, recorded, separated from our own edits, and undone to the last byte as far as it says.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ObservedOutcome } from '../../../src/ide/doors/changes.ts';
import { isSameTree, treeOf } from '../../faults/killedChanges.ts';
import { author, type Observing, observing, signal } from './observing.ts';

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const MEGABYTE = 1024 ** 2;
const FILES = {
  '.gitignore': 'dist/\n*.log\nnode_modules/\n',
  'a.ts': 'let a = 1;\nlet b = 2;\n',
  'crlf.txt': 'one\r\ntwo\r\n',
  'wide.txt': utf16('breit\r\n'),
  'src/deep/moves.ts': 'export const moves = true;\n',
  'src/goes.ts': 'export const goes = true;\n',
  'picture.bin': Buffer.from([0, 1, 2, 255, 0]),
  'with space & "quote".txt': 'named\n',
  'имя.txt': 'name\n',
  'run.sh': '#!/bin/sh\n',
};

const rewriteAll = async ({ path }: Observing): Promise<void> => {
  await writeFile(join(path, 'a.ts'), 'let a = 1;\nlet c = 3;\n');
  await writeFile(join(path, 'crlf.txt'), 'one\r\nTWO\r\nthree\r\n');
  await writeFile(join(path, 'wide.txt'), utf16('breiter\r\n'));
  await writeFile(join(path, 'picture.bin'), Buffer.from([9, 0, 9]));
  await writeFile(join(path, 'with space & "quote".txt'), 'changed\n');
  await writeFile(join(path, 'имя.txt'), 'changed\n');
  await mkdir(join(path, 'new/folder'), { recursive: true });
  await writeFile(join(path, 'new/folder/made.ts'), 'export {};\n');
  await writeFile(join(path, 'big.txt'), `${'a line of a large file\n'.repeat(450_000)}`);
  await mkdir(join(path, 'elsewhere'), { recursive: true });
  await rename(join(path, 'src/deep/moves.ts'), join(path, 'elsewhere/moves.ts'));
  await rm(join(path, 'src'), { recursive: true });
};

const ALL = [
  'changed a.ts',
  'created big.txt',
  'changed crlf.txt',
  'moved elsewhere/moves.ts',
  'created new/folder/made.ts',
  'changed picture.bin',
  'deleted src/goes.ts',
  'changed wide.txt',
  'changed with space & "quote".txt',
  'changed имя.txt',
];

test.each([
  ['committed', async (project: Observing) => project.commit()],
  ['in no repository', async () => {}],
  [
    'half of them edited or new since the commit',
    async (project: Observing) => {
      project.commit();
      await writeFile(join(project.path, 'a.ts'), 'let a = 1;\nlet uncommitted = 2;\n');
      await writeFile(join(project.path, 'crlf.txt'), 'edited\r\n');
      await project.write('src/goes.ts', 'export const goes = "edited";\n');
      await project.write('wide.txt', utf16('anders\n'));
    },
  ],
])('files that are %s: rewritten, deleted, moved, created, binary, large, and back to the last byte', async (_, prepare) => {
  await using project = await observing(FILES);
  await prepare(project);
  const before = await treeOf(project.path);
  const { change } = await project.run('rewrite', () => rewriteAll(project));
  expect(project.fileLines(change)).toEqual(ALL);
  expect(change).toMatchObject({ ...author('rewrite'), observed: { undoable: 'all', unknown: [] } });
  expect(change?.files.find(({ uri }) => uri.endsWith('/a.ts'))).toMatchObject({ addedLines: 1, removedLines: 1 });
  const after = await treeOf(project.path);

  const undo = await project.undo(change?.id);
  expect(isSameTree(await treeOf(project.path), before)).toBe(true);
  expect((await readdir(project.path)).filter((name) => ['new', 'elsewhere'].includes(name))).toEqual([]);
  await project.undo(undo.id);
  expect(isSameTree(await treeOf(project.path), after)).toBe(true);
});

test('a checkout of another branch is seen, shown and undone; what git has checked out stays', async () => {
  await using project = await observing(FILES);
  project.commit();
  await project.git('checkout', '-q', '-b', 'other');
  await project.write('a.ts', 'other\n');
  await rm(join(project.path, 'src/goes.ts'));
  project.commit();
  const { change } = await project.run('checkout', () => project.git('checkout', '-q', 'main'));
  expect(project.fileLines(change)).toEqual(['changed a.ts', 'created src/goes.ts']);
  expect(change?.observed).toMatchObject({ undoable: 'all', repositoryMoved: true });
  expect(await project.ide.changes.read(change?.id ?? '', signal)).toMatchObject([
    { before: { text: 'other\n' }, after: { text: FILES['a.ts'] } },
    { before: undefined, after: { text: FILES['src/goes.ts'] } },
  ]);
  await project.undo(change?.id);
  expect(await readFile(join(project.path, 'a.ts'), 'utf8')).toBe('other\n');
  expect(existsSync(join(project.path, 'src/goes.ts'))).toBe(false);
});

test('lines that git converts: undone where git gives back the same bytes, and said where it would not', async () => {
  await using project = await observing({ '.gitattributes': '*.txt text eol=crlf\n', 'whole.txt': 'one\r\ntwo\r\n', 'mixed.txt': 'one\r\ntwo\n' });
  project.commit();
  const { change } = await project.run('rewrite', async () => {
    await project.write('whole.txt', 'x\r\n');
    await project.write('mixed.txt', 'x\r\n');
  });
  expect(change?.observed).toMatchObject({ undoable: 'partly', unknown: [{ uri: project.uri('mixed.txt'), kind: 'changed' }] });
  await project.undo(change?.id);
  expect(await readFile(join(project.path, 'whole.txt'), 'utf8')).toBe('one\r\ntwo\r\n');
  expect(await readFile(join(project.path, 'mixed.txt'), 'utf8')).toBe('x\r\n');
});

test('a command that changes nothing leaves nothing in the history, also when it touches files or asks git', async () => {
  await using project = await observing(FILES);
  project.commit();
  const nothing: ObservedOutcome[] = [
    await project.run('true', async () => {}),
    await project.run('touch', async () => {
      const text = await readFile(join(project.path, 'a.ts'));
      await writeFile(join(project.path, 'a.ts'), 'something else\n');
      await writeFile(join(project.path, 'a.ts'), text);
    }),
    await project.run('status', () => project.git('status')),
    await project.run('temporary', async () => {
      await project.write('temporary.txt', 'x');
      await rm(join(project.path, 'temporary.txt'));
    }),
  ];
  expect(nothing).toEqual([{}, {}, {}, {}]);
  expect(await project.ide.changes.list(signal)).toEqual([]);
});

test('what version control ignores is counted, not recorded', async () => {
  await using project = await observing(FILES);
  project.commit();
  const build = async () => {
    await project.write('dist/a.js', 'built\n');
    await project.write('dist/deep/b.js', 'built\n');
    await project.write('debug.log', 'line\n');
    await project.write('node_modules/tiny/package.json', '{}');
  };
  const outcome = await project.run('build', build);
  expect(outcome.change).toBeUndefined();
  expect(outcome.ignored).toEqual({ files: 4, folders: ['debug.log', 'dist', 'node_modules'].map(project.uri) });
  const { change } = await project.run('build more', async () => {
    await build();
    await project.write('a.ts', 'generated\n');
  });
  expect(project.fileLines(change)).toEqual(['changed a.ts']);
  // Of an installed package only its coming and going is heard.
  expect(change?.observed).toMatchObject({ undoable: 'all', ignored: { files: 3 } });
});

test("edits through our own door while a command runs are not the command's", async () => {
  await using project = await observing({
    'ours.ts': '1\n2\n3\n',
    'both.ts': '1\n2\n3\n4\n5\n6\n',
    'first.ts': '1\n2\n3\n4\n5\n6\n',
    'theirs.ts': 'x\n',
    'clash.ts': '1\n',
  });
  project.commit();
  const { change } = await project.run('long', async () => {
    await project.edit('ours.ts', '2', 'two');
    await project.edit('both.ts', '1', 'one');
    await project.write('both.ts', (await readFile(join(project.path, 'both.ts'), 'utf8')).replace('6', 'six'));
    await project.write('first.ts', '1\n2\n3\n4\n5\nsix\n');
    await project.edit('first.ts', '1', 'one');
    await project.write('theirs.ts', 'y\n');
    await project.write('clash.ts', '2\n');
    await project.edit('clash.ts', '2', '3');
    await project.write('clash.ts', '4\n');
  });
  expect(project.fileLines(change)).toEqual(['changed both.ts', 'changed first.ts', 'changed theirs.ts', 'changed clash.ts']);
  expect(change?.observed).toMatchObject({
    undoable: 'partly',
    unknown: [{ uri: project.uri('clash.ts'), why: expect.stringContaining('edited through Binnacle') }],
  });
  await project.undo(change?.id);
  const texts = await Promise.all(['ours.ts', 'both.ts', 'first.ts', 'theirs.ts', 'clash.ts'].map((name) => readFile(join(project.path, name), 'utf8')));
  expect(texts).toEqual(['1\ntwo\n3\n', 'one\n2\n3\n4\n5\n6\n', 'one\n2\n3\n4\n5\n6\n', 'x\n', '4\n']);
});

test('what was too large to be kept is named, and undo leaves it', async () => {
  await using project = await observing({ 'small.txt': 'small\n' });
  await writeFile(join(project.path, 'huge.bin'), Buffer.alloc(17 * MEGABYTE, 1));
  await writeFile(join(project.path, 'gone.bin'), Buffer.alloc(17 * MEGABYTE, 2));
  const { change } = await project.run('shrink', async () => {
    await writeFile(join(project.path, 'huge.bin'), 'tiny');
    await rm(join(project.path, 'gone.bin'));
    await project.write('small.txt', 'smaller\n');
    await writeFile(join(project.path, 'made.bin'), Buffer.alloc(17 * MEGABYTE, 3));
  });
  expect(project.fileLines(change)).toEqual(['changed small.txt', 'deleted gone.bin', 'changed huge.bin', 'created made.bin']);
  expect(change?.observed?.undoable).toBe('partly');
  await project.undo(change?.id);
  expect(await readFile(join(project.path, 'small.txt'), 'utf8')).toBe('small\n');
  expect(await readFile(join(project.path, 'huge.bin'), 'utf8')).toBe('tiny');
  const { change: second } = await project.run('again', () => writeFile(join(project.path, 'made.bin'), Buffer.alloc(18 * MEGABYTE, 3)));
  expect(second?.observed?.undoable).toBe('no');
  await expect(project.undo(second?.id)).rejects.toMatchObject({ code: 'not_undoable', message: expect.stringContaining('made.bin') });
});

test.skipIf(process.platform === 'win32')('links and modes come back', async () => {
  await using project = await observing(FILES);
  await symlink('a.ts', join(project.path, 'link'));
  await chmod(join(project.path, 'run.sh'), 0o755);
  project.commit();
  const { change } = await project.run('unlink', async () => {
    await rm(join(project.path, 'link'));
    await rm(join(project.path, 'run.sh'));
  });
  await project.undo(change?.id);
  expect(await readlink(join(project.path, 'link'))).toBe('a.ts');
  expect(execFileSync(join(project.path, 'run.sh')).toString()).toBe('');
});

test('two commands at the same time: each says that the other ran', async () => {
  await using project = await observing(FILES);
  project.commit();
  const first = await project.ide.changes.observe(author('first'), signal);
  await project.write('a.ts', 'first\n');
  const second = await project.ide.changes.observe(author('second'), signal);
  await project.write('crlf.txt', 'second\n');
  const both = [await first.end(), await second.end()];
  expect(both.map(({ change }) => project.fileLines(change))).toEqual([['changed a.ts', 'changed crlf.txt'], ['changed crlf.txt']]);
  expect(both.map(({ change }) => change?.observed?.alongside)).toEqual([['second'], ['first']]);
});

test('one after another, also with commits and edits in between: each knows what came before it', async () => {
  await using project = await observing(FILES);
  const steps: (() => Promise<unknown>)[] = [
    () => project.write('a.ts', '1\n'),
    async () => project.commit(),
    () => project.edit('a.ts', '1', 'one'),
    () => project.write('a.ts', '2\n'),
    async () => project.git('stash', '-q'),
    () => project.write('new.ts', '3\n'),
    () => rm(join(project.path, 'src'), { recursive: true }),
  ];
  let number = 0;
  for (const step of steps) {
    await step();
    number += 1;
    const before = await treeOf(project.path);
    const { change } = await project.run(`command ${number}`, async () => {
      await project.write('a.ts', `command ${number}\n`);
      await project.write('crlf.txt', `command ${number}\n`);
    });
    expect(change?.observed).toMatchObject({ undoable: 'all' });
    await project.undo(change?.id);
    expect(isSameTree(await treeOf(project.path), before)).toBe(true);
  }
});

test('in a project that nobody trusts git is not asked, and what is kept is enough', async () => {
  await using project = await observing(FILES, { trusted: false });
  project.commit();
  await project.git('config', 'core.fsmonitor', `touch ${join(dirname(project.path), 'trap')}; false`);
  const { change } = await project.run('rewrite', () => project.write('a.ts', 'x\n'));
  expect(change?.observed?.undoable).toBe('all');
  expect(existsSync(join(dirname(project.path), 'trap'))).toBe(false);
});

test('a subfolder of a repository', async () => {
  await using project = await observing({ ...FILES, 'packages/app/main.ts': 'main\n' }, { folder: 'packages/app' });
  project.commit();
  const { change } = await project.run('rewrite', () => project.write('main.ts', 'x\n'));
  expect(change?.observed?.undoable).toBe('all');
  await project.undo(change?.id);
  expect(await readFile(join(project.path, 'main.ts'), 'utf8')).toBe('main\n');
});

test('a worktree, which has an index of its own', async () => {
  await using main = await observing(FILES);
  main.commit();
  const path = join(dirname(main.path), 'worktree');
  await main.git('worktree', 'add', '-q', path);
  await using project = await observing({}, { existing: path });
  const { change } = await project.run('rewrite', () => project.write('a.ts', 'x\n'));
  expect(change?.observed?.undoable).toBe('all');
  expect((await readdir(project.state, { recursive: true })).some((name) => name.includes('earlier.index'))).toBe(true);
  await project.undo(change?.id);
  expect(await readFile(join(path, 'a.ts'), 'utf8')).toBe(FILES['a.ts']);
});
