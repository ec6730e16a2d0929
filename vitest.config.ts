// Which tests there are, layer by layer, and how they may share the machine.
import { defineConfig } from 'vitest/config';
import { minutes, seconds } from './src/base/waiting/duration.ts';
import { LongestFirst } from './test/support/longestFirst.ts';

// How long a test waits for what must come to pass.
const LONGEST_POLL = seconds(25);

// Two files of the fast layer at a time, three of the others: these wait for engines, debuggers and browsers, and two cores and a few gigabytes must do.
// The fast layer ends before another begins; the others begin in this order, so that only the end of the last may leave a worker alone.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      layer('fast', ['src/**/*.test.ts', 'dashboard/src/**/*.test.ts', 'test/tidy/**/*.test.ts', 'test/support/**/*.test.ts'], {
        group: 0,
        bound: seconds(30),
      }),
      layer('doors', ['test/doors/**/*.test.ts'], { group: 1, bound: seconds(60) }),
      layer('contract', ['test/contract/**/*.test.ts'], { group: 1, bound: minutes(3) }),
      layer('cli', ['test/cli/**/*.test.ts'], { group: 1, bound: minutes(2) }),
      layer('window', ['test/window/**/*.test.ts'], { group: 1, bound: minutes(2), setup: ['test/support/reportPages.ts'] }),
      layer('attacks', ['test/attacks/**/*.test.ts'], { group: 1, bound: minutes(2) }),
      layer('faults', ['test/faults/**/*.test.ts'], { group: 1, bound: minutes(3) }),
      // These install what they need from npm on the first run.
      layer('conformance', ['test/conformance/**/*.test.ts'], { group: 1, bound: minutes(12) }),
      layer('journeys', ['test/journeys/**/*.test.ts'], { group: 1, bound: minutes(12) }),
    ],
  },
});

function layer(name: string, include: string[], manner: { group: number; bound: number; setup?: string[] }) {
  return {
    test: {
      name,
      include,
      pool: 'forks' as const,
      maxWorkers: manner.group === 0 ? 2 : 3,
      // Files that share a process share what they have imported: a second and a half of each file with engines, half of the time of a small one.
      isolate: false,
      setupFiles: ['test/support/ownEnvironment.ts', 'test/support/seededChance.ts', ...(manner.setup ?? [])],
      sequence: { groupOrder: manner.group },
      testTimeout: manner.bound,
      hookTimeout: manner.bound,
      // Vitest's own is one second, which a busy machine needs for a start of Node.
      expect: { poll: { timeout: LONGEST_POLL } },
    },
  };
}
