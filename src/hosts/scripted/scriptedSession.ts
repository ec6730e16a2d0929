// One run of a scripted program: it stands still at breakpoints, exceptions and steps, and everything about it can be asked.
import { type Breakpoint, expressionsIn, isTracepoint } from '../../ide/breakpoints.ts';
import type {
  ChildrenPage,
  DebugOutput,
  DebugSession,
  DebugThread,
  DebugValue,
  OutputEntry,
  Proceeding,
  SessionState,
  StackFrames,
  Stop,
  StopReason,
  ThrownException,
  VariableScope,
} from '../../ide/doors/debugging.ts';
import { cannotSetVariable, evaluationFailed, noDebugInput, notPaused, sessionEnded, threadNotFound } from '../../ide/errors/debugErrors.ts';
import { ScriptedProgram, textOf } from './scriptedProgram.ts';

interface Run {
  readonly id: string;
  readonly name: string;
  readonly uri: string;
  readonly owner: string | undefined;
  readonly text: string;
  readonly configuration: string | undefined;
  breakpoints(): readonly Breakpoint[];
  hit(id: string): void;
  passed(id: string): void;
  // It has another state.
  changed(session: ScriptedSession): void;
}

const THREAD = 1;
let stops = 0;

export class ScriptedSession implements DebugSession {
  readonly id: string;
  readonly name: string;
  readonly adapter = 'scripted';
  readonly configuration: string | undefined;
  readonly parent = undefined;
  readonly owner: string | undefined;
  readonly processId = 4711;
  readonly output: DebugOutput;
  #state: SessionState = { state: 'running' };
  #selectedFrame = 0;
  readonly unplaced = [];
  readonly news = () => [];
  readonly #run: Run;
  readonly #program: ScriptedProgram;
  readonly #entries: OutputEntry[] = [];
  // What has been given out by reference since the stop; frames and what is inside of them.
  #inside: Map<string, unknown>[] = [];
  #stopCount = 0;
  #inputEnded = false;
  #hitCounts = new Map<string, number>();
  // Values that somebody wants to see written, by breakpoint.
  readonly #watched = new Map<string, { readonly inside: Map<string, unknown>; readonly member: string; last: string }>();

  get state(): SessionState {
    return this.#state;
  }

  set state(state: SessionState) {
    this.#state = state;
    this.#run.changed(this);
  }

  constructor(run: Run) {
    this.id = run.id;
    this.name = run.name;
    this.owner = run.owner;
    this.configuration = run.configuration;
    this.#run = run;
    this.#program = new ScriptedProgram(run.text);
    const entries = this.#entries;
    this.output = {
      get next() {
        return entries.length + 1;
      },
      first: 1,
      since: (number) => entries.filter((entry) => entry.number >= number),
    };
  }

  begin(how: 'running' | 'entry' | 'attached'): void {
    if (how === 'attached') return;
    if (how === 'entry') this.#stop('entry');
    else if (!this.#stopsHere()) this.#goOn(() => false);
  }

  isOutdated(): boolean {
    return false;
  }

  // It says what it has read.
  async writeInput(text: string | undefined): Promise<void> {
    this.#requireLife();
    if (this.#inputEnded) throw noDebugInput('the program has closed its input.');
    if (text === undefined) this.#inputEnded = true;
    else this.#entries.push({ number: this.#entries.length + 1, category: 'stdout', text });
  }

  async threads(): Promise<readonly DebugThread[]> {
    this.#requireLife();
    return [{ id: THREAD, name: 'main', paused: this.state.state === 'paused' }];
  }

  async frames(thread: number, most: number): Promise<StackFrames> {
    this.#requireStop();
    if (thread !== THREAD) throw threadNotFound(thread, [THREAD]);
    const frames = this.#program.frames
      .map(({ name, line }, index) => ({ id: index, name, uri: this.#run.uri, line, character: 0, subtle: false }))
      .toReversed();
    return { frames: frames.slice(0, most), total: frames.length };
  }

  async scopes(frame: number): Promise<readonly VariableScope[]> {
    this.#requireStop();
    const variables = this.#program.frames[frame]?.variables ?? new Map();
    return [{ name: 'Locals', reference: this.#reference(variables), expensive: false }];
  }

  async children(reference: number, { start, count }: ChildrenPage): Promise<readonly DebugValue[]> {
    this.#requireStop();
    return [...(this.#inside[reference - 1] ?? [])].slice(start, start + count).map(([name, value]) => this.#value(name, value));
  }

  async setChild(reference: number, name: string, value: string): Promise<DebugValue> {
    this.#requireStop();
    try {
      const parsed: unknown = JSON.parse(value);
      this.#inside[reference - 1]?.set(name, parsed);
      return this.#value(name, parsed);
    } catch (error) {
      throw cannotSetVariable(name, error instanceof Error ? error.message : String(error));
    }
  }

  async evaluate(expression: string, frame: number | undefined): Promise<DebugValue> {
    this.#requireLife();
    try {
      return this.#value(expression, this.#program.evaluate(expression, frame ?? 0));
    } catch (error) {
      throw evaluationFailed(expression, error instanceof Error ? error.message : String(error));
    }
  }

  async proceed(how: Proceeding): Promise<void> {
    this.#requireStop();
    const depth = this.#program.frames.length;
    this.#goOn(
      () => how === 'into' || (how === 'over' && this.#program.frames.length <= depth) || (how === 'out' && this.#program.frames.length < depth),
      how === 'continue',
    );
  }

  async proceedTo(uri: string, line: number): Promise<void> {
    this.#requireStop();
    this.#goOn(() => uri === this.#run.uri && this.#program.frames.at(-1)?.line === line);
  }

  watchData(breakpoint: string, reference: number, member: string): void {
    const inside = this.#inside[reference - 1] ?? new Map<string, unknown>();
    this.#watched.set(breakpoint, { inside, member, last: textOf(inside.get(member)) });
  }

  async pause(): Promise<void> {
    this.#requireLife();
    if (this.state.state === 'running') this.#stop('pause');
  }

  async halted(): Promise<DebugSession | undefined> {
    return this.state.state === 'running' ? undefined : this;
  }

  async end(): Promise<void> {
    if (this.state.state !== 'ended') this.state = { state: 'ended', exitCode: undefined, why: 'it was stopped' };
  }

  get selectedFrame(): number {
    return this.#selectedFrame;
  }

  selectFrame(index: number): void {
    this.#selectedFrame = index;
  }

  #goOn(isThere: () => boolean, runs = true): void {
    this.state = { state: 'running' };
    this.#selectedFrame = 0;
    for (;;) {
      const step = this.#program.step();
      if (step.kind === 'printed') this.#print('stdout', step.text);
      if (step.kind === 'thrown') {
        this.#thrown(step);
        return;
      }
      if (step.kind === 'end' || this.#program.frames.length === 0) {
        this.state = { state: 'ended', exitCode: 0, why: 'the program has ended with exit code 0' };
        return;
      }
      if (this.#stopsAtData() || this.#stopsHere()) return;
      if (isThere()) {
        this.#stop('step');
        return;
      }
      // A program that goes round for ever would keep the test.
      if (!runs && this.#entries.length > 1_000) return;
    }
  }

  #thrown({ type, message }: ThrownException): void {
    if (this.state.state === 'running' && this.#stopCount > 0 && this.#lastReason === 'exception') {
      this.#print('stderr', `${type}: ${message}\n`);
      this.state = { state: 'ended', exitCode: 1, why: 'the program has ended with exit code 1' };
      return;
    }
    this.#stop('exception', [], { type, message });
  }

  #lastReason: StopReason | undefined;

  // Tracepoints log and let it pass.
  #stopsHere(): boolean {
    const frame = this.#program.frames.at(-1);
    const here = this.#run.breakpoints().filter((one) => one.kind === 'line' && one.enabled && one.uri === this.#run.uri && one.line === frame?.line);
    const hit = here.filter((one) => this.#holds(one));
    for (const one of hit) if (one.kind === 'line' && one.logMessage !== undefined) this.#trace(one.id, one.logMessage);
    const stopping = hit.filter((one) => !isTracepoint(one));
    for (const { id } of hit.filter(isTracepoint)) this.#run.passed(id);
    if (stopping.length === 0) return false;
    this.#stop(
      'breakpoint',
      stopping.map(({ id }) => id),
    );
    return true;
  }

  #stopsAtData(): boolean {
    const written = this.#run.breakpoints().filter((one) => {
      const watched = this.#watched.get(one.id);
      const now = textOf(watched?.inside.get(watched.member));
      if (watched === undefined || one.kind !== 'data' || !one.enabled || now === watched.last) return false;
      watched.last = now;
      return true;
    });
    if (written.length === 0) return false;
    this.#stop(
      'breakpoint',
      written.map(({ id }) => id),
    );
    return true;
  }

  #holds(one: Breakpoint): boolean {
    if (one.kind === 'exception') return false;
    const frame = this.#program.frames.length - 1;
    if (one.condition !== undefined && this.#program.evaluate(one.condition, frame) !== true) return false;
    const count = (this.#hitCounts.get(one.id) ?? 0) + 1;
    this.#hitCounts.set(one.id, count);
    return one.hitCondition === undefined || count >= Number(/\d+/.exec(one.hitCondition)?.[0] ?? 1);
  }

  #trace(breakpoint: string, logMessage: string): void {
    const frame = this.#program.frames.length - 1;
    const values = expressionsIn(logMessage).map((expression) => textOf(this.#program.evaluate(expression, frame)));
    this.#entries.push({ number: this.#entries.length + 1, category: 'trace', text: `${values.join(' ')}\n`, trace: { breakpoint, values } });
  }

  #stop(reason: StopReason, breakpoints: readonly string[] = [], exception?: ThrownException): void {
    this.#stopCount += 1;
    this.#inside = [];
    this.#lastReason = reason;
    this.state = { state: 'paused', stop: { number: this.#stopCount, order: ++stops, thread: THREAD, reason, text: undefined, breakpoints, exception } };
    for (const id of breakpoints) this.#run.hit(id);
  }

  #print(category: 'stdout' | 'stderr', text: string): void {
    this.#entries.push({ number: this.#entries.length + 1, category, text });
  }

  #value(name: string, value: unknown): DebugValue {
    const inside = typeof value === 'object' && value !== null;
    return {
      name,
      value: typeof value === 'string' ? JSON.stringify(value) : textOf(value),
      type: Array.isArray(value) ? 'array' : typeof value,
      reference: inside ? this.#reference(new Map(Object.entries(value))) : 0,
      indexed: Array.isArray(value) ? value.length : undefined,
    };
  }

  #reference(inside: Map<string, unknown>): number {
    this.#inside.push(inside);
    return this.#inside.length;
  }

  #requireLife(): void {
    if (this.state.state === 'ended') throw sessionEnded(this.id, this.state.why);
  }

  #requireStop(): Stop {
    this.#requireLife();
    if (this.state.state !== 'paused') throw notPaused(this.id);
    return this.state.stop;
  }
}
