// Questions are asked in another frame until the program goes on.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { LINES, PROGRAM } from '../../../test/support/debuggee.ts';

test('evaluation and variables mean it', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.sum });
  await agent.call('start_debug_session', { program: 'main.run' });
  expect((await agent.call('select_stack_frame', { frame_index: 1 })).value).toMatchObject({ frameIndex: 1, location: { function: 'main' } });
  expect((await agent.call('get_variables', {})).value).toMatchObject({ function: 'main', scopes: [{ variables: [{ name: 'limit' }, { name: 'cart' }] }] });
  await agent.call('step_over', {});
  expect((await agent.call('get_variables', {})).value).toMatchObject({ function: 'total' });
});

test('a frame that is not there is refused', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run' });
  expect(await agent.refusal('select_stack_frame', { frame_index: 7 })).toMatchObject({ error: 'frame_not_found' });
});
