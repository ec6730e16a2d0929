// How a program has ended, in words: by itself, by a signal, or by our own stop, as far as its debugger distinguishes them.
import { constants } from 'node:os';

export interface ProgramEnd {
  readonly exitCode?: number;
  readonly signal?: string;
  readonly why: string;
}

// How an adapter reports that a signal has ended the program.
//   negative: the number of the signal, negated.
//   low byte: the same as a byte, so that 245 is SIGSEGV. A program that exits with such a number by itself cannot be distinguished, and hardly exists.
//   plain: the number of the signal, as if it were an exit code; what stopped the program before says which it is.
export type SignalCode = 'negative' | 'low byte' | 'plain';

// Some have several names; the first is the usual one.
const names = new Map(
  Object.entries(constants.signals)
    .toReversed()
    .map(([name, number]) => [number, name]),
);
// Programs exit with 255 and 254 by themselves, as with -1 and -2.
const LEAST_LOW_BYTE = 225;
const MOST_LOW_BYTE = 253;

export const UNKNOWN_CODE = 'its debugger has not learned its exit code';

export function endOf(exitCode: number | undefined, how: SignalCode | undefined, lastSignal: string | undefined): ProgramEnd | undefined {
  if (exitCode === undefined) return undefined;
  const signal = how === undefined ? undefined : signalIn(exitCode, how, lastSignal);
  if (signal !== undefined) return { signal, why: `signal ${signal}` };
  // Programs exit with 0 to 255. lldb says -1 where the status of the process was gone before it asked.
  if (exitCode < 0 && process.platform !== 'win32') return { why: UNKNOWN_CODE };
  // lldb stops at every other signal that ends a program.
  const unsure = how === 'plain' && exitCode === constants.signals.SIGKILL;
  return { exitCode, why: unsure ? `exit code ${exitCode}, or signal SIGKILL, which its debugger does not tell apart` : `exit code ${exitCode}` };
}

function signalIn(exitCode: number, how: SignalCode, lastSignal: string | undefined): string | undefined {
  if (process.platform === 'win32') return undefined;
  if (how === 'negative') return exitCode < 0 ? names.get(-exitCode) : undefined;
  if (how === 'low byte') return exitCode >= LEAST_LOW_BYTE && exitCode <= MOST_LOW_BYTE ? names.get(256 - exitCode) : undefined;
  return lastSignal !== undefined && names.get(exitCode) === lastSignal ? lastSignal : undefined;
}
