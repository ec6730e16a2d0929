// Which files pytest collects, by each of the files that can configure it.
import { expect, test } from 'vitest';
import type { ProjectFiles } from '../../runnerRow.ts';
import { pytestSettings } from './settings.ts';

const nothing = () => Promise.reject(new Error('nothing is searched'));

function collected(files: Readonly<Record<string, string>>, folder: string, paths: readonly string[]): string[] {
  const project: ProjectFiles = {
    root: '/p',
    paths: Object.keys(files),
    search: { text: nothing, structure: nothing, syntaxErrors: nothing },
    signal: new AbortController().signal,
    text: (path) => files[path],
  };
  const { collects } = pytestSettings(project, folder);
  return paths.filter(collects);
}

const PATHS = ['test_top.py', 'tests/test_a.py', 'tests/deep/b_test.py', 'tests/helpers.py', 'other/test_c.py', 'integration/test_d.py', 'tests_old/test_e.py'];
const IN_TESTS = ['tests/test_a.py', 'tests/deep/b_test.py'];
const USUAL = PATHS.filter((path) => path !== 'tests/helpers.py');

const ROWS: readonly (readonly [name: string, files: Readonly<Record<string, string>>, collects: readonly string[]])[] = [
  ['nothing configured', {}, USUAL],
  ['pytest.ini', { 'pytest.ini': '[pytest]\naddopts = -q\ntestpaths = tests\n' }, IN_TESTS],
  [
    'pytest.ini with lines',
    { 'pytest.ini': '[pytest]\ntestpaths =\n    tests\n    integration  # slow\naddopts = -q\n' },
    [...IN_TESTS, 'integration/test_d.py'],
  ],
  ['an empty pytest.ini before others', { 'pytest.ini': '', 'setup.cfg': '[tool:pytest]\ntestpaths = tests\n' }, USUAL],
  ['pyproject.toml', { 'pyproject.toml': '[project]\nname = "x"\n\n[tool.pytest.ini_options]\ntestpaths = [\n  "tests",\n]\n\n[tool.ruff]\n' }, IN_TESTS],
  ['pyproject.toml with a text', { 'pyproject.toml': '[tool.pytest.ini_options]\ntestpaths = "tests integration"\n' }, [...IN_TESTS, 'integration/test_d.py']],
  ['pyproject.toml of pytest 9', { 'pyproject.toml': '[tool.pytest]\ntestpaths = ["tests"]\n' }, IN_TESTS],
  ['tox.ini', { 'tox.ini': '[tox]\nenvlist = py\n[pytest]\ntestpaths = tests/deep\n' }, ['tests/deep/b_test.py']],
  ['setup.cfg with CRLF', { 'setup.cfg': '[metadata]\r\nname = x\r\n[tool:pytest]\r\ntestpaths = tests\r\n' }, IN_TESTS],
  ['globs', { 'pytest.ini': '[pytest]\ntestpaths = test*\n' }, ['test_top.py', ...IN_TESTS, 'tests_old/test_e.py']],
  ['the folder itself', { 'pytest.ini': '[pytest]\ntestpaths = .\n' }, USUAL],
  ['other names', { 'pytest.ini': '[pytest]\npython_files = help*.py\ntestpaths = tests\n' }, ['tests/helpers.py']],
];

test.for(ROWS)('%s', ([, files, collects]) => {
  expect(collected(files, '', PATHS)).toEqual(collects);
});

test('in a folder of the project', () => {
  const files = { 'kit/pytest.ini': '[pytest]\ntestpaths = tests\n' };
  expect(collected(files, 'kit', ['tests/test_a.py', 'kit/tests/test_b.py', 'kit/test_c.py'])).toEqual(['kit/tests/test_b.py']);
});
