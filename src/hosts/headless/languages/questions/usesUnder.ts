// Uses and calls of what an import has renamed, which engines return only when they are asked about the new name.
import type { Callable, CallHierarchyCall, OutlineSymbol } from '../../../../ide/doors/languages.ts';
import { contains, type Location, type Position, type Range, type TextSnapshot } from '../../../../ide/text.ts';
import { locationsOf } from '../engine/answers.ts';
import type { EngineSession } from '../engine/engineSession.ts';

export async function callsUnder(
  session: EngineSession,
  snapshot: TextSnapshot,
  position: Position,
  signal: AbortSignal,
): Promise<readonly CallHierarchyCall[]> {
  const used = (await usesUnder(session, snapshot, position, signal)).filter(({ uri }) => uri === snapshot.uri);
  return callsAt(session, snapshot, used, signal);
}

// Those of the uses in this file that call, by the functions around them.
export async function callsAt(
  session: EngineSession,
  snapshot: TextSnapshot,
  used: readonly Location[],
  signal: AbortSignal,
): Promise<readonly CallHierarchyCall[]> {
  const written = used.filter(({ range }) => /^\s*\(/.test(snapshot.text.slice(snapshot.offsetAt(range.end), snapshot.offsetAt(range.end) + 20)));
  if (written.length === 0) return [];
  const outline = await session.outline(snapshot.uri, signal);
  const calls = new Map<OutlineSymbol | undefined, { callable: Callable; places: Range[] }>();
  for (const { range } of written) {
    const path = functionPath(outline, range.start);
    const own = path.at(-1);
    const known = calls.get(own);
    if (known === undefined) calls.set(own, { callable: callableOf(snapshot, path), places: [range] });
    else known.places.push(range);
  }
  return [...calls.values()];
}

// In this file, and in those that import the other name from it.
export async function usesUnder(session: EngineSession, snapshot: TextSnapshot, position: Position, signal: AbortSignal): Promise<readonly Location[]> {
  const asked = { textDocument: { uri: snapshot.uri }, position, context: { includeDeclaration: true } };
  return locationsOf(await session.request('textDocument/references', asked, signal));
}

// From the outermost symbol to the innermost function around the position; empty outside of functions.
function functionPath(symbols: readonly OutlineSymbol[], position: Position): readonly OutlineSymbol[] {
  for (const symbol of symbols) {
    if (!contains(symbol.range, position)) continue;
    const inner = functionPath(symbol.children, position);
    if (inner.length > 0) return [symbol, ...inner];
    if (symbol.kind === 'function' || symbol.kind === 'method') return [symbol];
  }
  return [];
}

function callableOf(snapshot: TextSnapshot, path: readonly OutlineSymbol[]): Callable {
  const [own, around] = [path.at(-1), path.at(-2)];
  const start = { line: 0, character: 0 };
  if (own === undefined) {
    const name = decodeURIComponent(snapshot.uri.slice(snapshot.uri.lastIndexOf('/') + 1));
    return { name, kind: 'module', location: { uri: snapshot.uri, range: { start, end: start } } };
  }
  const location = { uri: snapshot.uri, range: own.selection };
  return { name: own.name, kind: own.kind, location, ...(around?.kind === 'class' && { container: around.name }) };
}
