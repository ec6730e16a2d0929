// Which files only people change: what says who may do what, and what git runs or believes. Known by where a path really leads, however it is written.
import { existsSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { realFolder } from '../../base/files/realFolder.ts';
import { SETTINGS_FILE } from './projectSettings.ts';

const [SETTINGS_FOLDER = '', SETTINGS_NAME = ''] = SETTINGS_FILE.split('/');

// Why a person must see it before it is written, or undefined. `known` are absolute paths of files outside of projects.
export function whyForPeople(path: string, known: readonly string[]): string | undefined {
  // What is written is the name itself, not what a link of that name leads to.
  const place = join(realFolder(dirname(path)), basename(path));
  const names = place.split(sep).map(plainName);
  if (known.some((file) => isSameFile(place, realFolder(file)))) return `${basename(path)} says what agents may do`;
  const folder = names.lastIndexOf(SETTINGS_FOLDER);
  if (folder >= 0 && (folder === names.length - 1 || names[folder + 1] === SETTINGS_NAME)) return `${SETTINGS_FILE} says what agents may do`;
  if (names.includes('.git') || isInGitFolder(place)) return 'git runs and believes what is in .git';
  return undefined;
}

// As the disks do that ignore case, a dot or a space at the end (Windows) and signs that nobody sees (macOS): what any system takes for the name counts.
export function plainName(name: string): string {
  return name
    .replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
    .replace(/(?::.*|[. ]+)$/, '')
    .toLowerCase();
}

function isSameFile(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

// A repository may lie under any name: a bare one, or one that a file named .git leads to.
function isInGitFolder(place: string): boolean {
  for (let folder = dirname(place); dirname(folder) !== folder; folder = dirname(folder))
    if (['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)))) return true;
  return false;
}
