// One debug session: a program under one debug adapter, its threads, where it stands still, and what it has printed.
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { deferred } from '../../../base/waiting/deferred.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import { Turns } from '../../../base/waiting/turns.ts';
import type { ChildrenPage, DebugSession, DebugThread, DebugValue, Proceeding, SessionState, StackFrames, Stop } from '../../../ide/doors/debugging.ts';
import { notPaused, sessionEnded, threadNotFound } from '../../../ide/errors/debugErrors.ts';
import { isPlainExpression } from '../../../source/plainExpression.ts';
import { DapClient } from '../../../wire/dapClient.ts';
import type { SpawnedProcess } from '../../processes/spawnedProcess.ts';
import { on, threadsFrom } from '../adapters/adapterAnswers.ts';
import { DapRequests } from '../adapters/dapRequests.ts';
import {
  BreakpointEvent,
  type Capabilities,
  CapabilitiesEvent,
  ContinueAnswer,
  ContinuedEvent,
  ExitedEvent,
  HitEvent,
  OutputEvent,
  ProcessEvent,
  StartDebugging,
  StoppedEvent,
  ThreadEvent,
  ThreadsAnswer,
} from '../adapters/dapShapes.ts';
import { AwaitedTest } from '../awaitedTest.ts';
import { ObservedMap } from '../debugEvents.ts';
import { evaluateCall } from '../quirks/calls.ts';
import { OwnWords } from '../quirks/debuggerMessages.ts';
import { DebuggedProgram } from './debuggedProgram.ts';
import { writeInput } from './debugInput.ts';
import { BoundedOutput } from './debugOutput.ts';
import { launchSession } from './launching.ts';
import { endOf, type ProgramEnd } from './programEnds.ts';
import { ProgramHelper } from './programHelper.ts';
import { SessionBreakpoints } from './sessionBreakpoints.ts';
import type { SessionOptions } from './sessionOptions.ts';
import { SessionValues } from './sessionValues.ts';
import { Stacks } from './stacks.ts';
import { Stopping } from './stopping.ts';

// An adapter that is asked to end does so at once, or not at all.
const ENDING = seconds(2);
// For what a program printed just before it was stopped, and for its debugger to see that it is gone.
const LAST_WORDS = seconds(0.5);
const DEBUGGER_GONE = 'its debugger has gone';
const NEVER = new AbortController().signal;

export class HeadlessSession implements DebugSession {
  readonly id: string;
  readonly name: string;
  readonly adapter: string;
  readonly configuration: string | undefined;
  readonly parent: string | undefined;
  readonly holdsOnly: boolean;
  readonly owner: string | undefined;
  readonly output = new BoundedOutput(() => this.options.events.printed(this));
  readonly words: OwnWords;
  readonly breakpoints: SessionBreakpoints;
  readonly options: SessionOptions;
  readonly requests: DapRequests;
  readonly helper: ProgramHelper;
  readonly stacks: Stacks;
  readonly client: DapClient;
  readonly #over = deferred<void>();
  // Resolves once the adapter says that the program has ended.
  readonly #gone = deferred<void>();
  // Resolves with the adapter's own event.
  readonly ready = deferred<void>();
  capabilities: Capabilities = {};
  selectedFrame = 0;
  lastUsed = Date.now();
  pauseAsked = false;
  readonly #stops = new ObservedMap<number, Stop>(() => this.options.events.looked(this));
  readonly #stopping: Stopping;
  readonly #values: SessionValues;
  readonly #program: DebuggedProgram;
  readonly #awaited: AwaitedTest;
  readonly #arrivals = new Turns();
  readonly #changedFiles = new Set<string>();
  readonly #events: Readonly<Record<string, (body: unknown) => void>> = {
    initialized: () => this.ready.resolve(),
    capabilities: on(CapabilitiesEvent, ({ capabilities }) => {
      this.capabilities = { ...this.capabilities, ...capabilities };
    }),
    binnacleHit: on(HitEvent, ({ ids }) => {
      this.#hit = ids;
    }),
    stopped: on(StoppedEvent, (event) => this.#arrive(event)),
    continued: on(ContinuedEvent, (event) => this.#continued(event)),
    output: on(OutputEvent, (event) => {
      this.#awaited.print(event.output);
      this.words.print(event);
    }),
    breakpoint: on(BreakpointEvent, (event) => this.breakpoints.changed(event.breakpoint)),
    thread: on(ThreadEvent, (event) => this.#threadChanged(event)),
    process: on(ProcessEvent, (event) => this.#program.runs(event.systemProcessId)),
    exited: on(ExitedEvent, (event) => {
      // What comes of our own stop is nothing that the program did.
      if (!this.#stopped) this.#exitCode = event.exitCode;
      this.#gone.resolve();
    }),
    terminated: () => this.#terminated(),
  };
  #stopCount = 0;
  // By the next stop, as code of ours inside the program says.
  #hit: readonly number[] = [];
  #exitCode: number | undefined;
  // By us, while it still ran.
  #stopped = false;
  #ended: { readonly why: string } | undefined;
  #ending: Promise<void> | undefined;

  constructor(options: SessionOptions) {
    const { id, name, row, configuration, parent, owner, connection } = options;
    this.options = options;
    this.#awaited = new AwaitedTest(options.begins);
    this.id = id;
    this.name = name;
    this.adapter = row.id;
    this.configuration = configuration;
    this.parent = parent?.id;
    this.holdsOnly = parent === undefined && row.holdsSessions === true;
    this.owner = owner;
    this.client = new DapClient(connection, {
      event: (event, body) => this.#events[event]?.(body ?? {}),
      reverseRequest: (command, given) => this.#reverse(command, given),
      trouble: () => {},
      closed: () => this.#lost(),
    });
    connection.onText((text) => this.output.add({ category: 'console', text }));
    options.pipes?.onPrinted((category, text) => this.output.add({ category, text }));
    this.words = new OwnWords(row, options.breakpoints, this.output);
    this.requests = new DapRequests(this.client, row.id, id);
    this.stacks = new Stacks(this.requests);
    this.helper = new ProgramHelper(row.inside, this.requests);
    this.breakpoints = new SessionBreakpoints(options.breakpoints, row, id, this.requests, this.helper, (expression) => options.refused(expression));
    this.#stopping = new Stopping(this, options.breakpoints);
    this.#values = new SessionValues(row, this.requests, this.helper, options.refused);
    this.#program = new DebuggedProgram(options.processes, this.#debuggerProcess(), connection.process);
    options.family.members.push(this);
  }

  // Returns once the program runs, or has ended already. Throws launch_failed.
  async begin(signal: AbortSignal): Promise<void> {
    await launchSession(this, signal);
  }

  get state(): SessionState {
    if (this.#ended !== undefined) return { state: 'ended', ...this.#end(), unfound: this.#awaited.unfound(this.#exitCode) };
    const stop = [...this.#stops.values()].at(-1);
    return stop === undefined ? { state: 'running' } : { state: 'paused', stop };
  }

  // When nothing of it is left.
  get over(): Promise<void> {
    return this.#over.promise;
  }

  get unplaced(): DebugSession['unplaced'] {
    const { members } = this.options.family;
    return this.breakpoints.unplaced.filter(({ id }) => !members.some((member) => member.breakpoints.isPlaced(id)));
  }

  get processId(): number | undefined {
    return this.#program.processId;
  }

  readonly news = () => this.words.news();
  readonly isOutdated = (uri: string) => this.#changedFiles.has(uri);

  selectFrame(index: number): void {
    this.selectedFrame = index;
  }

  readonly noteChanged = (uri: string) => void this.#changedFiles.add(uri);

  async threads(signal: AbortSignal): Promise<readonly DebugThread[]> {
    this.#requireLife();
    const { threads } = await this.requests.ask(ThreadsAnswer, 'threads', {}, signal);
    const all = this.#stopping.allStop && this.#stops.size > 0;
    const latest = [...this.#stops.keys()].at(-1) ?? this.#stopping.lastThread;
    return threadsFrom(threads, this.options.row, latest, (id) => all || this.#stops.has(id));
  }

  async frames(thread: number, most: number, signal: AbortSignal): Promise<StackFrames> {
    const stop = this.#requireStop();
    return this.stacks.of(this.#stops.get(thread) ?? stop, thread, most, signal);
  }

  async scopes(frame: number, signal: AbortSignal): ReturnType<DebugSession['scopes']> {
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
    const { interruption } = this.options.row;
    const evaluate = (until: AbortSignal) => this.#values.evaluate(expression, frame, until);
    return interruption?.calls.test(expression) === true ? evaluateCall(this, interruption, expression, evaluate, signal) : evaluate(signal);
  }

  // When it is known of every stop so far what it means.
  arrived(): Promise<void> {
    return this.#arrivals.over();
  }

  async proceed(how: Proceeding, thread: number | undefined, signal: AbortSignal): Promise<void> {
    const stop = this.#requireStop();
    const wanted = thread ?? stop.thread;
    if (thread !== undefined && !this.#stopping.allStop && !this.#stops.has(thread)) throw threadNotFound(thread, [...this.#stops.keys()]);
    await this.#stopping.proceeds(how, stop, wanted, signal);
    const before = new Map(this.#stops);
    // Before it is asked: the next stop may come before its answer.
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

  async writeInput(text: string | undefined, signal: AbortSignal): Promise<void> {
    this.#requireLife();
    await writeInput(this, this.#isOurs(), text, signal);
  }

  end(): Promise<void> {
    this.#ending ??= this.#isOurs() ? this.#stop() : this.#leave('the debugger has let go of the program, which runs on');
    return this.#ending;
  }

  get lostItsDebugger(): boolean {
    return this.#ended?.why === DEBUGGER_GONE;
  }

  // Reported by the one that knows which stops matter.
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
  #arrive(event: StoppedEvent): void {
    this.options.pipes?.drain();
    const stopped = { ...event, hitBreakpointIds: [...new Set([...this.#hit, ...(event.hitBreakpointIds ?? [])])] };
    this.#hit = [];
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
    this.#gone.resolve();
    this.#finish('the program has ended');
    this.#ending ??= this.#leave('the program has ended');
  }

  // A program that nobody holds any more would run on.
  #lost(): void {
    if (this.#ended === undefined && this.parent === undefined) this.#program.killAll();
    else this.#program.kill();
    this.#finish(DEBUGGER_GONE);
  }

  #finish(why: string): void {
    if (this.#ended !== undefined) return;
    this.options.pipes?.drain();
    this.#ended = { why };
    this.#stops.clear();
    this.ready.reject(sessionEnded(this.id, why));
    this.ready.promise.catch(() => {});
    this.options.family.changed();
  }

  // The program first, together with all that it has started, and only then its debugger: one that is asked to end lets a program go on, or asks it.
  async #stop(): Promise<void> {
    const why = 'it was stopped';
    const wasRunning = this.state.state === 'running';
    for (const member of this.parent === undefined ? this.options.family.members : [this]) {
      member.#stopped ||= member.#ended === undefined;
      member.#finish(why);
    }
    if (this.parent === undefined) this.#program.killAll();
    else this.#program.kill();
    if (wasRunning && this.processId !== undefined) await Promise.race([this.#gone.promise, sleep(LAST_WORDS)]);
    this.options.pipes?.drain();
    await this.#leave(why);
  }

  async #leave(why: string): Promise<void> {
    this.#finish(why);
    const children = this.options.family.members.filter(({ parent }) => parent === this.id);
    await Promise.all(children.map((child) => child.end()));
    await this.requests.send('disconnect', { terminateDebuggee: this.#isOurs(), restart: false }, NEVER, ENDING).catch(() => {});
    this.client.close();
    await this.options.connection.close();
    this.#program.kill();
    this.#program.release();
    this.#over.resolve();
  }

  // Started by us, or by what we started: it ends with its session. What was attached to runs on.
  #isOurs(): boolean {
    const { request, parent } = this.options;
    return parent === undefined ? request === 'launch' : parent.#isOurs();
  }

  // Of a program that is ours.
  #debuggerProcess(): SpawnedProcess | undefined {
    const { connection, parent } = this.options;
    return this.#isOurs() ? (connection.process ?? (parent === undefined ? undefined : parent.#debuggerProcess())) : undefined;
  }

  #requireLife(): void {
    if (this.#ended !== undefined) throw sessionEnded(this.id, this.#end().why);
    this.lastUsed = Date.now();
  }

  #end(): ProgramEnd {
    return endOf(this.#exitCode, this.options.row.signalCode, this.#stopping.lastSignal) ?? { why: this.#ended?.why ?? '' };
  }

  #requireStop(): Stop {
    this.#requireLife();
    const { state } = this;
    if (state.state !== 'paused') throw notPaused(this.id);
    return state.stop;
  }
}

const STEPS = { over: 'next', into: 'stepIn', out: 'stepOut' } as const;
