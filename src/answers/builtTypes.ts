// The types above and below a type, built from the headers of types, from definitions and from references: for engines that return no hierarchy.
import { groupBy } from '../base/groupBy.ts';
import type { Place, SymbolKind, TypeDirection, TypeRelations, TypeSymbol } from '../ide/doors/languages.ts';
import { compare, type Location, placeKey, type Range, type TextSnapshot } from '../ide/text.ts';
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

export interface TypesAbove {
  readonly related: readonly TypeSymbol[];
  readonly unresolved: readonly string[];
}

export async function builtTypes(ask: TypeQuestions, at: Place, direction: TypeDirection): Promise<BuiltTypes> {
  const found = await typeAt(ask, at);
  if (found === undefined) return { value: undefined, unresolved: [] };
  const { related, unresolved } =
    direction === 'up' ? await typesAbove(ask, found.declared) : { related: await typesNaming(ask, await ask.references(found.named)), unresolved: [] };
  return { value: relationsOf(found, related), unresolved };
}

// The type that is named at the place, or else the type of what is named there.
export async function typeAt(ask: Omit<TypeQuestions, 'references'>, at: Place): Promise<FoundType | undefined> {
  const [named, ...namedToo] = await declaredIn(ask, await ask.definition(at));
  if (named !== undefined) return { declared: [named, ...namedToo], named: at };
  const [type, ...typeToo] = await declaredIn(ask, await ask.typeDefinition(at));
  if (type === undefined) return undefined;
  const { uri, range } = type.symbol.location;
  return { declared: [type, ...typeToo], named: { uri, position: range.start } };
}

export async function declaredIn(ask: Pick<TypeQuestions, 'text'>, locations: readonly Location[]): Promise<readonly DeclaredType[]> {
  const declared: DeclaredType[] = [];
  for (const location of locations) {
    const snapshot = await ask.text(location.uri);
    const isAt = (range: Range | undefined) => range !== undefined && compare(range.start, location.range.start) === 0;
    const declaration = snapshot && typesDeclaredIn(snapshot).find(({ selection, assignedTo }) => isAt(selection) || isAt(assignedTo));
    if (snapshot !== undefined && declaration !== undefined) declared.push({ symbol: symbolOf(location.uri, declaration), snapshot, declaration });
  }
  return declared;
}

export async function typesAbove(ask: Pick<TypeQuestions, 'definition' | 'text'>, declared: readonly DeclaredType[]): Promise<TypesAbove> {
  const related: TypeSymbol[] = [];
  const unresolved: string[] = [];
  for (const { snapshot, declaration } of declared) {
    for (const base of declaration.bases) {
      const written = snapshot.textIn(base);
      const locations = await ask.definition({ uri: snapshot.uri, position: base.start });
      const [type] = await declaredIn(ask, locations);
      const symbol = type?.symbol ?? (await otherSymbol(ask, locations, written));
      if (symbol === undefined) unresolved.push(written);
      else related.push(symbol);
    }
  }
  return { related, unresolved };
}

// What a header may name besides types: a function that makes classes, a variable that holds one, an alias.
async function otherSymbol(ask: Pick<TypeQuestions, 'text'>, [location]: readonly Location[], written: string): Promise<TypeSymbol | undefined> {
  if (location === undefined) return undefined;
  const snapshot = await ask.text(location.uri);
  const text = snapshot?.textIn(location.range) ?? '';
  const before = snapshot?.line(location.range.start.line)?.slice(0, location.range.start.character) ?? '';
  const kind: SymbolKind = /\b(?:function|def)\s*\*?\s*$/.test(before) ? 'function' : /\btype\s+$/.test(before) ? 'interface' : 'variable';
  // Some engines return the whole declaration for its name.
  return { name: /^[\p{L}\p{N}_$]+$/u.test(text) ? text : written, kind, location };
}

// The types whose headers are among the references to one.
export async function typesNaming(ask: Pick<TypeQuestions, 'text'>, references: readonly Location[]): Promise<readonly TypeSymbol[]> {
  const related: TypeSymbol[] = [];
  for (const [uri, places] of groupBy(references, (reference) => reference.uri)) {
    const snapshot = await ask.text(uri);
    const declarations = snapshot === undefined ? [] : typesDeclaredIn(snapshot);
    const naming = declarations.filter(({ bases }) => bases.some((base) => places.some(({ range }) => compare(range.start, base.start) === 0)));
    related.push(...naming.map((declaration) => symbolOf(uri, declaration)));
  }
  return related;
}

// Each related type once, and never the type itself.
export function relationsOf({ declared }: FoundType, related: readonly TypeSymbol[]): TypeRelations {
  const seen = new Set(declared.map(({ symbol }) => placeKey(symbol.location)));
  return { of: declared[0].symbol, related: related.filter(({ location }) => !seen.has(placeKey(location)) && seen.add(placeKey(location))) };
}

function symbolOf(uri: string, { name, kind, selection }: TypeDeclaration): TypeSymbol {
  return { name, kind, location: { uri, range: selection } };
}
