// Through the front door: an agent reads a file.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { agentOn } from '../../../test/support/check.ts';

const FILE = '// @file a.ts\none\n  two\nthree\n\n// @file open.ts unsaved\ndraft';

test('shows the text with line numbers', async () => {
  await using agent = await agentOn(FILE);
  const { value, text } = await agent.call('read_file', { file: 'a.ts' });
  expect(value).toEqual({ file: 'a.ts', lines: 3, startLine: 1, endLine: 3, text: '1\tone\n2\t  two\n3\tthree' });
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
