// When a daemon that nobody uses ends itself.
import { seconds } from '../../base/waiting/duration.ts';

export interface DaemonUse {
  connections(): number;
  // Milliseconds since the epoch.
  lastActivity(): number;
}

export function onceIdle(use: DaemonUse, longest: number, end: () => void): Disposable {
  // Short enough to be right within a tenth, long enough to cost nothing.
  const timer = setInterval(
    () => {
      if (use.connections() === 0 && Date.now() - use.lastActivity() >= longest) end();
    },
    Math.min(Math.max(longest / 10, 50), seconds(30)),
  );
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
