// Whether we say "included" only where TypeScript itself would take the file in.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nativeTypescript } from './nativeTypescript.ts';
import { TsConfig } from './tsconfig.ts';

const SOURCES = [
  ...[
    'a.ts',
    'src/a.ts',
    'src/b.tsx',
    'src/c.mts',
    'src/d.js',
    'src/deep/e.ts',
    'src/deep/e.test.ts',
    'src/.hidden/f.ts',
    'src/node_modules/g.ts',
    'src/h.d.ts',
  ],
  ...['test/i.ts', 'dist/j.ts', 'lib/k.cjs', 'lib/l.min.js', 'other.config.ts', 'my app/m.ts', 'src/[id]/n.ts'],
];

let root: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-tsconfig-')));
  for (const source of SOURCES) {
    await mkdir(dirname(join(root, source)), { recursive: true });
    await writeFile(join(root, source), 'export {};\n');
  }
});

afterAll(() => rm(root, { recursive: true, force: true }));

test.each([
  ['nothing said', {}],
  ['a folder', { include: ['src'] }],
  ['a folder with a slash and a dot', { include: ['./src/'] }],
  ['everything below', { include: ['src/**/*'] }],
  ['one level', { include: ['src/*'] }],
  ['an extension', { include: ['**/*.tsx', '*.config.ts'] }],
  ['a pattern that ends in two stars', { include: ['src/**'] }],
  ['excluded tests', { include: ['src', 'test'], exclude: ['**/*.test.ts'] }],
  ['an excluded folder', { exclude: ['test', 'dist'] }],
  ['exclude with two stars', { include: ['.'], exclude: ['src/**'] }],
  ['output is left out', { compilerOptions: { outDir: './dist' } }],
  ['output is not left out when something else is', { compilerOptions: { outDir: './dist' }, exclude: ['test'] }],
  ['files', { files: ['a.ts', 'src/a.ts'] }],
  ['files and a folder', { files: ['a.ts'], include: ['test'] }],
  ['JavaScript too', { compilerOptions: { allowJs: true }, include: ['src', 'lib'] }],
  ['a name with a space and one with brackets', { include: ['my app', 'src/[id]'] }],
  ['the folder of the configuration by its placeholder', { include: [`\${configDir}/src`] }],
])('%s', async (_, config) => {
  const path = join(root, 'tsconfig.json');
  await writeFile(path, JSON.stringify(config));
  const byTypescript = await rootFiles();
  const read = (wanted: string) => readFile(wanted, 'utf8').catch(() => undefined);
  const ours = await TsConfig.load(path, read);
  const included = SOURCES.filter((source) => ours.includer(join(root, source)) !== undefined);
  expect(included.filter((source) => !byTypescript.includes(source))).toEqual([]);
  // The other way round a difference only costs time; these are the ones we know of.
  const missed = byTypescript.filter((source) => !included.includes(source));
  expect(missed.filter((source) => source !== 'src/node_modules/g.ts')).toEqual([]);
});

test('an inherited include counts from the folder of the base, and the own one replaces it', async () => {
  const read = async (path: string) =>
    ({
      '/p/base/tsconfig.json': '{ "include": ["src"], "compilerOptions": { "allowJs": true } }',
      '/p/app/tsconfig.json': '{ "extends": "../base/tsconfig" }',
      '/p/own/tsconfig.json': '{ "extends": ["../base/tsconfig.json"], "include": ["code"], }',
    })[path];
  const inherited = await TsConfig.load('/p/app/tsconfig.json', read);
  expect([inherited.includer('/p/base/src/a.js'), inherited.includer('/p/app/src/a.js')]).toEqual(['/p/app/tsconfig.json', undefined]);
  const own = await TsConfig.load('/p/own/tsconfig.json', read);
  expect([own.includer('/p/own/code/a.js'), own.includer('/p/base/src/a.js')]).toEqual(['/p/own/tsconfig.json', undefined]);
});

test('a configuration that cannot be parsed includes nothing for certain', async () => {
  const broken = await TsConfig.load('/p/tsconfig.json', async () => '[1, 2');
  expect(broken.includer('/p/a.ts')).toBeUndefined();
});

async function rootFiles(): Promise<readonly string[]> {
  // An include that is refused makes it end with an error after it has printed what is left.
  const { stdout } = await promisify(execFile)(nativeTypescript(), ['--showConfig', '-p', root]).catch(({ stdout: printed }) => ({ stdout: String(printed) }));
  return SOURCES.filter((source) => stdout.includes(`"./${source}"`));
}
