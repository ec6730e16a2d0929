// Code around a place, with breakpoints marked.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { LINES, PROGRAM } from '../../../test/support/debuggee.ts';

test('around where the program stands, and around a line', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.sum });
  await agent.call('start_debug_session', { program: 'main.run' });
  expect((await agent.call('get_source_context', { lines: 1 })).value).toEqual({
    file: 'main.run',
    line: LINES.sum,
    source: ['  2    let result = 1', '>*3    result = result + 2', '  4    print(result)'],
    breakpointsInView: [LINES.sum],
  });
  expect((await agent.call('get_source_context', { file: 'main.run', line: 7, lines: 1 })).value).toMatchObject({ line: 7, breakpointsInView: [] });
});

test('half a place is refused', async () => {
  await using agent = await agentOn(PROGRAM);
  expect(await agent.refusal('get_source_context', { file: 'main.run' })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('get_source_context', { file: 'main.run', line: 99 })).toMatchObject({ error: 'line_out_of_range' });
});
