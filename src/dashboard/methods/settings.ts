// How a person changes a setting.
import { z } from 'zod';
import type { WindowSettings } from '../daemonAffairs.ts';
import type { MethodsOf } from '../sources.ts';
import { method } from './method.ts';

// What came over the socket is JSON; without one it would be as usual again, and that has a name of its own.
const value = z.unknown().refine((given) => given !== undefined, 'a value; setting.reset takes it away');
const name = z.string().min(1).max(100);

export function settingMethods(settings: WindowSettings, decided: (what: string, session: string) => void): MethodsOf<'setting'> {
  const changed = (setting: string) => ({ row: settings.rows().find(({ id }) => id === setting) });
  return {
    // Its value as JSON has it: a number is no text.
    'setting.set': method('setting.set', z.strictObject({ name, value }), async ({ name: setting, value: wanted }, { session }) => {
      await settings.change(setting, wanted);
      decided(`the setting ${setting} is ${JSON.stringify(wanted)}`, session);
      return changed(setting);
    }),
    'setting.reset': method('setting.reset', z.strictObject({ name }), async ({ name: setting }, { session }) => {
      await settings.change(setting, undefined);
      decided(`the setting ${setting} is as usual`, session);
      return changed(setting);
    }),
  };
}
