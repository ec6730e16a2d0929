// Calls of a Python function under the name that an import has given it: basedpyright loses sight of a function behind `import total as sum`.
import type { Callable, CallHierarchyCall } from '../../../../ide/doors/languages.ts';
import { compare, type Location, type Position, type TextSnapshot } from '../../../../ide/text.ts';
import { locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import { callsUnder, usesUnder } from '../questions/usesUnder.ts';

const NAME = '[\\p{ID_Start}_][\\p{ID_Continue}]*';

// Of a symbol whose references were found under its own name: those under the names that imports have given it.
export async function usesByOtherNames(session: EngineSession, name: string, found: readonly Location[], signal: AbortSignal): Promise<readonly Location[]> {
  const uses: Location[] = [];
  for (const uri of new Set(found.map((location) => location.uri))) {
    const snapshot = await textOrNothing(session, uri, signal);
    if (snapshot === undefined) continue;
    const own = new Set(found.filter((location) => location.uri === uri).map(({ range }) => snapshot.offsetAt(range.start)));
    for (const { from, to } of renamings(snapshot, name))
      if (own.has(from)) uses.push(...(await usesUnder(session, snapshot, snapshot.positionAt(to), signal)));
  }
  return uses;
}

export async function callersByOtherNames(session: EngineSession, of: Callable, signal: AbortSignal): Promise<readonly CallHierarchyCall[]> {
  const uris = (await session.project.documents.filesWithWord(of.name, signal)).filter((uri) => languageIn(session.row, uri) !== undefined);
  const calls: CallHierarchyCall[] = [];
  for (const uri of uris) {
    const snapshot = await textOrNothing(session, uri, signal);
    const names = snapshot === undefined ? [] : otherNames(snapshot, of.name);
    for (const position of names)
      if (snapshot !== undefined && (await means(session, snapshot, position, of.location, signal)))
        calls.push(...(await callsUnder(session, snapshot, position, signal)));
  }
  return calls;
}

// Where `sum` stands in `total as sum`.
function otherNames(snapshot: TextSnapshot, name: string): Position[] {
  return renamings(snapshot, name).map(({ to }) => snapshot.positionAt(to));
}

// Offsets of both names in `total as sum`.
function renamings(snapshot: TextSnapshot, name: string): { from: number; to: number }[] {
  // Most files rename nothing, and looking for the word costs less than the pattern.
  if (!snapshot.text.includes(' as ')) return [];
  const pattern = new RegExp(`(?<![\\p{ID_Continue}.])${name}\\s+as\\s+(${NAME})`, 'gu');
  return importsIn(snapshot).flatMap(({ start, statement }) =>
    [...statement.matchAll(pattern)].map(({ index, 0: whole, 1: other = '' }) => ({ from: start + index, to: start + index + whole.length - other.length })),
  );
}

// `except`, `with` and `case` say "as" too, and mean something else by it.
const IMPORT = /^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import\b(?:[ \t]*\([^)]*\)|(?:\\\r?\n|[^\n])*)/gmu;
const importsOfText = new WeakMap<TextSnapshot, readonly Import[]>();

interface Import {
  readonly start: number;
  readonly statement: string;
}

function importsIn(snapshot: TextSnapshot): readonly Import[] {
  const known = importsOfText.get(snapshot);
  if (known !== undefined) return known;
  const imports = [...snapshot.text.matchAll(IMPORT)].map(({ index, 0: statement }) => ({ start: index, statement }));
  importsOfText.set(snapshot, imports);
  return imports;
}

async function means(session: EngineSession, snapshot: TextSnapshot, position: Position, wanted: Location, signal: AbortSignal): Promise<boolean> {
  await session.documents.open(snapshot.uri, signal);
  const defined = locationsOf(await session.request('textDocument/definition', { textDocument: { uri: snapshot.uri }, position }, signal));
  return defined.some(({ uri, range }) => uri === wanted.uri && compare(range.start, wanted.range.start) === 0);
}
