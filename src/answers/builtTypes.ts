// The types above and below a type, built from the headers of types, from definitions and from references: for engines that return no hierarchy.
import { groupBy } from '../base/groupBy.ts';
import type { Place, TypeDirection, TypeRelations, TypeSymbol } from '../ide/doors/languages.ts';
import { compare, type Location, placeKey, type TextSnapshot } from '../ide/text.ts';
import { type TypeDeclaration, typesDeclaredIn } from '../source/typeDeclarations.ts';

// What the engine is asked on the way.
export interface TypeQuestions {
  definition(at: Place): Promise<readonly Location[]>;
  typeDefinition(at: Place): Promise<readonly Location[]>;
  references(at: Place): Promise<readonly Location[]>;
  // Undefined when there is no text to read: then nothing can be learned from it.
  text(uri: string): Promise<TextSnapshot | undefined>;
}

export interface BuiltTypes {
  readonly value: TypeRelations | undefined;
  // The names in headers that lead nowhere.
  readonly unresolved: readonly string[];
}

interface Declared {
  readonly symbol: TypeSymbol;
  readonly snapshot: TextSnapshot;
  readonly declaration: TypeDeclaration;
}

export async function builtTypes(ask: TypeQuestions, at: Place, direction: TypeDirection): Promise<BuiltTypes> {
  const found = await typeAt(ask, at);
  if (found === undefined) return { value: undefined, unresolved: [] };
  const { related, unresolved } = direction === 'up' ? await typesAbove(ask, found.declared) : await typesBelow(ask, found.named);
  const seen = new Set(found.declared.map(({ symbol }) => keyOf(symbol)));
  const distinct = related.filter((symbol) => !seen.has(keyOf(symbol)) && seen.add(keyOf(symbol)));
  return { value: { of: found.declared[0].symbol, related: distinct }, unresolved };
}

interface FoundType {
  readonly declared: readonly [Declared, ...Declared[]];
  // Where it is named: there its references can be asked for, also when it is declared in a library.
  readonly named: Place;
}

// The type that is named at the place, or else the type of what is named there.
async function typeAt(ask: TypeQuestions, at: Place): Promise<FoundType | undefined> {
  const [named, ...namedToo] = await declaredIn(ask, await ask.definition(at));
  if (named !== undefined) return { declared: [named, ...namedToo], named: at };
  const [type, ...typeToo] = await declaredIn(ask, await ask.typeDefinition(at));
  if (type === undefined) return undefined;
  const { uri, range } = type.symbol.location;
  return { declared: [type, ...typeToo], named: { uri, position: range.start } };
}

async function declaredIn(ask: TypeQuestions, locations: readonly Location[]): Promise<readonly Declared[]> {
  const declared: Declared[] = [];
  for (const location of locations) {
    const snapshot = await ask.text(location.uri);
    const declaration = snapshot && typesDeclaredIn(snapshot).find(({ selection }) => compare(selection.start, location.range.start) === 0);
    if (snapshot !== undefined && declaration !== undefined) declared.push({ symbol: symbolOf(location.uri, declaration), snapshot, declaration });
  }
  return declared;
}

interface Related {
  readonly related: readonly TypeSymbol[];
  readonly unresolved: readonly string[];
}

async function typesAbove(ask: TypeQuestions, declared: readonly Declared[]): Promise<Related> {
  const related: TypeSymbol[] = [];
  const unresolved: string[] = [];
  for (const { snapshot, declaration, symbol } of declared) {
    for (const base of declaration.bases) {
      const locations = await ask.definition({ uri: symbol.location.uri, position: base.start });
      const [type] = await declaredIn(ask, locations);
      const [location] = locations;
      if (type !== undefined) related.push(type.symbol);
      // A header may name other things: a function that makes classes, a variable that holds one, an alias.
      else if (location !== undefined) related.push({ name: snapshot.textIn(base), kind: 'variable', location });
      else unresolved.push(snapshot.textIn(base));
    }
  }
  return { related, unresolved };
}

// The types whose headers name this one.
async function typesBelow(ask: TypeQuestions, named: Place): Promise<Related> {
  const related: TypeSymbol[] = [];
  for (const [uri, places] of groupBy(await ask.references(named), (reference) => reference.uri)) {
    const snapshot = await ask.text(uri);
    const declarations = snapshot === undefined ? [] : typesDeclaredIn(snapshot);
    const naming = declarations.filter(({ bases }) => bases.some((base) => places.some(({ range }) => compare(range.start, base.start) === 0)));
    related.push(...naming.map((declaration) => symbolOf(uri, declaration)));
  }
  return { related, unresolved: [] };
}

function symbolOf(uri: string, { name, kind, selection }: TypeDeclaration): TypeSymbol {
  return { name, kind, location: { uri, range: selection } };
}

function keyOf({ location }: TypeSymbol): string {
  return placeKey(location);
}
