// The settings as a form: each with its value, what is usual, what would fit and whether it counts at once.
import { statSync } from 'node:fs';
import { z } from 'zod';
import { seconds } from '../base/waiting/duration.ts';
import type { WindowSettings } from '../dashboard/daemonAffairs.ts';
import type { SettingRow, SettingShape } from '../dashboard/protocol/rows.ts';
import { COUNTS_AT_ONCE, type SettingName, settingShapes, settingsFile, settingValues } from './settings.ts';
import { changeSetting, settingNamed, valueGiven } from './settingsChange.ts';
import { projectRoot } from './workbench.ts';

// A person who edits the file by hand looks at the window afterwards.
const BETWEEN_LOOKS = seconds(1);

// onProjects: folders that a person has named, which are theirs to run.
export function windowSettings(configuration: string, onProjects: (folders: readonly string[]) => Promise<void>): WindowSettings {
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    rows: () => settingRows(configuration),
    async change(name, value) {
      const known = settingNamed(name);
      changeSetting(configuration, known, value === undefined ? undefined : await meant(known, value, onProjects));
      changed();
    },
    onChange(listener) {
      let stamp = stampOf(configuration);
      const looking = setInterval(() => {
        const now = stampOf(configuration);
        if (now === stamp) return;
        stamp = now;
        listener();
      }, BETWEEN_LOOKS).unref();
      const own = () => {
        stamp = stampOf(configuration);
        listener();
      };
      listeners.add(own);
      return {
        [Symbol.dispose]() {
          clearInterval(looking);
          listeners.delete(own);
        },
      };
    },
  };
}

function settingRows(configuration: string): readonly SettingRow[] {
  const { values, set } = settingValues(configuration);
  return Object.keys(settingShapes)
    .map(settingNamed)
    .map((name) => ({
      id: name,
      value: values[name] ?? null,
      default: settingShapes[name].parse(undefined) ?? null,
      origin: set.has(name) ? 'user' : 'default',
      countsAtOnce: COUNTS_AT_ONCE.has(name),
      description: settingShapes[name].description ?? '',
      shape: shapeOf(name),
    }));
}

async function meant(name: SettingName, value: unknown, onProjects: (folders: readonly string[]) => Promise<void>): Promise<unknown> {
  const given = valueGiven(name, value);
  if (name !== 'projects' || !Array.isArray(given)) return given;
  const folders = await Promise.all(given.map((folder) => projectRoot(String(folder))));
  await onProjects(folders);
  return folders;
}

const Described = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
});

function shapeOf(name: SettingName): SettingShape {
  const { type, enum: choices, minimum, exclusiveMinimum, maximum } = Described.parse(z.toJSONSchema(settingShapes[name], { io: 'input' }));
  if (choices !== undefined) return { kind: 'choice', choices };
  if (type === 'boolean') return { kind: 'boolean' };
  if (type === 'array') return { kind: 'list' };
  if (type !== 'number' && type !== 'integer') return { kind: 'text' };
  const least = minimum ?? exclusiveMinimum;
  return { kind: 'number', isWhole: type === 'integer', ...(least !== undefined && { least }), ...(maximum !== undefined && { most: maximum }) };
}

function stampOf(configuration: string): string {
  const found = statSync(settingsFile(configuration), { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.mtimeMs} ${found.size} ${found.ino}`;
}
