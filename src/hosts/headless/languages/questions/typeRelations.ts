// The types above and below a type: as the engine tells them or, where it cannot, built from the headers of types, definitions and references.
import { groupBy } from '../../../../base/groupBy.ts';
import type { Place, SymbolKind, TypeDirection, TypeRelations, TypeSymbol } from '../../../../ide/languages.ts';
import { compare, type Location, type Range, type TextSnapshot } from '../../../../ide/text.ts';
import { type TypeDeclaration, typesDeclaredIn } from '../../../../ide/typeDeclarations.ts';
import { wordAt } from '../../../../ide/wordAt.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { type Prepared, prepared } from '../engine/prepared.ts';
import { textOrNothing } from '../sourceText.ts';
import { locationsOf } from './answers.ts';
import { hierarchyItemsOf, typeSymbolOf } from './hierarchyAnswers.ts';
import { implementationsAt } from './implementations.ts';

type Found = Prepared<TypeRelations | undefined>;

export async function typeRelations(session: EngineSession, at: Place, direction: TypeDirection, signal: AbortSignal): Promise<Found> {
  await session.documents.open(at.uri, signal);
  const ask = () => askedRelations(session, at, direction, signal);
  return session.isSteady ? session.types.relations(at, direction, ask) : ask();
}

async function askedRelations(session: EngineSession, at: Place, direction: TypeDirection, signal: AbortSignal): Promise<Found> {
  if (session.tellsTypeHierarchy) return toldRelations(session, at, direction, signal);
  const { quirk } = session;
  if (quirk.types !== undefined) {
    const word = wordAt(await session.project.documents.read(at.uri, signal), at.position) ?? '';
    return prepared(session, { kind: 'word', word, from: at.uri }, signal, async () => quirk.types?.(at, direction, signal));
  }
  const { value: found, lacking } = await prepared(session, { kind: 'file', uri: at.uri }, signal, () => typeAt(session, at, signal));
  if (found === undefined) return { value: undefined, lacking };
  const related = direction === 'up' ? await typesAbove(session, found.declared, signal) : await typesBelow(session, found, signal);
  return { value: { of: found.declared[0].symbol, related: distinct(related.value, found.declared) }, lacking: joined([lacking, related.lacking]) };
}

async function toldRelations(session: EngineSession, at: Place, direction: TypeDirection, signal: AbortSignal): Promise<Found> {
  const [item] = hierarchyItemsOf(await session.request('textDocument/prepareTypeHierarchy', { textDocument: { uri: at.uri }, position: at.position }, signal));
  if (item === undefined) return { value: undefined, lacking: undefined };
  const of = typeSymbolOf(item);
  const method = direction === 'up' ? 'typeHierarchy/supertypes' : 'typeHierarchy/subtypes';
  const { value, lacking } = await prepared(session, { kind: 'word', word: of.name, from: of.location.uri }, signal, async () =>
    hierarchyItemsOf(await session.request(method, { item }, signal)),
  );
  const related = value.map(typeSymbolOf);
  return { value: { of, related: related.filter((type) => session.quirk.keepsType?.(type) ?? true) }, lacking };
}

// A type where it is declared. A type may be declared in several places, as merged interfaces are.
interface Declared {
  readonly symbol: TypeSymbol;
  readonly snapshot: TextSnapshot;
  readonly declaration: TypeDeclaration;
}

interface FoundType {
  readonly declared: readonly [Declared, ...Declared[]];
  // Where it is named: there its references can be asked for, also when it is declared in a library.
  readonly named: Place;
}

// The type that is named at the place, or else the type of what is named there.
async function typeAt(session: EngineSession, at: Place, signal: AbortSignal): Promise<FoundType | undefined> {
  const asked = { textDocument: { uri: at.uri }, position: at.position };
  const [named, ...namedToo] = await declaredIn(session, locationsOf(await session.request('textDocument/definition', asked, signal)), signal);
  if (named !== undefined) return { declared: [named, ...namedToo], named: at };
  const [type, ...typeToo] = await declaredIn(session, locationsOf(await session.request('textDocument/typeDefinition', asked, signal)), signal);
  return type === undefined ? undefined : { declared: [type, ...typeToo], named: placeOf(type.symbol) };
}

async function declaredIn(session: EngineSession, locations: readonly Location[], signal: AbortSignal): Promise<readonly Declared[]> {
  const declared: Declared[] = [];
  for (const location of locations) {
    const snapshot = await textOrNothing(session, location.uri, signal);
    const isAt = (range: Range | undefined) => range !== undefined && compare(range.start, location.range.start) === 0;
    const declaration = snapshot && typesDeclaredIn(snapshot).find(({ selection, assignedTo }) => isAt(selection) || isAt(assignedTo));
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

// The types whose headers name this one; in Python also under another name, and of a protocol those that fit it without naming it.
async function typesBelow(session: EngineSession, { declared: [type], named }: FoundType, signal: AbortSignal): Promise<Prepared<readonly TypeSymbol[]>> {
  const asked = { textDocument: { uri: named.uri }, position: named.position, context: { includeDeclaration: true } };
  const { value: references, lacking } = await prepared(session, { kind: 'word', word: type.symbol.name, from: type.symbol.location.uri }, signal, async () =>
    locationsOf(await session.request('textDocument/references', asked, signal)),
  );
  const value: TypeSymbol[] = [];
  for (const [uri, places] of groupBy(references, (reference) => reference.uri)) {
    const snapshot = await textOrNothing(session, uri, signal);
    const declarations = snapshot === undefined ? [] : typesDeclaredIn(snapshot);
    const naming = declarations.filter(({ bases }) => bases.some((base) => places.some(({ range }) => compare(range.start, base.start) === 0)));
    value.push(...naming.map((declaration) => symbolOf(uri, declaration)));
  }
  if (type.snapshot.languageId !== 'python') return { value, lacking };
  const more = await moreBelowInPython(session, type, named, value, signal);
  return { value: [...value, ...more.value], lacking: joined([lacking, more.lacking]) };
}

// basedpyright's references leave out what an import renames (`from shop import Cart as C`), and a protocol needs no naming; its implementations have both.
// They have what is farther below too, which is recognised by standing below another of them.
async function moreBelowInPython(
  session: EngineSession,
  type: Declared,
  named: Place,
  naming: readonly TypeSymbol[],
  signal: AbortSignal,
): Promise<Prepared<readonly TypeSymbol[]>> {
  const { value: locations, lacking } = await everythingBelow(session, type, named, signal);
  const all = await declaredIn(session, locations, signal);
  const known = new Set([...naming, ...all.map(({ symbol }) => symbol)].map(keyOf));
  const value: TypeSymbol[] = [];
  for (const other of all) {
    if (naming.some((symbol) => keyOf(symbol) === keyOf(other.symbol))) continue;
    const above = (await session.types.above(other.symbol.location, async () => (await typesAbove(session, [other], signal)).value)).map(keyOf);
    if (above.includes(keyOf(type.symbol))) value.push(other.symbol);
    else if (isProtocol(type) && !above.some((key) => known.has(key))) value.push({ ...other.symbol, structural: true });
  }
  return { value, lacking };
}

// A search of the whole program, which takes basedpyright a fifth of a second for each type of a tree. What fits a protocol is below it alone.
async function everythingBelow(session: EngineSession, type: Declared, named: Place, signal: AbortSignal): Promise<Prepared<readonly Location[]>> {
  const known = isProtocol(type) ? undefined : session.types.below(type.symbol.location);
  if (known !== undefined) return { value: known, lacking: undefined };
  const found = await implementationsAt(session, named, signal);
  if (found.lacking === undefined && !isProtocol(type)) session.types.rememberBelow(type.symbol.location, found.value);
  return found;
}

function isProtocol({ snapshot, declaration }: Declared): boolean {
  return declaration.bases.some((base) => snapshot.textIn(base) === 'Protocol');
}

function placeOf({ location }: TypeSymbol): Place {
  return { uri: location.uri, position: location.range.start };
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

function joined(sentences: readonly (string | undefined)[]): string | undefined {
  return [...new Set(sentences.filter((sentence) => sentence !== undefined))].join(' ') || undefined;
}
