// Places that would mean something else once a symbol has its new name: engines rename without looking whether the name is free.
import { groupBy } from '../../../../base/groupBy.ts';
import type { Place } from '../../../../ide/doors/languages.ts';
import { type Location, type Position, placeKey, TextSnapshot } from '../../../../ide/text.ts';
import { editedText } from '../../../../ide/workspaceEdit.ts';
import type { DiskDocuments } from '../../../../machine/files/diskChanges.ts';
import { locationsOf } from '../engine/answers.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import type { PlacedEdit } from '../engine/middleware.ts';
import { referencesAt } from './references.ts';
import { isForeign } from './renames.ts';

interface Renamed {
  readonly at: Place;
  readonly newName: string;
  readonly edits: readonly PlacedEdit[];
}

// A place before the rename, and the same place after it.
interface Moved {
  readonly before: Location;
  readonly after: Location;
}

// Files that are not touched can only hold members that the new name would override, or be overridden by; those of a common word are many.
const MOST_OTHER_FILES = 200;

// Asks the engine for the uses of the new name in the texts as they would be: all that were renamed must be there, and none that had the name before.
export async function collisionsOf(engine: Engine, documents: DiskDocuments, renamed: Renamed, signal: AbortSignal): Promise<readonly Location[]> {
  const { at, newName, edits } = renamed;
  const { takenNames } = engine.row;
  const files = new Set(edits.map(({ uri }) => uri)).size;
  if (files === 0 || takenNames === 'refused' || (takenNames === 'seen in one file' && files > 1)) return [];
  const named = (await documents.filesWithWord(newName, signal)).filter((uri) => languageIn(engine.row, uri) !== undefined);
  if (named.length === 0) return [];
  const byFile = groupBy(edits, ({ uri }) => uri);
  const texts = new Map<string, string>();
  const moved: Moved[] = [];
  const taken: Moved[] = [];
  for (const uri of new Set([...byFile.keys(), ...named.slice(0, MOST_OTHER_FILES)])) {
    const snapshot = await documents.read(uri, signal);
    const own = byFile.get(uri) ?? [];
    const after = new TextSnapshot({ uri, text: editedText(snapshot, own), version: 0, languageId: snapshot.languageId });
    if (own.length > 0) texts.set(uri, after.text);
    const shifts = new Shifts(snapshot, own);
    for (const edit of own) moved.push(shifts.of(edit, after, nameWithin(edit.newText, newName)));
    const renamedHere = new Set(own.map(placeKey));
    for (const place of wordsIn(snapshot, newName)) if (!renamedHere.has(placeKey(place))) taken.push(shifts.of(place, after, 0));
  }
  if (taken.length === 0) return [];
  const exported = await engine.run(
    signal,
    async ({ middleware }) => middleware.collisions?.exported({ edits, newName, taken: taken.map(({ before }) => before) }, signal) ?? [],
  );
  const { value: met } = await engine.runWith(texts, signal, (session) =>
    meetings(session, { at, newName, moved, taken, isNew: (uri) => texts.has(uri) }, signal),
  );
  return [...new Map([...met, ...exported.value].map((place) => [placeKey(place), place])).values()];
}

interface Planned {
  readonly at: Place;
  readonly newName: string;
  readonly moved: readonly Moved[];
  readonly taken: readonly Moved[];
  readonly isNew: (uri: string) => boolean;
}

// What is in the way first, then the uses that would mean it.
async function meetings(session: EngineSession, { at, newName, moved, taken, isNew }: Planned, signal: AbortSignal): Promise<readonly Location[]> {
  const define = async ({ uri, position }: Place) => locationsOf(await session.request('textDocument/definition', { textDocument: { uri }, position }, signal));
  const usesOf = async (place: Place) => (await referencesAt(session, place, { includeDeclaration: true }, signal, newName)).value;
  const together = await family(await usesOf(await declarationAmong(moved, at, define)), moved, usesOf);
  const shared = [...new Set(taken.map(({ after }) => after.uri))].filter(isNew);
  const twice = new Set((await Promise.all(shared.map(async (uri) => session.middleware.collisions?.declaredTwice(uri, signal) ?? []))).flat().map(placeKey));
  const unknown = moved.filter(({ after }) => !together.has(placeKey(after)) || twice.has(placeKey(after)));
  const hiding = await Promise.all(unknown.slice(0, MOST_UNKNOWN).map(({ after }) => define({ uri: after.uri, position: after.range.start })));
  const met = new Set(hiding.flat().map(placeKey));
  const inTheWay = taken.filter(({ after }) => [together, met, twice].some((places) => places.has(placeKey(after))));
  // What a library declares, and would be overridden or override it.
  const foreign = [...together.values()].filter(({ uri }) => isForeign(session, uri));
  return [...[...inTheWay, ...unknown].map(({ before }) => before), ...foreign];
}

// Enough to see that the name is taken; each one more is a question.
const MOST_UNKNOWN = 10;

// What was renamed together is distinguished where types are joined or declarations merged: a place belongs to it if all that it refers to was renamed.
async function family(
  first: readonly Location[],
  moved: readonly Moved[],
  usesOf: (place: Place) => Promise<readonly Location[]>,
): Promise<Map<string, Location>> {
  const known = new Map(first.map((use) => [placeKey(use), use]));
  const renamed = new Set(moved.map(({ after }) => placeKey(after)));
  let unknown = 0;
  for (const { after } of moved) {
    if (known.has(placeKey(after)) || unknown >= MOST_UNKNOWN) continue;
    const uses = await usesOf({ uri: after.uri, position: after.range.start });
    if (uses.length > 0 && uses.every((use) => renamed.has(placeKey(use)))) for (const use of uses) known.set(placeKey(use), use);
    else unknown += 1;
  }
  return known;
}

// Where the new name of the symbol is declared: it is the one place that nothing else can take.
async function declarationAmong(moved: readonly Moved[], at: Place, define: (place: Place) => Promise<readonly Location[]>): Promise<Place> {
  const asked = moved.find(({ before }) => before.uri === at.uri && before.range.start.line === at.position.line && holds(before, at.position)) ?? moved[0];
  if (asked === undefined) return at;
  const place = { uri: asked.after.uri, position: asked.after.range.start };
  const declared = new Set((await define(place)).map(placeKey));
  const found = moved.find(({ after }) => declared.has(placeKey(after)));
  return found === undefined ? place : { uri: found.after.uri, position: found.after.range.start };
}

// How far the edits before a place push it.
class Shifts {
  readonly #snapshot: TextSnapshot;
  readonly #edits: readonly { readonly start: number; readonly grows: number }[];

  constructor(snapshot: TextSnapshot, edits: readonly PlacedEdit[]) {
    this.#snapshot = snapshot;
    this.#edits = edits.map(({ range, newText }) => {
      const start = snapshot.offsetAt(range.start);
      return { start, grows: newText.length - (snapshot.offsetAt(range.end) - start) };
    });
  }

  of({ uri, range }: Location, after: TextSnapshot, within: number): Moved {
    const offset = this.#snapshot.offsetAt(range.start);
    const shift = this.#edits.reduce((sum, { start, grows }) => (start < offset ? sum + grows : sum), 0);
    const start = after.positionAt(offset + shift + within);
    return { before: { uri, range }, after: { uri, range: { start, end: start } } };
  }
}

// Where the name stands in `total: sum` or `sum: total`.
function nameWithin(newText: string, newName: string): number {
  return newText.startsWith(newName) || newText.startsWith(`#${newName}`) ? 0 : newText.length - newName.length;
}

function wordsIn(snapshot: TextSnapshot, word: string): Location[] {
  // The name of a private member begins with its number sign.
  const pattern = new RegExp(`#?(?<![\\p{ID_Continue}$])${word.replace(/[^\p{ID_Continue}]/gu, '\\$&')}(?![\\p{ID_Continue}$])`, 'gu');
  return [...snapshot.text.matchAll(pattern)].map(({ index, 0: written }) => ({
    uri: snapshot.uri,
    range: { start: snapshot.positionAt(index), end: snapshot.positionAt(index + written.length) },
  }));
}

function holds({ range }: Location, { character }: Position): boolean {
  return range.start.character <= character && character <= range.end.character;
}
