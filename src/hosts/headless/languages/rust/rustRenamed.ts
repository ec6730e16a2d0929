// Uses of a Rust item under the name that a `use … as …` has given it: rust-analyzer looks for an item under its own name only.
import { groupBy } from '../../../../base/groupBy.ts';
import type { Callable, CallHierarchyCall } from '../../../../ide/doors/languages.ts';
import { compare, type Location, type Range, type TextSnapshot } from '../../../../ide/text.ts';
import { locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import { callsAt } from '../questions/usesUnder.ts';

// Names that are used more often than this in one file are looked at so far.
const MOST_OCCURRENCES = 200;

export async function usesByOtherNames(session: EngineSession, found: readonly Location[], signal: AbortSignal): Promise<readonly Location[]> {
  const uses: Location[] = [];
  const names = new Set<string>();
  const queue = [...found];
  // A new name may be renamed again where it is used.
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const snapshot = await textOrNothing(session, next.uri, signal);
    const renamed = snapshot === undefined ? undefined : newNameBehind(snapshot, next.range);
    if (snapshot === undefined || renamed === undefined || names.has(`${next.uri} ${renamed.name}`)) continue;
    names.add(`${next.uri} ${renamed.name}`);
    const declared = await definitionsAt(session, next, signal);
    for (const uri of renamed.isPublic ? await session.project.documents.filesWithWord(renamed.name, signal) : [next.uri]) {
      const more = (await usesOfName(session, uri, renamed.name, declared, signal)).filter((use) => ![...found, ...uses].some((known) => isSame(known, use)));
      uses.push(...more);
      queue.push(...more);
    }
  }
  return uses;
}

export async function callersByOtherNames(session: EngineSession, of: Callable, signal: AbortSignal): Promise<readonly CallHierarchyCall[]> {
  const asked = { textDocument: { uri: of.location.uri }, position: of.location.range.start, context: { includeDeclaration: false } };
  const own = locationsOf(await session.request('textDocument/references', asked, signal));
  const calls: CallHierarchyCall[] = [];
  for (const [uri, used] of groupBy(await usesByOtherNames(session, own, signal), (use) => use.uri)) {
    const snapshot = await textOrNothing(session, uri, signal);
    if (snapshot !== undefined) calls.push(...(await callsAt(session, snapshot, used, signal)));
  }
  return calls;
}

// `sum` in `use shop::{total as sum}`; what is public others may use.
function newNameBehind(snapshot: TextSnapshot, { end }: Range): { name: string; isPublic: boolean } | undefined {
  const offset = snapshot.offsetAt(end);
  const [, name] = /^\s+as\s+([\p{ID_Continue}]+)/u.exec(snapshot.text.slice(offset, offset + 200)) ?? [];
  if (name === undefined || name === '_') return undefined;
  const statement = snapshot.text.slice(0, offset).split(';').at(-1) ?? '';
  return { name, isPublic: /\bpub\b[^{};]*\buse\b/.test(statement) };
}

async function usesOfName(session: EngineSession, uri: string, name: string, declared: readonly Location[], signal: AbortSignal): Promise<Location[]> {
  const snapshot = languageIn(session.row, uri) === undefined ? undefined : await textOrNothing(session, uri, signal);
  if (snapshot === undefined) return [];
  await session.documents.open(uri, signal);
  const uses: Location[] = [];
  for (const { index } of [...snapshot.text.matchAll(new RegExp(`(?<![\\p{ID_Continue}])${name}(?![\\p{ID_Continue}])`, 'gu'))].slice(0, MOST_OCCURRENCES)) {
    const use = { uri, range: { start: snapshot.positionAt(index), end: snapshot.positionAt(index + name.length) } };
    if ((await definitionsAt(session, use, signal)).some((target) => declared.some((known) => isSame(known, target)))) uses.push(use);
  }
  return uses;
}

export async function definitionsAt(session: EngineSession, { uri, range }: Location, signal: AbortSignal): Promise<readonly Location[]> {
  return locationsOf(await session.request('textDocument/definition', { textDocument: { uri }, position: range.start }, signal));
}

export function isSame(one: Location, other: Location): boolean {
  return one.uri === other.uri && compare(one.range.start, other.range.start) === 0;
}
