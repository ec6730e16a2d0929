// What is to be run and under which debugger, for whatever an agent names: a configuration, a program, a test, or what runs already.
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathOf } from '../../base/files/fileUri.ts';
import type { WantedSession } from '../../ide/doors/debugging.ts';
import type { Documents } from '../../ide/doors/documents.ts';
import { cannotDebug } from '../../ide/errors/debugErrors.ts';
import type { Project } from '../../ide/ide.ts';
import type { BackgroundTasks } from '../configurations/backgroundTasks.ts';
import type { FoundConfiguration, SingleConfiguration } from '../configurations/configuration.ts';
import { configurationNamed, type FoundInProject } from '../configurations/foundInProject.ts';
import { runBefore, runTask } from '../configurations/tasks.ts';
import type { Processes } from '../processes/processes.ts';
import type { TestLaunch } from '../testing/runnerRow.ts';
import type { AdapterPlace, AdapterRow, LaunchArguments, WantedModule } from './adapters/adapterRow.ts';
import { adapterRows, isCompiledSource, rowNamed, rowsFor, rowsForTest, rowsOfType } from './adapters/adapterRows.ts';
import { debuggersOfProcess } from './runningProgram.ts';

export interface PlanningDependencies {
  readonly project: Project;
  readonly documents: Documents;
  readonly processes: Processes;
  readonly configurations: (signal: AbortSignal) => Promise<FoundInProject>;
  // As their runner starts them. Throws no_test_runner, test_not_found, runner_missing or cannot_debug.
  readonly debuggedTests: (path: string, name: string | undefined, signal: AbortSignal) => Promise<TestLaunch>;
  readonly folder: string;
  readonly tasks: BackgroundTasks;
}

export interface Plans {
  readonly plans: readonly SessionPlan[];
  // Once one of them ends, so do the others.
  readonly stopAll: boolean;
  // Tasks in the background that they need as long as they run.
  readonly tasks: readonly string[];
}

// One session.
export interface SessionPlan {
  readonly name: string;
  readonly configuration: string | undefined;
  readonly rows: readonly AdapterRow[];
  readonly request: 'launch' | 'attach';
  // A test that fails is what it waits for.
  readonly isTest: boolean;
  readonly begins?: TestLaunch['begins'];
  arguments(row: AdapterRow, place: AdapterPlace): Promise<LaunchArguments>;
}

export class Planning {
  readonly #room: PlanningDependencies;

  constructor(room: PlanningDependencies) {
    this.#room = room;
  }

  async plans({ target, stopOnEntry }: WantedSession, signal: AbortSignal): Promise<Plans> {
    switch (target.kind) {
      case 'configuration':
        return this.#configured(target.name, target.file, stopOnEntry, signal);
      case 'program': {
        const path = pathOf(target.uri);
        const program = { path, args: target.args, environment: target.environment, stopOnEntry };
        const plan = this.#launching(path, await rowsFor(path), false);
        return alone({ ...plan, arguments: async (row, place) => (await row.launch?.(program, place)) ?? {} });
      }
      case 'module': {
        const { name, args, environment } = target;
        const rows = adapterRows.filter((row) => row.module !== undefined);
        const plan = { name, configuration: undefined, rows, request: 'launch', isTest: false } as const;
        return alone({ ...plan, arguments: (row, place) => moduleArguments(row, { name, args, environment, stopOnEntry }, place) });
      }
      case 'test': {
        const path = pathOf(target.uri);
        const tests = await this.#room.debuggedTests(path, target.name, signal);
        const plan = this.#launching(path, rowsForTest(tests.type), true);
        const name = target.name === undefined ? plan.name : `${plan.name} › ${target.name}`;
        const { begins } = tests;
        return alone({ ...plan, name, ...(begins !== undefined && { begins }), arguments: async (row, place) => row.test?.(tests, place) ?? {} });
      }
      case 'process': {
        const { processId, adapter } = target;
        const named = adapter === undefined ? undefined : this.#named(adapter, `process ${processId}`);
        const rows = await debuggersOfProcess(processId, named, this.#room.processes, signal);
        return alone(attaching(`process ${processId}`, rows, (row) => row.attachToProcess?.(processId)));
      }
      case 'port': {
        const where = `${target.host}:${target.port}`;
        return alone(attaching(where, [this.#named(target.adapter ?? 'node', where)], (row) => row.attachToPort?.(target.host, target.port)));
      }
    }
  }

  #launching(path: string, rows: readonly AdapterRow[], isTest: boolean): Omit<SessionPlan, 'arguments'> {
    const name = relative(this.#room.project.path, path);
    if (rows.length === 0) {
      const next = isCompiledSource(path)
        ? 'Build it with debug information, and pass the built program; or a configuration_name that builds it.'
        : 'Pass a file that can be run, or a configuration_name.';
      throw cannotDebug(name, isCompiledSource(path) ? 'it is source that must be built first' : 'no debugger here knows this kind of file', next);
    }
    return { name, configuration: undefined, rows, request: 'launch', isTest };
  }

  #named(adapter: string, what: string): AdapterRow {
    const row = rowNamed(adapter);
    if (row === undefined) throw cannotDebug(what, `there is no debugger ${adapter}`, `Pass one of ${adapterRows.map(({ id }) => id).join(', ')}.`);
    return row;
  }

  async #configured(name: string, file: string | undefined, stopOnEntry: boolean, signal: AbortSignal): Promise<Plans> {
    const { configurations } = await this.#room.configurations(signal);
    const resolved = resolvedNamed(name, file, configurations);
    const tasks: string[] = [];
    const { processes, project, tasks: background } = this.#room;
    const task = async (label: string | undefined) => {
      if (label !== undefined) tasks.push(...(await runTask(label, name, { root: project.path, file, processes, background }, signal)));
    };
    await task(resolved.preLaunchTask);
    const singles =
      'compound' in resolved
        ? resolved.compound.map((inner) => ({ inner, single: resolvedNamed(inner, file, configurations) }))
        : [{ inner: name, single: resolved }];
    const plans: SessionPlan[] = [];
    for (const { inner, single } of singles) {
      if ('compound' in single) throw cannotDebug(name, `${inner} is a compound itself`, 'Start its parts one by one.');
      if (single !== resolved) await task(single.preLaunchTask);
      plans.push(configuredPlan(inner, await this.#built(single, signal), stopOnEntry));
    }
    return { plans, stopAll: 'compound' in resolved && resolved.stopAll, tasks };
  }

  async #built(single: SingleConfiguration, signal: AbortSignal): Promise<SingleConfiguration> {
    if (single.build === undefined) return single;
    const scratch = join(this.#room.folder, 'built');
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    const run = (program: string, args: readonly string[], cwd: string) =>
      runBefore(`${program} ${args.join(' ')}`, { program, args, cwd }, this.#room.processes, signal);
    return { ...single, arguments: { ...single.arguments, program: await single.build({ scratch, run }) } };
  }
}

// Throws configuration_not_found, cannot_debug or configuration_invalid.
function resolvedNamed(name: string, file: string | undefined, configurations: readonly FoundConfiguration[]) {
  const found = configurationNamed(name, configurations);
  if (!found.canDebug) throw cannotDebug(name, found.description, 'list_run_configurations says which can be.');
  return found.resolve({ file });
}

function alone(plan: SessionPlan): Plans {
  return { plans: [plan], stopAll: false, tasks: [] };
}

async function moduleArguments(row: AdapterRow, module: WantedModule, place: AdapterPlace): Promise<LaunchArguments> {
  const given = (await row.module?.(module, place)) ?? `${row.id} runs no modules`;
  if (typeof given === 'string')
    throw cannotDebug(module.name, given, 'Pass a name as python -m takes it, with PYTHONPATH in env where needed; other languages take program.');
  return given;
}

function attaching(what: string, rows: readonly AdapterRow[], given: (row: AdapterRow) => LaunchArguments | undefined): SessionPlan {
  const able = rows.filter((row) => given(row) !== undefined);
  const names = rows.map(({ id }) => id).join(' or ');
  if (able.length === 0) throw cannotDebug(what, `${names} cannot attach that way`, 'Pass a process_id instead of a port, or a port instead of it.');
  return { name: what, configuration: undefined, rows: able, request: 'attach', isTest: false, arguments: async (row) => given(row) ?? {} };
}

function configuredPlan(name: string, single: SingleConfiguration, stopOnEntry: boolean): SessionPlan {
  return {
    name,
    configuration: name,
    rows: rowsOfType(single.type),
    request: single.request,
    isTest: false,
    arguments: async (row, place) => ({ ...(row.adapt?.(single.arguments, place) ?? single.arguments), ...(stopOnEntry && { stopOnEntry }) }),
  };
}
