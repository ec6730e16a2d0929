// Versions of test runners that projects of the last years pin, and the third of them that a run tries: all of them take a minute and fourteen downloads.
import type { ToolName } from './testTools.ts';
import { chanceOfThisRun } from './thisRun.ts';

export type Runner = keyof typeof VERSIONS;

export interface RunnerVersion {
  readonly runner: Runner;
  // What a person calls it.
  readonly name: string;
  readonly tools: readonly ToolName[];
}

const THIRDS = 3;

// The oldest first. Tests of Node itself are run by the Node that runs us.
const VERSIONS = {
  vitest: { 'vitest 1': ['vitest-1'], 'vitest 2': ['vitest-2'], 'vitest 3.0': ['vitest-3.0'], 'vitest 4': ['vitest'] },
  jest: { 'jest 27': ['jest-27'], 'jest 28': ['jest-28'], 'jest 29': ['jest-29'], 'jest 30': ['jest'] },
  mocha: { 'mocha 9': ['mocha-9'], 'mocha 10': ['mocha-10'], 'mocha 11': ['mocha-11'], 'mocha 12': ['mocha'] },
  node: { 'node:test': [] },
  playwright: { 'playwright 1.22': ['playwright-test-1.22'], 'playwright 1.40': ['playwright-test-1.40'], 'playwright 1.65': ['playwright-test'] },
  pytest: {
    'pytest 6': ['pytest-6', 'debugpy'],
    'pytest 7': ['pytest-7', 'debugpy'],
    'pytest 8': ['pytest-8', 'debugpy'],
    'pytest 9': ['pytest-cov', 'debugpy'],
  },
} as const satisfies Record<string, Readonly<Record<string, readonly ToolName[]>>>;

// Some of each runner; a runner of one version always.
export function triedVersions(third: number | undefined = chanceOfThisRun()): readonly RunnerVersion[] {
  const runners: readonly Runner[] = ['vitest', 'jest', 'mocha', 'node', 'playwright', 'pytest'];
  return runners.flatMap((runner) =>
    Object.entries<readonly ToolName[]>(VERSIONS[runner])
      .map(([name, tools]) => ({ runner, name, tools }))
      .filter((_, index, { length }) => third === undefined || length === 1 || index % THIRDS === third % THIRDS),
  );
}

// Whether it is the first of its runner in the list.
export function isOldest({ runner, name }: RunnerVersion): boolean {
  return Object.keys(VERSIONS[runner])[0] === name;
}
