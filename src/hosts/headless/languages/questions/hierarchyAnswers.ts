// What servers answer about calls and types, parsed once and turned into the words of the port.
import type { CallHierarchyItem } from 'vscode-languageserver-protocol';
import { z } from 'zod';
import { callableFrom } from '../../../../answers/callableFrom.ts';
import { range } from '../../../../answers/engineAnswers.ts';
import { kindOf } from '../../../../answers/symbolKinds.ts';
import { normalizeUri } from '../../../../base/files/fileUri.ts';
import type { Callable, CallHierarchyCall, TypeSymbol } from '../../../../ide/doors/languages.ts';
import { compare, type Range } from '../../../../ide/text.ts';

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

export function callersOf(answer: unknown): readonly CallHierarchyCall[] {
  return (incoming.parse(answer) ?? []).map(({ from, fromRanges }) => ({ callable: callableOf(from), places: distinct(fromRanges) }));
}

export function calleesOf(answer: unknown): readonly CallHierarchyCall[] {
  return (outgoing.parse(answer) ?? []).map(({ to, fromRanges }) => ({ callable: callableOf(to), places: distinct(fromRanges) }));
}

export function callableOf({ name, kind, detail, uri, selectionRange }: CallHierarchyItem): Callable {
  return callableFrom({ name, kind: kindOf(kind), detail, location: { uri: normalizeUri(uri), range: selectionRange } });
}

export function typeSymbolOf({ name, kind, uri, selectionRange }: CallHierarchyItem): TypeSymbol {
  return { name, kind: kindOf(kind), location: { uri: normalizeUri(uri), range: selectionRange } };
}

// basedpyright returns a call through a member twice, once for the member and once for its name.
function distinct(ranges: readonly Range[]): readonly Range[] {
  const sorted = [...ranges].sort((a, b) => compare(a.end, b.end) || compare(b.start, a.start));
  return sorted.filter((own, index) => index === 0 || compare(own.end, sorted[index - 1]?.end ?? own.start) !== 0).sort((a, b) => compare(a.start, b.start));
}
