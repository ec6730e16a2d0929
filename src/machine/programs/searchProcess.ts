// One run of a search program: it ends with the call or with its bound, and its paths fit a command line.
import { Bound } from '../../base/waiting/abort.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { cancelled, engineUnavailable, timedOut } from '../../ide/errors/errors.ts';
import type { Command, Processes } from '../processes/processes.ts';
import { type Finished, SpawnError } from '../processes/spawnedProcess.ts';

// A cold disk and a large project; both programs need less than a second for 5,000 files.
const LONGEST_SEARCH = seconds(30);
// Windows allows 32,000 characters; elsewhere a hundred thousand leave room for a large environment.
const LONGEST_COMMAND_LINE = process.platform === 'win32' ? 24_000 : 100_000;

export async function runSearch(processes: Processes, name: string, command: Command, signal: AbortSignal, input?: string): Promise<Finished> {
  using bound = new Bound(signal, LONGEST_SEARCH);
  return await processes.runShort(command, bound.signal, input).catch((error: unknown) => {
    if (signal.aborted) throw cancelled();
    if (bound.passed) throw timedOut(name, `${LONGEST_SEARCH / seconds(1)} seconds`);
    if (error instanceof SpawnError) throw engineUnavailable(name, error.message);
    throw error;
  });
}

// Paths in their order, in groups that fit a command line beside its other arguments, with at most so many in each.
export function commandLines<Item>(items: readonly Item[], pathOf: (item: Item) => string, most: number, others = 0): Item[][] {
  const groups: Item[][] = [];
  let length = 0;
  for (const item of items) {
    const group = groups.at(-1);
    length += pathOf(item).length + 3;
    if (group !== undefined && group.length < most && length + others <= LONGEST_COMMAND_LINE) {
      group.push(item);
    } else {
      groups.push([item]);
      length = pathOf(item).length + 3;
    }
  }
  return groups;
}
