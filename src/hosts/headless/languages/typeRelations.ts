// The types above and below a type: as the engine tells them or, where it cannot, built from the headers of types, definitions and references.
import { groupBy } from '../../../base/groupBy.ts';
import type { Place, SymbolKind, TypeDirection, TypeRelations, TypeSymbol } from '../../../ide/languages.ts';
import { compare, type Location, type Range, type TextSnapshot } from '../../../ide/text.ts';
import { locationsOf } from './answers.ts';
import type { EngineSession } from './engineSession.ts';
import { hierarchyItemsOf, typeSymbolOf } from './hierarchyAnswers.ts';
import { implementationsAt } from './implementations.ts';
import { type Prepared, prepared } from './prepared.ts';
import { textOrNothing } from './sourceText.ts';
import { type TypeDeclaration, typesDeclaredIn } from './typeDeclarations.ts';

type Found = Prepared<TypeRelations | undefined>;

export async function typeRelations(session: EngineSession, at: Place, direction: TypeDirection, signal: AbortSignal): Promise<Found> {
  await session.documents.open(at.uri, signal);
  if (session.tellsTypeHierarchy) return toldRelations(session, at, direction, signal);
  const { value: declared, lacking } = await prepared(session, { kind: 'file', uri: at.uri }, signal, () => declaredAt(session, at, signal));
  const [first] = declared;
  if (first === undefined) return { value: undefined, lacking };
  const related = direction === 'up' ? await typesAbove(session, declared, signal) : await typesBelow(session, at, declared, signal);
  return { value: { of: first.symbol, related: distinct(related.value, declared) }, lacking: joined([lacking, related.lacking]) };
}

async function toldRelations(session: EngineSession, at: Place, direction: TypeDirection, signal: AbortSignal): Promise<Found> {
  const [item] = hierarchyItemsOf(await session.request('textDocument/prepareTypeHierarchy', { textDocument: { uri: at.uri }, position: at.position }, signal));
  if (item === undefined) return { value: undefined, lacking: undefined };
  const of = typeSymbolOf(item);
  const method = direction === 'up' ? 'typeHierarchy/supertypes' : 'typeHierarchy/subtypes';
  const { value, lacking } = await prepared(session, { kind: 'word', word: of.name, from: of.location.uri }, signal, async () =>
    hierarchyItemsOf(await session.request(method, { item }, signal)),
  );
  return { value: { of, related: value.map(typeSymbolOf) }, lacking };
}

// A type where it is declared. A type may be declared in several places, as merged interfaces are.
interface Declared {
  readonly symbol: TypeSymbol;
  readonly snapshot: TextSnapshot;
  readonly declaration: TypeDeclaration;
}

// The type that is named at the place, or else the type of what is named there.
async function declaredAt(session: EngineSession, at: Place, signal: AbortSignal): Promise<readonly Declared[]> {
  for (const method of ['textDocument/definition', 'textDocument/typeDefinition'] as const) {
    const locations = locationsOf(await session.request(method, { textDocument: { uri: at.uri }, position: at.position }, signal));
    const declared = await declaredIn(session, locations, signal);
    if (declared.length > 0) return declared;
  }
  return [];
}

async function declaredIn(session: EngineSession, locations: readonly Location[], signal: AbortSignal): Promise<readonly Declared[]> {
  const declared: Declared[] = [];
  for (const location of locations) {
    const snapshot = await textOrNothing(session, location.uri, signal);
    const declaration = snapshot && typesDeclaredIn(snapshot).find(({ selection }) => compare(selection.start, location.range.start) === 0);
    if (snapshot !== undefined && declaration !== undefined) declared.push({ symbol: symbolOf(location.uri, declaration), snapshot, declaration });
  }
  return declared;
}

async function typesAbove(session: EngineSession, declared: readonly Declared[], signal: AbortSignal): Promise<Prepared<readonly TypeSymbol[]>> {
  const value: TypeSymbol[] = [];
  const unresolved: string[] = [];
  for (const { snapshot, declaration } of declared) {
    for (const base of declaration.bases) {
      const asked = { textDocument: { uri: snapshot.uri }, position: base.start };
      const locations = locationsOf(await session.request('textDocument/definition', asked, signal));
      const [type] = await declaredIn(session, locations, signal);
      const symbol = type?.symbol ?? (await otherSymbol(session, locations, signal));
      if (symbol === undefined) unresolved.push(snapshot.textIn(base));
      else value.push(symbol);
    }
  }
  const lacking = unresolved.length === 0 ? undefined : `${session.name} does not know where ${unresolved.join(', ')} is declared.`;
  return { value, lacking };
}

// What a header may name besides types: a function that makes classes, a variable that holds one, an alias.
async function otherSymbol(session: EngineSession, locations: readonly Location[], signal: AbortSignal): Promise<TypeSymbol | undefined> {
  const [location] = locations;
  if (location === undefined) return undefined;
  const snapshot = await textOrNothing(session, location.uri, signal);
  const name = snapshot?.textIn(location.range) ?? '';
  const before = snapshot?.line(location.range.start.line)?.slice(0, location.range.start.character) ?? '';
  const kind: SymbolKind = /\b(?:function|def)\s*\*?\s*$/.test(before) ? 'function' : /\btype\s+$/.test(before) ? 'interface' : 'variable';
  return { name, kind, location };
}

// The types whose headers name this one; of a Python protocol, also those that fit it without naming it.
async function typesBelow(session: EngineSession, at: Place, declared: readonly Declared[], signal: AbortSignal): Promise<Prepared<readonly TypeSymbol[]>> {
  const [type] = declared;
  if (type === undefined) return { value: [], lacking: undefined };
  const asked = { textDocument: { uri: at.uri }, position: at.position, context: { includeDeclaration: true } };
  const { value: references, lacking } = await prepared(session, { kind: 'word', word: type.symbol.name, from: type.symbol.location.uri }, signal, async () =>
    locationsOf(await session.request('textDocument/references', asked, signal)),
  );
  const value: TypeSymbol[] = [];
  for (const [uri, places] of groupBy(references, (reference) => reference.uri)) {
    const snapshot = await textOrNothing(session, uri, signal);
    const naming = snapshot === undefined ? [] : typesDeclaredIn(snapshot).filter(({ bases }) => bases.some((base) => places.some(({ range }) => isSame(range, base))));
    value.push(...naming.map((declaration) => symbolOf(uri, declaration)));
  }
  if (!isProtocol(type)) return { value, lacking };
  const fitting = await structuralTypes(session, type, value, signal);
  return { value: [...value, ...fitting.value], lacking: joined([lacking, fitting.lacking]) };
}

function isProtocol({ snapshot, declaration }: Declared): boolean {
  return snapshot.languageId === 'python' && declaration.bases.some((base) => snapshot.textIn(base) === 'Protocol');
}

// Those that implement the protocol without a type above them that does so already.
async function structuralTypes(
  session: EngineSession,
  protocol: Declared,
  naming: readonly TypeSymbol[],
  signal: AbortSignal,
): Promise<Prepared<readonly TypeSymbol[]>> {
  const place = { uri: protocol.symbol.location.uri, position: protocol.symbol.location.range.start };
  const { value: locations, lacking } = await implementationsAt(session, place, signal);
  const all = await declaredIn(session, locations, signal);
  const known = new Set([...naming, ...all.map(({ symbol }) => symbol)].map(keyOf));
  const value: TypeSymbol[] = [];
  for (const type of all) {
    if (naming.some((symbol) => keyOf(symbol) === keyOf(type.symbol))) continue;
    const above = await typesAbove(session, [type], signal);
    if (!above.value.some((symbol) => known.has(keyOf(symbol)))) value.push({ ...type.symbol, structural: true });
  }
  return { value, lacking };
}

function symbolOf(uri: string, { name, kind, selection }: TypeDeclaration): TypeSymbol {
  return { name, kind, location: { uri, range: selection } };
}

function distinct(symbols: readonly TypeSymbol[], own: readonly Declared[]): readonly TypeSymbol[] {
  const seen = new Set(own.map(({ symbol }) => keyOf(symbol)));
  return symbols.filter((symbol) => !seen.has(keyOf(symbol)) && seen.add(keyOf(symbol)));
}

function keyOf({ location: { uri, range } }: TypeSymbol): string {
  return `${uri}#${range.start.line}:${range.start.character}`;
}

function isSame(a: Range, b: Range): boolean {
  return compare(a.start, b.start) === 0;
}

function joined(sentences: readonly (string | undefined)[]): string | undefined {
  return [...new Set(sentences.filter((sentence) => sentence !== undefined))].join(' ') || undefined;
}
