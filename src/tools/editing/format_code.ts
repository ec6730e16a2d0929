// Files, or some lines of one, laid out as the project wants them.
import { z } from 'zod';
import { invalidArguments, lineOutOfRange } from '../../ide/errors/errors.ts';
import type { Range, TextSnapshot } from '../../ide/text.ts';
import { defineTool } from '../tool.ts';
import { changeInput } from '../words/change.ts';
import { maxTokens } from '../words/page.ts';
import { fileOf, lineCountOf, lineNumber, linesRange } from '../words/place.ts';
import { filesToLayOut, layOut, layoutInput, layoutOutput, tellLayout } from './words/layout.ts';

export const formatCode = defineTool({
  name: 'format_code',
  title: 'Format code',
  description: "Format files with the project's own formatter (Prettier, Black, gofmt …), else the language server.",
  effect: 'edits',
  hints: {
    idempotent: { is: true, because: 'formatted code stays as it is' },
  },
  needs: ['formatting', 'changes'],
  hidden: true,
  input: z.strictObject({
    ...layoutInput,
    start_line: lineNumber.optional().describe('Only these lines of file.'),
    end_line: lineNumber.optional().describe('Inclusive.'),
    ...changeInput,
    max_tokens: maxTokens,
  }),
  output: layoutOutput,
  async run(context, input) {
    const { ide, signal } = context;
    const files = filesToLayOut('format_code', input, ARGUMENTS);
    if (input.file === undefined && (input.start_line ?? input.end_line) !== undefined)
      throw invalidArguments('format_code', ['start_line and end_line need file'], ARGUMENTS);
    const title = `format ${files.length === 1 ? files[0] : `${files.length} files`}`;
    return layOut(context, files, { tool: 'format_code', title, preview: input.preview, verify: input.verify }, (document) =>
      ide.formatting.format(document.uri, rangeAsked(document, fileOf(ide.project, document.uri), input), signal),
    );
  },
  tell: tellLayout,
});

const ARGUMENTS = ['file', 'files', 'start_line', 'end_line', 'preview', 'verify', 'project_path'];

interface LinesAsked {
  readonly start_line?: number | undefined;
  readonly end_line?: number | undefined;
}

function rangeAsked(document: TextSnapshot, file: string, { start_line: from, end_line: to }: LinesAsked): Range | undefined {
  if (from === undefined && to === undefined) return undefined;
  const last = lineCountOf(document);
  const [start, end] = [from ?? 1, to ?? last];
  if (start > end) throw invalidArguments('format_code', [`start_line ${start} is behind end_line ${end}`], ARGUMENTS);
  if (end > last) throw lineOutOfRange(file, end, last);
  return linesRange(start, end);
}
