// How one setting is changed in the person's file: checked first, then written whole, with their comments where they were.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { applyEdits, modify, parseTree } from 'jsonc-parser';
import { z } from 'zod';
import { closest } from '../base/text/closest.ts';
import { invalidSetting, unknownSetting } from '../ide/errors/machineErrors.ts';
import { writePrivateFile } from './folders.ts';
import { type SettingName, settingShapes, settingsFile, settingValues } from './settings.ts';

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

// Undefined: as usual again. A file that cannot be understood is not touched.
export function changeSetting(configuration: string, name: SettingName, value: unknown): void {
  settingValues(configuration);
  const file = settingsFile(configuration);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const text = before.trim() === '' ? '{}\n' : before;
  // A link, as people who keep their settings in a repository have it, stays one.
  writePrivateFile(existsSync(file) ? realpathSync(file) : file, value === undefined ? without(name, text) : withValue(name, value, text));
}

// A new one comes first: behind the others it would come between the last and the comment at the end of its line.
function withValue(name: SettingName, value: unknown, text: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const edits = modify(text, [name], value, {
    formattingOptions: { tabSize: 2, insertSpaces: true, eol, insertFinalNewline: true },
    getInsertionIndex: () => 0,
  });
  return applyEdits(text, edits);
}

// By hand: the parser's own removal takes the comments up to the next property along. A comma that stays behind is read over.
function without(name: SettingName, text: string): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const property = tree?.children?.find(({ children }) => children?.[0]?.value === name);
  if (property === undefined) return text;
  const before = text.slice(0, property.offset);
  const after = text.slice(property.offset + property.length).replace(/^\s*,/, '');
  const isAlone = /\n[ \t]*$/.test(before) && /^[ \t]*\r?\n/.test(after);
  return isAlone ? before.replace(/[ \t]*$/, '') + after.replace(/^[ \t]*\r?\n/, '') : before + after;
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
