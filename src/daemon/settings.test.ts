// What a person can set, and that a mistake is reported instead of ignored.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { minutes } from '../base/waiting/duration.ts';
import { readSettings, settingsFile } from './settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binnacle-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('without a file everything is as usual', () => {
  const settings = readSettings(folder, {});
  expect(settings).toMatchObject({ maxHistorySize: 1_000, idleExit: minutes(10), engines: { unusedFor: minutes(20) }, bridge: false });
  // Half of the machine, and never more than four gigabytes.
  expect(settings.engines.memoryMb).toBeLessThanOrEqual(Math.min(4_096, totalmem() / 2 / 1024 ** 2 + 1));
  expect(settings.engines.memoryMb).toBeGreaterThan(0);
});

test('a file sets what it names, and the environment is stronger', () => {
  writeFileSync(
    settingsFile(folder),
    '{ "maxHistorySize": 100, "addNewFilesToGit": true, // few\n "idleExitMinutes": 2, "hibernateMinutes": 5, "engineMemoryMb": 1500, "bridge": true, }',
  );
  expect(readSettings(folder, {})).toEqual({
    maxHistorySize: 100,
    longestReview: minutes(5),
    idleExit: minutes(2),
    engines: { unusedFor: minutes(5), memoryMb: 1_500 },
    bridge: true,
    addsNewFiles: true,
    evaluation: 'free',
  });
  expect(readSettings(folder, { BINNACLE_IDLE_EXIT_MINUTES: '0.5' }).idleExit).toBe(minutes(0.5));
});

test.each([
  ['{ "maxHistorysize": 1 }'],
  ['{ "maxHistorySize": 0 }'],
  ['{ "idleExitMinutes": "soon" }'],
  ['{ "idleExitMinutes": 1'],
  ['{ "engineMemoryMb": 0 }'],
  ['{ "evaluation": "anything" }'],
  ['[]'],
])('%s is reported with the file', (text) => {
  writeFileSync(settingsFile(folder), text);
  expect(() => readSettings(folder, {})).toThrow(expect.objectContaining({ code: 'invalid_settings', message: expect.stringContaining(settingsFile(folder)) }));
});
