// The watches with what they are worth where the caller's own program stands; without values where none is paused.
import type { ProjectContext } from '../../tool.ts';
import { type AgentWatch, watchesOf } from './debugValue.ts';

export async function watchesNow(context: ProjectContext<'debugging'>): Promise<readonly AgentWatch[]> {
  const { ide, owner, signal } = context;
  const session = ide.debugging.sessions().findLast(({ state, owner: theirs }) => state.state === 'paused' && theirs === owner);
  const { state } = session ?? {};
  const frames = session === undefined || state?.state !== 'paused' ? [] : (await session.frames(state.stop.thread, session.selectedFrame + 1, signal)).frames;
  const frame = frames[session?.selectedFrame ?? 0];
  if (session !== undefined && frame !== undefined) return watchesOf(context, session, frame);
  return (await ide.debugging.watches.list(signal)).map(({ id, expression }) => ({ id, expression }));
}
