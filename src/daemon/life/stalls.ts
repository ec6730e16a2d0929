// Notices when this process stood still, so that nobody's call was answered, and writes down what it was about.

import type { Log } from '../../base/log.ts';
import { visibleText } from '../../base/text/visibleText.ts';
import { seconds } from '../../base/waiting/duration.ts';
import type { CallUnderWay } from '../../server/call/runningCalls.ts';

const BETWEEN_LOOKS = 50;
// What nobody notices.
const SHORTEST = 250;
const MOST_CALLS = 5;
// A process that stands still all the time would fill the log with it.
const BETWEEN_LINES = seconds(1);

export function watchStalls(callsSince: (time: number) => readonly CallUnderWay[], log: Log): Disposable {
  let last = performance.now();
  let cpu = process.cpuUsage();
  let reported = Number.NEGATIVE_INFINITY;
  const timer = setInterval(() => {
    const now = performance.now();
    const stall = now - last - BETWEEN_LOOKS;
    if (stall > SHORTEST && now - reported > BETWEEN_LINES) {
      const { user, system } = process.cpuUsage(cpu);
      log.warn(stallLine(stall, (user + system) / 1_000, callsSince(last), now));
      reported = now;
    }
    last = now;
    cpu = process.cpuUsage();
  }, BETWEEN_LOOKS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

// Where it computed for much less than it stood still, the machine was busy with something else, or asleep.
export function stallLine(stall: number, computed: number, calls: readonly CallUnderWay[], now: number): string {
  const named = calls.slice(0, MOST_CALLS).map(({ tool, client, began }) => `${visibleText(`${tool} of ${client}`)}, for ${Math.round(now - began)} ms`);
  const more = calls.length > MOST_CALLS ? ` and ${calls.length - MOST_CALLS} more` : '';
  return `nobody was answered for ${Math.round(stall)} ms (${Math.round(computed)} ms of them computing): ${calls.length === 0 ? 'no call was under way' : `${named.join('; ')}${more}`}`;
}
