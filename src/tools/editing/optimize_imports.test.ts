// Through the front door: an agent has imports put in order.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SOURCE = "// @file a.ts\nimport { b } from './b.ts';\nimport { a } from './a.ts';\nb(a);\n// @file notes.zzz\nhello\n";

test('sorts them as one undoable change', async () => {
  await using agent = await agentOn(SOURCE);
  const { value } = await agent.call('optimize_imports', { file: 'a.ts' });
  expect(value).toMatchObject({ applied: true, files: [{ file: 'a.ts' }], by: ['scripted 1.0'] });
  expect((await agent.call('read_file', { file: 'a.ts', line_numbers: false })).value).toMatchObject({
    text: expect.stringMatching(/^import \{ a \}.*\nimport \{ b \}/),
  });
  expect((await agent.call('optimize_imports', { files: ['a.ts'] })).value).toMatchObject({ applied: false, notes: ['Nothing had to change.'] });
});

test.each([
  ['no file', {}, 'invalid_arguments'],
  ['a file outside', { file: '../a.ts' }, 'outside_project'],
  ['what has no imports to order', { file: 'notes.zzz' }, 'no_formatter'],
])('refuses %s', async (_, given, error) => {
  await using agent = await agentOn(SOURCE);
  expect((await agent.refusal('optimize_imports', given)).error).toBe(error);
});
