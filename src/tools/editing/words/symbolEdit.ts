// What becomes of a text when a declaration in it is replaced, gets another body, or a neighbour: comments, decorators and blank lines stay.

import type { OutlineSymbol } from '../../../ide/doors/languages.ts';
import { noBody } from '../../../ide/errors/editErrors.ts';
import type { TextSnapshot } from '../../../ide/text.ts';
import { isCommaListed, withComma } from './commaLists.ts';
import { type Body, bodyOf, type DeclarationParts, headOf, partsOf } from './declarationParts.ts';
import { leading, reindented, unitOf } from './reindent.ts';

export type SymbolAction = 'replace' | 'replace_body' | 'insert_before' | 'insert_after';

export interface EditedDeclaration {
  readonly document: TextSnapshot;
  readonly file: string;
  readonly symbol: OutlineSymbol;
  // Those beside it, itself among them, in the order of the text.
  readonly siblings: readonly OutlineSymbol[];
  readonly isNested: boolean;
  // What it is a member of.
  readonly owner?: OutlineSymbol | undefined;
}

interface Place extends EditedDeclaration {
  readonly text: string;
  readonly parts: DeclarationParts;
  // Of the line on which it begins.
  readonly indent: string;
  readonly unit: string;
}

export function editedSymbol(declaration: EditedDeclaration, action: SymbolAction, newText: string): string {
  const { document, symbol } = declaration;
  // Everything here counts in \n; the change keeps the breaks of the file.
  const text = document.text;
  const parts = partsOf(document, symbol);
  const indent = leading(text.slice(text.lastIndexOf('\n', parts.core - 1) + 1));
  const place = { ...declaration, text, parts, indent, unit: unitOf(text, document.languageId) };
  if (action === 'replace') return replaced(place, newText);
  if (action === 'replace_body') return withBody(place, newText);
  return action === 'insert_before' ? insertedBefore(place, newText) : insertedAfter(place, newText);
}

// Of the comment and the decorators above, those stay that the new text does not bring itself.
function replaced(place: Place, newText: string): string {
  const { text, parts, indent, unit, document } = place;
  const given = reindented(newText, { base: indent, unit }, document.languageId).slice(indent.length);
  // Its comma stays where it is.
  const fresh = isCommaListed(place) && text[parts.end] === ',' ? withComma(given, false) : given;
  const { head, core } = headOf(fresh, document.languageId);
  const brought = new Set(head.map(({ kind }) => kind));
  const kept = (kind: 'comment' | 'decorator') =>
    parts.head.filter((part) => part.kind === kind && !brought.has(kind)).map((part) => text.slice(part.start, part.end));
  const own = fresh.slice(0, core).trimEnd();
  const pieces = brought.has('comment')
    ? [own, ...kept('decorator'), fresh.slice(core)]
    : [...kept('comment'), ...kept('decorator'), ...(own === '' ? [] : [own]), fresh.slice(core)];
  // Nothing new above: what is there stays byte for byte.
  if (head.length === 0) return text.slice(0, parts.core) + fresh + text.slice(parts.end);
  return text.slice(0, parts.top) + pieces.join(`\n${indent}`) + text.slice(parts.end);
}

function withBody(place: Place, newText: string): string {
  const { text, parts, document, file, symbol } = place;
  const body = bodyOf(document, parts);
  if (body === undefined) throw noBody(symbol.name, file);
  const written = body.kind === 'suite' ? suite(place, body, newText) : body.kind === 'braces' ? braced(place, body, newText) : expression(place, newText);
  return text.slice(0, written.start ?? body.start) + written.text + text.slice(body.end);
}

interface Written {
  readonly text: string;
  readonly start?: number;
}

function braced({ text, indent, unit, document }: Place, body: Body, newText: string): Written {
  const inside = text.slice(body.start, body.end);
  const lines = reindented(withoutBraces(newText), { base: innerIndent(inside, indent, unit), unit }, document.languageId);
  if (lines.trim() === '') return { text: '' };
  return { text: inside.includes('\n') || lines.includes('\n') || inside.trim() === '' ? `\n${lines}\n${indent}` : ` ${lines.trim()} ` };
}

// A docstring belongs to what is declared, so it stays unless the new text has its own.
function suite({ text, indent, unit, document }: Place, body: Body, newText: string): Written {
  const inside = text.slice(body.start, body.end);
  const docstring =
    /^\s*[rRuUbB]{0,2}("""|''')[\s\S]*?\1/.exec(inside)?.[0] ?? /^\s*(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')[ \t]*(?=\n)/.exec(inside)?.[0] ?? '';
  const keeps = docstring !== '' && !/^\s*[rRuUbB]{0,2}["']/.test(newText);
  const lines = reindented(newText, { base: innerIndent(inside, indent, unit), unit }, document.languageId);
  return { start: body.start + (keeps ? docstring.length : 0), text: `\n${lines.trim() === '' ? `${indent}${unit}pass` : lines}` };
}

function expression({ indent, unit, document }: Place, newText: string): Written {
  const plain = newText.trim();
  if (!/\n|;|^return\b|^\{/.test(plain)) return { text: plain };
  const lines = reindented(withoutBraces(newText), { base: indent + unit, unit }, document.languageId);
  return { text: `{\n${lines}\n${indent}}` };
}

// Agents copy a body with its braces.
function withoutBraces(newText: string): string {
  const plain = newText.trim();
  if (!plain.startsWith('{') || !plain.endsWith('}')) return newText;
  let depth = 0;
  for (let at = 0; at < plain.length; at++) {
    if (plain[at] === '{') depth += 1;
    else if (plain[at] === '}') depth -= 1;
    if (depth === 0 && at < plain.length - 1) return newText;
  }
  return plain.slice(1, -1);
}

function innerIndent(inside: string, indent: string, unit: string): string {
  const lines = inside.split('\n').slice(1);
  const first = lines.find((line) => line.trim() !== '');
  return first !== undefined && leading(first).length > indent.length ? leading(first) : indent + unit;
}

function insertedBefore(place: Place, newText: string): string {
  const { text, parts, indent, unit, document } = place;
  const given = reindented(newText, { base: indent, unit }, document.languageId);
  const fresh = isCommaListed(place) ? withComma(given, true) : given;
  const at = text.lastIndexOf('\n', parts.top - 1) + 1;
  const gap = gapFor(place, fresh);
  const above = text.slice(0, at);
  const opens = above.trim() === '' || /[{([:]\s*$/.test(above);
  return `${above}${'\n'.repeat(opens ? 0 : Math.max(0, gap - blankLinesAtEnd(above)))}${fresh}\n${'\n'.repeat(gap)}${text.slice(at)}`;
}

function insertedAfter(place: Place, newText: string): string {
  const { parts, indent, unit, document } = place;
  const given = reindented(newText, { base: indent, unit }, document.languageId);
  const isListed = isCommaListed(place);
  const hasComma = place.text[parts.end] === ',';
  // The last of a list gets a comma when it is not the last any more; the new one ends as the last one did.
  const fresh = isListed ? withComma(given, hasComma) : given;
  const text = isListed && !hasComma ? `${place.text.slice(0, parts.end)},${place.text.slice(parts.end)}` : place.text;
  // Behind what belongs to it on its line: a comma, a comment.
  const rest = /^[;,]?[ \t]*(?:(?:\/\/|#)[^\r\n]*|\/\*[^\r\n]*\*\/)?[ \t]*(?=\r?\n|$)/.exec(text.slice(parts.end))?.[0];
  const at = parts.end + (rest?.length ?? 0);
  const gap = gapFor(place, fresh);
  const below = text.slice(at).replace(/^\r?\n/, '');
  const closes = below.trim() === '' || /^\s*[})\]]/.test(below);
  const parting = '\n'.repeat(closes ? 0 : Math.max(0, gap - (/^(?:[ \t]*\r?\n)*/.exec(below)?.[0].split('\n').length ?? 1) + 1));
  const broken = text.slice(at) === '' || rest === undefined;
  return `${text.slice(0, at).trimEnd()}\n${'\n'.repeat(gap)}${fresh}\n${parting}${broken ? text.slice(at) : below}`;
}

// As many blank lines as its neighbours keep between them.
function gapFor({ document, symbol, siblings, isNested, parts }: Place, fresh: string): number {
  const index = siblings.indexOf(symbol);
  const gaps = [siblings[index - 1], siblings[index + 1]].flatMap((other) => {
    if (other === undefined) return [];
    const its = partsOf(document, other);
    const between = its.top > parts.top ? document.text.slice(parts.end, its.top) : document.text.slice(its.end, parts.top);
    const isLong = [its, parts].some(({ core, end }) => document.text.slice(core, end).includes('\n'));
    return [{ isLong, lines: Math.max(0, between.split('\n').length - 2) }];
  });
  const long = gaps.find(({ isLong }) => isLong);
  const isLong = fresh.includes('\n') || document.text.slice(parts.core, parts.end).includes('\n');
  const usual = document.languageId === 'python' && !isNested ? 2 : 1;
  if (isLong) return long?.lines ?? usual;
  return gaps[0]?.lines ?? 0;
}

function blankLinesAtEnd(text: string): number {
  return (/\n[ \t\r\n]*$/.exec(text)?.[0].split('\n').length ?? 2) - 2;
}
