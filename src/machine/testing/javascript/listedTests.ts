// A runner of JavaScript asked for its tests: started so that it runs none of them, with our reporter writing them down.
import { testsListFailed } from '../../../ide/errors/testErrors.ts';
import { linesOfFile } from '../eventFile.ts';
import { clean } from '../rawResults.ts';
import { listingOf } from '../reporterEvents.ts';
import type { RawListing, RunnerContext } from '../runnerRow.ts';
import { runnerEnvironment } from './packages.ts';

export interface ListingCommand {
  readonly runner: string;
  readonly args: readonly string[];
  readonly cwd: string;
  // What our reporter writes.
  readonly events: string;
  // Besides those of every listing.
  readonly environment?: Readonly<Record<string, string | undefined>>;
  // What it says where there are no tests, which is no failure.
  readonly noTests?: RegExp;
}

// Throws tests_list_failed.
export async function listedTests(
  { runner, args, cwd, events, environment, noTests }: ListingCommand,
  { processes, signal }: Pick<RunnerContext, 'processes' | 'signal'>,
): Promise<RawListing> {
  const variables = { ...runnerEnvironment(), BINNACLE_TEST_EVENTS: events, BINNACLE_TEST_LIST: '1', ...environment };
  const { stdout, stderr, code } = await processes.run({ program: process.execPath, args, cwd, environment: variables }, signal);
  const { tests, problems: all = [] } = listingOf(linesOfFile(events));
  const problems = all.filter(({ message }) => noTests?.test(message) !== true);
  const isEmpty = noTests?.test(stdout + stderr) === true || problems.length < all.length;
  if (code !== 0 && tests.length === 0 && problems.length === 0 && !isEmpty)
    throw testsListFailed(runner, clean(`${stdout}\n${stderr}`).trim().slice(-2_000) || `it ended with exit code ${code}`);
  return { tests, problems };
}
