// Calls of the program's functions that its debugger cannot take back: one that does not end is interrupted, and where the program then stands is reported.
import { basename } from 'node:path';
import { pathOf } from '../../../base/files/fileUri.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import type { DebugValue, StackFrame } from '../../../ide/doors/debugging.ts';
import { evaluationStopped } from '../../../ide/errors/debugErrors.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import type { Interruption } from '../adapters/adapterRow.ts';
import { ThreadsAnswer } from '../adapters/dapShapes.ts';
import type { HeadlessSession } from '../sessions/headlessSession.ts';

const LONGEST = seconds(5);
const DEEPEST = 50;
const MOST_THREADS = 200;
const STOPPED = 'step_out and resume lead out of the call; its value is lost. To call without stopping, remove the breakpoint first.';
const ENDLESS = 'It cannot be taken back: change what it waits for with set_variable and resume, or end the session with stop_debug_session.';
// On a busy machine one interruption in three meets a thread whose stack cannot be walked; ten in a row mean that the call never leaves the runtime.
const MOST_INTERRUPTIONS = 10;
// What Delve puts on the stack between the program and the function that it calls.
const CALLER = /^(?:runtime\.)?debugCall/;
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
    for (let again = 0; isEndless && again < MOST_INTERRUPTIONS && (await isBetweenFrames(session)); again++) {
      await session.proceed('continue', undefined, NEVER);
      interrupt();
      await session.halted(LONGEST, NEVER);
    }
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

// Delve cannot walk the stack of a thread that was just entering a signal handler (the scheduler's own signal, say): it shows the handler and nothing below.
// On a busy machine the call may also not have reached the function yet.
async function isBetweenFrames(session: HeadlessSession): Promise<boolean> {
  const { state } = session;
  if (state.state !== 'paused') return false;
  const { frames } = await session.frames(state.stop.thread, DEEPEST, NEVER);
  return firstOfCall(frames) === -1;
}

// The first frame that is not the runtime's own, which is then the one that is looked at.
async function standsAt(session: HeadlessSession, thread: number): Promise<string> {
  const { frames } = await session.frames(thread, DEEPEST, NEVER);
  const index = Math.max(0, firstOfCall(frames));
  session.selectFrame(index);
  const frame = frames[index];
  if (frame === undefined) return 'inside the call';
  return `at ${frame.uri === undefined ? '(no file)' : `${basename(pathOf(frame.uri))}:${frame.line + 1}`} in ${frame.name}, inside the call`;
}

// Of what was called: the runtime's own frames, assembly, and whoever made the call do not count.
function firstOfCall(frames: readonly StackFrame[]): number {
  const index = frames.findIndex(({ name, uri }) => CALLER.test(name) || (uri !== undefined && !uri.endsWith('.s') && !name.startsWith('runtime.')));
  return CALLER.test(frames[index]?.name ?? '') ? -1 : index;
}
