// Every edit that a new name of a symbol needs, as the engine of its language makes it.
import { groupBy } from '../../../../base/groupBy.ts';
import { cannotRename } from '../../../../ide/editErrors.ts';
import { IdeError } from '../../../../ide/errors.ts';
import type { Place } from '../../../../ide/languages.ts';
import { compare, type Location } from '../../../../ide/text.ts';
import { wordAt } from '../../../../ide/wordAt.ts';
import type { WorkspaceEdit } from '../../../../ide/workspaceEdit.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { type Prepared, prepared } from '../engine/prepared.ts';
import { workspaceEditOf } from './codeActions.ts';

// A use of the symbol, and what stands there afterwards: the new name, alone or with what keeps another name as it was.
export interface PlacedEdit extends Location {
  readonly newText: string;
}

export interface Wanted {
  readonly newName: string;
  // Modules that go on exporting it under its old name.
  readonly keptIn: readonly string[];
}

export async function renamedBy(session: EngineSession, at: Place, { newName, keptIn }: Wanted, signal: AbortSignal): Promise<Prepared<readonly PlacedEdit[]>> {
  await session.documents.open(at.uri, signal);
  const word = wordAt(await session.project.documents.read(at.uri, signal), at.position);
  if (word === undefined) throw cannotRename('What stands there', 'it is no name.');
  const ask = async () => {
    const edits = await (session.quirk.rename?.(at, newName, signal, keptIn) ?? renamedAt(session, at, newName, signal));
    const foreign = edits.find(({ uri }) => isForeign(session, uri) && !isForeign(session, at.uri));
    if (foreign !== undefined) throw cannotRename(word, `${foreign.uri.split('/').slice(-2).join('/')}, which is no file of the project, names it too.`);
    return edits;
  };
  return prepared(session, { kind: 'word', word, from: at.uri, at: at.position }, signal, ask);
}

// Engines refuse to rename what a library declares, but not what has its name from there, such as a key of an object.
export function isForeign(session: EngineSession, named: string): boolean {
  const uri = session.project.documents.canonical(named);
  return !uri.startsWith(`${session.project.rootUri}/`) || uri.includes('/node_modules/');
}

// The engine's own answer.
export async function renamedAt(session: EngineSession, at: Place, newName: string, signal: AbortSignal): Promise<readonly PlacedEdit[]> {
  const asked = { textDocument: { uri: at.uri }, position: at.position, newName };
  const answer = await session.request('textDocument/rename', asked, signal).catch(async (error: unknown) => {
    // A refusal is told as an error, in the engine's own words.
    if (!(error instanceof IdeError) || error.code !== 'engine_failed') throw error;
    throw cannotRename(await nameAt(session, at, signal), error.message);
  });
  if (answer === null) throw cannotRename(await nameAt(session, at, signal), `${session.name} has nothing to change.`);
  return workspaceEditOf(answer).operations.flatMap((operation) =>
    operation.kind === 'edit' ? operation.edits.map(({ range, newText }) => ({ uri: operation.uri, range, newText })) : [],
  );
}

// What several engines, or several questions, said of the same place counts once.
export function mergedEdits(all: readonly (readonly PlacedEdit[])[]): readonly PlacedEdit[] {
  const byPlace = new Map<string, PlacedEdit>();
  for (const edit of all.flat()) {
    const key = placeKey(edit);
    const known = byPlace.get(key);
    if (known === undefined || edit.newText.length < known.newText.length) byPlace.set(key, edit);
  }
  return [...byPlace.values()];
}

export function editOfPlaces(edits: readonly PlacedEdit[]): WorkspaceEdit {
  return {
    operations: [...groupBy(edits, ({ uri }) => uri)].map(([uri, places]) => ({
      kind: 'edit',
      uri,
      edits: places.map(({ range, newText }) => ({ range, newText })).sort((a, b) => compare(a.range.start, b.range.start)),
    })),
  };
}

export function placeKey({ uri, range: { start } }: Location): string {
  return `${uri}#${start.line}:${start.character}`;
}

async function nameAt(session: EngineSession, at: Place, signal: AbortSignal): Promise<string> {
  return wordAt(await session.project.documents.read(at.uri, signal), at.position) ?? 'What stands there';
}
