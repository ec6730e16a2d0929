// cargo test and ctest of this machine: every way in which a test can end.
import { expect, test } from 'vitest';
import { pathOfProgram } from '../../../src/hosts/headless/languages/machinePrograms.ts';
import { named, outcomes, ran, testProject } from './testProject.ts';

const CRATE = {
  '.gitignore': 'target\n',
  'Cargo.toml': '[package]\nname = "my-shop"\nversion = "0.1.0"\nedition = "2021"\n',
  'Cargo.lock': 'version = 3\n\n[[package]]\nname = "my-shop"\nversion = "0.1.0"\n',
  'src/lib.rs': `pub mod cart;

#[cfg(test)]
mod tests {
    use crate::cart::total;

    #[test]
    fn is_wrong() {
        println!("about to fail");
        assert_eq!(total(&[1, 2]), 4);
    }

    #[test]
    #[ignore = "comes later"]
    fn later() {}

    #[test]
    fn breaks() {
        let nothing: Option<i32> = None;
        nothing.expect("no database");
    }
}
`,
  'src/cart.rs': `pub fn total(prices: &[i32]) -> i32 {
    prices.iter().sum()
}

#[cfg(test)]
mod tests {
    #[test]
    fn adds_up() {
        assert_eq!(super::total(&[1, 2]), 3);
    }
}
`,
  'tests/outside.rs': '#[test]\nfn from_outside() {\n    assert_eq!(my_shop::cart::total(&[]), 0);\n}\n',
};

test.skipIf(pathOfProgram({ program: 'cargo' }) === undefined)('cargo test', async () => {
  await using project = await testProject(CRATE);
  expect(await project.listed()).toEqual([
    'src/cart.rs:8 cart > tests > adds_up',
    'src/lib.rs:15 tests > later',
    'src/lib.rs:18 tests > breaks',
    'src/lib.rs:8 tests > is_wrong',
    'tests/outside.rs:2 from_outside',
  ]);
  const { stdout } = await ran(['cargo', 'test', '--offline', '--no-fail-fast'], project.root);
  const words: Record<string, string> = { ok: 'passed', FAILED: 'failed', ignored: 'skipped' };
  const own = [...stdout.matchAll(/^test (\S+) \.\.\. (ok|FAILED|ignored)/gm)].map(
    ([, name = '', word = '']) => `${words[word]} ${name.split('::').join(' > ')}`,
  );
  expect(await project.call('run_tests', {})).toMatchObject({ state: 'finished', counts: { passed: 2, failed: 2, skipped: 1 } });
  const rows = await project.results();
  expect(own).toHaveLength(5);
  expect(outcomes(rows)).toEqual(own.toSorted());
  expect(named(rows, 'is_wrong')).toMatchObject({ expected: '4', actual: '3', output: 'about to fail', stack: ['src/lib.rs:10:9'] });
  expect(named(rows, 'later')).toMatchObject({ message: 'comes later' });
  expect(named(rows, 'breaks').message).toContain('no database');
  expect(await project.call('run_tests', { target: 'src/cart.rs' })).toMatchObject({ counts: { passed: 1, failed: 0 } });
  expect(await project.call('run_tests', { target: 'failed' })).toMatchObject({ counts: { passed: 0, failed: 2 } });
  expect(await project.call('run_tests', { test: 'from_outside' })).toMatchObject({ counts: { passed: 1, failed: 0 } });
  expect(await project.call('run_tests', { test: 'nobody' })).toMatchObject({ counts: { passed: 0 }, next: expect.stringContaining('list_tests') });
});

const CMAKE = {
  'CMakeLists.txt': `cmake_minimum_required(VERSION 3.10)
project(shop C)
enable_testing()
add_executable(check test/check.c)
add_test(NAME adds COMMAND check pass)
add_test(NAME wrong COMMAND check fail)
add_test(NAME dies COMMAND check crash)
add_test(NAME slow COMMAND check slow)
set_tests_properties(slow PROPERTIES TIMEOUT 1)
add_test(NAME later COMMAND check skip)
set_tests_properties(later PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME missing COMMAND nowhere)
foreach(number RANGE 1 50)
  add_test(NAME many\${number} COMMAND check pass)
endforeach()
`,
  'test/check.c': `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **given) {
  printf("doing %s\\n", given[1]);
  fflush(stdout);
  if (!strcmp(given[1], "fail")) return 1;
  if (!strcmp(given[1], "crash")) abort();
  if (!strcmp(given[1], "slow")) sleep(30);
  return strcmp(given[1], "skip") ? 0 : 77;
}
`,
};

const hasCmake = ['cmake', 'ctest', 'cc'].every((program) => pathOfProgram({ program }) !== undefined);

test.skipIf(!hasCmake)('ctest', async () => {
  await using project = await testProject(CMAKE);
  expect((await project.listed()).slice(0, 3)).toEqual(['CMakeLists.txt:10 later', 'CMakeLists.txt:12 missing', 'CMakeLists.txt:14 many1']);
  expect(await project.call('run_tests', {})).toMatchObject({ state: 'finished', counts: { passed: 51, failed: 2, skipped: 1, error: 2 } });
  const rows = await project.results();
  expect(outcomes(rows).filter((row) => !row.startsWith('passed many'))).toEqual([
    'error dies',
    'error missing',
    'failed slow',
    'failed wrong',
    'passed adds',
    'skipped later',
  ]);
  expect(named(rows, 'wrong')).toMatchObject({ file: 'CMakeLists.txt', line: 6, output: 'doing fail' });
  expect(named(rows, 'slow')).toMatchObject({ message: 'Timeout' });
  expect(await project.call('run_tests', { test: 'adds' })).toMatchObject({ counts: { passed: 1, failed: 0 } });
});
