// Where a piece of copied code stands in a file, and where in it the marked name.
import { snippetNotFound } from '../../ide/errors/errors.ts';
import type { Position, TextSnapshot } from '../../ide/text.ts';

const MARKED = /<<\s*([^<>\n]*?[\p{ID_Continue}$])\s*>>/u;
const MOST_LINES = 8;

export function placeInSnippet(
  document: TextSnapshot,
  file: string,
  at: { readonly snippet: string; readonly name?: string | undefined; readonly line?: number | undefined },
): Position {
  return onlyPlace(document, file, matches(document.text, targetIn(file, at.snippet, at.name)), at.line);
}

// Where somebody would go on writing: behind what is marked, which may be nothing.
export function caretInSnippet(document: TextSnapshot, file: string, at: { readonly snippet: string; readonly line?: number | undefined }): Position {
  const mark = /<<([^<>\n]*)>>/.exec(at.snippet);
  if (mark === null) throw snippetNotFound(file, 'no caret is marked in it');
  const target = { before: at.snippet.slice(0, mark.index), marked: mark[1] ?? '', after: at.snippet.slice(mark.index + mark[0].length) };
  return onlyPlace(document, file, markedEnds(document.text, target), at.line);
}

function onlyPlace(document: TextSnapshot, file: string, offsets: readonly number[], line: number | undefined): Position {
  const all = offsets.map((offset) => document.positionAt(offset));
  const found = all.length > 1 && line !== undefined ? all.filter((position) => position.line + 1 === line) : all;
  const [only, ...others] = found.length > 0 ? found : all;
  if (only === undefined) throw snippetNotFound(file, 'this text is not in it');
  if (others.length === 0) return only;
  const lines = all.slice(0, MOST_LINES).map((position) => position.line + 1);
  throw snippetNotFound(
    file,
    `it matches ${all.length} places, on lines ${lines.join(', ')}${all.length > MOST_LINES ? ', …' : ''}; make it longer or add the line`,
  );
}

interface Target {
  readonly before: string;
  // The text of the mark, whose last name is meant: `<<cart.total>>` means total.
  readonly marked: string;
  readonly after: string;
}

function targetIn(file: string, snippet: string, name: string | undefined): Target {
  const mark = MARKED.exec(snippet);
  const marked = mark?.[1];
  if (mark !== null && marked !== undefined) return { before: snippet.slice(0, mark.index), marked, after: snippet.slice(mark.index + mark[0].length) };
  // Without a mark the snippet can still say which name, when it holds only one, or the given one once.
  const names = [...snippet.matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)].filter((match) => name === undefined || match[0] === name);
  const [only, ...others] = names;
  if (only === undefined || others.length > 0) throw snippetNotFound(file, 'no target is marked in it');
  return { before: snippet.slice(0, only.index), marked: only[0], after: snippet.slice(only.index + only[0].length) };
}

// Offsets of the target's last name.
function matches(text: string, target: Target): number[] {
  const nameLength = /[\p{ID_Start}$_]?[\p{ID_Continue}$]*$/u.exec(target.marked)?.[0].length ?? 0;
  return markedEnds(text, target).map((end) => end - nameLength);
}

// Where the mark ends. Exact text first; models often lose indentation and line ends, so then any white space stands for any other.
function markedEnds(text: string, { before, marked, after }: Target): number[] {
  const exact = offsets(text, escaped(before), escaped(marked), escaped(after));
  return exact.length > 0 ? exact : offsets(text, loose(before.trimStart()), loose(marked), loose(after.trimEnd()));
}

function offsets(text: string, before: string, marked: string, after: string): number[] {
  const pattern = new RegExp(`(${before}${marked})${after}`, 'g');
  return [...text.matchAll(pattern)].map((match) => match.index + (match[1]?.length ?? 0));
}

function loose(text: string): string {
  return text.split(/\s+/).map(escaped).join('\\s+');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
