// Breakpoints, as an agent placed them: they belong to the project, exist before any session and outlive it.

export interface Breakpoints {
  // Where they are by now: they move with their lines.
  list(signal: AbortSignal): Promise<readonly Breakpoint[]>;
  // Takes the place of one that is there already. Returns once live sessions have it. Throws evaluation_refused or cannot_watch_data.
  set(wanted: WantedBreakpoint, signal: AbortSignal): Promise<Breakpoint>;
  // Throws breakpoint_not_found.
  remove(id: string, signal: AbortSignal): Promise<Breakpoint>;
}

export type WantedBreakpoint = LineBreakpoint | FunctionBreakpoint | ExceptionBreakpoint | DataBreakpoint;

// What a hit suspends; with none the program goes on. Most debuggers here stop all threads, also where one was asked for.
export type SuspendPolicy = 'all' | 'thread' | 'none';

interface Conditions {
  readonly enabled: boolean;
  readonly condition?: string | undefined;
  // As in ">= 3" or "3".
  readonly hitCondition?: string | undefined;
  // Tells the values of the expressions in braces at each hit; whether it also stops is for `suspend` to say.
  readonly logMessage?: string | undefined;
  // Absent: none for one that logs, all for any other.
  readonly suspend?: SuspendPolicy | undefined;
  // Gone after it has stopped a program once.
  readonly temporary: boolean;
}

export interface LineBreakpoint extends Conditions {
  readonly kind: 'line';
  readonly uri: string;
  readonly line: number;
}

export interface FunctionBreakpoint extends Conditions {
  readonly kind: 'function';
  readonly name: string;
}

export interface ExceptionBreakpoint {
  readonly kind: 'exception';
  readonly enabled: boolean;
  // The name of its class; every exception when absent.
  readonly exception?: string | undefined;
  readonly caught: boolean;
  readonly uncaught: boolean;
}

// Stops when a value in memory is written. It belongs to one session, and is gone with it.
export interface DataBreakpoint extends Conditions {
  readonly kind: 'data';
  readonly session: string;
  // As the agent wrote it, such as item.cents.
  readonly name: string;
  // What it is inside of, and what it is called there.
  readonly reference: number;
  readonly member: string;
  readonly logMessage?: undefined;
  readonly suspend?: undefined;
}

export type Breakpoint = WantedBreakpoint & {
  readonly id: string;
  // How often it stopped a program.
  readonly hits: number;
  // How often a program went on from it; absent for never.
  readonly passed?: number | undefined;
  // What has become of it in each live session.
  readonly bindings: readonly BreakpointBinding[];
};

export interface BreakpointBinding {
  readonly session: string;
  // True exactly when the debugger says that it is in place.
  readonly verified: boolean;
  // Where the debugger put it, when that is another line.
  readonly line?: number | undefined;
  readonly message?: string | undefined;
}

export function suspendPolicyOf({ suspend, logMessage }: Pick<Conditions, 'suspend' | 'logMessage'>): SuspendPolicy {
  return suspend ?? (logMessage === undefined ? 'all' : 'none');
}

// It tells, if it has something to tell, and the program goes on.
export function isTracepoint(breakpoint: WantedBreakpoint): boolean {
  return breakpoint.kind !== 'exception' && suspendPolicyOf(breakpoint) === 'none';
}

// It tells, and the program stops.
export function logsAndStops(breakpoint: WantedBreakpoint): boolean {
  return breakpoint.kind !== 'exception' && breakpoint.logMessage !== undefined && !isTracepoint(breakpoint);
}

// What stands between braces in a log message, in its order. Braces inside belong to the expression.
export function expressionsIn(logMessage: string): readonly string[] {
  return partsOf(logMessage).flatMap((part) => ('expression' in part ? [part.expression] : []));
}

export type MessagePart = { readonly text: string } | { readonly expression: string };

export function partsOf(logMessage: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let text = '';
  let index = 0;
  while (index < logMessage.length) {
    const end = logMessage[index] === '{' ? closingBrace(logMessage, index) : undefined;
    if (end === undefined) {
      text += logMessage[index] ?? '';
      index += 1;
      continue;
    }
    if (text !== '') parts.push({ text });
    text = '';
    parts.push({ expression: logMessage.slice(index + 1, end).trim() });
    index = end + 1;
  }
  if (text !== '') parts.push({ text });
  return parts;
}

function closingBrace(text: string, open: number): number | undefined {
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    if (text[index] === '{') depth += 1;
    else if (text[index] === '}') depth -= 1;
    if (depth === 0) return index - open > 1 ? index : undefined;
  }
  return undefined;
}
