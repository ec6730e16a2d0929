// How far a run of tests has come, and how it stands, in a few characters.
import type { RunRow } from '../../../../src/dashboard/protocol/rows.ts';
import type { State } from '../../parts/status.tsx';

export type Counts = NonNullable<RunRow['counts']>;

export function doneOf({ passed, failed, skipped, error }: Counts): number {
  return passed + failed + skipped + error;
}

// 48/112, or 48 where nobody knows how many there will be.
export function progressOf(counts: Counts): string {
  const done = doneOf(counts);
  return counts.expected === undefined || counts.expected < done ? String(done) : `${done}/${counts.expected}`;
}

export function testsInWords(counts: Counts): string {
  const done = doneOf(counts);
  return done === 1 ? '1 test' : `${done.toLocaleString('en')} tests`;
}

// Between 0 and 1; undefined where it is not known.
export function shareOf(counts: Counts): number | undefined {
  return counts.expected === undefined || counts.expected === 0 ? undefined : Math.min(1, doneOf(counts) / counts.expected);
}

export function badOf({ failed, error }: Counts): number {
  return failed + error;
}

export const runStates: Readonly<Record<RunRow['state'], State>> = { running: 'running', passed: 'ok', failed: 'error', stopped: 'undone', empty: 'warning' };

export const runWords: Readonly<Record<RunRow['state'], string>> = {
  running: 'running',
  passed: 'passed',
  failed: 'failed',
  stopped: 'stopped',
  empty: 'no test ran',
};
