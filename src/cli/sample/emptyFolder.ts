// Whether a folder holds nothing of a person.
import { readdirSync, statSync } from 'node:fs';

// What systems and version control put into folders that hold nothing.
const NOTHING = new Set(['.git', '.DS_Store', 'desktop.ini', '.binnacle']);

export function isEmptyFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(folder).every((name) => NOTHING.has(name));
}
