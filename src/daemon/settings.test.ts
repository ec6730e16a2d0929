// What a person can set, and that a mistake is reported instead of ignored.
import { lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { minutes } from '../base/waiting/duration.ts';
import { readLive, readSettings, type SettingName, settingShapes, settingsFile, settingValues } from './settings.ts';
import { changeSetting, settingNamed, valueTyped } from './settingsChange.ts';

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
    port: undefined,
    projects: [],
    callLog: undefined,
    warnings: [],
  });
  expect(readSettings(folder, { BINNACLE_IDLE_EXIT_MINUTES: '0.5' }).idleExit).toBe(minutes(0.5));
});

test('an unknown word is a warning that names the nearest one, and the rest counts', () => {
  writeFileSync(settingsFile(folder), '{ "maxHistorysize": 1, "colour": "blue", "bridge": true }');
  const { bridge, maxHistorySize, warnings } = readSettings(folder, {});
  expect({ bridge, maxHistorySize }).toEqual({ bridge: true, maxHistorySize: 1_000 });
  expect(warnings).toEqual([
    `${settingsFile(folder)}: there is no setting maxHistorysize; did you mean maxHistorySize. It does nothing.`,
    `${settingsFile(folder)}: there is no setting colour. It does nothing.`,
  ]);
});

test('a file for calls counts where it is asked for, and an empty one is the usual one', () => {
  writeFileSync(settingsFile(folder), JSON.stringify({ logToFile: false, logFilePath: join(folder, 'calls.txt') }));
  expect(readSettings(folder, {}).callLog).toBeUndefined();
  writeFileSync(settingsFile(folder), JSON.stringify({ logToFile: true, logFilePath: join(folder, 'calls.txt') }));
  expect(readSettings(folder, {}).callLog).toBe(join(folder, 'calls.txt'));
  writeFileSync(settingsFile(folder), JSON.stringify({ logToFile: true }));
  expect(readSettings(folder, {}).callLog).toBe('');
});

test('a change keeps the comments, and one that cannot be meant changes nothing', () => {
  const text = '{\r\n  // few\r\n  "maxHistorySize": 100, // really\r\n}\r\n';
  writeFileSync(settingsFile(folder), text);
  changeSetting(folder, 'bridge', valueTyped('bridge', ['true']));
  const changed = readFileSync(settingsFile(folder), 'utf8');
  expect(changed).toContain('// few\r\n  "maxHistorySize": 100, // really\r\n');
  expect(readSettings(folder, {})).toMatchObject({ maxHistorySize: 100, bridge: true });
  changeSetting(folder, 'bridge', undefined);
  expect(readFileSync(settingsFile(folder), 'utf8')).toBe(text);
  // The one with the comments goes, they stay, and it is not missed twice.
  for (const _ of [1, 2]) changeSetting(folder, 'maxHistorySize', undefined);
  expect(readFileSync(settingsFile(folder), 'utf8')).toBe('{\r\n  // few\r\n   // really\r\n}\r\n');
  expect(readSettings(folder, {})).toMatchObject({ maxHistorySize: 1_000, bridge: false });
  for (const [name, words] of [
    ['maxHistorySize', ['0']],
    ['bridge', ['yes']],
    ['logFilePath', ['calls.log']],
    ['projects', ['shop']],
    ['evaluation', ['no', 'side', 'effects']],
  ] as const)
    expect(() => valueTyped(name, words)).toThrow(expect.objectContaining({ code: 'invalid_setting' }));
  expect(() => settingNamed('maxhistory')).toThrow(expect.objectContaining({ code: 'unknown_setting', next: 'Did you mean maxHistorySize?' }));
  writeFileSync(settingsFile(folder), '{ "bridge": ');
  expect(() => changeSetting(folder, 'bridge', true)).toThrow(expect.objectContaining({ code: 'invalid_settings' }));
  expect(readFileSync(settingsFile(folder), 'utf8')).toBe('{ "bridge": ');
});

test.skipIf(process.platform === 'win32')('a file that is a link stays one', () => {
  writeFileSync(join(folder, 'mine.json'), '{}');
  symlinkSync('mine.json', settingsFile(folder));
  changeSetting(folder, 'port', 4_711);
  expect(JSON.parse(readFileSync(join(folder, 'mine.json'), 'utf8'))).toEqual({ port: 4_711 });
  expect(lstatSync(settingsFile(folder)).isSymbolicLink()).toBe(true);
});

const usual = (name: SettingName) => settingShapes[name].parse(undefined);

test.each<[SettingName, unknown, unknown, RegExp]>([
  ['maxHistorySize', 0, usual('maxHistorySize'), />=1/],
  ['idleExitMinutes', 'soon', usual('idleExitMinutes'), /number/],
  ['engineMemoryMb', 0, usual('engineMemoryMb'), />0/],
  ['reviewMinutes', 15, usual('reviewMinutes'), /<=14/],
  ['bridge', 1, false, /boolean/],
  ['addNewFilesToGit', 'yes', false, /boolean/],
  ['logToFile', 'yes', false, /boolean/],
  ['logFilePath', 'calls.log', '', /absolute path/],
  ['port', 0, undefined, />=1/],
  ['projects', ['shop'], [], /absolute path/],
  // On the safe side, whatever was meant.
  ['evaluation', 'anything', 'off', /no side effects/],
  ['confirmWriteOperations', 'yes', true, /boolean/],
])('%s cannot be %j: the rest counts, and a warning names the key, the value and what is allowed', (name, value, used, allowed) => {
  writeFileSync(settingsFile(folder), JSON.stringify({ [name]: value, showTimestamps: false }));
  const { values, set, warnings } = settingValues(folder);
  expect(values).toEqual({ ...settingValues(join(folder, 'none')).values, showTimestamps: false, [name]: used });
  expect([...set]).toEqual(['showTimestamps']);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(`${settingsFile(folder)}: ${name} cannot be ${JSON.stringify(value)}: `);
  expect(warnings[0]).toMatch(allowed);
  expect(warnings[0]).toContain(`It is ${JSON.stringify(used) ?? 'not set'} instead.`);
});

test.each([['{ "idleExitMinutes": 1'], ['{ "bridge": true, }}'], ['[]'], ['"text"'], ['{ "bridge": true "port": 1 }']])(
  '%s counts for nothing, on the safe side, and says so',
  (text) => {
    writeFileSync(settingsFile(folder), text);
    const { values, set, warnings } = settingValues(folder);
    expect(values).toEqual({ ...settingValues(join(folder, 'none')).values, confirmWriteOperations: true, evaluation: 'off' });
    expect([...set]).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/settings\.json cannot be understood: .*confirmWriteOperations is true, evaluation is "off"/)]);
    expect(readSettings(folder, {}).warnings).toEqual(warnings);
    expect(readLive(folder, 'confirmWriteOperations')()).toBe(true);
  },
);

test('a wrong value is repaired by setting it, and an empty file is as usual', () => {
  writeFileSync(settingsFile(folder), '{ "port": "many" }');
  changeSetting(folder, 'port', 4_711);
  expect(settingValues(folder)).toMatchObject({ values: { port: 4_711 }, warnings: [] });
  writeFileSync(settingsFile(folder), '\n');
  expect(settingValues(folder)).toMatchObject({ values: { confirmWriteOperations: false }, warnings: [] });
});
