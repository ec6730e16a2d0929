// Where VS Code keeps the addon with which it opens its own terminals: an extension carries none for every system and version of Electron.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';

// In an archive on a desktop, beside it in a server. Undefined where it is not there: then a window has no terminals for agents.
export function ptyModule(): string | undefined {
  const folders = ['node_modules', 'node_modules.asar', 'node_modules.asar.unpacked'].map((name) => join(vscode.env.appRoot, name, 'node-pty'));
  return folders.find((folder) => existsSync(join(folder, 'package.json')));
}
