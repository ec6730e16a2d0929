// Where a path leads once a file or a folder has another name, and how it is written from another folder.
import { posix } from 'node:path';

// Paths in the project, with forward slashes.
export interface PathMove {
  readonly from: string;
  readonly to: string;
}

// None of the moves is inside of another.
export function movedPath(path: string, moves: readonly PathMove[]): string {
  const move = moves.find(({ from }) => isInside(path, from));
  return move === undefined ? path : move.to + path.slice(move.from.length);
}

export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

// With the dot at its beginning that imports need.
export function dottedPath(folder: string, target: string): string {
  const path = posix.relative(folder, target);
  return path.startsWith('.') ? path : `./${path}`;
}

// How Python's checker calls both modules, from where their paths part; undefined where that is one word, which may stand for anything.
export function movedModule({ from, to }: PathMove): PathMove | undefined {
  const [old, fresh] = [from, to].map((path) => path.replace(/\.pyi?$/, '').split('/'));
  if (old === undefined || fresh === undefined) return undefined;
  const parted = old.findIndex((part, index) => part !== fresh[index]);
  const shared = Math.max(0, Math.min(parted, old.length - 2, fresh.length - 2));
  return fresh.length - shared < 2 ? undefined : { from: old.slice(shared).join('.'), to: fresh.slice(shared).join('.') };
}
