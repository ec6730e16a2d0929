// go test of this machine: every way in which a test can end, and coverage of changed lines.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { named, outcomes, ran, type TestProject, testProject } from './testProject.ts';

const FILES = {
  'go.mod': 'module example.com/shop\n\ngo 1.20\n',
  'cart/cart.go': 'package cart\n\nfunc Total(prices []int) int {\n\tsum := 0\n\tfor _, price := range prices {\n\t\tsum += price\n\t}\n\treturn sum\n}\n',
  'cart/cart_test.go': `package cart

import (
	"fmt"
	"testing"
)

func TestAddsUp(t *testing.T) {
	fmt.Println("adding")
	if got := Total([]int{1, 2}); got != 3 {
		t.Errorf("got %d, want %d", got, 3)
	}
}

func TestIsWrong(t *testing.T) {
	t.Log("about to fail")
	if got := Total([]int{1, 2}); got != 4 {
		t.Errorf("got %d, want %d", got, 4)
	}
}

func TestLater(t *testing.T) {
	t.Skip("comes later")
}

func TestTable(t *testing.T) {
	for _, name := range []string{"one", "two"} {
		t.Run(name, func(t *testing.T) {
			if name == "two" {
				t.Fatal("two is wrong")
			}
		})
	}
}
`,
  'user/user.go': 'package user\n\nimport "example.com/shop/cart"\n\nfunc Pays() int { return cart.Total([]int{2}) }\n',
  'user/user_test.go': 'package user\n\nimport "testing"\n\nfunc TestPays(t *testing.T) {\n\tif Pays() != 2 {\n\t\tt.Fatal("no")\n\t}\n}\n',
  'alone/alone.go': 'package alone\n\nfunc One() int { return 1 }\n',
  'alone/alone_test.go': 'package alone\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n',
  'crash/crash_test.go': 'package crash\n\nimport "testing"\n\nfunc TestDies(t *testing.T) {\n\tvar nothing *int\n\t*nothing = 1\n}\n',
  'broken/broken_test.go': 'package broken\n\nimport "testing"\n\nfunc TestBroken(t *testing.T) { undefined() }\n',
  'empty/empty.go': 'package empty\n',
  'many/many_test.go': `package many

import (
	"fmt"
	"testing"
)

func TestMany(t *testing.T) {
	for number := 0; number < 1000; number++ {
		t.Run(fmt.Sprint(number), func(t *testing.T) {})
	}
}
`,
};

let project: TestProject;

beforeAll(async () => {
  project = await testProject(FILES);
  await project.git('init', '-q', '-b', 'main');
  await project.git('add', '-A');
  await project.git('commit', '-q', '-m', 'all');
});
afterAll(() => project[Symbol.asyncDispose]());

test('lists names with their files and lines', async () => {
  expect(await project.listed({ file: 'cart' })).toEqual([
    'cart/cart_test.go:15 TestIsWrong',
    'cart/cart_test.go:22 TestLater',
    'cart/cart_test.go:26 TestTable',
    'cart/cart_test.go:8 TestAddsUp',
  ]);
});

test('passes, fails, skips and has subtests, as go itself says', async () => {
  const { stdout } = await ran(['go', 'test', '-v', './cart'], project.root);
  const own = [...stdout.matchAll(/^\s*--- (PASS|FAIL|SKIP): (\S+)/gm)].map(
    ([, status, name = '']) => `${{ PASS: 'passed', FAIL: 'failed', SKIP: 'skipped' }[status ?? '']} ${name.split('/').join(' > ')}`,
  );
  expect(await project.call('run_tests', { target: 'cart' })).toMatchObject({ state: 'finished', counts: { passed: 2, failed: 3, skipped: 1, error: 0 } });
  const rows = await project.results();
  expect(own).toHaveLength(6);
  expect(outcomes(rows)).toEqual(own.toSorted());
  expect(named(rows, 'TestIsWrong')).toMatchObject({ file: 'cart/cart_test.go', line: 15, expected: '4', actual: '3' });
  expect(named(rows, 'TestIsWrong').stack).toContain('cart/cart_test.go:18:1');
  expect(named(rows, 'TestIsWrong').output).toContain('about to fail');
  expect(named(rows, 'TestAddsUp')).toMatchObject({ output: 'adding' });
  expect(named(rows, 'TestLater').message).toContain('comes later');
});

test('one test by its name, the failed ones, a file, and those that a change may break', async () => {
  expect(await project.call('run_tests', { target: 'cart', test: 'TestTable > one' })).toMatchObject({ counts: { passed: 2, failed: 0 } });
  for (const name of ['TestTable > nobody', 'TestTable/nobody', 'TestNobody'])
    expect(await project.refusal('run_tests', { target: 'cart', test: name })).toMatchObject({ error: 'test_not_found' });
  expect(await project.call('run_tests', { target: 'failed' })).toMatchObject({ counts: { failed: 3 } });
  expect(await project.call('run_tests', { target: 'alone/alone_test.go' })).toMatchObject({ counts: { passed: 1, failed: 0 } });
  await writeFile(join(project.root, 'user/user.go'), FILES['user/user.go'].replace('{2}', '{3}'));
  expect(await project.call('run_tests', { target: 'affected' })).toMatchObject({
    counts: { passed: 0, failed: 1 },
    affected: { chosen: ['user/user_test.go'], testFiles: 6 },
  });
  await project.git('checkout', '-q', 'user/user.go');
});

test('a panic is an error of the test that ran, a build that fails a problem, a package without tests neither', async () => {
  expect(await project.call('run_tests', { target: 'crash' })).toMatchObject({
    counts: { passed: 0 },
    failures: [{ test: 'TestDies', message: expect.stringContaining('nil pointer') }],
  });
  expect(await project.call('run_tests', { target: 'broken' })).toMatchObject({
    counts: { passed: 0 },
    problems: [{ file: 'broken/broken_test.go', line: 5, message: expect.stringContaining('undefined') }],
  });
  expect(await project.call('run_tests', { target: 'empty' })).toMatchObject({ counts: { passed: 0, failed: 0 }, next: expect.stringContaining('list_tests') });
});

test('a thousand subtests', async () => {
  expect(await project.call('run_tests', { target: 'many' })).toMatchObject({ counts: { passed: 1001 } });
});

test('coverage, and of the changed lines which of them no test reaches', async () => {
  expect(await project.refusal('get_coverage', {})).toMatchObject({ error: 'no_coverage' });
  await writeFile(join(project.root, 'alone/alone.go'), 'package alone\n\nfunc One() int {\n\treturn 1\n}\n\nfunc Two() int {\n\treturn 2\n}\n');
  expect(await project.call('run_tests', { target: 'alone', coverage: true })).toMatchObject({ counts: { passed: 1 } });
  expect(await project.call('get_coverage', { file: 'alone' })).toMatchObject({
    format: 'go',
    totals: { files: 1, lines: { covered: 3, total: 6 } },
    changed: { lines: { covered: 3, total: 6 }, files: [{ file: 'alone/alone.go', uncovered: ['7-9'] }] },
    files: [{ file: 'alone/alone.go', uncovered: ['7-9'] }],
  });
  await project.git('checkout', '-q', 'alone/alone.go');
});
