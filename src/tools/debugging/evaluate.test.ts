// An expression is worth something where the program stands.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { PROGRAM } from '../../../test/support/debuggee.ts';
import { redactedText } from '../../base/text/redaction.ts';

test('with its type, and an id for what is inside', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run' });
  expect((await agent.call('evaluate', { expression: 'limit + 1' })).value).toMatchObject({ result: { name: 'limit + 1', value: '11', type: 'number' } });
  expect((await agent.call('evaluate', { expression: 'cart' })).value).toMatchObject({ result: { id: expect.any(String) } });
});

test('one that throws is refused with the reason', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run' });
  expect(await agent.refusal('evaluate', { expression: 'nothing' })).toMatchObject({
    error: 'evaluation_failed',
    message: expect.stringContaining('nothing is not defined'),
  });
  expect(await agent.refusal('evaluate', { expression: 'limit', frame_index: 5 })).toMatchObject({ error: 'frame_not_found' });
});

test('secrets are not in the history', async () => {
  await using agent = await agentOn('// @file main.run\nlet api_token = "abcdef123456"\nthrow Stop("x")\n');
  const { text } = await agent.call('start_debug_session', { program: 'main.run' });
  expect(text).toContain('abcdef123456');
  expect(redactedText(text)).not.toContain('abcdef123456');
});
