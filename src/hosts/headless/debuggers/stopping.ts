// What a stop is: whether it is one that an agent asked for, why it came about, and which of the project's breakpoints made it.
import { z } from 'zod';
import { type Breakpoint, expressionsIn } from '../../../ide/breakpoints.ts';
import type { StopReason, ThrownException } from '../../../ide/debugging.ts';
import { IdeError } from '../../../ide/errors.ts';
import { ExceptionInfoAnswer, type StoppedEvent, ThreadsAnswer } from './dapShapes.ts';
import type { HeadlessSession } from './headlessSession.ts';
import type { ProjectBreakpoints } from './projectBreakpoints.ts';
import type { ExceptionMode } from './sessionBreakpoints.ts';

const NEVER = new AbortController().signal;

interface Place {
  readonly frame: number;
  readonly name: string;
  readonly uri: string | undefined;
  readonly line: number;
}

export class Stopping {
  // Threads stand still together, as they do under most adapters.
  allStop = true;
  // Which is looked at, where each stands still by itself.
  lastThread: number | undefined;
  readonly #session: HeadlessSession;
  readonly #store: ProjectBreakpoints;

  constructor(session: HeadlessSession, store: ProjectBreakpoints) {
    this.#session = session;
    this.#store = store;
  }

  // Never throws: an adapter that dies meanwhile is told elsewhere, and a stop whose reason is not known is still a stop.
  async arrive(stopped: StoppedEvent): Promise<void> {
    this.allStop = stopped.allThreadsStopped ?? false;
    const thread = stopped.threadId ?? (await this.#firstThread());
    const said = this.#reasonOf(stopped);
    const place = this.#needsPlace(stopped, said) ? await this.#place(thread) : undefined;
    const hit = this.#breakpoints(stopped, said, place);
    // CodeLLDB stops at throws by breakpoints of its own, and says nothing else.
    const reason = said === 'breakpoint' && hit.length === 0 && THROWERS.test(place?.name ?? '') ? 'exception' : said;
    if (await this.#passes(reason, hit, thread, place)) return;
    const thrown = reason === 'exception' ? await this.#exception(thread, stopped) : undefined;
    const wanted = thrown === undefined ? [] : this.#session.breakpoints.forException(thrown.exception.type, thrown.mode);
    if (wanted === undefined) return this.#letGo(thread);
    const isGoal = place !== undefined && this.#session.breakpoints.isGoal(place.uri, place.line);
    if (this.#session.breakpoints.hasGoal) await quietly(this.#session.breakpoints.setGoal(undefined, NEVER));
    const ids = [...hit.map(({ id }) => id), ...wanted];
    await quietly(this.#store.hit(ids, NEVER));
    this.lastThread = thread;
    const text = stopped.text ?? stopped.description;
    this.#session.paused({
      thread,
      reason: isGoal && ids.length === 0 ? 'step' : reason,
      text: text === '' ? undefined : text,
      breakpoints: ids,
      exception: thrown?.exception,
    });
  }

  // Asking for it takes a round trip, which every step would pay.
  #needsPlace({ hitBreakpointIds }: StoppedEvent, reason: StopReason): boolean {
    const { breakpoints } = this.#session;
    const hit = breakpoints.named(hitBreakpointIds ?? []);
    const byHand = this.#store.records().some((one) => hit.includes(one.id) && breakpoints.isTracedByHand(one));
    return breakpoints.hasGoal || byHand || (reason === 'breakpoint' && hit.length === 0);
  }

  // Tracepoints under an adapter that knows none are ordinary breakpoints, read and passed by hand.
  async #passes(reason: StopReason, hit: readonly Breakpoint[], thread: number, place: Place | undefined): Promise<boolean> {
    if (reason !== 'breakpoint' || hit.length === 0 || !hit.every((breakpoint) => this.#session.breakpoints.isTracedByHand(breakpoint))) return false;
    if (place !== undefined && this.#session.breakpoints.isGoal(place.uri, place.line)) return false;
    for (const breakpoint of hit) {
      const logMessage = breakpoint.kind === 'exception' ? '' : (breakpoint.logMessage ?? '');
      const values = await Promise.all(expressionsIn(logMessage).map((expression) => this.#value(expression, place?.frame)));
      this.#session.trace(breakpoint.id, values);
    }
    await this.#letGo(thread);
    return true;
  }

  async #value(expression: string, frame: number | undefined): Promise<string> {
    const given = { expression, context: this.#session.options.row.evaluateContext, ...(frame !== undefined && { frameId: frame }) };
    const answer = await this.#session.requests.ask(z.looseObject({ result: z.string() }), 'evaluate', given, NEVER).catch(messageOnly);
    return 'result' in answer ? answer.result : answer.message;
  }

  async #letGo(threadId: number): Promise<void> {
    await quietly(this.#session.requests.send('continue', { threadId }, NEVER));
  }

  #breakpoints(stopped: StoppedEvent, reason: StopReason, place: Place | undefined): readonly Breakpoint[] {
    const known = this.#store.records();
    const named = this.#session.breakpoints.named(stopped.hitBreakpointIds ?? []);
    // Not every adapter says which it was.
    const there = named.length > 0 || reason !== 'breakpoint' || place?.uri === undefined ? [] : this.#session.breakpoints.at(place.uri, place.line);
    const hit = known.filter(({ id }) => named.includes(id) || there.includes(id));
    // Where several stand on one line, one that stops is stronger than one that tells.
    const stops = hit.filter((breakpoint) => !this.#session.breakpoints.isTracedByHand(breakpoint));
    return stops.length > 0 ? stops : hit;
  }

  #place(thread: number): Promise<Place | undefined> {
    return this.#session.topFrame(thread, NEVER).catch(() => undefined);
  }

  async #firstThread(): Promise<number> {
    const answer = await this.#session.requests.ask(ThreadsAnswer, 'threads', {}, NEVER).catch(() => ({ threads: [] }));
    return answer.threads[0]?.id ?? 0;
  }

  async #exception(thread: number, stopped: StoppedEvent): Promise<{ exception: ThrownException; mode: ExceptionMode }> {
    const asked = this.#session.capabilities.supportsExceptionInfoRequest === true;
    const answer = asked
      ? await this.#session.requests.ask(ExceptionInfoAnswer, 'exceptionInfo', { threadId: thread }, NEVER).catch(() => undefined)
      : undefined;
    const said = stopped.text ?? stopped.description ?? '';
    // debugpy adds advice for people who look at a window.
    const type = (answer?.details?.typeName ?? answer?.exceptionId ?? '').replace(/\s+\(note: .*\)$/s, '');
    const exception = { type: type === '' ? (stopped.description ?? 'exception') : type, message: answer?.description ?? answer?.details?.message ?? said };
    return { exception, mode: modeOf(answer?.breakMode) };
  }

  #reasonOf({ reason, description }: StoppedEvent): StopReason {
    // lldb stops a program with a signal, and calls that an exception.
    if (this.#session.pauseAsked && (reason === 'exception' || reason === 'signal' || reason === 'pause')) return 'pause';
    if (/breakpoint/.test(reason)) return 'breakpoint';
    if (/exception|panic|fatal|error|signal/.test(reason)) return 'exception';
    if (reason === 'entry' || reason === 'pause') return reason;
    if (reason === 'goto' || reason === 'step' || reason === 'restart') return 'step';
    return /exception|panic/i.test(description ?? '') ? 'exception' : 'pause';
  }
}

const THROWERS = /__cxa_throw|_CxxThrowException|rust_panic/;

function modeOf(breakMode: string | null | undefined): ExceptionMode {
  if (breakMode === 'always') return 'thrown';
  return breakMode === 'unhandled' || breakMode === 'userUnhandled' ? 'uncaught' : 'unknown';
}

function messageOnly(error: unknown): { message: string } {
  return { message: `(${error instanceof Error ? error.message : String(error)})` };
}

async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    // What an adapter refuses or no longer hears changes nothing about the stop.
    if (!(error instanceof IdeError)) throw error;
  });
}
