// What VS Code answers, in the words of the port: the form of its objects, and what its extensions write otherwise than servers do.
import { z } from 'zod';
import { callableFrom } from '../../answers/callableFrom.ts';
import { answersIn, range } from '../../answers/engineAnswers.ts';
import { kindOf } from '../../answers/symbolKinds.ts';
import { normalizeUri } from '../../base/files/fileUri.ts';
import type { Callable, CallHierarchyCall, Diagnostic, OutlineSymbol, SymbolKind, TypeSymbol, WorkspaceSymbol } from '../../ide/doors/languages.ts';
import { compare } from '../../ide/text.ts';
import type { TextEdit } from '../../ide/workspaceEdit.ts';

// The objects of VS Code have more than their data, and getters instead of fields; what is parsed is plain.
const uri = z
  .custom<{ toString(): string }>((value) => typeof value === 'object' && value !== null && 'scheme' in value, 'is not a URI')
  .transform((found) => normalizeUri(found.toString()));

const answers = answersIn({ uri, first: 0 });
export const { locationsOf, hoverOf } = answers;

export function outlineOf(answer: unknown): readonly OutlineSymbol[] {
  return asWritten(answers.outlineOf(answer));
}

export function workspaceSymbolsOf(answer: unknown): readonly WorkspaceSymbol[] {
  // TypeScript's extension shows functions as they are called.
  return answers.workspaceSymbolsOf(answer).map((symbol) => ({ ...symbol, name: symbol.name.replace(/\(\)$/, '') }));
}

const item = z.object({ name: z.string(), kind: z.number(), detail: z.string().optional(), uri, selectionRange: range });

// As it came, because VS Code wants it back as it was, and as the port says it.
export interface HierarchyItem<Item> {
  readonly original: unknown;
  readonly symbol: Item;
}

export function callItemsOf(answer: unknown): readonly HierarchyItem<Callable>[] {
  return itemsOf(answer).map((original) => ({ original, symbol: callableOf(item.parse(original)) }));
}

export function typeItemsOf(answer: unknown): readonly HierarchyItem<TypeSymbol>[] {
  return itemsOf(answer).map((original) => {
    const { name, kind, uri: where, selectionRange } = item.parse(original);
    return { original, symbol: { name, kind: symbolKind(kind), location: { uri: where, range: selectionRange } } };
  });
}

const calls = z.array(z.object({ from: item.optional(), to: item.optional(), fromRanges: z.array(range) })).nullish();

export function callsOf(answer: unknown): readonly CallHierarchyCall[] {
  return (calls.parse(answer) ?? []).flatMap(({ from, to, fromRanges }) => {
    const other = from ?? to;
    return other === undefined ? [] : [{ callable: callableOf(other), places: fromRanges.toSorted((a, b) => compare(a.start, b.start)) }];
  });
}

const textEdit = z.object({ range, newText: z.string() });
const textEdits = z.array(textEdit);

export function textEditsOf(answer: unknown): readonly TextEdit[] {
  return textEdits.parse(answer);
}

const proposal = z.object({
  label: z.union([z.string(), z.object({ label: z.string(), description: z.string().optional() })]),
  kind: z.number().optional(),
  tags: z.array(z.number()).optional(),
  detail: z.string().optional(),
  documentation: z.union([z.string(), z.object({ value: z.string() })]).optional(),
  sortText: z.string().optional(),
  filterText: z.string().optional(),
  insertText: z.union([z.string(), z.object({ value: z.string() })]).optional(),
  range: z.union([range, z.object({ inserting: range })]).optional(),
  additionalTextEdits: textEdits.optional(),
});
const proposals = z.object({ items: z.array(proposal) }).nullish();

export type ProposedCompletion = z.output<typeof proposal>;

export function proposedCompletionsOf(answer: unknown): readonly ProposedCompletion[] {
  return proposals.parse(answer)?.items ?? [];
}

const code = z.union([z.string(), z.number(), z.object({ value: z.union([z.string(), z.number()]) })]).nullish();
const problem = z.object({ range, severity: z.number(), message: z.string(), source: z.string().optional(), code });

export function diagnosticOf(answer: unknown): Diagnostic {
  return answers.diagnosticFrom(problem.parse(answer));
}

// VS Code counts kinds from 0, the protocol from 1.
function symbolKind(kind: number): SymbolKind {
  return kindOf(kind + 1);
}

// Extensions put constructors first, or sort by name.
function asWritten(symbols: readonly OutlineSymbol[]): readonly OutlineSymbol[] {
  return symbols.map((symbol) => ({ ...symbol, children: asWritten(symbol.children) })).toSorted((a, b) => compare(a.range.start, b.range.start));
}

function callableOf({ name, kind, detail, uri: where, selectionRange }: z.output<typeof item>): Callable {
  return callableFrom({ name, kind: symbolKind(kind), detail, location: { uri: where, range: selectionRange } });
}

function itemsOf(answer: unknown): readonly unknown[] {
  return z.array(z.unknown()).nullish().parse(answer) ?? [];
}
