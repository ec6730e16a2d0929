// One search and replacement in a text as agents write it: exact, or with any white space for any other at the ends of lines.
import { ambiguousText, textNotFound } from '../../../ide/errors/errors.ts';

export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  // Every occurrence; otherwise there must be exactly one.
  readonly all: boolean;
  // Indentation and white space at the ends of lines may differ, and the new text is indented like what it replaces.
  readonly tolerant: boolean;
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

const MOST_CANDIDATES = 8;

// Throws text_not_found or ambiguous_text, which show the places.
export function replaced(text: string, file: string, replacement: Replacement): { readonly text: string; readonly count: number } {
  const matches = replacement.tolerant ? tolerantMatches(text, replacement) : exactMatches(text, replacement);
  if (matches.length === 0) throw textNotFound(file, replacement.oldText, likelyPlaces(text, replacement.oldText), replacement.tolerant);
  if (matches.length > 1 && !replacement.all)
    throw ambiguousText(
      file,
      matches.slice(0, MOST_CANDIDATES).map(({ start }) => placeAt(text, start)),
      matches.length,
    );
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, newText } of matches) {
    parts.push(text.slice(at, start), newText);
    at = end;
  }
  return { text: parts.join('') + text.slice(at), count: matches.length };
}

// Agents write \n; a file with other line breaks is searched for those.
function exactMatches(text: string, { oldText, newText }: Replacement): readonly Match[] {
  const spellings = text.includes('\r\n') && oldText.includes('\n') ? [oldText, oldText.replaceAll(/\r?\n/g, '\r\n')] : [oldText];
  for (const spelling of spellings) {
    const matches: Match[] = [];
    for (let start = text.indexOf(spelling); start >= 0; start = text.indexOf(spelling, start + spelling.length))
      matches.push({ start, end: start + spelling.length, newText });
    if (matches.length > 0) return matches;
  }
  return [];
}

function tolerantMatches(text: string, { oldText, newText }: Replacement): readonly Match[] {
  const wanted = oldText.replace(/^(?:[ \t]*\r?\n)+|(?:\r?\n[ \t]*)+$/g, '').split(/\r?\n/);
  const lines = [...text.matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)]
    .filter(({ 0: line, index }) => line !== '' || index === 0)
    .map(({ 0: line, index }) => ({ line, index }));
  const matches: Match[] = [];
  for (let first = 0; first + wanted.length <= lines.length; first++) {
    const window = lines.slice(first, first + wanted.length);
    if (!window.every(({ line }, index) => line.trim() === wanted[index]?.trim())) continue;
    const start = window[0]?.index ?? 0;
    const last = window.at(-1);
    const end = last === undefined ? start : last.index + last.line.replace(/[\r\n]+$/, '').length;
    matches.push({ start, end, newText: indentedLike(window[0]?.line ?? '', wanted[0] ?? '', newText) });
    first += wanted.length - 1;
  }
  return matches;
}

// The new text keeps its own shape and moves by as much as the old one was off.
function indentedLike(found: string, wanted: string, newText: string): string {
  const target = indentationOf(found);
  const given = indentationOf(wanted);
  return newText
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => (line.trim() === '' ? '' : line.startsWith(given) ? target + line.slice(given.length) : target + line.trimStart()))
    .join('\n');
}

function indentationOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

// Lines that hold the longest line of what was looked for: what the agent most likely meant.
function likelyPlaces(text: string, oldText: string): readonly Candidate[] {
  const longest =
    oldText
      .split(/\r?\n/)
      .map((line) => line.trim())
      .sort((a, b) => b.length - a.length)[0] ?? '';
  if (longest.length < 4) return [];
  return text
    .split('\n')
    .flatMap((line, index) => (line.includes(longest) ? [{ line: index + 1, text: line.trim().slice(0, 160) }] : []))
    .slice(0, MOST_CANDIDATES);
}

interface Candidate {
  readonly line: number;
  readonly text: string;
}

function placeAt(text: string, offset: number): Candidate {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, text: (text.split('\n')[before.length - 1] ?? '').trim().slice(0, 160) };
}
