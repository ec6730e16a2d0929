// What a debugger is to us: which programs it runs, where it is found, how it is spoken to, and what its launch wants to hear.

export interface AdapterRow {
  readonly id: string;
  // What launch.json calls it.
  readonly types: readonly string[];
  // Files that it can run as they are.
  readonly files: RegExp;
  readonly install: string;
  // Why it is not here, or how to start it.
  find(place: AdapterPlace): Promise<FoundAdapter | string>;
  // Standard input and output, or a port of this machine that it prints once it listens.
  readonly speaks: 'stdio' | { readonly listeningAt: RegExp };
  // It is worth having ready before a program is started, and runs nothing of the project by then.
  readonly startsEarly?: boolean;
  // The folder in which the adapter itself must run; the project's when absent.
  folderFor?(launch: LaunchArguments): string | undefined;
  launch?(program: WantedProgram, place: AdapterPlace): LaunchArguments;
  // A test in a file, by name or all of them; a text where it cannot be told how.
  test?(test: WantedTest, place: AdapterPlace): Promise<LaunchArguments | string>;
  attachToProcess?(processId: number): LaunchArguments;
  attachToPort?(host: string, port: number): LaunchArguments;
  // What every launch.json of this type lacks, or says for a window that is not here.
  adapt?(configuration: LaunchArguments, place: AdapterPlace): LaunchArguments;
  // The same launch, of a debugger that can promise by itself that expressions change nothing.
  restrained?(launch: LaunchArguments): LaunchArguments;
  // It understands values in braces of a log message, whatever it says of itself.
  readonly logPoints?: boolean;
  // In which of its contexts an expression of the language is one.
  readonly evaluateContext: 'repl' | 'watch' | 'hover';
  // It does not answer to breakpoints on functions in the order in which they were asked for.
  readonly answersFunctionsInAnyOrder?: boolean;
  // A value as it must be written when a variable is set, where that is not how the language writes it.
  literal?(value: string): string;
  // Its exception filters where no breakpoint of the project says otherwise, when its own choice is not ours.
  readonly usualFilters?: readonly string[];
  // Which of its exception filters stop at what nobody catches in a test runner, which catches everything.
  readonly testFilters?: readonly ExceptionFilter[];
  // It stops at what nobody catches without having a filter for it.
  readonly stopsAtUncaught?: boolean;
  // Files whose tests it runs once they are built, though it cannot run the files themselves.
  readonly testFiles?: RegExp;
  // Where what is thrown arrives in the program itself, for what the adapter has no filter for, or does not name.
  readonly throwers?: readonly Thrower[];
}

// A function that a runtime calls when something is thrown: to stop in it is to stop at the exception.
export interface Thrower {
  // As its frame is called.
  readonly frame: RegExp;
  // Where a breakpoint must be set for it, and for what.
  readonly breakpoint?: { readonly function: string; readonly for: readonly ThrownFor[] };
  readonly mode: ExceptionMode;
  // What such an exception is called where nothing else is known.
  readonly type: string;
  // An expression in that frame for its class, and how the class is read out of its value.
  readonly typeExpression?: string;
  typeIn?(value: string): string | undefined;
  // An expression in that frame for what it says, where one of this class can be asked.
  messageExpression?(type: string): string | undefined;
  // What it says, where the program prints that itself.
  messageIn?(printed: string): string | undefined;
}

// What is caught, what nobody catches, and a test that fails.
export type ThrownFor = 'caught' | 'uncaught' | 'tests';

// When an adapter stops: as an exception is thrown, or once it is clear that nobody catches it.
export type ExceptionMode = 'thrown' | 'uncaught' | 'unknown';

export interface ExceptionFilter {
  readonly filter: string;
  // An expression of the adapter's own about the exception, where it takes one.
  readonly condition?: string;
}

export type LaunchArguments = Readonly<Record<string, unknown>>;

export interface AdapterPlace {
  // The project's folder.
  readonly root: string;
  // A folder of ours for what a debugger must build.
  readonly scratch: string;
  // Whether a program runs, and what it prints.
  runs(program: string, args: readonly string[], signal: AbortSignal): Promise<string | undefined>;
  // Builds something, and returns what was printed. Throws preparation_failed with the end of that.
  builds(program: string, args: readonly string[], cwd: string): Promise<string>;
  readonly signal: AbortSignal;
}

export interface FoundAdapter {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export interface WantedProgram {
  // Absolute.
  readonly path: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly stopOnEntry: boolean;
}

export interface WantedTest {
  // Absolute.
  readonly path: string;
  readonly name: string | undefined;
}
