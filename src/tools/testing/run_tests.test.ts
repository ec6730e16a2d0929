// Failures are reported with what was expected; what still runs can be asked for and ended.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { SPECS } from '../../../test/support/specs.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';

test('all tests: counts, failures with expected and actual, and the commit', async () => {
  await using agent = await agentOn(SPECS);
  const { value, text } = await agent.call('run_tests', {});
  expect(value).toMatchObject({
    runId: 't1',
    state: 'finished',
    counts: { passed: 2, failed: 1, skipped: 1, error: 1 },
    commit: '0123456789ab',
    uncommittedFiles: 1,
    failures: [
      { test: 'cart > sums', status: 'failed', file: 'a.spec', line: 3, expected: '3', actual: '4', stack: ['a.spec:3:1 sums'], output: 'sums printed this' },
      { test: 'breaks', status: 'error', message: 'no database' },
    ],
  });
  expect(text).toContain('FAILED cart > sums  a.spec:3');
});

test('a file, a name, the failed ones, and a name that no test has', async () => {
  await using agent = await agentOn(SPECS);
  expect((await agent.call('run_tests', { target: 'b.spec' })).value).toMatchObject({ counts: { passed: 1, error: 1 } });
  expect((await agent.call('run_tests', { test: 'cart > adds' })).value).toMatchObject({ counts: { passed: 1, failed: 0 }, failures: [] });
  expect((await agent.call('run_tests', { target: 'failed' })).value).toMatchObject({ counts: { passed: 0, error: 1 } });
  expect(await agent.refusal('run_tests', { test: 'nobody' })).toMatchObject({ error: 'test_not_found', next: expect.stringContaining('list_tests') });
  expect((await agent.call('get_test_results', {})).value).toMatchObject({ problems: [{ message: 'No test is named nobody.' }] });
  expect((await agent.call('run_tests', { target: 'affected' })).value).toMatchObject({ affected: { changed: ['a.spec'], testFiles: 2, by: 'imports' } });
});

test('a run that does not end is reported as running, and is ended by its id', async () => {
  await using agent = await agentOn('// @file a.spec\npass one\nhang forever\n');
  const { value, text } = await agent.call('run_tests', { timeout: 0 });
  expect(value).toMatchObject({ state: 'running', expectedTests: 2, next: expect.stringContaining('get_test_results') });
  expect(text).toContain('is running');
  expect((await agent.call('run_tests', { stop: value['runId'] })).value).toMatchObject({ state: 'stopped' });
  expect(await agent.refusal('run_tests', { stop: 't9' })).toMatchObject({ error: 'test_run_not_found', next: expect.stringContaining('t1') });
});

test('nothing that failed, and no runner, are refused', async () => {
  await using agent = await agentOn(SPECS);
  expect(await agent.refusal('run_tests', { target: 'failed' })).toMatchObject({ error: 'no_failed_tests' });
  await using empty = await agentOn('// @file a.txt\nnothing\n');
  expect(await empty.refusal('run_tests', {})).toMatchObject({ error: 'no_test_runner' });
});

test('a rule for the runner is a rule for running and for listing its tests', async () => {
  await using agent = await agentOn(SPECS, { policy: { ...defaultPolicy, commands: { 'spec *': 'deny' } } });
  for (const tool of ['run_tests', 'list_tests'])
    expect(await agent.refusal(tool, {})).toMatchObject({ error: 'not_permitted', message: expect.stringContaining('spec: the policy names it') });
  await using careful = await agentOn(SPECS, { policy: { ...defaultPolicy, effects: { ...defaultPolicy.effects, runs: 'ask' }, commands: { spec: 'allow' } } });
  expect((await careful.call('run_tests', {})).value).toMatchObject({ state: 'finished' });
});

test.each([
  ['nothing to run', { target: 'notes.md' }, 'No test matched: list_tests shows which there are.'],
  ['nothing but skipped tests', { test: 'later' }, 'Every test was skipped, so nothing has been tested.'],
])('%s is no success: it is said with the run and whenever its results are asked for', async (_, given, says) => {
  await using agent = await agentOn(`${SPECS}// @file notes.md\nno tests here\n`);
  const ran = await agent.call('run_tests', given);
  expect(ran.value).toMatchObject({ state: 'finished', counts: { passed: 0, failed: 0 }, next: says });
  const asked = await agent.call('get_test_results', {});
  expect(asked.value['next']).toBe(says);
  for (const { text } of [ran, asked]) expect(text).toContain(says);
  expect((await agent.call('run_tests', { test: 'adds' })).value).not.toHaveProperty('next');
  expect((await agent.call('get_test_results', {})).value).not.toHaveProperty('next');
});

test('a run that was ended before a test ran does not say that none matched', async () => {
  await using agent = await agentOn('// @file a.spec\nhang forever\n');
  const { value } = await agent.call('run_tests', { timeout: 0 });
  expect((await agent.call('run_tests', { stop: value['runId'] })).value).toMatchObject({ state: 'stopped', next: 'It ended before any test ran.' });
});
