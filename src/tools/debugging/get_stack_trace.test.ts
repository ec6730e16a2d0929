// The calls that led to a stop.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { LINES, PROGRAM } from '../../../test/support/debuggee.ts';

test('innermost first, with the depth', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.sum });
  await agent.call('start_debug_session', { program: 'main.run' });
  expect((await agent.call('get_stack_trace', {})).value).toEqual({
    sessionId: 's1',
    threadId: 1,
    frames: [
      { index: 0, function: 'total', file: 'main.run', line: LINES.sum },
      { index: 1, function: 'main', file: 'main.run', line: LINES.printLimit },
    ],
    depth: 2,
    selected: 0,
  });
  expect((await agent.call('get_stack_trace', { max_frames: 1 })).text).toContain('1 more');
  expect(await agent.refusal('get_stack_trace', { thread_id: 9 })).toMatchObject({ error: 'thread_not_found' });
});
