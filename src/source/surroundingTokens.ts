// The tokens around a place in code, read outwards from it, so that nothing but the neighbourhood is ever looked at.
import { groupBy } from '../base/groupBy.ts';
import { isWordCharacter } from './codeParts.ts';

export interface CodeToken {
  // A word, or an operator of up to three characters; empty at either end of the text.
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Opener {
  readonly bracket: '(' | '[' | '{' | '';
  readonly at: number;
}

// Nothing that decides about a name is farther away; the bound keeps minified files cheap.
const FARTHEST = 4_000;

const OPERATORS_BEFORE = [
  '...',
  '===',
  '!==',
  '**=',
  '&&=',
  '||=',
  '??=',
  '=>',
  '->',
  '++',
  '--',
  '&&',
  '||',
  '??',
  '?.',
  '</',
  ':=',
  '::',
  '==',
  '!=',
  '<=',
  '>=',
  '+=',
  '-=',
  '*=',
  '/=',
  '|=',
  '&=',
];
const OPERATORS_AFTER = [
  '===',
  '!==',
  '...',
  '>>=',
  '<<=',
  '**=',
  '//=',
  '&&=',
  '||=',
  '??=',
  '=>',
  '==',
  '!=',
  '<=',
  '>=',
  '++',
  '--',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '|=',
  '&=',
  '^=',
  '@=',
  ':=',
  '::',
  '?.',
  '??',
  '&&',
  '||',
  '?:',
];

// Most signs stand alone; only those that can end or begin a longer operator are compared.
const BY_LAST = groupBy(OPERATORS_BEFORE, (operator) => operator.at(-1));
const BY_FIRST = groupBy(OPERATORS_AFTER, (operator) => operator[0]);

export function tokenBefore(text: string, index: number, comment = '//'): CodeToken {
  const end = skipBackwards(text, index, comment);
  if (end === 0) return { text: '', start: 0, end: 0 };
  const last = text[end - 1] ?? '';
  if (isWordCharacter(last)) {
    let start = end - 1;
    while (start > 0 && isWordCharacter(text[start - 1] ?? '')) start--;
    return { text: text.slice(start, end), start, end };
  }
  const operator = BY_LAST.get(last)?.find((known) => text.endsWith(known, end)) ?? last;
  return { text: operator, start: end - operator.length, end };
}

export function tokenAfter(text: string, index: number, comment = '//'): CodeToken {
  const start = skipForwards(text, index, comment);
  const first = text[start] ?? '';
  if (isWordCharacter(first)) {
    let end = start + 1;
    while (end < text.length && isWordCharacter(text[end] ?? '')) end++;
    return { text: text.slice(start, end), start, end };
  }
  const operator = BY_FIRST.get(first)?.find((known) => text.startsWith(known, start)) ?? first;
  return { text: operator, start, end: start + operator.length };
}

// The bracket that is still open at this place. Character codes, because this loop is most of what a usage costs.
export function openerBefore(text: string, index: number): Opener {
  let depth = 0;
  const farthest = Math.max(0, index - FARTHEST);
  for (let at = index - 1; at >= farthest; at--) {
    const code = text.charCodeAt(at);
    if (code === CLOSING_ROUND || code === CLOSING_SQUARE || code === CLOSING_BRACE) depth++;
    else if (code === OPENING_ROUND || code === OPENING_SQUARE || code === OPENING_BRACE) {
      if (depth === 0) return { bracket: code === OPENING_ROUND ? '(' : code === OPENING_SQUARE ? '[' : '{', at };
      depth--;
    } else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) at = openingQuote(text, at, code === DOUBLE_QUOTE ? '"' : "'");
  }
  return { bracket: '', at: -1 };
}

const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const OPENING_ROUND = 40;
const CLOSING_ROUND = 41;
const OPENING_SQUARE = 91;
const CLOSING_SQUARE = 93;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

// Behind the bracket that closes the one at `index`; -1 when it is too far away.
export function closingAfter(text: string, index: number): number {
  let depth = 0;
  const farthest = Math.min(text.length, index + FARTHEST);
  for (let at = index; at < farthest; at++) {
    const code = text.charCodeAt(at);
    if (code === OPENING_ROUND || code === OPENING_SQUARE || code === OPENING_BRACE) depth++;
    else if (code === CLOSING_ROUND || code === CLOSING_SQUARE || code === CLOSING_BRACE) {
      depth--;
      if (depth === 0) return at + 1;
    } else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) at = closingQuote(text, at, code === DOUBLE_QUOTE ? '"' : "'");
  }
  return -1;
}

// The code of the statement before the place: from the last semicolon or brace, not too far back.
export function statementBefore(text: string, index: number): string {
  const farthest = Math.max(0, index - LONGEST_STATEMENT);
  let start = index;
  while (start > farthest) {
    const code = text.charCodeAt(start - 1);
    if (code === SEMICOLON || code === OPENING_BRACE || code === CLOSING_BRACE) break;
    start--;
  }
  return text.slice(start, index);
}

const LONGEST_STATEMENT = 400;
const SEMICOLON = 59;

export function lineBefore(text: string, index: number): string {
  return text.slice(text.lastIndexOf('\n', index - 1) + 1, index);
}

function skipBackwards(text: string, index: number, comment: string): number {
  let at = index;
  for (;;) {
    const character = text[at - 1];
    if (character === undefined) return 0;
    if (character === '\n') at = beforeLineComment(text, at - 1, comment);
    else if (character <= ' ') at--;
    else if (character === '/' && text[at - 2] === '*') at = Math.max(0, text.lastIndexOf('/*', at - 2));
    else return at;
  }
}

// The end of the code on the line that ends here. A mark inside quotes or behind a colon, as in a URL, begins no comment.
function beforeLineComment(text: string, lineEnd: number, comment: string): number {
  const lineStart = text.lastIndexOf('\n', lineEnd - 1) + 1;
  const line = text.slice(lineStart, lineEnd);
  const mark = line.indexOf(comment);
  if (mark < 0 || line[mark - 1] === ':') return lineEnd;
  const quotes = line.slice(0, mark).replace(/[^"'`]/g, '').length;
  return quotes % 2 === 0 ? lineStart + mark : lineEnd;
}

function skipForwards(text: string, index: number, comment: string): number {
  let at = index;
  for (;;) {
    const character = text[at];
    if (character === undefined) return text.length;
    if (character <= ' ') at++;
    else if (text.startsWith(comment, at)) at = endOr(text.indexOf('\n', at), text.length);
    else if (character === '/' && text[at + 1] === '*') at = endOr(text.indexOf('*/', at), text.length - 2) + 2;
    else return at;
  }
}

function endOr(found: number, otherwise: number): number {
  return found < 0 ? otherwise : found;
}

// A lone quote, such as an apostrophe in a comment, has no partner on its line and stands for itself.
function openingQuote(text: string, at: number, quote: string): number {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const opening = text.lastIndexOf(quote, at - 1);
  return opening >= lineStart ? opening : at;
}

function closingQuote(text: string, at: number, quote: string): number {
  const closing = text.indexOf(quote, at + 1);
  const lineEnd = text.indexOf('\n', at);
  return closing >= 0 && (lineEnd < 0 || closing < lineEnd) ? closing : at;
}
