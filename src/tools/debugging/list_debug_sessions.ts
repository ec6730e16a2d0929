// Which programs are being debugged, and which have just ended.
import { z } from 'zod';
import { defineTool } from '../tool.ts';

const row = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['paused', 'running', 'ended']),
  debugger: z.string(),
  // Whether a call without session_id could mean it.
  yours: z.boolean(),
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
  async run({ ide, owner }) {
    const sessions = ide.debugging.sessions().map(({ id, name, state, adapter, parent, configuration, processId, owner: theirs }) => ({
      id,
      name,
      state: state.state,
      debugger: adapter,
      yours: theirs === owner,
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
