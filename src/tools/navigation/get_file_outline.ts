// What a file declares, nested as it is written.
import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import { estimateTokens } from '../../base/text/tokens.ts';
import type { OutlineSymbol, SymbolKind } from '../../ide/doors/languages.ts';
import { defineTool } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';
import { fileInput, fileOf, lineCountOf, openDocument } from '../words/place.ts';

interface Row {
  name: string;
  kind: string;
  line: number;
  endLine: number;
  signature?: string | undefined;
  children?: Row[] | undefined;
  // How many declarations inside are not shown.
  hidden?: number | undefined;
}

const row: z.ZodType<Row, Row> = z.object({
  name: z.string(),
  kind: z.string(),
  line: z.number(),
  endLine: z.number(),
  signature: z.string().optional(),
  hidden: z.number().optional(),
  get children() {
    return z.array(row).optional();
  },
});

const output = z.object({
  file: z.string(),
  lines: z.number(),
  // Declarations in the whole file, shown or not.
  total: z.number(),
  symbols: z.array(row),
  ...pageOutput,
  ...certificateOutput,
});

export const getFileOutline = defineTool({
  name: 'get_file_outline',
  title: 'File outline',
  description: 'What a file declares: classes, functions, members, with their lines. Cheaper than reading a long file.',
  effect: 'reads',
  input: z.strictObject({
    file: fileInput,
    depth: z.int().min(1).max(20).optional().describe('1: top level only.'),
    ...pageInput,
  }),
  output,
  async run(context, input) {
    const document = await openDocument(context, input.file);
    const answer = await context.ide.languages.outline(document.uri, context.signal);
    const symbols = withoutLocals(answer.value);
    const around = { file: fileOf(context.ide.project, document.uri), lines: lineCountOf(document), total: countOf(symbols), ...certificateOf([answer]) };
    const budget = context.budget - weighJson(around) - OVERHEAD;
    const rows = fittingOutline(symbols, input.depth ?? DEEPEST, budget);
    const page = pageOf({ tool: 'get_file_outline', input, rows, weigh: weighJson, budget });
    const shown = depthOfRows(rows);
    const cut =
      shown < Math.min(input.depth ?? DEEPEST, depthOf(symbols))
        ? [`Only ${counted(shown, 'level')} of ${depthOf(symbols)} fit; \`hidden\` counts the rest. max_tokens allows more.`]
        : [];
    const notes = [...(around.notes ?? []), ...cut];
    return { ...around, symbols: [...page.rows], ...page.turn, ...(notes.length > 0 && { notes }) };
  },
  *tell(value) {
    const head = `${value.file}: ${value.lines} lines, ${value.total} declarations`;
    const foot = [...(value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`]), ...tellCertificate(value)];
    yield [head, ...value.symbols.flatMap((symbol) => tellRow(symbol, '')), ...foot].join('\n');
    const top = value.symbols.map(({ kind, name, line }) => `${line} ${kind} ${name}`);
    yield [head, ...top, 'Members are left out; max_tokens or a page_size allows more.', ...foot].join('\n');
  },
});

const OVERHEAD = 100;
const DEEPEST = 20;

// Plain variables inside functions are how, not what; functions and classes inside functions stay.
function withoutLocals(symbols: readonly OutlineSymbol[], isInFunction = false): OutlineSymbol[] {
  return symbols
    .map((symbol) => ({ ...symbol, children: withoutLocals(symbol.children, isInFunction || FUNCTIONS.has(symbol.kind)) }))
    .filter((symbol) => !isInFunction || symbol.children.length > 0 || !LOCALS.has(symbol.kind));
}

const FUNCTIONS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['function', 'method', 'constructor']);
const LOCALS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['variable', 'constant', 'property']);

// The ladder: everything, then level by level less.
function fittingOutline(symbols: readonly OutlineSymbol[], depth: number, budget: number): Row[] {
  for (let level = depth; level > 1; level = Math.min(level, depthOf(symbols)) - 1) {
    const rows = symbols.map((symbol) => rowOf(symbol, level));
    if (estimateTokens(JSON.stringify(rows)) <= budget) return rows;
  }
  return symbols.map((symbol) => rowOf(symbol, 1));
}

function depthOfRows(rows: readonly Row[]): number {
  return rows.reduce((deepest, { children }) => Math.max(deepest, 1 + depthOfRows(children ?? [])), 0);
}

function rowOf(symbol: OutlineSymbol, depth: number): Row {
  const isShown = depth > 1 && symbol.children.length > 0;
  const hidden = isShown ? 0 : countOf(symbol.children);
  return {
    name: symbol.name,
    kind: symbol.kind,
    line: symbol.selection.start.line + 1,
    endLine: symbol.range.end.line + 1,
    ...(symbol.detail !== undefined && symbol.detail !== '' && { signature: symbol.detail }),
    ...(isShown && { children: symbol.children.map((child) => rowOf(child, depth - 1)) }),
    ...(hidden > 0 && { hidden }),
  };
}

function countOf(symbols: readonly OutlineSymbol[]): number {
  return symbols.reduce((count, symbol) => count + 1 + countOf(symbol.children), 0);
}

function depthOf(symbols: readonly OutlineSymbol[]): number {
  return symbols.reduce((deepest, symbol) => Math.max(deepest, 1 + depthOf(symbol.children)), 0);
}

function tellRow(symbol: Row, indent: string): string[] {
  const lines = symbol.line === symbol.endLine ? `${symbol.line}` : `${symbol.line}-${symbol.endLine}`;
  const hidden = symbol.hidden === undefined ? '' : ` (+${symbol.hidden})`;
  const own = `${indent}${lines} ${symbol.kind} ${symbol.name}${symbol.signature === undefined ? '' : ` ${symbol.signature}`}${hidden}`;
  return [own, ...(symbol.children ?? []).flatMap((child) => tellRow(child, `${indent}  `))];
}
