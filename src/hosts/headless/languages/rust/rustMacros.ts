// Uses of a Rust item in the arguments of macros (`assert_eq!(total(&cart), 3)`): rust-analyzer knows what stands there, and still does not return all of them.
import type { Location, TextSnapshot } from '../../../../ide/text.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import { definitionsAt, isSame } from './rustRenamed.ts';

// Questions at a time.
const TOGETHER = 16;

export async function usesInMacros(session: EngineSession, word: string, found: readonly Location[], signal: AbortSignal): Promise<readonly Location[]> {
  const [known] = found;
  if (known === undefined) return [];
  const declared = await definitionsAt(session, known, signal);
  const uses: Location[] = [];
  for (const uri of (await isLocal(session, declared, signal)) ? [known.uri] : await session.project.documents.filesWithWord(word, signal)) {
    const snapshot = languageIn(session.row, uri) === undefined ? undefined : await textOrNothing(session, uri, signal);
    if (snapshot === undefined) continue;
    const unreported = placesInMacros(snapshot, word).filter((place) => !found.some((known) => isSame(known, place)));
    if (unreported.length > 0) await session.documents.open(uri, signal);
    for (let index = 0; index < unreported.length; index += TOGETHER) {
      const asked = unreported.slice(index, index + TOGETHER);
      const targets = await Promise.all(asked.map((place) => definitionsAt(session, place, signal)));
      uses.push(...asked.filter((_, at) => targets[at]?.some((target) => declared.some((own) => isSame(own, target)))));
    }
  }
  return uses;
}

// What no outline has is known only inside its function.
async function isLocal(session: EngineSession, declared: readonly Location[], signal: AbortSignal): Promise<boolean> {
  const [first] = declared;
  if (first === undefined || !first.uri.startsWith(`${session.project.rootUri}/`)) return false;
  const snapshot = await textOrNothing(session, first.uri, signal);
  const before = snapshot?.line(first.range.start.line)?.slice(0, first.range.start.character) ?? '';
  return /\b(?:let|for|match)\b[^;{}]*$|\|[^|]*$/.test(before);
}

function placesInMacros(snapshot: TextSnapshot, word: string): readonly Location[] {
  const { text, uri } = snapshot;
  const occurrences = [...text.matchAll(new RegExp(`(?<![\\p{ID_Continue}])${word}(?![\\p{ID_Continue}])`, 'gu'))].map(({ index }) => index);
  if (occurrences.length === 0) return [];
  const regions = argumentsOfMacros(text);
  return occurrences
    .filter((offset) => regions.some(([start, end]) => start < offset && offset < end))
    .map((offset) => ({ uri, range: { start: snapshot.positionAt(offset), end: snapshot.positionAt(offset + word.length) } }));
}

const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\.[^']*|[^'\\\n])'|[\p{ID_Continue}]!\s*[([{]|[()[\]{}]/gu;

// From bracket to bracket; one that stands in the arguments of another belongs to those.
function argumentsOfMacros(text: string): readonly (readonly [start: number, end: number])[] {
  const regions: [number, number][] = [];
  let depth = 0;
  let begun: { at: number; depth: number } | undefined;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const last = token.at(-1) ?? '';
    if (/^(?:\/[/*]|r#*"|["'])/.test(token)) continue;
    if ('([{'.includes(last)) {
      if (begun === undefined && token.length > 1) begun = { at: index, depth };
      depth++;
    } else {
      depth--;
      if (begun === undefined || depth !== begun.depth) continue;
      regions.push([begun.at, index]);
      begun = undefined;
    }
  }
  return regions;
}
