// Where a path leads once a file or a folder has another name, and how it is written from another folder.
import { posix } from 'node:path';

// Paths in the project, with forward slashes.
export interface PathMove {
  readonly from: string;
  readonly to: string;
}

export function movedPath(path: string, { from, to }: PathMove): string {
  return isInside(path, from) ? to + path.slice(from.length) : path;
}

export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

// With the dot at its beginning that imports need.
export function dottedPath(folder: string, target: string): string {
  const path = posix.relative(folder, target);
  return path.startsWith('.') ? path : `./${path}`;
}
