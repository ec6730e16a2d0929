// Every major version of each runner that a project of the last four years pins, a third of them in each run: it lists, runs, measures and is debugged, and says what failed.
import { symlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { isOldest, type Runner, triedVersions } from '../../support/runnerVersions.ts';
import { needs, type TestTool } from '../../support/testTools.ts';
import { withVariable } from '../debugging/debuggee.ts';
import { named, outcomes, testProject } from './testProject.ts';

interface Fixture {
  readonly files: Readonly<Record<string, string>>;
  // Where its tests are; another file beside it holds one that passes.
  readonly file: string;
  readonly other: string;
  // The suite with its tests: one that passes, one that fails and one that is skipped.
  readonly suite: string;
  readonly tests: readonly [passes: string, fails: string, skipped: string];
  // The line at which it fails, and the values that it reports of it.
  readonly fails: number;
  readonly coverage?: { readonly file: string; readonly uncovered: string };
  readonly without?: string;
}

const CART = 'exports.total = (prices) => prices.reduce((sum, price) => sum + price, 0);\nexports.unused = () => {\n  return 1;\n};\n';
const JEST_BODY = `describe('cart', () => {
  test('adds up', () => expect(total([1, 2])).toBe(3));
  test('is wrong', () => {
    console.log('about to fail');
    expect(total([1, 2])).toBe(4);
  });
  test.skip('comes later', () => {});
});
`;
const TESTS = ['adds up', 'is wrong', 'comes later'] as const;

const VITEST: Fixture = {
  files: {
    'package.json': JSON.stringify({ name: 'shop', type: 'module', devDependencies: { vitest: '*' } }),
    'cart.js': CART.replaceAll('exports.', 'export const '),
    'test/cart.test.ts': `import { describe, expect, test } from 'vitest';\nimport { total } from '../cart.js';\n${JEST_BODY}`,
    'test/other.test.ts': "import { test } from 'vitest';\ntest('other', () => {});\n",
  },
  file: 'test/cart.test.ts',
  other: 'test/other.test.ts',
  suite: 'cart',
  tests: TESTS,
  fails: 7,
  coverage: { file: 'cart.js', uncovered: '3' },
};

const JEST: Fixture = {
  ...VITEST,
  files: {
    'package.json': JSON.stringify({ name: 'shop', devDependencies: { jest: '*' } }),
    'cart.js': CART,
    'test/cart.test.js': `const { total } = require('../cart');\n\n${JEST_BODY}`,
    'test/other.test.js': "test('other', () => {});\n",
  },
  file: 'test/cart.test.js',
  other: 'test/other.test.js',
};

const ASSERT_BODY = JEST_BODY.replace(/expect\((.*?)\)\.toBe\((\d)\)/g, 'assert.strictEqual($1, $2)')
  .replaceAll('test(', 'it(')
  .replaceAll('test.', 'it.');

const MOCHA: Fixture = {
  ...JEST,
  files: {
    'package.json': JSON.stringify({ name: 'shop', devDependencies: { mocha: '*' } }),
    'cart.js': CART,
    'test/cart.test.js': `const assert = require('node:assert');\nconst { total } = require('../cart');\n${ASSERT_BODY}`,
    'test/other.test.js': "it('other', () => {});\n",
  },
};

const NODE: Fixture = {
  ...MOCHA,
  files: {
    'package.json': JSON.stringify({ name: 'shop' }),
    'cart.js': CART,
    'test/cart.test.js': `const assert = require('node:assert'), { describe, it } = require('node:test');\nconst { total } = require('../cart');\n${ASSERT_BODY}`,
    'test/other.test.js': "require('node:test').it('other', () => {});\n",
  },
};

const PLAYWRIGHT: Fixture = {
  ...JEST,
  files: {
    'package.json': JSON.stringify({ name: 'shop', devDependencies: { '@playwright/test': '*' } }),
    'playwright.config.js': "module.exports = { testDir: '.', workers: 1 };\n",
    'cart.js': CART,
    'test/cart.test.js': `const { expect, test } = require('@playwright/test');\nconst { total } = require('../cart');\n${JEST_BODY.replace('describe', 'test.describe')}`,
    'test/other.test.js': "const { test } = require('@playwright/test');\ntest('other', () => {});\n",
  },
  without: 'it measures nothing by itself',
};

const PYTEST: Fixture = {
  files: {
    'pytest.ini': '[pytest]\ntestpaths = tests\n',
    'shop/__init__.py': '',
    'shop/cart.py': 'def total(prices):\n    return sum(prices)\n\n\ndef unused():\n    return 1\n',
    'tests/test_cart.py': `import pytest
from shop.cart import total


class TestCart:
    def test_adds_up(self):
        assert total([1, 2]) == 3

    def test_is_wrong(self):
        print("about to fail")
        assert total([1, 2]) == 4

    @pytest.mark.skip(reason="comes later")
    def test_comes_later(self):
        pass
`,
    'tests/test_other.py': 'def test_other():\n    pass\n',
  },
  file: 'tests/test_cart.py',
  other: 'tests/test_other.py',
  suite: 'TestCart',
  tests: ['test_adds_up', 'test_is_wrong', 'test_comes_later'],
  fails: 11,
  coverage: { file: 'shop/cart.py', uncovered: '6' },
};

const FIXTURES: Readonly<Record<Runner, Fixture>> = { vitest: VITEST, jest: JEST, mocha: MOCHA, node: NODE, playwright: PLAYWRIGHT, pytest: PYTEST };
// The newest is tried without what would measure it.
const UNMEASURED: Readonly<Record<string, string>> = { 'mocha 12': 'c8 is not installed' };

test.for(triedVersions())('$name', async (version, context) => {
  const fixture = FIXTURES[version.runner];
  const without = UNMEASURED[version.name] ?? fixture.without;
  const tools: TestTool[] = [];
  for (const tool of version.tools) tools.push(await needs(context, tool));
  const isPython = fixture === PYTEST;
  using _path = withVariable('PYTHONPATH', isPython ? tools.map(({ folder }) => folder).join(delimiter) : '');
  const [tool] = tools;
  await using project = await testProject({ '.gitignore': 'node_modules\n__pycache__\n', ...fixture.files }, async (root) => {
    if (isPython || tool === undefined) return;
    await symlink(tool.folder.slice(0, tool.folder.lastIndexOf('node_modules') + 'node_modules'.length), join(root, 'node_modules'), 'junction');
  });
  const { file, other, suite, tests, fails } = fixture;
  const [passes, wrong, skipped] = tests.map((name) => `${suite} > ${name}`);
  const ofOther = isPython ? 'test_other' : 'other';
  // Which there are. Lines are not reported by every version.
  const listed = (await project.listed()).map((row) => row.replace(/:(?:\d+|undefined) /, ' ')).toSorted();
  expect(listed).toEqual([...[passes, wrong, skipped].map((name) => `${file} ${name}`), `${other} ${ofOther}`].toSorted());

  // All of them, measured where it can be.
  if (without !== undefined)
    expect(await project.refusal('run_tests', { coverage: true })).toMatchObject({
      error: 'coverage_unsupported',
      message: expect.stringContaining(without),
    });
  const measured = without === undefined;
  expect(await project.call('run_tests', { coverage: measured })).toMatchObject({
    state: 'finished',
    counts: { passed: 2, failed: 1, skipped: 1, error: 0 },
    failures: [{ test: wrong }],
  });
  const rows = await project.results();
  expect(outcomes(rows)).toEqual([`failed ${wrong}`, `passed ${passes}`, `passed ${ofOther}`, `skipped ${skipped}`].toSorted());
  const failed = named(rows, tests[1]);
  expect(failed).toMatchObject({ file, expected: '4', actual: '3', message: expect.stringMatching(/\S/) });
  expect(failed.output?.trim()).toBe('about to fail');
  expect(failed.stack?.[0]).toMatch(new RegExp(`^${file.replace('.', '\\.')}:${fails}:`));
  if (measured && fixture.coverage !== undefined) {
    const { file: covered, uncovered } = fixture.coverage;
    expect(await project.call('get_coverage', { file: covered })).toMatchObject({
      files: [{ file: covered, uncovered: [expect.stringContaining(uncovered)] }],
    });
  }

  // One of a file by its name, what failed, and a name that no test has.
  expect(await project.call('run_tests', { target: file, test: passes })).toMatchObject({ counts: { passed: 1, failed: 0, skipped: 0, error: 0 } });
  expect(await project.call('run_tests', { target: 'failed' })).toMatchObject({ counts: { passed: 0, failed: 1, skipped: 0, error: 0 } });
  expect(await project.refusal('run_tests', { test: `${passes}s` })).toMatchObject({ error: 'test_not_found', message: expect.stringContaining(passes ?? '') });

  // Under the debugger it stops where it fails; a name that no test has is not run. With the newest ones debuggedTests.test.ts does the same.
  if (!isOldest(version)) return;
  expect(await project.refusal('debug_test', { file, test: `${passes}s` })).toMatchObject({ error: 'test_not_found' });
  expect(await project.call('debug_test', { file, test: wrong, timeout: 100 })).toMatchObject({
    state: 'paused',
    reason: 'exception',
    location: { file, line: fails },
  });
  await project.call('stop_debug_session', {});
});
