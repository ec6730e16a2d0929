// Binnacle's own settings in VS Code's: what a person sets there is written to the file that every window and the daemon read.
import * as vscode from 'vscode';
import { type SettingName, settingShapes } from '../../../daemon/settings.ts';
import { changeSetting, settingNamed, valueGiven } from '../../../daemon/settingsChange.ts';
import { IdeError } from '../../../ide/errors/errors.ts';

const NAMES: readonly SettingName[] = Object.keys(settingShapes).map(settingNamed);

// Only what the person has set for themselves: a folder cannot set them, and neither does what VS Code takes for usual.
export function writeMirroredSettings(configuration: string, explain: (problem: string) => void): Disposable {
  const listening = vscode.workspace.onDidChangeConfiguration((event) => {
    for (const name of NAMES) if (event.affectsConfiguration(`binnacle.${name}`)) write(configuration, name, explain);
  });
  return { [Symbol.dispose]: () => listening.dispose() };
}

function write(configuration: string, name: SettingName, explain: (problem: string) => void): void {
  const set = vscode.workspace.getConfiguration('binnacle').inspect<unknown>(name)?.globalValue;
  try {
    changeSetting(configuration, name, set === undefined ? undefined : valueGiven(name, set));
  } catch (error) {
    if (!(error instanceof IdeError)) throw error;
    explain(`${error.message} ${error.next}`);
  }
}
