// Which versions of test runners a run tries: each of them in one of three runs, and every runner in all of them.
import { expect, test, vi } from 'vitest';
import { isOldest, triedVersions } from './runnerVersions.ts';

const names = (third: number | undefined) => triedVersions(third).map(({ name }) => name);

test('three thirds are all versions, and each third has every runner', () => {
  vi.stubEnv('BINNACLE_EVERY_VERSION', '1');
  const all = names(undefined);
  vi.unstubAllEnvs();
  expect(new Set([0, 1, 2].flatMap(names))).toEqual(new Set(all));
  for (const third of [0, 1, 2]) {
    expect(new Set(triedVersions(third).map(({ runner }) => runner)).size).toBe(6);
    expect(names(third).length).toBeLessThan(all.length / 2 + 1);
  }
});

test('a run that is repeated tries the same versions', () => {
  vi.stubEnv('BINNACLE_EVERY_VERSION', '');
  expect(triedVersions()).toEqual(triedVersions());
  expect(triedVersions().length).toBeLessThan(12);
  vi.unstubAllEnvs();
});

test('the oldest of each runner is known', () => {
  expect(
    triedVersions(0)
      .filter(isOldest)
      .map(({ name }) => name),
  ).toEqual(['vitest 1', 'jest 27', 'mocha 9', 'node:test', 'playwright 1.22', 'pytest 6']);
});
