// The door to settings: of the project as VS Code has them, of the person as far as this host knows them, and Binnacle's own.

export type SettingScope = 'user' | 'workspace';

export interface PersonSettings {
  // Whether those of the workspace are a file of the project, changed as any other; else the editor itself writes them.
  readonly inFile: boolean;
  // Throws invalid_settings where the file cannot be understood.
  read(key: string, signal: AbortSignal): Promise<SettingLevels>;
  // Undefined: as usual again. Throws unknown_setting, invalid_setting, setting_refused and user_settings_elsewhere.
  write(key: string, scope: SettingScope, value: unknown, signal: AbortSignal): Promise<void>;
}

// Each is absent where nothing is set there.
export interface SettingLevels {
  readonly workspace?: unknown;
  readonly user?: unknown;
  // Where nobody has set it.
  readonly usual?: unknown;
  // This host cannot see what the person has set, so it may be something else.
  readonly isUserUnknown?: true;
}

// Binnacle's own, by their names without the prefix: the person's alone, wherever they are set.
export interface OwnSettings {
  // Undefined where there is no setting of that name.
  read(name: string): Pick<SettingLevels, 'user' | 'usual'> | undefined;
  // Throws unknown_setting and invalid_setting; nothing is changed then.
  write(name: string, value: unknown): void;
}

export const WORKSPACE_SETTINGS = '.vscode/settings.json';
export const OWN_PREFIX = 'binnacle.';

// Workspace over user over usual; null is a value too. What VS Code merges from several levels is VS Code's to say.
export function effective(levels: SettingLevels): unknown {
  if (Object.hasOwn(levels, 'workspace')) return levels.workspace;
  return Object.hasOwn(levels, 'user') ? levels.user : levels.usual;
}
