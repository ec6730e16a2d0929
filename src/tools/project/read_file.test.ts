// Through the front door: an agent reads a file.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { agentOn } from '../../../test/support/check.ts';

const FILE = '// @file a.ts\none\n  two\nthree\n\n// @file open.ts unsaved\ndraft';

test('shows the text with line numbers', async () => {
  await using agent = await agentOn(FILE);
  const { value, text } = await agent.call('read_file', { file: 'a.ts' });
  expect(value).toEqual({
    file: 'a.ts',
    lines: 3,
    startLine: 1,
    endLine: 3,
    text: '1\tone\n2\t  two\n3\tthree',
    hash: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(text).toBe('1\tone\n2\t  two\n3\tthree');
});

test('shows some lines, or the text alone', async () => {
  await using agent = await agentOn(FILE);
  expect((await agent.call('read_file', { file: 'a.ts', start_line: 2, end_line: 2 })).value).toMatchObject({ startLine: 2, endLine: 2, text: '2\t  two' });
  expect((await agent.call('read_file', { file: 'a.ts', start_line: 2, end_line: 900, line_numbers: false })).value).toMatchObject({
    endLine: 3,
    text: '  two\nthree',
  });
});

test('sees what an editor has not saved, and says so', async () => {
  await using agent = await agentOn(FILE);
  const { value, text } = await agent.call('read_file', { file: 'open.ts' });
  expect(value).toMatchObject({ text: '1\tdraft', unsaved: true });
  expect(text).toContain('not saved');
});

test('a long file is read to its end line by line, each line once, within the budget', async () => {
  const lines = Array.from({ length: 2_500 }, (_, index) => `export const value${index} = compute(${index}, "some text");`);
  await using agent = await agentOn(`// @file long.ts\n${lines.join('\n')}`);
  const read: string[] = [];
  for (let next: number | undefined = 1; next !== undefined; ) {
    const { value } = await agent.call('read_file', { file: 'long.ts', start_line: next, line_numbers: false });
    expect(countTokens(JSON.stringify(value))).toBeLessThanOrEqual(8_000);
    const page = z.object({ text: z.string(), nextLine: z.number().optional() }).parse(value);
    read.push(...page.text.split('\n'));
    next = page.nextLine;
  }
  expect(read).toEqual(lines);
});

test('an empty file has one empty line', async () => {
  await using agent = await agentOn('// @file empty.ts');
  expect((await agent.call('read_file', { file: 'empty.ts' })).value).toMatchObject({ lines: 1, text: '1\t' });
});

test('refuses what cannot be read, and says what to do', async () => {
  await using agent = await agentOn(`${FILE}\n// @file logo.png\n\0\n// @file wide.ts\n${'x = 1; '.repeat(9_000)}`);
  expect(await agent.refusal('read_file', { file: 'b.ts' })).toMatchObject({ error: 'file_not_found' });
  expect(await agent.refusal('read_file', { file: '../b.ts' })).toMatchObject({ error: 'outside_project' });
  expect(await agent.refusal('read_file', { file: '.' })).toMatchObject({ error: 'is_a_folder' });
  expect(await agent.refusal('read_file', { file: 'logo.png' })).toMatchObject({ error: 'binary_file' });
  expect(await agent.refusal('read_file', { file: 'a.ts', start_line: 4 })).toMatchObject({ error: 'line_out_of_range' });
  expect(await agent.refusal('read_file', { file: 'a.ts', start_line: 3, end_line: 2 })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('read_file', { file: 'a.ts', start_line: 1, start_column: 900 })).toMatchObject({ error: 'column_out_of_range' });
});

test('a line that does not fit is read in parts that join without a gap', async () => {
  const line = 'x = 1; 🧭 '.repeat(9_000);
  await using agent = await agentOn(`// @file wide.ts\n${line}`);
  let text = '';
  for (let column: unknown = 1; column !== undefined; ) {
    const { value, text: printed } = await agent.call('read_file', { file: 'wide.ts', start_column: column, line_numbers: false });
    text += String(value['text']);
    column = value['nextColumn'];
    if (column !== undefined) expect(printed).toContain(`the line goes on: start_line 1, start_column ${String(column)}`);
  }
  expect(text.trimEnd()).toBe(line.trimEnd());
});

test('shows a file as it was before and after a change, and says which', async () => {
  await using agent = await agentOn('// @file b.txt\nbee\n// @file a.txt\none\n');
  await agent.call('write_file', { file: 'a.txt', text: 'two\n' });
  await agent.call('write_file', { file: 'a.txt', text: 'three\n' });
  await agent.call('write_file', { file: 'n.txt', text: 'new\n' });
  const at = async (file: string, change: string) => (await agent.call('read_file', { file, at: change, line_numbers: false })).value;
  expect(await at('a.txt', 'before:change1')).toMatchObject({ text: 'one\n', at: { changeId: 'change1', side: 'before' } });
  expect(await at('a.txt', 'change1')).toMatchObject({ text: 'two\n', at: { changeId: 'change1', side: 'after' } });
  expect(await at('b.txt', 'change1')).toMatchObject({ text: 'bee', at: { note: expect.stringContaining('No change since') } });
  expect(await at('a.txt', 'change3')).toMatchObject({ text: 'three\n', at: { note: expect.stringContaining('text now') } });
  expect((await agent.refusal('read_file', { file: 'n.txt', at: 'before:change3' })).error).toBe('not_there_then');
  expect((await agent.refusal('read_file', { file: 'n.txt', at: 'change1' })).error).toBe('not_there_then');
  expect((await agent.refusal('read_file', { file: 'a.txt', at: 'change9' })).error).toBe('change_not_found');
  expect((await agent.refusal('read_file', { file: '../out.txt', at: 'change1' })).error).toBe('outside_project');
  // A text of the past is no base for the file as it is.
  const { hash } = await at('a.txt', 'before:change1');
  expect((await agent.refusal('write_file', { file: 'a.txt', text: 'x', base: hash })).error).toBe('stale_base');
});
