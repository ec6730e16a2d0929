// A new name that modules export already: what several re-export with `export *` is re-exported by nobody, and a module's own name hides what it re-exports.
import type { Location, TextSnapshot } from '../../../../ide/text.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { RenamedExports } from '../engine/middleware.ts';
import { filesReExportingAll } from '../questions/reExports.ts';

// Of the places where the name is taken, those whose module meets a renamed export. Within one file the compiler reports it.
export async function exportCollisions(session: EngineSession, renamed: RenamedExports, signal: AbortSignal): Promise<readonly Location[]> {
  const { edits, newName, taken } = renamed;
  const renamedIn = await modulesExporting(
    session,
    edits.filter(({ newText }) => newText.endsWith(newName)),
    signal,
  );
  if (renamedIn.size === 0) return [];
  const takenIn = await modulesExporting(
    session,
    taken.filter(({ uri }) => !renamedIn.has(uri)),
    signal,
  );
  if (takenIn.size === 0) return [];
  const own = await showing(session, renamedIn.keys(), signal);
  const colliding: Location[] = [];
  for (const [module, places] of takenIn) {
    const theirs = await showing(session, [module], signal);
    if ([...theirs].some((each) => own.has(each))) colliding.push(...places);
  }
  return colliding;
}

// A name that is re-exported through more files than these is another project's concern.
const MOST_MODULES = 100;

// These modules and all that re-export what they export, however indirectly.
async function showing(session: EngineSession, modules: Iterable<string>, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const found = new Set(modules);
  // Those that are added on the way have their turn too.
  for (const module of found) {
    if (found.size > MOST_MODULES) break;
    for (const uri of await filesReExportingAll(session, module, signal)) found.add(uri);
  }
  return found;
}

async function modulesExporting(session: EngineSession, places: readonly Location[], signal: AbortSignal): Promise<ReadonlyMap<string, readonly Location[]>> {
  const modules = new Map<string, Location[]>();
  for (const place of places) {
    const snapshot = await textOrNothing(session, place.uri, signal);
    if (snapshot === undefined || !isExported(snapshot, place)) continue;
    modules.set(place.uri, [...(modules.get(place.uri) ?? []), place]);
  }
  return modules;
}

const DECLARED =
  /\bexport\s+(?:default\s+|declare\s+|abstract\s+|async\s+)*(?:const\s+enum|const|let|var|function\s*\*?|class|interface|type|enum|namespace|module)\s+(?:[[{][^=;]*)?$/;
const LISTED = /\bexport\s+(?:type\s+)?(?:\{[^}]*|\*\s*as\s+)$/;
// More than any list of exports that a person writes.
const LONGEST_LIST = 4_000;

// Whether others can import this very name: `export const total`, `export { sum as total }`, but not `export { total as sum }`.
function isExported(snapshot: TextSnapshot, { range }: Location): boolean {
  const start = snapshot.offsetAt(range.start);
  const before = snapshot.text.slice(Math.max(0, start - LONGEST_LIST), start);
  if (DECLARED.test(before)) return !/\bexport\s+default\b[^;{}]*$/.test(before);
  return LISTED.test(before) && !/^\s+as\b/.test(snapshot.text.slice(snapshot.offsetAt(range.end)));
}
