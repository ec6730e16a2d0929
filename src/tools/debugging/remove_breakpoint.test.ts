// A breakpoint that is taken away stops nothing.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { LINES, PROGRAM } from '../../../test/support/debuggee.ts';

test('the program passes the line', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.sum });
  expect((await agent.call('remove_breakpoint', { breakpoint_id: 'b1' })).value).toMatchObject({ removed: { id: 'b1', line: LINES.sum } });
  expect((await agent.call('start_debug_session', { program: 'main.run' })).value).toMatchObject({ reason: 'exception' });
});

test('one that is not there is refused', async () => {
  await using agent = await agentOn(PROGRAM);
  expect(await agent.refusal('remove_breakpoint', { breakpoint_id: 'b7' })).toMatchObject({ error: 'breakpoint_not_found' });
});
