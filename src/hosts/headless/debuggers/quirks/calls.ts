// Calls of the program's functions that its debugger cannot take back: one that does not end is interrupted, and where the program then stands is told.
import { basename } from 'node:path';
import { seconds } from '../../../../base/duration.ts';
import { pathOf } from '../../../../base/fileUri.ts';
import { evaluationStopped } from '../../../../ide/debugErrors.ts';
import type { DebugValue } from '../../../../ide/debugging.ts';
import { IdeError } from '../../../../ide/errors.ts';
import type { Interruption } from '../adapterRow.ts';
import { ThreadsAnswer } from '../dapShapes.ts';
import type { HeadlessSession } from '../headlessSession.ts';

const LONGEST = seconds(5);
const DEEPEST = 50;
const MOST_THREADS = 200;
const STOPPED = 'step_out and resume lead out of the call; its value is lost. To call without stopping, remove the breakpoint first.';
const ENDLESS = 'It cannot be taken back: change what it waits for with set_variable and resume, or end the session with stop_debug_session.';
const NEVER = new AbortController().signal;

// Throws evaluation_stopped where the program no longer stands where it stood.
export async function evaluateCall(
  session: HeadlessSession,
  { signal: name }: Interruption,
  expression: string,
  evaluate: (signal: AbortSignal) => Promise<DebugValue>,
  signal: AbortSignal,
): Promise<DebugValue> {
  const { processId, breakpoints, state: before } = session;
  const canInterrupt = processId !== undefined && process.platform !== 'win32';
  if (canInterrupt) await breakpoints.setInterruptible(true, signal);
  let isEndless = false;
  const interrupt = () => {
    if (!canInterrupt) return;
    isEndless = true;
    session.pauseAsked = true;
    process.kill(processId, name);
  };
  const timer = setTimeout(interrupt, LONGEST);
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    // Not given up with the call that asks: the answer to the interruption is waited for, so that nobody is left inside of it unawares.
    return await evaluate(canInterrupt ? NEVER : signal);
  } catch (error) {
    if (!(error instanceof IdeError) || error.code !== 'evaluation_failed') throw error;
    await session.arrived();
    const { state } = session;
    if (state.state !== 'paused' || (before.state === 'paused' && state.stop.number === before.stop.number)) throw error;
    const why = isEndless ? `it did not end within ${LONGEST / 1_000} s` : `${state.stop.breakpoints.join(' and ') || `a ${state.stop.reason}`} stopped it`;
    throw evaluationStopped(expression, why, await standsAt(session, state.stop.thread), isEndless ? ENDLESS : STOPPED);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', interrupt);
    session.pauseAsked = false;
    if (canInterrupt && session.state.state !== 'ended') await breakpoints.setInterruptible(false, NEVER);
  }
}

// Which of the threads is inside of a call that its debugger has made.
export async function callingThread(session: HeadlessSession): Promise<number | undefined> {
  const frame = session.options.row.interruption?.frame;
  const { threads } = await session.requests.ask(ThreadsAnswer, 'threads', {}, NEVER);
  // The latest first: it was made for the call.
  for (const { id } of threads.toReversed().slice(0, MOST_THREADS))
    if ((await session.stacks.names(id, DEEPEST, NEVER)).some((name) => name === frame)) return id;
  return undefined;
}

// The first frame that is not the runtime's own, which is then the one that is looked at.
async function standsAt(session: HeadlessSession, thread: number): Promise<string> {
  const { frames } = await session.frames(thread, DEEPEST, NEVER);
  const index = Math.max(
    0,
    frames.findIndex(({ name, uri }) => uri !== undefined && !name.startsWith('runtime.')),
  );
  session.selectedFrame = index;
  const frame = frames[index];
  if (frame === undefined) return 'inside the call';
  return `at ${frame.uri === undefined ? '(no file)' : `${basename(pathOf(frame.uri))}:${frame.line + 1}`} in ${frame.name}, inside the call`;
}
