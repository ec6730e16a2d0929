// pytest and unittest, from PyPI and from Python itself: every way in which a test can end, against pytest's own report.
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testTool } from '../../support/testTools.ts';
import { withVariable } from '../debugging/debuggee.ts';
import { named, outcomes, ran, type TestProject, testProject } from './testProject.ts';

const FILES = {
  '.gitignore': '__pycache__\n',
  'pytest.ini': '[pytest]\n',
  'shop/__init__.py': '',
  'shop/cart.py':
    'LIMIT = 10\n\n\ndef total(prices):\n    result = 0\n    for price in prices:\n        result += price\n    return result\n\n\ndef is_full(prices):\n    return len(prices) >= LIMIT\n',
  'tests/test_cart.py': `import time
import pytest
from shop.cart import total


class TestCart:
    def test_adds_up(self):
        print("adding")
        assert total([1, 2]) == 3

    def test_is_wrong(self):
        print("about to fail")
        assert total([1, 2]) == 4

    @pytest.mark.skip(reason="comes later")
    def test_comes_later(self):
        pass

    @pytest.mark.parametrize("count", [1, 2])
    def test_each(self, count):
        assert total([count]) == count


@pytest.fixture
def database():
    raise RuntimeError("no database")


def test_needs_it(database):
    pass


@pytest.mark.xfail(reason="known")
def test_known():
    assert False
`,
  'tests/test_full.py': 'from shop.cart import is_full\n\n\ndef test_full():\n    assert is_full(range(10))\n',
  'tests/test_unit.py': `import unittest
from shop.cart import total


class UnitTest(unittest.TestCase):
    def test_unit(self):
        print("unit")
        self.assertEqual(total([2]), 2)

    def test_unit_wrong(self):
        self.assertEqual(total([2]), 3)

    @unittest.skip("not now")
    def test_unit_skipped(self):
        pass


class BrokenClass(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError("no class")

    def test_behind(self):
        pass
`,
  'other/test_broken.py': 'import nowhere\n\n\ndef test_never_seen():\n    pass\n',
  'other/test_crash.py': 'import os\n\n\ndef test_before():\n    pass\n\n\ndef test_dies():\n    os.abort()\n',
  'other/test_many.py': 'import pytest\n\n\n@pytest.mark.parametrize("number", range(1000))\ndef test_many(number):\n    assert number >= 0\n',
  'other/test_slow.py': 'import time\n\n\ndef test_slow():\n    time.sleep(60)\n',
};

let project: TestProject;
let variable: Disposable;

beforeAll(async () => {
  const folders = [(await testTool('pytest')).folder, (await testTool('pytest-cov')).folder];
  variable = withVariable('PYTHONPATH', folders.join(delimiter));
  project = await testProject(FILES);
  await project.git('init', '-q', '-b', 'main');
  await project.git('add', '-A');
  await project.git('commit', '-q', '-m', 'all');
});
afterAll(async () => {
  await project[Symbol.asyncDispose]();
  variable[Symbol.dispose]();
});

test('lists classes, names and lines, and says which file cannot be loaded', async () => {
  expect(await project.listed({ file: 'tests/test_cart.py', query: 'TestCart' })).toEqual([
    'tests/test_cart.py:11 TestCart > test_is_wrong',
    'tests/test_cart.py:15 TestCart > test_comes_later',
    'tests/test_cart.py:19 TestCart > test_each[1]',
    'tests/test_cart.py:19 TestCart > test_each[2]',
    'tests/test_cart.py:7 TestCart > test_adds_up',
  ]);
  expect(await project.call('list_tests', { file: 'other/test_broken.py' })).toMatchObject({
    total: 0,
    complete: false,
    problems: [{ file: 'other/test_broken.py', message: expect.stringContaining('nowhere') }],
  });
});

test('passes, fails, skips and breaks in its setup, as pytest itself reports', async () => {
  const report = join(project.root, '..', 'report.xml');
  await ran(['python3', '-m', 'pytest', 'tests', '-q', '-p', 'no:cacheprovider', `--junitxml=${report}`], project.root, { PYTHONDONTWRITEBYTECODE: '1' });
  const own = [...(await readFile(report, 'utf8')).matchAll(/<testcase classname="([^"]*)" name="([^"]*)"[^>]*?(?:\/>|>\s*<(\w+))/g)].map(
    ([, owner = '', name, element]) => {
      const status = { failure: 'failed', error: 'error', skipped: 'skipped' }[element ?? ''] ?? 'passed';
      const suite = owner.split('.').filter((part) => /^[A-Z]/.test(part));
      return `${status} ${[...suite, name].join(' > ')}`;
    },
  );
  const answer = await project.call('run_tests', { target: 'tests' });
  const rows = await project.results();
  expect(own).toHaveLength(12);
  expect(outcomes(rows)).toEqual(own.toSorted());
  expect(answer).toMatchObject({ state: 'finished', counts: { passed: 5, failed: 2, skipped: 3, error: 2 }, branch: 'main', uncommittedFiles: 0 });
  expect(named(rows, 'test_is_wrong')).toMatchObject({ file: 'tests/test_cart.py', line: 11, expected: '4', actual: '3', output: 'about to fail' });
  expect(named(rows, 'test_is_wrong').stack?.[0]).toContain('tests/test_cart.py:13:');
  expect(named(rows, 'test_adds_up')).toMatchObject({ output: 'adding' });
  expect(named(rows, 'test_needs_it').message).toContain('no database');
  expect(named(rows, 'test_comes_later').message).toContain('comes later');
  expect(named(rows, 'test_unit_wrong')).toMatchObject({ expected: '3', actual: '2' });
});

test('one test by its name, the failed ones, and those that a change may break', async () => {
  expect(await project.call('run_tests', { target: 'tests', test: 'TestCart > test_adds_up' })).toMatchObject({ counts: { passed: 1, failed: 0, skipped: 0 } });
  expect(await project.call('run_tests', { target: 'tests', test: 'test_each' })).toMatchObject({ counts: { passed: 2, failed: 0 } });
  expect(await project.call('run_tests', { target: 'failed' })).toMatchObject({ counts: { passed: 0, failed: 2, error: 2 } });
  await writeFile(join(project.root, 'shop/cart.py'), FILES['shop/cart.py'].replace('>= LIMIT', '> LIMIT'));
  expect(await project.call('run_tests', { target: 'affected' })).toMatchObject({ affected: { changed: ['shop/cart.py'], testFiles: 7 }, uncommittedFiles: 1 });
  expect(await project.results({ status: 'failed' })).toContainEqual(expect.objectContaining({ test: 'test_full' }));
  expect((await project.results()).filter(({ file }) => file?.startsWith('other/'))).toEqual([]);
  await project.git('checkout', '-q', 'shop/cart.py');
});

test('a file that cannot be loaded is a problem, and a process that dies an error of the test that ran', async () => {
  const broken = await project.call('run_tests', { target: 'other/test_broken.py' });
  expect(broken).toMatchObject({ counts: { passed: 0 }, problems: [{ message: expect.stringContaining('nowhere') }] });
  expect(await project.call('run_tests', { target: 'other/test_crash.py' })).toMatchObject({
    counts: { passed: 1, error: 1 },
    failures: [{ test: 'test_dies', status: 'error', message: expect.stringMatching(/SIGABRT|exit code/) }],
  });
});

test('a long run goes on, is asked for later and can be ended', async () => {
  const started = await project.call('run_tests', { target: 'other/test_slow.py', timeout: 0 });
  expect(started).toMatchObject({ state: 'running', next: expect.stringContaining('get_test_results') });
  expect(await project.call('run_tests', { stop: started['runId'] })).toMatchObject({ runId: started['runId'], state: 'stopped' });
  expect(await project.refusal('get_test_results', { run_id: 't99' })).toMatchObject({ error: 'test_run_not_found' });
});

test('a thousand tests', async () => {
  expect(await project.call('run_tests', { target: 'other/test_many.py' })).toMatchObject({ counts: { passed: 1000 } });
  expect(await project.listed({ file: 'other/test_many.py' })).toHaveLength(1000);
});

test('coverage, changed lines that no test reaches, and a change that only those feel who ran the function', async () => {
  expect(await project.call('run_tests', { target: 'tests', coverage: true })).toMatchObject({ counts: { passed: 5, failed: 2 } });
  const changed = FILES['shop/cart.py'].replace('>= LIMIT', '> LIMIT').concat('\n\ndef is_empty(prices):\n    return not prices\n');
  await writeFile(join(project.root, 'shop/cart.py'), changed);
  expect(await project.call('run_tests', { target: 'affected' })).toMatchObject({
    counts: { passed: 0, failed: 1 },
    failures: [{ test: 'test_full' }],
    affected: { chosen: ['tests/test_full.py'], by: 'executions' },
  });
  expect(await project.call('run_tests', { target: 'tests', coverage: true })).toMatchObject({ state: 'finished' });
  expect(await project.call('get_coverage', { file: 'shop' })).toMatchObject({
    format: 'cobertura',
    changed: { lines: { covered: 2, total: 3 }, files: [{ file: 'shop/cart.py', uncovered: ['16'] }] },
  });
  // What Python cannot read breaks everyone who loads it.
  await writeFile(join(project.root, 'shop/cart.py'), FILES['shop/cart.py'].replace('>= LIMIT', '>= LIMIT)'));
  const unreadable = await project.call('run_tests', { target: 'affected' });
  expect(unreadable).toMatchObject({ affected: { chosen: ['tests/test_cart.py', 'tests/test_full.py', 'tests/test_unit.py'] }, counts: { passed: 0 } });
  expect(unreadable['problems']).toHaveLength(3);
  await project.git('checkout', '-q', 'shop/cart.py');
});

test('unittest by itself reports the same', async () => {
  expect(await project.call('run_tests', { target: 'tests/test_unit.py', runner: 'unittest' })).toMatchObject({
    counts: { passed: 1, failed: 1, skipped: 1, error: 1 },
  });
  const rows = await project.results();
  expect(outcomes(rows)).toEqual([
    'error BrokenClass > test_behind',
    'failed UnitTest > test_unit_wrong',
    'passed UnitTest > test_unit',
    'skipped UnitTest > test_unit_skipped',
  ]);
  expect(named(rows, 'test_unit_wrong')).toMatchObject({ file: 'tests/test_unit.py', line: 10, expected: '3', actual: '2' });
  expect(named(rows, 'test_unit')).toMatchObject({ output: 'unit' });
  expect(await project.listed({ file: 'tests/test_unit.py', runner: 'unittest' })).toHaveLength(4);
  expect(await project.refusal('run_tests', { test: 'test_units', runner: 'unittest', target: 'tests/test_unit.py' })).toMatchObject({
    error: 'test_not_found',
  });
  expect(await project.call('run_tests', { target: 'tests/test_unit.py', runner: 'unittest', coverage: true })).toMatchObject({
    counts: { passed: 1, failed: 1, skipped: 1, error: 1 },
  });
  expect(await project.call('get_coverage', { file: 'shop/cart.py' })).toMatchObject({
    format: 'coverage.py',
    files: [{ file: 'shop/cart.py', lines: { covered: 7, total: 8 }, uncovered: ['12'] }],
  });
});

test('nothing is left in the project', async () => {
  expect(await project.git('status', '--porcelain', '--ignored')).toBe('');
});
