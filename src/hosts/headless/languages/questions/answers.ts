// What servers answer, parsed once and turned into the words of the port: normal URIs, sorted, without duplicates.
import { z } from 'zod';
import { normalizeUri } from '../../../../base/fileUri.ts';
import { hoverFrom } from '../../../../ide/hoverFrom.ts';
import type { Diagnostic, Hover, OutlineSymbol, Severity, WorkspaceSymbol } from '../../../../ide/languages.ts';
import { kindOf } from '../../../../ide/symbolKinds.ts';
import { compare, type Location } from '../../../../ide/text.ts';
import { tidyLocations } from '../../../../ide/tidyLocations.ts';
import { unusualHover } from './hoverShapes.ts';

const position = z.object({ line: z.number(), character: z.number() });
export const range = z.object({ start: position, end: position });
const location = z.object({ uri: z.string(), range });
const locationLink = z.object({ targetUri: z.string(), targetSelectionRange: range });

const anyLocations = z.union([z.array(z.union([location, locationLink])), location, z.null()]);

export function locationsOf(answer: unknown): readonly Location[] {
  // Thousands of references have this shape, and zod would take longer over them than the engine takes to find them.
  if (Array.isArray(answer) && answer.every(isLocation)) return tidyLocations(answer);
  const found = anyLocations.parse(answer);
  if (found === null) return [];
  const list = Array.isArray(found) ? found : [found];
  return tidyLocations(list.map((entry) => ('targetUri' in entry ? { uri: entry.targetUri, range: entry.targetSelectionRange } : entry)));
}

const markup = z.union([z.string(), z.object({ value: z.string(), language: z.string().optional() })]);
const hover = z.object({ contents: z.union([markup, z.array(markup)]), range: range.optional() }).nullable();

export function hoverOf(answer: unknown): Hover | undefined {
  const found = hover.parse(answer);
  if (found === null) return undefined;
  const parts = (Array.isArray(found.contents) ? found.contents : [found.contents]).map((part) =>
    typeof part === 'string' ? part : part.language === undefined ? part.value : `\`\`\`${part.language}\n${part.value}\n\`\`\``,
  );
  const text = withoutPictures(parts.join('\n\n')).trim();
  const unusual = unusualHover(text);
  if (unusual !== undefined) return { ...unusual, ...(found.range && { range: found.range }) };
  return hoverFrom([text], found.range);
}

// The servers of style sheets and pages draw their remarks with a picture of a thousand characters.
function withoutPictures(text: string): string {
  return text.includes('](data:')
    ? text
        .replace(/!\[[^\]]*\]\(data:[^)]*\)[ \t]*/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
    : text;
}

const symbolInformation = z.object({ name: z.string(), kind: z.number(), containerName: z.string().nullish(), location });

const documentSymbol = z.object({
  name: z.string(),
  kind: z.number(),
  detail: z.string().optional(),
  range,
  selectionRange: range,
  get children() {
    return z.array(documentSymbol).nullish();
  },
});
const documentSymbols = z.array(documentSymbol);
const flatSymbols = z.array(symbolInformation).nullable();

export function outlineOf(answer: unknown): readonly OutlineSymbol[] {
  const hierarchical = documentSymbols.safeParse(answer);
  if (hierarchical.success) return hierarchical.data.map(outlineSymbol);
  return nested(
    (flatSymbols.parse(answer) ?? []).map(({ name, kind, location: { range: whole } }) => ({
      name,
      kind: kindOf(kind),
      range: whole,
      selection: whole,
      children: [],
    })),
  );
}

// A flat list is nested as its ranges are; the name of what has something inside stands before that.
function nested(symbols: readonly OutlineSymbol[]): readonly OutlineSymbol[] {
  const sorted = [...symbols].sort((a, b) => compare(a.range.start, b.range.start) || compare(b.range.end, a.range.end));
  const outer: OutlineSymbol[] = [];
  for (let index = 0; index < sorted.length; ) {
    const symbol = sorted[index];
    if (symbol === undefined) break;
    let end = index + 1;
    while (end < sorted.length && compare(sorted[end]?.range.end ?? symbol.range.end, symbol.range.end) <= 0 && isInside(sorted[end], symbol)) end++;
    const inner = sorted.slice(index + 1, end);
    const first = inner[0]?.range.start;
    outer.push({ ...symbol, ...(first !== undefined && { selection: { start: symbol.range.start, end: first } }), children: nested(inner) });
    index = end;
  }
  return outer;
}

function isInside(inner: OutlineSymbol | undefined, outer: OutlineSymbol): boolean {
  return inner !== undefined && compare(inner.range.start, outer.range.end) < 0;
}

function outlineSymbol(symbol: z.output<typeof documentSymbol>): OutlineSymbol {
  return {
    name: symbol.name,
    kind: kindOf(symbol.kind),
    ...(symbol.detail && { detail: symbol.detail }),
    range: symbol.range,
    selection: symbol.selectionRange,
    children: (symbol.children ?? []).map(outlineSymbol),
  };
}

export function workspaceSymbolsOf(answer: unknown): readonly WorkspaceSymbol[] {
  return (flatSymbols.parse(answer) ?? []).map((symbol) => ({
    name: symbol.name,
    kind: kindOf(symbol.kind),
    ...(symbol.containerName && { container: symbol.containerName }),
    location: { uri: normalizeUri(symbol.location.uri), range: symbol.location.range },
  }));
}

// Loose, because a server wants back in textDocument/codeAction exactly what it gave.
const diagnostic = z.looseObject({
  range,
  severity: z.number().optional(),
  code: z.union([z.string(), z.number()]).nullish(),
  source: z.string().optional(),
  message: z.string(),
});

export type ProtocolDiagnostic = z.output<typeof diagnostic>;

export function diagnosticsOf(items: readonly unknown[]): readonly ProtocolDiagnostic[] {
  return z.array(diagnostic).parse(items);
}

// gopls leaves the kind empty.
const fullReport = z.object({ kind: z.enum(['full', '']), items: z.array(diagnostic) });
const unchangedReport = z.object({ kind: z.literal('unchanged') });
const report = z.union([fullReport, unchangedReport]);

// Undefined when the server has nothing to compare with and yet says "unchanged": it does not know the file.
export function pulledDiagnosticsOf(answer: unknown): readonly ProtocolDiagnostic[] | undefined {
  const pulled = report.parse(answer);
  return pulled.kind === 'unchanged' ? undefined : pulled.items;
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

export function diagnosticFrom(found: ProtocolDiagnostic): Diagnostic {
  return {
    range: found.range,
    severity: SEVERITIES[(found.severity ?? 1) - 1] ?? 'error',
    message: found.message,
    ...(found.source !== undefined && { source: found.source }),
    ...(found.code !== undefined && found.code !== null && { code: String(found.code) }),
  };
}

export function sortedDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort((a, b) => compare(a.range.start, b.range.start) || (a.message < b.message ? -1 : 1));
}

function isLocation(value: unknown): value is Location {
  return (
    isRecord(value) && typeof value['uri'] === 'string' && isRecord(value['range']) && isPosition(value['range']['start']) && isPosition(value['range']['end'])
  );
}

function isPosition(value: unknown): boolean {
  return isRecord(value) && typeof value['line'] === 'number' && typeof value['character'] === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
