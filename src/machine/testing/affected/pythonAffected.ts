// Which Python test files a change can break, by the functions that each of them ran before.
import { holdsWord } from '../../../base/text/words.ts';
import type { ProjectFiles } from '../runnerRow.ts';
import type { UncommittedFile } from '../treeState.ts';
import { type Executions, hashOf, SHARED } from './executions.ts';
import { type ImportGraph, importersOf } from './graph.ts';

export interface PythonAffectedContext {
  readonly files: ProjectFiles;
  readonly graph: ImportGraph;
  // Relative to the project.
  readonly tests: readonly string[];
  readonly executions: Executions;
}

export interface ChangedPython extends UncommittedFile {
  // Undefined for a file that is new.
  readonly before: string | undefined;
  readonly now: string;
}

export interface PythonChoice {
  readonly tests: ReadonlySet<string>;
  readonly byExecutions: boolean;
  readonly notes: readonly string[];
}

export function pythonAffected(room: PythonAffectedContext, changed: readonly ChangedPython[]): PythonChoice {
  const tests = new Set<string>();
  const notes: string[] = [];
  let byExecutions = false;
  const recorded = room.tests.filter((path) => room.executions.of(path) !== undefined);
  const unrecorded = room.tests.filter((path) => room.executions.of(path) === undefined);
  if (recorded.length > 0 && unrecorded.length > 0) notes.push(`${unrecorded.length} test files have not been run whole here, so imports decide for them.`);
  for (const file of changed) {
    const importers = importersOf(room.graph, [file.path]);
    for (const path of unrecorded) if (importers.has(path)) tests.add(path);
    const places = file.before === undefined || file.old === undefined ? undefined : placesOf(file.before, file.old, file.now, file.lines);
    for (const path of recorded) {
      const ran = room.executions.of(path)?.[file.path];
      if (places === undefined) {
        if (importers.has(path)) tests.add(path);
        continue;
      }
      byExecutions = true;
      // Its functions were counted in another text, so any of them may be the one.
      if (ran !== undefined && ran.hash !== hashOf(file.before ?? '')) {
        if (ran.functions.length > 0) tests.add(path);
        continue;
      }
      if (places.functions.some((line) => ran?.functions.some(([start, end]) => start <= line && line <= end) === true)) tests.add(path);
    }
    // Functions that ran while a module was loaded, or whose result is kept for whoever calls next, ran in one test file for all.
    const shared = room.executions.of(SHARED)?.[file.path];
    const forAll = places?.functions.some(
      (line) => shared?.functions.some(([start, end]) => start <= line && line <= end) === true || isKept(file.before ?? '', line),
    );
    if (forAll === true) for (const path of recorded) if (importers.has(path)) tests.add(path);
    if (places !== undefined) for (const path of topLevel(room, file, places, importers, recorded)) tests.add(path);
  }
  return { tests, byExecutions, notes };
}

interface ChangedPlaces {
  // Lines of the committed text that lie in functions, from 1.
  readonly functions: readonly number[];
  // Names that lines outside every function give a value, as far as the lines do nothing else.
  readonly names: readonly string[];
  // Whether some line outside every function does something else.
  readonly anything: boolean;
}

function placesOf(before: string, old: readonly number[], now: string, lines: readonly number[]): ChangedPlaces {
  const was = before.split('\n');
  const is = now.split('\n');
  const inBefore = functionLines(was);
  const inNow = functionLines(is);
  const outside = [
    ...old.filter((line) => !inBefore.has(line)).map((line) => was[line] ?? ''),
    ...lines.filter((line) => !inNow.has(line)).map((line) => is[line] ?? ''),
  ]
    .map((text) => text.trim())
    .filter((text) => text !== '' && !text.startsWith('#'));
  const names = outside.map((text) => /^([A-Za-z_]\w*)\s*(?::[^=]+)?=(?!=)/.exec(text)?.[1]);
  return {
    functions: old.filter((line) => inBefore.has(line)).map((line) => line + 1),
    names: names.flatMap((name) => name ?? []),
    anything: names.some((name) => name === undefined),
  };
}

// What runs while a module is loaded: a name that is given a value reaches those who say it; anything else, all who load it.
function topLevel(
  room: PythonAffectedContext,
  { path }: ChangedPython,
  places: ChangedPlaces,
  importers: ReadonlySet<string>,
  recorded: readonly string[],
): readonly string[] {
  if (places.anything) return recorded.filter((test) => importers.has(test));
  if (places.names.length === 0) return [];
  const holders = [...importers].filter((file) => places.names.some((name) => holdsWord(room.files.text(file) ?? '', name)));
  const uses = holders.map((file) => ({ file, ...usesIn(room.files.text(file) ?? '', places.names, file === path) }));
  if (uses.some(({ outside }) => outside)) return recorded.filter((test) => importers.has(test));
  return recorded.filter((test) => {
    const ran = room.executions.of(test);
    return uses.some(
      ({ file, lines }) => file === test || lines.some((line) => ran?.[file]?.functions.some(([start, end]) => start <= line && line <= end) === true),
    );
  });
}

// Where a file says the names: in functions, or while it is loaded, where the import itself and the assignment do not count.
function usesIn(text: string, names: readonly string[], isOwn: boolean): { lines: number[]; outside: boolean } {
  const all = text.split('\n');
  const inside = functionLines(all);
  const lines: number[] = [];
  let outside = false;
  all.forEach((line, index) => {
    if (!names.some((name) => holdsWord(line, name))) return;
    if (inside.has(index)) lines.push(index + 1);
    else if (
      !/^\s*(?:from\b|import\b|#)|^\s*["']\w+["'],?\s*$|^\s*\w+,?\s*$/.test(line) &&
      !(isOwn && /^\s*\w+\s*(?::[^=]+)?=(?!=)/.test(line) && names.some((name) => line.trimStart().startsWith(name)))
    )
      outside = true;
  });
  return { lines, outside };
}

// Whether the function that holds this line, counted from 1, has its results kept by a decorator.
function isKept(text: string, line: number): boolean {
  const lines = text.split('\n');
  let indent = Number.POSITIVE_INFINITY;
  for (let at = line - 1; at >= 0; at--) {
    const [, blank = '', keyword] = /^(\s*)(async def|def|class|@)?/.exec(lines[at] ?? '') ?? [];
    if ((lines[at] ?? '').trim() === '' || blank.length >= indent) continue;
    if (keyword === 'def' || keyword === 'async def') {
      indent = blank.length;
      for (let above = at - 1; above >= 0 && /^\s*@/.test(lines[above] ?? ''); above--) if (/cache|memo/i.test(lines[above] ?? '')) return true;
    }
    if (blank.length === 0) return false;
  }
  return false;
}

// Lines, from 0, that belong to some def, by their indentation; also its decorators and its head.
export function functionLines(lines: readonly string[]): Set<number> {
  const inside = new Set<number>();
  let indent: number | undefined;
  let inString: string | undefined;
  lines.forEach((line, index) => {
    const blank = /^\s*(?:#.*)?$/.test(line);
    const depth = /^\s*/.exec(line)?.[0].length ?? 0;
    const within = inString !== undefined;
    inString = stringAfter(line, inString);
    if (indent !== undefined && (within || blank || depth > indent || /^\s*[)\]}]/.test(line))) {
      inside.add(index);
      return;
    }
    indent = undefined;
    if (within || !/^\s*(?:async\s+def|def)\s/.test(line)) return;
    indent = depth;
    inside.add(index);
    for (let above = index - 1; above >= 0 && /^\s*@/.test(lines[above] ?? ''); above--) inside.add(above);
  });
  return inside;
}

// The triple quotes that are open behind the line.
function stringAfter(line: string, open: string | undefined): string | undefined {
  let current = open;
  for (const [quotes] of line.matchAll(/"""|'''/g)) {
    if (current === undefined) current = quotes;
    else if (current === quotes) current = undefined;
  }
  return current;
}
