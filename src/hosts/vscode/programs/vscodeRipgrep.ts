// Where VS Code keeps the program by which it searches text, so that an extension brings none for every system.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';

const NAME = process.platform === 'win32' ? 'rg.exe' : 'rg';
// Which of them depends on its version.
const PACKAGES = [
  join('@vscode', 'ripgrep-universal', 'bin', `${process.platform}-${process.arch}`),
  join('@vscode', 'ripgrep', 'bin'),
  join('vscode-ripgrep', 'bin'),
];

// In an archive no program can run, so it lies beside it. Undefined where it is nowhere.
export function vscodeRipgrep(): string | undefined {
  const folders = ['node_modules.asar.unpacked', 'node_modules'].flatMap((name) => PACKAGES.map((path) => join(vscode.env.appRoot, name, path)));
  return folders.map((folder) => join(folder, NAME)).find((program) => existsSync(program));
}
