// Gives a debugged program what it reads from its standard input.
import { z } from 'zod';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { defineTool } from '../tool.ts';
import { anothersSession, sessionInput, sessionMeant } from './words/debugSession.ts';

export const writeDebugInput = defineTool({
  name: 'write_debug_input',
  title: 'Write debug input',
  description: 'Write to the standard input of a debugged program, or end it. A paused program reads it when it goes on.',
  effect: 'controls',
  hints: {
    destructive: { is: true, because: 'what the program does with its input is not known here, as with write_terminal_input' },
    openWorld: { is: true, because: 'the program may deal with anything' },
  },
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({
    ...sessionInput,
    text: z.string().optional().describe('As it is; a line needs its line end.'),
    end: z.boolean().optional().describe('No more input comes; false.'),
  }),
  output: z.object({ sessionId: z.string(), state: z.enum(['paused', 'running', 'ended']), written: z.number(), ended: z.boolean() }),
  asksFirst: anothersSession,
  async run(context, { session_id: id, text = '', end = false }) {
    if (text === '' && !end) throw invalidArguments('write_debug_input', ['pass text, or end: true'], ['session_id', 'text', 'end']);
    const session = sessionMeant(context, id);
    if (text !== '') await session.writeInput(text, context.signal);
    if (end) await session.writeInput(undefined, context.signal);
    return { sessionId: session.id, state: session.state.state, written: text.length, ended: end };
  },
  *tell({ sessionId, state, written, ended }) {
    const what = [...(written > 0 ? [`${written} characters are written`] : []), ...(ended ? ['its input has ended'] : [])].join(', ');
    yield `Session ${sessionId} (${state}): ${what}.${state === 'running' ? ' read_debug_output shows what it prints.' : ''}`;
  },
});
