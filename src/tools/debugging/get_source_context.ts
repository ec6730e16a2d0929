// The code around where a program stands, or around any line.
import { z } from 'zod';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { fileInput, fileOf, lineNumber, lineOf, openDocument } from '../words/place.ts';
import { frameInput, frameMeant, pausedSession, sessionInput } from './words/debugSession.ts';
import { cutLines, sourceAround } from './words/sourceAround.ts';

const USUAL_LINES = 10;

export const getSourceContext = defineTool({
  name: 'get_source_context',
  title: 'Get source context',
  description: 'Code around where a paused program stands, or around a line, with breakpoints marked.',
  effect: 'reads',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({
    file: fileInput.optional(),
    line: lineNumber.optional().describe('With file.'),
    ...frameInput,
    ...sessionInput,
    lines: z.int().min(1).max(200).optional().describe('Above and below; 10.'),
  }),
  output: z.object({
    file: z.string().optional(),
    line: z.number(),
    source: z.array(z.string()),
    breakpointsInView: z.array(z.number()),
    cutLines: cutLines.optional(),
  }),
  async run(context, { file, line, frame_index: index, session_id: id, lines = USUAL_LINES }) {
    if ((file === undefined) !== (line === undefined))
      throw invalidArguments('get_source_context', ['pass file and line, or neither'], Object.keys(getSourceContext.input.shape));
    const place = file === undefined || line === undefined ? await standing(context, id, index) : await named(context, file, line);
    const breakpoints = await context.ide.debugging.breakpoints.list(context.signal);
    const inView = breakpoints.flatMap((breakpoint) =>
      breakpoint.kind === 'line' && breakpoint.uri === place.uri && Math.abs(breakpoint.line - place.line) <= lines ? [breakpoint.line + 1] : [],
    );
    const { source, cut } = await sourceAround(context, place, lines, breakpoints);
    return {
      ...(place.uri !== undefined && { file: fileOf(context.ide.project, place.uri) }),
      line: place.line + 1,
      source,
      breakpointsInView: inView.toSorted((a, b) => a - b),
      ...(cut.length > 0 && { cutLines: cut }),
    };
  },
  *tell({ file, line, source }) {
    yield [`${file ?? '(no file)'}:${line}`, ...source].join('\n');
  },
});

async function standing(
  context: ProjectContext<'debugging'>,
  id: string | undefined,
  index: number | undefined,
): Promise<{ uri: string | undefined; line: number }> {
  const { frame } = await frameMeant(pausedSession(context, id), index, context.signal);
  return frame;
}

async function named(context: ProjectContext<'debugging'>, file: string, line: number): Promise<{ uri: string; line: number }> {
  const document = await openDocument(context, file);
  lineOf(document, file, line);
  return { uri: document.uri, line: line - 1 };
}
