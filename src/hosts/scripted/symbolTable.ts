// Which names of a script mean the same: by declaration and import, members by name alone.
import { posix } from 'node:path';
import type { OutlineSymbol, Place, WorkspaceSymbol } from '../../ide/doors/languages.ts';
import { contains, type Location, placeKey, type TextSnapshot } from '../../ide/text.ts';
import { type Identifier, readSource, type SourceFile } from './sourceFile.ts';

export interface DeclaredSymbol {
  readonly symbol: OutlineSymbol;
  readonly path: readonly string[];
  readonly isMember: boolean;
}

export class SymbolTable {
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #pathOf: (uri: string) => string;

  constructor(snapshots: readonly TextSnapshot[], pathOf: (uri: string) => string) {
    this.#files = new Map(snapshots.map((snapshot) => [snapshot.uri, readSource(snapshot)]));
    this.#pathOf = pathOf;
  }

  files(): ReadonlyMap<string, SourceFile> {
    return this.#files;
  }

  outline(uri: string): readonly OutlineSymbol[] {
    return this.#files.get(uri)?.outline ?? [];
  }

  // The letters of the query in order, as engines match them.
  symbols(query: string): WorkspaceSymbol[] {
    const letters = new RegExp([...query].map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*'), 'i');
    return [...this.#files].flatMap(([uri, file]) =>
      declaredIn(file.outline)
        .filter(({ symbol }) => letters.test(symbol.name))
        .map(({ symbol, path }) => {
          const container = path.slice(0, -1).at(-1);
          return { name: symbol.name, kind: symbol.kind, location: { uri, range: symbol.selection }, ...(container !== undefined && { container }) };
        }),
    );
  }

  identifierAt(at: Place): Identifier | undefined {
    return this.#files.get(at.uri)?.identifiers.find(({ range }) => contains(range, at.position));
  }

  definitions(at: Place): Location[] {
    const identifier = this.identifierAt(at);
    if (identifier === undefined) return [];
    const own = this.declarationAt(at);
    if (own?.isMember === true) return [{ uri: at.uri, range: own.symbol.selection }];
    if (own !== undefined) return this.#samePath(at.uri, own.path);
    if (identifier.isMember) return this.#members(identifier.name);
    const home = this.#home(at.uri, identifier.name);
    return home === undefined ? [] : this.#declarations(home.uri, home.name);
  }

  references(at: Place, includeDeclaration: boolean): Location[] {
    const identifier = this.identifierAt(at);
    if (identifier === undefined) return [];
    const isMember = identifier.isMember || this.declarationAt(at)?.isMember === true;
    const home = this.#home(at.uri, identifier.name) ?? { uri: at.uri, name: identifier.name };
    const found = [...this.#files].flatMap(([uri, file]) =>
      file.identifiers
        .filter((other) => (isMember ? this.#isMemberNamed(uri, other, identifier.name) : this.#means(uri, other, home)))
        .map(({ range }) => ({ uri, range })),
    );
    const declared = new Set((isMember ? this.#members(identifier.name) : this.#declarations(home.uri, home.name)).map(placeKey));
    return includeDeclaration ? found : found.filter((location) => !declared.has(placeKey(location)));
  }

  lineOf(location: Location): string | undefined {
    return this.#files.get(location.uri)?.snapshot.line(location.range.start.line);
  }

  commentAbove(location: Location): string {
    const snapshot = this.#files.get(location.uri)?.snapshot;
    const lines: string[] = [];
    for (let line = location.range.start.line - 1; line >= 0; line--) {
      const [, text] = /^\s*(?:\/\/|\/\*\*?|\*|#)\s?(.*?)\s*(?:\*\/)?$/.exec(snapshot?.line(line) ?? '') ?? [];
      if (text === undefined) break;
      lines.unshift(text);
    }
    return lines.join('\n').trim();
  }

  declarationAt(at: Place): DeclaredSymbol | undefined {
    return declaredIn(this.outline(at.uri)).find(({ symbol }) => contains(symbol.selection, at.position));
  }

  #means(uri: string, identifier: Identifier, home: { uri: string; name: string }): boolean {
    if (identifier.isMember || this.declarationAt({ uri, position: identifier.range.start })?.isMember === true) return false;
    const other = this.#home(uri, identifier.name) ?? { uri, name: identifier.name };
    return other.uri === home.uri && other.name === home.name;
  }

  #isMemberNamed(uri: string, identifier: Identifier, name: string): boolean {
    return identifier.name === name && (identifier.isMember || this.declarationAt({ uri, position: identifier.range.start })?.isMember === true);
  }

  // The file that declares what this name means in that one, through imports and re-exports.
  #home(uri: string, name: string, seen: ReadonlySet<string> = new Set()): { uri: string; name: string } | undefined {
    const file = this.#files.get(uri);
    if (file === undefined || seen.has(uri)) return undefined;
    if (this.#declarations(uri, name).length > 0) return { uri, name };
    const imported = file.imports.find(({ local, imported: theirs }) => local === name || theirs === name);
    const from = imported === undefined ? undefined : this.#resolve(uri, imported.from);
    return imported === undefined || from === undefined ? undefined : this.#home(from, imported.imported, new Set([...seen, uri]));
  }

  #resolve(uri: string, specifier: string): string | undefined {
    const path = specifier.startsWith('.') ? posix.join(posix.dirname(this.#pathOf(uri)), specifier) : specifier.replaceAll('.', '/');
    const candidates = [path, `${path}.ts`, `${path}.py`, path.replace(/\.js$/, '.ts')];
    return [...this.#files.keys()].find((other) => candidates.includes(this.#pathOf(other)));
  }

  #declarations(uri: string, name: string): Location[] {
    return declaredIn(this.outline(uri))
      .filter(({ symbol, isMember }) => symbol.name === name && !isMember)
      .map(({ symbol }) => ({ uri, range: symbol.selection }));
  }

  // Overloads and merged declarations; the same name inside a function is another symbol.
  #samePath(uri: string, path: readonly string[]): Location[] {
    return declaredIn(this.outline(uri))
      .filter((declared) => declared.path.join('/') === path.join('/'))
      .map(({ symbol }) => ({ uri, range: symbol.selection }));
  }

  #members(name: string): Location[] {
    return [...this.#files].flatMap(([uri, file]) =>
      declaredIn(file.outline)
        .filter(({ symbol, isMember }) => symbol.name === name && isMember)
        .map(({ symbol }) => ({ uri, range: symbol.selection })),
    );
  }
}

export function declaredIn(symbols: readonly OutlineSymbol[], above: readonly OutlineSymbol[] = []): DeclaredSymbol[] {
  return symbols.flatMap((symbol) => {
    const parent = above.at(-1)?.kind;
    const isMember = parent === 'class' || parent === 'interface' || parent === 'enum';
    return [{ symbol, path: [...above, symbol].map(({ name }) => name), isMember }, ...declaredIn(symbol.children, [...above, symbol])];
  });
}
