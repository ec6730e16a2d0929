// Which tests there are, layer by layer, and how they may share the machine.
import { defineConfig } from 'vitest/config';
import { minutes, seconds } from './src/base/duration.ts';

// Layers of one group share its workers; a later group waits for the earlier ones. Two files at a time everywhere: one leaves half the
// machine idle while it waits for an engine, and two cores and a few gigabytes must do.
export default defineConfig({
  test: {
    projects: [
      layer('fast', ['src/**/*.test.ts', 'test/tidy/**/*.test.ts', 'test/support/**/*.test.ts'], { group: 0, workers: 2, bound: seconds(30), shared: true }),
      layer('doors', ['test/doors/**/*.test.ts'], { group: 1, workers: 2, bound: seconds(60) }),
      layer('contract', ['test/contract/**/*.test.ts'], { group: 2, workers: 2, bound: minutes(3) }),
      layer('cli', ['test/cli/**/*.test.ts'], { group: 3, workers: 2, bound: minutes(2) }),
      layer('attacks', ['test/attacks/**/*.test.ts'], { group: 3, workers: 2, bound: minutes(2) }),
      layer('faults', ['test/faults/**/*.test.ts'], { group: 3, workers: 2, bound: minutes(3) }),
      // These install what they need from npm on the first run.
      layer('conformance', ['test/conformance/**/*.test.ts'], { group: 4, workers: 2, bound: minutes(12) }),
      layer('journeys', ['test/journeys/**/*.test.ts'], { group: 4, workers: 2, bound: minutes(12) }),
    ],
  },
});

function layer(name: string, include: string[], manner: { group: number; workers: number; bound: number; shared?: boolean }) {
  return {
    test: {
      name,
      include,
      pool: 'forks' as const,
      maxWorkers: manner.workers,
      // Where files share a process they share what they have imported, which is half of the time of a small test.
      isolate: manner.shared !== true,
      sequence: { groupOrder: manner.group },
      testTimeout: manner.bound,
      hookTimeout: manner.bound,
    },
  };
}
