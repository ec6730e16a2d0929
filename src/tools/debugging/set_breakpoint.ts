// Sets a breakpoint on a line, a function or writes to a variable, or a tracepoint that only logs.
import { z } from 'zod';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { fileInput, lineNumber, openDocument } from '../words/place.ts';
import { type AgentBreakpoint, agentBreakpoint, breakpointOutput, tellBreakpoint } from './words/breakpoint.ts';
import { codeLine } from './words/codeLine.ts';
import { pausedSession } from './words/debugSession.ts';
import { memberOf } from './words/variableHolder.ts';

export const setBreakpoint = defineTool({
  name: 'set_breakpoint',
  title: 'Set breakpoint',
  description:
    'Stop programs at a line or function, in sessions to come and now. With log_message it logs instead, or with suspend all also; read_debug_output shows the values as a table. Replaces one at the same place.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({
    file: fileInput.optional(),
    line: lineNumber.optional().describe('From 1.'),
    function: z.string().min(1).max(500).optional().describe('Its name, instead of file and line.'),
    variable: z.string().min(1).optional().describe('Instead: stop when it is written; of the paused frame, as item.cents (C++, Go, Rust).'),
    condition: z.string().min(1).optional().describe('Stop only when true.'),
    hit_condition: z.string().min(1).optional().describe('As >= 3'),
    log_message: z.string().min(1).optional().describe('As total is {cart.total}'),
    suspend: z.enum(['all', 'thread', 'none']).optional().describe('none with log_message, else all; thread is all for most debuggers.'),
    enabled: z.boolean().optional().describe('true'),
    temporary: z.boolean().optional().describe('Gone after one stop.'),
  }),
  output: z.object({ breakpoint: breakpointOutput, text: z.string().optional(), message: z.string() }),
  async run(context, input) {
    const { suspend, enabled = true, temporary = false, condition, hit_condition: hitCondition, log_message: logMessage } = input;
    const { place, text } = await placeOf(context, input);
    const set = await context.ide.debugging.breakpoints.set(
      place.kind === 'data'
        ? { ...place, enabled, temporary, condition, hitCondition }
        : { ...place, enabled, temporary, condition, hitCondition, logMessage, suspend },
      context.signal,
    );
    const breakpoint = agentBreakpoint(context, set);
    return { breakpoint, ...(text !== undefined && { text }), message: messageOf(breakpoint) };
  },
  *tell({ breakpoint, text, message }) {
    yield [tellBreakpoint(breakpoint), ...(text === undefined ? [] : [`  ${text}`]), message].join('\n');
  },
});

function messageOf({ verified, type, line, sessions = [] }: AgentBreakpoint): string {
  if (sessions.length === 0) return 'Kept for the next session; no program runs that it could be bound in.';
  const moved = sessions.find((session) => session.line !== undefined)?.line;
  if (verified) return moved === undefined ? 'It is in place.' : `It is in place on line ${moved}: line ${line} holds no code.`;
  return type === 'line'
    ? 'The debugger has not put it in place: this code is not loaded yet, or the line holds none.'
    : 'The debugger has not put it in place yet.';
}

interface Asked {
  readonly variable?: string | undefined;
  readonly log_message?: string | undefined;
  readonly suspend?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly function?: string | undefined;
}

async function placeOf(context: ProjectContext<'debugging'>, asked: Asked) {
  const { file, line, function: name, variable } = asked;
  const places = [variable, name, file ?? line].filter((place) => place !== undefined).length;
  if (places > 1) throw unclear();
  if (variable !== undefined) {
    if (asked.log_message !== undefined || asked.suspend !== undefined)
      throw invalidArguments('set_breakpoint', ['log_message and suspend go with a line or a function'], ALLOWED);
    const { session, reference, member } = await memberOf(pausedSession(context, undefined), variable, context.signal);
    return {
      place: { kind: 'data', session: session.id, name: variable, reference, member, logMessage: undefined, suspend: undefined } as const,
      text: undefined,
    };
  }
  if (name !== undefined) return { place: { kind: 'function', name } as const, text: undefined };
  if (file === undefined || line === undefined) throw unclear();
  const document = await openDocument(context, file);
  const text = codeLine(document, file, line);
  return { place: { kind: 'line', uri: document.uri, line: line - 1 } as const, text: text.trim() };
}

const ALLOWED = ['file', 'line', 'function', 'variable', 'condition', 'hit_condition', 'log_message', 'suspend', 'enabled', 'temporary'];

function unclear() {
  return invalidArguments('set_breakpoint', ['pass file and line, or function, or variable'], ALLOWED);
}
