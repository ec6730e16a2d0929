// Which modules are loaded at all: code that runs when they are must not be lost by a change, nor come along with one.
import { posix } from 'node:path';
import { UnsoundRefactoring } from '../code/refused.ts';
import type { EntryPoint } from './entries.ts';
import type { ModuleGraph } from './moduleGraph.ts';

// Before and after a change, and which of the files it changes.
export interface Graphs {
  readonly before: ModuleGraph;
  readonly after: ModuleGraph;
  readonly paths: readonly string[];
}

// Throws UnsoundRefactoring where somebody who loads this code would no longer run what a module does when it is loaded, or would run it from now on.
export function mustLoadTheSame({ before, after, paths }: Graphs, entries: () => readonly EntryPoint[]): void {
  const left = paths.flatMap((path) => without(before.importsOf(path), after.importsOf(path)));
  const come = paths.flatMap((path) => without(after.importsOf(path), before.importsOf(path)));
  const [lost, gained] = [withEffects(after, reachable(before, left)), withEffects(after, reachable(after, come))];
  if (lost.length === 0 && gained.length === 0) return;
  // Who tests what moves is glad to be rid of the rest, unless that changes what moves.
  const isNew = (path: string): boolean => before.outlineOf(path).effect !== after.outlineOf(path).effect;
  for (const { path, isCertain, isTest } of entries()) {
    if (!isCertain) continue;
    const [then, now] = [reachable(before, [path]), reachable(after, [path])];
    const name = posix.basename(path);
    const gone = lost.find((each) => then.has(each) && !now.has(each) && (isTest === undefined || isNew(each)));
    if (gone !== undefined)
      throw new UnsoundRefactoring(
        `${name} would no longer load ${posix.basename(gone)}, which does something for others when it is loaded: ${after.outlineOf(gone).effect}`,
      );
    const fresh = gained.find((each) => now.has(each) && !then.has(each));
    if (fresh !== undefined)
      throw new UnsoundRefactoring(
        `${name} would load ${posix.basename(fresh)} too, which does something for others when it is loaded: ${after.outlineOf(fresh).effect}`,
      );
  }
}

export function reachable(graph: ModuleGraph, from: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = [...from];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    queue.push(...graph.importsOf(path));
  }
  return seen;
}

function without(paths: readonly string[], others: readonly string[]): readonly string[] {
  return paths.filter((path) => !others.includes(path));
}

function withEffects(graph: ModuleGraph, paths: ReadonlySet<string>): readonly string[] {
  return [...paths].filter((path) => graph.outlineOf(path).effect !== undefined);
}
