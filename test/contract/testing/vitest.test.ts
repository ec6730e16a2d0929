// vitest, from its registry: every way in which a test can end, against vitest's own report.
import { existsSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testTool } from '../../support/testTools.ts';
import { named, outcomes, ran, type TestProject, testProject } from './testProject.ts';

const FILES = {
  '.gitignore': 'node_modules\n',
  'package.json': JSON.stringify({ name: 'shop', type: 'module', devDependencies: { vitest: '*' } }),
  'src/cart.ts': 'export function total(prices: readonly number[]): number {\n  return prices.reduce((sum, price) => sum + price, 0);\n}\n',
  'src/other.ts': 'export const other = 1;\n',
  'test/cart.test.ts': `import { beforeEach, describe, expect, test } from 'vitest';
import { total } from '../src/cart.ts';

describe('cart', () => {
  test('adds up', () => {
    console.log('adding');
    expect(total([1, 2])).toBe(3);
  });
  test('is wrong', () => {
    console.log('about to fail');
    expect(total([1, 2])).toBe(4);
  });
  test.skip('comes later', () => {});
  test('never ends', { timeout: 50 }, () => new Promise(() => {}));
});

describe('with a broken setup', () => {
  beforeEach(() => {
    throw new Error('no database');
  });
  test('needs it', () => {});
});
`,
  'test/other.test.ts': "import { expect, test } from 'vitest';\nimport { other } from '../src/other.ts';\n\ntest('other', () => expect(other).toBe(1));\n",
  'test/broken.test.ts': "import { test } from 'vitest';\nimport './nowhere.ts';\ntest('is never seen', () => {});\n",
  'test/crash.test.ts': "import { test } from 'vitest';\ntest('dies', () => process.kill(process.pid, 'SIGKILL'));\n",
  'many/many.test.ts': `import { expect, test } from 'vitest';\nfor (let index = 0; index < 1000; index++) test(\`number \${index}\`, () => expect(index).toBe(index));\n`,
};

let project: TestProject;
let installed: string;

beforeAll(async () => {
  installed = join((await testTool('vitest')).folder, '..');
  project = await testProject(FILES, (folder) => symlink(installed, join(folder, 'node_modules')));
  await project.git('init', '-q', '-b', 'main');
  await project.git('add', '-A');
  await project.git('commit', '-q', '-m', 'all');
});
afterAll(() => project[Symbol.asyncDispose]());

const Report = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() })) })),
});

test('lists suites, names and lines, and says which file cannot be loaded', async () => {
  expect(await project.listed({ file: 'test/cart.test.ts' })).toEqual([
    'test/cart.test.ts:13 cart > comes later',
    'test/cart.test.ts:14 cart > never ends',
    'test/cart.test.ts:21 with a broken setup > needs it',
    'test/cart.test.ts:5 cart > adds up',
    'test/cart.test.ts:9 cart > is wrong',
  ]);
});

test('passes, fails, skips, breaks in its setup and runs out of time, as vitest itself reports', async () => {
  const report = join(project.root, '..', 'report.json');
  await ran([process.execPath, join(installed, 'vitest', 'vitest.mjs'), 'run', 'test/cart.test.ts', '--reporter=json', `--outputFile=${report}`], project.root);
  const own = Report.parse(JSON.parse(await readFile(report, 'utf8')))
    .testResults.flatMap(({ assertionResults }) => assertionResults)
    .map(({ ancestorTitles, title, status }) => `${status === 'pending' ? 'skipped' : status} ${[...ancestorTitles, title].join(' > ')}`);
  const answer = await project.call('run_tests', { target: 'test/cart.test.ts' });
  const rows = await project.results();
  expect(outcomes(rows)).toEqual(own.toSorted());
  expect(answer).toMatchObject({ state: 'finished', counts: { passed: 1, failed: 3, skipped: 1, error: 0 }, branch: 'main', uncommittedFiles: 0 });
  expect(named(rows, 'is wrong')).toMatchObject({ file: 'test/cart.test.ts', line: 9, expected: '4', actual: '3', output: 'about to fail' });
  expect(named(rows, 'is wrong').stack?.[0]).toContain('test/cart.test.ts:11:');
  expect(named(rows, 'adds up')).toMatchObject({ output: 'adding' });
  expect(named(rows, 'never ends').message).toContain('timed out in 50ms');
  expect(named(rows, 'needs it').message).toContain('no database');
});

test('one test by its name, the failed ones, and those that a change may break', async () => {
  expect(await project.call('run_tests', { test: 'cart > adds up' })).toMatchObject({ counts: { passed: 1, failed: 0, skipped: 0 } });
  expect(await project.call('run_tests', { target: 'failed' })).toMatchObject({ counts: { passed: 0, failed: 3 } });
  expect(await project.refusal('run_tests', { target: 'many', test: 'no such name' })).toMatchObject({
    error: 'test_not_found',
    next: expect.stringContaining('list_tests'),
  });
  expect(await project.refusal('run_tests', { target: 'affected' })).toMatchObject({ error: 'no_change' });
  await writeFile(join(project.root, 'src/other.ts'), 'export const other = 2;\n');
  expect(await project.call('run_tests', { target: 'affected' })).toMatchObject({
    counts: { passed: 0, failed: 1 },
    affected: { changed: ['src/other.ts'], chosen: ['test/other.test.ts'], by: 'imports' },
    uncommittedFiles: 1,
  });
  await project.git('checkout', '-q', 'src/other.ts');
  expect((await project.call('get_test_results', {}))['outdated']).toEqual(['src/other.ts']);
});

test('a file that cannot be loaded is a problem, a process that dies an error, and the rest has its results', async () => {
  const broken = await project.call('run_tests', { target: 'test/broken.test.ts' });
  expect(broken).toMatchObject({ counts: { passed: 0 }, problems: [{ file: 'test/broken.test.ts', message: expect.stringContaining('nowhere') }] });
  const crashed = await project.call('run_tests', { target: 'test/crash.test.ts' });
  expect(JSON.stringify(crashed)).toMatch(/exited unexpectedly|terminated|SIGKILL/i);
  expect(crashed).toMatchObject({ counts: { passed: 0 } });
});

test('a thousand tests', async () => {
  expect(await project.call('run_tests', { target: 'many' })).toMatchObject({ counts: { passed: 1000 } });
  expect(await project.call('get_test_results', { query: 'number 999' })).toMatchObject({ total: 1, results: [{ test: 'number 999', status: 'passed' }] });
  expect(await project.listed({ file: 'many' })).toHaveLength(1000);
});

test('coverage, and of the changed lines which of them no test reaches', async () => {
  const changed = `${FILES['src/other.ts']}\nexport function twice(value: number): number {\n  return value * 2;\n}\n\nexport const more = other + 1;\n`;
  await writeFile(join(project.root, 'src/other.ts'), changed);
  expect(await project.call('run_tests', { target: 'test/other.test.ts', coverage: true })).toMatchObject({ counts: { passed: 1 } });
  expect(await project.call('get_coverage', {})).toMatchObject({
    format: 'lcov',
    changed: { lines: { covered: 1, total: 2 }, files: [{ file: 'src/other.ts', uncovered: ['4'] }] },
    files: [{ file: 'src/other.ts', lines: { covered: 2, total: 3 }, uncovered: ['4'] }],
  });
  await project.git('checkout', '-q', 'src/other.ts');
});

test('nothing is left in the project', async () => {
  expect(await project.git('status', '--porcelain')).toBe('');
  expect(existsSync(join(project.root, 'coverage'))).toBe(false);
});
