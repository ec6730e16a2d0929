// How one setting is changed in the person's file: checked first, then written whole, with their comments where they were.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { z } from 'zod';
import { closest } from '../base/text/closest.ts';
import { withoutValue, withValue } from '../base/text/commentedJson.ts';
import type { OwnSettings } from '../ide/doors/settings.ts';
import { invalidSetting, unknownSetting } from '../ide/errors/machineErrors.ts';
import { writePrivateFile } from './folders.ts';
import { requireReadableSettings, type SettingName, settingShapes, settingsFile, settingValues } from './settings.ts';

export function settingNamed(name: string): SettingName {
  if (isSetting(name)) return name;
  throw unknownSetting(name, closest(name, Object.keys(settingShapes), 1)[0]);
}

// words: as typed. A list is one word for each entry, or one JSON array.
export function valueTyped(name: SettingName, words: readonly string[]): unknown {
  const candidates = [...(words.length === 1 ? [asJson(words[0] ?? '')] : []), words.length === 1 ? words[0] : undefined, words];
  const results = candidates.filter((candidate) => candidate !== undefined).map((candidate) => settingShapes[name].safeParse(candidate));
  const found = results.find((result) => result.success);
  if (found?.success) return found.data;
  const [first] = results;
  const problem = first === undefined || first.success ? 'it needs a value' : z.prettifyError(first.error).replaceAll('\n', ' ').replace(/^✖ /, '');
  throw invalidSetting(name, words.join(' '), problem);
}

// value: as JSON has it.
export function valueGiven(name: SettingName, value: unknown): unknown {
  const parsed = settingShapes[name].safeParse(value);
  // What is not there is what a reset is for.
  if (parsed.success && parsed.data !== undefined && value !== undefined) return parsed.data;
  const problem = parsed.success ? 'it needs a value' : z.prettifyError(parsed.error).replaceAll('\n', ' ').replace(/^✖ /, '');
  throw invalidSetting(name, JSON.stringify(value) ?? '', problem);
}

// Undefined: as usual again. A file that cannot be understood is not touched.
export function changeSetting(configuration: string, name: SettingName, value: unknown): void {
  requireReadableSettings(configuration);
  const file = settingsFile(configuration);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const text = before.trim() === '' ? '{}\n' : before;
  // A link, as people who keep their settings in a repository have it, stays one.
  writePrivateFile(existsSync(file) ? realpathSync(file) : file, value === undefined ? withoutValue(text, [name]) : withValue(text, [name], value));
}

// As an agent sees them through the port; who may change one is decided there.
export function ownSettingsIn(configuration: string): OwnSettings {
  return {
    read(name) {
      if (!isSetting(name)) return undefined;
      const { values, set } = settingValues(configuration);
      const usual: unknown = settingShapes[name].parse(undefined);
      return { ...(set.has(name) && { user: values[name] }), ...(usual !== undefined && { usual }) };
    },
    write(name, value) {
      const known = settingNamed(name);
      changeSetting(configuration, known, value === undefined ? undefined : valueGiven(known, value));
    },
  };
}

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(settingShapes, name);
}

function asJson(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return undefined;
  }
}
