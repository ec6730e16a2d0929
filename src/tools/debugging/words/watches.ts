// The watches, which are the project's, with what they are worth in one session: the one that is named, else the caller's own that stopped last. Without values where it is not paused.
import { z } from 'zod';
import type { DebugSession } from '../../../ide/doors/debugging.ts';
import type { ProjectContext } from '../../tool.ts';
import { sessionMeant } from './debugSession.ts';
import { type AgentWatch, watchesOf } from './debugValue.ts';

// Watches belong to the project; only their values are a session's.
export const watchingInput = { session_id: z.string().min(1).optional().describe('Whose values.') };

// Throws session_not_found.
export function watchingSession(context: ProjectContext<'debugging'>, id: string | undefined): DebugSession | undefined {
  if (id !== undefined) return sessionMeant(context, id);
  const own = context.ide.debugging.sessions().filter(({ owner }) => owner === context.owner);
  const paused = own.flatMap((session) => (session.state.state === 'paused' ? [{ session, order: session.state.stop.order }] : []));
  return paused.toSorted((a, b) => b.order - a.order)[0]?.session;
}

export async function watchesNow(context: ProjectContext<'debugging'>, session: DebugSession | undefined): Promise<readonly AgentWatch[]> {
  const { ide, signal } = context;
  const { state } = session ?? {};
  const frames = session === undefined || state?.state !== 'paused' ? [] : (await session.frames(state.stop.thread, session.selectedFrame + 1, signal)).frames;
  const frame = frames[session?.selectedFrame ?? 0];
  if (session !== undefined && frame !== undefined) return watchesOf(context, session, frame);
  return (await ide.debugging.watches.list(signal)).map(({ id, expression }) => ({ id, expression }));
}
