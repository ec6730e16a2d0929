// The door to debuggers: sessions that run a program, breakpoints and watches that exist before them and outlive them.
import type { Breakpoints } from '../breakpoints.ts';
import type { HostQuestions } from './http.ts';
import type { RunStep } from './running.ts';
import type { UnfoundTest } from './testing.ts';

export interface Debugging {
  readonly breakpoints: Breakpoints;
  readonly watches: Watches;
  // How much an expression may do to a program, as a person decided.
  readonly evaluation: EvaluationPolicy;
  // Several where a configuration is a compound. Throws configuration_not_found, cannot_debug, adapter_missing, launch_failed, not_trusted …
  start(wanted: WantedSession, signal: AbortSignal): Promise<readonly DebugSession[]>;
  // Oldest first; of those that ended, the last few, so that their output can still be read.
  sessions(): readonly DebugSession[];
  // Whatever happens to sessions, breakpoints and watches, whoever does it.
  onEvent(listener: (event: DebugEvent) => void): Disposable;
  // The connection that started them is gone: its sessions end.
  ownerLeft(owner: string): void;
}

export type DebugEvent =
  // It has begun, or its state is another.
  | { readonly kind: 'session'; readonly session: DebugSession }
  // There is more in its output.
  | { readonly kind: 'output'; readonly session: DebugSession }
  | { readonly kind: 'breakpoints' }
  | { readonly kind: 'watches' };

export type EvaluationPolicy = 'free' | 'no side effects' | 'off';

export interface WantedSession {
  readonly target: DebugTarget;
  // The connection that asks; undefined where a connection ends with its call.
  readonly owner: string | undefined;
  readonly stopOnEntry: boolean;
  // Asked before anything has happened. Throws where it may not.
  readonly permit: (intent: DebugIntent) => Promise<void>;
  // Asked about the addresses behind a permitted name. A debugger goes to what was asked about, and nowhere else.
  readonly hosts: HostQuestions;
}

// What a session is about to do.
export interface DebugIntent {
  // Tasks first, then the program or the tests.
  readonly steps: readonly RunStep[];
  readonly attached: readonly AttachIntent[];
}

// Whose process it is: Binnacle's own, one that was started here for an agent, or somebody else's, also where that cannot be known.
// A host is written in one spelling. `unknown` is what a debugger finds by itself, by a name or by commands of its own.
export type AttachIntent =
  | { readonly kind: 'process'; readonly processId: number; readonly whose: ProcessOrigin }
  | { readonly kind: 'port'; readonly host: string; readonly port: number; readonly isLoopback: boolean; readonly whose: ProcessOrigin }
  | { readonly kind: 'unknown'; readonly configuration: string; readonly whose: 'other' };

export type ProcessOrigin = 'ours' | 'started' | 'other';

export type DebugTarget =
  // The file is what ${file} means in it, absolute.
  | { readonly kind: 'configuration'; readonly name: string; readonly file: string | undefined }
  | {
      readonly kind: 'program';
      readonly uri: string;
      readonly args: readonly string[];
      readonly environment: Readonly<Record<string, string>>;
    }
  // As python -m runs it.
  | { readonly kind: 'module'; readonly name: string; readonly args: readonly string[]; readonly environment: Readonly<Record<string, string>> }
  | { readonly kind: 'test'; readonly uri: string; readonly name: string | undefined }
  | { readonly kind: 'process'; readonly processId: number; readonly adapter: string | undefined }
  | { readonly kind: 'port'; readonly host: string; readonly port: number; readonly adapter: string | undefined };

export interface DebugSession {
  readonly id: string;
  readonly name: string;
  // Which debugger, as in "debugpy".
  readonly adapter: string;
  readonly configuration: string | undefined;
  // The session whose program started this one's.
  readonly parent: string | undefined;
  readonly owner: string | undefined;
  readonly processId: number | undefined;
  // Nothing runs in it that could stop: it is there for the sessions of the programs that it has started.
  readonly holdsOnly?: boolean | undefined;
  readonly state: SessionState;
  readonly output: DebugOutput;
  // Enabled breakpoints of this language that the debugger has not put in place so far, by their ids, and what it said about them last.
  readonly unplaced: readonly { readonly id: string; readonly why?: string | undefined }[];
  // What an agent should know about the debugger itself, reported once.
  news(): readonly string[];
  // Which frame of the stopped thread is looked at; 0 after each stop. The session keeps it.
  readonly selectedFrame: number;
  selectFrame(index: number): void;
  // The file was written after the program was started, so the lines that run may be others.
  isOutdated(uri: string): boolean;
  threads(signal: AbortSignal): Promise<readonly DebugThread[]>;
  frames(thread: number, most: number, signal: AbortSignal): Promise<StackFrames>;
  scopes(frame: number, signal: AbortSignal): Promise<readonly VariableScope[]>;
  children(reference: number, page: ChildrenPage, signal: AbortSignal): Promise<readonly DebugValue[]>;
  // Throws cannot_set_variable.
  setChild(reference: number, name: string, value: string, signal: AbortSignal): Promise<DebugValue>;
  // Throws evaluation_failed, evaluation_interrupted, evaluation_stuck or evaluation_refused.
  evaluate(expression: string, frame: number | undefined, signal: AbortSignal): Promise<DebugValue>;
  // Lets all threads, or the one that steps, go on; returns once the program has the request. Throws not_paused.
  proceed(how: Proceeding, thread: number | undefined, signal: AbortSignal): Promise<void>;
  // Runs on to this line, or to whatever stops it earlier.
  proceedTo(uri: string, line: number, signal: AbortSignal): Promise<void>;
  pause(signal: AbortSignal): Promise<void>;
  // The session that is paused, this one or one of its programs' children; this one when all have ended; undefined when the time is over.
  halted(milliseconds: number, signal: AbortSignal): Promise<DebugSession | undefined>;
  // What the program reads next; undefined is the end of its input. Throws no_debug_input.
  writeInput(text: string | undefined, signal: AbortSignal): Promise<void>;
  // Ends the program, or lets go of one that was attached to.
  end(): Promise<void>;
  // Whoever moves it for somebody says so here; absent until then.
  lastMove?: DebugMove | undefined;
}

export interface DebugMove {
  // As in "claude-code 2.1".
  readonly by: string;
  readonly did: Proceeding | 'line' | 'pause';
  // ISO 8601.
  readonly time: string;
}

export type Proceeding = 'continue' | 'over' | 'into' | 'out';

export type SessionState =
  | { readonly state: 'running' }
  | { readonly state: 'paused'; readonly stop: Stop }
  // By itself with an exit code, by a signal, or by our own stop; why says it in words.
  | {
      readonly state: 'ended';
      readonly exitCode?: number | undefined;
      readonly signal?: string | undefined;
      readonly why: string;
      // It has ended well without the test that was asked for: no test has the name.
      readonly unfound?: UnfoundTest | undefined;
    };

export interface Stop {
  // Of this session, from 1: what was known at one stop is not known at the next.
  readonly number: number;
  // Of all stops in this process: the later one is larger.
  readonly order: number;
  readonly thread: number;
  readonly reason: StopReason;
  // The adapter's own words.
  readonly text: string | undefined;
  // Breakpoints of the project that were hit.
  readonly breakpoints: readonly string[];
  // Or the signal.
  readonly exception: ThrownException | undefined;
}

// A signal is one that the program was sent, such as SIGSEGV; what is thrown is an exception.
export type StopReason = 'breakpoint' | 'step' | 'pause' | 'exception' | 'signal' | 'entry';

export interface ThrownException {
  readonly type: string;
  readonly message: string;
}

export interface DebugThread {
  readonly id: number;
  readonly name: string;
  readonly paused: boolean;
  // It stopped last, or stands where the program is looked at.
  readonly latest?: boolean | undefined;
  // Parked by its runtime, as far as the adapter tells: it runs nothing until something else happens.
  readonly waiting?: boolean | undefined;
  // As far as the adapter tells.
  readonly group?: string | undefined;
}

export interface StackFrames {
  readonly frames: readonly StackFrame[];
  // As far as the adapter says it.
  readonly total: number | undefined;
}

export interface StackFrame {
  readonly id: number;
  readonly name: string;
  // Absent where there is no file, such as inside the runtime.
  readonly uri: string | undefined;
  readonly line: number;
  readonly character: number;
  // Somebody else's code, by the adapter's own judgement.
  readonly subtle: boolean;
}

export interface VariableScope {
  readonly name: string;
  readonly reference: number;
  readonly expensive: boolean;
}

export interface DebugValue {
  readonly name: string;
  readonly value: string;
  readonly type: string | undefined;
  // Of what is inside; 0 for nothing.
  readonly reference: number;
  // How many elements are inside, where the adapter counts them.
  readonly indexed: number | undefined;
  // Of the whole text, where the adapter says that it tells only the beginning.
  readonly length?: number | undefined;
  // It leaves something out, nobody knows how much.
  readonly isCut?: boolean | undefined;
}

export interface ChildrenPage {
  readonly start: number;
  readonly count: number;
  // Only elements, or only members, where the adapter distinguishes them.
  readonly filter?: 'indexed' | 'named';
}

// What a program and its tracepoints have said, the oldest forgotten first.
export interface DebugOutput {
  // The number that the next entry will have.
  readonly next: number;
  // The number of the oldest entry that is still known.
  readonly first: number;
  since(number: number): readonly OutputEntry[];
}

export interface OutputEntry {
  readonly number: number;
  readonly category: 'stdout' | 'stderr' | 'console' | 'trace';
  readonly text: string;
  // Of a tracepoint: which one, and what its expressions were worth.
  readonly trace?: { readonly breakpoint: string; readonly values: readonly string[] };
}

export interface Watches {
  list(signal: AbortSignal): Promise<readonly Watch[]>;
  add(expression: string, signal: AbortSignal): Promise<Watch>;
  // Throws watch_not_found.
  remove(id: string, signal: AbortSignal): Promise<Watch>;
}

export interface Watch {
  readonly id: string;
  readonly expression: string;
}
