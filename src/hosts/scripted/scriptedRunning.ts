// Programs that print what the script says: the behaviour of a run, without a process.
import { closest } from '../../base/text/closest.ts';
import { deferred } from '../../base/waiting/deferred.ts';
import type {
  FoundConfigurations,
  OutputPart,
  ResolvedRun,
  Run,
  RunEnd,
  RunEvent,
  Running,
  RunOutput,
  RunState,
  WantedCommand,
  WantedRun,
} from '../../ide/doors/running.ts';
import { configurationNotFound } from '../../ide/errors/debugErrors.ts';
import { programNotFound } from '../../ide/errors/runErrors.ts';
import type { ScriptedDocuments } from './scriptedDocuments.ts';
import type { ScriptedBehaviour } from './scriptedLanguages.ts';

// What a command line does; one that has no exit code goes on until it is ended.
export interface ScriptedCommand {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
  // Files that it writes, by path.
  readonly writes?: Readonly<Record<string, string>>;
}

export class ScriptedRunning implements Running {
  readonly #documents: ScriptedDocuments;
  readonly #script: ScriptedBehaviour;
  readonly #runs: ScriptedRun[] = [];
  readonly #listeners = new Set<(event: RunEvent) => void>();

  constructor(documents: ScriptedDocuments, script: ScriptedBehaviour) {
    this.#documents = documents;
    this.#script = script;
  }

  // Every file of the fixture that ends in .run.
  async configurations(): Promise<FoundConfigurations> {
    const configurations = this.#files().map((path) => ({
      name: path,
      type: 'scripted',
      from: path,
      canDebug: true,
      canRun: true,
      description: `runs ${path}`,
    }));
    return { configurations, problems: [] };
  }

  async resolve(name: string): Promise<ResolvedRun> {
    if (!this.#files().includes(name)) throw configurationNotFound(name, closest(name, this.#files(), 3));
    return { steps: [{ command: { line: name } }] };
  }

  async start(wanted: WantedRun): Promise<Run> {
    const line = lineOf(wanted.command);
    this.#script.onQuestion?.(line);
    const command = this.#script.commands?.[line] ?? (this.#files().includes(line) ? { stdout: `ran ${line}\n`, exitCode: 0 } : undefined);
    if (command === undefined) throw programNotFound(line.split(' ')[0] ?? line, 'there is no such program');
    const run = new ScriptedRun(`r${this.#runs.length + 1}`, wanted, command);
    this.#runs.push(run);
    for (const [path, text] of Object.entries(command.writes ?? {})) this.#documents.write(path, text);
    this.#report({ kind: 'started', run });
    void run.ended.then(() => this.#report({ kind: 'ended', run }));
    return run;
  }

  onEvent(listener: (event: RunEvent) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  #report(event: RunEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  runs(): readonly Run[] {
    return this.#runs;
  }

  ownerLeft(owner: string): void {
    for (const run of this.#runs) if (run.owner === owner) void run.end();
  }

  #files(): readonly string[] {
    return this.#documents.snapshots().flatMap(({ uri }) => (uri.endsWith('.run') ? [this.#documents.pathOf(uri) ?? uri] : []));
  }
}

class ScriptedRun implements Run {
  readonly id: string;
  readonly title: string;
  readonly configuration: string | undefined;
  readonly owner: string | undefined;
  readonly wanted: WantedRun;
  readonly processId = undefined;
  readonly started = '2026-01-01T00:00:00.000Z';
  readonly output: RunOutput;
  readonly #end = deferred<RunEnd>();
  readonly ended = this.#end.promise;
  #state: RunState = { state: 'running' };

  constructor(id: string, wanted: WantedRun, { stdout = '', stderr = '', exitCode }: ScriptedCommand) {
    const { title, configuration, owner, input } = wanted;
    this.id = id;
    this.wanted = wanted;
    this.title = title;
    this.configuration = configuration;
    this.owner = owner;
    const texts = [
      { stream: 'stdout' as const, text: stdout + (input ?? '') },
      { stream: 'stderr' as const, text: stderr },
    ];
    const parts: readonly OutputPart[] = texts.filter(({ text }) => text !== '').map((part, index) => ({ number: index + 1, ...part }));
    this.output = {
      next: parts.length + 1,
      first: 1,
      since: (number) => parts.filter((part) => part.number >= number),
      onOutput: (listener) => {
        for (const part of parts) listener(part);
        return { [Symbol.dispose]: () => {} };
      },
    };
    if (exitCode !== undefined) this.#ends({ exitCode, milliseconds: 1 });
  }

  get state(): RunState {
    return this.#state;
  }

  async end(): Promise<void> {
    if (this.#state.state === 'running') this.#ends({ signal: 'SIGTERM', milliseconds: 1 });
  }

  #ends(end: RunEnd): void {
    this.#state = { state: 'ended', ...end };
    this.#end.resolve(end);
  }
}

function lineOf(command: WantedCommand): string {
  return 'line' in command ? command.line : command.words.join(' ');
}
