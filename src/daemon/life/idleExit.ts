// When a daemon that nobody uses ends itself.
import { machineClock } from '../../base/waiting/clock.ts';
import { seconds } from '../../base/waiting/duration.ts';

export interface DaemonUse {
  connections(): number;
  // Pages that people look at.
  watchers(): number;
  // Milliseconds since the epoch.
  lastActivity(): number;
}

export function onceIdle(use: DaemonUse, longest: number, end: () => void): Disposable {
  // Short enough to be right within a tenth, long enough to cost nothing.
  const timer = setInterval(
    () => {
      if (use.connections() + use.watchers() === 0 && machineClock.steady() - use.lastActivity() >= longest) end();
    },
    Math.min(Math.max(longest / 10, 50), seconds(30)),
  );
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
