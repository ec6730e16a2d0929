// Through the front door: an agent has files laid out.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SOURCE = '// @file a.ts\nlet a;  \nlet b;  \n// @file b.ts\nlet c;  \n// @file notes.zzz\nhello\n';

type Agent = Awaited<ReturnType<typeof agentOn>>;
const textOf = async (agent: Agent, file: string) => (await agent.ide.documents.read(agent.ide.documents.uriOf(file))).text;

test('a whole file, as an undoable change that says who formatted it', async () => {
  await using agent = await agentOn(SOURCE);
  const { value, text } = await agent.call('format_code', { file: 'a.ts' });
  expect(value).toMatchObject({ applied: true, files: [{ file: 'a.ts' }], by: ['scripted 1.0'] });
  expect(text).toContain('by scripted 1.0');
  expect(await textOf(agent, 'a.ts')).toBe('let a;\nlet b;');
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await textOf(agent, 'a.ts')).toBe('let a;  \nlet b;  ');
});

test('only some lines', async () => {
  await using agent = await agentOn(SOURCE);
  await agent.call('format_code', { file: 'a.ts', start_line: 2 });
  expect(await textOf(agent, 'a.ts')).toBe('let a;  \nlet b;');
});

test('several files are one change, and a preview writes none of them', async () => {
  await using agent = await agentOn(SOURCE);
  expect((await agent.call('format_code', { files: ['a.ts', 'b.ts'], preview: true })).value).toMatchObject({
    applied: false,
    diff: expect.stringContaining('+let c;'),
  });
  expect(await textOf(agent, 'b.ts')).toBe('let c;  ');
  expect((await agent.call('format_code', { files: ['a.ts', 'b.ts'] })).value).toMatchObject({
    changeId: 'change1',
    files: [{ file: 'a.ts' }, { file: 'b.ts' }],
  });
});

test('a file that is formatted already is an answer', async () => {
  await using agent = await agentOn('// @file a.ts\nlet a;\n');
  const { value, text } = await agent.call('format_code', { file: 'a.ts' });
  expect(value).toMatchObject({ applied: false, files: [], edits: 0, notes: ['Nothing had to change.'] });
  expect(text).toBe('Nothing written.\nNothing had to change.\nby scripted 1.0');
});

test.each([
  ['no file', {}, 'invalid_arguments'],
  ['a file and files', { file: 'a.ts', files: ['b.ts'] }, 'invalid_arguments'],
  ['lines of several files', { files: ['a.ts'], start_line: 1 }, 'invalid_arguments'],
  ['lines in the wrong order', { file: 'a.ts', start_line: 2, end_line: 1 }, 'invalid_arguments'],
  ['a line beyond the end', { file: 'a.ts', end_line: 9 }, 'line_out_of_range'],
  ['a file that is not there', { file: 'none.ts' }, 'file_not_found'],
  ['what nobody can format', { files: ['a.ts', 'notes.zzz'] }, 'no_formatter'],
])('refuses %s', async (_, given, error) => {
  await using agent = await agentOn(SOURCE);
  expect((await agent.refusal('format_code', given)).error).toBe(error);
  expect(await textOf(agent, 'a.ts')).toBe('let a;  \nlet b;  ');
});
