// Through the front door: an agent makes a file to try something out.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('gets a name by its language, each time another, and is read and undone like any file', async () => {
  await using agent = await agentOn('// @file a.ts\nlet a;\n');
  const { value, text } = await agent.call('create_scratch_file', { language: 'typescript', text: 'let b;\n' });
  expect(value).toMatchObject({ file: '.scratch/scratch.ts', applied: true, files: [{ kind: 'created' }] });
  expect(text).toMatch(/^\.scratch\/scratch\.ts\nDone/);
  expect((await agent.call('create_scratch_file', { language: 'typescript' })).value).toMatchObject({ file: '.scratch/scratch-2.ts' });
  expect((await agent.call('read_file', { file: '.scratch/scratch.ts', line_numbers: false })).value).toMatchObject({
    text: expect.stringContaining('let b;'),
  });
  await agent.call('undo', { change_id: value['changeId'] });
  expect((await agent.refusal('read_file', { file: '.scratch/scratch.ts' })).error).toBe('file_not_found');
});

test('a name of its own; without anything it is plain text', async () => {
  await using agent = await agentOn('');
  expect((await agent.call('create_scratch_file', { name: 'try me.py', text: 'x = 1\n' })).value).toMatchObject({ file: '.scratch/try me.py' });
  expect((await agent.call('create_scratch_file', {})).value).toMatchObject({ file: '.scratch/scratch.txt' });
  expect((await agent.refusal('create_scratch_file', { name: 'try me.py' })).error).toBe('file_exists');
});

test.each([
  ['a way out', { name: '../a.ts' }, 'invalid_arguments'],
  ['a folder above', { name: '..' }, 'invalid_arguments'],
  ['a language that nobody knows', { language: 'klingon' }, 'unknown_language'],
])('refuses %s', async (_, given, error) => {
  await using agent = await agentOn('');
  expect((await agent.refusal('create_scratch_file', given)).error).toBe(error);
});
