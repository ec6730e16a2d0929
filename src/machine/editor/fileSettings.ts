// Settings without a window: those of the workspace as its file says them, and of the person's only Binnacle's own. Where their VS Code keeps the others is not ours to guess.
import type { Documents } from '../../ide/doors/documents.ts';
import { OWN_PREFIX, type OwnSettings, type PersonSettings, type SettingLevels, type SettingScope, WORKSPACE_SETTINGS } from '../../ide/doors/settings.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import { invalidSettings } from '../../ide/errors/machineErrors.ts';
import { settingRefused, userSettingsElsewhere } from '../../ide/errors/settingErrors.ts';
import { readSettingsFile } from '../../ide/settingsFile.ts';

export class FileSettings implements PersonSettings {
  readonly inFile = true;
  readonly #documents: Documents;
  readonly #own: OwnSettings | undefined;

  constructor(documents: Documents, own?: OwnSettings) {
    this.#documents = documents;
    this.#own = own;
  }

  async read(key: string, signal: AbortSignal): Promise<SettingLevels> {
    const own = key.startsWith(OWN_PREFIX) ? this.#own?.read(key.slice(OWN_PREFIX.length)) : undefined;
    if (own !== undefined) return own;
    const { members, problem } = readSettingsFile(await this.#text(signal));
    if (problem !== undefined) throw invalidSettings(WORKSPACE_SETTINGS, problem);
    return { ...(Object.hasOwn(members, key) && { workspace: members[key] }), isUserUnknown: true };
  }

  async write(key: string, scope: SettingScope, value: unknown): Promise<void> {
    // The file is changed as any other, by whoever asks.
    if (scope === 'workspace') throw settingRefused(key, scope, `they are in ${WORKSPACE_SETTINGS}`);
    if (!key.startsWith(OWN_PREFIX) || this.#own === undefined) throw userSettingsElsewhere(key);
    this.#own.write(key.slice(OWN_PREFIX.length), value);
  }

  async #text(signal: AbortSignal): Promise<string> {
    try {
      return (await this.#documents.read(await this.#documents.locate(WORKSPACE_SETTINGS), signal)).text;
    } catch (error) {
      if (error instanceof IdeError && error.code === 'file_not_found') return '';
      throw error;
    }
  }
}
