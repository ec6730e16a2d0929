// What a person can set, and that a mistake is told instead of ignored.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { minutes } from '../base/duration.ts';
import { readSettings, settingsFile } from './settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binnacle-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('without a file everything is as usual', () => {
  expect(readSettings(folder, {})).toEqual({ maxHistorySize: 1_000, idleExit: minutes(10) });
});

test('a file sets what it names, and the environment is stronger', () => {
  writeFileSync(settingsFile(folder), '{ "maxHistorySize": 100, // few\n "idleExitMinutes": 2, }');
  expect(readSettings(folder, {})).toEqual({ maxHistorySize: 100, idleExit: minutes(2) });
  expect(readSettings(folder, { BINNACLE_IDLE_EXIT_MINUTES: '0.5' }).idleExit).toBe(minutes(0.5));
});

test.each([['{ "maxHistorysize": 1 }'], ['{ "maxHistorySize": 0 }'], ['{ "idleExitMinutes": "soon" }'], ['{ "idleExitMinutes": 1'], ['[]']])(
  '%s is told with the file',
  (text) => {
    writeFileSync(settingsFile(folder), text);
    expect(() => readSettings(folder, {})).toThrow(
      expect.objectContaining({ code: 'invalid_settings', message: expect.stringContaining(settingsFile(folder)) }),
    );
  },
);
