// Which debug session a call means, and how long it waits for it.
import { z } from 'zod';
import { seconds } from '../../../base/waiting/duration.ts';
import type { DebugSession, StackFrame, Stop } from '../../../ide/doors/debugging.ts';
import { frameNotFound, noDebugSession, notPaused, sessionEnded, sessionNotFound, severalSessions } from '../../../ide/errors/debugErrors.ts';
import type { Asker, ProjectContext } from '../../tool.ts';
import { anothers } from '../../words/ownership.ts';

export const sessionInput = { session_id: z.string().min(1).optional().describe('Default: your own.') };
export const timeoutInput = { timeout: z.number().min(0).max(600).optional().describe('Seconds to wait for a stop; 30.') };
export const frameInput = { frame_index: z.int().min(0).optional().describe('0 is the innermost.') };
export const threadInput = { thread_id: z.int().optional().describe('Default: the one that stopped.') };

const USUAL_WAIT = 30;

export function waitOf(timeout: number | undefined): number {
  return seconds(timeout ?? USUAL_WAIT);
}

// Named, or the caller's own: the one that stopped last, else the only one that lives.
export function sessionMeant({ ide, owner }: Asker<'debugging'>, id: string | undefined): DebugSession {
  const all = ide.debugging.sessions();
  if (id !== undefined) {
    const named = all.find((session) => session.id === id);
    if (named === undefined)
      throw sessionNotFound(
        id,
        all.map((session) => session.id),
      );
    return programOf(named, all);
  }
  const own = all.filter((session) => session.owner === owner);
  const live = own.filter(({ state }) => state.state !== 'ended');
  const stopped = live.flatMap((session) => (session.state.state === 'paused' ? [{ session, order: session.state.stop.order }] : []));
  const last = stopped.toSorted((a, b) => b.order - a.order)[0];
  if (last !== undefined) return last.session;
  const roots = live.filter(({ parent }) => !live.some((session) => session.id === parent));
  const [only, ...others] = roots;
  if (only !== undefined && others.length === 0) return programOf(only, all);
  if (others.length > 0) throw severalSessions(roots.map((session) => session.id));
  const ended = own.at(-1);
  if (ended !== undefined) return ended;
  throw noDebugSession(all.filter(({ state }) => state.state !== 'ended').map((session) => session.id));
}

function programOf(session: DebugSession, all: readonly DebugSession[]): DebugSession {
  if (session.holdsOnly !== true) return session;
  const programs = all.filter(({ parent }) => parent === session.id);
  const [only, ...others] = programs.filter(({ state }) => state.state !== 'ended');
  if (only !== undefined) return others.length === 0 ? only : session;
  // What it held is over, and it itself is about to be.
  return programs.at(-1) ?? session;
}

// Of every tool that does more than look.
export function anothersSession({ session_id: id }: { readonly session_id?: string | undefined }, asker: Asker<'debugging'>): string | undefined {
  const session = sessionMeant(asker, id);
  return anothers(asker, session, `debug session ${session.id} (${session.name})`);
}

export interface PausedSession {
  readonly session: DebugSession;
  readonly stop: Stop;
}

// Throws not_paused or session_ended.
export function pausedSession(context: ProjectContext<'debugging'>, id: string | undefined): PausedSession {
  const session = sessionMeant(context, id);
  const { state } = session;
  if (state.state === 'ended') throw sessionEnded(session.id, state.why);
  if (state.state !== 'paused') throw notPaused(session.id);
  return { session, stop: state.stop };
}

export interface ChosenFrame {
  readonly frame: StackFrame;
  readonly index: number;
}

// Given by its index, or the one that is looked at. Throws frame_not_found.
export async function frameMeant({ session, stop }: PausedSession, index: number | undefined, signal: AbortSignal, thread = stop.thread): Promise<ChosenFrame> {
  const wanted = index ?? (thread === stop.thread ? session.selectedFrame : 0);
  const { frames } = await session.frames(thread, wanted + 1, signal);
  const frame = frames[wanted];
  if (frame === undefined) throw frameNotFound(wanted, frames.length);
  return { frame, index: wanted };
}
