// Breakpoints are kept for sessions to come, and say truly being in place.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { LINES, PROGRAM } from '../../../test/support/debuggee.ts';

test('without a program that runs it is kept, and not in place', async () => {
  await using agent = await agentOn(PROGRAM);
  expect((await agent.call('set_breakpoint', { file: 'main.run', line: LINES.sum })).value).toMatchObject({
    breakpoint: { id: 'b1', type: 'line', file: 'main.run', line: LINES.sum, enabled: true, hits: 0, verified: false },
    text: 'result = result + 2',
    message: expect.stringContaining('Kept for the next session'),
  });
});

test('in a session it says whether it is in place, and the same place is the same breakpoint', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('attach_debugger', { process_id: 1 });
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.sum });
  const { value } = await agent.call('set_breakpoint', { file: 'main.run', line: LINES.sum, condition: 'result > 0', hit_condition: '>= 2', temporary: true });
  expect(value).toMatchObject({
    breakpoint: { id: 'b1', condition: 'result > 0', hitCondition: '>= 2', temporary: true, verified: true, sessions: [{ sessionId: 's1', verified: true }] },
  });
});

test('a condition that is true reports the values that made it so', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.print, condition: 'result > 2' });
  const { value, text } = await agent.call('start_debug_session', { program: 'main.run' });
  expect(value).toMatchObject({ breakpoints: [{ id: 'b1', condition: 'result > 2', values: [{ name: 'result', value: '3' }] }] });
  expect(text).toContain('if result > 2, where result = 3');
});

test('one for a single stop is named by it, though it is gone', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.print, temporary: true });
  expect((await agent.call('start_debug_session', { program: 'main.run' })).value).toMatchObject({ breakpoints: [{ id: 'b1', hits: 1 }] });
  expect((await agent.call('list_breakpoints', {})).value).toMatchObject({ breakpoints: [] });
});

test('with a message it never stops', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.print, log_message: 'now {result} of {limit}' });
  expect((await agent.call('start_debug_session', { program: 'main.run' })).value).toMatchObject({ reason: 'exception' });
});

test('writes to a variable stop the program that is paused, as long as it lives', async () => {
  await using agent = await agentOn(PROGRAM);
  expect(await agent.refusal('set_breakpoint', { variable: 'result' })).toMatchObject({ error: 'no_debug_session' });
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.sum });
  await agent.call('start_debug_session', { program: 'main.run' });
  const { value, text } = await agent.call('set_breakpoint', { variable: 'result' });
  expect(value).toMatchObject({ breakpoint: { id: 'b2', type: 'data', variable: 'result', verified: true }, message: 'It is in place.' });
  expect(text).toContain('b2  writes to result');
  expect((await agent.call('resume', {})).value).toMatchObject({ reason: 'breakpoint', location: { line: LINES.print }, breakpoints: [{ id: 'b2', hits: 1 }] });
  expect(await agent.refusal('set_breakpoint', { variable: 'nothing' })).toMatchObject({
    error: 'variable_not_found',
    next: expect.stringContaining('result'),
  });
  expect(await agent.refusal('set_breakpoint', { variable: 'result', log_message: '{result}' })).toMatchObject({ error: 'invalid_arguments' });
});

test('a line without code is refused with the nearest that have some', async () => {
  await using agent = await agentOn(PROGRAM);
  expect(await agent.refusal('set_breakpoint', { file: 'main.run', line: 6 })).toMatchObject({
    error: 'no_code_on_line',
    candidates: [
      { line: 3, text: 'result = result + 2' },
      { line: 4, text: 'print(result)' },
      { line: 7, text: 'let limit = 10' },
      { line: 8, text: expect.any(String) },
    ],
  });
  expect(await agent.refusal('set_breakpoint', { file: 'main.run', line: 400 })).toMatchObject({ error: 'line_out_of_range' });
});

test('a condition that is no expression, and a place that is none, are refused', async () => {
  await using agent = await agentOn(PROGRAM);
  expect(await agent.refusal('set_breakpoint', { file: 'main.run', line: LINES.sum, condition: 'result >' })).toMatchObject({ error: 'invalid_condition' });
  expect(await agent.refusal('set_breakpoint', { file: 'main.run' })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('set_breakpoint', { function: 'total', file: 'main.run', line: 1 })).toMatchObject({ error: 'invalid_arguments' });
});
