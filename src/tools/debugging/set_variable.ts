// Gives a variable of a paused program another value.
import { z } from 'zod';
import { variableNotFound } from '../../ide/debugErrors.ts';
import { defineTool } from '../tool.ts';
import { frameInput, frameMeant, type PausedSession, pausedSession, sessionInput } from '../words/debugSession.ts';
import { insideOf, LONG, scopesOf, tellValue, toldValue, valueOutput } from '../words/debugValue.ts';

const MOST = 500;

export const setVariable = defineTool({
  name: 'set_variable',
  title: 'Set variable',
  description: 'Change a variable of a paused program, to try a fix before writing it.',
  effect: 'controls',
  hidden: true,
  input: z.strictObject({
    name: z.string().min(1).describe('As get_variables tells it.'),
    value: z.string().describe('An expression of the language.'),
    variable_id: z.string().min(1).optional().describe('The object that has it; else a variable of the frame.'),
    ...sessionInput,
    ...frameInput,
  }),
  output: z.object({ sessionId: z.string(), variable: valueOutput }),
  async run(context, { name, value, variable_id: container, session_id: id, frame_index: index }) {
    const { session, stop, reference } =
      container === undefined ? await holderOf(pausedSession(context, id), name, index, context.signal) : insideOf(context, container);
    const set = await session.setChild(reference, name, value, context.signal);
    return { sessionId: session.id, variable: toldValue(set, session, stop, LONG) };
  },
  *tell({ variable }) {
    yield tellValue(variable);
  },
});

// The innermost scope that has the name.
async function holderOf(paused: PausedSession, name: string, index: number | undefined, signal: AbortSignal): Promise<PausedSession & { reference: number }> {
  const { frame } = await frameMeant(paused, index, signal);
  const known: string[] = [];
  for (const { reference, near } of await scopesOf(paused.session, frame, signal)) {
    const inside = await paused.session.children(reference, { start: 0, count: MOST }, signal);
    if (inside.some((value) => value.name === name)) return { ...paused, reference };
    if (near) known.push(...inside.map((value) => value.name));
  }
  throw variableNotFound(name, known.slice(0, 30));
}
