// How names travel: files between the project and git, and revisions, branches and remotes that must never be taken for options.
import { lstatSync } from 'node:fs';
import { isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { uriOf } from '../../base/files/fileUri.ts';
import type { Pathspecs } from '../../ide/doors/git.ts';
import { outsideProject } from '../../ide/errors/errors.ts';
import { invalidName, unknownRevision } from '../../ide/errors/gitErrors.ts';
import type { Repository } from './repository.ts';

// Behind --, each anchored at the top of the repository, so that none leaves the project or means something else to git. Throws outside_project.
export function pathspecsFor(root: string, repository: Repository, paths: Pathspecs): string[] {
  const specs = paths.map((path) => pathspec(root, repository, path));
  const isScoped = paths.some((path) => !path.startsWith('!'));
  return isScoped ? specs : [...projectSpec(repository), ...specs];
}

// Nothing where the project is the whole repository.
function projectSpec({ prefix }: Repository): string[] {
  return prefix === '' ? [] : [`:(top,literal)${prefix}`];
}

function pathspec(root: string, { prefix }: Repository, given: string): string {
  const isExcluded = given.startsWith('!');
  const below = pathInProject(root, isExcluded ? given.slice(1) : given);
  const magic = ['top', ...(isExcluded ? ['exclude'] : [])];
  if (!/[*?[\\]/.test(below) || isThere(join(root, below))) return `:(${[...magic, 'literal'].join(',')})${prefix}${below}`;
  // With ** as gitignore has it; without, a star goes through folders, as git's own pathspecs do.
  const glob = below.includes('**') ? [...magic, 'glob'] : magic;
  return `:(${glob.join(',')})${prefix.replace(/[*?[\]\\]/g, '\\$&')}${below}`;
}

// With forward slashes; empty for the project itself.
function pathInProject(root: string, given: string): string {
  if (given.includes('\0')) throw outsideProject(given.replaceAll('\0', '\\0'), root);
  const slashed = sep === '\\' ? given.replaceAll('\\', '/') : given;
  const below = isAbsolute(given) ? relative(root, resolve(given)).split(sep).join('/') : posix.normalize(slashed).replace(/\/$/, '');
  if (below === '..' || below.startsWith('../') || isAbsolute(below)) throw outsideProject(given, root);
  return below === '.' ? '' : below;
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

export function uriIn({ top }: Repository, path: string): string {
  return uriOf(join(top, path));
}

// A commit, branch, tag or range; throws unknown_revision for what git would read as an option or as a file in a commit.
export function revisionOf(given: string): string {
  const withoutBraces = given.replace(/\{[^}]*\}/g, '');
  if (given === '' || /^[-:]/.test(given) || withoutBraces.includes(':') || hasControls(given)) throw unknownRevision(JSON.stringify(given));
  return given;
}

// Git checks the rest of it.
export function refName(given: string, what: string): string {
  if (given === '' || given.startsWith('-') || hasControls(given) || /[ ~^:?*[\\]|\.\.|@\{|\.lock$|\/\/|^\/|\/$/.test(given)) throw invalidName(given, what);
  return given;
}

// Bytes that were read one by one, as the text that they are.
export function textOfBytes(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

export function isControl(sign: string): boolean {
  return sign < ' ' || sign === '\x7f';
}

function hasControls(text: string): boolean {
  return [...text].some(isControl);
}
