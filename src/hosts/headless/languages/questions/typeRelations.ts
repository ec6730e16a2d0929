// The types above and below a type: as the engine returns them or, where it cannot, built from the headers of types, definitions and references.
import { groupBy } from '../../../../base/groupBy.ts';
import type { Place, SymbolKind, TypeDirection, TypeSymbol } from '../../../../ide/doors/languages.ts';
import { compare, type Location, placeKey, type Range, type TextSnapshot } from '../../../../ide/text.ts';
import { type TypeDeclaration, typesDeclaredIn } from '../../../../source/typeDeclarations.ts';
import { locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { FoundTypes, TypeQuestion } from '../engine/middleware.ts';
import type { PartialAnswer } from '../engine/partialAnswer.ts';
import { prepared } from '../engine/prepared.ts';
import { hierarchyItemsOf, typeSymbolOf } from './hierarchyAnswers.ts';

export async function typeRelations(session: EngineSession, at: Place, direction: TypeDirection, signal: AbortSignal): Promise<FoundTypes> {
  await session.documents.open(at.uri, signal);
  const ask = () => askedRelations(session, { at, direction }, signal);
  return session.isSteady ? session.types.relations(at, direction, ask) : ask();
}

async function askedRelations(session: EngineSession, question: TypeQuestion, signal: AbortSignal): Promise<FoundTypes> {
  const next = () => (session.hasTypeHierarchy ? reportedRelations(session, question, signal) : builtRelations(session, question, signal));
  return session.middleware.types?.(question, next, signal) ?? next();
}

// Types below one that no reference shows, given those that the references do.
export type MoreBelow = (found: FoundType, naming: readonly TypeSymbol[]) => Promise<PartialAnswer<readonly TypeSymbol[]>>;

export async function builtRelations(session: EngineSession, { at, direction }: TypeQuestion, signal: AbortSignal, moreBelow?: MoreBelow): Promise<FoundTypes> {
  const { value: found, gap } = await prepared(session, { kind: 'file', uri: at.uri }, signal, () => typeAt(session, at, signal));
  if (found === undefined) return { value: undefined, gap };
  const related = direction === 'up' ? await typesAbove(session, found.declared, signal) : await typesBelow(session, found, moreBelow, signal);
  return { value: { of: found.declared[0].symbol, related: distinct(related.value, found.declared) }, gap: joined([gap, related.gap]) };
}

async function reportedRelations(session: EngineSession, { at, direction }: TypeQuestion, signal: AbortSignal): Promise<FoundTypes> {
  const [item] = hierarchyItemsOf(await session.request('textDocument/prepareTypeHierarchy', { textDocument: { uri: at.uri }, position: at.position }, signal));
  if (item === undefined) return { value: undefined, gap: undefined };
  const of = typeSymbolOf(item);
  const method = direction === 'up' ? 'typeHierarchy/supertypes' : 'typeHierarchy/subtypes';
  const { value, gap } = await prepared(session, { kind: 'word', word: of.name, from: of.location.uri }, signal, async () =>
    hierarchyItemsOf(await session.request(method, { item }, signal)),
  );
  return { value: { of, related: value.map(typeSymbolOf) }, gap };
}

// A type where it is declared. A type may be declared in several places, as merged interfaces are.
export interface DeclaredType {
  readonly symbol: TypeSymbol;
  readonly snapshot: TextSnapshot;
  readonly declaration: TypeDeclaration;
}

export interface FoundType {
  readonly declared: readonly [DeclaredType, ...DeclaredType[]];
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

export async function declaredIn(session: EngineSession, locations: readonly Location[], signal: AbortSignal): Promise<readonly DeclaredType[]> {
  const declared: DeclaredType[] = [];
  for (const location of locations) {
    const snapshot = await textOrNothing(session, location.uri, signal);
    const isAt = (range: Range | undefined) => range !== undefined && compare(range.start, location.range.start) === 0;
    const declaration = snapshot && typesDeclaredIn(snapshot).find(({ selection, assignedTo }) => isAt(selection) || isAt(assignedTo));
    if (snapshot !== undefined && declaration !== undefined) declared.push({ symbol: symbolOf(location.uri, declaration), snapshot, declaration });
  }
  return declared;
}

export async function typesAbove(
  session: EngineSession,
  declared: readonly DeclaredType[],
  signal: AbortSignal,
): Promise<PartialAnswer<readonly TypeSymbol[]>> {
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
  const gap = unresolved.length === 0 ? undefined : `${session.name} does not know where ${unresolved.join(', ')} is declared.`;
  return { value, gap };
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

// The types whose headers name this one.
async function typesBelow(
  session: EngineSession,
  found: FoundType,
  moreBelow: MoreBelow | undefined,
  signal: AbortSignal,
): Promise<PartialAnswer<readonly TypeSymbol[]>> {
  const {
    declared: [type],
    named,
  } = found;
  const asked = { textDocument: { uri: named.uri }, position: named.position, context: { includeDeclaration: true } };
  const { value: references, gap } = await prepared(session, { kind: 'word', word: type.symbol.name, from: type.symbol.location.uri }, signal, async () =>
    locationsOf(await session.request('textDocument/references', asked, signal)),
  );
  const value: TypeSymbol[] = [];
  for (const [uri, places] of groupBy(references, (reference) => reference.uri)) {
    const snapshot = await textOrNothing(session, uri, signal);
    const declarations = snapshot === undefined ? [] : typesDeclaredIn(snapshot);
    const naming = declarations.filter(({ bases }) => bases.some((base) => places.some(({ range }) => compare(range.start, base.start) === 0)));
    value.push(...naming.map((declaration) => symbolOf(uri, declaration)));
  }
  if (moreBelow === undefined) return { value, gap };
  return moreBelow(found, value).then((more) => ({ value: [...value, ...more.value], gap: joined([gap, more.gap]) }));
}

function placeOf({ location }: TypeSymbol): Place {
  return { uri: location.uri, position: location.range.start };
}

function symbolOf(uri: string, { name, kind, selection }: TypeDeclaration): TypeSymbol {
  return { name, kind, location: { uri, range: selection } };
}

function distinct(symbols: readonly TypeSymbol[], own: readonly DeclaredType[]): readonly TypeSymbol[] {
  const seen = new Set(own.map(({ symbol }) => keyOf(symbol)));
  return symbols.filter((symbol) => !seen.has(keyOf(symbol)) && seen.add(keyOf(symbol)));
}

function keyOf({ location }: TypeSymbol): string {
  return placeKey(location);
}

function joined(sentences: readonly (string | undefined)[]): string | undefined {
  return [...new Set(sentences.filter((sentence) => sentence !== undefined))].join(' ') || undefined;
}
