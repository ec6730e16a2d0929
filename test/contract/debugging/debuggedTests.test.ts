// A test is named, and stops at the breakpoint in what it tests and then where it fails: every runner, through MCP, with the real one.
import { mkdir, symlink } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { type Debuggee, debuggee, onPath, withVariable } from './debuggee.ts';
import { ownModules } from './node/nodeSession.ts';

// The function that is wrong: everything costs one cent too much.
const TOTAL = `export function total(prices) {
  let sum = 1;
  for (const price of prices) sum += price;
  return sum;
}
`;
const COMMONJS = TOTAL.replace('export function', 'function').concat('module.exports = { total };\n');

const body = (assertion: string) => `
  describe('shop', () => {
  test('other', () => {});
  test('adds (all)', () => {
    const sum = total([2, 3]);
    ${assertion}
  });
});
`;

// Stops in total(), and goes on to the assertion.
async function walk(project: Debuggee, places: { code: [string, number]; test: [string, number]; name: string }): Promise<void> {
  const [code, line] = places.code;
  const [file, failing] = places.test;
  await project.call('set_breakpoint', { file: code, line });
  expect(await project.call('debug_test', { file, test: places.name, timeout: 100 })).toMatchObject({
    state: 'paused',
    reason: 'breakpoint',
    location: { file: code, line },
    variables: expect.arrayContaining([expect.objectContaining({ name: 'sum', value: expect.stringMatching(/^6/) })]),
  });
  const failed = await project.call('resume');
  expect(failed).toMatchObject({ state: 'paused', reason: 'exception', location: { file, line: failing } });
  expect(JSON.stringify(failed['variables'])).toMatch(/"name":"sum","value":"6/);
  await project.call('stop_debug_session');
}

async function installed(project: string, packages: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(join(project, 'node_modules'));
  for (const [name, folder] of Object.entries(packages)) await symlink(folder, join(project, 'node_modules', name), 'junction');
}

test('vitest', async () => {
  const tests = `import { describe, expect, test } from 'vitest';\nimport { total } from './total.js';${body('expect(sum).toBe(5);')}`;
  await using project = await debuggee(
    { 'package.json': '{ "type": "module", "devDependencies": { "vitest": "*" } }', 'total.js': TOTAL, 'total.test.js': tests },
    (folder) => installed(folder, { vitest: join(ownModules, 'vitest') }),
  );
  await walk(project, { code: ['total.js', 4], test: ['total.test.js', 7], name: 'shop > adds (all)' });
});

test('jest', async (context) => {
  const jest = await needs(context, 'jest');
  const tests = `const { total } = require('./total.js');\n${body('expect(sum).toBe(5);')}`;
  await using project = await debuggee({ 'package.json': '{ "devDependencies": { "jest": "*" } }', 'total.js': COMMONJS, 'total.test.js': tests }, (folder) =>
    installed(folder, { jest: jest.folder }),
  );
  await walk(project, { code: ['total.js', 4], test: ['total.test.js', 7], name: 'adds (all)' });
});

test('mocha', async (context) => {
  const mocha = await needs(context, 'mocha');
  const tests = `const assert = require('node:assert');\nconst { total } = require('./total.js');${body('assert.equal(sum, 5);').replaceAll('test(', 'it(')}`;
  await using project = await debuggee({ 'package.json': '{ "devDependencies": { "mocha": "*" } }', 'total.js': COMMONJS, 'total.test.js': tests }, (folder) =>
    installed(folder, { mocha: mocha.folder }),
  );
  await walk(project, { code: ['total.js', 4], test: ['total.test.js', 7], name: 'adds (all)' });
});

test('node:test', async () => {
  const tests = `const assert = require('node:assert'), { describe, test } = require('node:test');\nconst { total } = require('./total.js');${body('assert.equal(sum, 5);')}`;
  await using project = await debuggee({ 'total.js': COMMONJS, 'total.test.js': tests });
  await walk(project, { code: ['total.js', 4], test: ['total.test.js', 7], name: 'adds (all)' });
});

test('node:test, a test that another makes while it runs', async () => {
  const tests = `const assert = require('node:assert'), { describe, test } = require('node:test');
const { total } = require('./total.js');
describe('shop', () => {
  test('adds', async (t) => {
    for (const prices of [[], [2, 3]])
      await t.test(\`adds #\${prices.length}\`, () => {
        const sum = prices.length && total(prices);
        assert.equal(sum, prices.length && 5);
      });
  });
  test('other', () => {});
});
`;
  await using project = await debuggee({ 'total.js': COMMONJS, 'total.test.js': tests });
  await walk(project, { code: ['total.js', 4], test: ['total.test.js', 8], name: 'shop > adds > adds #2' });
  // By its last name only, once it is known from a run.
  expect(await project.refusal('debug_test', { file: 'total.test.js', test: 'adds #2' })).toMatchObject({ error: 'test_not_found' });
  expect(await project.call('run_tests', { target: 'total.test.js' })).toMatchObject({ counts: { passed: 2 } });
  expect(await project.call('debug_test', { file: 'total.test.js', test: 'adds #2', timeout: 100 })).toMatchObject({ state: 'paused' });
  await project.call('stop_debug_session');
  // One that is never made is not there.
  expect(await project.refusal('debug_test', { file: 'total.test.js', test: 'other > adds #7', timeout: 100 })).toMatchObject({
    error: 'test_not_found',
    message: expect.stringContaining('adds #'),
  });
});

test('pytest', async (context) => {
  const [debugpy, pytest] = [await needs(context, 'debugpy'), await needs(context, 'pytest')];
  using _path = withVariable('PYTHONPATH', [debugpy.folder, pytest.folder].join(delimiter));
  const code = 'def total(prices):\n    sum = 1\n    for price in prices:\n        sum += price\n    return sum\n';
  const tests =
    'import pytest\nfrom shop import total\n\n\ndef test_other():\n    pass\n\n\nclass TestShop:\n    @pytest.mark.parametrize("prices", [[2, 3]])\n    def test_adds(self, prices):\n        sum = total(prices)\n        assert sum == 5\n';
  await using project = await debuggee({ 'shop.py': code, 'test_shop.py': tests });
  await walk(project, { code: ['shop.py', 5], test: ['test_shop.py', 13], name: 'test_adds' });
  expect(await project.call('debug_test', { file: 'test_shop.py', test: 'test_other' })).toMatchObject({ state: 'ended', exitCode: 0 });
});

test('go test', async (context) => {
  const dlv = await needs(context, 'dlv');
  using _path = onPath(dirname(dlv.command[0] ?? ''));
  const code = 'package shop\n\nfunc total(prices []int) int {\n\tsum := 1\n\tfor _, price := range prices {\n\t\tsum += price\n\t}\n\treturn sum\n}\n';
  const tests =
    'package shop\n\nimport "testing"\n\nfunc TestOther(t *testing.T) {}\n\nfunc TestShop(t *testing.T) {\n\tt.Run("adds all", func(t *testing.T) {\n\t\tsum := total([]int{2, 3})\n\t\tif sum != 5 {\n\t\t\tt.Errorf("got %d", sum)\n\t\t}\n\t})\n}\n';
  await using project = await debuggee({ 'go.mod': 'module shop\n\ngo 1.21\n', 'shop.go': code, 'shop_test.go': tests });
  await walk(project, { code: ['shop.go', 8], test: ['shop_test.go', 11], name: 'TestShop/adds all' });
});

test('cargo test, also of one that is not there', async (context) => {
  using _path = onPath(await codelldb(context));
  const code =
    'pub fn total(prices: &[i32]) -> i32 {\n    let mut sum = 1;\n    for price in prices {\n        sum += price;\n    }\n    sum\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn other() {}\n\n    #[test]\n    fn adds() {\n        let sum = total(&[2, 3]);\n        assert_eq!(sum, 5);\n    }\n}\n';
  await using project = await debuggee({ 'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n', 'src/lib.rs': code });
  await walk(project, { code: ['src/lib.rs', 6], test: ['src/lib.rs', 19], name: 'adds' });
  expect(await project.refusal('debug_test', { file: 'src/lib.rs', test: 'add' })).toMatchObject({
    error: 'test_not_found',
    message: expect.stringContaining('tests::adds'),
  });
});

async function codelldb(context: TestContext): Promise<string> {
  return dirname((await needs(context, 'codelldb')).command[0] ?? '');
}
