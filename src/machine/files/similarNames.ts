// The files that an agent most likely meant by a name that does not exist.
import { closest } from '../../base/text/closest.ts';
import type { ListedNode } from './listing.ts';

const MOST_NAMES = 5;

export function namesLike(path: string, files: readonly ListedNode[]): string[] {
  const wanted = path.toLowerCase();
  const name = nameOf(wanted);
  const paths = files.map((file) => file.path);
  // The right name in another folder is a likelier mistake than a wrong name.
  const sameName = paths.filter((one) => nameOf(one.toLowerCase()) === name);
  const near = sameName.length > 0 ? sameName : paths.filter(hasOneOf(closest(name, [...new Set(paths.map(nameOf))], MOST_NAMES)));
  return closestFolders(wanted, near).slice(0, MOST_NAMES);
}

function hasOneOf(names: readonly string[]): (path: string) => boolean {
  return (path) => names.includes(nameOf(path));
}

// Those that share most segments of the path first.
function closestFolders(wanted: string, paths: readonly string[]): string[] {
  const segments = new Set(wanted.split('/'));
  const shared = (path: string) =>
    path
      .toLowerCase()
      .split('/')
      .filter((segment) => segments.has(segment)).length;
  return [...paths].sort((a, b) => shared(b) - shared(a) || a.length - b.length);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
