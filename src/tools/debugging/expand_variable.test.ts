// What is inside a value, in pages.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { PROGRAM } from '../../../test/support/debuggee.ts';

test('members, then elements, page by page', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run' });
  const { value } = await agent.call('evaluate', { expression: 'cart' });
  const inside = await agent.call('expand_variable', { variable_id: idIn(value) });
  expect(inside.value).toMatchObject({
    variables: [
      { name: 'owner', value: '"ada"' },
      { name: 'items', size: 3 },
    ],
  });
  const items = idIn(inside.value);
  const first = await agent.call('expand_variable', { variable_id: items, page_size: 2 });
  expect(first.value).toMatchObject({ variables: [{ value: '1' }, { value: '2' }], cursor: '2' });
  expect((await agent.call('expand_variable', { variable_id: items, page_size: 2, cursor: '2' })).value).toEqual({
    variableId: items,
    variables: [{ name: '2', value: '3', type: 'number' }],
  });
  expect(await agent.refusal('expand_variable', { variable_id: items, cursor: 'x' })).toMatchObject({ error: 'invalid_cursor' });
});

test('an id that is none, or of an earlier stop, is refused with where to get one', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('start_debug_session', { program: 'main.run', stop_on_entry: true });
  await agent.call('step_over', {});
  expect(await agent.refusal('expand_variable', { variable_id: 'cart' })).toMatchObject({ error: 'unknown_variable' });
  expect(await agent.refusal('expand_variable', { variable_id: 's1.1.1' })).toMatchObject({
    error: 'unknown_variable',
    message: expect.stringContaining('has gone on since'),
    next: expect.stringContaining('get_variables'),
  });
});

function idIn(value: unknown): string {
  return /"id":"([^"]+)"/.exec(JSON.stringify(value))?.[1] ?? '';
}
