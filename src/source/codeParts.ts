// Which parts of a text are code and which are comments or strings, well enough to distinguish a name from a mention.
import type { Span } from '../base/text/rewrites.ts';
import { isStringPrefix, type PythonString, pythonString } from './pythonStrings.ts';

export type Part = 'code' | 'comment' | 'string';

export interface PartSpan extends Span {
  readonly part: 'comment' | 'string';
}

// What differs between languages here: how comments and strings begin.
interface Lexis {
  readonly lineComment: readonly string[];
  readonly blockComment: boolean;
  // Prefixes, triple quotes and code between braces, as in Python.
  readonly python: boolean;
  readonly quotes: string;
  // Template strings with code in them, and regular expressions between slashes.
  readonly javascript: boolean;
  // Strings in which nothing is escaped, from their first character on; sticky.
  readonly raw?: RegExp;
  // What an apostrophe begins that is a string; any other is a lifetime. Sticky.
  readonly character?: RegExp;
  // Plain strings go on over lines.
  readonly overLines?: true;
}

const C_LIKE: Lexis = { lineComment: ['//'], blockComment: true, python: false, quotes: `"'`, javascript: false };
const JAVASCRIPT: Lexis = { ...C_LIKE, quotes: `"'\``, javascript: true };
const HASH: Lexis = { lineComment: ['#'], blockComment: false, python: false, quotes: `"'`, javascript: false };
const LEXIS: Readonly<Record<string, Lexis>> = {
  go: { ...C_LIKE, raw: /`[^`]*`/y },
  rust: { ...C_LIKE, raw: /b?r(#*)"[\s\S]*?"\1/y, character: /'(?:\\(?:u\{[^}]*\}|x..|.)|[^\\'])'/uy, overLines: true },
  cpp: { ...C_LIKE, raw: /(?:u8|[uUL])?R"([^()\\\s]{0,16})\([\s\S]*?\)\1"/y },
  typescript: JAVASCRIPT,
  typescriptreact: JAVASCRIPT,
  javascript: JAVASCRIPT,
  javascriptreact: JAVASCRIPT,
  python: { ...HASH, python: true },
  shellscript: HASH,
  yaml: HASH,
  toml: HASH,
  ruby: HASH,
};

// Everything in `text` before `until` that is not code, in order. Text that no language explains is read as C-like.
export function notCode(text: string, languageId: string, until = text.length): PartSpan[] {
  const lexis = LEXIS[languageId] ?? C_LIKE;
  const spans: PartSpan[] = [];
  // Depths of the braces at which template strings resume.
  const templates: number[] = [];
  let depth = 0;
  let significant = '';
  let index = 0;
  while (index < until) {
    const string = lexis.python ? pythonStringAt(text, index) : undefined;
    if (string !== undefined) {
      spans.push(...string.spans);
      significant = '"';
      index = string.end;
      continue;
    }
    const span = spanAt(text, index, lexis, significant);
    if (span !== undefined) {
      spans.push({ start: index, end: span.end, part: span.part });
      if (span.part === 'string') significant = '"';
      if (span.opensCode) templates.push(depth++);
      if (span.opensCode) significant = '{';
      index = span.end;
      continue;
    }
    const character = text[index] ?? '';
    if (character === '{') depth++;
    else if (character === '}') {
      depth--;
      if (templates.at(-1) === depth) {
        templates.pop();
        const end = templateEnd(text, index + 1);
        spans.push({ start: index + 1, end: end.at, part: 'string' });
        if (end.opensCode) templates.push(depth++);
        significant = end.opensCode ? '{' : '"';
        index = end.at;
        continue;
      }
    }
    if (isWordCharacter(character)) {
      const end = wordEnd(text, index);
      significant = text.slice(index, end);
      index = end;
      continue;
    }
    if (character > ' ') significant = character;
    index++;
  }
  return spans;
}

export function partAt(spans: readonly PartSpan[], offset: number): Part {
  let low = 0;
  let high = spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span === undefined) break;
    if (offset < span.start) high = middle - 1;
    else if (offset >= span.end) low = middle + 1;
    else return span.part;
  }
  return 'code';
}

function spanAt(text: string, index: number, lexis: Lexis, significant: string): { end: number; part: 'comment' | 'string'; opensCode?: boolean } | undefined {
  const character = text[index] ?? '';
  const raw = lexis.raw === undefined ? undefined : matchAt(lexis.raw, text, index);
  if (raw !== undefined) return { end: index + raw, part: 'string' };
  if (character === '#' || character === '/') {
    if (lexis.lineComment.some((mark) => text.startsWith(mark, index))) return { end: endOfLine(text, index), part: 'comment' };
    if (lexis.blockComment && text.startsWith('/*', index)) return { end: after(text, '*/', index + 2), part: 'comment' };
    if (lexis.javascript && character === '/' && canBeginRegularExpression(significant)) return regularExpression(text, index);
    return undefined;
  }
  if (!lexis.quotes.includes(character) || character === '') return undefined;
  if (character === '`') {
    const end = templateEnd(text, index + 1);
    return { end: end.at, part: 'string', opensCode: end.opensCode };
  }
  if (character === "'" && lexis.character !== undefined) {
    const length = matchAt(lexis.character, text, index);
    return length === undefined ? undefined : { end: index + length, part: 'string' };
  }
  return { end: quoteEnd(text, index + 1, character, lexis.overLines), part: 'string' };
}

// How long what the sticky pattern finds right here is.
function matchAt(pattern: RegExp, text: string, index: number): number | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0].length;
}

// A string with its prefix.
function pythonStringAt(text: string, index: number): PythonString | undefined {
  const character = text[index] ?? '';
  if (character === '"' || character === "'") return pythonString(text, index);
  if (!isWordCharacter(character) || isWordCharacter(text[index - 1] ?? '')) return undefined;
  const end = wordEnd(text, index);
  return end - index <= 2 && (text[end] === '"' || text[end] === "'") && isStringPrefix(text.slice(index, end)) ? pythonString(text, index) : undefined;
}

// A string that is not closed on its line ends with the line, so that one apostrophe cannot swallow a file.
function quoteEnd(text: string, from: number, quote: string, overLines = false): number {
  for (let index = from; index < text.length; index++) {
    const character = text[index];
    if (character === '\\') index++;
    else if (character === quote) return index + 1;
    else if (character === '\n' && !overLines) return index;
  }
  return text.length;
}

function templateEnd(text: string, from: number): { at: number; opensCode: boolean } {
  for (let index = from; index < text.length; index++) {
    const character = text[index];
    if (character === '\\') index++;
    else if (character === '`') return { at: index + 1, opensCode: false };
    else if (character === '$' && text[index + 1] === '{') return { at: index + 2, opensCode: true };
  }
  return { at: text.length, opensCode: false };
}

// After a value a slash divides; after anything else it begins a regular expression.
function canBeginRegularExpression(significant: string): boolean {
  if (significant === '') return true;
  if (/^[\w$]/.test(significant)) return /^(return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield)$/.test(significant);
  return !/[)\]}"]/.test(significant);
}

function regularExpression(text: string, index: number): { end: number; part: 'string' } | undefined {
  let inClass = false;
  for (let at = index + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '\n') return undefined;
    if (character === '\\') at++;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '/' && !inClass) return { end: wordEnd(text, at + 1), part: 'string' };
  }
  return undefined;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

function wordEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && isWordCharacter(text[end] ?? '')) end++;
  return end;
}

export function isWordCharacter(character: string): boolean {
  return (
    (character >= 'a' && character <= 'z') ||
    (character >= 'A' && character <= 'Z') ||
    (character >= '0' && character <= '9') ||
    character === '_' ||
    character === '$' ||
    character > '\x7f'
  );
}
