// What a stop is: whether it is one that an agent asked for, why it came about, and which of the project's breakpoints made it.
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../../../base/waiting/duration.ts';
import { type Breakpoint, expressionsIn, isTracepoint, logsAndStops } from '../../../ide/breakpoints.ts';
import type { Proceeding, Stop, StopReason, ThrownException } from '../../../ide/doors/debugging.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import { withValue } from '../adapters/adapterAnswers.ts';
import type { ExceptionMode, Thrower } from '../adapters/adapterRow.ts';
import { EvaluateAnswer, ExceptionInfoAnswer, type StoppedEvent, ThreadsAnswer } from '../adapters/dapShapes.ts';
import type { ProjectBreakpoints } from '../projectBreakpoints.ts';
import { callingThread } from '../quirks/calls.ts';
import { StepTracker } from '../quirks/steps.ts';
import type { HeadlessSession } from './headlessSession.ts';

const PRINTING = seconds(0.5);
const NEVER = new AbortController().signal;
// js-debug gives class and message as one, as in "RangeError: more than 3".
const HEADLINE = /^(?:Uncaught )?([\w$.]+): (.*)$/s;

interface Place {
  readonly frame: number;
  readonly name: string;
  readonly uri: string | undefined;
  readonly line: number;
}

interface Thrown {
  readonly exception: ThrownException;
  readonly mode: ExceptionMode;
  // Its own and those that it extends, where the adapter says them.
  readonly classes?: readonly string[] | null | undefined;
}

export class Stopping {
  // Threads stand still together, as they do under most adapters.
  allStop = true;
  // Which is looked at, where each stands still by itself.
  lastThread: number | undefined;
  // With which the program stood still last.
  lastSignal: string | undefined;
  // The output up to the last stop.
  #printedBefore = 0;
  readonly #session: HeadlessSession;
  readonly #store: ProjectBreakpoints;
  readonly #step: StepTracker;

  constructor(session: HeadlessSession, store: ProjectBreakpoints) {
    this.#session = session;
    this.#store = store;
    this.#step = new StepTracker(session.stacks);
  }

  // Before its debugger is asked. Where the step began matters only where stops may be passed by hand.
  async proceeds(how: Proceeding, stop: Stop, thread: number, signal: AbortSignal): Promise<void> {
    this.#step.end();
    if (how !== 'continue' && this.#session.breakpoints.mayBePassed) await this.#step.begin(how, stop, thread, signal);
  }

  // Never throws: an adapter that dies meanwhile is reported elsewhere, and a stop whose reason is not known is still a stop.
  async arrive(stopped: StoppedEvent): Promise<void> {
    this.allStop = stopped.allThreadsStopped ?? false;
    const reported = stopped.threadId ?? (await this.#firstThread());
    const sent = this.#signalIn(stopped);
    const isBreakpoint = sent !== undefined && (await this.#isBreakpointsSignal(sent, reported));
    const signal = isBreakpoint ? undefined : sent;
    const said = isBreakpoint ? 'breakpoint' : signal === undefined ? this.#reasonOf(stopped) : 'signal';
    if (stopped.reason === 'pause' && !this.#session.pauseAsked && this.#session.options.row.haltsForBreakpoints === true) return this.#letGo(reported);
    const place = this.#needsPlace(stopped, said) ? await this.#place(reported) : undefined;
    const reached = this.#breakpoints(stopped, said, place);
    const isGoal = place !== undefined && this.#session.breakpoints.isGoal(place.uri, place.line);
    const due = reached.filter((breakpoint) => this.#session.breakpoints.isDue(breakpoint));
    // At the end of a run to a line a breakpoint stops whatever its conditions say, and is none that was hit.
    const hit = this.#strongest(isGoal ? due.filter(isUnconditional) : due);
    if (reached.length > 0 && hit.length === 0 && !isGoal) return this.#letGo(reported);
    if (said === 'step' && this.#step.isReturning) return this.#letGo(reported);
    // CodeLLDB stops at throws by breakpoints of its own and says nothing else, lldb-dap does not say what was thrown, and some runtimes are stopped where they throw.
    const thrower = hit.length === 0 && (said === 'breakpoint' || said === 'exception') ? this.#throwerAt(place) : undefined;
    const isInterruption =
      hit.length === 0 && thrower === undefined && said === 'breakpoint' && this.#session.pauseAsked && this.#session.options.row.interruption !== undefined;
    const reason = thrower !== undefined ? 'exception' : isInterruption ? 'pause' : said;
    // Whoever received the signal need not be who ran.
    const thread = (isInterruption ? await callingThread(this.#session).catch(() => undefined) : undefined) ?? reported;
    if (await this.#passes(reason, hit, thread, place)) return;
    const thrown =
      thrower !== undefined && place !== undefined
        ? await this.#thrownAt(thrower, place)
        : // A signal that nobody asked for is let go like an exception: the abort behind one that was seen already is no news.
          reason === 'exception' || reason === 'signal'
          ? await this.#exception(thread, stopped)
          : undefined;
    this.lastSignal = signal?.type;
    const wanted = thrown === undefined ? [] : this.#session.breakpoints.forException(await this.#classesOf(thrown, thread), thrown.mode);
    if (wanted === undefined) return this.#letGo(thread);
    if (this.#session.breakpoints.hasGoal) await quietly(this.#session.breakpoints.setGoal(undefined, NEVER));
    // Before anybody is notified of the stop, so that what it printed is there when it is looked at.
    await this.#logged(hit.filter(logsAndStops), place);
    const ids = [...hit.map(({ id }) => id), ...wanted];
    await quietly(this.#store.hit(ids, NEVER));
    const text = stopped.text ?? stopped.description;
    this.#stand({
      thread,
      reason: isGoal && ids.length === 0 ? 'step' : reason,
      text: text === '' ? undefined : text,
      breakpoints: ids,
      exception: signal ?? thrown?.exception,
    });
  }

  // Asking for it takes a round trip, which every step would pay.
  #needsPlace({ hitBreakpointIds }: StoppedEvent, reason: StopReason): boolean {
    const { breakpoints } = this.#session;
    const hit = breakpoints.reached(breakpoints.named(hitBreakpointIds ?? []));
    const byHand = this.#store.records().some((one) => hit.includes(one.id) && (breakpoints.isTracedByHand(one) || logsAndStops(one)));
    const thrown = reason === 'exception' && this.#session.options.row.throwers !== undefined;
    return breakpoints.hasGoal || byHand || thrown || (reason === 'breakpoint' && hit.length === 0);
  }

  // Tracepoints under an adapter that knows none are ordinary breakpoints, read and passed by hand.
  async #passes(reason: StopReason, hit: readonly Breakpoint[], thread: number, place: Place | undefined): Promise<boolean> {
    if (reason !== 'breakpoint' || hit.length === 0 || !hit.every((breakpoint) => this.#session.breakpoints.isTracedByHand(breakpoint))) return false;
    if (place !== undefined && this.#session.breakpoints.isGoal(place.uri, place.line)) return false;
    await this.#logged(hit, place);
    await this.#letGo(thread);
    return true;
  }

  async #logged(hit: readonly Breakpoint[], place: Place | undefined): Promise<void> {
    for (const breakpoint of hit) {
      const logMessage = breakpoint.kind === 'exception' ? '' : (breakpoint.logMessage ?? '');
      const values = await Promise.all(expressionsIn(logMessage).map((expression) => this.#value(expression, place?.frame)));
      this.#session.words.trace(breakpoint.id, values);
    }
  }

  async #value(expression: string, frame: number | undefined): Promise<string> {
    const answer = await this.#evaluated(expression, frame).catch(messageOnly);
    return 'result' in answer ? answer.result : answer.message;
  }

  // Undefined where there is nothing to ask, or no answer.
  async #known(expression: string | undefined, frame: number): Promise<string | undefined> {
    return expression === undefined ? undefined : (await this.#evaluated(expression, frame).catch(() => undefined))?.result;
  }

  async #evaluated(expression: string, frame: number | undefined): Promise<{ result: string }> {
    const { row } = this.#session.options;
    const given = { expression, context: row.evaluateContext, ...(frame !== undefined && { frameId: frame }) };
    return withValue(row, expression, await this.#session.requests.ask(EvaluateAnswer, 'evaluate', given, NEVER));
  }

  // A step that is under way goes on, or ends here.
  async #letGo(threadId: number): Promise<void> {
    const isStepping = this.#step.isThere;
    const way = await this.#step.wayOn();
    if (isStepping && way === undefined) return this.#stand({ thread: threadId, reason: 'step', text: undefined, breakpoints: [], exception: undefined });
    await quietly(this.#session.requests.send(way?.request ?? 'continue', { threadId: way?.thread ?? threadId }, NEVER));
  }

  #stand(stop: Omit<Stop, 'number' | 'order'>): void {
    this.#step.end();
    this.lastThread = stop.thread;
    this.#printedBefore = this.#session.output.next;
    this.#session.paused(stop);
  }

  #breakpoints(stopped: StoppedEvent, reason: StopReason, place: Place | undefined): readonly Breakpoint[] {
    const known = this.#store.records();
    const ids = this.#session.breakpoints.reached(this.#session.breakpoints.named(stopped.hitBreakpointIds ?? []));
    const named = ids.length === 0 && /data|watchpoint/.test(`${stopped.reason} ${stopped.description ?? ''}`) ? this.#session.breakpoints.onData : ids;
    // Not every adapter says which it was.
    const there = named.length > 0 || reason !== 'breakpoint' || place?.uri === undefined ? [] : this.#session.breakpoints.at(place.uri, place.line);
    return known.filter(({ id }) => named.includes(id) || there.includes(id));
  }

  // Where several stand on one line, one that stops is stronger than one that logs.
  #strongest(hit: readonly Breakpoint[]): readonly Breakpoint[] {
    const stops = hit.filter((breakpoint) => !this.#session.breakpoints.isTracedByHand(breakpoint));
    return stops.length > 0 ? stops : hit;
  }

  #place(thread: number): Promise<Place | undefined> {
    return this.#session.stacks.top(thread, NEVER).catch(() => undefined);
  }

  async #firstThread(): Promise<number> {
    const answer = await this.#session.requests.ask(ThreadsAnswer, 'threads', {}, NEVER).catch(() => ({ threads: [] }));
    return answer.threads[0]?.id ?? 0;
  }

  #throwerAt(place: Place | undefined): Thrower | undefined {
    return this.#session.options.row.throwers?.find(({ frame }) => frame.test(place?.name ?? ''));
  }

  async #thrownAt(thrower: Thrower, { frame }: Place): Promise<Thrown> {
    const { mode, typeExpression } = thrower;
    const kind = await this.#known(typeExpression, frame);
    const type = (kind === undefined ? undefined : thrower.typeIn?.(kind)) ?? thrower.type;
    const message = textIn(await this.#known(thrower.messageExpression?.(type), frame));
    return { exception: { type, message: message ?? (await this.#printedBy(thrower)) ?? '' }, mode };
  }

  // What a program prints and where it stops come on two ways, and the second may be the faster.
  async #printedBy({ messageIn }: Thrower): Promise<string | undefined> {
    if (messageIn === undefined) return undefined;
    for (const end = Date.now() + PRINTING; ; ) {
      const said = messageIn(
        this.#session.output
          .since(this.#printedBefore)
          .map(({ text }) => text)
          .join(''),
      );
      if (said !== undefined || Date.now() > end) return said;
      await sleep(PRINTING / 20);
    }
  }

  // Its own, and those that it extends, where anybody asks for a class.
  async #classesOf({ exception, classes }: Thrown, thread: number): Promise<readonly string[]> {
    const { breakpoints, options } = this.#session;
    if (!breakpoints.namesClasses) return [exception.type];
    const place = options.row.classesExpression === undefined ? undefined : await this.#place(thread);
    const said = place === undefined ? undefined : await this.#known(options.row.classesExpression, place.frame);
    return [exception.type, ...(classes ?? []), ...(said?.replaceAll(/^['"]|['"]$/g, '').split('|') ?? [])];
  }

  async #exception(thread: number, stopped: StoppedEvent): Promise<Thrown> {
    const asked = this.#session.capabilities.supportsExceptionInfoRequest === true;
    const answer = asked
      ? await this.#session.requests.ask(ExceptionInfoAnswer, 'exceptionInfo', { threadId: thread }, NEVER).catch(() => undefined)
      : undefined;
    const said = stopped.text ?? stopped.description ?? '';
    const whole = answer?.description == null && answer?.details?.typeName == null ? HEADLINE.exec(answer?.exceptionId ?? '') : null;
    if (whole !== null) return { exception: { type: whole[1] ?? '', message: whole[2] ?? '' }, mode: modeOf(answer?.breakMode), classes: undefined };
    // debugpy adds advice for people who look at a window.
    const type = (answer?.details?.typeName ?? answer?.exceptionId ?? '').replace(/\s+\(note: .*\)$/s, '');
    const exception = { type: type === '' ? (stopped.description ?? 'exception') : type, message: answer?.description ?? answer?.details?.message ?? said };
    return { exception, mode: modeOf(answer?.breakMode), classes: answer?.details?.classes };
  }

  // As lldb and CodeLLDB report it. One that came of our own pause is none.
  #signalIn({ reason, description, text }: StoppedEvent): ThrownException | undefined {
    if (this.#session.pauseAsked || !/exception|signal/.test(reason)) return undefined;
    const signalLine = /\bsignal (SIG\w+)(?:: (.*))?/;
    const [, type, message = ''] = signalLine.exec(description ?? '') ?? signalLine.exec(text ?? '') ?? [];
    return type === undefined ? undefined : { type, message };
  }

  // A debugger of native code halts a program to put a breakpoint in place. One that is reached meanwhile is reported as the signal behind it.
  async #isBreakpointsSignal({ type }: ThrownException, thread: number): Promise<boolean> {
    if (type !== 'SIGSTOP' && type !== 'SIGTRAP') return false;
    const place = await this.#place(thread);
    return place?.uri !== undefined && this.#session.breakpoints.at(place.uri, place.line).length > 0;
  }

  #reasonOf({ reason, description, text }: StoppedEvent): StopReason {
    if (this.#session.options.row.conditionFailure?.test(text ?? '') === true) return 'breakpoint';
    // lldb stops a program with a signal, and calls that an exception.
    if (this.#session.pauseAsked && (reason === 'exception' || reason === 'signal' || reason === 'pause')) return 'pause';
    if (/breakpoint|watchpoint/.test(reason)) return 'breakpoint';
    if (/exception|panic|fatal|error|signal/.test(reason)) return 'exception';
    if (reason === 'entry' || reason === 'pause') return reason;
    if (reason === 'goto' || reason === 'step' || reason === 'restart') return 'step';
    return /exception|panic/i.test(description ?? '') ? 'exception' : 'pause';
  }
}

function isUnconditional(breakpoint: Breakpoint): boolean {
  if (breakpoint.kind === 'exception') return true;
  return breakpoint.condition === undefined && breakpoint.hitCondition === undefined && !isTracepoint(breakpoint);
}

function modeOf(breakMode: string | null | undefined): ExceptionMode {
  if (breakMode === 'always') return 'thrown';
  return breakMode === 'unhandled' || breakMode === 'userUnhandled' ? 'uncaught' : 'unknown';
}

// Of a text in memory what it says, without where it lies.
function textIn(value: string | undefined): string | undefined {
  return /^0x[0-9a-f]+ "([\s\S]*)"$/.exec(value ?? '')?.[1] ?? value;
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
