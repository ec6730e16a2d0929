// Which programs are being debugged, and which have just ended.
import { z } from 'zod';
import { IdeError } from '../../ide/errors/errors.ts';
import { type Asker, defineTool } from '../tool.ts';
import { sessionMeant } from './words/debugSession.ts';

const row = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['paused', 'running', 'ended']),
  debugger: z.string(),
  // Whether a call without session_id could mean it.
  yours: z.boolean(),
  // A call without session_id means it.
  current: z.literal(true).optional(),
  parent: z.string().optional(),
  configuration: z.string().optional(),
  processId: z.number().optional(),
  exitCode: z.number().optional(),
});

export const listDebugSessions = defineTool({
  name: 'list_debug_sessions',
  title: 'List debug sessions',
  description: 'Debug sessions of the project, of all agents, with their states; also the last that ended.',
  effect: 'reads',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({}),
  output: z.object({ sessions: z.array(row) }),
  async run(context) {
    const { ide, owner } = context;
    const current = currentSession(context);
    const sessions = ide.debugging.sessions().map(({ id, name, state, adapter, parent, configuration, processId, owner: theirs }) => ({
      id,
      name,
      state: state.state,
      debugger: adapter,
      yours: theirs === owner,
      ...(id === current && { current: true as const }),
      ...(parent !== undefined && { parent }),
      ...(configuration !== undefined && { configuration }),
      ...(processId !== undefined && { processId }),
      ...(state.state === 'ended' && state.exitCode !== undefined && { exitCode: state.exitCode }),
    }));
    return { sessions };
  },
  *tell({ sessions }) {
    if (sessions.length === 0) yield 'No debug session is open.';
    else yield sessions.map(({ id, name, state, debugger: by, yours }) => `${id}  ${name}  ${state}  (${by}${yours ? ', yours' : ''})`).join('\n');
  },
});

// None where a call would have to name one.
function currentSession(context: Asker<'debugging'>): string | undefined {
  try {
    const { id, state } = sessionMeant(context, undefined);
    return state.state === 'ended' ? undefined : id;
  } catch (error) {
    if (error instanceof IdeError) return undefined;
    throw error;
  }
}
