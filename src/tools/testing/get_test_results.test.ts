// Results are kept, filtered and paged, failures first.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { SPECS } from '../../../test/support/specs.ts';

test('failures first, by status, file and name', async () => {
  await using agent = await agentOn(SPECS);
  await agent.call('run_tests', {});
  const { value, text } = await agent.call('get_test_results', {});
  expect(value).toMatchObject({
    runId: 't1',
    total: 5,
    results: [{ test: 'cart > sums' }, { test: 'breaks' }, { status: 'passed' }, { status: 'passed' }, { status: 'skipped' }],
  });
  expect(text.split('\n')[0]).toContain('2 passed, 1 failed, 1 skipped, 1 error');
  expect((await agent.call('get_test_results', { status: 'error' })).value).toMatchObject({ total: 1, results: [{ test: 'breaks' }] });
  expect((await agent.call('get_test_results', { file: 'a.spec' })).value).toMatchObject({ total: 3 });
  expect((await agent.call('get_test_results', { query: 'LATER' })).value).toMatchObject({ total: 1 });
});

test('a later run replaces what it ran, and the rest stays', async () => {
  await using agent = await agentOn(SPECS);
  await agent.call('run_tests', {});
  await agent.call('run_tests', { target: 'b.spec' });
  expect((await agent.call('get_test_results', {})).value).toMatchObject({ runId: 't2', total: 2 });
  expect((await agent.call('get_test_results', { run_id: 't1' })).value).toMatchObject({ total: 3, replaced: 2 });
  const all = await agent.call('get_test_results', { run_id: 'all', page_size: 4 });
  expect(all.value).toMatchObject({ total: 5, results: [{ runId: 't1' }, { runId: 't2' }, {}, {}] });
  expect((await agent.call('get_test_results', { run_id: 'all', page_size: 4, cursor: all.value['cursor'] })).value['results']).toHaveLength(1);
});

test('without a run, and with one that is not there, it is refused', async () => {
  await using agent = await agentOn(SPECS);
  expect(await agent.refusal('get_test_results', {})).toMatchObject({ error: 'no_test_run' });
  await agent.call('run_tests', {});
  expect(await agent.refusal('get_test_results', { run_id: 't7' })).toMatchObject({ error: 'test_run_not_found' });
});
