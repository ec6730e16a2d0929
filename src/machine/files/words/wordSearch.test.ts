// The index and ripgrep give the same answers, before and after changes, so nobody can see which one answered.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { wordsIn } from '../../../base/text/words.ts';
import { minutes } from '../../../base/waiting/duration.ts';
import { Processes } from '../../processes/processes.ts';
import { atOnce, type FileChanges, FolderTree } from '../folderTree.ts';
import { FileListing } from '../listing.ts';
import { WordSearch } from './wordSearch.ts';

const signal = new AbortController().signal;
const processes = new Processes({ started: () => {}, ended: () => {} });
let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-words-')));
});

afterEach(async () => {
  await processes.endAll();
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

test('words of a real package, of other alphabets, with signs, and of nobody', { timeout: 60_000 }, async () => {
  const package_ = dirname(createRequire(import.meta.url).resolve('vscode-languageserver-protocol/package.json'));
  cpSync(join(package_, 'lib'), join(root, 'lib'), { recursive: true });
  write('umlauts.md', 'Größe größer 日本語 naïve e\u0301t\u00e9 𝒳y 😀smile foo\u200dbar');
  write('signs.vue', 'const $store = a$b; foo-bar; x.$emit("up:date"); --accent');
  write('ignored/secret.ts', 'Größe Position');
  write('.gitignore', 'ignored/\n');
  write('minified.js', `var Position=1;${'a'.repeat(500)};`.repeat(60));
  write('picture.bin', 'Position\0');
  write('late.bin', `${'x\n'.repeat(50_000)}\0 Position`);
  write('large.txt', `Position\n${'line\n'.repeat(300_000)}`);
  write('latin1.txt', Buffer.from('Position Gr\xf6\xdfe', 'latin1'));
  write('utf16.txt', Buffer.from('\uFEFFPosition Größe', 'utf16le'));
  write('utf16be.txt', Buffer.from('\uFEFFPosition Größe', 'utf16le').swap16());
  write('crlf.txt', 'Position\r\nend\r\n');
  write('[odd] {name}!.ts', 'Position');
  const sample = sampleOf(wordsIn(readFileSync(join(root, 'lib/common/protocol.d.ts'), 'utf8')), 25);
  const words = [
    ...sample,
    'Größe',
    'größe',
    'größer',
    '日本語',
    '日本',
    'naïve',
    'été',
    'e\u0301té',
    'y',
    'smile',
    'foo',
    'store',
    '$store',
    'a$b',
    'b',
    'foo-bar',
    '$emit',
    'up:date',
    '--accent',
    'nobodyUsesThis',
    '*',
    '',
    'Position',
    'end',
  ];
  using searching = openSearch(minutes(5)).search;
  using indexed = openSearch(0).search;
  await indexed.filesWithWord('Position', signal);
  await indexed.ready();
  const before = await answers(searching, words);
  expect(await answers(indexed, words)).toEqual(before);
  expect(before['Position']).toEqual(expect.arrayContaining(['[odd] {name}!.ts', 'crlf.txt', 'late.bin', 'latin1.txt', 'utf16.txt', 'utf16be.txt']));
  expect(before['Position']?.filter((path) => /minified|picture|large|secret/.test(path))).toEqual([]);
  expect(before['Größe']).toEqual(['latin1.txt', 'umlauts.md', 'utf16.txt', 'utf16be.txt']);
  expect(before['store']).toEqual(['signs.vue']);
  expect(before['nobodyUsesThis']).toEqual([]);
  expect(before['日本']).toEqual([]);
});

test('files that change, come, go and are ignored, once the index is there', async () => {
  write('a.ts', 'alpha shared');
  write('b.ts', 'beta shared');
  const { search, notify } = openSearch(0);
  using _closing = search;
  await search.filesWithWord('shared', signal);
  await search.ready();
  write('a.ts', 'gamma shared');
  notify('a.ts');
  write('c/d.ts', 'shared delta');
  notify('c/d.ts');
  rmSync(join(root, 'b.ts'));
  notify('b.ts');
  expect(await answers(search, ['alpha', 'beta', 'gamma', 'delta', 'shared'])).toEqual({
    alpha: [],
    beta: [],
    gamma: ['a.ts'],
    delta: ['c/d.ts'],
    shared: ['a.ts', 'c/d.ts'],
  });
  write('.gitignore', 'c/\n');
  notify('.gitignore');
  expect(await search.filesWithWord('shared', signal)).toEqual(['a.ts']);
  write('.gitignore', '');
  notify('.gitignore');
  expect(await search.filesWithWord('shared', signal)).toEqual(['a.ts', 'c/d.ts']);
});

test('a cancelled search ends', async () => {
  write('a.ts', 'alpha');
  using search = openSearch(minutes(5)).search;
  const controller = new AbortController();
  const answer = search.filesWithWord('alpha', controller.signal);
  controller.abort();
  await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
});

function openSearch(patience: number): { search: WordSearch; notify: (path: string) => void } {
  const tree = new FolderTree(root, { watchFolder: () => undefined, stamped: false });
  atOnce(tree.grow());
  const listing = new FileListing(tree);
  const search = new WordSearch({ root, listing, processes, log: { info: () => {}, warn: () => {}, error: () => {} }, patience });
  return {
    search,
    notify(path) {
      const changes: FileChanges = new Map();
      const [top = ''] = path.split('/');
      tree.look(tree.root, top, true, changes);
      listing.apply(changes);
      search.changed([...changes.keys()].map((changed) => changed.slice(root.length + 1)));
    },
  };
}

async function answers(search: WordSearch, words: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const word of words) found[word] = await search.filesWithWord(word, signal);
  return found;
}

function sampleOf(words: readonly string[], count: number): string[] {
  const distinct = [...new Set(words)];
  return distinct.filter((_, index) => index % Math.ceil(distinct.length / count) === 0);
}

function write(path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
