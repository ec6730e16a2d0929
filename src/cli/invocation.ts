// How a person calls this program from their shell: by its name where it is on the PATH, else by its file.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function invocationOf(executable: string): string {
  const names = process.platform === 'win32' ? ['binnacle.cmd', 'binnacle.exe'] : ['binnacle'];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '' && !folder.includes('node_modules'));
  const isOnPath = folders.some((folder) => names.some((name) => existsSync(join(folder, name))));
  return isOnPath ? 'binnacle' : `node ${/\s/.test(executable) ? `"${executable}"` : executable}`;
}
