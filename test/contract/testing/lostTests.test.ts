// A test that ends its process takes others with it: which ones is said, and the run has not passed. Each runner as it comes.
import { mkdir, symlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { debianProgram } from '../../support/debianProgram.ts';
import { needs, type ToolName } from '../../support/testTools.ts';
import { withVariable } from '../debugging/debuggee.ts';
import { testProject } from './testProject.ts';

interface Row {
  readonly tool?: ToolName;
  readonly program?: 'go' | 'cargo';
  readonly files: Readonly<Record<string, string>>;
  readonly passed: number;
  readonly missing: readonly string[];
  // As its file is called among the results, if the runner goes on without it.
  readonly blamed?: string;
}

const needing = (name: string) => JSON.stringify({ name: 'shop', devDependencies: { [name]: '*' } });
const THREE = (ending: string) => `test('before', () => {});\ntest('ends', () => ${ending});\ntest('after', () => {});\n`;
const MOCHA = (text: string) => text.replaceAll('test(', 'it(');

const ROWS: readonly (readonly [name: string, row: Row])[] = [
  [
    'mocha',
    {
      tool: 'mocha',
      files: { 'package.json': needing('mocha'), 'test/a.js': MOCHA(THREE('process.exit(0)')), 'test/b.js': "it('later', () => {});\n" },
      passed: 1,
      missing: ['test/a.js after', 'test/b.js later'],
      blamed: 'ends',
    },
  ],
  [
    'jest',
    {
      tool: 'jest',
      files: { 'package.json': needing('jest'), 'a.test.js': THREE('process.exit(0)') },
      passed: 1,
      missing: ['a.test.js after'],
      blamed: 'ends',
    },
  ],
  [
    'node:test',
    {
      files: { 'package.json': '{ "name": "shop" }', 'a.test.js': `const { test } = require('node:test');\n${THREE('process.exit(0)')}` },
      // Node itself calls this a success, and has lost what came before.
      passed: 0,
      missing: ['a.test.js after', 'a.test.js before', 'a.test.js ends'],
    },
  ],
  [
    'vitest',
    {
      tool: 'vitest',
      files: {
        'package.json': needing('vitest'),
        'vitest.config.mjs': "export default { test: { pool: 'forks' } };\n",
        'a.test.js': `import { test } from 'vitest';\n${THREE("process.kill(process.pid, 'SIGKILL')")}`,
      },
      passed: 0,
      missing: [],
    },
  ],
  [
    'pytest',
    {
      tool: 'pytest-8',
      files: {
        'pytest.ini': '[pytest]\n',
        'test_a.py': 'import os\n\n\ndef test_before():\n    pass\n\n\ndef test_ends():\n    os._exit(0)\n\n\ndef test_after():\n    pass\n',
      },
      passed: 1,
      missing: ['test_a.py test_after'],
      blamed: 'test_ends',
    },
  ],
  [
    'pytest with xdist',
    {
      tool: 'pytest-8',
      files: {
        'pytest.ini': '[pytest]\naddopts = -n 1 --max-worker-restart=0\n',
        'test_a.py': 'import os\n\n\ndef test_before():\n    pass\n\n\ndef test_ends():\n    os.abort()\n\n\ndef test_after():\n    pass\n',
      },
      passed: 1,
      missing: ['test_a.py test_after'],
      blamed: 'test_ends',
    },
  ],
  [
    'go',
    {
      program: 'go',
      files: {
        'go.mod': 'module shop\n\ngo 1.21\n',
        'a_test.go':
          'package shop\n\nimport "testing"\n\nfunc TestBefore(t *testing.T) {}\n\nfunc TestEnds(t *testing.T) { panic("ends") }\n\nfunc TestAfter(t *testing.T) {}\n',
      },
      passed: 1,
      missing: ['a_test.go TestAfter'],
      blamed: 'TestEnds',
    },
  ],
  [
    'go, which is asked to exit',
    {
      program: 'go',
      files: {
        'go.mod': 'module shop\n\ngo 1.21\n',
        'a_test.go':
          'package shop\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestBefore(t *testing.T) {}\n\nfunc TestEnds(t *testing.T) { os.Exit(0) }\n\nfunc TestAfter(t *testing.T) {}\n',
      },
      passed: 1,
      missing: ['a_test.go TestAfter'],
      blamed: 'TestEnds',
    },
  ],
  [
    'cargo',
    {
      program: 'cargo',
      files: {
        'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
        'src/lib.rs':
          '#[test]\nfn a_before() {}\n\n#[test]\nfn b_ends() {\n    std::process::abort()\n}\n\n#[test]\nfn c_after() {}\n\n#[test]\nfn d_last() {}\n',
      },
      passed: 1,
      missing: ['src/lib.rs c_after', 'src/lib.rs d_last'],
      blamed: 'b_ends',
    },
  ],
];

test.for(ROWS)('%s', async ([, { tool, program, files, passed, missing, blamed }], context) => {
  const installed = tool === undefined ? undefined : await needs(context, tool);
  if (program !== undefined) await debianProgram(context, program);
  // So that Rust's begin in the order of their names.
  using _threads = withVariable('RUST_TEST_THREADS', '1');
  using _path = withVariable('PYTHONPATH', tool?.startsWith('pytest') === true ? [installed?.folder ?? ''].join(delimiter) : '');
  await using project = await testProject({ '.gitignore': 'node_modules\n__pycache__\n', ...files }, async (root) => {
    if (installed === undefined || !installed.folder.includes('node_modules')) return;
    await mkdir(join(root, 'node_modules'));
    await symlink(installed.folder, join(root, 'node_modules', tool ?? ''), 'junction');
  });
  const answer = await project.call('run_tests', {});
  expect(answer).toMatchObject({ counts: { passed } });
  const names = Array.isArray(answer['missing']) ? answer['missing'].map(String).toSorted() : [];
  expect(names).toEqual(missing);
  // Nobody could take it for a run that has passed.
  const failures = [...(await project.results({ status: 'error' })), ...(await project.results({ status: 'failed' }))];
  if (blamed !== undefined) expect(failures.map((row) => row.test)).toContain(blamed);
  expect(answer['state'] === 'crashed' || failures.length > 0 || answer['problems'] !== undefined).toBe(true);
});
