// Letting a program go on, and waiting for where it stands next.
import { seconds } from '../../../base/waiting/duration.ts';
import type { DebugMove, DebugSession, Proceeding } from '../../../ide/doors/debugging.ts';
import type { Progress } from '../../../ide/doors/languages.ts';
import { testNotFound } from '../../../ide/errors/testErrors.ts';
import type { ProjectContext } from '../../tool.ts';
import { pausedSession, waitOf } from './debugSession.ts';
import { lookAtOwnCode, type Status, statusOf } from './debugStatus.ts';

interface Asked {
  readonly session_id?: string | undefined;
  readonly thread_id?: number | undefined;
  readonly timeout?: number | undefined;
}

export async function proceedAndWait(context: ProjectContext<'debugging'>, how: Proceeding, asked: Asked): Promise<Status> {
  const { session } = pausedSession(context, asked.session_id);
  const since = session.output.next;
  await moved(context, session, how, () => session.proceed(how, asked.thread_id, context.signal));
  return whereNext(context, session, since, asked.timeout);
}

// The session keeps by whom, from before it moves on: the next stop may come before the answer. What did not move it leaves no trace.
export async function moved({ author }: ProjectContext<'debugging'>, session: DebugSession, did: DebugMove['did'], move: () => Promise<void>): Promise<void> {
  const before = session.lastMove;
  session.lastMove = { by: author, did, time: new Date().toISOString() };
  try {
    await move();
  } catch (error) {
    session.lastMove = before;
    throw error;
  }
}

// The next stop of the session or of a program that its program started; what runs on after the wait is reported as running.
// Throws test_not_found where a test was to be debugged, and none with its name has run.
export async function whereNext(context: ProjectContext<'debugging'>, session: DebugSession, since: number, timeout: number | undefined): Promise<Status> {
  const deadline = performance.now() + waitOf(timeout);
  using _ = remindersOf(context.progress, () => `${session.name} runs on; waits ${Math.ceil((deadline - performance.now()) / 1_000)} s more for it to stop`);
  for (;;) {
    const halted = await session.halted(Math.max(0, deadline - performance.now()), context.signal);
    if (halted?.state.state === 'ended' && halted.state.unfound !== undefined) {
      const { name, where, near } = halted.state.unfound;
      throw testNotFound(name, where, near);
    }
    if (halted !== undefined) await lookAtOwnCode(context, halted);
    const status = await statusOf(context, halted ?? session, { outputSince: halted === undefined || halted === session ? since : 0 });
    // Somebody else let it go on before it was looked at, or it is about to end.
    if (halted !== undefined && status.state === 'running') continue;
    const notes = [...(status.notes ?? []), ...(halted === undefined ? [late(timeout)] : []), ...(halted ?? session).news()];
    return { ...status, ...(notes.length > 0 && { notes }) };
  }
}

// Clients give up on a call that says nothing for a while, and people wonder.
const BETWEEN_REMINDERS = seconds(3);

function remindersOf(progress: Progress, words: () => string): Disposable {
  const timer = setInterval(() => progress(words()), BETWEEN_REMINDERS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function late(timeout: number | undefined): string {
  return `It did not stop within ${waitOf(timeout) / 1_000} s. Call wait_for_pause to wait on, or pause.`;
}
