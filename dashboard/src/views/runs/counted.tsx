// How many tests there were and how many of them failed: short while they run, in words once they have ended.
import { badOf, type Counts, progressOf, testsInWords } from './counts.ts';

export function Counted({ counts, isRunning }: { readonly counts: Counts; readonly isRunning: boolean }) {
  const bad = badOf(counts);
  return (
    <>
      {isRunning ? progressOf(counts) : testsInWords(counts)}
      {bad > 0 && (isRunning ? ' ' : ', ')}
      {bad > 0 && <span class="status-error">{isRunning ? `✕${bad}` : `${bad.toLocaleString('en')} failed`}</span>}
    </>
  );
}
