// Which folders an agent may open by itself, and which of them a person has trusted together with a folder that they named.
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isInside, realFolder } from '../../base/files/realFolder.ts';
import { smallFile } from '../../base/files/smallFile.ts';

// Programs keep there what a project never needs: accounts, keys, the state of the machine.
const SYSTEM_FOLDERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/etc', '/proc', '/sys', '/dev', '/boot', '/run'],
  darwin: ['/etc', '/dev', '/System', '/Library'],
  win32: [process.env['SystemRoot'] ?? 'C:\\Windows', process.env['ProgramData'] ?? 'C:\\ProgramData'],
};
const SETTINGS_IN_HOME: Partial<Record<NodeJS.Platform, readonly string[]>> = { darwin: ['Library'], win32: ['AppData'] };

// Why an agent may not open it, or undefined. A person who names the folder may.
export function refusalForAgents(root: string, ownFolders: readonly string[]): string | undefined {
  if (ownFolders.map(realFolder).some((own) => isInside(root, own) || isInside(own, root))) return 'Binnacle keeps what belongs to people there';
  if (SYSTEM_FOLDERS[process.platform]?.some((folder) => isInside(realFolder(folder), root))) return 'it belongs to the system';
  const home = realFolder(homedir());
  const [first = ''] = relative(home, root).split(sep);
  const isHidden = first.startsWith('.') && first !== '..';
  if (isInside(home, root) && (isHidden || SETTINGS_IN_HOME[process.platform]?.includes(first))) return 'programs keep their settings and keys there';
  return undefined;
}

// The main folder of the repository whose further worktree this is: its own word is not enough, the repository must list it.
export function worktreeOf(root: string): string | undefined {
  const names = /^gitdir: (.+)$/m.exec(smallFile(join(root, '.git')) ?? '')?.[1]?.trim();
  if (names === undefined) return undefined;
  const administration = realFolder(resolve(root, names));
  const listed = smallFile(join(administration, 'gitdir'))?.trim();
  if (listed === undefined || realFolder(dirname(listed)) !== root) return undefined;
  const common = smallFile(join(administration, 'commondir'))?.trim();
  if (common === undefined) return undefined;
  return dirname(realFolder(resolve(administration, common)));
}
