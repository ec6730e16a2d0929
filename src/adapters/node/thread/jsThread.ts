// One thread of JavaScript in the debuggee: its scripts, its breakpoints, and why and where it is paused.
import { basename } from 'node:path';
import { type BindingOwner, BreakpointBinder } from '../breakpoints/binding.ts';
import type { NodeBreakpoint } from '../breakpoints/breakpoint.ts';
import { BINDING, isConditional } from '../breakpoints/conditions.ts';
import { ExceptionWatch } from '../breakpoints/exceptionWatch.ts';
import { FunctionBinding } from '../breakpoints/functionBinding.ts';
import {
  bindingCalledEvent,
  breakpointResolvedEvent,
  consoleCalledEvent,
  nothing,
  type PausedEvent,
  pausedEvent,
  scriptParsedEvent,
  workerAttachedEvent,
  workerDetachedEvent,
  workerMessageEvent,
} from '../cdp/cdp.ts';
import { CdpConnection } from '../cdp/cdpConnection.ts';
import { notPaused } from '../session/refusals.ts';
import { Script } from '../sources/script.ts';
import { STEP_METHODS, type StepKind, type StepUnderWay } from './step.ts';
import { judge, type ReportedStop } from './stops.ts';
import type { ThreadHost } from './threadHost.ts';
import { WayBack } from './wayBack.ts';

// Where a paused thread is; everything that was handed out about it dies when it goes on.
export interface Pause {
  readonly event: PausedEvent;
  readonly reason: ReportedStop;
}

export interface ThreadIdentity {
  readonly id: number;
  readonly name: string;
  readonly pid: number | undefined;
  readonly isWorker: boolean;
  // Our bootstrap runs in it, and holds modules until their breakpoints are bound.
  readonly bootstrapped: boolean;
}

export class JsThread implements BindingOwner {
  readonly id: number;
  readonly name: string;
  readonly pid: number | undefined;
  readonly isWorker: boolean;
  readonly bootstrapped: boolean;
  readonly connection: CdpConnection;
  readonly host: ThreadHost;
  readonly binding: BreakpointBinder;
  readonly functions: FunctionBinding;
  readonly exceptions: ExceptionWatch;
  readonly wayBack: WayBack;
  readonly #scripts = new Map<string, Script>();
  readonly #workers = new Map<string, JsThread>();
  #pause: Pause | undefined;
  #step: StepUnderWay | undefined;
  #pauseAsked = false;
  #watchesMaps = false;
  // What the bootstrap was sent last; it begins with nothing.
  #expected = '[], []';
  #reports = false;
  // The next pause is judged when the one before has been.
  #judging: Promise<void> = Promise.resolve();

  constructor(identity: ThreadIdentity, send: (message: string) => void, host: ThreadHost) {
    this.id = identity.id;
    this.name = identity.name;
    this.pid = identity.pid;
    this.isWorker = identity.isWorker;
    this.bootstrapped = identity.bootstrapped;
    this.host = host;
    this.connection = new CdpConnection(send, (method, parameters) => {
      try {
        this.#onEvent(method, parameters);
      } catch (error) {
        // Another V8 may say something in another way; that costs this event, not the session.
        host.troubled(this, `${method} is not understood: ${error instanceof Error ? error.message : error}`);
      }
    });
    this.binding = new BreakpointBinder(this);
    this.functions = new FunctionBinding(this);
    this.exceptions = new ExceptionWatch(this);
    this.wayBack = new WayBack(this.connection);
  }

  get pause(): Pause | undefined {
    return this.#pause;
  }

  get pauseAsked(): boolean {
    return this.#pauseAsked;
  }

  get stepping(): StepUnderWay | undefined {
    return this.#step;
  }

  get conditionsAtStops(): boolean {
    return this.host.settings.evaluation === 'no side effects';
  }

  get workers(): Iterable<JsThread> {
    return this.#workers.values();
  }

  paused(): Pause {
    if (this.#pause === undefined) throw notPaused(this.name);
    return this.#pause;
  }

  scripts(): Iterable<Script> {
    return this.#scripts.values();
  }

  scriptOf(id: string): Script | undefined {
    return this.#scripts.get(id);
  }

  breakpoints(): Iterable<NodeBreakpoint> {
    return this.host.breakpoints();
  }

  changed(breakpoint: NodeBreakpoint): void {
    this.host.breakpointChanged(breakpoint);
  }

  // Everything is in place when this has ended; only then may the program begin. All is sent at once: V8 takes it in order.
  async start(): Promise<void> {
    const { settings } = this.host;
    const work: Promise<unknown>[] = [
      this.post('Debugger.enable', {}),
      this.post('Debugger.setBlackboxPatterns', { patterns: settings.skipping.patterns }),
      this.exceptions.apply(),
      this.post('NodeWorker.enable', { waitForDebuggerOnStart: true }).catch(() => {}),
      this.breakpointsChanged(),
    ];
    if (settings.asyncStackDepth > 0) work.push(this.post('Debugger.setAsyncCallStackDepth', { maxDepth: settings.asyncStackDepth }));
    if (settings.entry !== undefined) work.push(this.binding.placeProgramEntry(settings.entry));
    if (settings.listensToConsole) work.push(this.post('Runtime.enable', {}));
    for (const breakpoint of this.breakpoints()) work.push(this.binding.place(breakpoint));
    await Promise.all(work);
  }

  // Called before breakpoints of a new kind or file are placed.
  async breakpointsChanged(): Promise<void> {
    const all = [...this.breakpoints()];
    const work: Promise<unknown>[] = [];
    if (all.length > 0 && !this.#watchesMaps) {
      this.#watchesMaps = true;
      work.push(this.post('Debugger.setInstrumentationBreakpoint', { instrumentation: 'beforeScriptWithSourceMapExecution' }));
    }
    if (
      !this.#reports &&
      (all.some(({ conditions }) => isConditional(conditions)) || this.host.functionBreakpoints().some(({ conditions }) => isConditional(conditions)))
    ) {
      this.#reports = true;
      work.push(this.post('Runtime.addBinding', { name: BINDING }));
      work.push(this.functions.aside(() => this.evaluateQuietly(`void Object.defineProperty(globalThis, '${BINDING}', { enumerable: false })`)));
    }
    if (this.bootstrapped) work.push(this.tellExpected());
    // Last: from then on V8 stops before every script, our own expressions included.
    work.push(this.functions.watch());
    await Promise.all(work);
  }

  // Which modules our bootstrap shall hold until their breakpoints are placed. Sent anew only when it is something else.
  async tellExpected(asked = false): Promise<void> {
    const files = [...new Set([...this.breakpoints()].map(({ real }) => basename(real)))];
    const functions = this.host.functionBreakpoints().map(({ name }) => name.split('.').at(-1) ?? name);
    const expected = `${JSON.stringify(files)}, ${JSON.stringify(functions)}`;
    if (expected === this.#expected && !asked) return;
    this.#expected = expected;
    await this.functions.aside(() => this.evaluateQuietly(`globalThis[Symbol.for('binnacle.debugger')]?.expect(${expected})`));
  }

  async resume(): Promise<void> {
    this.paused();
    this.#goOn();
    await this.#send('Debugger.resume', {});
  }

  async step(kind: StepKind): Promise<void> {
    const depth = this.paused().event.callFrames.length;
    this.#goOn();
    this.#step = { kind, depth, passed: 0 };
    await this.#send(STEP_METHODS[kind], {});
  }

  async interrupt(): Promise<void> {
    if (this.#pause !== undefined) return;
    this.#pauseAsked = true;
    await this.post('Debugger.pause', {});
    this.#nudge(MOST_NUDGES);
  }

  // Where no JavaScript runs there is nothing to pause, so after a moment a statement of ours runs. It is asked for once more with each:
  // a request that meets code which is passed over, as Node's own behind console.log, is forgotten by V8.
  #nudge(left: number): void {
    setTimeout(() => {
      if (!this.#pauseAsked || this.#pause !== undefined || this.connection.ended || left === 0) return;
      // One after the other: a thread that stops within one message may not hear the next if it came with it.
      void this.post('Debugger.pause', {})
        .then(() => (this.#pauseAsked ? this.evaluateQuietly('void 0\n//# sourceURL=binnacle:idle') : undefined))
        .catch(() => {});
      this.#nudge(left - 1);
    }, IDLE_AFTER).unref();
  }

  async restartFrame(callFrameId: string): Promise<void> {
    this.#goOn();
    this.#step = { kind: 'into', depth: 0, passed: 0 };
    await this.post('Debugger.restartFrame', { callFrameId, mode: 'StepInto' });
  }

  // It runs on without us, whatever it was doing.
  async letGo(): Promise<void> {
    await Promise.allSettled([
      this.post('Debugger.setSkipAllPauses', { skip: true }),
      this.post('Debugger.disable', {}),
      ...[...this.#workers.values()].map((worker) => worker.letGo()),
    ]);
  }

  end(): void {
    if (this.connection.ended) return;
    this.connection.end();
    for (const worker of this.#workers.values()) worker.end();
    this.#workers.clear();
    this.#forgetPause();
    this.binding.end();
    this.functions.end();
    this.host.ended(this);
  }

  post(method: string, parameters: object): Promise<unknown> {
    return this.connection.post(method, parameters, nothing);
  }

  // For what may be the last that a thread hears: one that ended has done it.
  async #send(method: string, parameters: object): Promise<void> {
    await this.post(method, parameters).catch((error: unknown) => {
      if (!this.connection.ended) throw error;
    });
  }

  evaluateQuietly(expression: string): Promise<unknown> {
    return this.post('Runtime.evaluate', { expression, silent: true, returnByValue: true });
  }

  #onEvent(method: string, parameters: unknown): void {
    switch (method) {
      case 'Debugger.scriptParsed':
        this.#addScript(new Script(scriptParsedEvent.parse(parameters), this.host.settings.root));
        return;
      case 'Debugger.paused': {
        const event = pausedEvent.parse(parameters);
        this.#judging = this.#judging.then(() => this.#onPaused(event)).catch(() => {});
        return;
      }
      case 'Debugger.resumed':
        this.#onResumed();
        return;
      case 'Debugger.breakpointResolved': {
        const { breakpointId, location } = breakpointResolvedEvent.parse(parameters);
        this.binding.resolved(breakpointId, location);
        this.functions.resolved(breakpointId);
        return;
      }
      case 'Runtime.bindingCalled': {
        const { name, payload } = bindingCalledEvent.parse(parameters);
        if (name === BINDING) this.host.reported(this, payload);
        return;
      }
      case 'Runtime.consoleAPICalled':
        this.host.consoleCalled(this, consoleCalledEvent.parse(parameters));
        return;
      case 'NodeWorker.attachedToWorker':
        this.#addWorker(workerAttachedEvent.parse(parameters));
        return;
      case 'NodeWorker.detachedFromWorker':
        this.#removeWorker(workerDetachedEvent.parse(parameters).sessionId);
        return;
      case 'NodeWorker.receivedMessageFromWorker': {
        const { sessionId, message } = workerMessageEvent.parse(parameters);
        this.#workers.get(sessionId)?.connection.receive(JSON.parse(message));
        return;
      }
    }
  }

  #addScript(script: Script): void {
    this.#scripts.set(script.id, script);
    this.exceptions.look(script);
    // For what is compiled past all our holds, as by jest; a script that cannot be read costs only itself.
    this.functions.look(script).catch(() => {});
    if (script.mapUrl === undefined) return;
    const { skipping } = this.host.settings;
    // A file that cannot be followed costs its breakpoints, not the thread.
    this.follow(script).catch(() => {});
    if (skipping.concernsSources && script.map !== undefined) {
      const borders = script.map.bordersOf((source) => skipping.skips(source));
      const positions = borders.map(({ line, column }) => ({ lineNumber: line, columnNumber: column }));
      if (positions.length > 0) this.post('Debugger.setBlackboxedRanges', { scriptId: script.id, positions }).catch(() => {});
    }
  }

  // Binds the breakpoints of the sources of a script that has a map.
  async follow(script: Script): Promise<void> {
    const names = [...this.breakpoints()].map(({ real }) => basename(real));
    const { mapUrl } = script;
    if (mapUrl !== undefined && names.length > 0 && script.mentions(names)) await this.binding.follow(script.path ?? script.url, mapUrl, () => script.map);
  }

  async #onPaused(event: PausedEvent): Promise<void> {
    const verdict = await judge(this, event).catch((error: unknown) => unjudged(error));
    if (this.connection.ended) return;
    if (!verdict.stop) {
      if (verdict.step !== undefined) await this.post(STEP_METHODS[verdict.step], {});
      else await this.post('Debugger.resume', {});
      return;
    }
    await this.wayBack.takeAway();
    // What the program has printed waits in its pipes by now; it is read in this turn, and is reported before the stop.
    await new Promise((read) => setImmediate(read));
    if (this.connection.ended) return;
    this.#step = undefined;
    this.#pauseAsked = false;
    this.#pause = { event, reason: verdict };
    this.host.stopped(this, verdict);
  }

  #onResumed(): void {
    if (this.#pause === undefined) return;
    this.#forgetPause();
    this.host.continued(this);
  }

  // Before V8 gets the request, so that nobody is handed something of a pause that is over.
  #goOn(): void {
    this.#step = undefined;
    this.#forgetPause();
  }

  #forgetPause(): void {
    if (this.#pause === undefined) return;
    this.#pause = undefined;
    this.host.forget(this);
    if (!this.connection.ended) this.post('Runtime.releaseObjectGroup', { objectGroup: PAUSE_GROUP }).catch(() => {});
  }

  #addWorker({ sessionId, workerInfo }: { sessionId: string; workerInfo: { url: string; title: string; workerId: string } }): void {
    const send = (message: string) => void this.post('NodeWorker.sendMessageToWorker', { sessionId, message: inAscii(message) }).catch(() => {});
    // Our bridge, and threads in which Node runs loaders, are not the program.
    if (this.host.isForeignWorker(workerInfo.url)) {
      send(JSON.stringify({ id: 1, method: 'Runtime.runIfWaitingForDebugger' }));
      this.post('NodeWorker.detach', { sessionId }).catch(() => {});
      return;
    }
    const worker = this.host.workerStarted(this, workerInfo, send);
    this.#workers.set(sessionId, worker);
    worker
      .start()
      .catch(() => {})
      .finally(() => worker.post('Runtime.runIfWaitingForDebugger', {}).catch(() => {}));
  }

  #removeWorker(sessionId: string): void {
    this.#workers.get(sessionId)?.end();
    this.#workers.delete(sessionId);
  }
}

// Node cuts messages for workers that hold anything else.
function inAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

// Paused it is, whatever kept us from knowing why.
function unjudged(error: unknown): ReportedStop {
  return { stop: true, reason: 'pause', description: `Paused; why is not known: ${error instanceof Error ? error.message : error}`, breakpoints: [] };
}

// What a paused thread hands out belongs to this group, and is let go when it goes on.
export const PAUSE_GROUP = 'pause';
const MOST_NUDGES = 20;
const IDLE_AFTER = 400;
