// The order in which modules run when they are loaded: a change must not let one use what another has not made yet.
import { posix } from 'node:path';
import ts from 'typescript';
import { changed } from '../code/naming.ts';
import { UnsoundRefactoring } from '../code/refused.ts';
import type { Projects } from '../projects/projects.ts';
import { type EntryPoint, entriesAmong, filesAround } from './entries.ts';
import { type Graphs, mustLoadTheSame, reachable } from './loadedModules.ts';
import { type ModuleGraph, moduleGraph } from './moduleGraph.ts';
import type { ImportedName } from './moduleOutline.ts';
import type { Used } from './usedNames.ts';

// Throws UnsoundRefactoring where code would be loaded in an order that fails, or by others than before.
export function mustLoadAsBefore(projects: Projects, program: ts.Program, changes: readonly ts.FileTextChanges[]): void {
  const { texts } = projects;
  const paths = changes.map(({ fileName }) => fileName);
  const graphs = { before: moduleGraph(program, texts, new Map()), after: moduleGraph(program, texts, textsAfter(projects, changes)), paths };
  let known: readonly EntryPoint[] | undefined;
  const entries = () => {
    const own = program.getSourceFiles().flatMap((file) => (isOwn(program, file) ? [file.fileName] : []));
    // Whoever loads a new file does so through one that was there.
    known ??= entriesAmong([...new Set([...own, ...filesAround(paths, texts)])], graphs.before, texts);
    return known;
  };
  mustLoadTheSame(graphs, entries);
  mustLoadInOrder(graphs, entries);
}

// Throws UnsoundRefactoring where a new cycle of imports makes a module come too early for somebody who loads this code.
function mustLoadInOrder({ before, after, paths }: Graphs, entries: () => readonly EntryPoint[]): void {
  const cyclic = paths.filter((path) => isNewlyCyclic(before, after, path));
  if (cyclic.length === 0) return;
  const members = cycleThrough(after, cyclic);
  const tried = new Set<string>();
  for (const { path: entry, why, isCertain } of withUnreached(entries(), members, after)) {
    // Which module of the cycle is loaded first decides the order of them all.
    const first = firstLoaded(after, entry, members);
    if (first === undefined || tried.has(first)) continue;
    const late = tooEarly(after, first);
    if (late.length === 0) tried.add(first);
    if (late.length === 0) continue;
    const old = tooEarly(before, entry);
    // Nobody begins with a file that cannot be loaded first.
    if (!isCertain && old.length > 0) continue;
    const known = new Set(old.map(keyOfRead));
    const [found] = late.filter((read) => !known.has(keyOfRead(read)));
    if (found === undefined) continue;
    const [user, from] = [found.user, found.from].map(shortName);
    throw new UnsoundRefactoring(
      `${user} would use ${found.name} while it is loaded, before ${from} has run: these files would import each other, which fails where ${shortName(entry)} is loaded first (${why}).`,
    );
  }
}

// An index is known by its folder.
function shortName(path: string): string {
  const name = posix.basename(path);
  return name.startsWith('index.') ? `${posix.basename(posix.dirname(path))}/${name}` : name;
}

// It imports something, or uses something while it is loaded, that it did not before, and that leads back to it.
function isNewlyCyclic(before: ModuleGraph, after: ModuleGraph, path: string): boolean {
  const known = new Set([...before.importsOf(path), ...usesOf(before, path).map(({ to, name }) => `${to} ${name}`)]);
  const fresh = [
    ...after.importsOf(path).filter((to) => !known.has(to)),
    ...usesOf(after, path).flatMap(({ to, name }) => (known.has(`${to} ${name}`) ? [] : [to])),
  ];
  return fresh.some((to) => reachable(after, [to]).has(path));
}

function usesOf(graph: ModuleGraph, path: string): readonly { readonly to: string; readonly name: string }[] {
  const { imports, loading } = graph.outlineOf(path);
  return [...loading.names].flatMap((local) => {
    const origin = imports.get(local);
    const to = origin === undefined ? undefined : graph.resolved(path, origin.specifier);
    return to === undefined ? [] : [{ to, name: local }];
  });
}

// Modules of a cycle that no entry leads to: nobody knows which of them comes first.
function withUnreached(entries: readonly EntryPoint[], members: ReadonlySet<string>, graph: ModuleGraph): readonly EntryPoint[] {
  const reached = reachable(
    graph,
    entries.map(({ path }) => path),
  );
  const left = [...members].filter((path) => !reached.has(path));
  return [...entries, ...left.map((path) => ({ path, why: 'only files that it imports import it', isCertain: true }))];
}

// All that these files lead to and that leads to one of them.
function cycleThrough(graph: ModuleGraph, paths: readonly string[]): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const path of reachable(graph, paths)) for (const to of graph.importsOf(path)) importers.set(to, [...(importers.get(to) ?? []), path]);
  const found = new Set<string>();
  const queue = [...paths];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    queue.push(...(importers.get(path) ?? []));
  }
  return found;
}

function firstLoaded(graph: ModuleGraph, entry: string, members: ReadonlySet<string>): string | undefined {
  const seen = new Set<string>();
  const queue = [entry];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (members.has(path)) return path;
    if (seen.has(path)) continue;
    seen.add(path);
    queue.push(...graph.importsOf(path).toReversed());
  }
  return undefined;
}

interface Early {
  readonly user: string;
  readonly from: string;
  readonly name: string;
}

function keyOfRead({ user, name }: Early): string {
  return `${user} ${name}`;
}

// What is used too early when this module is the first that is loaded.
function tooEarly(graph: ModuleGraph, entry: string): readonly Early[] {
  // How many of its imports a module has loaded; all of it has run where the number is missing.
  const begun = new Map<string, number>();
  const seen = new Set<string>();
  const found: Early[] = [];
  const load = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const { specifiers, loading } = graph.outlineOf(path);
    for (const [index, specifier] of specifiers.entries()) {
      begun.set(path, index);
      const to = graph.resolved(path, specifier);
      if (to !== undefined) load(to);
    }
    begun.set(path, specifiers.length);
    use(path, loading, path, new Set());
    begun.delete(path);
  };
  // Names that code of one module uses, for another that is being loaded.
  const use = (path: string, { names, called, given }: Used, user: string, calls: Set<string>): void => {
    const { imports, variables } = graph.outlineOf(path);
    const follow = (origin: ImportedName, isCalled: boolean): void => {
      const [home, local] = declared(graph, path, origin) ?? [];
      if (home === undefined || local === undefined || calls.has(`${home} ${local}`)) return;
      if (!isCalled && graph.outlineOf(home).classes.has(local)) return;
      calls.add(`${home} ${local}`);
      use(home, graph.outlineOf(home).usedBy(local), user, calls);
    };
    for (const local of names) {
      const origin = imports.get(local);
      const late = origin === undefined ? undefined : missing(path, origin);
      if (late !== undefined && late !== user) found.push({ user, from: late, name: local });
      if (path !== user && variables.has(local) && begun.has(path)) found.push({ user, from: path, name: local });
      if (origin !== undefined && late === undefined && (called.has(local) || given.has(local))) follow(origin, called.has(local));
    }
  };
  // The module that must have run for it and has not.
  const missing = (path: string, { specifier, name }: ImportedName): string | undefined => {
    const from = graph.resolved(path, specifier);
    const progress = from === undefined ? undefined : begun.get(from);
    if (from === undefined || progress === undefined) return undefined;
    const { exports, functions, reExports, stars, specifiers, isReplaced } = graph.outlineOf(from);
    if (name === 'module.exports') return isReplaced ? from : undefined;
    if (graph.hoists && functions.has(exports.get(name) ?? '')) return undefined;
    // What a module only exports from others is there as soon as it has loaded those.
    const star = stars.find((each) => declared(graph, from, { specifier: each, name }) !== undefined);
    const origin = reExports.get(name) ?? (star === undefined ? undefined : { specifier: star, name });
    return origin === undefined || specifiers.indexOf(origin.specifier) >= progress ? from : missing(from, origin);
  };
  load(entry);
  return found;
}

// Where a name that a module imports is declared, and as what.
function declared(graph: ModuleGraph, path: string, { specifier, name }: ImportedName, seen = new Set<string>()): readonly [string, string] | undefined {
  const from = graph.resolved(path, specifier);
  if (from === undefined || seen.has(from)) return undefined;
  seen.add(from);
  const { exports, reExports, stars } = graph.outlineOf(from);
  const own = exports.get(name);
  if (own !== undefined) return [from, own];
  const origin = reExports.get(name);
  if (origin !== undefined) return declared(graph, from, origin, seen);
  for (const star of stars) {
    const found = declared(graph, from, { specifier: star, name }, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

function textsAfter({ texts }: Projects, changes: readonly ts.FileTextChanges[]): ReadonlyMap<string, ts.SourceFile> {
  return new Map(
    changes.map(({ fileName, textChanges, isNewFile }) => {
      const text = changed(
        isNewFile ? '' : (texts.read(fileName) ?? ''),
        textChanges.toSorted((a, b) => a.span.start - b.span.start),
      );
      return [fileName, ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)];
    }),
  );
}

function isOwn(program: ts.Program, file: ts.SourceFile): boolean {
  return !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file);
}
