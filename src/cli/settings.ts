// binnacle settings: what a person can set, as it is and as they want it.
import { configurationFolder, stateFolder } from '../daemon/folders.ts';
import { liveInstances } from '../daemon/instances/discovery.ts';
import { onlyForPeople } from '../daemon/people/lineage.ts';
import { COUNTS_AT_ONCE, type SettingName, settingShapes, settingsFile, settingValues } from '../daemon/settings.ts';
import { changeSetting, settingNamed, valueTyped } from '../daemon/settingsChange.ts';
import { projectRoot } from '../daemon/workbench.ts';
import { columns, remark, say, sayJson } from './screen.ts';
import { trustNamed } from './trustNamed.ts';

export function listSettings(flags: { readonly json?: boolean }): void {
  const { values, set, warnings } = settingValues(configurationFolder());
  for (const warning of warnings) remark(warning);
  const names = Object.keys(settingShapes).map(settingNamed);
  if (flags.json) {
    sayJson(Object.fromEntries(names.map((name) => [name, { value: values[name] ?? null, isDefault: !set.has(name), about: aboutSetting(name) }])));
    return;
  }
  say(
    columns(
      names.map((name) => [name, shown(values[name]), set.has(name) ? '' : 'default', aboutSetting(name)]),
      '',
    ),
  );
  remark(`They are in ${settingsFile(configurationFolder())}.`);
}

export function getSetting(name: string): void {
  const known = settingNamed(name);
  say(shown(settingValues(configurationFolder()).values[known]));
}

export async function setSetting(name: string, words: readonly string[]): Promise<void> {
  const known = settingNamed(name);
  await onlyForPeople('binnacle settings set', stateFolder());
  const value = known === 'projects' ? await foldersTyped(words) : valueTyped(known, words);
  changeSetting(configurationFolder(), known, value);
  say(`${known} is ${shown(value)}.`);
  remarkWhen(known);
}

export async function resetSetting(name: string): Promise<void> {
  const known = settingNamed(name);
  await onlyForPeople('binnacle settings reset', stateFolder());
  changeSetting(configurationFolder(), known, undefined);
  say(`${known} is as usual: ${shown(settingValues(configurationFolder()).values[known])}.`);
  remarkWhen(known);
}

export function aboutSetting(name: SettingName): string {
  return settingShapes[name].description ?? '';
}

// As a person writes folders: from where they stand. What they name is theirs to run.
async function foldersTyped(words: readonly string[]): Promise<unknown> {
  const typed = words.length === 1 && words[0]?.startsWith('[') ? valueTyped('projects', words) : words;
  const folders = Array.isArray(typed) ? await Promise.all(typed.map((folder) => projectRoot(String(folder)))) : [];
  await trustNamed(folders);
  return valueTyped('projects', [JSON.stringify(folders)]);
}

function remarkWhen(name: SettingName): void {
  if (!COUNTS_AT_ONCE.has(name) && liveInstances(stateFolder()).length > 0)
    remark('A daemon that runs keeps to what was set when it started: binnacle stop ends it.');
}

function shown(value: unknown): string {
  if (value === undefined) return '(not set)';
  return typeof value === 'string' ? value || '(empty)' : JSON.stringify(value);
}
