// The log by level, text and number of lines.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const log = [
  { time: '2026-01-01T00:00:00.000Z', level: 'info', processId: 1, text: 'opened /project' },
  { time: '2026-01-01T00:00:01.000Z', level: 'warn', processId: 1, text: 'basedpyright was restarted' },
  { time: '2026-01-01T00:00:02.000Z', level: 'error', processId: 1, text: 'find_references: TypeError\n  at x' },
] as const;

test('newest last, and only what is asked for', async () => {
  await using agent = await agentOn('', { script: { log } });
  expect((await agent.call('read_ide_log', {})).value).toMatchObject({ lines: [{ text: 'opened /project' }, {}, { level: 'error' }] });
  expect((await agent.call('read_ide_log', { level: 'warn', lines: 1 })).value).toMatchObject({ lines: [{ level: 'error' }], more: 1 });
  const { text } = await agent.call('read_ide_log', { query: 'PYRIGHT' });
  expect(text).toBe('2026-01-01T00:00:01.000Z warn basedpyright was restarted');
  expect((await agent.call('read_ide_log', { query: 'nothing' })).text).toBe('No such line.');
});
