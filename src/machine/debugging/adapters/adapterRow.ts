// What a debugger is to us: which programs it runs, where it is found, how it is spoken to, and what its launch wants to hear.
import type { TestLaunch } from '../../testing/runnerRow.ts';
import type { PipePaths } from '../quirks/programPipes.ts';
import type { SignalCode } from '../sessions/programEnds.ts';
import type { InsideProgram } from '../sessions/programHelper.ts';

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
  // Throws cannot_debug.
  launch?(program: WantedProgram, place: AdapterPlace): LaunchArguments | Promise<LaunchArguments>;
  // What the language runs by a name that is no file's; a text where it cannot.
  module?(module: WantedModule, place: AdapterPlace): Promise<LaunchArguments | string>;
  // What the language has against an expression, before any program runs.
  expressionProblem?(expression: string, place: AdapterPlace): Promise<string | undefined>;
  // Tests, started as their runner says.
  test?(tests: TestLaunch, place: AdapterPlace): LaunchArguments;
  // Where it attaches when no port is named.
  readonly usualPort?: number;
  attachToProcess?(processId: number): LaunchArguments;
  attachToPort?(host: string, port: number): LaunchArguments;
  // What every launch.json of this type lacks, or says for a window that is not here.
  adapt?(configuration: LaunchArguments, place: AdapterPlace): LaunchArguments;
  // The same launch, of a debugger that can promise by itself that expressions change nothing.
  restrained?(launch: LaunchArguments): LaunchArguments;
  // It understands values in braces of a log message, whatever it says of itself.
  readonly logPoints?: boolean;
  // How a program gets what it reads: by a request of our own adapter, or because it inherits the adapter's own input.
  readonly input?: 'request' | 'inherited';
  // The same launch, of a program with these files as its standard streams; undefined where it says itself which they are.
  piped?(launch: LaunchArguments, paths: PipePaths): LaunchArguments | undefined;
  // Also of breakpoints on functions, where the protocol has none.
  readonly functionLogPoints?: boolean;
  // It ignores hit conditions, or means others by them: hits are counted here.
  readonly countsNoHits?: boolean;
  // It names one breakpoint where several stand on one line, or on one and on its function.
  readonly namesOneBreakpoint?: boolean;
  // It goes by the condition or log message that a breakpoint had before, where it now has none.
  readonly keepsConditions?: boolean;
  // How it reports, as if the program had failed, that the condition of a breakpoint cannot be evaluated.
  readonly conditionFailure?: RegExp;
  // How a call that does not end is stopped while the adapter hears nothing: by a signal, and a breakpoint on where the runtime receives it.
  readonly interruption?: Interruption;
  // It gives no more than the beginning of a long value unless elements are asked for apart from members, page by page.
  readonly pagesElements?: boolean;
  // A row that stands for all that come after it, though it looks like a member.
  isRest?(variable: { readonly name: string; readonly type?: string | null | undefined }): boolean;
  // Better words for why it did not evaluate an expression, where its own mislead.
  explained?(reason: string): string | undefined;
  // What a program prints comes in the session that has started it, and not in the one in which it is debugged.
  readonly printsInParent?: boolean;
  // The session that it is started with only holds those of its programs: nothing stops in it, and no breakpoint is in place there.
  readonly holdsSessions?: boolean;
  // What an empty answer of it stands for; undefined where the expression has no value.
  unprinted?(expression: string): { readonly result: string; readonly type: string } | undefined;
  // In which of its contexts an expression of the language is one.
  readonly evaluateContext: 'repl' | 'watch' | 'hover';
  // It does not answer to breakpoints on functions in the order in which they were asked for.
  readonly answersFunctionsInAnyOrder?: boolean;
  // Code of ours that it runs inside of each program.
  readonly inside?: InsideProgram;
  // How it reports that a signal has ended the program.
  readonly signalCode?: SignalCode;
  // What it prints as the program's errors is about itself.
  readonly errorsAreItsOwn?: boolean;
  // How it sounds when a part of it is missing, and what an agent reads about that, once.
  readonly failing?: { readonly words: RegExp; readonly note: string };
  // Whether a thread of this name is parked by the runtime, where the name says so.
  isWaiting?(thread: string): boolean;
  // What it says about itself in the program's name.
  readonly ownWords?: RegExp;
  // A value as it must be written when a variable is set, where that is not how the language writes it.
  literal?(value: string): string;
  // Its exception filters where no breakpoint of the project says otherwise, when its own choice is not ours.
  readonly usualFilters?: readonly string[];
  // Which of its exception filters stop at what nobody catches in a test runner, which catches everything.
  readonly testFilters?: readonly ExceptionFilter[];
  // It halts a program that runs to change its breakpoints, as when a temporary one goes, and now and then reports that as a pause that nobody asked for.
  readonly haltsForBreakpoints?: boolean;
  // Those that every program of its language can throw. Of any other it is not known that there is one before it was thrown.
  readonly exceptionClasses: readonly string[];
  // In a frame at which something is thrown, the names of its class and of those that it extends, between bars; where the adapter itself does not say them.
  readonly classesExpression?: string;
  // It stops at what nobody catches without having a filter for it.
  readonly stopsAtUncaught?: boolean;
  // Where what is thrown arrives in the program itself, for what the adapter has no filter for, or does not name.
  readonly throwers?: readonly Thrower[];
}

export interface Interruption {
  // An expression that may call a function of the program.
  readonly calls: RegExp;
  readonly signal: NodeJS.Signals;
  readonly function: string;
  readonly condition: string;
  // Below it on the stack is what was called.
  readonly frame: string;
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
  // What a program that reads this text has against it: its errors, empty where it takes it. Undefined where it cannot be run.
  parses(program: string, args: readonly string[], text: string): Promise<string | undefined>;
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

export interface WantedModule {
  readonly name: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly stopOnEntry: boolean;
}
