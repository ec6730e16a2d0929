// The text of a file as the IDE has it: unsaved edits included, with line numbers to point by.
import { z } from 'zod';
import { estimateTokens } from '../../base/tokens.ts';
import { answerTooLarge, invalidArguments, lineOutOfRange } from '../../ide/errors.ts';
import { defineTool } from '../tool.ts';
import { maxTokens } from '../words/page.ts';
import { fileInput, fileOf, lineCountOf, lineNumber, openDocument } from '../words/place.ts';

const output = z.object({
  file: z.string(),
  // Of the whole file.
  lines: z.number(),
  startLine: z.number(),
  endLine: z.number(),
  text: z.string(),
  // Where to go on: the first line that did not fit.
  nextLine: z.number().optional(),
  // An editor holds text that is not on disk.
  unsaved: z.boolean().optional(),
});

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read file',
  description: 'Text of a file with line numbers (number, tab, line), unsaved edits included. Long files: go on at nextLine.',
  effect: 'reads',
  input: z.strictObject({
    file: fileInput,
    start_line: lineNumber.default(1).describe('First line.'),
    end_line: lineNumber.optional().describe('Last line, inclusive.'),
    line_numbers: z.boolean().default(true).describe('false: text alone.'),
    max_tokens: maxTokens,
  }),
  output,
  async run(context, input) {
    const document = await openDocument(context, input.file);
    const file = fileOf(context.ide.project, document.uri);
    const lines = lineCountOf(document);
    if (input.start_line > lines) throw lineOutOfRange(file, input.start_line, lines);
    if (input.end_line !== undefined && input.end_line < input.start_line)
      throw invalidArguments(
        'read_file',
        [`end_line ${input.end_line} is before start_line ${input.start_line}`],
        ['file', 'start_line', 'end_line', 'line_numbers', 'project_path'],
      );
    const last = Math.min(input.end_line ?? lines, lines);
    const shown: string[] = [];
    let left = context.budget - OVERHEAD;
    for (let number = input.start_line; number <= last; number++) {
      const line = document.line(number - 1) ?? '';
      const text = input.line_numbers ? `${number}\t${line}` : line;
      left -= estimateTokens(JSON.stringify(`${text}\n`));
      if (left < 0) break;
      shown.push(text);
    }
    // Half a line would look like a whole one.
    if (shown.length === 0) throw answerTooLarge(`Line ${input.start_line} of ${file}`);
    const end = input.start_line + shown.length - 1;
    return {
      file,
      lines,
      startLine: input.start_line,
      endLine: end,
      // The whole text alone is the text itself, with its line breaks and its end.
      text: shown.length === lines && !input.line_numbers ? document.text : shown.join('\n'),
      ...(end < last && { nextLine: end + 1 }),
      ...(document.unsaved && { unsaved: true }),
    };
  },
  *tell(value) {
    const rest = value.nextLine === undefined ? [] : [`… ${value.lines - value.endLine} more lines: start_line ${value.nextLine}`];
    yield [value.text, ...rest, ...(value.unsaved === true ? ['(with edits that are not saved)'] : [])].join('\n');
  },
});

const OVERHEAD = 80;
