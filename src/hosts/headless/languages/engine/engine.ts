// One language server for one project: started on the first need, restarted when it dies, replaced when it hangs, at rest when nobody needs it.

import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { untilAborted } from '../../../../base/waiting/abort.ts';
import { milliseconds, seconds } from '../../../../base/waiting/duration.ts';
import { Gate } from '../../../../base/waiting/gate.ts';
import type { EngineState, EngineStatus } from '../../../../ide/doors/languages.ts';
import { cancelled, engineFailed, engineUnavailable, IdeError } from '../../../../ide/errors/errors.ts';
import { howToLetRun, whyNothingRuns } from '../../../../ide/execution.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import type { Processes } from '../../../../machine/processes/processes.ts';
import { SpawnError, type SpawnedProcess } from '../../../../machine/processes/spawnedProcess.ts';
import { LspClosed } from '../../../../wire/lspClient.ts';
import { hasReadAgain } from './documents/readAgain.ts';
import { EngineEnvironment } from './engineEnvironment.ts';
import type { EngineProject, EngineRow } from './engineRow.ts';
import { EngineSession, type Patience } from './engineSession.ts';
import type { Hibernation, Sleeper } from './hibernation.ts';
import { type Absence, Installation } from './installed.ts';
import { StartAnew } from './startAnew.ts';

export interface EngineOutcome<Value> {
  readonly value: Value;
  // What the agent should hear, such as that the engine had crashed.
  readonly notes: readonly string[];
}

const MOST_CRASHES = 5;
const PAUSE = seconds(60);
// Before the second start, the third, and so on: a crash is often a coincidence, several are not.
const BACK_OFF = [milliseconds(0), milliseconds(200), seconds(1), seconds(2), seconds(4)];
const MOST_SILENCES = 2;

export interface EngineParts {
  readonly processes: Processes;
  readonly patience: Patience;
  readonly hibernation: Hibernation;
  // Its state or what it is doing has changed.
  onStatus(): void;
}

export class Engine implements Sleeper {
  readonly row: EngineRow;
  readonly #installation: Installation;
  readonly #resting: Disposable;
  readonly #project: EngineProject;
  readonly #processes: Processes;
  readonly #patience: Patience;
  readonly #onStatus: () => void;
  readonly #gate = new Gate();
  #session: EngineSession | undefined;
  #starting: Promise<EngineSession> | undefined;
  #starts = 0;
  // Starts that only ended a rest.
  #wakings = 0;
  #inFlight = 0;
  #lastUsed = 0;
  // Why it rests; undefined when it does not.
  #rest: string | undefined;
  // In a row: an answer forgives them.
  #crashes = 0;
  #pausedUntil = 0;
  #lastFailure = '';
  // A restart of which no agent has heard yet.
  #unreported: string | undefined;
  readonly #environment = new EngineEnvironment();
  #closed = false;
  // Something that it has read has changed, and nobody could tell it what.
  #isOutdated = false;
  #reportedStatus = '';

  constructor(row: EngineRow, project: EngineProject, { processes, patience, hibernation, onStatus }: EngineParts) {
    this.row = row;
    this.#installation = new Installation(row, processes, project);
    this.#project = project;
    this.#processes = processes;
    this.#patience = patience;
    this.#onStatus = onStatus;
    this.#resting = hibernation.enter(this);
  }

  // With its version, as in "typescript 7.0.2".
  get name(): string {
    return this.#installation.name;
  }

  get idle(): boolean {
    return this.#session !== undefined && this.#inFlight === 0;
  }

  get restsAfter(): number | undefined {
    return this.row.restsAfter;
  }

  get lastUsed(): number {
    return this.#lastUsed;
  }

  // Runs the work on a live session. When the server dies under it, the whole work runs once more on the next one.
  run<Value>(signal: AbortSignal, work: (session: EngineSession) => Promise<Value>): Promise<EngineOutcome<Value>> {
    return this.#counted(() => this.#gate.together(signal, cancelled, () => this.#run(signal, work)));
  }

  // Runs the work while the server takes these texts for the files', and nobody else is answered from them.
  runWith<Value>(texts: ReadonlyMap<string, string>, signal: AbortSignal, work: (session: EngineSession) => Promise<Value>): Promise<EngineOutcome<Value>> {
    const overlaid = async (session: EngineSession) => {
      const { documents } = session;
      const asked = () => work(session);
      const value = await (this.row.plansAsChanges ? documents.overlaidAsChanges(texts, signal, asked) : documents.overlaid(texts, signal, asked));
      await hasReadAgain(session, [...texts.keys()], signal);
      return value;
    };
    return this.#counted(() => this.#gate.alone(signal, cancelled, () => this.#run(signal, overlaid)));
  }

  // Counted before the first wait, so that it is never put to rest under a call.
  async #counted<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#inFlight += 1;
    try {
      return await work();
    } finally {
      this.#inFlight -= 1;
      this.#lastUsed = performance.now();
    }
  }

  changed(changes: readonly DiskChange[]): void {
    this.#session?.changed(changes);
  }

  // The next question starts it anew: a link leads elsewhere, so that files have changed under their names without a change of their own.
  outdate(): void {
    this.#isOutdated = this.#session !== undefined;
  }

  // Undefined for an engine that runs or can be started.
  async absence(): Promise<Absence | undefined> {
    if (this.#session !== undefined) return undefined;
    await this.#installation.check();
    return this.#absence();
  }

  async memoryMb(): Promise<number | undefined> {
    return this.#session?.process.memoryMb();
  }

  // The next call starts it anew, and finds the text as it is then.
  async hibernate(why: string): Promise<void> {
    const session = this.#session;
    if (session === undefined || !this.idle) return;
    this.#session = undefined;
    this.#rest = why;
    this.#project.log.info(`${this.name} rests for ${this.#project.root}: ${why}`);
    this.#stirred();
    await session.end();
  }

  get language(): string {
    return this.row.language ?? this.row.id;
  }

  // Whatever it was doing is done anew by the next one, and earlier crashes are forgiven.
  async restart(signal: AbortSignal): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    this.#crashes = 0;
    this.#pausedUntil = 0;
    this.#project.log.info(`${this.name} is started anew for ${this.#project.root}, as asked`);
    await session?.end();
    await this.run(signal, async () => {});
  }

  async status(): Promise<EngineStatus> {
    await this.#installation.check();
    const session = this.#session;
    const memoryMb = await this.memoryMb();
    const detail = [this.#detail(), ...(this.row.isUnproven ? ['not verified by us'] : [])].filter((text) => text !== undefined).join('; ');
    const lacks = this.#installation.missing() !== undefined;
    return {
      language: this.language,
      engine: this.name,
      state: this.#state(),
      root: this.#project.root,
      ...(session && { pid: session.process.pid }),
      ...(memoryMb !== undefined && { memoryMb }),
      restarts: Math.max(0, this.#starts - 1 - this.#wakings),
      ...(lacks && this.#installation.howToInstall),
      ...(lacks && this.row.isOptional && { optional: this.row.isOptional }),
      ...(detail !== '' && { detail }),
    };
  }

  // It runs, and what it has read of packages is what is installed. One that publishes errors by itself must be asked each time:
  // it says nothing about a text that it has seen a moment ago, and whoever asks next would wait for that in vain.
  get isSteady(): boolean {
    return this.#session?.pulls === true && !this.#isOutdated && this.#session.installed.areSame;
  }

  // Most people miss nothing without it, and it is not here: only whoever asks about its own files hears of that.
  get isMissedByNobody(): boolean {
    return this.row.isOptional === true && !this.running && this.#installation.missing() !== undefined;
  }

  get running(): boolean {
    return this.#session !== undefined || this.#starting !== undefined;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#resting[Symbol.dispose]();
    const starting = await this.#starting?.catch(() => undefined);
    await Promise.all([this.#session?.end(), starting?.end()]);
    this.#session = undefined;
  }

  async #run<Value>(signal: AbortSignal, work: (session: EngineSession) => Promise<Value>): Promise<EngineOutcome<Value>> {
    const notes = new Set<string>();
    for (let attempt = 1; ; attempt++) {
      if (signal.aborted) throw cancelled();
      let session: EngineSession | undefined;
      try {
        session = await this.#live(signal);
        const value = await work(session);
        this.#crashes = 0;
        this.#stirred();
        if (this.#unreported !== undefined) notes.add(this.#unreported);
        this.#unreported = undefined;
        for (const note of session.middleware.notes?.() ?? []) notes.add(note);
        // Those that come with us find nothing by it.
        const difference = 'program' in this.row.origin ? this.#environment.difference() : undefined;
        if (difference !== undefined) notes.add(`${this.name} ${difference}`);
        return { value, notes: [...notes] };
      } catch (error) {
        if (session !== undefined && session.silences >= MOST_SILENCES) this.#replace(session);
        // Whatever is parsed during the work is the engine's answer.
        if (error instanceof z.ZodError) throw engineFailed(this.name, `its answer is not what the protocol says: ${firstIssue(error)}`);
        if (error instanceof StartAnew && attempt === 1) continue;
        if (!(error instanceof LspClosed)) throw error;
        if (attempt > 1) throw engineFailed(this.name, `it crashed twice during this call. ${this.#lastFailure}`);
        // One that we ended ourselves, because packages were installed, has not crashed.
        const note = session?.isEnding ? this.#unreported : (this.#unreported ?? `${this.name} had crashed and was restarted`);
        if (note !== undefined) notes.add(note);
      }
    }
  }

  async #live(signal: AbortSignal): Promise<EngineSession> {
    if (this.#closed) throw engineUnavailable(this.name, 'its project was closed');
    const current = this.#session;
    const isOutdated = this.#isOutdated;
    this.#isOutdated = false;
    if (current !== undefined && !current.ended && !isOutdated && !current.middleware.outdated && !current.installed.changed()) return current;
    if (current !== undefined && !current.ended) this.#renew(current);
    // Everyone who comes while it starts waits for the same start.
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
      this.#stirred();
    });
    this.#stirred();
    return untilAborted(this.#starting, signal, cancelled);
  }

  async #start(): Promise<EngineSession> {
    await this.#installation.check();
    const absence = this.#absence();
    if (absence !== undefined) throw engineUnavailable(this.name, `${absence.why} ${absence.remedy}`);
    const pause = this.#pausedUntil - performance.now();
    if (pause > 0)
      throw engineUnavailable(
        this.name,
        `it crashed ${MOST_CRASHES} times in a row, and is tried again in ${Math.ceil(pause / seconds(1))} s. ${this.#lastFailure}`.trim(),
      );
    await sleep(BACK_OFF[Math.min(this.#crashes, BACK_OFF.length) - 1] ?? 0);
    if (this.#closed) throw engineUnavailable(this.name, 'its project was closed');
    const process = await this.#spawn();
    this.#starts += 1;
    if (this.#rest !== undefined) this.#wakings += 1;
    this.#rest = undefined;
    const session: EngineSession = new EngineSession({
      row: this.row,
      name: this.name,
      project: this.#project,
      process,
      patience: this.#patience,
      events: { ended: () => void this.#ended(session), stirred: () => this.#stirred() },
    });
    try {
      // The start is shared by all who wait, so none of their signals may end it; initialize has its own bound.
      const { signal } = new AbortController();
      await session.initialize(signal);
      await session.middleware.started?.(signal);
    } catch (error) {
      if (error instanceof LspClosed) throw error;
      await session.end();
      throw error instanceof IdeError ? error : engineFailed(this.name, error instanceof Error ? error.message : String(error));
    }
    // Not before: a request that overtakes the handshake makes TypeScript crash. What changes on disk until here it has not read yet.
    this.#session = session;
    this.#project.log.info(`${this.name} runs for ${this.#project.root} (pid ${process.pid})`);
    return session;
  }

  async #spawn(): Promise<SpawnedProcess> {
    try {
      const { program, leading, environment } = this.#installation.launch();
      const command = this.row.command(program, this.#project, this.#installation.version);
      const args = [...leading, ...command.args];
      return await this.#processes.spawn({
        ...command,
        args,
        environment: { ...environment, ...command.environment },
        base: this.#environment.taken(),
        cwd: this.#project.root,
      });
    } catch (error) {
      if (error instanceof SpawnError) throw engineUnavailable(this.name, `${error.message}. ${this.#installation.remedy}`);
      throw error;
    }
  }

  async #ended(session: EngineSession): Promise<void> {
    if (this.#session === session) this.#session = undefined;
    if (session.isEnding || this.#closed) return;
    this.#crashes += 1;
    this.#unreported ??= `${this.name} had crashed and was restarted`;
    if (this.#crashes >= MOST_CRASHES) {
      this.#pausedUntil = performance.now() + PAUSE;
      this.#crashes = 0;
    }
    this.#stirred();
    // The streams may close before the process has ended, or without it.
    await session.process.end();
    const exit = await session.process.exited;
    this.#lastFailure = session.process.lastErrors().slice(-1_000);
    this.#project.log.warn(`${this.name} ended (${exit.signal ?? `code ${exit.code}`}). ${this.#lastFailure}`);
  }

  // What it has read of packages or files that are gone cannot be taken back from it.
  #renew(session: EngineSession): void {
    this.#session = undefined;
    this.#project.log.info(`${this.name} starts anew because what it has read has changed`);
    session.end().catch((error: unknown) => this.#project.log.warn(`${this.name} did not end: ${String(error)}`));
  }

  #replace(session: EngineSession): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#unreported = `${this.name} had stopped answering and was replaced`;
    this.#project.log.warn(`${this.name} (pid ${session.process.pid}) does not answer and is replaced`);
    session.abandon();
    this.#stirred();
  }

  #stirred(): void {
    const status = `${this.#state()} ${this.#detail() ?? ''}`;
    if (status === this.#reportedStatus) return;
    this.#reportedStatus = status;
    this.#onStatus();
  }

  #state(): EngineState {
    if (this.#session === undefined && this.#installation.missing() !== undefined) return 'missing';
    if (this.#refusal() !== undefined) return 'untrusted';
    if (this.#pausedUntil > performance.now()) return 'failed';
    if (this.#starting !== undefined) return this.#starts - this.#wakings > 1 ? 'restarting' : 'starting';
    if (this.#session === undefined) return this.#rest === undefined ? 'notStarted' : 'hibernating';
    return this.#session.answered && this.#session.doing === undefined ? 'ready' : 'loading';
  }

  #detail(): string | undefined {
    const absence = this.#session === undefined ? this.#absence() : undefined;
    // The command that installs it is reported separately.
    if (absence !== undefined) return this.#installation.missing() === undefined ? `${absence.why} ${absence.remedy}` : absence.why;
    if (this.#session === undefined && this.#starting === undefined && this.#rest !== undefined) return `${this.#rest}; the next call wakes it`;
    if (this.#pausedUntil > performance.now()) return `It crashed ${MOST_CRASHES} times in a row. ${this.#lastFailure}`.trim();
    return this.#session?.doing;
  }

  #absence(): Absence | undefined {
    const missing = this.#installation.missing();
    if (missing !== undefined) return this.#installation.absence(missing);
    const refusal = this.#refusal();
    if (refusal === undefined) return this.row.needs?.();
    return { why: refusal, remedy: whyNothingRuns(this.#project) === undefined ? UNTRACK : howToLetRun(this.#project, this.#project.root) };
  }

  #refusal(): string | undefined {
    const { untrustedProject } = this.row;
    const why = whyNothingRuns(this.#project) ?? this.row.refusedIn?.(this.#project);
    return why === undefined || typeof untrustedProject === 'string' ? undefined : `${untrustedProject.refused} It is not started: ${why}.`;
  }
}

const UNTRACK = 'Whoever wants it keeps installed programs out of version control.';

function firstIssue({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? 'it cannot be read' : `${issue.path.length === 0 ? '' : `${issue.path.join('.')}: `}${issue.message}`;
}
