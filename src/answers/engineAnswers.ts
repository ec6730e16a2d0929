// What engines answer, parsed once and turned into the words of the port: normal URIs, plain ranges, kinds by their names, places in order and none twice.
import { z } from 'zod';
import { normalizeUri } from '../base/files/fileUri.ts';
import { isRecord } from '../base/isRecord.ts';
import type { Diagnostic, Hover, OutlineSymbol, Severity, WorkspaceSymbol } from '../ide/doors/languages.ts';
import { compare, type Location } from '../ide/text.ts';
import { hoverFrom } from './hoverFrom.ts';
import { unusualHover } from './hoverShapes.ts';
import { kindOf } from './symbolKinds.ts';
import { tidyLocations } from './tidyLocations.ts';

const position = z.object({ line: z.number(), character: z.number() });
export const range = z.object({ start: position, end: position });

// The same answers come in two forms: the protocol has URIs as texts and counts from 1, VS Code has objects for URIs and counts from 0.
export interface AnswerForm {
  readonly uri: z.ZodType<string>;
  // The number of the first kind of symbols, and of the first severity.
  readonly first: 0 | 1;
}

export interface EngineAnswers {
  locationsOf(answer: unknown): readonly Location[];
  hoverOf(answer: unknown): Hover | undefined;
  outlineOf(answer: unknown): readonly OutlineSymbol[];
  workspaceSymbolsOf(answer: unknown): readonly WorkspaceSymbol[];
  diagnosticFrom(found: EngineDiagnostic): Diagnostic;
}

export interface EngineDiagnostic {
  readonly range: Diagnostic['range'];
  readonly severity?: number | undefined;
  readonly code?: string | number | { readonly value: string | number } | null | undefined;
  readonly source?: string | undefined;
  readonly message: string;
}

export function answersIn({ uri, first }: AnswerForm): EngineAnswers {
  const location = z.object({ uri, range });
  const link = z.union([
    z.object({ targetUri: uri, targetSelectionRange: range }).transform((found) => ({ uri: found.targetUri, range: found.targetSelectionRange })),
    z.object({ targetUri: uri, targetRange: range }).transform((found) => ({ uri: found.targetUri, range: found.targetRange })),
  ]);
  const locations = z.union([z.array(z.union([location, link])), location]).nullish();
  const flatSymbols = z.array(z.object({ name: z.string(), kind: z.number(), containerName: z.string().nullish(), location })).nullish();
  const symbolKind = (kind: number) => kindOf(kind + 1 - first);
  return {
    locationsOf(answer) {
      // Thousands of references have this shape, and zod would take longer over them than the engine takes to find them.
      if (Array.isArray(answer) && answer.every(isLocation)) return tidyLocations(answer);
      const found = locations.parse(answer) ?? [];
      return tidyLocations(Array.isArray(found) ? found : [found]);
    },
    hoverOf,
    outlineOf(answer) {
      const hierarchical = documentSymbols.safeParse(answer);
      if (hierarchical.success) return hierarchical.data.map((symbol) => outlineSymbol(symbol, symbolKind));
      return nested(
        (flatSymbols.parse(answer) ?? []).map(({ name, kind, location: { range: whole } }) => ({
          name,
          kind: symbolKind(kind),
          range: whole,
          selection: whole,
          children: [],
        })),
      );
    },
    workspaceSymbolsOf(answer) {
      return (flatSymbols.parse(answer) ?? []).map((symbol) => ({
        name: symbol.name,
        kind: symbolKind(symbol.kind),
        ...(symbol.containerName && { container: symbol.containerName }),
        location: { uri: normalizeUri(symbol.location.uri), range: symbol.location.range },
      }));
    },
    diagnosticFrom(found) {
      const code = typeof found.code === 'object' ? found.code?.value : found.code;
      return {
        range: found.range,
        severity: SEVERITIES[(found.severity ?? first) - first] ?? 'error',
        message: found.message,
        ...(found.source !== undefined && { source: found.source }),
        ...(code !== undefined && { code: String(code) }),
      };
    },
  };
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

const markup = z.union([z.string(), z.object({ value: z.string(), language: z.string().optional() })]);
const hover = z.object({ contents: z.union([markup, z.array(markup)]), range: range.optional() });
// VS Code joins what several extensions show.
const hovers = z.union([z.array(hover), hover.transform((only) => [only])]).nullish();

function hoverOf(answer: unknown): Hover | undefined {
  const found = hovers.parse(answer) ?? [];
  const parts = found
    .flatMap(({ contents }) => contents)
    .map((part) => (typeof part === 'string' ? part : part.language === undefined ? part.value : `\`\`\`${part.language}\n${part.value}\n\`\`\``));
  const text = withoutImages(parts.filter((part) => part.trim() !== '').join('\n\n')).trim();
  const where = found[0]?.range;
  const unusual = unusualHover(text);
  if (unusual !== undefined) return { ...unusual, ...(where && { range: where }) };
  return hoverFrom([text], where);
}

// The servers of style sheets and pages draw their remarks with an image of a thousand characters.
function withoutImages(text: string): string {
  return text.includes('](data:')
    ? text
        .replace(/!\[[^\]]*\]\(data:[^)]*\)[ \t]*/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
    : text;
}

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

function outlineSymbol(symbol: z.output<typeof documentSymbol>, symbolKind: (kind: number) => OutlineSymbol['kind']): OutlineSymbol {
  return {
    name: symbol.name,
    kind: symbolKind(symbol.kind),
    ...(symbol.detail && { detail: symbol.detail }),
    range: symbol.range,
    selection: symbol.selectionRange,
    children: (symbol.children ?? []).map((child) => outlineSymbol(child, symbolKind)),
  };
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

function isLocation(value: unknown): value is Location {
  return (
    isRecord(value) && typeof value['uri'] === 'string' && isRecord(value['range']) && isPosition(value['range']['start']) && isPosition(value['range']['end'])
  );
}

function isPosition(value: unknown): boolean {
  return isRecord(value) && typeof value['line'] === 'number' && typeof value['character'] === 'number';
}
