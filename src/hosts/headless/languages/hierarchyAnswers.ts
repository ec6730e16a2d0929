// What servers answer about calls and types, parsed once and turned into the words of the port.
import { basename } from 'node:path/posix';
import type { CallHierarchyItem } from 'vscode-languageserver-protocol';
import { z } from 'zod';
import { normalizeUri, pathOf } from '../../../base/fileUri.ts';
import type { Call, Callable, TypeSymbol } from '../../../ide/languages.ts';
import { compare, type Range } from '../../../ide/text.ts';
import { kindOf, range } from './answers.ts';

const itemShape = z.looseObject({
  name: z.string(),
  kind: z.int().min(1).max(26),
  detail: z.string().optional(),
  uri: z.string(),
  range,
  selectionRange: range,
});
// Checked but kept as it is: it goes back to the server with whatever that has put there. Types have the same shape.
const item = z.custom<CallHierarchyItem>((value) => itemShape.safeParse(value).success, 'is not an item of a hierarchy');
const items = z.array(item).nullable();

export function hierarchyItemsOf(answer: unknown): readonly CallHierarchyItem[] {
  return items.parse(answer) ?? [];
}

const incoming = z.array(z.object({ from: item, fromRanges: z.array(range) })).nullable();
const outgoing = z.array(z.object({ to: item, fromRanges: z.array(range) })).nullable();

export function callersOf(answer: unknown): readonly Call[] {
  return (incoming.parse(answer) ?? []).map(({ from, fromRanges }) => ({ callable: callableOf(from), places: distinct(fromRanges) }));
}

export function calleesOf(answer: unknown): readonly Call[] {
  return (outgoing.parse(answer) ?? []).map(({ to, fromRanges }) => ({ callable: callableOf(to), places: distinct(fromRanges) }));
}

export function callableOf({ name, kind, detail, uri, selectionRange }: CallHierarchyItem): Callable {
  const location = { uri: normalizeUri(uri), range: selectionRange };
  const word = kindOf(kind);
  // Engines name the code outside of functions after its file, each in its own way.
  if (word === 'module' || word === 'file') return { name: basename(pathOf(uri).replaceAll('\\', '/')), kind: 'module', location };
  // clangd tells the whole path, `shop::Cart::total`, which for one that is no member is its name.
  if (detail === name) return { name, kind: word, location };
  if (detail?.endsWith(`::${name}`)) return { name, kind: word, container: detail.slice(0, -name.length - 2).replaceAll('::', '/'), location };
  // Where a function is declared: "Cart", "class Cart (cart.py)", or for one that is no member "(cart.py)".
  const [, container] = /^(?:class )?([\p{ID_Start}$_][\p{ID_Continue}$.]*)(?: \(.*)?$/u.exec(detail ?? '') ?? [];
  if (container === undefined) return { name, kind: word, location };
  return { name, kind: word === 'function' ? 'method' : word, container, location };
}

export function typeSymbolOf({ name, kind, uri, selectionRange }: CallHierarchyItem): TypeSymbol {
  return { name, kind: kindOf(kind), location: { uri: normalizeUri(uri), range: selectionRange } };
}

// basedpyright tells a call through a member twice, once for the member and once for its name.
function distinct(ranges: readonly Range[]): readonly Range[] {
  const sorted = [...ranges].sort((a, b) => compare(a.end, b.end) || compare(b.start, a.start));
  return sorted.filter((own, index) => index === 0 || compare(own.end, sorted[index - 1]?.end ?? own.start) !== 0).sort((a, b) => compare(a.start, b.start));
}
