// Tests are listed by file, with suite, name and line.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { SPECS } from '../../../test/support/specs.ts';

test('by file, with suites and lines', async () => {
  await using agent = await agentOn(SPECS);
  const { value, text } = await agent.call('list_tests', {});
  expect(value).toMatchObject({
    total: 5,
    complete: true,
    files: [
      { file: 'a.spec', runner: 'spec', tests: [{ test: 'cart > adds', line: 2 }, { test: 'cart > sums', line: 3 }, { test: 'cart > later' }] },
      { file: 'b.spec', tests: [{ test: 'breaks' }, { test: 'works' }] },
    ],
  });
  expect(text).toContain('5 tests (spec');
});

test('of one file, by part of a name, and in pages', async () => {
  await using agent = await agentOn(SPECS);
  expect((await agent.call('list_tests', { file: 'b.spec' })).value).toMatchObject({ total: 2 });
  expect((await agent.call('list_tests', { query: 'SUM' })).value).toMatchObject({ total: 1, files: [{ tests: [{ test: 'cart > sums' }] }] });
  const first = await agent.call('list_tests', { page_size: 3 });
  expect(first.value).toMatchObject({ total: 5, otherFiles: { 'b.spec': 2 } });
  expect((await agent.call('list_tests', { page_size: 3, cursor: first.value['cursor'] })).value).toMatchObject({ files: [{ file: 'b.spec' }] });
});

test('a project without a runner, and a file outside of it, are refused', async () => {
  await using agent = await agentOn('// @file a.txt\nnothing\n');
  expect(await agent.refusal('list_tests', {})).toMatchObject({ error: 'no_test_runner', next: expect.stringContaining('vitest') });
  expect(await agent.refusal('list_tests', { file: '../a.spec' })).toMatchObject({ error: 'outside_project' });
});
