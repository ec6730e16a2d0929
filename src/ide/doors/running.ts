// The door to programs that are run without a debugger: commands and run configurations, whose output is kept and which end as a whole.

export interface Running {
  // What of the project can be run or debugged by name.
  configurations(signal: AbortSignal): Promise<FoundConfigurations>;
  // What a configuration comes to, with every variable filled in; nothing is started. Throws configuration_not_found, configuration_invalid, cannot_run.
  resolve(name: string, filling: RunFilling, signal: AbortSignal): Promise<ResolvedRun>;
  // Returns once it has started. Throws not_trusted, program_not_found, not_a_folder, outside_project, too_many_runs.
  start(wanted: WantedRun, signal: AbortSignal): Promise<Run>;
  // Oldest first; of those that ended, the last few, so that their output can still be read.
  runs(): readonly Run[];
  // One has started or ended; what it prints is heard at its output.
  onEvent(listener: (event: RunEvent) => void): Disposable;
  // The connection that started them is gone: its runs end.
  ownerLeft(owner: string): void;
}

export interface RunEvent {
  readonly kind: 'started' | 'ended';
  readonly run: Run;
}

export interface FoundConfigurations {
  readonly configurations: readonly RunConfiguration[];
  // Files that could not be understood, and why.
  readonly problems: readonly string[];
}

export interface RunConfiguration {
  readonly name: string;
  // As launch.json has it, or where else it comes from: npm, python, go, make.
  readonly type: string;
  // The file that says so, relative to the project.
  readonly from: string;
  readonly canDebug: boolean;
  readonly canRun: boolean;
  // Why it cannot be run or debugged, or what it runs.
  readonly description: string;
  readonly folder?: string;
}

export interface RunFilling {
  // Absolute: the file that ${file} means, where one was named.
  readonly file: string | undefined;
  // Behind its own arguments.
  readonly args: readonly string[];
}

// A line for the shell of this machine, or a program with its arguments, which no shell sees.
export type WantedCommand = { readonly line: string } | { readonly words: readonly string[] };

// One program after the other; the last is the one that was meant, the others make it ready.
export interface ResolvedRun {
  readonly steps: readonly RunStep[];
}

export interface RunStep {
  readonly command: WantedCommand;
  // Relative to the project, or absolute inside of it; the project's own where absent.
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

// A step with what it reads, as far as that is known before it runs.
export interface JudgedStep extends RunStep {
  readonly input?: string | undefined;
  // It is typed into a program that runs already, in a folder that nobody knows.
  readonly isTyped?: boolean | undefined;
}

// Asked with everything that is about to run, before anything does. Throws where it may not.
export type PermitSteps = (steps: readonly RunStep[]) => Promise<void>;

export interface WantedRun extends RunStep {
  // What the person or the history calls it.
  readonly title: string;
  readonly configuration?: string;
  // What the configuration was given, as whoever started it wrote it.
  readonly given?: { readonly args?: readonly string[]; readonly file?: string };
  // What it reads from its standard input; nothing where absent.
  readonly input?: string;
  // The connection that asks; undefined where a connection ends with its call.
  readonly owner: string | undefined;
  // Run before it, in the same run; one that fails ends it.
  readonly before?: readonly RunStep[];
}

export interface Run {
  readonly id: string;
  readonly title: string;
  readonly configuration: string | undefined;
  readonly owner: string | undefined;
  readonly processId: number | undefined;
  // ISO 8601.
  readonly started: string;
  readonly state: RunState;
  readonly output: RunOutput;
  // What it was started with, so that it can be started again.
  readonly wanted?: WantedRun;
  // Resolves when it has ended and everything that it printed is here.
  readonly ended: Promise<RunEnd>;
  // Asks everything that it started to end, and after a moment makes it.
  end(): Promise<void>;
}

export type RunState = { readonly state: 'running' } | ({ readonly state: 'ended' } & RunEnd);

export interface RunEnd {
  // Absent where a signal ended it.
  readonly exitCode?: number;
  readonly signal?: string;
  readonly milliseconds: number;
}

// What it has printed, as it came: the oldest is forgotten first.
export interface RunOutput {
  // The number that the next part will have, and that of the oldest part that is still known.
  readonly next: number;
  readonly first: number;
  since(number: number): readonly OutputPart[];
  // Called with each part at once.
  onOutput(listener: (part: OutputPart) => void): Disposable;
}

export interface OutputPart {
  readonly number: number;
  readonly stream: 'stdout' | 'stderr';
  // With whatever a terminal would make colours and movements of.
  readonly text: string;
}
