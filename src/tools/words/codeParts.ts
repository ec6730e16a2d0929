// Which parts of a text are code and which are comments or strings, well enough to tell a name from a mention.

export type Part = 'code' | 'comment' | 'string';

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly part: 'comment' | 'string';
}

// What differs between languages here: how comments and strings begin.
interface Lexis {
  readonly lineComment: readonly string[];
  readonly blockComment: boolean;
  readonly tripleQuotes: boolean;
  readonly quotes: string;
  // Template strings with code in them, and regular expressions between slashes.
  readonly javascript: boolean;
}

const C_LIKE: Lexis = { lineComment: ['//'], blockComment: true, tripleQuotes: false, quotes: `"'`, javascript: false };
const JAVASCRIPT: Lexis = { ...C_LIKE, quotes: `"'\``, javascript: true };
const HASH: Lexis = { lineComment: ['#'], blockComment: false, tripleQuotes: false, quotes: `"'`, javascript: false };
const LEXIS: Readonly<Record<string, Lexis>> = {
  typescript: JAVASCRIPT,
  typescriptreact: JAVASCRIPT,
  javascript: JAVASCRIPT,
  javascriptreact: JAVASCRIPT,
  python: { ...HASH, tripleQuotes: true },
  shellscript: HASH,
  yaml: HASH,
  toml: HASH,
  ruby: HASH,
};

// Everything in `text` before `until` that is not code, in order. Text that no language explains is read as C-like.
export function notCode(text: string, languageId: string, until = text.length): Span[] {
  const lexis = LEXIS[languageId] ?? C_LIKE;
  const spans: Span[] = [];
  // Depths of the braces at which template strings resume.
  const templates: number[] = [];
  let depth = 0;
  let significant = '';
  let index = 0;
  while (index < until) {
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

export function partAt(spans: readonly Span[], offset: number): Part {
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
  if (character === '#' || character === '/') {
    if (lexis.lineComment.some((mark) => text.startsWith(mark, index))) return { end: endOfLine(text, index), part: 'comment' };
    if (lexis.blockComment && text.startsWith('/*', index)) return { end: after(text, '*/', index + 2), part: 'comment' };
    if (lexis.javascript && character === '/' && canBeginRegularExpression(significant)) return regularExpression(text, index);
    return undefined;
  }
  if (!lexis.quotes.includes(character) || character === '') return undefined;
  if (lexis.tripleQuotes && text.startsWith(character.repeat(3), index)) return { end: after(text, character.repeat(3), index + 3), part: 'string' };
  if (character === '`') {
    const end = templateEnd(text, index + 1);
    return { end: end.at, part: 'string', opensCode: end.opensCode };
  }
  return { end: quoteEnd(text, index + 1, character), part: 'string' };
}

// A string that is not closed on its line ends with the line, so that one apostrophe cannot swallow a file.
function quoteEnd(text: string, from: number, quote: string): number {
  for (let index = from; index < text.length; index++) {
    const character = text[index];
    if (character === '\\') index++;
    else if (character === quote) return index + 1;
    else if (character === '\n') return index;
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
