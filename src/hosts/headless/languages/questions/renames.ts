// Every edit that a new name of a symbol needs, as the engine of its language makes it.
import { groupBy } from '../../../../base/groupBy.ts';
import type { Place } from '../../../../ide/doors/languages.ts';
import { cannotRename } from '../../../../ide/errors/editErrors.ts';
import { IdeError } from '../../../../ide/errors/errors.ts';
import { compare, placeKey } from '../../../../ide/text.ts';
import type { WorkspaceEdit } from '../../../../ide/workspaceEdit.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { PlacedEdit, RenamedPlaces, WantedName } from '../engine/middleware.ts';
import type { PartialAnswer } from '../engine/partialAnswer.ts';
import { prepared } from '../engine/prepared.ts';
import { workspaceEditOf } from './codeActions.ts';

export async function renamedBy(session: EngineSession, wanted: WantedName, signal: AbortSignal): Promise<PartialAnswer<RenamedPlaces>> {
  const { at, newName } = wanted;
  await session.documents.open(at.uri, signal);
  const word = wordAt(await session.project.documents.read(at.uri, signal), at.position);
  if (word === undefined) throw cannotRename('What stands there', 'it is no name.');
  const ask = async () => {
    const next = () => renamedAt(session, at, newName, signal);
    const renamed = await (session.middleware.rename?.(wanted, next, signal) ?? next().then((edits) => ({ edits })));
    const foreign = renamed.edits.find(({ uri }) => isForeign(session, uri) && !isForeign(session, at.uri));
    if (foreign !== undefined) throw cannotRename(word, `${foreign.uri.split('/').slice(-2).join('/')}, which is no file of the project, names it too.`);
    return renamed;
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
    // A refusal is reported as an error, in the engine's own words.
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

export function mergedRenames(all: readonly RenamedPlaces[]): RenamedPlaces {
  return { edits: mergedEdits(all.map(({ edits }) => edits)), moves: all.flatMap(({ moves = [] }) => moves) };
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

async function nameAt(session: EngineSession, at: Place, signal: AbortSignal): Promise<string> {
  return wordAt(await session.project.documents.read(at.uri, signal), at.position) ?? 'What stands there';
}
