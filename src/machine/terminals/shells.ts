// The shells of this machine, and which of them a terminal is opened with.
import { accessSync, constants } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { readSmallFile } from '../../base/files/smallFile.ts';
import { variable } from '../../base/processes/environment.ts';
import type { Shell } from '../../ide/doors/terminals.ts';

// Those that may be meant by a line of /etc/shells; others there, such as git-shell or tmux, are none that one types into.
const KNOWN = /^(?:ba|z|da|k|fi|a|tc|c)?sh$|^pwsh$|^nu$/;
const ON_WINDOWS = ['pwsh.exe', 'powershell.exe', 'bash.exe'];

// The shell that the person has chosen, as they would have it in a window.
export function ownShell(): { program: string; args: readonly string[] } {
  if (process.platform === 'win32') return { program: variable('ComSpec') ?? 'cmd.exe', args: [] };
  const shell = variable('SHELL') ?? '/bin/sh';
  return { program: /^(?:ba|z|da|k|fi)?sh$/.test(basename(shell)) ? shell : '/bin/sh', args: [] };
}

// By name; of several places of one shell the first, which is the person's own where they chose one.
export function shellsHere(): readonly Shell[] {
  const own = ownShell().program;
  const found = new Map<string, Shell>();
  for (const path of [own, ...(process.platform === 'win32' ? onPath(ON_WINDOWS) : registered())]) {
    const name = basename(path).replace(/\.exe$/i, '');
    if (!found.has(name) && isThere(path)) found.set(name, { name, path, isDefault: path === own });
  }
  return [...found.values()];
}

function registered(): string[] {
  const paths = textOf('/etc/shells')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('/') && KNOWN.test(basename(line)));
  return ['/bin/sh', ...paths];
}

function onPath(names: readonly string[]): string[] {
  const folders = (variable('Path') ?? variable('PATH') ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // A cmd.exe without a folder is found by Windows itself.
    return process.platform === 'win32' && basename(path) === path;
  }
}

function textOf(file: string): string {
  try {
    return readSmallFile(file);
  } catch {
    return '';
  }
}
