// A test is run under the debugger.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { LINES, PROGRAM } from '../../../test/support/debuggee.ts';

test('it stops at a breakpoint in the test', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.sum });
  expect((await agent.call('debug_test', { file: 'main.run', test: 'total' })).value).toMatchObject({ state: 'paused', location: { line: LINES.sum } });
});

test('a file that is not there is refused', async () => {
  await using agent = await agentOn(PROGRAM);
  expect(await agent.refusal('debug_test', { file: 'no.run' })).toMatchObject({ error: 'file_not_found' });
});
