// jest, mocha, node:test and Playwright, from their registry: every way in which a test can end, against the runner's own report.
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { needs, type TestTool, type ToolName } from '../../support/testTools.ts';
import { named, outcomes, ran, runToEnd, testProject } from './testProject.ts';

interface Runner {
  readonly name: string;
  readonly tool?: ToolName;
  readonly files: Readonly<Record<string, string>>;
  // The tests of cart.test, as its own report has them: "status suite > name", sorted.
  readonly report: (root: string, modules: string) => Promise<string[]>;
  readonly listed: readonly string[];
  readonly broken: string;
  readonly setup?: 'failed' | 'error';
  // How many tests the large file has.
  readonly many: number;
}

// A large file takes its time on a busy machine.
const LONGEST = minutes(8);
const CART = 'exports.total = (prices) => prices.reduce((sum, price) => sum + price, 0);\n';
const many = (count: number) => `for (let index = 0; index < ${count}; index++) test(\`number \${index}\`, () => {});\n`;

const JEST: Runner = {
  name: 'jest',
  tool: 'jest',
  files: {
    'package.json': JSON.stringify({ name: 'shop', devDependencies: { jest: '*' } }),
    'cart.js': CART,
    'test/cart.test.js': `const { total } = require('../cart');
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
  test('never ends', () => new Promise(() => {}), 50);
});
describe('with a broken setup', () => {
  beforeEach(() => {
    throw new Error('no database');
  });
  test('needs it', () => {});
});
`,
    'other/broken.test.js': "require('./nowhere');\ntest('is never seen', () => {});\n",
    'other/empty.test.js': '',
    'many/many.test.js': many(1000),
  },
  async report(root, modules) {
    const file = join(root, '..', 'jest.json');
    await ran([process.execPath, join(modules, 'jest', 'bin', 'jest.js'), 'test/cart.test.js', '--json', `--outputFile=${file}`], root);
    const shape = z.object({
      testResults: z.array(z.object({ assertionResults: z.array(z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() })) })),
    });
    const { testResults } = shape.parse(JSON.parse(await readFile(file, 'utf8')));
    return testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status }) => `${status === 'pending' ? 'skipped' : status} ${[...ancestorTitles, title].join(' > ')}`),
    );
  },
  listed: ['11 cart > comes later', '12 cart > never ends', '18 with a broken setup > needs it', '3 cart > adds up', '7 cart > is wrong'],
  broken: 'nowhere',
  many: 1000,
};

const MOCHA: Runner = {
  name: 'mocha',
  tool: 'mocha',
  files: {
    'package.json': JSON.stringify({ name: 'shop', devDependencies: { mocha: '*' } }),
    'cart.js': CART,
    'test/cart.test.js': `const assert = require('node:assert');
const { total } = require('../cart');
describe('cart', () => {
  it('adds up', () => {
    console.log('adding');
    assert.strictEqual(total([1, 2]), 3);
  });
  it('is wrong', () => {
    console.log('about to fail');
    assert.strictEqual(total([1, 2]), 4);
  });
  it.skip('comes later', () => {});
  it('never ends', function () {
    this.timeout(50);
    return new Promise(() => {});
  });
});
describe('with a broken setup', () => {
  beforeEach(() => {
    throw new Error('no database');
  });
  it('needs it', () => {});
});
`,
    'other/broken.test.js': "require('./nowhere');\nit('is never seen', () => {});\n",
    'other/crash.test.js': "it('dies', () => process.kill(process.pid, 'SIGKILL'));\n",
    'other/empty.test.js': '',
    'many/many.test.js': many(1000).replace('test(', 'it('),
  },
  async report(root, modules) {
    const { stdout } = await ran([process.execPath, join(modules, 'mocha', 'bin', 'mocha.js'), 'test/cart.test.js', '--reporter', 'json'], root);
    const titles = z.array(z.object({ fullTitle: z.string() }));
    const report = z.object({ passes: titles, failures: titles, pending: titles }).parse(JSON.parse(stdout.slice(stdout.indexOf('{'))));
    const of = (status: string, list: z.infer<typeof titles>) =>
      list.map(({ fullTitle }) => {
        const hook = / "before each" hook for "(.*)"$/.exec(fullTitle);
        const [, suite = '', name = ''] = /^(cart|with a broken setup) (.*)$/.exec(fullTitle) ?? [];
        return `${hook === null ? status : 'error'} ${suite} > ${hook?.[1] ?? name}`;
      });
    return [...of('passed', report.passes), ...of('failed', report.failures), ...of('skipped', report.pending)];
  },
  listed: ['12 cart > comes later', '13 cart > never ends', '22 with a broken setup > needs it', '4 cart > adds up', '8 cart > is wrong'],
  broken: 'nowhere',
  many: 1000,
  setup: 'error',
};

const NODE: Runner = {
  name: 'node:test',
  files: {
    'package.json': JSON.stringify({ name: 'shop' }),
    'cart.js': CART,
    'test/cart.test.mjs': `import assert from 'node:assert';
import { beforeEach, describe, it } from 'node:test';
import cart from '../cart.js';
describe('cart', () => {
  it('adds up', () => {
    console.log('adding');
    assert.strictEqual(cart.total([1, 2]), 3);
  });
  it('is wrong', () => {
    console.log('about to fail');
    assert.strictEqual(cart.total([1, 2]), 4);
  });
  it.skip('comes later', () => {});
  it('never ends', { timeout: 50 }, () => new Promise((resolve) => setTimeout(resolve, 300)));
});
describe('with a broken setup', () => {
  beforeEach(() => {
    throw new Error('no database');
  });
  it('needs it', () => {});
});
`,
    'test/other.test.js': "const test = require('node:test');\ntest('other', () => {});\n",
    'other/broken.test.mjs': "import 'node:test';\nimport './nowhere.mjs';\n",
    'other/empty.test.mjs': "import 'node:test';\n",
    'many/many.test.js': `const test = require('node:test');\n${many(1000)}`,
  },
  async report(root) {
    const { stdout } = await ran([process.execPath, '--test', '--test-reporter=tap', 'test/cart.test.mjs'], root);
    const rows: string[] = [];
    let suite: string[] = [];
    for (const line of stdout.split('\n')) {
      const opened = /^# Subtest: (cart|with a broken setup)$/.exec(line)?.[1];
      if (opened !== undefined) suite = [opened];
      const [, not, name, directive] = /^ {4}(not )?ok \d+ - (.*?)(?: # (SKIP).*)?$/.exec(line) ?? [];
      if (name !== undefined)
        rows.push(
          `${directive !== undefined ? 'skipped' : not === undefined ? 'passed' : suite[0] === 'cart' ? 'failed' : 'error'} ${[...suite, name].join(' > ')}`,
        );
    }
    return rows;
  },
  listed: ['13 cart > comes later', '14 cart > never ends', '20 with a broken setup > needs it', '5 cart > adds up', '9 cart > is wrong'],
  broken: 'nowhere',
  many: 1000,
  setup: 'error',
};

const PLAYWRIGHT: Runner = {
  name: 'playwright',
  tool: 'playwright-test',
  files: {
    'package.json': JSON.stringify({ name: 'shop', devDependencies: { '@playwright/test': '*' } }),
    'playwright.config.js': "module.exports = { testDir: '.', workers: 1 };\n",
    'cart.js': CART,
    'test/cart.test.js': `const { expect, test } = require('@playwright/test');
const { total } = require('../cart');
test.describe('cart', () => {
  test('adds up', () => {
    console.log('adding');
    expect(total([1, 2])).toBe(3);
  });
  test('is wrong', () => {
    console.log('about to fail');
    expect(total([1, 2])).toBe(4);
  });
  test.skip('comes later', () => {});
  test('never ends', async () => {
    test.setTimeout(50);
    await new Promise(() => {});
  });
});
test.describe('with a broken setup', () => {
  test.beforeEach(() => {
    throw new Error('no database');
  });
  test('needs it', () => {});
});
`,
    'other/broken.test.js': "const { test } = require('@playwright/test');\nrequire('./nowhere');\ntest('is never seen', () => {});\n",
    'other/crash.test.js': "const { test } = require('@playwright/test');\ntest('dies', () => process.kill(process.pid, 'SIGKILL'));\n",
    'other/empty.test.js': "require('@playwright/test');\n",
    'many/many.test.js': `const { test } = require('@playwright/test');\n${many(200)}`,
  },
  async report(root, modules) {
    const { stdout } = await ran([process.execPath, join(modules, '@playwright', 'test', 'cli.js'), 'test', 'test/cart.test.js', '--reporter=json'], root);
    const Spec = z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) });
    const Suite = z.object({ title: z.string(), specs: z.array(Spec) });
    const report = z.object({ suites: z.array(z.object({ suites: z.array(Suite) })) }).parse(JSON.parse(stdout.slice(stdout.indexOf('{'))));
    const words: Record<string, string> = { expected: 'passed', unexpected: 'failed', skipped: 'skipped' };
    return report.suites.flatMap(({ suites }) =>
      suites.flatMap(({ title, specs }) => specs.map((spec) => `${words[spec.tests[0]?.status ?? '']} ${title} > ${spec.title}`)),
    );
  },
  listed: ['12 cart > comes later', '13 cart > never ends', '22 with a broken setup > needs it', '4 cart > adds up', '8 cart > is wrong'],
  broken: 'nowhere',
  // Each costs it twenty milliseconds.
  many: 200,
};

test.for([JEST, MOCHA, NODE, PLAYWRIGHT].map((runner) => [runner.name, runner] as const))('%s', { timeout: LONGEST }, async ([, runner], context) => {
  const tool: TestTool | undefined = runner.tool === undefined ? undefined : await needs(context, runner.tool);
  const modules = tool === undefined ? '' : tool.folder.slice(0, tool.folder.lastIndexOf('node_modules') + 'node_modules'.length);
  const cart = Object.keys(runner.files).find((path) => path.startsWith('test/cart')) ?? '';
  await using project = await testProject({ '.gitignore': 'node_modules\n', ...runner.files }, async (folder) => {
    if (tool !== undefined) await symlink(modules, join(folder, 'node_modules'));
  });
  // Suites, names and lines.
  expect(await project.listed({ file: cart })).toEqual(runner.listed.map((row) => `${cart}:${row}`));
  // Passes, fails, skips, breaks in its setup and runs out of time, as its own report says.
  const own = (await runner.report(project.root, modules)).toSorted();
  const answer = await project.call('run_tests', { target: cart });
  const rows = await project.results();
  expect(own).toHaveLength(5);
  expect(outcomes(rows)).toEqual(own);
  expect(answer).toMatchObject({ state: 'finished', counts: { passed: 1, skipped: 1 } });
  const wrong = named(rows, 'is wrong');
  expect(wrong).toMatchObject({ file: cart, expected: '4', actual: '3' });
  expect(wrong.stack?.[0]).toContain(`${cart}:`);
  expect(named(rows, 'needs it')).toMatchObject({ status: runner.setup ?? 'failed', message: expect.stringContaining('no database') });
  expect(named(rows, 'never ends')).toMatchObject({ status: 'failed', message: expect.stringMatching(/time/i) });
  expect([wrong.output, named(rows, 'adds up').output].map((text) => text?.trim())).toEqual(['about to fail', 'adding']);
  // By name, and what failed.
  expect(await project.call('run_tests', { target: cart, test: 'cart > adds up' })).toMatchObject({ counts: { passed: 1, failed: 0, skipped: 0, error: 0 } });
  expect(await project.call('run_tests', { target: 'failed' })).toMatchObject({ counts: { passed: 0, failed: runner.setup === 'error' ? 2 : 3, skipped: 0 } });
  // A file that cannot be loaded, one that kills its process, one without tests, and a large one.
  const broken = Object.keys(runner.files).find((path) => path.includes('broken')) ?? '';
  expect(await project.call('run_tests', { target: broken })).toMatchObject({
    counts: { passed: 0 },
    problems: [{ message: expect.stringContaining(runner.broken) }],
  });
  if ('other/crash.test.js' in runner.files)
    expect(await project.call('run_tests', { target: 'other/crash.test.js' })).toMatchObject({ counts: { passed: 0 }, failures: [{ test: 'dies' }] });
  const empty = Object.keys(runner.files).find((path) => path.includes('empty')) ?? '';
  expect(await project.call('run_tests', { target: empty })).toMatchObject({ counts: { passed: 0, failed: 0 }, failures: [] });
  expect(await runToEnd(project.call, { target: 'many' })).toMatchObject({ counts: { passed: runner.many } });
});
