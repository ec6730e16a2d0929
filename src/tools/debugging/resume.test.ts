// A program goes on to its next stop, or to its end.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { LINES, PROGRAM } from '../../../test/support/debuggee.ts';

test('to the next breakpoint, with what was printed on the way', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.print });
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.printLimit });
  await agent.call('start_debug_session', { program: 'main.run' });
  expect((await agent.call('resume', {})).value).toMatchObject({ state: 'paused', location: { line: LINES.printLimit }, output: '3\n' });
});

test('to its end, with its exit code', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run' });
  expect((await agent.call('resume', {})).value).toMatchObject({ state: 'ended', exitCode: 1, output: 'Broken: no stock\n' });
  expect(await agent.refusal('resume', {})).toMatchObject({ error: 'session_ended' });
});
