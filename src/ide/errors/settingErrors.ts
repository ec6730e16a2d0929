// The ways in which a setting cannot be read or changed; errors.ts has all others.
import type { SettingScope } from '../doors/settings.ts';
import { IdeError } from './errors.ts';

export const settingsElsewhere = (root: string) =>
  new IdeError(
    'settings_elsewhere',
    'Settings cannot be read or changed through this host.',
    `Call the tool of a Binnacle beside it: binnacle mcp, or binnacle serve --project ${root}.`,
  );

export const userSettingsElsewhere = (key: string) =>
  new IdeError(
    'user_settings_elsewhere',
    `${key} is a setting of VS Code, and where this person's VS Code keeps its user settings is not known without a window of it.`,
    'Use scope workspace, which is .vscode/settings.json, or ask the person to open the project in VS Code with the extension of Binnacle.',
  );

export const settingRefused = (key: string, scope: SettingScope, why: string) =>
  new IdeError(
    'setting_refused',
    `${key} was not changed in the ${scope} settings: ${why}.`,
    'Nothing was changed. get_setting says what it is and where it is set.',
  );

export const settingNotReachable = (key: string) =>
  new IdeError(
    'setting_not_reachable',
    `${key} would say what agents may do, and no tool reads or changes that.`,
    'A person edits the policy file (see binnacle status).',
  );
