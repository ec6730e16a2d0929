// A new name for a Go method together with the interfaces it satisfies: gopls renames one of them and leaves the others, or refuses.

import type { Place } from '../../../../ide/doors/languages.ts';
import { cannotRename } from '../../../../ide/errors/editErrors.ts';
import { type Location, placeKey } from '../../../../ide/text.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import { locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { AskedLanguage, Relatives } from '../engine/language/languageMiddleware.ts';
import type { PlacedEdit } from '../engine/middleware.ts';
import { mergedEdits, renamedAt } from '../questions/renames.ts';

// In Go a use is always the bare name, so the uses of all of them are the edits.
export async function renamedWithInterfaces(session: EngineSession, at: Place, newName: string, signal: AbortSignal): Promise<readonly PlacedEdit[]> {
  const family = await methodsAlike(session, at, signal);
  const name = wordAt(await session.project.documents.read(at.uri, signal), at.position);
  if (name === undefined || family.length <= 1) return renamedAt(session, at, newName, signal);
  const foreign = family.find(({ uri }) => !uri.startsWith(`${session.project.rootUri}/`));
  if (foreign !== undefined)
    throw cannotRename(name, `with its name it satisfies an interface outside the project (${foreign.uri.split('/').slice(-2).join('/')}).`);
  const edits: PlacedEdit[][] = [];
  for (const { uri, range } of family) {
    await session.documents.open(uri, signal);
    const asked = { ...placeOf({ uri, position: range.start }), context: { includeDeclaration: true } };
    const uses = locationsOf(await session.request('textDocument/references', asked, signal));
    const texts = await Promise.all(uses.map(async (use) => (await textOrNothing(session, use.uri, signal))?.textIn(use.range)));
    edits.push(uses.filter((_, index) => texts[index] === name).map((use) => ({ ...use, newText: newName })));
  }
  return mergedEdits(edits);
}

// All that must be declared like a method for a type to satisfy an interface.
export async function methodsOfInterfaces({ run, signal }: AskedLanguage, at: Place): Promise<Relatives> {
  const family = await run(async (session) => {
    await session.documents.open(at.uri, signal);
    return methodsAlike(session, at, signal);
  });
  return { places: family.map(({ uri, range }) => ({ uri, position: range.start })), gaps: [], unread: [] };
}

// The method and all that must be declared like it for a type to satisfy an interface; none where it is no method.
async function methodsAlike(session: EngineSession, at: Place, signal: AbortSignal): Promise<readonly Location[]> {
  const name = wordAt(await session.project.documents.read(at.uri, signal), at.position);
  const [declared] = locationsOf(await session.request('textDocument/definition', placeOf(at), signal));
  if (name === undefined || declared === undefined || !(await isMethod(session, declared, signal))) return [];
  return familyOf(session, declared, name, signal);
}

// A method of a type, or one line of an interface.
async function isMethod(session: EngineSession, { uri, range }: Location, signal: AbortSignal): Promise<boolean> {
  const snapshot = await textOrNothing(session, uri, signal);
  const line = snapshot?.line(range.start.line) ?? '';
  const before = line.slice(0, range.start.character);
  const isOfInterface = /^\s*$|\binterface\s*\{(?:[^{}]*;)?\s*$/.test(before);
  return /^func\s*\([^)]*\)\s*$/.test(before) || (isOfInterface && /^\(/.test(line.slice(range.end.character)));
}

// Methods that are returned as implementations of each other, in both directions, however indirectly.
async function familyOf(session: EngineSession, declared: Location, name: string, signal: AbortSignal): Promise<readonly Location[]> {
  const family = [declared];
  const seen = new Set([placeKey(declared)]);
  for (const { uri, range } of family) {
    // What is outside the project ends the rename anyway.
    if (!uri.startsWith(`${session.project.rootUri}/`)) continue;
    await session.documents.open(uri, signal);
    const related = locationsOf(await session.request('textDocument/implementation', placeOf({ uri, position: range.start }), signal));
    for (const location of related) {
      const snapshot = await textOrNothing(session, location.uri, signal);
      if (seen.has(placeKey(location)) || snapshot === undefined || wordAt(snapshot, location.range.start) !== name) continue;
      seen.add(placeKey(location));
      family.push(location);
    }
  }
  return family;
}

function placeOf({ uri, position }: Place) {
  return { textDocument: { uri }, position };
}
