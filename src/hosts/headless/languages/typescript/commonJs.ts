// Uses of a symbol through CommonJS modules: both versions of TypeScript resolve them one by one, and leave many of them out of the references.

import { tidyLocations } from '../../../../answers/tidyLocations.ts';
import { groupBy } from '../../../../base/groupBy.ts';
import { counted } from '../../../../base/text/counted.ts';
import { Bound } from '../../../../base/waiting/abort.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import type { Callable, CallHierarchyCall, Place } from '../../../../ide/doors/languages.ts';
import { type Location, placeKey, type TextSnapshot } from '../../../../ide/text.ts';
import { locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import { callsAt } from '../questions/usesUnder.ts';
import { behindBraces, isInModuleObject, linkedExports, linkedModules } from './exportedProperties.ts';

// It answers some thousand small questions in a second, but all at once they would make other agents wait.
const AT_ONCE = 16;
const LONGEST = seconds(5);
// `module.exports.total` is returned as the place of total, with what stands before it.
const LONGEST_QUALIFIER = 20;
const LONGEST_NAME = 200;

const SCRIPT = /\.[cm]?jsx?$/;
const LOADS = /\b(?:require|import)\s*\(|\bexports\b/;
const ASSIGNED_WHOLE = /\bexport\s*=/;
const ASSIGNED = /\bexports\b/;
// An import or export statement, other than those of TypeScript for CommonJS.
const STATEMENT = /^[ \t]*(?:import\b(?!\s*\(|\s+\w+\s*=)|export\b(?!\s*=))/m;

export interface ModuleUses {
  // With those that were known.
  readonly uses: readonly Location[];
  // Places that a use leads to: properties that have the name for others.
  readonly leadsTo: ReadonlySet<string>;
  // What was not looked at, in one sentence.
  readonly gap?: string;
}

interface Occurrence extends Location {
  readonly key: string;
  readonly targets: readonly Location[];
}

// From what is known of the symbol at a place to everything that leads there, and to what leads to that in turn.
export function moduleUses(session: EngineSession, word: string, known: readonly Location[], at: Place, signal: AbortSignal): Promise<ModuleUses> {
  const links = (texts: readonly TextSnapshot[]) => [...texts.flatMap((snapshot) => linkedExports(snapshot, word)), ...linkedModules(texts, word)];
  return usesLinkedBy(links, session, word, known, at, signal);
}

// The same for a rename: only what must have the same name.
export function sameNames(session: EngineSession, word: string, known: readonly Location[], at: Place, signal: AbortSignal): Promise<ModuleUses> {
  return usesLinkedBy((texts) => texts.flatMap((snapshot) => linkedExports(snapshot, word)), session, word, known, at, signal);
}

async function usesLinkedBy(
  linksIn: (texts: readonly TextSnapshot[]) => readonly (readonly [Location, Location])[],
  session: EngineSession,
  word: string,
  known: readonly Location[],
  at: Place,
  signal: AbortSignal,
): Promise<ModuleUses> {
  const texts = await holders(session, word, [...known.map(({ uri }) => uri), at.uri], signal);
  if (texts.length === 0) return { uses: known, leadsTo: new Set() };
  using bound = new Bound(signal, LONGEST);
  const all = texts.flatMap((snapshot) => occurrencesIn(snapshot, word));
  const { occurrences, unasked } = await withTargets(session, all, bound, signal);
  const links = linksIn(texts);
  const asked = { textDocument: { uri: at.uri }, position: at.position };
  const found = new Map([...known, ...locationsOf(await session.request('textDocument/definition', asked, signal))].map((place) => [placeKey(place), place]));
  const leadsTo = new Set<string>();
  const followed = new Set<string>();
  const reported = new Set(known.map(placeKey));
  const byUri = new Map(texts.map((snapshot) => [snapshot.uri, snapshot]));
  // Whatever leads there has references of its own.
  const follow = async (place: Location) => {
    if (followed.has(placeKey(place))) return;
    followed.add(placeKey(place));
    found.set(placeKey(place), place);
    const question = { textDocument: { uri: place.uri }, position: place.range.start, context: { includeDeclaration: true } };
    for (const use of locationsOf(await session.request('textDocument/references', question, signal)))
      if (!found.has(placeKey(use))) found.set(placeKey(use), use);
  };
  for (let pending = occurrences, before = -1; found.size > before && !bound.passed; ) {
    before = found.size;
    for (const [one, other] of links) {
      if (!found.has(placeKey(one)) && !found.has(placeKey(other))) continue;
      await follow(one);
      await follow(other);
    }
    const leading = pending.filter(({ key, targets }) => found.has(key) || targets.some((target) => isKnown(found, target, word)));
    pending = pending.filter((occurrence) => !leading.includes(occurrence));
    for (const { uri, range, key, targets } of leading) {
      for (const target of targets) if (placeKey(target) !== key) leadsTo.add(placeKey(target));
      const snapshot = reported.has(key) ? byUri.get(uri) : undefined;
      // What the engine has returned itself is followed where modules begin and end; elsewhere variables of the same name would be taken for it.
      if (snapshot === undefined || isOfModule(snapshot.text, snapshot.offsetAt(range.start))) await follow({ uri, range });
    }
  }
  const left = bound.passed ? all.length : unasked;
  const gaps = [
    ...(left > 0 ? [`${counted(left, 'place')} named ${word} in CommonJS modules could not be looked at in time.`] : []),
    ...(known.length === 0 && isProperty(texts, at) ? [`${session.name} does not know what ${word} is there, so uses may be missing.`] : []),
  ];
  return { uses: tidyLocations([...found.values()]), leadsTo, ...(gaps.length > 0 && { gap: gaps.join(' ') }) };
}

// Behind a dot, in a file that loads modules or is one: TypeScript makes no symbol of some of these, and finds not even the place itself.
function isProperty(texts: readonly TextSnapshot[], { uri, position }: Place): boolean {
  const snapshot = texts.find((text) => text.uri === uri);
  return snapshot !== undefined && /\.\s*[\p{ID_Continue}$]*$/u.test(snapshot.text.slice(0, snapshot.offsetAt(position)).slice(-LONGEST_NAME));
}

// By the functions around those uses that call, in other files.
export async function callersThroughModules(session: EngineSession, { name, location }: Callable, signal: AbortSignal): Promise<readonly CallHierarchyCall[]> {
  const { uses } = await moduleUses(session, name, [location], { uri: location.uri, position: location.range.start }, signal);
  const calls: CallHierarchyCall[] = [];
  for (const [uri, used] of groupBy(uses, (use) => use.uri)) {
    const snapshot = uri === location.uri ? undefined : await textOrNothing(session, uri, signal);
    if (snapshot !== undefined) calls.push(...(await callsAt(session, snapshot, used, signal)));
  }
  return calls;
}

// The files with the word in which it may mean the symbol: all where that is exported by assignment, otherwise those that load modules when they run.
async function holders(session: EngineSession, word: string, from: readonly string[], signal: AbortSignal): Promise<readonly TextSnapshot[]> {
  const isServed = (uri: string) => languageIn(session.row, uri) !== undefined && !uri.includes('/node_modules/');
  const uris = (await session.project.documents.filesWithWord(word, signal)).filter(isServed);
  const own = new Set(from);
  if (uris.every((uri) => own.has(uri)) && own.size < 2 && !uris.some((uri) => SCRIPT.test(uri))) return [];
  const texts = (await Promise.all(uris.map((uri) => textOrNothing(session, uri, signal)))).filter((text) => text !== undefined);
  if (texts.some((text) => own.has(text.uri) && moduleStyle(text).assigns)) return texts;
  return texts.filter((text) => SCRIPT.test(text.uri) && moduleStyle(text).loads);
}

interface ModuleStyle {
  // It exports by assignment.
  readonly assigns: boolean;
  // It loads modules when it runs, or is loaded so.
  readonly loads: boolean;
}

// Looked for once in a text: a symbol that hundreds of files use has all of them looked through at every question.
const knownStyles = new WeakMap<TextSnapshot, ModuleStyle>();

function moduleStyle(snapshot: TextSnapshot): ModuleStyle {
  const known = knownStyles.get(snapshot);
  if (known !== undefined) return known;
  const { uri, text } = snapshot;
  const isScript = SCRIPT.test(uri);
  // TypeScript with statements of modules has nothing to assign to; there the word stands in comments, as it does somewhere in every large project.
  const assigns = ASSIGNED_WHOLE.test(text) || (ASSIGNED.test(text) && (isScript || !STATEMENT.test(text)));
  const style = { assigns, loads: isScript && LOADS.test(text) };
  knownStyles.set(snapshot, style);
  return style;
}

// Where a name of another module can stand: behind a dot, in a list between braces, or as a key that is written as a string.
function occurrencesIn(snapshot: TextSnapshot, word: string): readonly Location[] {
  const name = word.replace(/[^\p{ID_Continue}]/gu, '\\$&');
  // The name first: what stands before it is then looked at where it stands, and not before every character of the file.
  const pattern = new RegExp(`${name}(?![\\p{ID_Continue}$])(?<=(?:\\.|[{,]|\\bas|\\[\\s*['"]|\\bexports\\s*,\\s*['"])(?:\\s|//[^\\n]*\\n)*${name})`, 'gu');
  return [...snapshot.text.matchAll(pattern)].map(({ index }) => ({
    uri: snapshot.uri,
    range: { start: snapshot.positionAt(index), end: snapshot.positionAt(index + word.length) },
  }));
}

// In `const { total } = require('./cart')`, or in the object that a module exports.
function isOfModule(text: string, offset: number): boolean {
  return isInModuleObject(text, offset) || /^\s*=[^\n]*\b(?:require|import)\s*\(/.test(behindBraces(text, offset));
}

async function withTargets(
  session: EngineSession,
  places: readonly Location[],
  bound: Bound,
  signal: AbortSignal,
): Promise<{ readonly occurrences: readonly Occurrence[]; readonly unasked: number }> {
  const occurrences: Occurrence[] = [];
  for (let from = 0; from < places.length && !bound.passed; from += AT_ONCE) {
    const batch = places.slice(from, from + AT_ONCE).map(async ({ uri, range }) => {
      const targets = locationsOf(await session.request('textDocument/definition', { textDocument: { uri }, position: range.start }, signal));
      return { uri, range, key: placeKey({ uri, range }), targets };
    });
    occurrences.push(...(await Promise.all(batch)));
  }
  return { occurrences, unasked: places.length - occurrences.length };
}

function isKnown(found: ReadonlyMap<string, Location>, { uri, range: { start, end } }: Location, word: string): boolean {
  if (found.has(placeKey({ uri, range: { start, end } }))) return true;
  const length = end.character - start.character;
  const isQualified = start.line === end.line && length > word.length && length <= word.length + LONGEST_QUALIFIER;
  const name = { line: start.line, character: end.character - word.length };
  return isQualified && found.has(placeKey({ uri, range: { start: name, end } }));
}
