// A name that no test has is an error of run_tests and of debug_test alike, also where only a run can find it out. The other runners are asked in runnerVersions.test.ts and workspaces.test.ts.
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { debianProgram } from '../../support/debianProgram.ts';
import { needs, type ToolName } from '../../support/testTools.ts';
import { onPath, withVariable } from '../debugging/debuggee.ts';
import { testProject } from './testProject.ts';

interface Row {
  readonly tools: readonly ToolName[];
  readonly programs?: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly file: string;
  // What comes of a test that is there.
  readonly known: Readonly<Record<string, 'runs' | 'debugged'>>;
  // With what the error of debug_test must offer instead.
  readonly unknown: readonly { readonly test: string; readonly near?: string; readonly debugging?: string }[];
}

const GO = `package shop

import "testing"

func TestAdds(t *testing.T) {
	t.Run("one and two", func(t *testing.T) {
		t.Run("deep", func(t *testing.T) {})
	})
}
`;

const ROWS: readonly (readonly [name: string, row: Row])[] = [
  [
    'go',
    {
      tools: ['dlv'],
      programs: ['go'],
      files: { 'go.mod': 'module shop\n\ngo 1.21\n', 'shop.go': 'package shop\n\nfunc Silent() {}\n', 'shop_test.go': GO },
      file: 'shop_test.go',
      known: { 'TestAdds/one and two/deep': 'debugged' },
      unknown: [{ test: 'TestAdds/one and three', near: 'TestAdds > one and two' }],
    },
  ],
  [
    'unittest',
    {
      tools: ['debugpy'],
      files: { 'test_shop.py': 'import unittest\n\n\nclass Shop(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(1 + 1, 2)\n' },
      file: 'test_shop.py',
      known: { 'Shop > test_adds': 'debugged' },
      unknown: [{ test: 'test_add', near: 'Shop > test_adds' }, { test: 'Shops > test_adds' }],
    },
  ],
  [
    'ctest',
    {
      tools: [],
      programs: ['cmake'],
      files: {
        'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.10)\nproject(shop NONE)\nenable_testing()\nadd_test(NAME adds COMMAND ${CMAKE_COMMAND} -E true)\n',
      },
      file: 'CMakeLists.txt',
      known: { adds: 'runs' },
      unknown: [{ test: 'add', debugging: 'cannot_debug' }],
    },
  ],
];

test.for(ROWS)('%s', async ([, { tools, programs = [], files, file, known, unknown }], context) => {
  for (const program of programs) await debianProgram(context, program);
  const installed = await Promise.all(tools.map((tool) => needs(context, tool)));
  using _python = withVariable('PYTHONPATH', installed.map(({ folder }) => folder).join(':'));
  using _path = onPath(installed.flatMap(({ command }) => command.slice(0, 1).map(dirname)).join(':'));
  await using project = await testProject({ '.gitignore': '__pycache__\n', ...files });
  for (const [name, what] of Object.entries(known)) {
    if (what === 'debugged') expect(await project.call('debug_test', { file, test: name, timeout: 100 })).toMatchObject({ state: 'ended', exitCode: 0 });
    else expect(await project.call('run_tests', { target: file, test: name })).toMatchObject({ counts: { passed: 1 } });
  }
  for (const { test: name, near = '', debugging = 'test_not_found' } of unknown) {
    expect(await project.refusal('run_tests', { target: file, test: name }), `run ${name}`).toMatchObject({ error: 'test_not_found' });
    const refusal = await project.refusal('debug_test', { file, test: name, timeout: 100 });
    expect(refusal, `debug ${name}`).toMatchObject({ error: debugging });
    expect(JSON.stringify(refusal)).toContain(near);
  }
});

test('a file of Go without tests is none that passes under the debugger', async (context) => {
  const dlv = await needs(context, 'dlv');
  using _path = onPath(dirname(dlv.command[0] ?? ''));
  await using project = await testProject({ 'go.mod': 'module shop\n\ngo 1.21\n', 'shop_test.go': 'package shop\n\nvar fixture = 1\n' });
  expect(await project.refusal('debug_test', { file: 'shop_test.go' })).toMatchObject({ error: 'cannot_debug', message: expect.stringContaining('no test') });
});
