// Symbols of the project by name: what an agent asks when it knows a word but no place.

import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import type { SymbolKind, WorkspaceSymbol } from '../../ide/doors/languages.ts';
import { isVendoredFolder } from '../../source/generated.ts';
import { prominence } from '../../source/symbolPriority.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { foreignAmong, foreignNote, includeIgnored } from '../words/foreignFiles.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';
import { isLibrary, placeOf } from '../words/place.ts';

const KINDS = [
  'class',
  'interface',
  'enum',
  'enumMember',
  'struct',
  'function',
  'method',
  'constructor',
  'property',
  'field',
  'variable',
  'constant',
  'module',
  'namespace',
] as const;

// Engines disagree on these, and an agent means either.
const SAME_KINDS: ReadonlyMap<SymbolKind, SymbolKind> = new Map([
  ['constant', 'variable'],
  ['field', 'property'],
  ['struct', 'class'],
  ['namespace', 'module'],
  ['typeAlias', 'interface'],
]);

const output = z.object({
  total: z.number(),
  symbols: z.array(z.object({ name: z.string(), kind: z.string(), container: z.string().optional(), file: z.string(), line: z.number(), column: z.number() })),
  ...pageOutput,
  ...certificateOutput,
});
type Row = z.infer<typeof output>['symbols'][number];

export const searchSymbols = defineTool({
  name: 'search_symbols',
  title: 'Search symbols',
  description: 'Find declarations by name, fuzzily, exact first. Use it instead of grepping for "class X" or "def x".',
  effect: 'reads',
  lane: 'engine',
  input: z.strictObject({
    query: z.string().min(1).describe('Name or part of it.'),
    kind: z.enum(KINDS).optional().describe('Only these.'),
    under: z.string().min(1).optional().describe('Folder or file.'),
    include_libraries: z.boolean().default(false).describe('Dependencies too.'),
    include_ignored: includeIgnored('Also what is generated or vendored.'),
    ...pageInput,
  }),
  output,
  async run(context, input) {
    const { ide, signal } = context;
    const under = input.under === undefined ? undefined : await ide.documents.locate(input.under);
    const answer = await ide.languages.symbols(input.query, signal);
    const meant = answer.value
      .filter((symbol) => input.kind === undefined || familyOf(symbol.kind) === familyOf(input.kind))
      .filter((symbol) => input.include_libraries || !isLibrary(ide.project, symbol.location.uri))
      .filter((symbol) => under === undefined || symbol.location.uri === under || symbol.location.uri.startsWith(under.endsWith('/') ? under : `${under}/`))
      .toSorted((a, b) => rankOf(a.name, input.query) - rankOf(b.name, input.query) || prominenceOf(a) - prominenceOf(b));
    const isAskedFor = input.include_ignored || isVendoredFolder(input.under ?? '');
    const foreign = isAskedFor
      ? NONE
      : await foreignAmong(context, [...new Set(meant.map(({ location }) => location.uri).filter((uri) => !isLibrary(ide.project, uri)))]);
    const rows = meant.filter(({ location }) => !foreign.has(location.uri)).map((symbol) => rowOf(context, symbol));
    // Nothing under a folder that does not exist is a slip, not an answer.
    if (rows.length === 0 && input.under !== undefined) await ide.documents.list({ under: input.under }, signal);
    const around = { total: rows.length, ...certificateOf([answer], foreignNote(foreign.size, 'also matches', 'also match')) };
    const page = pageOf({ tool: 'search_symbols', input, rows, weigh: weighJson, budget: context.budget - weighJson(around) - OVERHEAD });
    return { ...around, symbols: [...page.rows], ...page.turn };
  },
  *tell(value) {
    const rows = value.symbols.map(
      ({ name, kind, container, file, line }) => `${kind} ${container === undefined ? '' : `${container}/`}${name}  ${file}:${line}`,
    );
    yield [counted(value.total, 'symbol'), ...rows, ...(value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`]), ...tellCertificate(value)].join(
      '\n',
    );
  },
});

const OVERHEAD = 60;
const NONE: ReadonlySet<string> = new Set();

function rowOf(context: ProjectContext, symbol: WorkspaceSymbol): Row {
  return {
    name: symbol.name,
    kind: symbol.kind,
    ...(symbol.container !== undefined && symbol.container !== '' && { container: symbol.container }),
    ...placeOf(context.ide.project, symbol.location.uri, symbol.location.range.start),
  };
}

function familyOf(kind: SymbolKind): SymbolKind {
  return SAME_KINDS.get(kind) ?? kind;
}

function prominenceOf({ kind, location }: WorkspaceSymbol): number {
  return prominence(kind, location.uri);
}

// The engine's own order decides among equals.
function rankOf(name: string, query: string): number {
  if (name === query) return 0;
  if (name.toLowerCase() === query.toLowerCase()) return 1;
  if (name.toLowerCase().startsWith(query.toLowerCase())) return 2;
  return 3;
}
