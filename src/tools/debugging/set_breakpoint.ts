// Sets a breakpoint on a line or a function, or a tracepoint that only tells.
import { z } from 'zod';
import { invalidArguments } from '../../ide/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { breakpointOutput, tellBreakpoint, toldBreakpoint } from '../words/breakpoint.ts';
import { codeLine } from '../words/codeLine.ts';
import { fileInput, lineNumber, openDocument } from '../words/place.ts';

export const setBreakpoint = defineTool({
  name: 'set_breakpoint',
  title: 'Set breakpoint',
  description:
    'Stop programs at a line or function, in sessions to come and now. With log_message it never stops: read_debug_output shows the values as a table. Replaces one at the same place.',
  effect: 'controls',
  hidden: true,
  input: z.strictObject({
    file: fileInput.optional(),
    line: lineNumber.optional().describe('From 1.'),
    function: z.string().min(1).optional().describe('Its name, instead of file and line.'),
    condition: z.string().min(1).optional().describe('Stop only when true.'),
    hit_condition: z.string().min(1).optional().describe('As >= 3'),
    log_message: z.string().min(1).optional().describe('As total is {cart.total}'),
    enabled: z.boolean().optional().describe('true'),
    temporary: z.boolean().optional().describe('Gone after one stop.'),
  }),
  output: z.object({ breakpoint: breakpointOutput, text: z.string().optional(), message: z.string() }),
  async run(context, input) {
    const { enabled = true, temporary = false, condition, hit_condition: hitCondition, log_message: logMessage } = input;
    const { place, text } = await placeOf(context, input);
    const set = await context.ide.debugging.breakpoints.set({ ...place, enabled, temporary, condition, hitCondition, logMessage }, context.signal);
    const breakpoint = toldBreakpoint(context, set);
    const message =
      set.bindings.length === 0
        ? 'Kept for the next session; no program runs that it could be bound in.'
        : breakpoint.verified
          ? 'It is in place.'
          : 'The debugger has not put it in place yet.';
    return { breakpoint, ...(text !== undefined && { text }), message };
  },
  *tell({ breakpoint, text, message }) {
    yield [tellBreakpoint(breakpoint), ...(text === undefined ? [] : [`  ${text}`]), message].join('\n');
  },
});

interface Asked {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly function?: string | undefined;
}

async function placeOf(context: ProjectContext, { file, line, function: name }: Asked) {
  if (name !== undefined && file === undefined && line === undefined) return { place: { kind: 'function', name } as const, text: undefined };
  if (name !== undefined || file === undefined || line === undefined)
    throw invalidArguments('set_breakpoint', ['pass file and line, or function'], Object.keys(setBreakpoint.input.shape));
  const document = await openDocument(context, file);
  const text = codeLine(document, file, line);
  return { place: { kind: 'line', uri: document.uri, line: line - 1 } as const, text: text.trim() };
}
