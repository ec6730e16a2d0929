// Which types of a script stand above one another and which of its functions call which: by their headers and by the names in front of brackets.
import type {
  Callable,
  CallDirection,
  CallHierarchyCall,
  CallRelations,
  OutlineSymbol,
  Place,
  TypeDirection,
  TypeRelations,
  TypeSymbol,
} from '../../ide/doors/languages.ts';
import { contains, type Location, placeKey, type Range } from '../../ide/text.ts';
import type { SourceFile } from './sourceFile.ts';
import { type DeclaredSymbol, declaredIn, type SymbolTable } from './symbolTable.ts';

interface Found extends DeclaredSymbol {
  readonly uri: string;
}

interface WrittenCall {
  readonly uri: string;
  readonly range: Range;
  readonly caller: Found | undefined;
  readonly targets: readonly Found[];
}

const known = new WeakMap<SymbolTable, Relations>();

export function relationsOf(table: SymbolTable): Relations {
  const relations = known.get(table) ?? new Relations(table);
  known.set(table, relations);
  return relations;
}

class Relations {
  readonly #table: SymbolTable;
  readonly #all: readonly Found[];
  readonly #bases = new Map<Found, readonly Found[]>();
  #written: readonly WrittenCall[] | undefined;

  constructor(table: SymbolTable) {
    this.#table = table;
    this.#all = [...table.files()].flatMap(([uri, { outline }]) => declaredIn(outline).map((declared) => ({ uri, ...declared })));
  }

  // By the annotation or the `new` on the line that declares it.
  typeDefinition(at: Place): Location[] {
    return this.#table.definitions(at).flatMap((location) => {
      if (isType(this.#declaredAt(location)?.symbol)) return [location];
      const line = this.#table.lineOf(location)?.slice(location.range.end.character) ?? '';
      const [, annotated, made] = /^\??\s*(?::\s*(\w+)|=\s*new\s+(\w+))/.exec(line) ?? [];
      return this.#typesNamed(annotated ?? made ?? '').map(locationOf);
    });
  }

  implementations(at: Place): Location[] {
    return this.#table.definitions(at).flatMap((location) => {
      const declared = this.#declaredAt(location);
      if (declared === undefined) return [];
      if (isType(declared.symbol)) return this.#allBelow(declared).map(locationOf);
      const container = this.#containerOf(declared);
      if (container === undefined) return [];
      return this.#allBelow(container)
        .flatMap((type) => type.symbol.children.filter(({ name }) => name === declared.symbol.name).map((symbol) => ({ uri: type.uri, symbol })))
        .map(locationOf);
    });
  }

  types(at: Place, direction: TypeDirection): TypeRelations | undefined {
    const of = this.#table
      .definitions(at)
      .concat(this.typeDefinition(at))
      .map((location) => this.#declaredAt(location))
      .find((declared) => isType(declared?.symbol));
    if (of === undefined) return undefined;
    const related = direction === 'up' ? this.#above(of) : this.#below(of);
    return { of: typeSymbolOf(of), related: related.map(typeSymbolOf) };
  }

  calls(at: Place, direction: CallDirection): CallRelations | undefined {
    const of = this.#table
      .definitions(at)
      .map((location) => this.#declaredAt(location))
      .find((declared) => isFunction(declared?.symbol));
    if (of === undefined) return undefined;
    this.#written ??= this.#writtenCalls();
    const calls = new Map<string, { callable: Callable; places: Range[] }>();
    for (const { uri, range, caller, targets } of this.#written) {
      const others =
        direction === 'callees'
          ? isSame(caller, of)
            ? targets.map(callableOf)
            : []
          : targets.some((target) => isSame(target, of))
            ? [callerOf(uri, caller)]
            : [];
      for (const callable of others) {
        const known = calls.get(placeKey(callable.location));
        if (known === undefined) calls.set(placeKey(callable.location), { callable, places: [range] });
        else known.places.push(range);
      }
    }
    const found: readonly CallHierarchyCall[] = [...calls.values()];
    return { of: callableOf(of), calls: found };
  }

  #writtenCalls(): WrittenCall[] {
    return [...this.#table.files()].flatMap(([uri, file]) =>
      file.identifiers.flatMap((identifier) => {
        const { start, end } = identifier.range;
        const line = file.snapshot.line(end.line) ?? '';
        const place = { uri, position: start };
        if (!line.slice(end.character).startsWith('(') || this.#table.declarationAt(place) !== undefined) return [];
        const receiver = identifier.isMember ? typeOfReceiver(file, line.slice(0, start.character - 1)) : undefined;
        const targets = this.#table
          .definitions(place)
          .flatMap((location) => this.#declaredAt(location) ?? [])
          .filter((target) => isFunction(target.symbol) && (receiver === undefined || target.path.at(-2) === receiver));
        return [{ uri, range: identifier.range, caller: this.#functionAround(place), targets }];
      }),
    );
  }

  #functionAround(place: Place): Found | undefined {
    return this.#all.findLast(({ uri, symbol }) => uri === place.uri && isFunction(symbol) && contains(symbol.range, place.position));
  }

  #above(type: Found): readonly Found[] {
    const known = this.#bases.get(type);
    if (known !== undefined) return known;
    const bases = basesOf(this.#table, type).flatMap((position) =>
      this.#table.definitions({ uri: type.uri, position }).flatMap((location) => this.#declaredAt(location) ?? []),
    );
    this.#bases.set(type, bases);
    return bases;
  }

  #below(type: Found): Found[] {
    return this.#all.filter((other) => isType(other.symbol) && this.#above(other).some((base) => isSame(base, type)));
  }

  #allBelow(type: Found, seen: readonly Found[] = []): Found[] {
    const direct = this.#below(type).filter((other) => !seen.some((known) => isSame(known, other)));
    return direct.flatMap((other) => [other, ...this.#allBelow(other, [...seen, type, ...direct])]);
  }

  #containerOf({ uri, path }: Found): Found | undefined {
    return this.#all.find((other) => other.uri === uri && isType(other.symbol) && other.path.join('/') === path.slice(0, -1).join('/'));
  }

  #typesNamed(name: string): Found[] {
    return this.#all.filter(({ symbol }) => isType(symbol) && symbol.name === name);
  }

  #declaredAt(location: Location): Found | undefined {
    return this.#all.find(({ uri, symbol }) => uri === location.uri && contains(symbol.selection, location.range.start));
  }
}

// Where the names behind extends and implements, or in the brackets of a Python class, stand on the line of the type.
function basesOf(table: SymbolTable, type: Found): { line: number; character: number }[] {
  const { line } = type.symbol.selection.start;
  const from = type.symbol.selection.end.character;
  const text = (table.files().get(type.uri)?.snapshot.line(line) ?? '').replace(/[{:].*$/, '');
  const clause = /\b(?:extends|implements)\b|\(/.exec(text.slice(from));
  if (clause === null) return [];
  return [...text.matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)]
    .filter(({ index, 0: word }) => index > from + clause.index && !/^(?:extends|implements)$/.test(word))
    .map(({ index }) => ({ line, character: index }));
}

// `shape.area()` where the file says `shape: Shape`.
function typeOfReceiver(file: SourceFile, before: string): string | undefined {
  const receiver = /([\p{ID_Start}$_][\p{ID_Continue}$]*)$/u.exec(before)?.[1];
  return receiver === undefined ? undefined : new RegExp(`\\b${receiver}\\??: *(\\w+)`).exec(file.snapshot.text)?.[1];
}

function callerOf(uri: string, caller: Found | undefined): Callable {
  if (caller !== undefined) return callableOf(caller);
  const start = { line: 0, character: 0 };
  return { name: uri.slice(uri.lastIndexOf('/') + 1), kind: 'module', location: { uri, range: { start, end: start } } };
}

function callableOf(found: Found): Callable {
  const container = found.isMember ? found.path.at(-2) : undefined;
  return { name: found.symbol.name, kind: found.symbol.kind, location: locationOf(found), ...(container !== undefined && { container }) };
}

function typeSymbolOf(found: Found): TypeSymbol {
  return { name: found.symbol.name, kind: found.symbol.kind, location: locationOf(found) };
}

function locationOf({ uri, symbol }: { uri: string; symbol: OutlineSymbol }): Location {
  return { uri, range: symbol.selection };
}

function isSame(a: Found | undefined, b: Found): boolean {
  return a !== undefined && placeKey(locationOf(a)) === placeKey(locationOf(b));
}

function isType(symbol: OutlineSymbol | undefined): boolean {
  return symbol?.kind === 'class' || symbol?.kind === 'interface';
}

function isFunction(symbol: OutlineSymbol | undefined): boolean {
  return symbol?.kind === 'function' || symbol?.kind === 'method';
}
