// Says once how to get the programs that the extension does not bring.
import * as vscode from 'vscode';

// What VS Code keeps for an extension and a user.
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

const OFFERED = 'installationOffered';

// Nobody here waits for an answer.
export function offerInstallation(command: string, memory: Memory): void {
  if (memory.get(OFFERED) === true) return;
  void memory.update(OFFERED, true);
  const copy = 'Copy Command';
  const what = `Search by structure, and agents without a window, need Binnacle itself: ${command}`;
  void vscode.window.showInformationMessage(what, copy).then((chosen) => (chosen === copy ? vscode.env.clipboard.writeText(command) : undefined));
}
