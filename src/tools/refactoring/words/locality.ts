// The function outside of which nothing can mean a name, where there is one: locals and parameters.

import type { OutlineSymbol } from '../../../ide/doors/languages.ts';
import { contains, type Location, type Range, type TextSnapshot } from '../../../ide/text.ts';
import type { ProjectContext } from '../../tool.ts';

// With the comment above it, which explains its parameters. `places` are the declaration and all uses.
export async function functionAround({ ide, signal }: ProjectContext, places: readonly Location[]): Promise<Location | undefined> {
  const [first, ...others] = places;
  if (first === undefined || others.some(({ uri }) => uri !== first.uri)) return undefined;
  const document = await ide.documents.read(first.uri, signal);
  const outline = await ide.languages.outline(first.uri, signal);
  const range = innermost(document, outline.value, places);
  return range && { uri: first.uri, range: withComment(document, range) };
}

function innermost(document: TextSnapshot, symbols: readonly OutlineSymbol[], places: readonly Location[]): Range | undefined {
  for (const symbol of symbols) {
    if (!places.every(({ range }) => contains(symbol.range, range.start))) continue;
    const inner = innermost(document, symbol.children, places);
    if (inner !== undefined) return inner;
    const isNamed = places.some(({ range }) => contains(symbol.selection, range.start));
    return !isNamed && isFunction(document, symbol) ? symbol.range : undefined;
  }
  return undefined;
}

const FUNCTIONS: ReadonlySet<string> = new Set(['function', 'method', 'constructor']);

// A constant that holds a function is one to its locals.
function isFunction(document: TextSnapshot, { kind, range, selection, children }: OutlineSymbol): boolean {
  if (FUNCTIONS.has(kind)) return true;
  const isHolder = kind === 'variable' || kind === 'constant' || kind === 'property' || kind === 'field';
  return (
    isHolder &&
    children.every((child) => !MEMBERS.has(child.kind)) &&
    /=>|\bfunction\b|\blambda\b/.test(document.textIn({ start: selection.end, end: range.end }))
  );
}

// What an object or a class that stands there would have.
const MEMBERS: ReadonlySet<string> = new Set(['property', 'method', 'field']);

function withComment(document: TextSnapshot, { start, end }: Range): Range {
  let line = start.line;
  while (line > 0 && /^\s*(?:\/\/|\/\*|\*|#|@)/.test(document.line(line - 1) ?? '')) line--;
  return { start: { line, character: 0 }, end };
}
