// Debugging without a window: finds the debugger for what is to be run, starts it, and keeps the sessions until they or their owners are gone.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../base/log.ts';
import { Bound } from '../../base/waiting/abort.ts';
import { minutes } from '../../base/waiting/duration.ts';
import type { Breakpoint, BreakpointBinding, DataBreakpoint } from '../../ide/breakpoints.ts';
import type { DebugEvent, Debugging, EvaluationPolicy, WantedSession, Watch, Watches } from '../../ide/doors/debugging.ts';
import type { Documents } from '../../ide/doors/documents.ts';
import { adapterMissing, evaluationRefused, projectNotTrusted, sessionNotFound, tooManySessions } from '../../ide/errors/debugErrors.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import { whyNothingRuns } from '../../ide/execution.ts';
import type { Project } from '../../ide/ide.ts';
import { BackgroundTasks } from '../configurations/backgroundTasks.ts';
import type { FoundInProject } from '../configurations/foundInProject.ts';
import { type Resolve, resolveBySystem } from '../http/hostAddresses.ts';
import type { Processes } from '../processes/processes.ts';
import { type Share, Shares, withoutOldest } from '../processes/shares.ts';
import { type AdapterConnection, connectAdapter, startAdapter } from './adapters/adapterConnection.ts';
import { adapterPlace } from './adapters/adapterPlace.ts';
import type { AdapterPlace, AdapterRow, FoundAdapter, LaunchArguments } from './adapters/adapterRow.ts';
import { adapterRows } from './adapters/adapterRows.ts';
import { SpareAdapter } from './adapters/spareAdapter.ts';
import { attachIntent } from './attachIntent.ts';
import { addressIn, type CheckedPlace, checkedPlaces, childAddress, pinned } from './attachPlace.ts';
import { DebugEvents } from './debugEvents.ts';
import { evaluationRefusal } from './evaluationRefusal.ts';
import { type IntentionDependencies, intentOf } from './intentions.ts';
import { Planning, type PlanningDependencies, type SessionPlan } from './planning.ts';
import { ProjectBreakpoints } from './projectBreakpoints.ts';
import { ProgramPipes } from './quirks/programPipes.ts';
import { SessionFamily } from './sessions/family.ts';
import { HeadlessSession } from './sessions/headlessSession.ts';

export interface DebuggingDependencies {
  readonly project: Project;
  readonly documents: Documents;
  readonly processes: Processes;
  readonly configurations: (signal: AbortSignal) => Promise<FoundInProject>;
  readonly debuggedTests: PlanningDependencies['debuggedTests'];
  readonly testCommands: IntentionDependencies['testCommands'];
  // Of this project, in the daemon's own folder.
  readonly folder: string;
  readonly log: Log;
  readonly evaluation?: EvaluationPolicy;
  readonly share?: Share;
  // The system's when absent.
  readonly resolve?: Resolve;
}

interface PermittedSession extends WantedSession {
  readonly checked: readonly CheckedPlace[];
}

interface Opened {
  readonly session: HeadlessSession;
  readonly scratch: string;
  // Its debugger was there before.
  readonly waited: boolean;
}

const SHARE: Share = { each: 32, all: 64 };
const ENDED: Share = { each: 10, all: 50 };
// Of somebody whose connection ends with each call, and who has not come back.
const UNOWNED = minutes(30);
const NEVER = new AbortController().signal;

export class HeadlessDebugging implements Debugging {
  readonly breakpoints: ProjectBreakpoints;
  readonly watches: Watches;
  readonly evaluation: EvaluationPolicy;
  readonly #room: DebuggingDependencies;
  readonly #shares: Shares;
  readonly #planning: Planning;
  readonly #intents: IntentionDependencies;
  readonly #listening: Disposable;
  readonly #sweeper: NodeJS.Timeout;
  readonly #tasks = new BackgroundTasks();
  readonly #events = new DebugEvents();
  readonly #spare: SpareAdapter;
  // Which of them each session needs.
  readonly #needed = new Map<HeadlessSession, readonly string[]>();
  #starting = 0;
  #sessions: HeadlessSession[] = [];
  #started = 0;

  constructor(room: DebuggingDependencies) {
    this.#room = room;
    this.#shares = new Shares(room.share ?? SHARE, ({ whose, most, own }) => tooManySessions(whose, most, own));
    this.#spare = new SpareAdapter(room.processes);
    this.#planning = new Planning({ ...room, tasks: this.#tasks });
    const { configurations, testCommands, processes } = room;
    this.#intents = { root: room.project.path, configurations, testCommands, attachIntent: (place) => attachIntent(place, processes) };
    this.evaluation = room.evaluation ?? 'free';
    const store = new ProjectBreakpoints(join(room.folder, 'breakpoints.json'), room.documents, room.log, {
      changed: async (place, signal) => {
        if (this.#live().length === 0) this.#expectProgram(place);
        await this.#tellSessions(place, signal);
        this.#events.report({ kind: 'breakpoints' });
      },
      bindings: (breakpoint) => this.#bindings(breakpoint),
      dataId: (wanted, signal) => this.#dataId(wanted, signal),
      permit: (expression) => {
        const refusal = this.#refusal(expression);
        if (refusal !== undefined) throw evaluationRefused(expression, refusal);
      },
      problem: (uri, expression, signal) => this.#problem(uri, expression, signal),
    });
    this.breakpoints = store;
    this.watches = {
      list: (signal) => store.listWatches(signal),
      add: (expression, signal) => this.#watching(store.addWatch(expression, signal)),
      remove: (id, signal) => this.#watching(store.removeWatch(id, signal)),
    };
    this.#listening = room.documents.onChanges((changes) => {
      for (const session of this.#live()) for (const { uri } of changes) session.noteChanged(uri);
    });
    this.#sweeper = setInterval(() => this.#sweep(), minutes(1));
    this.#sweeper.unref();
  }

  sessions(): readonly HeadlessSession[] {
    return this.#sessions;
  }

  onEvent(listener: (event: DebugEvent) => void): Disposable {
    return this.#events.listen(listener);
  }

  async #watching(watch: Promise<Watch>): Promise<Watch> {
    const watched = await watch;
    this.#events.report({ kind: 'watches' });
    return watched;
  }

  async start(wanted: WantedSession, signal: AbortSignal): Promise<readonly HeadlessSession[]> {
    const { project } = this.#room;
    if (!project.trusted) throw projectNotTrusted(project);
    const intent = await intentOf(wanted.target, this.#intents, signal);
    await wanted.permit(intent);
    const { processes, resolve = resolveBySystem } = this.#room;
    const checked = await checkedPlaces(intent.attached, { hosts: wanted.hosts, resolve, processes }, signal);
    // So that lines are counted in the text that is about to run.
    await this.breakpoints.refresh(signal);
    const sessions: HeadlessSession[] = [];
    this.#starting += 1;
    try {
      const { plans, stopAll, tasks } = await this.#planning.plans(wanted, signal);
      for (const plan of plans) {
        const session = await this.#launch(plan, { ...wanted, checked }, signal);
        sessions.push(session);
        if (tasks.length > 0) this.#needed.set(session, tasks);
        void session.over.then(async () => {
          this.#needed.delete(session);
          if (stopAll) await Promise.all(sessions.map((other) => other.end()));
          await this.#endTasks();
        });
      }
      return sessions;
    } catch (error) {
      // A compound is whole or not at all.
      await Promise.all(sessions.map((session) => session.end()));
      throw error;
    } finally {
      this.#starting -= 1;
      await this.#endTasks();
    }
  }

  ownerLeft(owner: string): void {
    for (const session of this.#live()) if (session.owner === owner) void session.end();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#listening[Symbol.dispose]();
    await Promise.all(this.#live().map((session) => session.end()));
    await this.#spare.close();
    await this.#tasks.endAllBut(new Set());
    await this.breakpoints.close();
  }

  // Those in the background that no session needs. One that is about to start may need any of them.
  async #endTasks(): Promise<void> {
    if (this.#starting === 0) await this.#tasks.endAllBut(new Set([...this.#needed.values()].flat()));
  }

  async #launch(plan: SessionPlan, wanted: PermittedSession, signal: AbortSignal): Promise<HeadlessSession> {
    const { session, scratch } = await this.#begun(plan, wanted, signal);
    const built = session.options.launch['output'];
    if (typeof built === 'string' && built.startsWith(scratch)) void session.over.then(() => rm(built, { force: true }));
    return session;
  }

  async #begun(plan: SessionPlan, wanted: PermittedSession, signal: AbortSignal): Promise<Opened> {
    const opened = await this.#opened(plan, wanted, signal);
    const { session, waited } = opened;
    try {
      await session.begin(signal);
      return opened;
    } catch (error) {
      // A debugger that has waited may have died on the way, which is nothing that the program did.
      if (!waited || !session.lostItsDebugger || signal.aborted) throw error;
      this.#sessions = this.#sessions.filter((one) => one !== session);
      return this.#begun(plan, wanted, signal);
    }
  }

  async #opened(plan: SessionPlan, { owner, hosts, checked }: PermittedSession, signal: AbortSignal): Promise<Opened> {
    const { project, processes } = this.#room;
    using _ = this.#shares.reserve(owner, this.#live());
    const place = await this.#place(signal);
    const { row, found } = await foundAdapter(plan.rows, place);
    const asked = await plan.arguments(row, place);
    const given = plan.request === 'attach' ? await pinned(asked, row.usualPort, checked, signal) : asked;
    const restrained = this.evaluation === 'free' ? given : (row.restrained?.(given) ?? given);
    const direct = plan.request === 'attach' ? addressIn(given) : undefined;
    const cwd = row.folderFor?.(given) ?? project.path;
    const spare = direct === undefined ? await this.#spare.take(found, cwd) : undefined;
    const connection = spare ?? (direct === undefined ? await startAdapter(row, found, cwd, processes, signal) : await connectAdapter(row.id, direct, signal));
    const { pipes, launch } = plan.request === 'launch' ? await piped(row, restrained, place) : { launch: restrained };
    const session = this.#open({ plan, row, request: plan.request, launch, owner, hosts, connection, parent: undefined, pipes });
    if (pipes !== undefined) void session.over.then(() => pipes.close());
    if (row.startsEarly === true) void session.over.then(() => this.#spare.prepare(row, found, cwd));
    return { session, scratch: place.scratch, waited: spare !== undefined };
  }

  #open(one: {
    plan: Pick<SessionPlan, 'name' | 'configuration' | 'isTest' | 'begins'>;
    row: AdapterRow;
    request: 'launch' | 'attach';
    launch: LaunchArguments;
    owner: string | undefined;
    hosts: WantedSession['hosts'];
    connection: AdapterConnection;
    parent: HeadlessSession | undefined;
    pipes?: ProgramPipes | undefined;
  }): HeadlessSession {
    this.#started += 1;
    const session = new HeadlessSession({
      id: `s${this.#started}`,
      name: one.plan.name,
      configuration: one.plan.configuration,
      row: one.row,
      request: one.request,
      launch: one.launch,
      owner: one.owner,
      hosts: one.hosts,
      connection: one.connection,
      parent: one.parent,
      pipes: one.pipes,
      family: one.parent?.options.family ?? new SessionFamily(),
      breakpoints: this.breakpoints,
      processes: this.#room.processes,
      events: this.#events,
      isTest: one.plan.isTest,
      ...(one.plan.begins !== undefined && { begins: one.plan.begins }),
      refused: (expression) => this.#refusal(expression),
      startChild: (parent, request, configuration) => this.#startChild(parent, request, configuration),
    });
    this.#sessions = [...this.#forgetting(), session];
    this.#events.looked(session);
    void session.over.then(() => this.breakpoints.sessionEnded(session.id));
    return session;
  }

  // Where an adapter serves several sessions, on another connection to it; else under one of its own.
  async #startChild(parent: HeadlessSession, request: 'launch' | 'attach', configuration: LaunchArguments): Promise<void> {
    using bound = new Bound(new AbortController().signal, minutes(1));
    const { row, connection, hosts } = parent.options;
    const address = await childAddress(configuration, connection.address, hosts);
    const place = await this.#place(bound.signal);
    const opened =
      address === undefined
        ? await startAdapter(row, (await foundAdapter([row], place)).found, this.#room.project.path, this.#room.processes, bound.signal)
        : await connectAdapter(row.id, address, bound.signal);
    const name = typeof configuration['name'] === 'string' ? configuration['name'] : `${parent.name} (child)`;
    const plan = { name, configuration: parent.configuration, isTest: parent.options.isTest };
    const child = this.#open({ plan, row, request, launch: configuration, owner: parent.owner, hosts, connection: opened, parent });
    await child.begin(bound.signal);
  }

  #place(signal: AbortSignal): Promise<AdapterPlace> {
    return adapterPlace(this.#room, signal);
  }

  // Who sets a breakpoint is about to start what it is in.
  #expectProgram(uri: string): void {
    const { project } = this.#room;
    const row = adapterRows.find(({ files, startsEarly }) => startsEarly === true && files.test(uri));
    const isSet = this.breakpoints.records().some((one) => one.kind === 'line' && one.uri === uri);
    if (row === undefined || !isSet || whyNothingRuns(project) !== undefined) return;
    void this.#place(NEVER).then(async (place) => {
      const found = await row.find(place);
      if (typeof found !== 'string') this.#spare.prepare(row, found, project.path);
    });
  }

  async #tellSessions(place: string, signal: AbortSignal): Promise<void> {
    await Promise.all(
      this.#live().map(async ({ breakpoints }) => {
        const sent =
          place === 'functions'
            ? breakpoints.sendFunctions(signal)
            : place === 'exceptions'
              ? breakpoints.sendExceptions(signal)
              : place === 'data'
                ? breakpoints.sendData(signal)
                : breakpoints.sendFile(place, signal);
        // One session that does not answer must not keep a breakpoint from the others; its binding says that it is not in place.
        await sent.catch((error: unknown) => {
          if (!(error instanceof IdeError) || signal.aborted) throw error;
        });
      }),
    );
  }

  async #dataId(wanted: DataBreakpoint, signal: AbortSignal): Promise<string> {
    const session = this.#live().find(({ id }) => id === wanted.session);
    if (session === undefined)
      throw sessionNotFound(
        wanted.session,
        this.#live().map(({ id }) => id),
      );
    return session.breakpoints.dataId(wanted, signal);
  }

  #bindings(breakpoint: Breakpoint): readonly BreakpointBinding[] {
    return this.#live().flatMap((session) => session.breakpoints.binding(breakpoint) ?? []);
  }

  async #problem(uri: string, expression: string, signal: AbortSignal): Promise<string | undefined> {
    const row = adapterRows.find(({ files }) => files.test(uri));
    if (row?.expressionProblem === undefined || whyNothingRuns(this.#room.project) !== undefined) return undefined;
    return row.expressionProblem(expression, await this.#place(signal));
  }

  #refusal(expression: string): string | undefined {
    return evaluationRefusal(this.evaluation, expression);
  }

  #live(): readonly HeadlessSession[] {
    return this.#sessions.filter(({ state }) => state.state !== 'ended');
  }

  #forgetting(): readonly HeadlessSession[] {
    return withoutOldest(this.#sessions, ({ state }) => state.state === 'ended', ENDED);
  }

  #sweep(): void {
    for (const session of this.#live()) if (session.owner === undefined && Date.now() - session.lastUsed > UNOWNED) void session.end();
  }
}

// Where its debugger can be configured with which files are the program's standard streams, pipes of ours.
async function piped(row: AdapterRow, launch: LaunchArguments, place: AdapterPlace): Promise<{ pipes?: ProgramPipes | undefined; launch: LaunchArguments }> {
  if (row.piped?.(launch, { input: '', output: '', errors: '' }) === undefined) return { launch };
  const pipes = await ProgramPipes.make(place);
  return { pipes, launch: pipes === undefined ? launch : (row.piped(launch, pipes.paths) ?? launch) };
}

// The first that is on this machine. Throws adapter_missing with what to install for the first.
async function foundAdapter(rows: readonly AdapterRow[], place: AdapterPlace): Promise<{ row: AdapterRow; found: FoundAdapter }> {
  const missing: { row: AdapterRow; why: string }[] = [];
  for (const row of rows) {
    const found = await row.find(place);
    if (typeof found !== 'string') return { row, found };
    missing.push({ row, why: found });
  }
  const [first] = missing;
  throw adapterMissing(first?.row.id ?? 'for it', first?.why ?? 'none is known', first?.row.install ?? '');
}
