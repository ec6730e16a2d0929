// Settings as the person has them in VS Code, of every level; those of Binnacle that hold in all windows are in a file of their own, which VS Code only mirrors.
import * as vscode from 'vscode';
import { isRecord } from '../../../base/isRecord.ts';
import { OWN_PREFIX, type OwnSettings, type PersonSettings, type SettingLevels, type SettingScope } from '../../../ide/doors/settings.ts';
import { settingRefused } from '../../../ide/errors/settingErrors.ts';
import type { Project } from '../../../ide/ide.ts';

export class VscodeSettings implements PersonSettings {
  readonly inFile = false;
  readonly #folder: vscode.Uri;
  readonly #own: OwnSettings;

  constructor(project: Project, own: OwnSettings) {
    this.#folder = vscode.Uri.file(project.path);
    this.#own = own;
  }

  async read(key: string): Promise<SettingLevels> {
    const own = this.#ownNamed(key);
    if (own !== undefined) return own;
    const { workspaceFolderValue, workspaceValue, globalValue, defaultValue } = this.#configuration().inspect<unknown>(key) ?? {};
    const workspace = workspaceFolderValue ?? workspaceValue;
    return plainLevels({ workspace, user: globalValue, usual: defaultValue });
  }

  async write(key: string, scope: SettingScope, value: unknown): Promise<void> {
    // Checked and written first: what VS Code shows of it is for the person to see.
    if (this.#ownNamed(key) !== undefined) this.#own.write(key.slice(OWN_PREFIX.length), value);
    try {
      await this.#configuration().update(key, value, this.#target(scope));
    } catch (error) {
      throw settingRefused(key, scope, reasonOf(error));
    }
  }

  #configuration(): vscode.WorkspaceConfiguration {
    return vscode.workspace.getConfiguration(undefined, this.#folder);
  }

  #ownNamed(key: string): ReturnType<OwnSettings['read']> {
    return key.startsWith(OWN_PREFIX) ? this.#own.read(key.slice(OWN_PREFIX.length)) : undefined;
  }

  // Of several folders the one that is meant. VS Code refuses there what only a whole window can have.
  #target(scope: SettingScope): vscode.ConfigurationTarget {
    if (scope === 'user') return vscode.ConfigurationTarget.Global;
    const isAlone = (vscode.workspace.workspaceFolders ?? []).length === 1 && vscode.workspace.workspaceFile === undefined;
    return isAlone ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.WorkspaceFolder;
  }
}

// As JSON: what VS Code gives out refers back to its own.
function plainLevels(levels: Readonly<Record<string, unknown>>): SettingLevels {
  const plain: unknown = JSON.parse(JSON.stringify(levels));
  return isRecord(plain) ? plain : {};
}

function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return said.replace(/[.\s]+$/, '');
}
