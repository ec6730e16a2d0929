// Uses that an engine leaves out of its references although it knows, when it is asked about one of them, what that leads to.
import { compare, type Location, type TextSnapshot } from '../../../../ide/text.ts';
import { locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';

// Such gaps are rare and small; the bounds keep a common word cheap.
const MOST_FILES = 40;
const MOST_OCCURRENCES = 3;

// Looks into files that hold the word but no reference: a place there that leads to one of those found has references of its own.
export async function referencesElsewhere(session: EngineSession, word: string, found: readonly Location[], signal: AbortSignal): Promise<readonly Location[]> {
  const known = new Set(found.map(({ uri }) => uri));
  const others = (await session.project.documents.filesWithWord(word, signal)).filter((uri) => !known.has(uri) && languageIn(session.row, uri) !== undefined);
  const more: Location[] = [];
  for (const uri of others.slice(0, MOST_FILES)) {
    if (more.some((location) => location.uri === uri)) continue;
    const snapshot = await textOrNothing(session, uri, signal);
    if (snapshot !== undefined) more.push(...(await referencesFrom(session, snapshot, word, found, signal)));
  }
  return more;
}

async function referencesFrom(
  session: EngineSession,
  snapshot: TextSnapshot,
  word: string,
  found: readonly Location[],
  signal: AbortSignal,
): Promise<readonly Location[]> {
  await session.documents.open(snapshot.uri, signal);
  for (const offset of occurrences(snapshot.text, word)) {
    const asked = { textDocument: { uri: snapshot.uri }, position: snapshot.positionAt(offset) };
    const leadsTo = locationsOf(await session.request('textDocument/definition', asked, signal));
    if (!leadsTo.some((target) => found.some(({ uri, range }) => uri === target.uri && compare(range.start, target.range.start) === 0))) continue;
    return locationsOf(await session.request('textDocument/references', { ...asked, context: { includeDeclaration: true } }, signal));
  }
  return [];
}

function occurrences(text: string, word: string): number[] {
  const pattern = new RegExp(`(?<![\\p{ID_Continue}$])${word.replace(/[^\p{ID_Continue}]/gu, '\\$&')}(?![\\p{ID_Continue}$])`, 'gu');
  const offsets: number[] = [];
  for (const { index } of text.matchAll(pattern)) {
    offsets.push(index);
    if (offsets.length === MOST_OCCURRENCES) break;
  }
  return offsets;
}
