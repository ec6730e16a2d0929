// Pointing at a symbol: by place, by name or by snippet. Columns may be off; names may be paths; nothing is ever guessed.
import { z } from 'zod';
import type { Place } from '../../ide/doors/languages.ts';
import { ambiguousSymbol, noNameOnLine, symbolNotFound, symbolUnderspecified } from '../../ide/errors/errors.ts';
import type { Position, TextSnapshot } from '../../ide/text.ts';
import { familyOf } from '../../source/language.ts';
import { type Name, namesOnLine, nearestName, occurrencesInCode, occurrencesOnLine, quotedNameAt } from '../../source/names.ts';
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
  // What the agent should hear about how the symbol was found.
  readonly notes: readonly string[];
}

export async function resolveSymbol(context: ProjectContext, symbol: z.infer<typeof symbolInput>): Promise<PointedSymbol> {
  const { file, line, column, name, snippet } = symbol;
  if (file === undefined) {
    if (name === undefined) throw symbolUnderspecified();
    const found = await symbolNamed(context, name);
    return pointed(context, await context.ide.documents.read(found.uri, context.signal), found.position, found.notes);
  }
  const document = await openDocument(context, file);
  if (snippet !== undefined) return pointed(context, document, placeInSnippet(document, fileOf(context.ide.project, document.uri), { snippet, name, line }));
  if (line !== undefined) return pointed(context, document, await placeOnLine(context, document, { line, column, name }));
  if (name === undefined) throw symbolUnderspecified();
  const found = await symbolNamedInFile(context, document, name);
  return pointed(context, document, found.position, found.notes);
}

// The part of a symbol that answers repeat, so that the agent sees which one was meant.
export function symbolFields(symbol: PointedSymbol): z.infer<typeof symbolOutput> {
  return { name: symbol.name, file: symbol.file, line: symbol.line, column: symbol.column };
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
  if (quoted !== undefined && (await isSymbol(context, document, positionOf(at.line, quoted)))) return positionOf(at.line, quoted);
  const nearest = at.column === undefined ? undefined : nearestName(names, at.column - 1);
  if (nearest !== undefined) return positionOf(at.line, nearest);
  if (others.length === 0) return positionOf(at.line, only);
  return oneSymbolOf(context, document, at, names);
}

// Of a text that means nothing but itself an engine knows no other place.
async function isSymbol({ ide, signal }: ProjectContext, { uri, languageId }: TextSnapshot, position: Position): Promise<boolean> {
  if (familyOf(languageId) !== 'typescript') return false;
  const place = { uri, position };
  if ((await ide.languages.definition(place, signal)).value.length > 0) return true;
  return (await ide.languages.references(place, { includeDeclaration: true }, signal)).value.length > 1;
}

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

function pointed(context: ProjectContext, document: TextSnapshot, position: Position, notes: readonly string[] = []): PointedSymbol {
  const [name] = namesAt(document, position);
  return {
    place: { uri: document.uri, position },
    name: name ?? '',
    file: fileOf(context.ide.project, document.uri),
    ...lineAndColumn(position),
    document,
    notes,
  };
}

function namesAt(document: TextSnapshot, position: Position): string[] {
  return (
    document
      .line(position.line)
      ?.slice(position.character)
      .match(/^[#@]?[\p{ID_Start}$_][\p{ID_Continue}$]*/u) ?? []
  ).map((match) => match.replace(/^[#@]/, ''));
}
