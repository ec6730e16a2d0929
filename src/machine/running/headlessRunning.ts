// Running without a window: programs of a trusted project, kept with what they print until they, or their owners, are gone.
import { stat } from 'node:fs/promises';
import { pathOf } from '../../base/files/fileUri.ts';
import { minutes } from '../../base/waiting/duration.ts';
import type { Documents } from '../../ide/doors/documents.ts';
import type { FoundConfigurations, ResolvedRun, RunEvent, RunFilling, Running, RunStep, WantedRun } from '../../ide/doors/running.ts';
import { projectNotTrusted } from '../../ide/errors/debugErrors.ts';
import { cancelled, notAFolder } from '../../ide/errors/errors.ts';
import { cannotRun, programNotFound, tooManyRuns } from '../../ide/errors/runErrors.ts';
import type { Project } from '../../ide/ide.ts';
import { commandOfStep } from '../configurations/commandOfStep.ts';
import { configurationNamed, type FoundInProject } from '../configurations/foundInProject.ts';
import type { Command, Processes } from '../processes/processes.ts';
import { type Share, Shares, withoutOldest } from '../processes/shares.ts';
import { SpawnError } from '../processes/spawnedProcess.ts';
import { HeadlessRun } from './headlessRun.ts';

export interface RunningDependencies {
  readonly project: Project;
  readonly documents: Documents;
  readonly processes: Processes;
  readonly configurations: (signal: AbortSignal) => Promise<FoundInProject>;
  readonly share?: Share;
}

const SHARE: Share = { each: 32, all: 64 };
const ENDED: Share = { each: 20, all: 100 };
// Of somebody whose connection ends with each call, and who has not come back.
const UNOWNED = minutes(30);

export class HeadlessRunning implements Running {
  readonly #room: RunningDependencies;
  readonly #shares: Shares;
  readonly #sweeper: NodeJS.Timeout;
  readonly #listeners = new Set<(event: RunEvent) => void>();
  #runs: HeadlessRun[] = [];
  #started = 0;

  constructor(room: RunningDependencies) {
    this.#room = room;
    this.#shares = new Shares(room.share ?? SHARE, ({ whose, most, own }) => tooManyRuns(whose, most, own));
    this.#sweeper = setInterval(() => this.#sweep(), minutes(1));
    this.#sweeper.unref();
  }

  async configurations(signal: AbortSignal): Promise<FoundConfigurations> {
    const { configurations, problems } = await this.#room.configurations(signal);
    return { configurations: configurations.map(({ resolve: _, run: __, ...configuration }) => configuration), problems };
  }

  async resolve(name: string, filling: RunFilling, signal: AbortSignal): Promise<ResolvedRun> {
    const { configurations } = await this.#room.configurations(signal);
    const found = configurationNamed(name, configurations);
    if (!found.canRun || found.run === undefined) throw cannotRun(name, whyNot(found));
    return found.run(filling);
  }

  async start(wanted: WantedRun, signal: AbortSignal): Promise<HeadlessRun> {
    const { project, processes } = this.#room;
    if (!project.trusted) throw projectNotTrusted(project);
    using _ = this.#shares.reserve(wanted.owner, this.#live());
    const commands: Command[] = [];
    for (const step of [...(wanted.before ?? []), wanted]) commands.push(await this.#command(step));
    if (signal.aborted) throw cancelled();
    const run = new HeadlessRun({
      id: `r${++this.#started}`,
      title: wanted.title,
      configuration: wanted.configuration,
      owner: wanted.owner,
      wanted,
      input: wanted.input ?? '',
      commands,
      processes,
    });
    await run.begin().catch((error: unknown) => {
      throw error instanceof SpawnError ? programNotFound(commands[0]?.program ?? '', reasonIn(error)) : error;
    });
    this.#runs.push(run);
    this.#forgetOld();
    this.#report({ kind: 'started', run });
    void run.ended.then(() => this.#report({ kind: 'ended', run }));
    return run;
  }

  runs(): readonly HeadlessRun[] {
    for (const run of this.#runs) run.usedAt = Date.now();
    return this.#runs;
  }

  onEvent(listener: (event: RunEvent) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  #report(event: RunEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  ownerLeft(owner: string): void {
    for (const run of this.#live()) if (run.owner === owner) void run.end();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all(this.#live().map((run) => run.end()));
  }

  // In a folder of the project, through symlinks: whatever it is called, the program does not start elsewhere.
  async #command(step: RunStep): Promise<Command> {
    const folder = step.folder ?? '.';
    const cwd = pathOf(await this.#room.documents.locate(folder));
    const found = await stat(cwd).catch(() => undefined);
    if (found?.isDirectory() !== true) throw notAFolder(folder);
    return { ...commandOfStep(step, this.#room.project.path), cwd };
  }

  #live(): readonly HeadlessRun[] {
    return this.#runs.filter(({ state }) => state.state === 'running');
  }

  #forgetOld(): void {
    this.#runs = withoutOldest(this.#runs, ({ state }) => state.state === 'ended', ENDED);
  }

  #sweep(): void {
    for (const run of this.#live()) if (run.owner === undefined && Date.now() - run.usedAt > UNOWNED) void run.end();
  }
}

function whyNot({ type, description }: { type: string; description: string }): string {
  if (type === 'compose') return description;
  if (type === 'compound') return 'it is a compound; run its parts one by one';
  return `what to run cannot be told from a configuration of the type ${type}`;
}

// ENOENT says the same of a program as of a folder, and the folder is there.
function reasonIn(error: SpawnError): string {
  return /ENOENT/.test(error.message) ? 'there is no such program' : /EACCES/.test(error.message) ? 'it may not be executed' : error.message;
}
