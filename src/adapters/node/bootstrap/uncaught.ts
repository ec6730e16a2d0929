// The last moment of a program that nobody saved: what was thrown before, and was not known to be uncaught then, is shown here.
import { runInThisContext } from 'node:vm';

// The adapter knows a stop in this script, and reads the parameters in its frame.
const show: unknown = runInThisContext('(function (error, origin) { debugger; })', { filename: 'binnacle:uncaught' });
// Those at which the program has stopped already.
const shown = new WeakSet<object>();

export function markShown(error: unknown): void {
  if (typeof error === 'object' && error !== null) shown.add(error);
}

// A monitor changes nothing about what becomes of the program.
export function watchUncaught(): void {
  process.on('uncaughtExceptionMonitor', (error, origin) => {
    if (typeof show === 'function' && !shown.has(error)) Reflect.apply(show, undefined, [error, origin]);
  });
}
