// The debuggers of a window, which a person and agents share: its sessions, as they speak the debug adapter protocol, and the breakpoints in its margin.
import type { FunctionBreakpoint, LineBreakpoint } from './breakpoints.ts';

export interface SharedDebuggers {
  readonly margin: Margin;
  // Whether something in the window debugs what launch.json calls by this type.
  knows(type: string): boolean;
  // As a person's launch configuration is started; begins is called as onSession's listeners are, and before them. Throws launch_failed.
  start(configuration: SharedConfiguration, begins: (session: SharedSession) => void, signal: AbortSignal): Promise<SharedSession>;
  // Those that a person starts and that sessions start too; called before any message of theirs.
  onSession(listener: (session: SharedSession) => void): Disposable;
}

export interface SharedConfiguration {
  readonly name: string;
  readonly type: string;
  readonly request: 'launch' | 'attach';
  readonly [more: string]: unknown;
}

export interface SharedSession {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly request: 'launch' | 'attach';
  readonly parent: string | undefined;
  // Asked of its debugger, past the window. Rejects with what the debugger says.
  ask(command: string, given: object): Promise<unknown>;
  // Every message in its order: those of the debugger, and those of the window to it; undefined when the session is over.
  onMessage(listener: (message: SharedMessage | undefined) => void): void;
  // What the window asks is given other arguments on the way, where it lets us; undefined leaves them.
  amend(change: (command: string, given: unknown) => object | undefined): void;
  stop(): Promise<void>;
}

export interface SharedMessage {
  readonly from: 'debugger' | 'window';
  // As the protocol has it, unchecked.
  readonly message: unknown;
}

// What the protocol of the margin has of a breakpoint: it stops or it logs, and nothing counts.
export type MarginBreakpoint = Pick<LineBreakpoint, 'kind' | 'uri' | 'line' | MarginConditions> | Pick<FunctionBreakpoint, 'kind' | 'name' | MarginConditions>;
type MarginConditions = 'enabled' | 'condition' | 'hitCondition' | 'logMessage';

// Beside the text, where a person sees, sets and moves them.
export interface Margin {
  list(): readonly PlacedBreakpoint[];
  add(breakpoint: MarginBreakpoint): PlacedBreakpoint;
  remove(ids: readonly string[]): void;
  // Whoever has changed them.
  onChange(listener: () => void): Disposable;
}

export interface PlacedBreakpoint {
  readonly id: string;
  readonly breakpoint: MarginBreakpoint;
}

// Who moved a session in the window, and whose it is where a person has started it.
export const PERSON_AT_WINDOW = 'a person in VS Code';
