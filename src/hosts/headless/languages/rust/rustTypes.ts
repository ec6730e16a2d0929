// The traits above a Rust type and the types below a trait, read off headers, because rust-analyzer has no hierarchy of types.
import type { Place, SymbolKind, TypeDirection, TypeRelations, TypeSymbol } from '../../../../ide/doors/languages.ts';
import { type Location, type Position, placeKey, type TextSnapshot } from '../../../../ide/text.ts';
import { locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';

const KINDS: ReadonlyMap<string, SymbolKind> = new Map([
  ['trait', 'interface'],
  ['struct', 'struct'],
  ['union', 'struct'],
  ['enum', 'enum'],
  ['type', 'typeAlias'],
]);
const HEADER = /\b(trait|struct|enum|union|type)\s+$/;
// Longer headers are not written by hand.
const LONGEST_HEADER = 2_000;

// What is declared at a place, if it is a type.
export function rustTypeAt(snapshot: TextSnapshot, { start, end }: Location['range']): TypeSymbol | undefined {
  const [, keyword] = HEADER.exec(snapshot.line(start.line)?.slice(0, start.character) ?? '') ?? [];
  const kind = keyword === undefined ? undefined : KINDS.get(keyword);
  return kind === undefined ? undefined : { name: snapshot.textIn({ start, end }), kind, location: { uri: snapshot.uri, range: { start, end } } };
}

export async function rustTypes(session: EngineSession, at: Place, direction: TypeDirection, signal: AbortSignal): Promise<TypeRelations | undefined> {
  const of = (await typeBehind(session, 'textDocument/definition', at, signal)) ?? (await typeBehind(session, 'textDocument/typeDefinition', at, signal));
  if (of === undefined) return undefined;
  const isTrait = of.kind === 'interface';
  const above = () => (isTrait ? supertraits(session, of, signal) : implementedTraits(session, of, signal));
  const below = async () => (isTrait ? [...(await subtraits(session, of, signal)), ...(await implementingTypes(session, of, signal))] : []);
  return { of, related: distinct(direction === 'up' ? await above() : await below()) };
}

async function typeBehind(
  session: EngineSession,
  method: 'textDocument/definition' | 'textDocument/typeDefinition',
  at: Place,
  signal: AbortSignal,
): Promise<TypeSymbol | undefined> {
  await session.documents.open(at.uri, signal);
  for (const { uri, range } of locationsOf(await session.request(method, { textDocument: { uri: at.uri }, position: at.position }, signal))) {
    const snapshot = await textOrNothing(session, uri, signal);
    const type = snapshot === undefined ? undefined : rustTypeAt(snapshot, range);
    if (type !== undefined) return type;
  }
  return undefined;
}

// `trait Tagged: Priced + Clone where …`
async function supertraits(session: EngineSession, { location }: TypeSymbol, signal: AbortSignal): Promise<readonly TypeSymbol[]> {
  const snapshot = await textOrNothing(session, location.uri, signal);
  if (snapshot === undefined) return [];
  const start = snapshot.offsetAt(location.range.end);
  const header = snapshot.text.slice(start, start + LONGEST_HEADER).split(/[{;]|\bwhere\b/, 1)[0] ?? '';
  const colon = /^\s*(?:<[^{}]*?>)?\s*:/.exec(header)?.[0].length;
  if (colon === undefined) return [];
  return typesNamed(
    session,
    snapshot,
    lastNames(header.slice(colon)).map((offset) => start + colon + offset),
    signal,
  );
}

// Of `impl Priced for Item` and `#[derive(Clone)]` the trait.
async function implementedTraits(session: EngineSession, of: TypeSymbol, signal: AbortSignal): Promise<readonly TypeSymbol[]> {
  const traits: TypeSymbol[] = [];
  for (const { uri, range } of await implementationsOf(session, of, signal)) {
    const snapshot = await textOrNothing(session, uri, signal);
    if (snapshot === undefined) continue;
    const offset = snapshot.offsetAt(range.start);
    const impl = snapshot.text.slice(Math.max(0, offset - LONGEST_HEADER), offset);
    const header = impl.slice(Math.max(0, impl.search(/\bimpl\b(?![\s\S]*\bimpl\b)/)));
    const isDerived = /#\[derive\([^\]]*$/.test(impl);
    const beforeFor = isDerived ? undefined : header.search(/\sfor\s+[^{}]*$/);
    if (beforeFor !== undefined && beforeFor < 0) continue;
    const name = beforeFor === undefined ? 0 : (lastNames(header.slice(0, beforeFor)).at(-1) ?? 0) - header.length;
    traits.push(...(await typesNamed(session, snapshot, [offset + name], signal)));
  }
  return traits;
}

async function implementingTypes(session: EngineSession, of: TypeSymbol, signal: AbortSignal): Promise<readonly TypeSymbol[]> {
  const types: TypeSymbol[] = [];
  for (const { uri, range } of await implementationsOf(session, of, signal)) {
    const snapshot = await textOrNothing(session, uri, signal);
    if (snapshot === undefined) continue;
    const type = await typeBehind(session, 'textDocument/definition', { uri, position: range.start }, signal);
    types.push(type ?? { name: snapshot.textIn(range), kind: 'struct', location: { uri, range } });
  }
  return types;
}

// Traits whose header names this one behind the colon.
async function subtraits(session: EngineSession, { location }: TypeSymbol, signal: AbortSignal): Promise<readonly TypeSymbol[]> {
  const asked = { textDocument: { uri: location.uri }, position: location.range.start, context: { includeDeclaration: false } };
  const traits: TypeSymbol[] = [];
  for (const { uri, range } of locationsOf(await session.request('textDocument/references', asked, signal))) {
    const snapshot = await textOrNothing(session, uri, signal);
    if (snapshot === undefined) continue;
    const offset = snapshot.offsetAt(range.start);
    const before = snapshot.text.slice(Math.max(0, offset - LONGEST_HEADER), offset);
    const [header, name] = /\btrait\s+([\p{ID_Continue}]+)\s*(?:<[^{}]*>)?\s*:[^{};]*$/u.exec(before) ?? [];
    if (header === undefined || name === undefined || /\bwhere\b/.test(header)) continue;
    const start = offset - header.length + header.indexOf(name, 'trait'.length);
    const named = { start: snapshot.positionAt(start), end: snapshot.positionAt(start + name.length) };
    traits.push({ name, kind: 'interface', location: { uri, range: named } });
  }
  return traits;
}

async function implementationsOf(session: EngineSession, { location }: TypeSymbol, signal: AbortSignal): Promise<readonly Location[]> {
  const asked = { textDocument: { uri: location.uri }, position: location.range.start };
  return locationsOf(await session.request('textDocument/implementation', asked, signal));
}

async function typesNamed(session: EngineSession, snapshot: TextSnapshot, offsets: readonly number[], signal: AbortSignal): Promise<readonly TypeSymbol[]> {
  const types: TypeSymbol[] = [];
  for (const offset of offsets) {
    const position: Position = snapshot.positionAt(offset);
    const type = await typeBehind(session, 'textDocument/definition', { uri: snapshot.uri, position }, signal);
    if (type !== undefined) types.push(type);
  }
  return types;
}

// Offsets of the last name of each path, outside of angle brackets and without lifetimes.
function lastNames(text: string): number[] {
  const offsets: number[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/'?[\p{ID_Continue}]+|[<>]/gu)) {
    if (token === '<') depth++;
    else if (token === '>') depth--;
    else if (depth === 0 && !token.startsWith("'") && !text.startsWith('::', index + token.length) && !/^(?:dyn|impl|unsafe|for|const)$/.test(token))
      offsets.push(index);
  }
  return offsets;
}

function distinct(types: readonly TypeSymbol[]): readonly TypeSymbol[] {
  const seen = new Set<string>();
  return types.filter(({ location }) => {
    const key = placeKey(location);
    return !seen.has(key) && seen.add(key);
  });
}
