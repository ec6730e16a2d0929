// Tracepoints: how the values of a log message come back apart from one another, through adapters that only print text.
import { expressionsIn, partsOf } from '../../../ide/breakpoints.ts';

// Characters that no program prints by chance. The first marks a message of ours, the second parts the values.
export const MARK = '\u241e';
export const PART = '\u241f';

// What the adapter is given: the breakpoint, then each value, so that the line can be put together here. Braces in text would be taken for expressions.
export function markedMessage(breakpoint: string, logMessage: string): string {
  return [`${MARK}${breakpoint}`, ...expressionsIn(logMessage).map((expression) => `{${expression}}`)].join(PART) + PART;
}

export interface Trace {
  readonly breakpoint: string;
  readonly values: readonly string[];
}

// Undefined for any other output.
export function traceIn(output: string): Trace | undefined {
  const start = output.indexOf(MARK);
  if (start < 0) return undefined;
  const [breakpoint = '', ...values] = output
    .slice(start + MARK.length)
    .trimEnd()
    .split(PART);
  return { breakpoint, values: values.slice(0, -1) };
}

// The line as the one who wrote the log message expects it.
export function messageWith(logMessage: string, values: readonly string[]): string {
  let next = 0;
  return partsOf(logMessage)
    .map((part) => ('text' in part ? part.text : (values[next++] ?? '')))
    .join('');
}
