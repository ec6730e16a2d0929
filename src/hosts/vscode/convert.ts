// What VS Code answers, parsed once and turned into the words of the port: normal URIs, plain ranges, kinds by their names.
import { z } from 'zod';
import { normalizeUri } from '../../base/fileUri.ts';
import { callableFrom } from '../../ide/callableFrom.ts';
import { hoverFrom } from '../../ide/hoverFrom.ts';
import type { Call, Callable, Diagnostic, Hover, OutlineSymbol, Severity, SymbolKind, TypeSymbol, WorkspaceSymbol } from '../../ide/languages.ts';
import { kindOf } from '../../ide/symbolKinds.ts';
import { compare, type Location } from '../../ide/text.ts';
import { tidyLocations } from '../../ide/tidyLocations.ts';
import type { TextEdit } from '../../ide/workspaceEdit.ts';

// The objects of VS Code have more than their data, and getters instead of fields; what is parsed is plain.
const position = z.object({ line: z.number(), character: z.number() });
const range = z.object({ start: position, end: position });
const uri = z
  .custom<{ toString(): string }>((value) => typeof value === 'object' && value !== null && 'scheme' in value, 'is not a URI')
  .transform((found) => normalizeUri(found.toString()));

const location = z.object({ uri, range });
const link = z.object({ targetUri: uri, targetRange: range, targetSelectionRange: range.optional() });
const locations = z.array(z.union([location, link])).nullish();

export function locationsOf(answer: unknown): readonly Location[] {
  const found = locations.parse(answer) ?? [];
  return tidyLocations(found.map((entry) => ('targetUri' in entry ? { uri: entry.targetUri, range: entry.targetSelectionRange ?? entry.targetRange } : entry)));
}

const markup = z.union([z.string(), z.object({ value: z.string(), language: z.string().optional() })]);
const hovers = z.array(z.object({ contents: z.array(markup), range: range.optional() })).nullish();

export function hoverOf(answer: unknown): Hover | undefined {
  const found = hovers.parse(answer) ?? [];
  const parts = found.flatMap(({ contents }) => contents).map((part) => (typeof part === 'string' ? part : fenced(part.value, part.language)));
  return hoverFrom(
    parts.filter((part) => part.trim() !== ''),
    found[0]?.range,
  );
}

const flatSymbol = z.object({ name: z.string(), kind: z.number(), containerName: z.string().optional(), location });
const nestedSymbol = z.object({
  name: z.string(),
  kind: z.number(),
  detail: z.string().optional(),
  range,
  selectionRange: range,
  get children() {
    return z.array(nestedSymbol).optional();
  },
});
const outline = z.array(z.union([nestedSymbol, flatSymbol])).nullish();

export function outlineOf(answer: unknown): readonly OutlineSymbol[] {
  const found = (outline.parse(answer) ?? []).map((symbol) =>
    'selectionRange' in symbol
      ? outlineSymbol(symbol)
      : { name: symbol.name, kind: symbolKind(symbol.kind), range: symbol.location.range, selection: symbol.location.range, children: [] },
  );
  return asWritten(found);
}

const flatSymbols = z.array(flatSymbol).nullish();

export function workspaceSymbolsOf(answer: unknown): readonly WorkspaceSymbol[] {
  return (flatSymbols.parse(answer) ?? []).map((symbol) => ({
    // TypeScript's extension shows functions as they are called.
    name: symbol.name.replace(/\(\)$/, ''),
    kind: symbolKind(symbol.kind),
    ...(symbol.containerName && { container: symbol.containerName }),
    location: symbol.location,
  }));
}

const item = z.object({ name: z.string(), kind: z.number(), detail: z.string().optional(), uri, selectionRange: range });

// As it came, because VS Code wants it back as it was, and as the port says it.
export interface HierarchyItem<Told> {
  readonly original: unknown;
  readonly told: Told;
}

export function callItemsOf(answer: unknown): readonly HierarchyItem<Callable>[] {
  return itemsOf(answer).map((original) => ({ original, told: callableOf(item.parse(original)) }));
}

export function typeItemsOf(answer: unknown): readonly HierarchyItem<TypeSymbol>[] {
  return itemsOf(answer).map((original) => {
    const { name, kind, uri: where, selectionRange } = item.parse(original);
    return { original, told: { name, kind: symbolKind(kind), location: { uri: where, range: selectionRange } } };
  });
}

const calls = z.array(z.object({ from: item.optional(), to: item.optional(), fromRanges: z.array(range) })).nullish();

export function callsOf(answer: unknown): readonly Call[] {
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
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

export function diagnosticOf(answer: unknown): Diagnostic {
  const found = problem.parse(answer);
  const number = typeof found.code === 'object' ? found.code?.value : found.code;
  return {
    range: found.range,
    severity: SEVERITIES[found.severity] ?? 'error',
    message: found.message,
    ...(found.source !== undefined && { source: found.source }),
    ...(number !== undefined && number !== null && { code: String(number) }),
  };
}

// VS Code counts kinds from 0, the protocol from 1.
function symbolKind(kind: number): SymbolKind {
  return kindOf(kind + 1);
}

function outlineSymbol(symbol: z.output<typeof nestedSymbol>): OutlineSymbol {
  return {
    name: symbol.name,
    kind: symbolKind(symbol.kind),
    ...(symbol.detail && { detail: symbol.detail }),
    range: symbol.range,
    selection: symbol.selectionRange,
    children: asWritten((symbol.children ?? []).map(outlineSymbol)),
  };
}

// Extensions put constructors first, or sort by name.
function asWritten(symbols: readonly OutlineSymbol[]): readonly OutlineSymbol[] {
  return symbols.toSorted((a, b) => compare(a.range.start, b.range.start));
}

function callableOf({ name, kind, detail, uri: where, selectionRange }: z.output<typeof item>): Callable {
  return callableFrom({ name, kind: symbolKind(kind), detail, location: { uri: where, range: selectionRange } });
}

function itemsOf(answer: unknown): readonly unknown[] {
  return z.array(z.unknown()).nullish().parse(answer) ?? [];
}

function fenced(value: string, language: string | undefined): string {
  return language === undefined ? value : `\`\`\`${language}\n${value}\n\`\`\``;
}
