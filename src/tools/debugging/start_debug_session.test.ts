// A program is run to its first stop, which one answer describes.
import { expect, test } from 'vitest';
import { agentOf, agentOn } from '../../../test/support/check.ts';
import { LINES, PROGRAM } from '../../../test/support/debuggee.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';
import type { Review } from '../../server/reviews/reviewShape.ts';

test('it stops at a breakpoint, and the answer says where, why and with which values', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.print });
  const { value, text } = await agent.call('start_debug_session', { program: 'main.run' });
  expect(value).toMatchObject({
    sessionId: 's1',
    state: 'paused',
    reason: 'breakpoint',
    location: { file: 'main.run', line: LINES.print, function: 'total' },
    breakpoints: [{ id: 'b1', hits: 1 }],
    stack: [
      { index: 0, function: 'total', line: LINES.print },
      { index: 1, function: 'main' },
    ],
    variables: [{ name: 'result', value: '3', type: 'number' }],
  });
  expect(text).toContain('>*4    print(result)');
});

test('an exception stops it too, with what was printed before', async () => {
  await using agent = await agentOn(PROGRAM);
  const { value } = await agent.call('start_debug_session', { configuration_name: 'main.run' });
  expect(value).toMatchObject({ state: 'paused', reason: 'exception', exception: { type: 'Broken', message: 'no stock' }, output: '3\n10\n' });
});

test('a program that ends reports its exit code and its output', async () => {
  await using agent = await agentOn('// @file main.run\nprint("done")\n');
  expect((await agent.call('start_debug_session', { program: 'main.run' })).value).toMatchObject({ state: 'ended', exitCode: 0, output: 'done\n' });
});

test('it can stop at its first line', async () => {
  await using agent = await agentOn(PROGRAM);
  const { value } = await agent.call('start_debug_session', { program: 'main.run', stop_on_entry: true });
  expect(value).toMatchObject({ reason: 'entry', location: { line: LINES.limit } });
});

test('nothing to run, a name that is not there and a missing file are refused with what to do', async () => {
  await using agent = await agentOn(PROGRAM);
  expect(await agent.refusal('start_debug_session', {})).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('start_debug_session', { configuration_name: 'main.rum' })).toMatchObject({
    error: 'configuration_not_found',
    candidates: ['main.run'],
  });
  expect(await agent.refusal('start_debug_session', { program: 'nothing.run' })).toMatchObject({ error: 'file_not_found' });
});

test('a session belongs to who started it: another must name it', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run' });
  await using other = await agentOf(agent.ide, { connection: { id: 'other' } });
  expect(await other.refusal('get_debug_session_status', {})).toMatchObject({ error: 'no_debug_session', next: expect.stringContaining('s1') });
  expect((await other.call('get_debug_session_status', { session_id: 's1' })).value).toMatchObject({ state: 'paused' });
});

test('it ends when the connection that started it does', async () => {
  const agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run' });
  await agent.client.close();
  expect(agent.ide.debugging.sessions().map(({ state }) => state.state)).toEqual(['ended']);
});

test('what it runs is judged as a command is, and shown to the person who is asked', async () => {
  const seen: Review[] = [];
  await using agent = await agentOn(PROGRAM, {
    policy: { ...defaultPolicy, effects: { ...defaultPolicy.effects, runs: 'ask' }, commands: { 'run other.run': 'allow', 'run bad*': 'deny' } },
    person: (review) => {
      seen.push(review);
      return { decision: 'accept' };
    },
  });
  await agent.call('start_debug_session', { configuration_name: 'main.run' });
  expect(seen).toMatchObject([{ parameters: { configuration_name: 'main.run' }, runs: [{ command: { words: ['run', 'main.run'] } }] }]);
  await using strict = await agentOn(PROGRAM, { policy: { ...defaultPolicy, commands: { 'run main*': 'deny' } } });
  expect(await strict.refusal('start_debug_session', { configuration_name: 'main.run' })).toMatchObject({ error: 'not_permitted' });
  expect(await strict.refusal('debug_test', { file: 'main.run' })).toMatchObject({ error: 'not_permitted' });
});
