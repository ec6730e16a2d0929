// The listing shows the files that git would show, rule for rule.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atOnce, FolderTree } from './folderTree.ts';
import { FileListing } from './listing.ts';

const git = hasGit();
let base: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-listing-')));
});

afterEach(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));

test.skipIf(!git && process.env['CI'] === undefined)('random rules at three levels mean what they mean to git', { timeout: 60_000 }, () => {
  const names = ['a', 'b', 'ab', 'a.js', 'b.log', 'a b', '[x]', 'ä', '#c', '!d', 'build', '.e'];
  for (const one of names) for (const two of names.slice(0, 7)) write(`${one}1/${two}/x.js`, `${one}1/${two}2.log`, `a/${one}/${two}`, `${one}.txt`);
  gitOutput(base, 'init', '-q');
  fc.assert(
    fc.property(rules(), rules(), rules(), rules(), (root, nested, deep, exclude) => {
      writeFileSync(join(base, '.gitignore'), root);
      writeFileSync(join(base, 'a', '.gitignore'), nested);
      writeFileSync(join(base, 'a1', 'b', '.gitignore'), deep);
      writeFileSync(join(base, '.git', 'info', 'exclude'), exclude);
      expect(listedPaths(base)).toEqual(gitFiles(base));
    }),
    { numRuns: 60 },
  );
});

test.skipIf(!git && process.env['CI'] === undefined).each([
  ['a folder name', 'build/\n'],
  ['one level', 'src/*.js\n'],
  ['any depth in the middle', 'src/**/gen/*.js\n'],
  ['any depth at the start', '**/gen\n'],
  ['everything at every depth', '/**\n!src\n!src/a\n'],
  ['everything inside', 'src/**\n!src/keep.js\n'],
  ['all but one', '*\n!keep.js\n!src/\n'],
  ['a file inside an ignored folder cannot return', 'src/\n!src/keep.js\n'],
  ['trailing spaces and an escaped one', 'keep.js   \nspace\\ \n'],
  ['CRLF', 'build/\r\n*.log\r\n'],
  ['a byte order mark', '\uFEFFbuild/\n'],
  ['sets and ranges', '[k-m]eep.js\n[!a]*.log\n[[:digit:]]*\n'],
  ['an escaped bang and hash', '\\!bang\n\\#hash\n'],
  ['a slash at the front', '/keep.js\n'],
  ['a comment and blank lines', '\n# build/\n\n*.log\n'],
])('%s', (_what, rule) => {
  write(
    'build/out.js',
    'src/keep.js',
    'src/a/gen/x.js',
    'src/a/b/gen/x.js',
    'gen/y.js',
    'keep.js',
    'a.log',
    'src/b.log',
    'space ',
    '!bang',
    '#hash',
    '1st',
    'src/build/z.js',
  );
  gitOutput(base, 'init', '-q');
  writeFileSync(join(base, '.gitignore'), rule);
  expect(listedPaths(base)).toEqual(gitFiles(base));
});

test.skipIf(!git && process.env['CI'] === undefined)('a project inside a repository follows the rules above it', () => {
  write('.gitignore', 'packages/a/out/x.ts', 'packages/a/keep.ts', 'packages/a/secret.ts');
  gitOutput(base, 'init', '-q');
  writeFileSync(join(base, '.gitignore'), 'out/\npackages/*/secret.ts\n');
  expect(listedPaths(join(base, 'packages/a'))).toEqual(['keep.ts']);
});

test.skipIf(!git && process.env['CI'] === undefined)('a worktree follows the exclude file of its repository', () => {
  write('main/a.ts');
  const main = join(base, 'main');
  gitOutput(main, 'init', '-q');
  gitOutput(main, 'add', '.');
  gitOutput(main, '-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', 'commit', '-q', '-m', 'one');
  gitOutput(main, 'worktree', 'add', '-q', join(base, 'tree'), '-b', 'other');
  writeFileSync(join(main, '.git/info/exclude'), 'hidden.ts\n');
  write('tree/hidden.ts', 'tree/b.ts');
  expect(listedPaths(join(base, 'tree'))).toEqual(['a.ts', 'b.ts']);
});

test('.ignore wins over .gitignore', () => {
  write('a.ts', 'b.ts');
  writeFileSync(join(base, '.gitignore'), '*.ts\n');
  writeFileSync(join(base, '.ignore'), '!b.ts\n');
  expect(listedPaths(base)).toEqual(['.gitignore', '.ignore', 'b.ts']);
});

test('installed packages, virtualenvs, caches and the folders of version control are not listed, with or without rules', () => {
  write('node_modules/a/index.js', '.venv/pyvenv.cfg', '.venv/lib/python3.12/site-packages/x.py', 'target/CACHEDIR.TAG', 'target/x.rs');
  write('.git/HEAD', '.hg/x', '__pycache__/x.pyc', 'src/target/y.rs', 'env/x.py');
  expect(listedPaths(base)).toEqual(['env/x.py', 'src/target/y.rs']);
});

test('a link to a folder is not entered, so a cycle of links ends', () => {
  write('src/a.ts');
  symlinkSync('..', join(base, 'src/up'));
  expect(listedPaths(base)).toEqual(['src/a.ts', 'src/up']);
});

function listedPaths(root: string): string[] {
  const tree = new FolderTree(root, { watchFolder: () => undefined, stamped: false });
  atOnce(tree.grow());
  return new FileListing(tree).files().map((file) => file.path);
}

function gitFiles(root: string): string[] {
  const output = gitOutput(root, '-c', 'core.excludesFile=', 'ls-files', '--others', '--exclude-standard', '-z');
  return output
    .split('\0')
    .filter((path) => path !== '')
    .sort();
}

function rules(): fc.Arbitrary<string> {
  const piece = fc.constantFrom(
    'a',
    'b',
    'a1',
    'b1',
    'ab',
    '*',
    '**',
    '?',
    '*.js',
    '*.log',
    'a*',
    '[ab]',
    '[!a]',
    '[a-c]1',
    'build',
    'a b',
    '\\[x\\]',
    '\\#c',
    'ä',
    '.e',
    '.*',
    '*.*',
    'x.js',
    '[',
    'a\\',
  );
  const pattern = fc.tuple(
    fc.constantFrom('', '!', '!', ''),
    fc.constantFrom('', '/', ''),
    fc.array(piece, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '/', '', ' '),
  );
  return fc
    .array(
      pattern.map(([bang, slash, pieces, end]) => bang + slash + pieces.join('/') + end),
      { maxLength: 5 },
    )
    .map((lines) => `${lines.join('\n')}\n`);
}

function write(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), '');
  }
}

function gitOutput(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', [...args], { cwd: folder, encoding: 'utf8', env: { ...process.env, GIT_CONFIG_NOSYSTEM: '1', HOME: base } });
}

function hasGit(): boolean {
  try {
    execFileSync('git', ['--version']);
    return true;
  } catch {
    return false;
  }
}
