// What came of each test of a run, asked again as the run goes on, one question at a time.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { TestsOfRun } from '../../../../src/dashboard/protocol/shownRuns.ts';
import { ask, type Detail, shownError } from '../../wire/asking.ts';
import { isLost } from '../../wire/connection.ts';

// version: changes when the run has come further.
export function useTests(id: string, version: string, isWanted: boolean): Signal<Detail<TestsOfRun>> {
  const tests = useSignal<Detail<TestsOfRun>>({ state: 'loading' });
  const reading = useRef({ isUnderWay: false, isBehind: false, isOver: false });
  const lost = isLost.value;
  const read = async (of: typeof reading.current): Promise<void> => {
    of.isBehind = true;
    if (of.isUnderWay) return;
    of.isUnderWay = true;
    try {
      while (of.isBehind && !of.isOver) {
        of.isBehind = false;
        const value = await ask('run.tests', { id });
        if (!of.isOver) tests.value = { state: 'known', value };
      }
    } catch (thrown) {
      if (!of.isOver) tests.value = { state: 'failed', error: shownError(thrown), retry: () => void read(of) };
    } finally {
      of.isUnderWay = false;
    }
  };
  useEffect(() => {
    if (isWanted && !lost) void read(reading.current);
  }, [id, version, isWanted, lost]);
  useEffect(
    () => () => {
      reading.current.isOver = true;
    },
    [],
  );
  return tests;
}
