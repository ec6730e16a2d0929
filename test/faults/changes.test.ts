// What an edit costs on files that resist: the right bytes, or one clear error and nothing changed. What is done can be undone to the last byte.
import { spawnSync } from 'node:child_process';
import { chmod, chown, link, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { Agent, type Answer, textOf } from './agent.ts';

const Refusal = z.object({ error: z.string(), message: z.string(), next: z.string() });
const Done = z.object({ applied: z.literal(true), changeId: z.string() });
const MEGABYTE = 1024 ** 2;
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

// One daemon serves all tests that leave it as it was, each with a project of its own; the others have a home of their own.
let home: Home;
let folder: string;
let projects = 0;
beforeAll(async () => {
  home = await temporaryHome();
});
beforeEach(() => makeProject(join(home.folder, `project${projects++}`)));
afterAll(() => home[Symbol.asyncDispose]());

const sjis = (text: string): Buffer => Buffer.concat([Buffer.from('# coding: shift_jis\n# '), Buffer.from([0x82, 0xa0, 0x0a]), Buffer.from(text)]);
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

test.each<[string, string, Buffer, Buffer]>([
  ['CRLF', 'crlf.txt', Buffer.from('first\r\none\r\nlast\r\n'), Buffer.from('first\r\ntwo\r\nthree\r\nlast\r\n')],
  ['a byte order mark', 'bom.txt', Buffer.from('\ufeffone\nlast'), Buffer.from('\ufefftwo\nthree\nlast')],
  ['UTF-16, little end first', 'le.txt', utf16('é one\r\nlast\r\n'), utf16('é two\r\nthree\r\nlast\r\n')],
  ['UTF-16, big end first', 'be.txt', utf16('é one\nlast\n').swap16(), utf16('é two\nthree\nlast\n').swap16()],
  ['Latin-1', 'latin1.txt', Buffer.from('\xe9 one\r\n\xfc\r\n', 'latin1'), Buffer.from('\xe9 two\r\nthree\r\n\xfc\r\n', 'latin1')],
  ['UTF-8 with a spoilt byte', 'spoilt.txt', Buffer.from('é ü one\n\xff\n', 'latin1'), Buffer.from('é ü two\nthree\n\xff\n', 'latin1')],
  ['Japanese that says so', 'sjis.py', sjis('one'), sjis('two\nthree')],
  ['no line break at all', 'none.txt', Buffer.from('one'), Buffer.from('two\nthree')],
  ['a name with spaces and quotes', `it's "one" file.txt`, Buffer.from('one\n'), Buffer.from('two\nthree\n')],
  ['a name that means something in an address', '100% #1?&a=b;c.txt', Buffer.from('one\n'), Buffer.from('two\nthree\n')],
  ['names in other letters', 'папка/名前 ñ 🧭.txt', Buffer.from('one\n'), Buffer.from('two\nthree\n')],
  ['a line of 10 MB', 'long.txt', longLine('one'), longLine('two\nthree')],
])('%s: read, edited and undone with every other byte as it was', async (_, file, before, after) => {
  // Windows takes neither quotes nor question marks.
  if (process.platform === 'win32' && /["?]/.test(file)) return;
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), before);
  await using agent = await Agent.connected(home, folder);
  expect(textOf(await agent.call('read_file', { file, max_tokens: 1_000 })).length).toBeGreaterThan(0);
  const { changeId } = done(await agent.call('edit_file', { file, edits: [{ old_text: 'one', new_text: 'two\nthree' }] }));
  expect((await readFile(join(folder, file))).equals(after)).toBe(true);
  done(await agent.call('undo', { change_id: changeId }));
  expect((await readFile(join(folder, file))).equals(before)).toBe(true);
});

test('what an encoding does not have is refused, and the answer says in which the file stays', async () => {
  const latin1 = Buffer.from('\xe9 one\n', 'latin1');
  await writeFile(join(folder, 'latin1.txt'), latin1);
  await using agent = await Agent.connected(home, folder);
  expect((await agent.call('read_file', { file: 'latin1.txt' })).result?.structuredContent).toMatchObject({ text: '1\té one', encoding: 'windows-1252' });
  const refused = refusalOf(await agent.call('edit_file', { file: 'latin1.txt', edits: [{ old_text: 'one', new_text: '✓' }] }));
  expect(refused).toMatchObject({ error: 'not_encodable', message: 'latin1.txt is in windows-1252, which has no character "✓".' });
  expect((await readFile(join(folder, 'latin1.txt'))).equals(latin1)).toBe(true);
  const edited = await agent.call('edit_file', { file: 'latin1.txt', edits: [{ old_text: 'one', new_text: 'ö' }] });
  expect(textOf(edited)).toContain('Note: latin1.txt is in windows-1252, and stays so.');
});

test('a line of 2 MB is read in parts', async () => {
  const line = `start ${'x'.repeat(2_000_000)} end`;
  await writeFile(join(folder, 'bundle.js'), `first\n${line}\nlast\n`);
  await using agent = await Agent.connected(home, folder);
  const first = await agent.call('read_file', { file: 'bundle.js', start_line: 2, line_numbers: false });
  expect(first.result?.structuredContent).toMatchObject({ startLine: 2, endLine: 2, nextLine: 2, nextColumn: expect.any(Number) });
  const rest = await agent.call('read_file', { file: 'bundle.js', start_line: 2, start_column: line.length - 10 });
  expect(textOf(rest)).toBe(`2\t${line.slice(-11)}\n3\tlast`);
  expect(refusalOf(await agent.call('read_file', { file: 'bundle.js', start_line: 2, start_column: line.length + 5 }))).toMatchObject({
    error: 'column_out_of_range',
  });
});

test('UTF-16 is read as text', async () => {
  await writeFile(join(folder, 'le.txt'), utf16('eine Zeile mit Ä\n'));
  await using agent = await Agent.connected(home, folder);
  expect(textOf(await agent.call('read_file', { file: 'le.txt' }))).toContain('eine Zeile mit Ä');
});

test('a read-only file is refused, also to root, and also in a preview; it may move', async () => {
  await chmod(join(folder, 'a.txt'), 0o444);
  await using agent = await Agent.connected(home, folder);
  const edits = [{ old_text: 'one', new_text: 'two' }];
  for (const preview of [true, false])
    expect(refusalOf(await agent.call('edit_file', { file: 'a.txt', edits, preview }))).toMatchObject({
      error: 'file_not_writable',
      message: expect.stringContaining('read-only'),
    });
  expect(refusalOf(await agent.call('write_file', { file: 'a.txt', text: 'two\n' }))).toMatchObject({ error: 'file_not_writable' });
  await expectUntouched();
  expect((await stat(join(folder, 'a.txt'))).mode & 0o777).toBe(0o444);
});

test.skipIf(process.platform === 'win32')('a folder that may not be written: refused, and nothing is left in it', async (context) => {
  if (isRoot && spawnSync('setpriv', ['--version']).status !== 0) return context.skip('root may write everywhere, and there is no setpriv here');
  await using own = await temporaryHome();
  await makeProject(join(own.folder, 'project'));
  await mkdir(join(folder, 'closed'));
  await writeFile(join(folder, 'closed', 'b.txt'), 'one\n');
  if (isRoot) await giveTo(own.folder, NOBODY);
  await chmod(join(folder, 'closed'), 0o555);
  const agent = new Agent(own, { folder, wrapper: isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [] });
  await using _leaving = agent;
  await agent.initialize();
  expect(refusalOf(await agent.call('edit_file', { file: 'closed/b.txt', edits: [{ old_text: 'one', new_text: 'two' }] }))).toMatchObject({
    error: 'file_not_writable',
    message: expect.stringContaining('closed/b.txt'),
  });
  expect(refusalOf(await agent.call('write_file', { file: 'closed/new/c.txt', text: 'x' }))).toMatchObject({ error: 'file_not_writable' });
  expect(await readdir(join(folder, 'closed'))).toEqual(['b.txt']);
  expect(await readFile(join(folder, 'closed', 'b.txt'), 'utf8')).toBe('one\n');
  await chmod(join(folder, 'closed'), 0o755);
});

test.skipIf(!isRoot || process.platform === 'win32')('what root edits stays the property of its owner', async () => {
  await chown(join(folder, 'a.txt'), NOBODY, NOBODY);
  await using agent = await Agent.connected(home, folder);
  done(await agent.call('edit_file', { file: 'a.txt', edits: [{ old_text: 'one', new_text: 'two' }] }));
  expect(await stat(join(folder, 'a.txt'))).toMatchObject({ uid: NOBODY, gid: NOBODY });
});

test('a full disk under the project: refused, every file as it was, and a smaller edit still works', async (context) => {
  using disk = mountSmall(folder, '256k');
  if (disk === undefined) return context.skip('a small disk can only be mounted by root on Linux');
  await writeFile(join(folder, 'a.txt'), 'one\n');
  await using agent = await Agent.connected(home, folder);
  expect(refusalOf(await agent.call('write_file', { file: 'a.txt', text: 'large\n'.repeat(60_000) }))).toMatchObject({
    error: 'file_not_writable',
    message: expect.stringContaining('ENOSPC'),
  });
  await expectUntouched();
  done(await agent.call('write_file', { file: 'a.txt', text: 'small\n' }));
  expect(textOf(await agent.call('list_changes', {}))).toContain('rolled');
});

test('a full disk under the history: what cannot be recorded is not done', async (context) => {
  await using own = await temporaryHome();
  await makeProject(join(own.folder, 'project'));
  const history = join(own.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'changes');
  await mkdir(history, { recursive: true, mode: 0o700 });
  using disk = mountSmall(history, '64k');
  if (disk === undefined) return context.skip('a small disk can only be mounted by root on Linux');
  await using agent = await Agent.connected(own, folder);
  expect(refusalOf(await agent.call('write_file', { file: 'a.txt', text: 'large\n'.repeat(60_000) }))).toMatchObject({ error: 'records_unwritable' });
  await expectUntouched();
  done(await agent.call('write_file', { file: 'a.txt', text: 'small\n' }));
});

test.skipIf(process.platform === 'win32')('links that lead in a cycle: refused by name, nothing is made', async () => {
  await symlink('itself', join(folder, 'itself'));
  await symlink('there', join(folder, 'here'));
  await symlink('here', join(folder, 'there'));
  await symlink('.', join(folder, 'self'));
  await using agent = await Agent.connected(home, folder);
  for (const file of ['itself', 'here', 'here/deep/new.txt'])
    expect(refusalOf(await agent.call('write_file', { file, text: 'x' })), file).toMatchObject({ error: 'file_not_found' });
  done(await agent.call('edit_file', { file: 'self/self/a.txt', edits: [{ old_text: 'one', new_text: 'two' }] }));
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('two\n');
  expect((await lstat(join(folder, 'self'))).isSymbolicLink()).toBe(true);
  expect((await readdir(folder)).sort()).toEqual(['a.txt', 'here', 'itself', 'self', 'there']);
});

// A package store links its files into many projects: an edit in one must not reach the others.
test('a hard link: the name that was edited has the new text, the other one keeps the old', async () => {
  const store = join(home.folder, 'store.txt');
  await link(join(folder, 'a.txt'), store);
  await using agent = await Agent.connected(home, folder);
  const { changeId } = done(await agent.call('edit_file', { file: 'a.txt', edits: [{ old_text: 'one', new_text: 'two' }] }));
  expect([await readFile(join(folder, 'a.txt'), 'utf8'), await readFile(store, 'utf8')]).toEqual(['two\n', 'one\n']);
  done(await agent.call('undo', { change_id: changeId }));
  expect([await readFile(join(folder, 'a.txt'), 'utf8'), await readFile(store, 'utf8')]).toEqual(['one\n', 'one\n']);
});

test('a folder that was deleted: its file is not found, undo says so, and a new file makes it again', async () => {
  await mkdir(join(folder, 'sub'));
  await writeFile(join(folder, 'sub', 'b.txt'), 'one\n');
  await using agent = await Agent.connected(home, folder);
  const edits = [{ old_text: 'one', new_text: 'two' }];
  const { changeId } = done(await agent.call('edit_file', { file: 'sub/b.txt', edits }));
  await rm(join(folder, 'sub'), { recursive: true });
  expect(refusalOf(await agent.call('edit_file', { file: 'sub/b.txt', edits }))).toMatchObject({ error: 'file_not_found' });
  expect(refusalOf(await agent.call('undo', { change_id: changeId }))).toMatchObject({ error: 'undo_conflict' });
  done(await agent.call('write_file', { file: 'sub/deep/c.txt', text: 'new\n' }));
  expect(await readFile(join(folder, 'sub', 'deep', 'c.txt'), 'utf8')).toBe('new\n');
});

function longLine(start: string): Buffer {
  return Buffer.from(`${start} ${'x'.repeat(10 * MEGABYTE)}`);
}

function done(answer: Answer): z.infer<typeof Done> {
  expect(answer.result?.isError ?? false, textOf(answer).slice(0, 2_000)).toBe(false);
  return Done.parse(answer.result?.structuredContent);
}

function refusalOf(answer: Answer): z.infer<typeof Refusal> {
  expect(answer.result?.isError, textOf(answer).slice(0, 2_000)).toBe(true);
  return Refusal.parse(JSON.parse(textOf(answer)));
}

async function expectUntouched(): Promise<void> {
  expect(await readdir(folder)).toEqual(['a.txt']);
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one\n');
}

function mountSmall(path: string, size: string): Disposable | undefined {
  if (!isRoot || process.platform !== 'linux') return undefined;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', path]).status !== 0) return undefined;
  return { [Symbol.dispose]: () => void spawnSync('umount', ['-l', path]) };
}

async function makeProject(path: string): Promise<void> {
  folder = path;
  await mkdir(folder);
  await writeFile(join(folder, 'a.txt'), 'one\n');
}

async function giveTo(path: string, user: number): Promise<void> {
  await chown(path, user, user);
  for (const below of await readdir(path, { recursive: true })) await chown(join(path, below), user, user);
}
