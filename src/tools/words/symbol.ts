// Pointing at a symbol: by place, by name or by snippet. Columns may be off; names may be paths; nothing is ever guessed.
import { z } from 'zod';
import type { Place } from '../../ide/doors/languages.ts';
import { ambiguousSymbol, noNameOnLine, symbolNotFound, symbolUnderspecified } from '../../ide/errors/errors.ts';
import type { Position, TextSnapshot } from '../../ide/text.ts';
import { familyOf } from '../../source/language.ts';
import { distance, type Name, namesOnLine, nearestName, occurrencesInCode, occurrencesOnLine, quotedNameAt } from '../../source/names.ts';
import { partsOfPath } from '../../source/qualifiedNames.ts';
import type { ProjectContext } from '../tool.ts';
import { fileOf, lineAndColumn, lineNumber, lineOf, openDocument, placeOf, positionAt } from './place.ts';
import { placeInSnippet } from './snippet.ts';
import { distinctSymbols, symbolNamed, symbolNamedInFile } from './symbolByName.ts';

// One flat object, because it stands in twenty schemas and a union would cost each of them.
export const symbolInput = z
  .strictObject({
    file: z.string().min(1).optional(),
    line: lineNumber.optional(),
    column: lineNumber.optional(),
    name: z.string().min(1).optional().describe('Name or path: Cart/total'),
    snippet: z.string().min(1).optional().describe('Code from file, target as <<name>>'),
  })
  .describe('file+line+column, file+line+name, name (+file) or file+snippet.');

export const symbolOutput = z.object({ name: z.string(), file: z.string(), line: z.number(), column: z.number() });

export interface PointedSymbol {
  readonly place: Place;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly document: TextSnapshot;
  // No name stands at the column that was given, and this one is the nearest of its line.
  readonly isNearest: boolean;
  // What the agent should hear about how the symbol was found.
  readonly notes: readonly string[];
}

export async function resolveSymbol(context: ProjectContext, symbol: z.infer<typeof symbolInput>): Promise<PointedSymbol> {
  const { file, line, column, name, snippet } = symbol;
  if (file === undefined) {
    if (name === undefined) throw symbolUnderspecified();
    const found = await symbolNamed(context, name);
    return pointed(context, await context.ide.documents.read(found.uri, context.signal), found.position, { notes: found.notes });
  }
  const document = await openDocument(context, file);
  if (snippet !== undefined) {
    const position = placeInSnippet(document, fileOf(context.ide.project, document.uri), { snippet, name, line });
    const quoted = quotedNameAt(document, position.line, position.character);
    if (quoted !== undefined) await refuseBareText(context, document, lineAndColumn(position), quoted);
    return pointed(context, document, position);
  }
  if (line !== undefined) {
    const position = await placeOnLine(context, document, { line, column, name });
    return pointed(context, document, position, { ...(name === undefined && { column }) });
  }
  if (name === undefined) throw symbolUnderspecified();
  const found = await symbolNamedInFile(context, document, name);
  return pointed(context, document, found.position, { notes: found.notes });
}

// For an answer that is empty and complete: of a word in a comment or a text, and of what cannot be resolved, an engine knows nothing at all, which must not read as "unused".
export async function refuseUnknown({ ide, signal }: ProjectContext, { name, file, line, column, place }: PointedSymbol): Promise<void> {
  const definition = await ide.languages.definition(place, signal);
  if (definition.value.length > 0 || !definition.complete) return;
  throw symbolNotFound(
    `${name} at ${file}:${line}:${column}`,
    'It stands in a comment or text there, is built in, or cannot be resolved. Point at its declaration, or at a use in code.',
  );
}

// The part of a symbol that answers repeat, so that the agent sees which one was meant.
export function symbolFields(symbol: PointedSymbol): z.infer<typeof symbolOutput> {
  return { name: symbol.name, file: symbol.file, line: symbol.line, column: symbol.column };
}

// Of answers that do not repeat it otherwise.
export const meantOutput = { symbol: symbolOutput.optional() };

// Where the agent could not know which one was meant.
export function nearestMeant(symbol: PointedSymbol): { symbol?: z.infer<typeof symbolOutput> } {
  return symbol.isNearest ? { symbol: symbolFields(symbol) } : {};
}

async function placeOnLine(
  context: ProjectContext,
  document: TextSnapshot,
  at: { line: number; column?: number | undefined; name?: string | undefined },
): Promise<Position> {
  const file = fileOf(context.ide.project, document.uri);
  const text = lineOf(document, file, at.line);
  const names = at.name === undefined ? namesOnLine(document, at.line - 1) : occurrencesOnLine(document, at.line - 1, lastPart(at.name));
  const [only, ...others] = names;
  if (only === undefined) throw at.name === undefined ? noNameOnLine(file, at.line, text) : nameElsewhere(document, file, at.line, at.name);
  const quoted = at.column === undefined || at.name !== undefined ? undefined : quotedNameAt(document, at.line - 1, at.column - 1);
  if (quoted !== undefined && (await refuseBareText(context, document, at, quoted))) return positionOf(at.line, quoted);
  const nearest = at.column === undefined ? undefined : nearestName(names, at.column - 1);
  if (nearest !== undefined) {
    const far = isFarBeyond(text, nearest, at.column);
    if (far)
      throw noNameOnLine(file, at.line, text, `column ${at.column} is far beyond its end, and the nearest is ${nearest.text} at column ${nearest.start + 1}.`);
    return positionOf(at.line, nearest);
  }
  if (others.length === 0) return positionOf(at.line, only);
  return oneSymbolOf(context, document, at, names);
}

// Whether it is a name; throws for the key in Exclude<keyof Cart, 'total'>, which is not Cart, that stands beside it.
async function refuseBareText(
  context: ProjectContext,
  document: TextSnapshot,
  { line, column }: { readonly line: number; readonly column?: number | undefined },
  quoted: Name,
): Promise<boolean> {
  if (familyOf(document.languageId) !== 'typescript') return false;
  if (await isSymbol(context, document, positionOf(line, quoted))) return true;
  throw symbolNotFound(
    `the text '${quoted.text}' at column ${column} of line ${line} of ${fileOf(context.ide.project, document.uri)}`,
    'Point at a name in code, or at the declaration of that name.',
  );
}

// Of a text that means nothing but itself an engine knows no other place.
async function isSymbol({ ide, signal }: ProjectContext, document: TextSnapshot, position: Position): Promise<boolean> {
  const place = { uri: document.uri, position };
  if ((await ide.languages.definition(place, signal)).value.length > 0) return true;
  // As an argument of a type it names the member of another, but TypeScript takes all such texts for one another, and leaves the member out.
  if (isTypeArgument(document.text.slice(0, document.offsetAt(position)))) return false;
  return (await ide.languages.references(place, { includeDeclaration: true }, signal)).value.length > 1;
}

// Behind an angle bracket that is still open.
function isTypeArgument(before: string): boolean {
  let depth = 0;
  for (let at = before.length - 1; at >= Math.max(0, before.length - LONGEST_ARGUMENT); at--) {
    const character = before[at] ?? '';
    if (/[;{}()]/.test(character)) return false;
    if (character === '>' && before[at - 1] !== '=') depth += 1;
    if (character !== '<') continue;
    if (depth === 0) return /[\w$]\s*$/.test(before.slice(0, at));
    depth -= 1;
  }
  return false;
}

// No type argument that a person writes is longer.
const LONGEST_ARGUMENT = 2_000;

// The same word twice on a line, as in `const total = cart.total`, may be two symbols: the engine knows.
async function oneSymbolOf(
  context: ProjectContext,
  document: TextSnapshot,
  at: { line: number; name?: string | undefined },
  names: readonly Name[],
): Promise<Position> {
  const candidates = names.map((name) => ({ uri: document.uri, position: positionOf(at.line, name), name: name.text, kind: 'name' }));
  const symbols = at.name === undefined ? candidates : (await distinctSymbols(context, candidates)).symbols;
  const [only, ...others] = symbols;
  if (only !== undefined && others.length === 0) return only.position;
  const listed = symbols.map(({ uri, position, name, kind }) => ({ name, kind, ...placeOf(context.ide.project, uri, position) }));
  throw ambiguousSymbol(`${at.name ?? 'A name'} on line ${at.line}`, listed, 'Call again with the column of the one you mean.');
}

function nameElsewhere(document: TextSnapshot, file: string, line: number, name: string): Error {
  const lines = [...new Set(occurrencesInCode(document, lastPart(name), MOST_OCCURRENCES).map((offset) => document.positionAt(offset).line + 1))];
  return symbolNotFound(
    `${name} on line ${line} of ${file}`,
    lines.length > 0 ? `In this file it stands on ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}.` : undefined,
  );
}

// Enough to find the line that was meant, few enough to read.
const MOST_OCCURRENCES = 12;

function lastPart(name: string): string {
  return partsOfPath(name).at(-1) ?? name;
}

function positionOf(line: number, name: Name): Position {
  return positionAt(line, name.start + 1);
}

// What agents miscount by. On the way to the first name of a line, or between two, a column may be as far off as it likes: the answer says which was meant.
const FAR = 40;

function isFarBeyond(text: string, nearest: Name, column = 0): boolean {
  return column - 1 > text.length && distance(nearest, column - 1) > FAR;
}

// With the column that was given, where no name was.
function pointed(
  context: ProjectContext,
  document: TextSnapshot,
  position: Position,
  { notes = [], column }: { readonly notes?: readonly string[]; readonly column?: number | undefined } = {},
): PointedSymbol {
  const [name = ''] = namesAt(document, position);
  const at = lineAndColumn(position);
  const isNearest = column !== undefined && !isAt(document.line(position.line) ?? '', position.character, name, column - 1);
  const note = isNearest ? [`Column ${column} of line ${at.line} holds no name; ${name} at column ${at.column} is the nearest, and was taken.`] : [];
  return {
    place: { uri: document.uri, position },
    name,
    file: fileOf(context.ide.project, document.uri),
    ...at,
    document,
    isNearest,
    notes: [...note, ...notes],
  };
}

// Also on the sign before a private name or a decorator, on a quote around it, and right behind it.
function isAt(line: string, start: number, name: string, character: number): boolean {
  const isSigned = /[#@'"`]/.test(line[start - 1] ?? '');
  return character >= (isSigned ? start - 1 : start) && character <= start + name.length;
}

function namesAt(document: TextSnapshot, position: Position): string[] {
  return (
    document
      .line(position.line)
      ?.slice(position.character)
      .match(/^[#@]?[\p{ID_Start}$_][\p{ID_Continue}$]*/u) ?? []
  ).map((match) => match.replace(/^[#@]/, ''));
}
