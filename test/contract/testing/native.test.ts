// cargo test and ctest of this machine: every way in which a test can end.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { debianProgram } from '../../support/debianProgram.ts';
import { named, outcomes, ran, runOutOfTime, testProject } from './testProject.ts';

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

test('cargo test', async (context) => {
  await debianProgram(context, 'cargo');
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
  expect(await project.refusal('run_tests', { test: 'nobody' })).toMatchObject({ error: 'test_not_found', next: expect.stringContaining('list_tests') });
});

// What the second test of a file does, the file "mood" beside the project says.
const MOODY_CRATE = {
  '.gitignore': 'target\n',
  'Cargo.toml': CRATE['Cargo.toml'],
  'Cargo.lock': CRATE['Cargo.lock'],
  'src/lib.rs': 'pub fn nothing() {}\n',
  'tests/many.rs': Array.from({ length: 1000 }, (_, number) => `#[test]\nfn number${number}() {}\n`).join(''),
  'tests/mood.rs': `#[test]
fn first() {}

#[test]
fn second() {
    // The first one has the time to end.
    std::thread::sleep(std::time::Duration::from_millis(500));
    match std::fs::read_to_string("../mood").unwrap_or_default().as_str() {
        "aborts" => std::process::abort(),
        "exits" => std::process::exit(0),
        "hangs" => {
            let child = std::process::Command::new("sleep").arg("600").spawn().unwrap();
            std::fs::write("../pids", format!("{} {}\\n", std::process::id(), child.id())).unwrap();
            std::thread::sleep(std::time::Duration::from_secs(600));
        }
        _ => {}
    }
}
`,
};

test('cargo test: none, a thousand, a process that dies, and one that never ends', async (context) => {
  await debianProgram(context, 'cargo');
  await using empty = await testProject({ 'Cargo.toml': CRATE['Cargo.toml'], 'src/lib.rs': MOODY_CRATE['src/lib.rs'] });
  expect(await empty.listed()).toEqual([]);
  expect(await empty.call('run_tests', {})).toMatchObject({ state: 'finished', counts: { passed: 0 }, next: expect.stringContaining('list_tests') });
  await using project = await testProject(MOODY_CRATE);
  const mood = join(project.root, '..', 'mood');
  expect(await project.call('run_tests', {})).toMatchObject({ state: 'finished', counts: { passed: 1002, failed: 0 } });
  const { stdout } = await ran(['cargo', 'test', '--offline', '--test', 'many'], project.root);
  expect(stdout).toContain('test result: ok. 1000 passed; 0 failed');
  expect((await project.results({ query: 'number' })).filter(({ status }) => status === 'passed')).toHaveLength(1000);
  for (const [word, why] of [
    ['aborts', 'SIGABRT'],
    ['exits', 'exit status: 0'],
  ] as const) {
    await writeFile(mood, word);
    expect(await project.call('run_tests', { target: 'tests/mood.rs' })).toMatchObject({
      counts: { passed: 1, error: 1 },
      failures: [{ test: 'second', status: 'error', file: 'tests/mood.rs', line: 5, message: expect.stringContaining(why) }],
    });
  }
  await writeFile(mood, 'hangs');
  expect(await runOutOfTime(project, 'first')).toMatchObject({ state: 'timed_out', counts: { passed: 1001, error: 0 } });
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

test('ctest', async (context) => {
  await debianProgram(context, 'cmake');
  await debianProgram(context, 'cc', 'gcc');
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
  expect(await project.refusal('run_tests', { test: 'addss' })).toMatchObject({ error: 'test_not_found', message: expect.stringContaining('adds') });
  // What it builds in the project to list the tests is in the history.
  await ran(['cmake', '-S', '.', '-B', 'build'], project.root);
  await writeFile(join(project.root, 'test', 'check.c'), `${CMAKE['test/check.c']}\n`);
  const { changeId } = await project.call('list_tests', {});
  expect(await project.call('list_changes', {})).toMatchObject({
    changes: expect.arrayContaining([expect.objectContaining({ changeId, tool: 'list_tests' })]),
  });
});
