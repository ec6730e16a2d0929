// Which files a grant means: a glob under a project, tried on where paths really lead, so that neither steps nor links nor spelling get around it.
import { basename, dirname, join, relative, sep } from 'node:path';
import { isInside, realFolder } from '../../base/files/realFolder.ts';
import { GlobError, globMatcher } from '../../base/patterns/glob.ts';

// Also for what shows no files at all.
export const EVERYWHERE = '**';

const LONGEST_GLOB = 500;

// Whether every file lies, and leads, where the glob says. A name that begins with a dot must be named: `.env`, `.github` and the like are no one's usual edits.
export function covers(glob: string, project: string, paths: readonly string[]): boolean {
  const matches = globMatcher(glob);
  const root = realFolder(project);
  return paths.length > 0 && paths.every((path) => placesOf(path).every((place) => isMatched(place, root, matches)));
}

// Undefined where it can be granted.
export function problemOfGlob(glob: string): string | undefined {
  if (glob === '') return 'it names no files; ** means all of the project';
  if (glob.length > LONGEST_GLOB) return `its pattern has more than ${LONGEST_GLOB} characters`;
  if (/^[!/]|^[A-Za-z]:/.test(glob)) return 'its pattern begins at the root of the project, as src/cart/** does';
  if (/\\[^*?[\]{}()!@+,|\\]/.test(glob)) return 'its pattern is written with forward slashes';
  if (glob.split('/').some((name) => name === '..' || name === '.' || name === '')) return 'its pattern has no steps such as .. in it';
  try {
    globMatcher(glob);
    return undefined;
  } catch (error) {
    if (error instanceof GlobError) return `its pattern is too much: ${error.message}`;
    throw error;
  }
}

// The patterns that mean these files, by their names in the project, the narrowest first: the only one, what is in their folder, in each folder around it, all of it.
// None where the narrowest means what no grant does: what lies outside of the project, or has a name that no pattern of ours has.
export function globsFor(files: readonly string[]): readonly string[] {
  const [first] = files;
  if (first === undefined) return [EVERYWHERE];
  const folders = files.map((file) => file.split('/').slice(0, -1));
  const [own = []] = folders;
  const common = own.filter((_, index) => folders.every((folder) => folder.slice(0, index + 1).join('/') === own.slice(0, index + 1).join('/')));
  const around = common.map((_, index) => [...common.slice(0, common.length - index).map(escaped), EVERYWHERE].join('/'));
  const globs = [...(new Set(files).size === 1 ? [escaped(first)] : []), ...around, EVERYWHERE];
  const fits = (glob: string) => problemOfGlob(glob) === undefined && files.every(globMatcher(glob));
  return globs.slice(0, 1).every(fits) ? globs.filter(fits) : [];
}

// The name itself, which is written or removed, and where it leads if it is a link.
function placesOf(path: string): readonly string[] {
  return [join(realFolder(dirname(path)), basename(path)), realFolder(path)];
}

function isMatched(place: string, root: string, matches: (path: string) => boolean): boolean {
  if (!isInside(root, place)) return false;
  const way = relative(root, place).split(sep).join('/');
  // On Windows a colon names another stream of the same file.
  return way !== '' && !(process.platform === 'win32' && way.includes(':')) && matches(way);
}

function escaped(name: string): string {
  return name.replaceAll(/[*?[\]{}()!@+,|\\]/g, String.raw`\$&`);
}
