// One debug session: a program under one debug adapter, its threads, where it stands still, and what it has printed.
import type { z } from 'zod';
import { deferred } from '../../../base/deferred.ts';
import { seconds } from '../../../base/duration.ts';
import { Turns } from '../../../base/turns.ts';
import { notPaused, sessionEnded, threadNotFound } from '../../../ide/debugErrors.ts';
import type { ChildrenPage, DebugSession, DebugThread, DebugValue, Proceeding, Scope, SessionState, StackFrames, Stop } from '../../../ide/debugging.ts';
import { isPlainExpression } from '../../../ide/plainExpression.ts';
import { DapClient } from '../../../wire/dapClient.ts';
import type { AdoptedProcess, Processes } from '../processes/processes.ts';
import { on } from './adapterAnswers.ts';
import type { AdapterConnection } from './adapterConnection.ts';
import type { AdapterRow, LaunchArguments } from './adapterRow.ts';
import { DapRequests } from './dapRequests.ts';
import {
  BreakpointEvent,
  type Capabilities,
  CapabilitiesEvent,
  ContinueAnswer,
  ContinuedEvent,
  ExitedEvent,
  OutputEvent,
  ProcessEvent,
  StartDebugging,
  StoppedEvent,
  ThreadEvent,
  ThreadsAnswer,
} from './dapShapes.ts';
import { BoundedOutput } from './debugOutput.ts';
import type { Family } from './family.ts';
import { launchSession } from './launching.ts';
import type { ProjectBreakpoints } from './projectBreakpoints.ts';
import { SessionBreakpoints } from './sessionBreakpoints.ts';
import { SessionValues } from './sessionValues.ts';
import { Stacks } from './stacks.ts';
import { Stopping } from './stopping.ts';
import { messageWith, traceIn } from './traces.ts';

export interface SessionOptions {
  readonly id: string;
  readonly name: string;
  readonly row: AdapterRow;
  readonly configuration: string | undefined;
  readonly parent: HeadlessSession | undefined;
  readonly owner: string | undefined;
  readonly request: 'launch' | 'attach';
  readonly launch: LaunchArguments;
  readonly connection: AdapterConnection;
  readonly family: Family<HeadlessSession>;
  readonly breakpoints: ProjectBreakpoints;
  readonly processes: Processes;
  // A test that fails is what it waits for.
  readonly isTest: boolean;
  // Whether the person allows this expression; the reason when not.
  refused(expression: string): string | undefined;
  // The program has started another, which its adapter wants debugged too.
  startChild(parent: HeadlessSession, request: 'launch' | 'attach', configuration: LaunchArguments): Promise<void>;
}

// A program that is asked to end does so at once, or not at all.
const ENDING = seconds(2);
const DEBUGGER_GONE = 'its debugger has gone';
const NEVER = new AbortController().signal;

export class HeadlessSession implements DebugSession {
  readonly id: string;
  readonly name: string;
  readonly adapter: string;
  readonly configuration: string | undefined;
  readonly parent: string | undefined;
  readonly owner: string | undefined;
  readonly output = new BoundedOutput();
  readonly breakpoints: SessionBreakpoints;
  readonly options: SessionOptions;
  readonly requests: DapRequests;
  readonly stacks: Stacks;
  readonly client: DapClient;
  readonly #over = deferred<void>();
  // Resolves with the adapter's own event.
  readonly ready = deferred<void>();
  capabilities: Capabilities = {};
  selectedFrame = 0;
  lastUsed = Date.now();
  pauseAsked = false;
  readonly #stops = new Map<number, Stop>();
  readonly #stopping: Stopping;
  readonly #values: SessionValues;
  readonly #arrivals = new Turns();
  readonly #changedFiles = new Set<string>();
  readonly #events: Readonly<Record<string, (body: unknown) => void>> = {
    initialized: () => this.ready.resolve(),
    capabilities: on(CapabilitiesEvent, ({ capabilities }) => {
      this.capabilities = { ...this.capabilities, ...capabilities };
    }),
    stopped: on(StoppedEvent, (event) => this.#arrive(event)),
    continued: on(ContinuedEvent, (event) => this.#continued(event)),
    output: on(OutputEvent, (event) => this.#print(event)),
    breakpoint: on(BreakpointEvent, (event) => this.breakpoints.changed(event.breakpoint)),
    thread: on(ThreadEvent, (event) => this.#threadChanged(event)),
    process: on(ProcessEvent, (event) => this.#runs(event.systemProcessId)),
    exited: on(ExitedEvent, (event) => {
      this.#exitCode = event.exitCode;
    }),
    terminated: () => this.#terminated(),
  };
  #stopCount = 0;
  #processId: number | undefined;
  #adopted: AdoptedProcess | undefined;
  #exitCode: number | undefined;
  #ended: { readonly why: string } | undefined;
  #ending: Promise<void> | undefined;

  constructor(options: SessionOptions) {
    const { id, name, row, configuration, parent, owner, connection } = options;
    this.options = options;
    this.id = id;
    this.name = name;
    this.adapter = row.id;
    this.configuration = configuration;
    this.parent = parent?.id;
    this.owner = owner;
    this.client = new DapClient(connection, {
      event: (event, body) => this.#events[event]?.(body ?? {}),
      reverseRequest: (command, given) => this.#reverse(command, given),
      trouble: () => {},
      closed: () => this.#finish(DEBUGGER_GONE),
    });
    connection.onText((text) => this.output.add({ category: 'console', text }));
    this.requests = new DapRequests(this.client, row.id, id);
    this.stacks = new Stacks(this.requests);
    this.breakpoints = new SessionBreakpoints(options.breakpoints, row, id, this.requests, (expression) => options.refused(expression));
    this.#stopping = new Stopping(this, options.breakpoints);
    this.#values = new SessionValues(row, this.requests, options.refused);
    options.family.members.push(this);
  }

  // Returns once the program runs, or has ended already. Throws launch_failed.
  async begin(signal: AbortSignal): Promise<void> {
    await launchSession(this, signal);
  }

  get state(): SessionState {
    if (this.#ended !== undefined) return { state: 'ended', exitCode: this.#exitCode, why: this.#endedBecause() };
    const stop = [...this.#stops.values()].at(-1);
    return stop === undefined ? { state: 'running' } : { state: 'paused', stop };
  }

  // When nothing of it is left.
  get over(): Promise<void> {
    return this.#over.promise;
  }

  get processId(): number | undefined {
    return this.#processId;
  }

  isOutdated(uri: string): boolean {
    return this.#changedFiles.has(uri);
  }

  noteChanged(uri: string): void {
    this.#changedFiles.add(uri);
  }

  async threads(signal: AbortSignal): Promise<readonly DebugThread[]> {
    this.#requireLife();
    const { threads } = await this.requests.ask(ThreadsAnswer, 'threads', {}, signal);
    const all = this.#stopping.allStop && this.#stops.size > 0;
    return threads.map(({ id, name }) => ({ id, name, paused: all || this.#stops.has(id) }));
  }

  async frames(thread: number, most: number, signal: AbortSignal): Promise<StackFrames> {
    const stop = this.#requireStop();
    return this.stacks.of(this.#stops.get(thread) ?? stop, thread, most, signal);
  }

  async scopes(frame: number, signal: AbortSignal): Promise<readonly Scope[]> {
    this.#requireStop();
    return this.#values.scopes(frame, signal);
  }

  async children(reference: number, page: ChildrenPage, signal: AbortSignal): Promise<readonly DebugValue[]> {
    this.#requireStop();
    return this.#values.children(reference, page, signal);
  }

  async setChild(reference: number, name: string, value: string, signal: AbortSignal): Promise<DebugValue> {
    this.#requireStop();
    return this.#values.setChild(reference, name, value, this.capabilities, signal);
  }

  async evaluate(expression: string, frame: number | undefined, signal: AbortSignal): Promise<DebugValue> {
    this.#requireLife();
    if (!isPlainExpression(expression)) this.stacks.forget();
    return this.#values.evaluate(expression, frame, signal);
  }

  async proceed(how: Proceeding, thread: number | undefined, signal: AbortSignal): Promise<void> {
    const stop = this.#requireStop();
    const wanted = thread ?? stop.thread;
    if (thread !== undefined && !this.#stopping.allStop && !this.#stops.has(thread)) throw threadNotFound(thread, [...this.#stops.keys()]);
    const before = new Map(this.#stops);
    // Before it is told: the next stop may come before its answer.
    if (how === 'continue' || this.#stopping.allStop) this.#stops.clear();
    else this.#stops.delete(wanted);
    this.selectedFrame = 0;
    try {
      if (how === 'continue') await this.#continue(thread === undefined ? [...before.keys()] : [thread], signal);
      else await this.requests.send(STEPS[how], { threadId: wanted }, signal);
    } catch (error) {
      if (this.#ended === undefined && this.#stops.size === 0) for (const [id, known] of before) this.#stops.set(id, known);
      throw error;
    }
  }

  async proceedTo(uri: string, line: number, signal: AbortSignal): Promise<void> {
    this.#requireStop();
    await this.breakpoints.setGoal({ uri, line }, signal);
    await this.proceed('continue', undefined, signal);
  }

  async pause(signal: AbortSignal): Promise<void> {
    this.#requireLife();
    if (this.#stops.size > 0) return;
    const { threads } = await this.requests.ask(ThreadsAnswer, 'threads', {}, signal);
    this.pauseAsked = true;
    const looked = threads.find(({ id }) => id === this.#stopping.lastThread) ?? threads[0];
    await this.requests.send('pause', { threadId: looked?.id ?? 0 }, signal);
  }

  async halted(milliseconds: number, signal: AbortSignal): Promise<DebugSession | undefined> {
    return this.options.family.halted(this, milliseconds, signal);
  }

  end(): Promise<void> {
    this.#ending ??= this.#end('it was stopped');
    return this.#ending;
  }

  get lostItsDebugger(): boolean {
    return this.#ended?.why === DEBUGGER_GONE;
  }

  // Told by the one that knows which stops matter.
  paused(stop: Omit<Stop, 'number' | 'order'>): void {
    this.#stopCount += 1;
    this.selectedFrame = 0;
    this.pauseAsked = false;
    this.#values.forget();
    if (this.#stopping.allStop) this.#stops.clear();
    this.#stops.set(stop.thread, { ...stop, number: this.#stopCount, order: performance.now() });
    this.options.family.changed();
  }

  async #continue(threads: readonly number[], signal: AbortSignal): Promise<void> {
    for (const threadId of threads) {
      const { allThreadsContinued } = await this.requests.ask(ContinueAnswer, 'continue', { threadId }, signal);
      if (allThreadsContinued !== false) return;
    }
  }

  // One after the other: what a stop means is found out by asking the adapter.
  #arrive(stopped: StoppedEvent): void {
    void this.#arrivals.take(async () => {
      if (this.#ended === undefined) await this.#stopping.arrive(stopped);
    });
  }

  #continued({ threadId, allThreadsContinued }: z.output<typeof ContinuedEvent>): void {
    if (threadId === undefined || allThreadsContinued === true || this.#stopping.allStop) this.#stops.clear();
    else this.#stops.delete(threadId);
  }

  #threadChanged({ reason, threadId }: { reason: string; threadId: number }): void {
    if (reason === 'exited') this.#stops.delete(threadId);
  }

  #print({ category, output }: { category?: string | null | undefined; output: string }): void {
    // What adapters tell their makers.
    if (category === 'telemetry' || output === '') return;
    const trace = traceIn(output);
    if (trace === undefined) {
      this.output.add({ category: category === 'stdout' || category === 'stderr' ? category : 'console', text: output });
      return;
    }
    this.trace(trace.breakpoint, trace.values);
  }

  // What a tracepoint has seen.
  trace(breakpoint: string, values: readonly string[]): void {
    const set = this.options.breakpoints.records().find(({ id }) => id === breakpoint);
    const logMessage = set !== undefined && set.kind !== 'exception' ? set.logMessage : undefined;
    this.output.add({
      category: 'trace',
      text: `${logMessage === undefined ? values.join(' ') : messageWith(logMessage, values)}\n`,
      trace: { breakpoint, values },
    });
  }

  #runs(processId: number | undefined): void {
    if (processId === undefined || processId <= 0) return;
    this.#processId = processId;
    if (this.#isOurs() && this.#adopted === undefined) this.#adopted = this.options.processes.adopt(processId);
  }

  async #reverse(command: string, given: unknown): Promise<unknown> {
    if (command !== 'startDebugging') throw new Error(`${command} is not possible here`);
    const { request, configuration } = StartDebugging.parse(given);
    // Not awaited: the adapter waits for this answer before it serves the child.
    void this.options.startChild(this, request, configuration).catch((error: unknown) => {
      this.output.add({ category: 'console', text: `A child program is not debugged: ${error instanceof Error ? error.message : String(error)}\n` });
    });
    return {};
  }

  #terminated(): void {
    this.#finish('the program has ended');
    this.#ending ??= this.#end('the program has ended');
  }

  #finish(why: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = { why };
    this.#stops.clear();
    this.ready.reject(sessionEnded(this.id, why));
    this.ready.promise.catch(() => {});
    this.options.family.changed();
  }

  async #end(why: string): Promise<void> {
    const launched = this.#isOurs();
    const children = this.options.family.members.filter(({ parent }) => parent === this.id);
    await Promise.all(children.map((child) => child.end()));
    // Politely, then firmly; whoever does not answer is ended with its whole tree below.
    if (launched && this.#ended === undefined && this.capabilities.supportsTerminateRequest === true) {
      await this.requests.send('terminate', {}, NEVER, ENDING).catch(() => {});
      await this.options.family.halted(this, ENDING / 2, NEVER);
    }
    this.#finish(why);
    await this.requests.send('disconnect', { terminateDebuggee: launched, restart: false }, NEVER, ENDING).catch(() => {});
    this.client.close();
    await this.options.connection.close();
    if (launched) this.#adopted?.kill();
    this.#adopted?.[Symbol.dispose]();
    this.#adopted = undefined;
    this.#over.resolve();
  }

  // Started by us, or by what we started: it ends with its session. What was attached to runs on.
  #isOurs(): boolean {
    const { request, parent } = this.options;
    return parent === undefined ? request === 'launch' : parent.#isOurs();
  }

  #requireLife(): void {
    if (this.#ended !== undefined) throw sessionEnded(this.id, this.#endedBecause());
    this.lastUsed = Date.now();
  }

  #endedBecause(): string {
    return this.#exitCode === undefined ? (this.#ended?.why ?? '') : `the program has ended with exit code ${this.#exitCode}`;
  }

  #requireStop(): Stop {
    this.#requireLife();
    const { state } = this;
    if (state.state !== 'paused') throw notPaused(this.id);
    return state.stop;
  }
}

const STEPS = { over: 'next', into: 'stepIn', out: 'stepOut' } as const;
