// What is debugged: every process and thread of it, joined to one session, from its start to its end.
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { type Deferred, deferred } from '../../../base/waiting/deferred.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import type { NodeBreakpoint } from '../breakpoints/breakpoint.ts';
import type { BreakpointStore } from '../breakpoints/breakpointStore.ts';
import { report } from '../breakpoints/conditions.ts';
import type { NodeFunctionBreakpoint } from '../breakpoints/functionBreakpoint.ts';
import { type consoleCalledEvent, evaluated } from '../cdp/cdp.ts';
import type { AttachConfiguration, LaunchConfiguration } from '../session/configuration.ts';
import { notLaunched, unknownThread } from '../session/refusals.ts';
import { realPath } from '../sources/paths.ts';
import { JsThread, type ThreadIdentity } from '../thread/jsThread.ts';
import { skippingOf } from '../thread/skipping.ts';
import type { ReportedStop } from '../thread/stops.ts';
import type { ExceptionWish, ThreadHost, ThreadSettings } from '../thread/threadHost.ts';
import { describe } from '../values/describe.ts';
import type { AttachedInspector } from './attaching.ts';
import { BridgeServer, type DebuggeeBridge } from './bridgeServer.ts';
import { killQuietly, Launched } from './launching.ts';

// What the session hears of its debuggee.
export interface DebuggeeEvents {
  stopped(thread: JsThread, stop: ReportedStop): void;
  continued(thread: JsThread): void;
  forget(thread: JsThread): void;
  threadStarted(thread: JsThread): void;
  threadEnded(thread: JsThread): void;
  processStarted(name: string, pid: number | undefined): void;
  breakpointChanged(breakpoint: NodeBreakpoint | NodeFunctionBreakpoint): void;
  output(category: 'stdout' | 'stderr' | 'console' | 'important', text: string): void;
  logged(thread: JsThread, breakpoint: number, text: string, values: readonly (readonly [string, string])[]): void;
  exited(code: number): void;
  over(): void;
}

// A program that is left alone, or asked who it is, gets this long to answer.
const FAREWELL = seconds(2);
const BOOTSTRAP = join(__dirname, 'nodeBootstrap.cjs');
const BOOTSTRAP_URL = pathToFileURL(BOOTSTRAP).href;

export class Debuggee implements ThreadHost {
  readonly settings: ThreadSettings;
  readonly #store: BreakpointStore;
  readonly #events: DebuggeeEvents;
  readonly #threads = new Map<number, JsThread>();
  readonly #bridges = new Map<JsThread, DebuggeeBridge>();
  readonly #mayBegin: Deferred<void> = deferred();
  readonly #gone: Deferred<void> = deferred();
  readonly #complaints = new Set<string>();
  // Numbers go on over restarts: a client may still speak of old ones.
  readonly #numbers: { last: number };
  #server: BridgeServer | undefined;
  #launched: Launched | undefined;
  #attached: AttachedInspector | undefined;
  // What was attached to on this machine; elsewhere its number would be somebody else's.
  #here: JsThread | undefined;
  #silent = false;
  #over = false;
  #left = false;

  constructor(configuration: LaunchConfiguration | AttachConfiguration, store: BreakpointStore, events: DebuggeeEvents, numbers: { last: number }) {
    const { skipFiles, smartStep, asyncStackDepth, evaluation } = configuration;
    const own = [`^${BOOTSTRAP_URL.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`];
    this.settings = {
      skipping: skippingOf(skipFiles, own),
      smartStep,
      asyncStackDepth,
      evaluation,
      root: realPath(configuration.cwd ?? ''),
      listensToConsole: 'port' in configuration,
      entry:
        'stopOnEntry' in configuration && configuration.stopOnEntry && typeof configuration.program === 'string'
          ? realPath(resolve(configuration.cwd ?? '', configuration.program))
          : undefined,
    };
    this.#store = store;
    this.#events = events;
    this.#numbers = numbers;
  }

  get threads(): readonly JsThread[] {
    return [...this.#threads.values()];
  }

  thread(id: number): JsThread {
    const thread = this.#threads.get(id);
    if (thread === undefined) throw unknownThread(id, [...this.#threads.keys()]);
    return thread;
  }

  async launch(configuration: LaunchConfiguration): Promise<void> {
    const debugs = !configuration.noDebug;
    if (debugs) this.#server = await BridgeServer.open((bridge) => this.#join(bridge));
    const environment = this.#server === undefined ? {} : { BINNACLE_DEBUGGER: this.#server.address, NODE_OPTIONS: `--require ${quotedOption(BOOTSTRAP)}` };
    try {
      this.#launched = await Launched.start(configuration, environment, {
        output: (category, text) => this.#events.output(category, text),
        exited: (code) => {
          this.#events.exited(code);
          this.#perhapsOver();
        },
        silent: () => {
          this.#silent = true;
          this.#perhapsOver();
        },
      });
    } catch (error) {
      this.#server?.close();
      throw error;
    }
    this.#events.processStarted(configuration.program ?? configuration.runtimeExecutable ?? 'node', this.#launched.pid);
  }

  async attach(configuration: AttachConfiguration): Promise<void> {
    // Loaded when it is needed: a launch, of which there are many, has no use for HTTP.
    const { attach } = await import('./attaching.ts');
    let thread: JsThread | undefined;
    const attached = await attach(configuration, { message: (message) => thread?.connection.receive(message), closed: () => thread?.end() });
    this.#attached = attached;
    thread = this.#addThread({ name: attached.title, pid: undefined, isWorker: false, bootstrapped: false }, attached.send);
    this.#events.processStarted(attached.title, undefined);
    await thread.start();
    if (isHere(configuration)) this.#here = thread;
  }

  // Everything that the client wanted to set is set.
  async begin(): Promise<void> {
    this.#mayBegin.resolve();
    if (this.#attached !== undefined) await Promise.all(this.threads.map((thread) => thread.post('Runtime.runIfWaitingForDebugger', {})));
  }

  // At once, with everything that it has started.
  kill(): void {
    if (this.#left) return;
    const pids = this.threads.flatMap(({ pid }) => pid ?? []);
    this.#launched?.kill(pids);
    this.#attached?.close();
    this.#server?.close();
  }

  // Killed, and gone when this has ended, or the bound has passed.
  async end(bound: number): Promise<void> {
    await this.#killAttached();
    this.kill();
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([this.#gone.promise, new Promise((late) => (timer = setTimeout(late, bound)))]);
    clearTimeout(timer);
  }

  // It runs on without us.
  async leave(): Promise<void> {
    await Promise.race([Promise.all(this.threads.map((thread) => thread.letGo())), new Promise((late) => setTimeout(late, FAREWELL / 4).unref())]);
    for (const bridge of this.#bridges.values()) bridge.release();
    // Each hangs up when it has read that; before, our end would be the end of its process.
    for (const end = Date.now() + FAREWELL; this.#bridges.size > 0 && Date.now() < end; ) await new Promise((soon) => setTimeout(soon, 5));
    await this.#attached?.leave();
    this.#attached = undefined;
    this.#left = true;
    this.#finish();
  }

  get isOver(): boolean {
    return this.#over;
  }

  async writeInput(text: string | undefined): Promise<void> {
    if (this.#launched === undefined) throw notLaunched();
    await this.#launched.writeInput(text);
  }

  pauseOutput(): void {
    this.#launched?.pauseOutput();
  }

  resumeOutput(): void {
    this.#launched?.resumeOutput();
  }

  breakpoints(): Iterable<NodeBreakpoint> {
    return this.#store.all();
  }

  functionBreakpoints(): readonly NodeFunctionBreakpoint[] {
    return this.#store.functions;
  }

  exceptions(): readonly ExceptionWish[] {
    return this.#store.exceptions;
  }

  isOwnScript(url: string): boolean {
    return url === BOOTSTRAP_URL || url.startsWith('binnacle:');
  }

  isForeignWorker(url: string): boolean {
    return url === BOOTSTRAP_URL || url === BOOTSTRAP || url.startsWith('node:') || url.startsWith('internal/');
  }

  breakpointChanged(breakpoint: NodeBreakpoint | NodeFunctionBreakpoint): void {
    // The end of everything is no news about each breakpoint.
    if (!this.#over && !(this.#launched?.exited === true && this.#threads.size === 0)) this.#events.breakpointChanged(breakpoint);
  }

  stopped(thread: JsThread, stop: ReportedStop): void {
    this.#events.stopped(thread, stop);
  }

  continued(thread: JsThread): void {
    this.#events.continued(thread);
  }

  forget(thread: JsThread): void {
    this.#events.forget(thread);
  }

  ended(thread: JsThread): void {
    this.#threads.delete(thread.id);
    this.#bridges.delete(thread);
    this.#events.threadEnded(thread);
    this.#perhapsOver();
  }

  troubled(thread: JsThread, text: string): void {
    this.#say(`${thread.name}: ${text}\n`);
  }

  reported(thread: JsThread, payload: string): void {
    const { data } = report.safeParse(JSON.parse(payload));
    if (data?.kind === 'log') this.#events.logged(thread, data.id, data.text, data.values);
    else if (data !== undefined) this.#complain(data.id, data.text);
  }

  logged(thread: JsThread, breakpoint: { readonly id: number }, text: string, values: readonly (readonly [string, string])[]): void {
    this.#events.logged(thread, breakpoint.id, text, values);
  }

  consoleCalled(_thread: JsThread, { type, args }: z.output<typeof consoleCalledEvent>): void {
    const text = args.map((argument) => (typeof argument.value === 'string' ? argument.value : describe(argument))).join(' ');
    this.#events.output(['error', 'warning', 'assert', 'trace'].includes(type) ? 'stderr' : 'stdout', `${text}\n`);
  }

  workerStarted(parent: JsThread, worker: { url: string; title: string; workerId: string }, send: (message: string) => void): JsThread {
    const file = worker.url.startsWith('file:') ? basename(fileURLToPath(worker.url)) : basename(worker.url);
    return this.#addThread({ name: `worker ${worker.workerId} ${file}`.trim(), pid: undefined, isWorker: true, bootstrapped: parent.bootstrapped }, send);
  }

  async #killAttached(): Promise<void> {
    const asked = this.#here?.connection.post('Runtime.evaluate', { expression: 'process.pid', returnByValue: true }, evaluated, FAREWELL);
    const pid = (await asked?.catch(() => undefined))?.result.value;
    if (typeof pid === 'number') killQuietly(pid);
  }

  #join(bridge: DebuggeeBridge): void {
    const { argv, pid } = bridge.hello;
    const thread = this.#addThread({ name: `${basename(argv[1] ?? argv[0] ?? 'node')} (${pid})`, pid, isWorker: false, bootstrapped: true }, bridge.send);
    this.#bridges.set(thread, bridge);
    bridge.onMessage = (message) => thread.connection.receive(message);
    bridge.onClose = () => thread.end();
    void this.#beginThread(thread, bridge);
  }

  async #beginThread(thread: JsThread, bridge: DebuggeeBridge): Promise<void> {
    try {
      await thread.start();
    } catch (error) {
      if (!thread.connection.ended)
        this.#events.output('important', `${thread.name} cannot be debugged in full: ${error instanceof Error ? error.message : error}\n`);
    }
    await this.#mayBegin.promise;
    bridge.go();
  }

  #addThread(identity: Omit<ThreadIdentity, 'id'>, send: (message: string) => void): JsThread {
    const thread = new JsThread({ id: ++this.#numbers.last, ...identity }, send, this);
    this.#threads.set(thread.id, thread);
    this.#events.threadStarted(thread);
    return thread;
  }

  #complain(id: number, text: string): void {
    const breakpoint = this.#store.byId(id);
    const where = breakpoint === undefined ? '' : 'name' in breakpoint ? ` on ${breakpoint.name}` : ` at ${breakpoint.file}:${breakpoint.place.line + 1}`;
    const complaint = `The condition of the breakpoint${where} failed, so it did not stop: ${text}\n`;
    this.#say(complaint);
  }

  // Once: a loop would say it a million times.
  #say(complaint: string): void {
    if (this.#complaints.has(complaint)) return;
    this.#complaints.add(complaint);
    this.#events.output('important', complaint);
  }

  #perhapsOver(): void {
    const running =
      this.#launched === undefined ? this.#attached !== undefined && this.#threads.size > 0 : !this.#launched.exited || !this.#silent || this.#threads.size > 0;
    if (!running) this.#finish();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    this.#gone.resolve();
    this.#server?.close();
    this.#events.over();
  }
}

function isHere({ host, address }: AttachConfiguration): boolean {
  return ['127.0.0.1', '::1', 'localhost'].includes(host ?? address ?? '127.0.0.1');
}

// Node splits the variable at spaces, but not within quotes, where a backslash escapes.
function quotedOption(path: string): string {
  return /[\s"\\]/.test(path) ? `"${path.replace(/["\\]/g, '\\$&')}"` : path;
}
