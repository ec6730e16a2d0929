// Through the front door: an agent asks who wrote a line.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const repository = {
  blame: {
    commits: new Map([['abc1234567', { author: 'Ada', time: '2026-01-31T12:00:00+01:00', subject: 'total' }]]),
    parts: [
      { commit: 'abc1234567', line: 0, lines: ['one', 'two'], from: 'old.ts' },
      { commit: undefined, line: 2, lines: ['three'] },
    ],
  },
};

test('parts of lines with their commit', async () => {
  await using agent = await agentOn('// @file cart.ts\none\ntwo\nthree\n', { script: { repository } });
  const { value, text } = await agent.call('git_blame', { file: 'cart.ts' });
  expect(value).toEqual({
    file: 'cart.ts',
    commits: { abc1234567: { author: 'Ada', time: '2026-01-31T12:00:00+01:00', subject: 'total' } },
    parts: [
      { line: 1, endLine: 2, commit: 'abc1234567', from: 'old.ts', text: 'one\ntwo' },
      { line: 3, endLine: 3, text: 'three' },
    ],
  });
  expect(text).toBe('cart.ts\n1–2 abc1234567 Ada 2026-01-31: total\none\ntwo\n3–3 not committed: \nthree');
  expect((await agent.call('git_blame', { file: 'cart.ts', start_line: 3 })).value).toMatchObject({ commits: {}, parts: { length: 1 } });
  expect(await agent.refusal('git_blame', { file: 'cart.ts', start_line: 3, end_line: 2 })).toMatchObject({ error: 'invalid_arguments' });
});
