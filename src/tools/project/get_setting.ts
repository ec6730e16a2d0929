// What a setting is and where it was set.
import { z } from 'zod';
import { isRecord } from '../../base/isRecord.ts';
import { effective, type SettingLevels, type SettingScope } from '../../ide/doors/settings.ts';
import { settingNotReachable, userSettingsElsewhere } from '../../ide/errors/settingErrors.ts';
import { isPolicySetting, isSecretName } from '../../ide/harmlessSettings.ts';
import { defineTool } from '../tool.ts';
import { keyInput } from './words/settingKey.ts';

const HIDDEN = '(not shown: it may be a secret)';

const output = z.object({
  key: z.string(),
  // Absent where it is not set: at the level that was asked for, or at any.
  value: z.unknown().optional(),
  // Where the value comes from.
  from: z.enum(['workspace', 'user', 'default', 'not set']),
  // This host does not see the user's settings of VS Code, so they may say something else.
  userUnknown: z.boolean().optional(),
});

export const getSetting = defineTool({
  name: 'get_setting',
  title: 'Get setting',
  description: 'Read a setting of VS Code for this project, or of Binnacle (binnacle.…), and where it is set.',
  effect: 'reads',
  hidden: true,
  needs: ['settings'],
  input: z.strictObject({
    key: keyInput,
    scope: z.enum(['workspace', 'user']).optional().describe('Only what is set there; default: what counts.'),
  }),
  output,
  async run({ ide, signal }, { key, scope }) {
    if (isPolicySetting(key)) throw settingNotReachable(key);
    const levels = await ide.settings.read(key, signal);
    if (scope === 'user' && levels.isUserUnknown === true) throw userSettingsElsewhere(key);
    const from = whereFrom(levels, scope);
    const value = scope === undefined ? effective(levels) : levels[scope];
    return {
      key,
      // What the workspace says is in a file that every agent reads.
      ...(from !== 'not set' && { value: from === 'workspace' ? value : withoutSecrets(key, value) }),
      from,
      ...(scope === undefined && from !== 'workspace' && levels.isUserUnknown === true && { userUnknown: true }),
    };
  },
  *tell({ key, value, from, userUnknown }) {
    const note = userUnknown === true ? ' The user settings of VS Code are not known here.' : '';
    yield from === 'not set' ? `${key} is not set.${note}` : `${key} is ${JSON.stringify(value)} (${from}).${note}`;
  },
});

function whereFrom(levels: SettingLevels, scope: SettingScope | undefined): z.infer<typeof output>['from'] {
  const isSet = (level: SettingScope) => (scope === undefined || scope === level) && Object.hasOwn(levels, level);
  if (isSet('workspace')) return 'workspace';
  if (isSet('user')) return 'user';
  return scope === undefined && Object.hasOwn(levels, 'usual') ? 'default' : 'not set';
}

// A person keeps keys of services in their settings too, of which a whole section may be asked for.
function withoutSecrets(name: string, value: unknown): unknown {
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutSecrets(`${name}.${key}`, inner)]));
  if (Array.isArray(value)) return value.map((each: unknown) => withoutSecrets(name, each));
  return typeof value === 'string' && value !== '' && isSecretName(name) ? HIDDEN : value;
}
