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
  // The folder in which the adapter itself must run; the project's when absent.
  folderFor?(launch: LaunchArguments): string | undefined;
  launch?(program: WantedProgram, place: AdapterPlace): LaunchArguments;
  // A test in a file, by name or all of them; a text where it cannot be told how.
  test?(test: WantedTest, place: AdapterPlace): Promise<LaunchArguments | string>;
  attachToProcess?(processId: number): LaunchArguments;
  attachToPort?(host: string, port: number): LaunchArguments;
  // What every launch.json of this type lacks, or says for a window that is not here.
  adapt?(configuration: LaunchArguments, place: AdapterPlace): LaunchArguments;
  // It understands values in braces of a log message, whatever it says of itself.
  readonly logPoints?: boolean;
  // In which of its contexts an expression of the language is one.
  readonly evaluateContext: 'repl' | 'watch' | 'hover';
  // Its exception filters where no breakpoint of the project says otherwise, when its own choice is not ours.
  readonly usualFilters?: readonly string[];
  // Which of its exception filters stop at what nobody catches in a test runner, which catches everything.
  readonly testFilters?: readonly ExceptionFilter[];
}

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
