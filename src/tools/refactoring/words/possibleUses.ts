// Where a symbol may be used although no engine resolves it: members of what has no known type, imports that lead nowhere, and strings that programs look names up by.
import { basename, dirname } from 'node:path/posix';
import { counted } from '../../../base/text/counted.ts';
import { type Location, placeKey, type TextSnapshot } from '../../../ide/text.ts';
import { notCode, type PartSpan, partAt } from '../../../source/codeParts.ts';
import { familyOf } from '../../../source/language.ts';
import { isWholeWord } from '../../../source/names.ts';
import { outlinePath } from '../../../source/outlinePath.ts';
import { isMember } from '../../../source/superMembers.ts';
import { usageIn } from '../../../source/usage/usage.ts';
import type { ProjectContext } from '../../tool.ts';
import { unresolvedUses } from '../../words/mentions/unresolvedUses.ts';
import { isLibrary, placeOf } from '../../words/place.ts';
import type { PointedSymbol } from '../../words/symbol.ts';
import { isLocal } from '../../words/symbolByName.ts';

// Each place in code is a question to the engine.
const MOST_ASKED = 100;
const MOST_LISTED = 5;

const LOOKUP = /\b(?:getattr|setattr|hasattr|delattr|attrgetter|methodcaller|patch\.object|import_string|Reflect\.\w+)\s*\([^()]*$/;

// By what a use of the symbol can be distinguished from one of a namesake.
interface Known {
  readonly name: string;
  readonly isMember: boolean;
  // What can stand before its name in a path: its module, its package or its class.
  readonly owners: ReadonlySet<string>;
  readonly found: ReadonlySet<string>;
}

// A sentence that names them; none for a symbol that only its own function sees.
export async function possibleUses(context: ProjectContext, symbol: PointedSymbol, found: readonly Location[]): Promise<readonly string[]> {
  const { ide, signal } = context;
  if (symbol.name === '' || (await isLocal(context, symbol.place))) return [];
  const family = familyOf(symbol.document.languageId);
  const outline = await ide.languages.outline(symbol.place.uri, signal);
  const known: Known = {
    name: symbol.name,
    isMember: await isMember(context, symbol.place),
    owners: new Set([
      ...modulesOf(symbol.place.uri),
      ...outlinePath(outline.value, symbol.place.position)
        .slice(0, -1)
        .map(({ name }) => name),
    ]),
    found: new Set(found.map(placeKey)),
  };
  const files = (await ide.documents.filesWithWord(symbol.name, signal)).filter((uri) => familyOf(ide.languages.languageOf(uri) ?? '') === family);
  const places: Location[] = [];
  let asked = 0;
  let left = 0;
  for (const uri of files) {
    const document = await ide.documents.read(uri, signal);
    const { strings, code } = candidatesIn(document, known);
    places.push(...strings);
    for (const place of code) {
      if (asked === MOST_ASKED) {
        left += 1;
        continue;
      }
      asked += 1;
      const definition = await ide.languages.definition({ uri, position: place.range.start }, signal);
      if (!definition.value.some((location) => isDeclared(context, location, symbol.name))) places.push(place);
    }
  }
  const languageId = symbol.document.languageId;
  const unresolved = await unresolvedUses(context, { name: symbol.name, languageId }, [...found, ...places], files);
  places.push(...unresolved.uses);
  return [
    ...placesNote(context, symbol.name, places),
    ...(left > 0 ? [`${counted(left, 'more place')} named ${symbol.name} could mean it and were not looked at.`] : []),
  ];
}

// A library's __getattr__ answers for any name, and is no declaration of it.
function isDeclared({ ide }: ProjectContext, { uri, range: { start, end } }: Location, name: string): boolean {
  return !isLibrary(ide.project, uri) || start.line !== end.line || end.character - start.character === name.length;
}

function placesNote({ ide }: ProjectContext, name: string, places: readonly Location[]): readonly string[] {
  if (places.length === 0) return [];
  const listed = places.slice(0, MOST_LISTED).map(({ uri, range }) => {
    const { file, line } = placeOf(ide.project, uri, range.start);
    return `${file}:${line}`;
  });
  const more = places.length > MOST_LISTED ? ` and ${places.length - MOST_LISTED} more` : '';
  return [`${name} may be used at ${listed.join(', ')}${more}, where only the name is known.`];
}

function candidatesIn(document: TextSnapshot, known: Known): { strings: readonly Location[]; code: readonly Location[] } {
  const { text, uri } = document;
  const spans = notCode(text, document.languageId);
  const strings: Location[] = [];
  const code: Location[] = [];
  const namesOwner = known.isMember || namesAny(text, spans, known.owners);
  for (let at = text.indexOf(known.name); at >= 0; at = text.indexOf(known.name, at + known.name.length)) {
    const end = at + known.name.length;
    const place = { uri, range: { start: document.positionAt(at), end: document.positionAt(end) } };
    if (!isWholeWord(text, at, end) || known.found.has(placeKey(place))) continue;
    const part = partAt(spans, at);
    if (part === 'string' && isLookedUp(text, spans, at, known)) strings.push(place);
    if (part === 'code' && isUnclear(document, at, end, known, namesOwner)) code.push(place);
  }
  return { strings, code };
}

// 'shop.cart.total', 'shop.cart:total', or 'total' as what getattr is asked for.
function isLookedUp(text: string, spans: readonly PartSpan[], at: number, { name, owners }: Known): boolean {
  const span = spans.find(({ start, end }) => start <= at && at < end);
  if (span === undefined) return false;
  const content = text.slice(span.start, span.end).replace(/^['"`]+|['"`]+$/g, '');
  if (content === name) return LOOKUP.test(text.slice(Math.max(0, span.start - 120), span.start));
  const parts = content.split(/[.:/]/);
  return /^[\w.:/]+$/.test(content) && parts.at(-1) === name && owners.has(parts.at(-2) ?? '');
}

// A member of something, or a name that is imported, where what it belongs to could be the owner.
function isUnclear(document: TextSnapshot, at: number, end: number, { isMember: ofType, owners }: Known, namesOwner: boolean): boolean {
  const owner = /([\p{ID_Continue}$)\]]+)\s*(?:\.|\?\.|->|::)\s*$/u.exec(document.text.slice(Math.max(0, at - 80), at))?.[1];
  if (owner !== undefined) return ofType || owners.has(owner) || namesOwner;
  return !ofType && namesOwner && usageIn(document, at, end) === 'import';
}

// Whether the file names the module in a string or an import that could lead to it.
function namesAny(text: string, spans: readonly PartSpan[], owners: ReadonlySet<string>): boolean {
  const isNamed = ({ start, end, part }: PartSpan) =>
    part === 'string' &&
    owners.has(
      text
        .slice(start, end)
        .replace(/^['"`]+|['"`]+$/g, '')
        .split(/[.:/]/)
        .at(-1) ?? '',
    );
  if (spans.some(isNamed)) return true;
  return [...text.matchAll(/^\s*(?:from\s+([\w.]+)\s+import|import\s+([\w.]+))/gm)].some(([, from, path]) =>
    owners.has((from ?? path ?? '').split('.').at(-1) ?? ''),
  );
}

// The file without its extension; for the file that stands for its folder, the folder.
function modulesOf(uri: string): readonly string[] {
  const path = decodeURIComponent(uri);
  const stem = basename(path).replace(/\.[^.]+$/, '');
  return stem === '__init__' || stem === 'index' ? [basename(dirname(path))] : [stem];
}
