// The names in a line of code: identifiers, without keywords, and whether they stand in code or only in a comment or string.
import type { TextSnapshot } from '../ide/text.ts';
import { notCode, type Part, partAt } from './codeParts.ts';

export interface Name {
  readonly text: string;
  // UTF-16 columns in the line, from 0; the end is exclusive.
  readonly start: number;
  readonly end: number;
  readonly part: Part;
}

const IDENTIFIER = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

const JAVASCRIPT_KEYWORDS = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof let new null return ' +
    'super switch this throw true try typeof var void while with yield async await implements interface'
  ).split(' '),
);
// Words that are keywords only before what they govern: `type Cart`, `from './cart'`, `as const`.
const JAVASCRIPT_GOVERNING = new Set(
  'abstract accessor as declare from get global infer is keyof module namespace of out override private protected public readonly satisfies set static type'.split(
    ' ',
  ),
);
const JAVASCRIPT_PRIMITIVES = new Set('any bigint boolean never number object string symbol undefined unknown'.split(' '));
const PYTHON_KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

// Names in code; where there are none, names in comments and strings.
export function namesOnLine(document: TextSnapshot, line: number): Name[] {
  const names = identifiersOnLine(document, line).filter((name) => !isKeyword(name, document.line(line) ?? '', document.languageId));
  const inCode = names.filter((name) => name.part === 'code');
  return inCode.length > 0 ? inCode : names;
}

// Every place on the line where this very name stands; code first.
export function occurrencesOnLine(document: TextSnapshot, line: number, text: string): Name[] {
  const wanted = text.replace(/^[#@]/, '');
  const found = identifiersOnLine(document, line).filter((name) => name.text === wanted);
  const inCode = found.filter((name) => name.part === 'code');
  return inCode.length > 0 ? inCode : found;
}

export function nearestName(names: readonly Name[], character: number): Name | undefined {
  let nearest: Name | undefined;
  for (const name of names) if (nearest === undefined || distance(name, character) < distance(nearest, character)) nearest = name;
  return nearest;
}

// The word in quotes that the column is in, where the quotes hold nothing else: 'red' in a type or a key may be a symbol.
export function quotedNameAt(document: TextSnapshot, line: number, character: number): Name | undefined {
  const text = document.line(line) ?? '';
  const isQuoted = ({ start, end }: Name) => /['"`]/.test(text[start - 1] ?? '') && text[start - 1] === text[end];
  return identifiersOnLine(document, line).find((name) => name.part === 'string' && name.start <= character && character < name.end && isQuoted(name));
}

// Offsets of the whole word in code, in order.
export function occurrencesInCode(document: TextSnapshot, text: string, most: number): number[] {
  const spans = notCode(document.text, document.languageId);
  const offsets: number[] = [];
  for (let at = document.text.indexOf(text); at >= 0 && offsets.length < most; at = document.text.indexOf(text, at + text.length)) {
    if (isWholeWord(document.text, at, at + text.length) && partAt(spans, at) === 'code') offsets.push(at);
  }
  return offsets;
}

export function isWholeWord(text: string, start: number, end: number): boolean {
  return !continuesWord(text[start - 1]) && !continuesWord(text[end]);
}

function continuesWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{ID_Continue}$]/u.test(character);
}

function identifiersOnLine(document: TextSnapshot, line: number): Name[] {
  const text = document.line(line) ?? '';
  const lineStart = document.offsetAt({ line, character: 0 });
  const spans = notCode(document.text, document.languageId, lineStart + text.length);
  return (
    [...text.matchAll(IDENTIFIER)]
      // 10px and 0xff are numbers, not names behind a digit.
      .filter((match) => !/[0-9]/.test(text[match.index - 1] ?? ''))
      .map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length, part: partAt(spans, lineStart + match.index) }))
  );
}

// 0 inside the name and right behind it, as editors and language servers see it.
export function distance(name: Name, character: number): number {
  if (character < name.start) return name.start - character;
  return Math.max(0, character - name.end);
}

function isKeyword(name: Name, line: string, languageId: string): boolean {
  if (name.part !== 'code') return false;
  const isMember = line[name.start - 1] === '.';
  if (languageId === 'python') return PYTHON_KEYWORDS.has(name.text) && !isMember;
  if (!/^(type|java)script/.test(languageId)) return false;
  if (isMember) return false;
  const rest = line.slice(name.end);
  // `{ default: x }` and `{ delete() {} }` name properties.
  if (JAVASCRIPT_KEYWORDS.has(name.text)) return !/^\??:(?!\s*$)/.test(rest) || name.text === 'default';
  if (JAVASCRIPT_GOVERNING.has(name.text)) return /^\s+[\p{ID_Start}$_{*['"#]/u.test(rest);
  return JAVASCRIPT_PRIMITIVES.has(name.text) && isInType(line.slice(0, name.start), rest);
}

// `: string)` and `string | number`, but not the parameter in `(string: string)`.
function isInType(before: string, rest: string): boolean {
  if (/^\s*(?:\|(?!\|)|&(?!&)|\[\]|>)/.test(rest)) return true;
  return /[:<|&]\s*$/.test(before) && /^\s*(?:$|[^\s:?\p{ID_Continue}])/u.test(rest);
}
