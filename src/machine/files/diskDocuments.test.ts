// Reading, locating and listing files of a real folder.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uriOf } from '../../base/files/fileUri.ts';
import { Processes } from '../processes/processes.ts';
import { type HeadlessDocuments, openDiskDocuments } from './diskDocuments.ts';

const signal = new AbortController().signal;
let base: string;
let root: string;
let documents: HeadlessDocuments;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-disk-')));
  root = join(base, 'project');
  mkdirSync(root);
  documents = await openDiskDocuments({
    root,
    stateFolder: join(base, 'state'),
    processes: new Processes({ started: () => {}, ended: () => {} }),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
});

afterEach(() => {
  documents.close();
  rmSync(base, { recursive: true, force: true, maxRetries: 5 });
});

describe('locate', () => {
  test.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src/../src/a.ts', 'src/a.ts'],
    ['src/new.ts', 'src/new.ts'],
    ['new/deep/file.ts', 'new/deep/file.ts'],
    ['~/a.ts', '~/a.ts'],
    ['src/a.ts/below', 'src/a.ts/below'],
    ['..hidden', '..hidden'],
    ['.', ''],
  ])('%s is %s of the project', async (file, path) => {
    write('src/a.ts');
    expect(await documents.locate(file)).toBe(uriOf(join(root, path)));
  });

  test('an absolute path inside the project', async () => {
    write('src/a.ts');
    expect(await documents.locate(join(root, 'src/a.ts'))).toBe(uriOf(join(root, 'src/a.ts')));
  });

  test.each(['../outside.ts', '/etc/passwd', 'src/../../outside.ts', 'out/secret.ts', 'out/new.ts', 'out', 'dangling.ts', 'chain.ts', 'src/up/../../../x'])(
    '%s leads out of the project and is refused',
    async (file) => {
      write('src/a.ts');
      mkdirSync(join(base, 'elsewhere'));
      writeFileSync(join(base, 'elsewhere/secret.ts'), '');
      symlinkSync(join(base, 'elsewhere'), join(root, 'out'));
      symlinkSync(join(base, 'elsewhere/not-yet.ts'), join(root, 'dangling.ts'));
      symlinkSync('dangling.ts', join(root, 'chain.ts'));
      symlinkSync('..', join(root, 'src/up'));
      await expect(documents.locate(file)).rejects.toMatchObject({ code: 'outside_project' });
    },
  );

  test('a link inside the project is its target', async () => {
    write('src/a.ts');
    symlinkSync('src', join(root, 'link'));
    expect(await documents.locate('link/a.ts')).toBe(uriOf(join(root, 'src/a.ts')));
    expect(await documents.locate('link/new.ts')).toBe(uriOf(join(root, 'src/new.ts')));
  });

  test('links that form a cycle, and names that no system takes, name no file', async () => {
    symlinkSync('two', join(root, 'one'));
    symlinkSync('one', join(root, 'two'));
    await expect(documents.locate('one')).rejects.toMatchObject({ code: 'file_not_found' });
    await expect(documents.locate('a\0b')).rejects.toMatchObject({ code: 'file_not_found' });
    await expect(documents.locate('x'.repeat(5_000))).rejects.toMatchObject({ code: 'file_not_found' });
  });
});

describe('read', () => {
  test('gives the text with its line breaks, without the byte order mark, which stays known', async () => {
    writeFileSync(join(root, 'a.ts'), '\uFEFFone\r\ntwo\n');
    const { snapshot, byteOrderMark } = await documents.readText(uriOf(join(root, 'a.ts')), signal);
    expect(snapshot).toMatchObject({ text: 'one\r\ntwo\n', languageId: 'typescript', unsaved: false });
    expect(byteOrderMark).toBe(true);
  });

  test('versions grow with each change of the text and only with it', async () => {
    write('a.ts', 'one');
    const first = await read('a.ts');
    expect((await read('a.ts')).version).toBe(first.version);
    write('a.ts', 'two');
    const second = await read('a.ts');
    expect(second.text).toBe('two');
    expect(second.version).toBeGreaterThan(first.version);
    utimesSync(join(root, 'a.ts'), new Date(), new Date());
    expect((await read('a.ts')).version).toBe(second.version);
    write('a.ts', 'one');
    expect((await read('a.ts')).version).toBeGreaterThan(second.version);
  });

  test('sees each of many rewrites of the same length in the same millisecond, without waiting for the watcher', async () => {
    for (let round = 0; round < 300; round++) {
      write('a.ts', String(1_000 + round));
      expect((await read('a.ts')).text).toBe(String(1_000 + round));
    }
  });

  test('sees another file moved into the place of one that was read long ago', async () => {
    write('a.ts', 'old1');
    write('b.ts', 'old2');
    const longAgo = new Date(Date.now() - 100_000);
    for (const file of ['a.ts', 'b.ts']) utimesSync(join(root, file), longAgo, longAgo);
    await read('a.ts');
    renameSync(join(root, 'b.ts'), join(root, 'a.ts'));
    expect((await read('a.ts')).text).toBe('old2');
  });

  test('a missing file names the files that may be meant', async () => {
    write('src/cart/total.ts');
    write('src/other/total.ts');
    write('src/checkout.ts');
    await expect(read('src/cart/sum/total.ts')).rejects.toMatchObject({
      code: 'file_not_found',
      message: 'There is no file src/cart/sum/total.ts.',
      details: { candidates: ['src/cart/total.ts', 'src/other/total.ts'] },
    });
    await expect(read('src/chekout.ts')).rejects.toMatchObject({ details: { candidates: ['src/checkout.ts'] } });
    await expect(read('zzzzzzzz')).rejects.toMatchObject({ code: 'file_not_found', details: {} });
  });

  test('a folder, a binary file, a file too large and one outside are refused by name', async () => {
    mkdirSync(join(root, 'folder'));
    writeFileSync(join(root, 'picture.png'), Buffer.from([0x89, 0x50, 0, 0]));
    writeFileSync(join(root, 'large.txt'), Buffer.alloc(20 * 1024 * 1024 + 1, 'a'));
    writeFileSync(join(base, 'secret'), 'x');
    symlinkSync(join(base, 'secret'), join(root, 'link'));
    await expect(read('folder')).rejects.toMatchObject({ code: 'is_a_folder' });
    await expect(read('picture.png')).rejects.toMatchObject({ code: 'binary_file' });
    await expect(read('large.txt')).rejects.toMatchObject({ code: 'file_too_large' });
    await expect(read('link')).rejects.toMatchObject({ code: 'outside_project' });
    await expect(documents.read(uriOf(join(base, 'secret')), signal)).rejects.toMatchObject({ code: 'outside_project' });
    await expect(documents.read('bundled:///libs/lib.es5.d.ts', signal)).rejects.toMatchObject({ code: 'outside_project' });
  });

  test('a text in another encoding is read, and says in which', async () => {
    writeFileSync(join(root, 'latin1.txt'), Buffer.from('Gr\xfc\xdfe', 'latin1'));
    expect(await read('latin1.txt')).toMatchObject({ text: 'Grüße', encoding: 'windows-1252' });
    writeFileSync(join(root, 'latin1.txt'), 'Grüße');
    expect(await read('latin1.txt')).toMatchObject({ text: 'Grüße', encoding: undefined });
  });

  test('a text with a character across the end of the first part, and one that is spoilt only later, are text', async () => {
    write('cut.txt', `${'a'.repeat(7_999)}ä${'b'.repeat(100)}`);
    writeFileSync(join(root, 'late.c'), Buffer.concat([Buffer.alloc(9_000, 'a'), Buffer.from([0xfc])]));
    expect((await read('cut.txt')).text).toContain('ä');
    expect((await read('late.c')).text.length).toBe(9_001);
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('a file that may not be read says so', async () => {
    write('closed.ts', 'x');
    chmodSync(join(root, 'closed.ts'), 0);
    await expect(read('closed.ts')).rejects.toMatchObject({ code: 'file_unreadable' });
  });

  test('what an installed package says can be read, also after it changed unheard', async () => {
    write('node_modules/one/index.d.ts', 'one');
    expect((await read('node_modules/one/index.d.ts')).text).toBe('one');
    write('node_modules/one/index.d.ts', 'two');
    expect((await read('node_modules/one/index.d.ts')).text).toBe('two');
  });

  test('a cancelled call reads nothing', async () => {
    write('a.ts', 'one');
    await expect(documents.read(uriOf(join(root, 'a.ts')), AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('list', () => {
  beforeEach(() => {
    write('README.md', 'x');
    write('src/a.ts', 'four');
    write('src/deep/b.ts');
    write('src/deep/c.test.ts');
    write('src-old/d.ts');
    write('dist/e.js');
    write('.github/workflow.yml');
    write('node_modules/one/index.js');
    write('.git/HEAD');
    writeFileSync(join(root, '.gitignore'), 'dist/\n');
  });

  test.each([
    ['everything', {}, ['.github/workflow.yml', '.gitignore', 'README.md', 'src-old/d.ts', 'src/a.ts', 'src/deep/b.ts', 'src/deep/c.test.ts']],
    ['a name anywhere', { include: ['*.ts'] }, ['src-old/d.ts', 'src/a.ts', 'src/deep/b.ts', 'src/deep/c.test.ts']],
    ['a glob with folders', { include: ['src/**/*.ts'], exclude: ['**/*.test.ts'] }, ['src/a.ts', 'src/deep/b.ts']],
    ['a folder as a glob', { include: ['src'] }, ['src/a.ts', 'src/deep/b.ts', 'src/deep/c.test.ts']],
    ['a folder', { under: 'src/deep' }, ['src/deep/b.ts', 'src/deep/c.test.ts']],
    ['a folder whose name begins another', { under: 'src' }, ['src/a.ts', 'src/deep/b.ts', 'src/deep/c.test.ts']],
    ['what is ignored too', { includeIgnored: true, include: ['**/*.js'] }, ['dist/e.js']],
    ['an installed package', { includeIgnored: true, under: 'node_modules/one' }, ['node_modules/one/index.js']],
    ['never the inside of git', { includeIgnored: true, under: '.git' }, []],
  ])('%s', async (_what, query, paths) => {
    expect((await documents.list(query, signal)).map((file) => file.path)).toEqual(paths);
  });

  test('returns sizes, also after a change', async () => {
    expect(await documents.list({ include: ['src/a.ts'] }, signal)).toEqual([{ uri: uriOf(join(root, 'src/a.ts')), path: 'src/a.ts', bytes: 4 }]);
    write('src/a.ts', 'longer');
    expect((await documents.list({ include: ['src/a.ts'] }, signal))[0]?.bytes).toBe(6);
  });

  test('follows rules that change', async () => {
    await documents.list({}, signal);
    writeFileSync(join(root, '.gitignore'), 'src/\n');
    expect((await documents.list({}, signal)).map((file) => file.path)).toEqual([
      '.github/workflow.yml',
      '.gitignore',
      'README.md',
      'dist/e.js',
      'src-old/d.ts',
    ]);
    mkdirSync(join(root, '.git/info'), { recursive: true });
    writeFileSync(join(root, '.git/info/exclude'), '*.md\n');
    expect((await documents.list({}, signal)).map((file) => file.path)).not.toContain('README.md');
  });

  test('shows a link to a file of the project while the file is there, and no other link', async () => {
    symlinkSync('README.md', join(root, 'LINK.md'));
    symlinkSync('/etc/hosts', join(root, 'hosts'));
    symlinkSync('src', join(root, 'link'));
    expect((await documents.list({ include: ['LINK.md', 'hosts', 'link'] }, signal)).map((file) => file.path)).toEqual(['LINK.md']);
    rmSync(join(root, 'README.md'));
    expect(await documents.list({ include: ['LINK.md'] }, signal)).toEqual([]);
  });

  test('a folder that does not exist is an error, not an empty list', async () => {
    await expect(documents.list({ under: 'scr' }, signal)).rejects.toMatchObject({ code: 'file_not_found' });
    await expect(documents.list({ under: '../' }, signal)).rejects.toMatchObject({ code: 'outside_project' });
  });
});

test('the folder of a file', () => {
  expect(documents.folderOf(uriOf(join(root, 'src/a.ts')))).toBe(uriOf(join(root, 'src')));
});

function read(path: string) {
  return documents.read(uriOf(join(root, path)), signal);
}

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
