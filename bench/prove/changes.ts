// The proofs of change sets: a daemon killed at fifty moments while it writes 400 files, and ten agents at work together for a minute.
import fc from 'fast-check';
import { minutes } from '../../src/base/waiting/duration.ts';
import { workOfTen, workTogether } from '../../test/contract/changes/tenAgents.ts';
import { isHonest, killDuringChanges } from '../../test/faults/killedChanges.ts';
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { chanceFrom } from './random.ts';

export interface ChangesProof {
  readonly what: string;
  readonly text: string;
  readonly holds: boolean;
}

const KILLS = 50;

export async function provenChanges(seed: number): Promise<readonly ChangesProof[]> {
  return [await killed(seed), await together(seed)];
}

async function killed(seed: number): Promise<ChangesProof> {
  await using home = await temporaryHome();
  const outcomes = await killDuringChanges(home, KILLS, chanceFrom(seed));
  const wrong = outcomes.filter((outcome) => !isHonest(outcome));
  const count = (text: string) => outcomes.filter((outcome) => outcome.listed === text).length;
  return {
    what: `a daemon killed at ${outcomes.length} moments of a change over 400 files`,
    text: `${count('rolled back')} taken back, ${count('done')} done, ${count('unrecorded')} not begun, ${wrong.length} neither${wrong.map((each) => `\n  ${JSON.stringify(each)}`).join('')}`,
    holds: wrong.length === 0 && outcomes.length === KILLS,
  };
}

async function together(seed: number): Promise<ChangesProof> {
  const details = await fc.check(fc.asyncProperty(workOfTen, workTogether), {
    seed,
    numRuns: 100_000,
    interruptAfterTimeLimit: minutes(1),
    markInterruptAsFailure: false,
    endOnFailure: true,
  });
  return {
    what: 'ten agents at work together for a minute',
    text: details.failed
      ? `${details.errorInstance}\n  ${fc.stringify(details.counterexample)}`
      : `${details.numRuns} projects, nothing lost, everything undone`,
    holds: !details.failed,
  };
}
