// Calls of functions that a property holds (`pay = () => …`), which TypeScript 7 leaves out of what a function calls.
import type { Callable, CallHierarchyCall, OutlineSymbol } from '../../../../ide/doors/languages.ts';
import { compare, contains, placeKey, type Range, type TextSnapshot } from '../../../../ide/text.ts';
import { locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { callableOf, hierarchyItemsOf } from '../questions/hierarchyAnswers.ts';

// Longer functions are looked at so far.
const MOST_CALLS = 200;
// A member, and brackets behind it, with type arguments between them or not.
const MEMBER_CALL = /(?<=\.\s*)#?[\p{ID_Start}$_][\p{ID_Continue}$]*(?=\s*(?:<[^()<>]*>)?\s*(?:\?\.)?\()/gu;

export async function callsOfProperties(
  session: EngineSession,
  of: Callable,
  reported: readonly CallHierarchyCall[],
  signal: AbortSignal,
): Promise<readonly CallHierarchyCall[]> {
  // A class calls nothing by itself; its methods do.
  if (of.kind === 'class') return [];
  const { uri, range } = of.location;
  const snapshot = await textOrNothing(session, uri, signal);
  if (snapshot === undefined) return [];
  const body = bodyOf(await session.outline(uri, signal), range);
  const calls = new Map<string, { callable: Callable; places: Range[] }>();
  for (const place of body === undefined ? [] : memberCalls(snapshot, body)) {
    if (reported.some(({ places }) => places.some((known) => compare(known.start, place.start) === 0 || compare(known.end, place.end) === 0))) continue;
    const callable = await propertyAt(session, snapshot, place, signal);
    if (callable === undefined) continue;
    const key = placeKey(callable.location);
    const known = calls.get(key);
    if (known === undefined) calls.set(key, { callable, places: [place] });
    else known.places.push(place);
  }
  return [...calls.values()];
}

function memberCalls(snapshot: TextSnapshot, body: Range): readonly Range[] {
  const start = snapshot.offsetAt(body.start);
  return [...snapshot.textIn(body).matchAll(MEMBER_CALL)].slice(0, MOST_CALLS).map(({ index, 0: name }) => ({
    start: snapshot.positionAt(start + index),
    end: snapshot.positionAt(start + index + name.length),
  }));
}

// Only in the project: what a library calls its properties nobody follows.
async function propertyAt(session: EngineSession, snapshot: TextSnapshot, place: Range, signal: AbortSignal): Promise<Callable | undefined> {
  const asked = { textDocument: { uri: snapshot.uri }, position: place.start };
  const [target] = locationsOf(await session.request('textDocument/definition', asked, signal));
  if (target === undefined || !target.uri.startsWith(`${session.project.rootUri}/`)) return undefined;
  // A definition is the function; its name is that of the property.
  const property = propertyAround(await session.outline(target.uri, signal), target.range);
  if (property === undefined) return undefined;
  const item = { textDocument: { uri: target.uri }, position: property.selection.start };
  const [found] = hierarchyItemsOf(await session.request('textDocument/prepareCallHierarchy', item, signal));
  return found === undefined ? undefined : callableOf(found);
}

function propertyAround(symbols: readonly OutlineSymbol[], place: Range): OutlineSymbol | undefined {
  for (const symbol of symbols) {
    if (!contains(symbol.range, place.start)) continue;
    return propertyAround(symbol.children, place) ?? (symbol.kind === 'property' || symbol.kind === 'field' ? symbol : undefined);
  }
  return undefined;
}

function bodyOf(symbols: readonly OutlineSymbol[], name: Range): Range | undefined {
  for (const symbol of symbols) {
    if (compare(symbol.selection.start, name.start) === 0) return symbol.range;
    if (!contains(symbol.range, name.start)) continue;
    const inner = bodyOf(symbol.children, name);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
