// Debugging without a window: finds the debugger for what is to be run, starts it, and keeps the sessions until they or their owners are gone.
import { mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Bound } from '../../../base/abort.ts';
import { closest } from '../../../base/closest.ts';
import { minutes, seconds } from '../../../base/duration.ts';
import { pathOf } from '../../../base/fileUri.ts';
import type { Log } from '../../../base/log.ts';
import type { Binding, Breakpoint } from '../../../ide/breakpoints.ts';
import { adapterMissing, cannotDebug, configurationNotFound, evaluationRefused, projectNotTrusted, tooManySessions } from '../../../ide/debugErrors.ts';
import type { Debugging, EvaluationPolicy, FoundConfigurations, WantedSession, Watches } from '../../../ide/debugging.ts';
import type { Documents } from '../../../ide/documents.ts';
import { IdeError } from '../../../ide/errors.ts';
import type { Project } from '../../../ide/ide.ts';
import { isPlainExpression } from '../../../ide/plainExpression.ts';
import type { FoundConfiguration, SingleConfiguration } from '../configurations/configuration.ts';
import { conventionalConfigurations } from '../configurations/conventions.ts';
import { launchConfigurations } from '../configurations/launchJson.ts';
import { runBefore, runTask } from '../configurations/tasks.ts';
import type { Processes } from '../processes/processes.ts';
import { type AdapterConnection, connectAdapter, startAdapter } from './adapterConnection.ts';
import type { AdapterPlace, AdapterRow, ExceptionFilter, FoundAdapter, LaunchArguments } from './adapterRow.ts';
import { adapterRows, isCompiledSource, rowNamed, rowsFor, rowsOfType } from './adapterRows.ts';
import { Family } from './family.ts';
import { HeadlessSession } from './headlessSession.ts';
import { ProjectBreakpoints } from './projectBreakpoints.ts';

export interface DebuggingRoom {
  readonly project: Project;
  readonly documents: Documents;
  readonly processes: Processes;
  // Of this project, in the daemon's own folder.
  readonly folder: string;
  readonly log: Log;
  readonly evaluation?: EvaluationPolicy;
  readonly mostSessions?: number;
}

const MOST_SESSIONS = 32;
const MOST_ENDED = 10;
// Of somebody whose connection ends with each call, and who has not come back.
const UNOWNED = minutes(30);
const PROBE = seconds(15);

// What is to be run, and under which debugger.
interface Plan {
  readonly name: string;
  readonly configuration: string | undefined;
  readonly rows: readonly AdapterRow[];
  readonly request: 'launch' | 'attach';
  readonly alsoFilters: (row: AdapterRow) => readonly ExceptionFilter[];
  arguments(row: AdapterRow, place: AdapterPlace): Promise<LaunchArguments>;
}

export class HeadlessDebugging implements Debugging {
  readonly breakpoints: ProjectBreakpoints;
  readonly watches: Watches;
  readonly evaluation: EvaluationPolicy;
  readonly #room: DebuggingRoom;
  readonly #listening: Disposable;
  readonly #sweeper: NodeJS.Timeout;
  #sessions: HeadlessSession[] = [];
  #started = 0;

  constructor(room: DebuggingRoom) {
    this.#room = room;
    this.evaluation = room.evaluation ?? 'free';
    const store = new ProjectBreakpoints(join(room.folder, 'breakpoints.json'), room.documents, room.log, {
      changed: (place, signal) => this.#tellSessions(place, signal),
      bindings: (breakpoint) => this.#bindings(breakpoint),
      permit: (expression) => {
        const refusal = this.#refusal(expression);
        if (refusal !== undefined) throw evaluationRefused(expression, refusal);
      },
    });
    this.breakpoints = store;
    this.watches = {
      list: (signal) => store.listWatches(signal),
      add: (expression, signal) => store.addWatch(expression, signal),
      remove: (id, signal) => store.removeWatch(id, signal),
    };
    this.#listening = room.documents.onChanges((changes) => {
      for (const session of this.#live()) for (const { uri } of changes) session.noteChanged(uri);
    });
    this.#sweeper = setInterval(() => this.#sweep(), minutes(1));
    this.#sweeper.unref();
  }

  async configurations(signal: AbortSignal): Promise<FoundConfigurations> {
    const { configurations, problems } = await this.#found(signal);
    return { configurations: configurations.map(({ resolve: _, ...configuration }) => configuration), problems };
  }

  sessions(): readonly HeadlessSession[] {
    return this.#sessions;
  }

  async start(wanted: WantedSession, signal: AbortSignal): Promise<readonly HeadlessSession[]> {
    const { project } = this.#room;
    if (!project.trusted) throw projectNotTrusted(project.path);
    // So that lines are counted in the text that is about to run.
    await this.breakpoints.refresh(signal);
    const plans = await this.#plans(wanted, signal);
    const sessions: HeadlessSession[] = [];
    try {
      for (const plan of plans) sessions.push(await this.#launch(plan, wanted, signal));
    } catch (error) {
      // A compound is whole or not at all.
      await Promise.all(sessions.map((session) => session.end()));
      throw error;
    }
    return sessions;
  }

  ownerLeft(owner: string): void {
    for (const session of this.#live()) if (session.owner === owner) void session.end();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#listening[Symbol.dispose]();
    this.breakpoints.close();
    await Promise.all(this.#live().map((session) => session.end()));
  }

  async #found(signal: AbortSignal): Promise<{ configurations: readonly FoundConfiguration[]; problems: readonly string[] }> {
    const { project, documents } = this.#room;
    const written = launchConfigurations(project.path, (type) => rowsOfType(type).length > 0);
    const conventional = await conventionalConfigurations(project.path, documents, signal);
    return { configurations: [...written.configurations, ...conventional], problems: written.problems };
  }

  async #plans({ target, stopOnEntry }: WantedSession, signal: AbortSignal): Promise<readonly Plan[]> {
    switch (target.kind) {
      case 'configuration':
        return this.#configured(target.name, target.file, stopOnEntry, signal);
      case 'program': {
        const path = pathOf(target.uri);
        const program = { path, args: target.args, environment: target.environment, stopOnEntry };
        return [{ ...(await this.#plan(path)), arguments: async (row, place) => row.launch?.(program, place) ?? {} }];
      }
      case 'test': {
        const path = pathOf(target.uri);
        const plan = await this.#plan(path, (row) => row.testFilters ?? []);
        const name = target.name === undefined ? plan.name : `${plan.name} › ${target.name}`;
        return [{ ...plan, name, arguments: (row, place) => this.#testArguments(row, { path, name: target.name }, place) }];
      }
      case 'process':
        return [this.#attaching(target.adapter ?? 'lldb-dap', `process ${target.processId}`, (row) => row.attachToProcess?.(target.processId))];
      case 'port':
        return [this.#attaching(target.adapter ?? 'node', `${target.host}:${target.port}`, (row) => row.attachToPort?.(target.host, target.port))];
    }
  }

  async #plan(path: string, alsoFilters: Plan['alsoFilters'] = () => []): Promise<Omit<Plan, 'arguments'>> {
    const name = relative(this.#room.project.path, path);
    const rows = await rowsFor(path);
    if (rows.length === 0) {
      const next = isCompiledSource(path)
        ? 'Build it with debug information, and pass the built program.'
        : 'Pass a file that can be run, or a configuration_name.';
      throw cannotDebug(name, isCompiledSource(path) ? 'it is source that must be built first' : 'no debugger here knows this kind of file', next);
    }
    return { name, configuration: undefined, rows, request: 'launch', alsoFilters };
  }

  async #testArguments(row: AdapterRow, test: { path: string; name: string | undefined }, place: AdapterPlace): Promise<LaunchArguments> {
    const given = (await row.test?.(test, place)) ?? `${row.id} does not know tests`;
    if (typeof given === 'string') throw cannotDebug(relative(place.root, test.path), given, 'Pass a test file, or start the runner with start_debug_session.');
    return given;
  }

  #attaching(adapter: string, what: string, given: (row: AdapterRow) => LaunchArguments | undefined): Plan {
    const row = rowNamed(adapter);
    if (row === undefined) throw cannotDebug(what, `there is no debugger ${adapter}`, `Pass one of ${adapterRows.map(({ id }) => id).join(', ')}.`);
    const attach = given(row);
    if (attach === undefined) throw cannotDebug(what, `${row.id} cannot attach that way`, 'Pass a process_id instead of a port, or a port instead of it.');
    return { name: what, configuration: undefined, rows: [row], request: 'attach', alsoFilters: () => [], arguments: async () => attach };
  }

  async #configured(name: string, file: string | undefined, stopOnEntry: boolean, signal: AbortSignal): Promise<readonly Plan[]> {
    const { configurations } = await this.#found(signal);
    const named = (wanted: string) => {
      const found = configurations.find((configuration) => configuration.name === wanted);
      if (found === undefined)
        throw configurationNotFound(
          wanted,
          closest(
            wanted,
            configurations.map((configuration) => configuration.name),
            3,
          ),
        );
      if (!found.canDebug) throw cannotDebug(wanted, found.description, 'list_run_configurations says which can be.');
      return found.resolve({ file });
    };
    const resolved = named(name);
    const task = (label: string | undefined) =>
      label === undefined ? undefined : runTask(label, name, { root: this.#room.project.path, file, processes: this.#room.processes }, signal);
    await task(resolved.preLaunchTask);
    const singles = 'compound' in resolved ? resolved.compound.map((inner) => ({ inner, single: named(inner) })) : [{ inner: name, single: resolved }];
    const plans: Plan[] = [];
    for (const { inner, single } of singles) {
      if ('compound' in single) throw cannotDebug(name, `${inner} is a compound itself`, 'Start its parts one by one.');
      if (single !== resolved) await task(single.preLaunchTask);
      if (single.build !== undefined) await runBefore(`${single.build.program} ${single.build.args.join(' ')}`, single.build, this.#room.processes, signal);
      plans.push(configuredPlan(inner, single, stopOnEntry));
    }
    return plans;
  }

  async #launch(plan: Plan, { owner }: WantedSession, signal: AbortSignal): Promise<HeadlessSession> {
    const { project, folder, processes, mostSessions = MOST_SESSIONS } = this.#room;
    if (this.#live().length >= mostSessions) throw tooManySessions(mostSessions);
    const scratch = join(folder, 'built');
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    const place: AdapterPlace = { root: project.path, scratch, signal, runs: (program, args, until) => this.#output(program, args, until) };
    const { row, found } = await foundAdapter(plan.rows, place);
    const given = await plan.arguments(row, place);
    const direct = plan.request === 'attach' ? addressIn(given) : undefined;
    const cwd = row.folderFor?.(given) ?? project.path;
    const connection = direct === undefined ? await startAdapter(row, found, cwd, processes, signal) : await connectAdapter(row.id, direct, signal);
    const session = this.#open({ plan, row, request: plan.request, launch: given, owner, connection, parent: undefined });
    await session.begin(signal);
    const built = given['output'];
    if (typeof built === 'string' && built.startsWith(scratch)) void session.over.then(() => rm(built, { force: true }));
    return session;
  }

  #open(one: {
    plan: Pick<Plan, 'name' | 'configuration' | 'alsoFilters'>;
    row: AdapterRow;
    request: 'launch' | 'attach';
    launch: LaunchArguments;
    owner: string | undefined;
    connection: AdapterConnection;
    parent: HeadlessSession | undefined;
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
      connection: one.connection,
      parent: one.parent,
      family: one.parent?.options.family ?? new Family(),
      breakpoints: this.breakpoints,
      processes: this.#room.processes,
      alsoFilters: one.plan.alsoFilters(one.row),
      refused: (expression) => this.#refusal(expression),
      startChild: (parent, request, configuration) => this.#startChild(parent, request, configuration),
    });
    this.#sessions = [...this.#forgetting(), session];
    return session;
  }

  // Where an adapter serves several sessions, on another connection to it; else under one of its own.
  async #startChild(parent: HeadlessSession, request: 'launch' | 'attach', configuration: LaunchArguments): Promise<void> {
    using bound = new Bound(new AbortController().signal, minutes(1));
    const { row, connection } = parent.options;
    const address = addressIn(configuration) ?? connection.address;
    const place: AdapterPlace = {
      root: this.#room.project.path,
      scratch: this.#room.folder,
      signal: bound.signal,
      runs: (program, args, until) => this.#output(program, args, until),
    };
    const opened =
      address === undefined
        ? await startAdapter(row, (await foundAdapter([row], place)).found, this.#room.project.path, this.#room.processes, bound.signal)
        : await connectAdapter(row.id, address, bound.signal);
    const name = typeof configuration['name'] === 'string' ? configuration['name'] : `${parent.name} (child)`;
    const plan = { name, configuration: parent.configuration, alsoFilters: () => parent.options.alsoFilters };
    const child = this.#open({ plan, row, request, launch: configuration, owner: parent.owner, connection: opened, parent });
    await child.begin(bound.signal);
  }

  // Undefined where it fails or is not there.
  async #output(program: string, args: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    using bound = new Bound(signal, PROBE);
    const finished = await this.#room.processes.run({ program, args, cwd: this.#room.project.path }, bound.signal).catch(() => undefined);
    return finished?.code === 0 ? finished.stdout : undefined;
  }

  async #tellSessions(place: string, signal: AbortSignal): Promise<void> {
    await Promise.all(
      this.#live().map(async ({ breakpoints }) => {
        const told =
          place === 'functions'
            ? breakpoints.sendFunctions(signal)
            : place === 'exceptions'
              ? breakpoints.sendExceptions(signal)
              : breakpoints.sendFile(place, signal);
        // One session that does not answer must not keep a breakpoint from the others; its binding says that it is not in place.
        await told.catch((error: unknown) => {
          if (!(error instanceof IdeError) || signal.aborted) throw error;
        });
      }),
    );
  }

  #bindings(breakpoint: Breakpoint): readonly Binding[] {
    return this.#live().flatMap((session) => session.breakpoints.binding(breakpoint) ?? []);
  }

  // Why the person's policy does not allow it.
  #refusal(expression: string): string | undefined {
    if (this.evaluation === 'free') return undefined;
    if (this.evaluation === 'off') return 'evaluation is turned off';
    return isPlainExpression(expression) ? undefined : 'only expressions without calls and assignments are allowed';
  }

  #live(): readonly HeadlessSession[] {
    return this.#sessions.filter(({ state }) => state.state !== 'ended');
  }

  #forgetting(): readonly HeadlessSession[] {
    const ended = this.#sessions.filter(({ state }) => state.state === 'ended');
    const forgotten = new Set(ended.slice(0, Math.max(0, ended.length - MOST_ENDED)));
    return this.#sessions.filter((session) => !forgotten.has(session));
  }

  #sweep(): void {
    for (const session of this.#live()) if (session.owner === undefined && Date.now() - session.lastUsed > UNOWNED) void session.end();
  }
}

function configuredPlan(name: string, single: SingleConfiguration, stopOnEntry: boolean): Plan {
  return {
    name,
    configuration: name,
    rows: rowsOfType(single.type),
    request: single.request,
    alsoFilters: () => [],
    arguments: async (row, place) => ({ ...(row.adapt?.(single.arguments, place) ?? single.arguments), ...(stopOnEntry && { stopOnEntry }) }),
  };
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

// Where an adapter listens already, as debugpy does in a program that asked for it, and for each child of one.
function addressIn({ connect }: LaunchArguments): { host: string; port: number } | undefined {
  if (typeof connect !== 'object' || connect === null || !('port' in connect)) return undefined;
  const host = 'host' in connect && typeof connect.host === 'string' ? connect.host : '127.0.0.1';
  return { host, port: Number(connect.port) };
}
