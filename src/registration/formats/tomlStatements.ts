// Where each statement of a valid TOML text begins and ends, and which value it is about.
import { parse } from 'smol-toml';

export interface Statement {
  readonly kind: 'table' | 'pair';
  // From the root.
  readonly path: readonly string[];
  // The table in which a pair stands.
  readonly table: readonly string[];
  // From the beginning of its line up to and with the break of its last.
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

// text: one that a parser has accepted.
export function statementsOf(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let table: readonly string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    at = pastBlanks(text, at);
    const character = text[at];
    if (character === undefined) break;
    if (character === '\n' || character === '\r' || character === '#') {
      at = pastLine(text, at);
      continue;
    }
    if (character === '[') {
      const isArray = text.startsWith('[[', at);
      const name = keysAt(text, at + (isArray ? 2 : 1));
      table = name.keys;
      at = pastLine(text, name.end);
      statements.push({ kind: 'table', path: table, table, start, end: at, valueStart: at, valueEnd: at });
      continue;
    }
    const name = keysAt(text, at);
    const valueStart = pastBlanks(text, name.end + 1);
    const valueEnd = pastValue(text, valueStart);
    at = pastLine(text, valueEnd);
    statements.push({ kind: 'pair', path: [...table, ...name.keys], table, start, end: at, valueStart, valueEnd });
  }
  return statements;
}

// end: of the sign behind them.
function keysAt(text: string, start: number): { keys: string[]; end: number } {
  const keys: string[] = [];
  for (let at = pastBlanks(text, start); ; at = pastBlanks(text, at + 1)) {
    const from = at;
    at = text[at] === '"' || text[at] === "'" ? pastString(text, at) : pastBareKey(text, at);
    const raw = text.slice(from, at);
    keys.push(/^[\w-]+$/.test(raw) ? raw : (Object.keys(parse(`${raw} = 0`))[0] ?? raw));
    at = pastBlanks(text, at);
    if (text[at] !== '.') return { keys, end: at };
  }
}

function pastBareKey(text: string, start: number): number {
  let at = start;
  while (at < text.length && !/[\s.=\]]/.test(text[at] ?? '')) at += 1;
  return at;
}

function pastValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  let end = start;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === '"' || character === "'") at = pastString(text, at);
    else if (character === '#') {
      if (depth === 0) return end;
      at = pastLine(text, at);
      continue;
    } else {
      if (depth === 0 && (character === '\n' || character === '\r')) return end;
      if (character === '[' || character === '{') depth += 1;
      if (character === ']' || character === '}') depth -= 1;
      at += 1;
    }
    if (!/\s/.test(character)) end = at;
  }
  return end;
}

function pastString(text: string, start: number): number {
  const quote = text[start] ?? '"';
  const triple = quote.repeat(3);
  if (!text.startsWith(triple, start)) return pastQuote(text, start + 1, quote, quote === '"');
  let end = pastQuote(text, start + 3, triple, quote === '"');
  // Up to two quotes may stand before the three that end it.
  while (text[end] === quote && end < text.length) end += 1;
  return end;
}

function pastQuote(text: string, start: number, closing: string, hasEscapes: boolean): number {
  let at = start;
  while (at < text.length && !text.startsWith(closing, at)) at += hasEscapes && text[at] === '\\' ? 2 : 1;
  return at + closing.length;
}

function pastBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

function pastLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end + 1;
}
