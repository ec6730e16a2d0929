// Which file a name such as "node" or "tsx" means, and how it is started on this system.
import { existsSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { isReachableFile } from '../../../base/files/reachableFile.ts';

export interface Executable {
  readonly file: string;
  // Windows runs command files only through its shell.
  readonly shell: boolean;
}

export function findExecutable(name: string, cwd: string, path: string | undefined): Executable | undefined {
  const places =
    /[\\/]/.test(name) || isAbsolute(name)
      ? [resolve(cwd, name)]
      : [...binFolders(cwd), ...(path ?? '').split(delimiter)].filter(Boolean).map((folder) => join(folder, name));
  for (const place of places) {
    const file = spellings(place).find(isReachableFile);
    if (file !== undefined) return { file, shell: /\.(?:cmd|bat)$/i.test(file) };
  }
  return undefined;
}

export function isNode({ file }: Executable): boolean {
  return /[\\/]node(?:\.exe)?$/i.test(file);
}

// For a line of Windows' shell.
export function quotedForShell(text: string): string {
  return /^[\w./:\\=@-]+$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

function binFolders(cwd: string): string[] {
  const folders: string[] = [];
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const bin = join(folder, 'node_modules', '.bin');
    if (existsSync(bin)) folders.push(bin);
    if (dirname(folder) === folder) return folders;
  }
}

function spellings(place: string): string[] {
  if (process.platform !== 'win32') return [place];
  const extensions = (process.env['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';');
  return [...(/\.\w+$/.test(place) ? [place] : []), ...extensions.map((extension) => place + extension.toLowerCase())];
}
