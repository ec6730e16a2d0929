// The text of a file as the IDE has it: unsaved edits included, with line numbers to point by.
import { z } from 'zod';
import { hashOfText } from '../../base/text/textHash.ts';
import { estimateTokens } from '../../base/text/tokens.ts';
import { answerTooLarge, columnOutOfRange, invalidArguments, lineOutOfRange } from '../../ide/errors/errors.ts';
import { requireDoors } from '../../ide/optionalDoors.ts';
import type { TextSnapshot } from '../../ide/text.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { maxTokens } from '../words/page.ts';
import { atInput, atOutput, type PastText, pastText } from '../words/pastText.ts';
import { fileInput, fileOf, lineCountOf, lineNumber, openDocument } from '../words/place.ts';

const output = z.object({
  file: z.string(),
  // Of the whole file.
  lines: z.number(),
  startLine: z.number(),
  endLine: z.number(),
  text: z.string(),
  // Of the whole file: the base of an edit.
  hash: z.string(),
  // It is not the file as it is now.
  at: atOutput.optional(),
  // Where to go on: the first line that did not fit.
  nextLine: z.number().optional(),
  // The line is too long for one answer: it goes on at this column.
  nextColumn: z.number().optional(),
  // Of the file on disk, where it is not UTF-8; edits keep it.
  encoding: z.string().optional(),
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
    start_column: lineNumber.default(1).describe('Of a line in parts.'),
    end_line: lineNumber.optional().describe('Last line, inclusive.'),
    line_numbers: z.boolean().default(true).describe('false: text alone.'),
    at: atInput,
    max_tokens: maxTokens,
  }),
  output,
  alsoNeeds: ({ at }) => (at === undefined ? [] : ['changes']),
  async run(context, input) {
    const { document, at } = await shownText(context, input.file, input.at);
    const file = fileOf(context.ide.project, document.uri);
    const lines = lineCountOf(document);
    if (input.start_line > lines) throw lineOutOfRange(file, input.start_line, lines);
    if (input.end_line !== undefined && input.end_line < input.start_line)
      throw invalidArguments(
        'read_file',
        [`end_line ${input.end_line} is before start_line ${input.start_line}`],
        ['file', 'start_line', 'end_line', 'line_numbers', 'at', 'project_path'],
      );
    const last = Math.min(input.end_line ?? lines, lines);
    const first = document.line(input.start_line - 1) ?? '';
    if (input.start_column > first.length + 1) throw columnOutOfRange(file, input.start_line, input.start_column, first.length + 1);
    const shown: string[] = [];
    let left = context.budget - OVERHEAD;
    for (let number = input.start_line; number <= last; number++) {
      const line = number === input.start_line ? first.slice(input.start_column - 1) : (document.line(number - 1) ?? '');
      const text = input.line_numbers ? `${number}\t${line}` : line;
      left -= estimateTokens(JSON.stringify(`${text}\n`));
      if (left < 0) break;
      shown.push(text);
    }
    const common = { file, lines, startLine: input.start_line, hash: hashOfText(document.text), ...(at !== undefined && { at }) };
    const remarks = { ...(document.encoding !== undefined && { encoding: document.encoding }), ...(document.unsaved && { unsaved: true }) };
    if (shown.length === 0) {
      // Half a line would look like a whole one, so the answer says where it goes on.
      const part = fittingPart(first.slice(input.start_column - 1), context.budget - OVERHEAD);
      if (part === '') throw answerTooLarge(`Line ${input.start_line} of ${file}`);
      const text = input.line_numbers ? `${input.start_line}\t${part}` : part;
      return { ...common, endLine: input.start_line, text, nextLine: input.start_line, nextColumn: input.start_column + part.length, ...remarks };
    }
    const end = input.start_line + shown.length - 1;
    const isWhole = shown.length === lines && input.start_column === 1;
    return {
      ...common,
      endLine: end,
      // The whole text alone is the text itself, with its line breaks and its end.
      text: isWhole && !input.line_numbers ? document.text : shown.join('\n'),
      ...(end < last && { nextLine: end + 1 }),
      ...remarks,
    };
  },
  *tell(value) {
    yield [
      ...(value.at === undefined ? [] : [`(${value.at.side} change ${value.at.changeId}${value.at.note === undefined ? '' : `: ${value.at.note}`})`]),
      value.text,
      ...restLines(value),
      ...(value.encoding === undefined ? [] : [`(in ${value.encoding})`]),
      ...(value.unsaved === true ? ['(with edits that are not saved)'] : []),
    ].join('\n');
  },
});

async function shownText(context: ProjectContext, file: string, at: string | undefined): Promise<{ document: TextSnapshot; at?: PastText['at'] }> {
  if (at === undefined) return { document: await openDocument(context, file) };
  const { ide } = context;
  requireDoors(ide, ['changes']);
  return pastText({ ...context, ide }, await ide.documents.locate(file), at);
}

function restLines({ lines, endLine, nextLine, nextColumn }: z.infer<typeof output>): string[] {
  if (nextLine === undefined) return [];
  if (nextColumn !== undefined) return [`… the line goes on: start_line ${nextLine}, start_column ${nextColumn}`];
  return [`… ${lines - endLine} more lines: start_line ${nextLine}`];
}

// As much of the beginning as fits, and no half of a character.
function fittingPart(line: string, budget: number): string {
  let end = Math.min(line.length, budget * MOST_CHARACTERS);
  while (end > 0 && estimateTokens(JSON.stringify(line.slice(0, end))) > budget) end = Math.floor(end * 0.9);
  const isCutCharacter = /[\uD800-\uDBFF]$/.test(line.slice(0, end)) && end < line.length;
  return line.slice(0, isCutCharacter ? end - 1 : end);
}

// That a token stands for in any text that we know of.
const MOST_CHARACTERS = 16;

const OVERHEAD = 80;
