// Which parts of a Python string are text and which, between the braces of an f-string, are code.
import type { PartSpan } from './codeParts.ts';

const PREFIX = /^(?:[rbuft]|br|rb|fr|rf|tr|rt)$/i;

// Whether this word directly before a quote belongs to the string.
export function isStringPrefix(word: string): boolean {
  return PREFIX.test(word);
}

export interface PythonString {
  readonly end: number;
  // The parts that are text or comments, in order.
  readonly spans: readonly PartSpan[];
}

// The string whose prefix or quote stands at `start`.
export function pythonString(text: string, start: number): PythonString {
  const [, prefix = '', quote = '"'] = /^([a-zA-Z]*)("""|'''|"|')/.exec(text.slice(start, start + 8)) ?? [];
  const from = start + prefix.length + quote.length;
  const template = { quote, isTemplate: /[ft]/i.test(prefix) };
  const spans: PartSpan[] = [];
  const end = literal(text, start, from, template, spans);
  return { end, spans };
}

interface Written {
  readonly quote: string;
  readonly isTemplate: boolean;
}

// Text up to the closing quote; a string that is not closed on its line ends with the line, so that one apostrophe cannot swallow a file.
function literal(text: string, start: number, from: number, { quote, isTemplate }: Written, spans: PartSpan[]): number {
  const isLong = quote.length === 3;
  let begun = start;
  let at = from;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === '\\') at += 2;
    else if (text.startsWith(quote, at)) {
      spans.push({ start: begun, end: at + quote.length, part: 'string' });
      return at + quote.length;
    } else if (character === '\n' && !isLong) break;
    else if (isTemplate && (text.startsWith('{{', at) || text.startsWith('}}', at))) at += 2;
    else if (isTemplate && character === '{') {
      spans.push({ start: begun, end: at + 1, part: 'string' });
      begun = replacement(text, at + 1, { quote, isLong }, spans);
      at = begun;
    } else at += 1;
  }
  spans.push({ start: begun, end: Math.min(at, text.length), part: 'string' });
  return Math.min(at, text.length);
}

// Code up to the brace that closes it, or to what says how it is printed; returns where text goes on.
function replacement(text: string, from: number, around: { quote: string; isLong: boolean }, spans: PartSpan[]): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === '\n' && !around.isLong && depth === 0) return at;
    if ((character === '"' || character === "'") && !(depth === 0 && text.startsWith(around.quote, at))) {
      const prefix = /[a-zA-Z]*$/.exec(text.slice(Math.max(from, at - 2), at))?.[0] ?? '';
      const nested = pythonString(text, isStringPrefix(prefix) ? at - prefix.length : at);
      spans.push(...nested.spans);
      at = nested.end;
      continue;
    }
    if (text.startsWith(around.quote, at)) return at;
    if ('([{'.includes(character)) depth += 1;
    else if (depth > 0 && ')]}'.includes(character)) depth -= 1;
    else if (depth === 0 && character === '}') return at;
    else if (depth === 0 && (character === ':' || (character === '!' && text[at + 1] !== '='))) return layout(text, at, around, spans);
    at += 1;
  }
  return at;
}

// `!r` and `:>{width}`, which may hold code again.
function layout(text: string, from: number, around: { quote: string; isLong: boolean }, spans: PartSpan[]): number {
  let begun = from;
  let at = from;
  while (at < text.length && text[at] !== '}') {
    if (text.startsWith(around.quote, at) || (text[at] === '\n' && !around.isLong)) break;
    if (text[at] === '{') {
      spans.push({ start: begun, end: at + 1, part: 'string' });
      begun = replacement(text, at + 1, around, spans);
      at = begun;
      if (text[at] !== '}') break;
    }
    at += 1;
  }
  spans.push({ start: begun, end: at, part: 'string' });
  return at;
}
