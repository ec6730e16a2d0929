// What happened in a span of time, in a few words.
import type { ChangeRow, RunRow } from '../../../../src/dashboard/protocol/rows.ts';

export function summary(
  changes: readonly Pick<ChangeRow, 'time' | 'evidence'>[],
  runs: readonly Pick<RunRow, 'kind' | 'started' | 'state'>[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly string[] {
  const within = (time: string) => Date.parse(time) >= from && Date.parse(time) <= to;
  const made = changes.filter(({ time }) => within(time));
  const tests = runs.filter(({ kind, started, state }) => kind === 'tests' && within(started) && state !== 'running').at(-1);
  const doubtful = made.filter(({ evidence }) => evidence.some(({ verdict }) => verdict === 'doubtful')).length;
  const bad = made.filter(({ evidence }) => evidence.some(({ verdict }) => verdict === 'bad')).length;
  return [
    made.length === 0 ? 'no changes' : made.length === 1 ? '1 change' : `${made.length} changes`,
    ...(tests === undefined ? [] : [testsWords[tests.state]]),
    ...(bad === 0 ? [] : [bad === 1 ? '1 with errors' : `${bad} with errors`]),
    ...(doubtful === 0 ? [] : [doubtful === 1 ? '1 to look at' : `${doubtful} to look at`]),
  ];
}

const testsWords: Readonly<Record<RunRow['state'], string>> = {
  running: 'tests running',
  passed: 'tests green',
  failed: 'tests red',
  stopped: 'tests stopped',
  empty: 'no test ran',
};
