// The threads of a program.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { sessionInput, sessionMeant } from './words/debugSession.ts';
import { agentThread, currentThread, threadOutput } from './words/debugStatus.ts';

const row = threadOutput.extend({ state: z.enum(['paused', 'running']), stopped: z.literal(true).optional(), current: z.literal(true).optional() });

export const listThreads = defineTool({
  name: 'list_threads',
  title: 'List threads',
  description: 'Threads of a debugged program; stopped marks the one at the stop.',
  effect: 'reads',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject(sessionInput),
  output: z.object({ sessionId: z.string(), threads: z.array(row) }),
  async run(context, { session_id: id }) {
    const session = sessionMeant(context, id);
    const threads = await session.threads(context.signal);
    const { state } = session;
    const stopped = state.state === 'paused' ? state.stop.thread : undefined;
    const current = stopped === undefined ? currentThread(threads)?.id : undefined;
    return {
      sessionId: session.id,
      threads: threads.map((thread) => ({
        ...agentThread(thread),
        state: thread.paused ? ('paused' as const) : ('running' as const),
        ...(thread.id === stopped && { stopped: true as const }),
        // Of a program that runs, the one that was looked at last.
        ...(thread.id === current && { current: true as const }),
      })),
    };
  },
  *tell({ sessionId, threads }) {
    yield [`Session ${sessionId}:`, ...threads.map(({ id, name, state, stopped }) => `${stopped === undefined ? ' ' : '>'} ${id}  ${name}  ${state}`)].join(
      '\n',
    );
  },
});
