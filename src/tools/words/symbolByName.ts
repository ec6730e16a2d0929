// Finding the one symbol that a name or a path of names means, in a file or in the whole project.
import { closest } from '../../base/text/closest.ts';
import type { Answer } from '../../ide/answer.ts';
import type { OutlineSymbol, Place, SymbolKind, WorkspaceSymbol } from '../../ide/doors/languages.ts';
import { ambiguousSymbol, IdeError, type SymbolCandidate, symbolNotFound } from '../../ide/errors/errors.ts';
import { contains, positionKey, type TextSnapshot } from '../../ide/text.ts';
import { familyOf } from '../../source/language.ts';
import { occurrencesInCode } from '../../source/names.ts';
import { isTypeKind, outlinePath } from '../../source/outlinePath.ts';
import { partsOfEngineName, partsOfPath } from '../../source/qualifiedNames.ts';
import { prominence } from '../../source/symbolPriority.ts';
import type { ProjectContext } from '../tool.ts';
import { fileOf, isLibrary, placeOf } from './place.ts';

export interface NamedPlace extends Place {
  readonly name: string;
  readonly kind: string;
}

export interface FoundByName extends Place {
  readonly notes: readonly string[];
}

// So many definitions are asked for at once, at most; a name with more meanings needs a file or a path anyway.
const MOST_COMPARED = 24;
const MOST_LISTED = 20;
const MOST_NEAR = 3;
// Names are looked up in the text of a file when its outline does not have them; more places than this are not compared.
const MOST_OCCURRENCES = 12;

export async function symbolNamedInFile(context: ProjectContext, document: TextSnapshot, name: string): Promise<FoundByName> {
  const { ide, signal } = context;
  const file = fileOf(ide.project, document.uri);
  const outline = await ide.languages.outline(document.uri, signal);
  const inOutline = declarationsOf(outline.value, name, file).map(({ symbol, path }) => ({
    uri: document.uri,
    position: symbol.selection.start,
    name: path.join('/'),
    kind: symbol.kind,
  }));
  if (inOutline.length > 0) return theOne(context, `${name} in ${file}`, inOutline, [outline]);
  // Imported names, parameters and locals are in no outline; a plain name still means something if all its uses here mean the same.
  const used = isPath(name)
    ? []
    : occurrencesInCode(document, name, MOST_OCCURRENCES).map((offset) => ({ uri: document.uri, position: document.positionAt(offset), name, kind: 'name' }));
  if (used.length > 0) return theOne(context, `${name} in ${file}`, used, [outline]);
  const near = closest(
    lastOf(name),
    [...walk(outline.value)].map(({ symbol }) => symbol.name),
    MOST_NEAR,
  );
  throw symbolNotFound(`${name} in ${file}`, near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `get_file_outline shows what ${file} declares.`);
}

export async function symbolNamed(context: ProjectContext, name: string): Promise<FoundByName> {
  const { ide, signal } = context;
  const isMeant = (symbol: WorkspaceSymbol) => isSameName(symbol.name, lastOf(name)) || symbol.name === name;
  const files = await filesWithWords(context, name);
  let answers = await symbolsWhereTheWordsAre(context, lastOf(name), files);
  if (!answers.some((answer) => answer.value.some(isMeant))) answers = [await ide.languages.symbols(lastOf(name), signal)];
  const known = answers.flatMap((answer) => answer.value);
  const own = known.filter((symbol) => isMeant(symbol) && !isLibrary(ide.project, symbol.location.uri));
  const matching = isPath(name) ? await withPath(context, urisOf(own), name) : own;
  // A method that is written outside of its type, as in Go, has it as container only.
  const path = partsOfPath(name).join('/');
  const placed = matching.length > 0 ? matching : own.filter((symbol) => partsOfPath(`${symbol.container}/${symbol.name}`).join('/').endsWith(path));
  // Engines leave members of object literals, type definitions in comments and the like out of their lists, but not out of outlines.
  const chosen = placed.length > 0 ? placed : await onlyInOutlines(context, files, name);
  if (chosen.length === 0) throw await nothingNamed(context, name, known, answers);
  const compared = await Promise.all(chosen.slice(0, MOST_COMPARED).map((symbol) => atItsName(context, symbol)));
  return theOne(context, name, [...compared, ...chosen.slice(MOST_COMPARED).map(placeOfSymbol)], answers);
}

// A bare name is not looked for inside of functions: there it needs a file and a line.
async function onlyInOutlines(context: ProjectContext, files: readonly string[], name: string): Promise<readonly WorkspaceSymbol[]> {
  const found = await withPath(context, files, name);
  if (isPath(name)) return found;
  const areLocal = await localsAmong(context, found.map(placeOfSymbol));
  return found.filter((_, index) => areLocal[index] === false);
}

// Those that hold the last word, and of the words before it those that do not name the folder or the file.
async function filesWithWords(context: ProjectContext, name: string): Promise<readonly string[]> {
  const { ide, signal } = context;
  const [last = '', ...above] = [...partsOfPath(name)].reverse();
  const [holders, ...others] = await Promise.all([last, ...above].map((word) => ide.documents.filesWithWord(plain(word), signal)));
  return (holders ?? []).filter((uri) => {
    const segments = segmentsOf(fileOf(ide.project, uri));
    return above.every((word, index) => segments.includes(word) || (others[index] ?? []).includes(uri));
  });
}

// Only engines whose files hold the words are asked, so that a name in TypeScript does not wait for Python to load.
async function symbolsWhereTheWordsAre(context: ProjectContext, word: string, files: readonly string[]): Promise<Answer<readonly WorkspaceSymbol[]>[]> {
  const { ide, signal } = context;
  const byFamily = new Map(files.flatMap((uri) => familyAndLanguage(ide.languages.languageOf(uri))));
  return Promise.all([...byFamily.values()].map((language) => ide.languages.symbols(word, signal, { language, within: files })));
}

function urisOf(symbols: readonly WorkspaceSymbol[]): readonly string[] {
  return [...new Set(symbols.map((symbol) => symbol.location.uri))];
}

// The folders of a file and its name without the extension.
function segmentsOf(file: string): readonly string[] {
  return file.replace(/\.[^./]+$/, '').split('/');
}

// One engine speaks all languages of a family; data such as JSON declares nothing by name.
function familyAndLanguage(language: string | undefined): [family: string, language: string][] {
  return language === undefined || language.startsWith('json') ? [] : [[familyOf(language), language]];
}

// Places that the engine leads to a common definition are one symbol: overloads, merged declarations, re-exports.
export async function distinctSymbols(context: ProjectContext, places: readonly NamedPlace[]): Promise<{ symbols: NamedPlace[]; answers: Answer<unknown>[] }> {
  const answers = await Promise.all(places.map((place) => context.ide.languages.definition(place, context.signal)));
  const groups: { keys: Set<string>; place: NamedPlace; isDefinition: boolean }[] = [];
  places.forEach((place, index) => {
    const own = positionKey(place.uri, place.position);
    const targets = (answers[index]?.value ?? []).map((location) => positionKey(location.uri, location.range.start));
    const isDefinition = targets.length === 0 || targets.includes(own);
    // With its own place, because some engines lead from the declaration to the definition and back.
    const keys = new Set([own, ...targets]);
    const group = groups.find((known) => [...keys].some((key) => known.keys.has(key)));
    if (group === undefined) {
      groups.push({ keys, place, isDefinition });
      return;
    }
    for (const key of keys) group.keys.add(key);
    // The definition itself stands for its symbol, rather than a re-export that happened to come first.
    if (!group.isDefinition && isDefinition) Object.assign(group, { place, isDefinition: true });
  });
  return { symbols: groups.map(({ place }) => place), answers };
}

async function theOne(context: ProjectContext, what: string, places: readonly NamedPlace[], answers: readonly Answer<unknown>[]): Promise<FoundByName> {
  const [first, ...others] = places;
  if (first !== undefined && others.length === 0) return { uri: first.uri, position: first.position, notes: notesOf(answers) };
  if (places.length > MOST_COMPARED) throw ambiguous(context, what, places);
  const distinct = await distinctSymbols(context, places);
  const symbols = distinct.symbols.length > 1 ? await withoutConstructors(context, await withoutLocals(context, distinct.symbols)) : distinct.symbols;
  const [only, ...more] = symbols;
  if (only === undefined || more.length > 0) throw ambiguous(context, what, symbols);
  return { uri: only.uri, position: only.position, notes: notesOf([...answers, ...distinct.answers]) };
}

// A bare name means what a file declares for others, not a variable inside some function: that one has a path, such as main/total.
async function withoutLocals(context: ProjectContext, places: readonly NamedPlace[]): Promise<readonly NamedPlace[]> {
  const areLocal = await localsAmong(context, places);
  const visible = places.filter((_, index) => areLocal[index] === false);
  return visible.length > 0 ? visible : places;
}

function localsAmong(context: ProjectContext, places: readonly Place[]): Promise<boolean[]> {
  return Promise.all(
    places.map(async (place) => {
      const outline = await context.ide.languages.outline(place.uri, context.signal);
      return isInsideFunction(outline.value, place);
    }),
  );
}

// The name of a class means the class, and not what it declares under its own name: constructors, and constructors that it takes over.
async function withoutConstructors(context: ProjectContext, places: readonly NamedPlace[]): Promise<readonly NamedPlace[]> {
  const types = await Promise.all(
    places.map(async (place) => {
      const outline = await context.ide.languages.outline(place.uri, context.signal);
      const own = outlinePath(outline.value, place.position).at(-1);
      return own !== undefined && isTypeKind(own.kind) ? { place, range: own.range } : undefined;
    }),
  );
  const isInsideType = (place: NamedPlace) =>
    types.some((type) => type !== undefined && type.place !== place && type.place.uri === place.uri && contains(type.range, place.position));
  return places.filter((place) => !isInsideType(place));
}

// Whether the symbol is seen only inside of the function that declares it.
export async function isLocal(context: ProjectContext, place: Place): Promise<boolean> {
  const [declared] = (await context.ide.languages.definition(place, context.signal)).value;
  const at = declared === undefined ? place : { uri: declared.uri, position: declared.range.start };
  const [only] = isLibrary(context.ide.project, at.uri) ? [false] : await localsAmong(context, [at]);
  return only === true;
}

function isInsideFunction(symbols: readonly OutlineSymbol[], place: Place): boolean {
  for (const symbol of symbols) {
    if (!contains(symbol.range, place.position) || contains(symbol.selection, place.position)) continue;
    if (FUNCTIONS.has(symbol.kind) || isInsideFunction(symbol.children, place)) return true;
  }
  return false;
}

const FUNCTIONS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['function', 'method', 'constructor']);

// The engine returns at most the nearest container, so a path is checked against the outlines of files.
async function withPath(context: ProjectContext, uris: readonly string[], name: string): Promise<WorkspaceSymbol[]> {
  const found = await Promise.all(
    uris
      .filter((uri) => context.ide.languages.languageOf(uri) !== undefined)
      .slice(0, MOST_COMPARED)
      .map(async (uri) => {
        const outline = await outlineOrNothing(context, uri);
        return declarationsOf(outline, name, fileOf(context.ide.project, uri)).map(({ symbol, path }) => ({
          name: path.join('/'),
          kind: symbol.kind,
          location: { uri, range: symbol.selection },
        }));
      }),
  );
  return found.flat();
}

// Of a file whose engine is missing nothing is known, and that the answer about the symbols has said.
async function outlineOrNothing(context: ProjectContext, uri: string): Promise<readonly OutlineSymbol[]> {
  try {
    return (await context.ide.languages.outline(uri, context.signal)).value;
  } catch (error) {
    if (error instanceof IdeError && error.code !== 'cancelled') return [];
    throw error;
  }
}

interface Declared {
  readonly symbol: OutlineSymbol;
  readonly path: readonly string[];
}

function declarationsOf(outline: readonly OutlineSymbol[], name: string, file: string): Declared[] {
  const all = [...walk(outline)];
  const same = all.filter(({ symbol, path }) => isSameName(symbol.name, name) || isSameName(path.at(-1) ?? '', name));
  // A block that adds members to a type, such as impl in Rust, is listed as an object of the type's name.
  const declared = same.filter(({ symbol }) => symbol.kind !== 'object');
  const whole = declared.length > 0 ? declared : same;
  if (whole.length > 0 || !isPath(name)) return asWritten(whole, name);
  const wanted = partsOfPath(name);
  const inside = all.filter(({ path }) => endsWith(path, wanted));
  if (inside.length > 0) return asWritten(inside, lastOf(name));
  // shop.cart.Cart and cart::Cart name folders and files too.
  const segments = segmentsOf(file);
  return all.filter(({ path }) => endsWith([...segments, ...path], wanted) || endsWith([...segments.slice(0, -1), ...path], wanted));
}

// `total` means `#total` only where nothing is called total.
function asWritten(found: readonly Declared[], last: string): Declared[] {
  const exact = found.filter(({ path }) => path.at(-1)?.startsWith('#') === last.startsWith('#'));
  return exact.length > 0 ? exact : [...found];
}

function endsWith(path: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length <= path.length && wanted.every((part, index) => isSameName(path[path.length - wanted.length + index] ?? '', part));
}

function* walk(symbols: readonly OutlineSymbol[], above: readonly string[] = []): Generator<Declared> {
  for (const symbol of symbols) {
    const path = [...above, ...partsOfEngineName(symbol.name)];
    yield { symbol, path };
    yield* walk(symbol.children, path);
  }
}

async function nothingNamed(context: ProjectContext, name: string, found: readonly WorkspaceSymbol[], answers: readonly Answer<unknown>[]): Promise<Error> {
  const gaps = answers.flatMap((answer) => [...(answer.complete ? [] : [answer.why]), ...(answer.notes ?? [])]);
  if (gaps.length > 0) return symbolNotFound(name, `Not everything could be searched: ${gaps.join(' ')} Call again, or pass its file.`);
  const { ide, signal } = context;
  const last = lastOf(name);
  // Engines match letters in order, so the beginning of a misspelled name still finds the right one.
  const wider = last.length > 3 ? (await ide.languages.symbols(last.slice(0, Math.ceil(last.length / 2)), signal)).value : [];
  const known = [...found, ...wider].filter((symbol) => !isLibrary(ide.project, symbol.location.uri));
  const near = closest(last, [...new Set(known.map((symbol) => symbol.name))], MOST_NEAR);
  if (near.length > 0) {
    const candidates = near
      .flatMap((close) => known.filter((symbol) => symbol.name === close).slice(0, 1))
      .map((symbol) => candidateOf(context, placeOfSymbol(symbol)));
    // With its class: a member that is inherited is declared in another one.
    return symbolNotFound(name, `Did you mean ${candidates.map((candidate) => candidate.name).join(' or ')}?`, candidates);
  }
  const files = (await ide.documents.filesWithWord(last, signal)).slice(0, MOST_NEAR).map((uri) => fileOf(ide.project, uri));
  return symbolNotFound(name, files.length > 0 ? `The word occurs in ${files.join(', ')}; if it is a local name there, pass file and line.` : undefined);
}

function ambiguous(context: ProjectContext, what: string, places: readonly NamedPlace[]): Error {
  const candidates = places
    .toSorted((a, b) => prominence(a.kind, a.uri) - prominence(b.kind, b.uri))
    .slice(0, MOST_LISTED)
    .map((place) => candidateOf(context, place));
  const lines = new Set(candidates.map(({ file, line }) => `${file}:${line}`));
  const next = lines.size < candidates.length ? 'Call again with file, line and column of the one you mean.' : undefined;
  return ambiguousSymbol(what, candidates, next, places.length);
}

function candidateOf(context: ProjectContext, place: NamedPlace): SymbolCandidate {
  return { name: place.name, kind: place.kind, ...placeOf(context.ide.project, place.uri, place.position) };
}

function placeOfSymbol(symbol: WorkspaceSymbol): NamedPlace {
  const name = symbol.container === undefined || symbol.container === '' ? symbol.name : `${symbol.container.replaceAll('::', '/')}/${symbol.name}`;
  return { uri: symbol.location.uri, position: symbol.location.range.start, name, kind: symbol.kind };
}

// Some engines return where the declaration begins rather than its name.
async function atItsName(context: ProjectContext, symbol: WorkspaceSymbol): Promise<NamedPlace> {
  const place = placeOfSymbol(symbol);
  const document = await context.ide.documents.read(place.uri, context.signal);
  const name = plain(lastOf(symbol.name));
  const start = document.offsetAt(place.position);
  if (
    document.text
      .slice(start, start + name.length + 2)
      .match(/^[#"']?[\p{ID_Continue}$]+/u)?.[0]
      .replace(/^[#"']/, '') === name
  )
    return place;
  const offset = document.text.indexOf(name, start);
  return offset < 0 || offset > document.offsetAt(symbol.location.range.end) ? place : { ...place, position: document.positionAt(offset) };
}

function notesOf(answers: readonly Answer<unknown>[]): string[] {
  const incomplete = answers.flatMap((answer) => (answer.complete ? [] : [`Another symbol of this name may exist: ${answer.why}`]));
  return [...new Set([...answers.flatMap((answer) => answer.notes ?? []), ...incomplete])];
}

function lastOf(name: string): string {
  return partsOfPath(name).at(-1) ?? name;
}

function isPath(name: string): boolean {
  return partsOfPath(name).length > 1;
}

// Some engines write #total, total() or "total" for the name total.
function isSameName(engines: string, wanted: string): boolean {
  return plain(engines) === plain(wanted);
}

function plain(name: string): string {
  return name.replace(/^[#"']|["']$|\(.*\)$/g, '');
}
