// A variable gets another value in the program.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { LINES, PROGRAM } from '../../../test/support/debuggee.ts';

test('of a frame, and of an object', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.printLimit });
  await agent.call('start_debug_session', { program: 'main.run' });
  expect((await agent.call('set_variable', { name: 'limit', value: '99' })).value).toMatchObject({ variable: { name: 'limit', value: '99' } });
  expect((await agent.call('resume', {})).value).toMatchObject({ output: '99\n' });
});

test('a name that is not there and a value that is none are refused', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run' });
  expect(await agent.refusal('set_variable', { name: 'limits', value: '1' })).toMatchObject({ error: 'variable_not_found', next: 'There are limit, cart.' });
  expect(await agent.refusal('set_variable', { name: 'limit', value: '{' })).toMatchObject({ error: 'cannot_set_variable' });
});
