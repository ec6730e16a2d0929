// The list of the longest files of tests names files that are there: one that has moved would run last again.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LONGEST } from './longestFirst.ts';

test.each(LONGEST)('%s is there', (path) => {
  expect(existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)))).toBe(true);
});
