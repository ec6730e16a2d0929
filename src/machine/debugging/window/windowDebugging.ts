// Debugging in a window: its debuggers run the programs, so that a person sees and shares every session and breakpoint; what a stop means is decided as without a window.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { uriOf } from '../../../base/files/fileUri.ts';
import type { Log } from '../../../base/log.ts';
import { untilAborted } from '../../../base/waiting/abort.ts';
import { type Deferred, deferred } from '../../../base/waiting/deferred.ts';
import { minutes, seconds } from '../../../base/waiting/duration.ts';
import { type Breakpoint, type BreakpointBinding, type DataBreakpoint, type ExceptionBreakpoint, isTracepoint } from '../../../ide/breakpoints.ts';
import type { DebugEvent, Debugging, DebugMove, DebugSession, EvaluationPolicy, WantedSession, Watch, Watches } from '../../../ide/doors/debugging.ts';
import type { Documents } from '../../../ide/doors/documents.ts';
import { adapterMissing, cannotDebug, evaluationRefused, projectNotTrusted, sessionNotFound, tooManySessions } from '../../../ide/errors/debugErrors.ts';
import { cancelled, IdeError } from '../../../ide/errors/errors.ts';
import type { Project } from '../../../ide/ide.ts';
import { PERSON_AT_WINDOW, type SharedConfiguration, type SharedDebuggers, type SharedSession } from '../../../ide/sharedDebuggers.ts';
import { BackgroundTasks } from '../../configurations/backgroundTasks.ts';
import { configurationNamed, type FoundInProject } from '../../configurations/foundInProject.ts';
import { resolveBySystem } from '../../http/hostAddresses.ts';
import type { Processes } from '../../processes/processes.ts';
import { type Share, Shares, withoutOldest } from '../../processes/shares.ts';
import { adapterPlace } from '../adapters/adapterPlace.ts';
import type { AdapterRow } from '../adapters/adapterRow.ts';
import { attachIntent } from '../attachIntent.ts';
import { checkedPlaces, pinned } from '../attachPlace.ts';
import { DebugEvents } from '../debugEvents.ts';
import { evaluationRefusal } from '../evaluationRefusal.ts';
import { type IntentionDependencies, intentOf } from '../intentions.ts';
import { Planning, type PlanningDependencies, type SessionPlan } from '../planning.ts';
import { ProjectBreakpoints } from '../projectBreakpoints.ts';
import { exceptionFilters } from '../sessions/exceptionFilters.ts';
import { SessionFamily } from '../sessions/family.ts';
import { HeadlessSession } from '../sessions/headlessSession.ts';
import { SharedAdapter, type SharedBreakpoint } from './sharedAdapter.ts';
import { SharedMargin } from './sharedMargin.ts';
import { rowOfWindow } from './windowRows.ts';

export interface WindowDebuggingDependencies {
  readonly project: Project;
  // The texts of the window's editors, in whose lines its breakpoints stand.
  readonly documents: Documents;
  readonly processes: Processes;
  readonly configurations: (signal: AbortSignal) => Promise<FoundInProject>;
  readonly debuggedTests: PlanningDependencies['debuggedTests'];
  readonly testCommands: IntentionDependencies['testCommands'];
  readonly folder: string;
  readonly log: Log;
  readonly debuggers: SharedDebuggers;
  readonly evaluation?: EvaluationPolicy;
}

// A session that we have started, from before the window has it.
interface Begun {
  readonly owner: string | undefined;
  readonly plan: Pick<SessionPlan, 'configuration' | 'isTest' | 'begins'>;
}

const SHARE: Share = { each: 32, all: 64 };
const ENDED: Share = { each: 10, all: 50 };
const UNOWNED = minutes(30);
// A debugger that never starts one is not waited for.
const FIRST_PROGRAM = seconds(10);
const NEVER = new AbortController().signal;
const HOSTS: WantedSession['hosts'] = { refusal: () => 'a window asks for its own sessions itself', isOurs: () => false };

export class WindowDebugging implements Debugging {
  readonly breakpoints: ProjectBreakpoints;
  readonly watches: Watches;
  readonly evaluation: EvaluationPolicy;
  readonly #room: WindowDebuggingDependencies;
  readonly #shares = new Shares(SHARE, ({ whose, most, own }) => tooManySessions(whose, most, own));
  readonly #planning: Planning;
  readonly #intents: IntentionDependencies;
  readonly #events = new DebugEvents();
  readonly #margin: SharedMargin;
  readonly #listening: readonly Disposable[];
  readonly #sweeper: NodeJS.Timeout;
  readonly #tasks = new BackgroundTasks();
  // By the window's ids.
  readonly #known = new Map<
    string,
    { readonly session: HeadlessSession; readonly adapter: SharedAdapter; readonly begun: Promise<void>; readonly child: Deferred<void> }
  >();
  #sessions: HeadlessSession[] = [];
  #started = 0;

  constructor(room: WindowDebuggingDependencies) {
    this.#room = room;
    this.evaluation = room.evaluation ?? 'free';
    this.#planning = new Planning({ ...room, tasks: this.#tasks });
    const { configurations, testCommands, processes, debuggers } = room;
    this.#intents = { root: room.project.path, configurations, testCommands, attachIntent: (place) => attachIntent(place, processes) };
    const store = new ProjectBreakpoints(join(room.folder, 'breakpoints.json'), room.documents, room.log, {
      changed: async (place, signal) => {
        await this.#margin.compare();
        await this.#tellSessions(place, signal);
        this.#events.report({ kind: 'breakpoints' });
      },
      bindings: (breakpoint) => this.#bindings(breakpoint),
      dataId: (wanted, signal) => this.#dataId(wanted, signal),
      permit: (expression) => {
        const refusal = evaluationRefusal(this.evaluation, expression);
        if (refusal !== undefined) throw evaluationRefused(expression, refusal);
      },
      problem: async () => undefined,
    });
    this.breakpoints = store;
    this.watches = {
      list: (signal) => store.listWatches(signal),
      add: (expression, signal) => this.#watching(store.addWatch(expression, signal)),
      remove: (id, signal) => this.#watching(store.removeWatch(id, signal)),
    };
    this.#margin = new SharedMargin({
      margin: debuggers.margin,
      store,
      changed: async (place) => {
        await this.#tellSessions(place, NEVER);
        this.#events.report({ kind: 'breakpoints' });
      },
      isMovedTo: (breakpoint, line) => this.#bindings(breakpoint).some((binding) => binding.line === line),
    });
    this.#listening = [
      debuggers.onSession((session) => this.#appeared(session)),
      room.documents.onChanges((changes) => {
        for (const session of this.#live()) for (const { uri } of changes) session.noteChanged(uri);
      }),
    ];
    this.#sweeper = setInterval(() => this.#sweep(), minutes(1));
    this.#sweeper.unref();
    void this.#margin.compare();
  }

  sessions(): readonly HeadlessSession[] {
    return this.#sessions;
  }

  onEvent(listener: (event: DebugEvent) => void): Disposable {
    return this.#events.listen(listener);
  }

  async start(wanted: WantedSession, signal: AbortSignal): Promise<readonly HeadlessSession[]> {
    const { project, processes } = this.#room;
    if (!project.trusted) throw projectNotTrusted(project);
    const intent = await intentOf(wanted.target, this.#intents, signal);
    await wanted.permit(intent);
    const checked = await checkedPlaces(intent.attached, { hosts: wanted.hosts, resolve: resolveBySystem, processes }, signal);
    await this.#margin.compare();
    const sessions: HeadlessSession[] = [];
    try {
      const { launches, stopAll } = await this.#launches(wanted, signal);
      for (const { plan, configuration, usualPort } of launches) {
        const given = configuration.request === 'attach' ? { ...configuration, ...(await pinned(configuration, usualPort, checked, signal)) } : configuration;
        const session = await this.#launch(given, { owner: wanted.owner, plan }, signal);
        sessions.push(session);
        if (stopAll) void session.over.then(() => Promise.all(sessions.map((other) => other.end())));
      }
      return sessions;
    } catch (error) {
      // A compound is whole or not at all.
      await Promise.all(sessions.map((session) => session.end()));
      throw error;
    }
  }

  ownerLeft(owner: string): void {
    for (const session of this.#live()) if (session.owner === owner && session.parent === undefined) void session.end();
  }

  // A person's sessions are theirs to end.
  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    for (const listening of [...this.#listening, this.#margin]) listening[Symbol.dispose]();
    await Promise.all(this.#live().map((session) => (session.owner === PERSON_AT_WINDOW ? undefined : session.end())));
    await this.#tasks.endAllBut(new Set());
    await this.breakpoints.close();
  }

  async #watching(watch: Promise<Watch>): Promise<Watch> {
    const watched = await watch;
    this.#events.report({ kind: 'watches' });
    return watched;
  }

  // What a launch configuration says goes to the window as it is, with its tasks; everything else as the row of its debugger has it.
  async #launches(wanted: WantedSession, signal: AbortSignal): Promise<{ launches: readonly Launch[]; stopAll: boolean }> {
    const { target, stopOnEntry } = wanted;
    if (target.kind !== 'configuration') {
      const { plans } = await this.#planning.plans(wanted, signal);
      return { launches: await Promise.all(plans.map((plan) => this.#planned(plan, signal))), stopAll: false };
    }
    const { configurations } = await this.#room.configurations(signal);
    const resolved = (name: string) => {
      const found = configurationNamed(name, configurations);
      if (!found.canDebug) throw cannotDebug(name, found.description, 'list_run_configurations says which can be.');
      return found.resolve({ file: target.file });
    };
    const outer = resolved(target.name);
    const parts = 'compound' in outer ? outer.compound.map((name) => ({ name, one: resolved(name) })) : [{ name: target.name, one: outer }];
    const launches: Launch[] = [];
    for (const { name, one } of parts) {
      if ('compound' in one) throw cannotDebug(target.name, `${name} is a compound itself`, 'Start its parts one by one.');
      if (one.build !== undefined) {
        const { plans } = await this.#planning.plans({ ...wanted, target: { ...target, name } }, signal);
        for (const plan of plans) launches.push(await this.#planned(plan, signal));
        continue;
      }
      const type = this.#typeOf(one.type, [one.type]);
      const task = one.preLaunchTask ?? (launches.length === 0 ? outer.preLaunchTask : undefined);
      const extra = { ...(task !== undefined && { preLaunchTask: task }), ...(stopOnEntry && { stopOnEntry }) };
      const configuration: SharedConfiguration = { ...one.arguments, ...outputOf(type), ...extra, name, type, request: one.request };
      launches.push({ configuration, plan: { configuration: name, isTest: false }, usualPort: rowOfWindow(type).usualPort });
    }
    return { launches, stopAll: 'compound' in outer && outer.stopAll };
  }

  async #planned(plan: SessionPlan, signal: AbortSignal): Promise<Launch> {
    const place = await adapterPlace(this.#room, signal);
    const row = plan.rows.find(({ types }) => types.some((type) => this.#room.debuggers.knows(type))) ?? plan.rows[0];
    if (row === undefined) throw cannotDebug(plan.name, 'no debugger is known for it', 'Pass a configuration_name.');
    const type = this.#typeOf(row.id, row.types, row);
    const given = await plan.arguments(row, place);
    // An assertion is thrown in Node's own files, and js-debug does not stop in what it skips.
    const tested = plan.isTest && type === 'node' ? { skipFiles: [] } : {};
    return { plan, configuration: { ...given, ...outputOf(type), ...tested, name: plan.name, type, request: plan.request }, usualPort: row.usualPort };
  }

  #typeOf(id: string, types: readonly string[], row?: AdapterRow): string {
    const type = types.find((one) => this.#room.debuggers.knows(one));
    if (type !== undefined) return type;
    const what = row === undefined ? `the type ${id}` : row.types[0];
    throw adapterMissing(id, `no extension of this VS Code debugs ${types.join(' or ')}`, `an extension for ${what} in VS Code`);
  }

  async #launch(configuration: SharedConfiguration, begun: Begun, signal: AbortSignal): Promise<HeadlessSession> {
    using _ = this.#shares.reserve(begun.owner, this.#live());
    const shared = await this.#room.debuggers.start(configuration, (session) => this.#appeared(session, begun), signal);
    const known = this.#known.get(shared.id);
    if (known === undefined) throw sessionNotFound(shared.id, []);
    await known.begun;
    // Nothing can be asked before the first of its programs is there.
    if (known.session.holdsOnly)
      await untilAborted(Promise.race([known.child.promise, known.session.over, sleep(FIRST_PROGRAM, undefined, { ref: false })]), signal, cancelled);
    return known.session;
  }

  // First by whoever has started it.
  #appeared(shared: SharedSession, begun?: Begun): void {
    if (this.#known.has(shared.id)) return;
    const above = shared.parent === undefined ? undefined : this.#known.get(shared.parent);
    const parent = above?.session;
    const adapter = new SharedAdapter(shared);
    const row = rowOfWindow(shared.type);
    const plan = begun?.plan ?? { configuration: parent?.configuration, isTest: parent?.options.isTest ?? false };
    const session = new HeadlessSession({
      id: `s${++this.#started}`,
      name: shared.name,
      configuration: plan.configuration,
      row,
      request: shared.request,
      launch: {},
      owner: begun === undefined ? (parent?.owner ?? (parent === undefined ? PERSON_AT_WINDOW : undefined)) : begun.owner,
      hosts: HOSTS,
      connection: adapter.connection,
      parent,
      pipes: undefined,
      family: parent?.options.family ?? new SessionFamily(),
      breakpoints: this.breakpoints,
      processes: this.#room.processes,
      events: this.#events,
      isTest: plan.isTest,
      ...(begun?.plan.begins !== undefined && { begins: begun.plan.begins }),
      refused: (expression) => evaluationRefusal(this.evaluation, expression),
      startChild: async () => {},
    });
    const moving: DebugSession = session;
    adapter.serve({
      moved(command) {
        moving.lastMove = { by: PERSON_AT_WINDOW, did: MOVES[command] ?? 'continue', time: new Date().toISOString() };
      },
      tracepointAt: (path, line, logMessage) => this.#tracepointAt(uriOf(path), line - 1, logMessage),
      isInMargin: (path, wanted) => this.#isInMargin(path === undefined ? undefined : uriOf(path), wanted),
      exceptions: () => exceptionFilters(row, session.capabilities, this.#exceptions(), plan.isTest),
    });
    this.#sessions = [...withoutOldest(this.#sessions, ({ state }) => state.state === 'ended', ENDED), session];
    const running = session.begin(NEVER);
    running.catch((error: unknown) => this.#room.log.warn(`debug session ${session.id}: ${error instanceof Error ? error.message : String(error)}`));
    this.#known.set(shared.id, { session, adapter, begun: running, child: deferred() });
    if (above !== undefined) void running.catch(() => {}).then(() => above.child.resolve(undefined));
    if (row.printsInParent === true) above?.adapter.copyOutputTo(adapter);
    this.#events.looked(session);
    void session.over.then(() => {
      this.#known.delete(shared.id);
      this.breakpoints.sessionEnded(session.id);
    });
  }

  #tracepointAt(uri: string, line: number, logMessage: string): string | undefined {
    const lines = this.breakpoints.records().filter((one) => one.kind === 'line');
    return lines.find((one) => one.uri === uri && one.line === line && isTracepoint(one) && one.logMessage === logMessage)?.id;
  }

  #isInMargin(uri: string | undefined, { line, name, condition, hitCondition }: SharedBreakpoint): boolean {
    const isThere = (one: Breakpoint) => (one.kind === 'line' ? one.uri === uri && one.line + 1 === line : one.kind === 'function' && one.name === name);
    return this.breakpoints
      .records()
      .some((one) => isThere(one) && one.kind !== 'exception' && one.condition === condition && one.hitCondition === hitCondition);
  }

  #exceptions(): readonly ExceptionBreakpoint[] {
    return this.breakpoints
      .records()
      .filter((one) => one.kind === 'exception')
      .filter(({ enabled }) => enabled);
  }

  async #tellSessions(place: string, signal: AbortSignal): Promise<void> {
    await Promise.all(
      this.#live().map(async ({ breakpoints }) => {
        const sends = { functions: 'sendFunctions', exceptions: 'sendExceptions', data: 'sendData' } as const;
        const sent =
          place === 'functions' || place === 'exceptions' || place === 'data' ? breakpoints[sends[place]](signal) : breakpoints.sendFile(place, signal);
        // One session that does not answer must not keep a breakpoint from the others; its binding says that it is not in place.
        await sent.catch((error: unknown) => {
          if (!(error instanceof IdeError) || signal.aborted) throw error;
        });
      }),
    );
  }

  async #dataId(wanted: DataBreakpoint, signal: AbortSignal): Promise<string> {
    const ids = this.#live().map(({ id }) => id);
    const session = this.#live().find(({ id }) => id === wanted.session);
    if (session === undefined) throw sessionNotFound(wanted.session, ids);
    return session.breakpoints.dataId(wanted, signal);
  }

  #bindings(breakpoint: Breakpoint): readonly BreakpointBinding[] {
    return this.#live().flatMap((session) => (session.holdsOnly ? [] : (session.breakpoints.binding(breakpoint) ?? [])));
  }

  #live(): readonly HeadlessSession[] {
    return this.#sessions.filter(({ state }) => state.state !== 'ended');
  }

  #sweep(): void {
    for (const session of this.#live()) if (session.owner === undefined && Date.now() - session.lastUsed > UNOWNED) void session.end();
  }
}

interface Launch {
  readonly configuration: SharedConfiguration;
  readonly plan: Begun['plan'];
  readonly usualPort: number | undefined;
}

// What a program prints is read, not only what it logs; and in the window's console, where it can be.
function outputOf(type: string): { outputCapture?: string } {
  return type === 'node' || type === 'pwa-node' ? { outputCapture: 'std' } : {};
}

const MOVES: Readonly<Record<string, DebugMove['did']>> = { continue: 'continue', next: 'over', stepIn: 'into', stepOut: 'out', pause: 'pause' };
