// Everything about a stop, in one answer that can be made shorter.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { LINES, PROGRAM } from '../../../test/support/debuggee.ts';

test('variables, source and frames are as many as asked for', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('set_breakpoint', { file: 'main.run', line: LINES.print });
  await agent.call('start_debug_session', { program: 'main.run' });
  const { value } = await agent.call('get_debug_session_status', { include_variables: false, source_lines: 1, max_frames: 1 });
  expect(value).toMatchObject({
    state: 'paused',
    depth: 2,
    stack: [{ index: 0 }],
    source: [' 3    result = result + 2', '>*4    print(result)', ' 5  }'].map((line) => line.replace(/^ (?=\d)/, '  ')),
  });
  expect(value).not.toHaveProperty('variables');
});

test('of several sessions that run, one must be named', async () => {
  await using agent = await agentOn(PROGRAM);
  await agent.call('attach_debugger', { process_id: 1 });
  await agent.call('attach_debugger', { process_id: 2 });
  expect(await agent.refusal('get_debug_session_status', {})).toMatchObject({ error: 'several_sessions', next: 'Pass session_id: s1, s2.' });
});
