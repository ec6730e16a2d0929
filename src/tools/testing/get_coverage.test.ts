// Coverage is returned in sum, file by file, and of the changed lines.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const FILES = `
// @file good.covered
one covered
two covered changed
// @file bad.covered
one covered
two uncovered changed
three uncovered
a comment
four uncovered changed
five covered
`;

test('the worst files first, with the ranges that no test reached', async () => {
  await using agent = await agentOn(FILES);
  const { value, text } = await agent.call('get_coverage', {});
  expect(value).toMatchObject({
    from: 'run t1',
    totals: { files: 2, lines: { covered: 4, total: 7, percent: 57.1 } },
    changed: {
      lines: { covered: 1, total: 3 },
      files: [
        { file: 'bad.covered', uncovered: ['2-5'] },
        { file: 'good.covered', uncovered: [] },
      ],
    },
    files: [{ file: 'bad.covered', lines: { covered: 2, total: 5, percent: 40 }, uncovered: ['2-5'] }, { file: 'good.covered' }],
  });
  expect(text).toContain('Changed lines: 33.3 % (1/3).');
});

test('of one file, and of changed lines alone', async () => {
  await using agent = await agentOn(FILES);
  expect((await agent.call('get_coverage', { file: 'good.covered' })).value).toMatchObject({ totals: { files: 1, lines: { percent: 100 } } });
  expect((await agent.call('get_coverage', { changed: true })).value).toMatchObject({ files: [], changed: { lines: { total: 3 } } });
});

test('where nothing was measured it is refused', async () => {
  await using agent = await agentOn('// @file a.txt\nnothing\n');
  expect(await agent.refusal('get_coverage', {})).toMatchObject({ error: 'no_coverage', next: expect.stringContaining('run_tests') });
});
