// Where the runners of a workspace are at home, and whose tests a file holds: layouts that are found in the wild, as data.
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import type { ProjectFiles } from '../runnerRow.ts';
import { runnerRows } from '../runnerRows.ts';
import { packageSites } from './packageSites.ts';

const ROOT = join(sep, 'work', 'shop');
const nothing = () => Promise.reject(new Error('nothing is searched'));
const search = { text: nothing, structure: nothing, syntaxErrors: nothing };

// Of each file of tests, the runners and folders that hold it.
function holders(files: Readonly<Record<string, string>>): Record<string, string[]> {
  const paths = Object.keys(files).toSorted();

  const project: ProjectFiles = { root: ROOT, paths, search, signal: new AbortController().signal, text: (path) => files[path] };
  const runners = runnerRows.filter(({ javascript }) => javascript?.npm !== undefined);
  const sites = runners.flatMap(({ id }) => packageSites(project, id, runnerRows));
  const tests = paths.filter((path) => /\.(test|spec)\./.test(path));
  return Object.fromEntries(
    tests.map((path) => [path, sites.filter((site) => site.holds(path)).map(({ runner, folder }) => `${runner} ${folder.slice(ROOT.length + 1)}`.trim())]),
  );
}

const json = (value: object) => JSON.stringify(value);
const needing = (...packages: readonly string[]) => ({ devDependencies: Object.fromEntries(packages.map((name) => [name, '*'])) });
const GLOBALS = "test('adds', () => {});\n";

const LAYOUTS: readonly (readonly [name: string, files: Readonly<Record<string, string>>, held: Readonly<Record<string, string[]>>])[] = [
  ['one package', { 'package.json': json(needing('jest')), 'a.test.js': GLOBALS }, { 'a.test.js': ['jest'] }],
  [
    'a package that has only a runner whose files always say so',
    { 'package.json': json(needing('jest')), 'packages/a/package.json': json(needing('@playwright/test')), 'packages/a/a.test.js': GLOBALS },
    { 'packages/a/a.test.js': ['jest'] },
  ],
  [
    'a workspace of vitest, whose file speaks for the packages',
    {
      'package.json': json(needing('vitest')),
      'vitest.workspace.js': "export default ['packages/*'];\n",
      'packages/a/package.json': json({ scripts: { test: 'vitest run' } }),
      'packages/a/a.test.js': GLOBALS,
    },
    { 'packages/a/a.test.js': ['vitest'] },
  ],
  [
    'a runner of the root that a package does not use',
    { 'package.json': json(needing('vitest')), 'packages/a/package.json': json(needing('jest')), 'packages/a/a.test.js': GLOBALS, 'b.test.js': GLOBALS },
    { 'packages/a/a.test.js': ['jest packages/a'], 'b.test.js': ['vitest'] },
  ],
  [
    'all runners installed at the root, named by scripts of the packages',
    {
      'package.json': json(needing('vitest', 'jest', 'mocha')),
      'packages/a/package.json': json({ scripts: { test: 'jest --ci' } }),
      'packages/a/a.test.js': GLOBALS,
      'packages/b/package.json': json({ scripts: { test: 'vitest run' } }),
      'packages/b/b.test.js': GLOBALS,
      'packages/c/package.json': json({ scripts: { test: 'cross-env X=1 mocha' } }),
      'packages/c/c.test.js': GLOBALS,
    },
    { 'packages/a/a.test.js': ['jest packages/a'], 'packages/b/b.test.js': ['vitest packages/b'], 'packages/c/c.test.js': ['mocha packages/c'] },
  ],
  [
    'packages that configure it themselves',
    {
      'package.json': json({ ...needing('vitest'), scripts: { test: 'pnpm -r test' } }),
      'packages/a/package.json': json({ ...needing('vitest'), scripts: { test: 'vitest run' } }),
      'packages/a/vitest.config.ts': 'export default {}',
      'packages/a/a.test.ts': GLOBALS,
      'scripts/b.test.ts': GLOBALS,
    },
    { 'packages/a/a.test.ts': ['vitest packages/a'], 'scripts/b.test.ts': ['vitest'] },
  ],
  [
    'a root that speaks for its packages',
    {
      'package.json': json(needing('vitest')),
      'vitest.config.ts': "export default { test: { projects: ['packages/*'] } }",
      'packages/a/package.json': json({ ...needing('vitest'), scripts: { test: 'vitest run' } }),
      'packages/a/a.test.ts': GLOBALS,
    },
    { 'packages/a/a.test.ts': ['vitest'] },
  ],
  [
    'jest of the root with projects, in package.json',
    {
      'package.json': json({ ...needing('jest'), jest: { projects: ['<rootDir>/packages/*'] } }),
      'packages/a/jest.config.js': 'module.exports = {}',
      'packages/a/a.test.js': GLOBALS,
    },
    { 'packages/a/a.test.js': ['jest'] },
  ],
  [
    'what a file imports says more than where it lies',
    {
      'package.json': json(needing('jest', 'vitest', '@playwright/test')),
      'e2e/a.spec.ts': "import { test } from '@playwright/test';\n",
      'b.test.ts': "import 'vitest';\n",
    },
    { 'e2e/a.spec.ts': ['playwright'], 'b.test.ts': ['vitest'] },
  ],
  [
    'two that are installed, one that is used',
    { 'package.json': json({ ...needing('mocha', 'jest'), scripts: { test: 'jest' } }), 'a.test.js': GLOBALS },
    { 'a.test.js': ['jest'] },
  ],
];

test.for(LAYOUTS)('%s', ([, files, held]) => {
  expect(holders(files)).toEqual(held);
});

test('a place around others runs only what is left to it', () => {
  const files: Readonly<Record<string, string>> = {
    'package.json': json({ ...needing('mocha'), scripts: { test: 'mocha' } }),
    'test/own.test.js': GLOBALS,
    'packages/a/.mocharc.json': '{}',
    'packages/a/a.test.js': GLOBALS,
  };

  const project: ProjectFiles = { root: ROOT, paths: Object.keys(files).toSorted(), search, signal: new AbortController().signal, text: (path) => files[path] };
  expect(packageSites(project, 'mocha', runnerRows).map(({ folder, only }) => [folder.slice(ROOT.length), only])).toEqual([
    ['', [join(ROOT, 'test', 'own.test.js')]],
    [join(sep, 'packages', 'a'), undefined],
  ]);
});
