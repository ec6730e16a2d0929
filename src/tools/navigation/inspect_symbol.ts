// What a symbol is: its kind, its type or signature, its documentation, where it is declared and inside what.
import { z } from 'zod';
import type { Hover, OutlineSymbol, Place } from '../../ide/doors/languages.ts';
import { compare, contains, type Location, type TextSnapshot } from '../../ide/text.ts';
import { tellPath } from '../../source/qualifiedNames.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { isInProject, placeOf, placeOutput } from '../words/place.ts';
import { hasRoomForAll } from '../words/room.ts';
import { resolveSymbol, symbolFields, symbolInput, symbolOutput } from '../words/symbol.ts';

const output = z.object({
  symbol: symbolOutput,
  kind: z.string(),
  // The signature or type as the engine prints it.
  type: z.string(),
  documentation: z.string().optional(),
  declared: z.array(placeOutput),
  // How many places there are, where not all are listed.
  declaredTotal: z.number().optional(),
  // The path of what it stands in, such as Cart for Cart/total.
  container: z.string().optional(),
  exported: z.boolean().optional(),
  ...certificateOutput,
});

export const inspectSymbol = defineTool({
  name: 'inspect_symbol',
  title: 'Inspect symbol',
  description: 'A symbol’s kind, resolved type or signature, documentation and declaration. Use it instead of reading the files it comes from.',
  effect: 'reads',
  lane: 'engine',
  input: z.strictObject({ symbol: symbolInput }),
  output,
  async run(context, input) {
    const { ide, signal } = context;
    const symbol = await resolveSymbol(context, input.symbol);
    const [hover, definition] = await Promise.all([ide.languages.hover(symbol.place, signal), ide.languages.definition(symbol.place, signal)]);
    const shown = await withGetter(context, hover.value, symbol.place, definition.value);
    const signature = shown?.signature ?? '';
    const declaration = await declarationOf(context, definition.value);
    const kind = shown?.kind ?? kindInSignature(signature) ?? declaration?.kind ?? 'unknown';
    const type = kind === 'function' || kind === 'method' ? await withOverloads(context, signature, definition.value) : signature;
    const most = hasRoomForAll(context) ? MOST_DECLARED_WHOLE : MOST_DECLARED;
    const documentation = shortened(shown?.documentation ?? '', context.budget * SHARE_OF_DOCUMENTATION);
    return {
      symbol: symbolFields(symbol),
      kind,
      type: shortened(type, context.budget * SHARE_OF_DOCUMENTATION),
      ...(documentation !== '' && { documentation }),
      declared: definition.value.slice(0, most).map(({ uri, range }) => placeOf(ide.project, uri, range.start)),
      ...(definition.value.length > most && { declaredTotal: definition.value.length }),
      // A module stands in nothing, though its first line may.
      ...(declaration !== undefined && declaration.container !== '' && kind !== 'module' && { container: declaration.container }),
      ...(declaration?.exported !== undefined && { exported: declaration.exported }),
      ...certificateOf([hover, definition], symbol.notes),
    };
  },
  *tell(value) {
    const rest = value.declaredTotal === undefined ? '' : ` and ${value.declaredTotal - value.declared.length} more places`;
    const where = `${value.declared.map(({ file, line }) => `${file}:${line}`).join(', ')}${rest}`;
    const head = [
      `${value.kind} ${value.container === undefined ? '' : `${value.container}/`}${value.symbol.name}${value.exported === true ? ', exported' : ''}${where === '' ? '' : `, declared at ${where}`}`,
      value.type,
    ];
    yield [...head, ...(value.documentation === undefined ? [] : [value.documentation]), ...tellCertificate(value)].join('\n');
    yield [...head, ...tellCertificate(value)].join('\n');
  },
});

const SHARE_OF_DOCUMENTATION = 0.4;
const MOST_DECLARED = 20;
// Nobody writes so many by hand.
const MOST_DECLARED_WHOLE = 1_000;

interface Declaration {
  readonly kind: string | undefined;
  readonly container: string;
  readonly exported?: boolean | undefined;
}

// The declaration that the outline knows: of overloads and of a property's two functions engines list one.
async function declarationOf(context: ProjectContext, locations: readonly Location[]): Promise<Declaration | undefined> {
  const found: Declaration[] = [];
  for (const location of locations.slice(0, MOST_SIGNATURES)) {
    const declaration = await declarationAt(context, location);
    if (declaration?.kind !== undefined) return declaration;
    if (declaration !== undefined) found.push(declaration);
  }
  return found[0];
}

const MOST_SIGNATURES = 8;

// What a caller may write: the signatures of all overloads, and not that of the implementation alone.
async function withOverloads(context: ProjectContext, signature: string, locations: readonly Location[]): Promise<string> {
  const [first, ...others] = locations;
  if (first === undefined || others.length === 0 || others.some(({ uri }) => uri !== first.uri)) return signature;
  if (!isInProject(context.ide.project, first.uri)) return signature;
  const hovers = await Promise.all(
    locations.slice(0, MOST_SIGNATURES).map(({ uri, range }) => context.ide.languages.hover({ uri, position: range.start }, context.signal)),
  );
  const signatures = hovers.flatMap(({ value }) => (value === undefined ? [] : [value.signature]));
  return [...new Set(signatures)].join('\n');
}

// Of a property in Python the type is what its getter returns, wherever it was pointed at.
async function withGetter(context: ProjectContext, hover: Hover | undefined, at: Place, locations: readonly Location[]): Promise<Hover | undefined> {
  const [first] = locations;
  if (hover === undefined || first === undefined || locations.length < 2 || !hover.signature.startsWith('(property)')) return hover;
  if (first.uri !== at.uri || compare(first.range.start, at.position) === 0) return hover;
  return (await context.ide.languages.hover({ uri: first.uri, position: first.range.start }, context.signal)).value ?? hover;
}

// Only the project's own text says whether something is exported; of libraries the engine's words must do.
async function declarationAt(context: ProjectContext, location: Location): Promise<Declaration | undefined> {
  const { ide, signal } = context;
  if (!isInProject(ide.project, location.uri)) return undefined;
  const [document, outline] = await Promise.all([ide.documents.read(location.uri, signal), ide.languages.outline(location.uri, signal)]);
  const path = pathTo(outline.value, location);
  const own = path.at(-1);
  if (own === undefined) return undefined;
  const isDeclaredHere = contains(own.selection, location.range.start);
  const above = isDeclaredHere ? path.slice(0, -1) : path;
  const parts = tellPath(path.map((symbol) => symbol.name)).split('/');
  return {
    kind: isDeclaredHere ? own.kind : undefined,
    container: (isDeclaredHere ? parts.slice(0, -1) : parts).join('/'),
    exported: isDeclaredHere && above.length === 0 ? isExported(document, own) : undefined,
  };
}

function pathTo(symbols: readonly OutlineSymbol[], location: Location): OutlineSymbol[] {
  const around = symbols.find((symbol) => contains(symbol.range, location.range.start));
  return around === undefined ? [] : [around, ...pathTo(around.children, location)];
}

function isExported(document: TextSnapshot, symbol: OutlineSymbol): boolean | undefined {
  if (document.languageId === 'python') return !symbol.name.startsWith('_');
  if (!/^(type|java)script/.test(document.languageId)) return undefined;
  const line = document.line(symbol.selection.start.line)?.slice(0, symbol.selection.start.character) ?? '';
  if (/\bexport\b/.test(line) || /\bexport\b/.test(document.line(symbol.range.start.line) ?? '')) return true;
  return new RegExp(`\\bexport\\s+(?:type\\s+)?(?:default\\s+|\\{[^}]*\\b)${symbol.name.replace(/[^\p{ID_Continue}]/gu, '\\$&')}\\b`, 'u').test(document.text);
}

// Engines begin a signature with its kind, which is finer than the outline's: `(method) Cart.total()`, `const x: number`, `type Money = number`.
function kindInSignature(signature: string): string | undefined {
  // An import is what it imports.
  const [, kind] = /^\(?(?:export |declare |abstract |async )*([a-z]+(?: [a-z]+)?)\)? /.exec(signature.replace(/^\(alias\) /, '')) ?? [];
  // Go writes `type` before everything.
  if (kind === 'type' && !/^(?:\(alias\) )?type [^{]*=/.test(signature)) return undefined;
  return kind === undefined ? undefined : (KINDS.get(kind) ?? KINDS.get(kind.split(' ')[0] ?? ''));
}

const KINDS: ReadonlyMap<string, string> = new Map(
  [
    'class',
    'interface',
    'enum',
    'function',
    'method',
    'property',
    'parameter',
    'constant',
    'variable',
    'module',
    'namespace',
    'constructor',
    'type alias',
    'type parameter',
    'enum member',
    'getter',
    'setter',
  ]
    .map((kind): [string, string] => [kind, kind])
    .concat([
      ['const', 'constant'],
      ['let', 'variable'],
      ['var', 'variable'],
      ['local var', 'variable'],
      ['def', 'function'],
      ['type', 'type alias'],
      ['accessor', 'property'],
    ]),
);

// Whole lines, as many as fit.
function shortened(text: string, tokens: number): string {
  const characters = tokens * 3;
  if (text.length <= characters) return text;
  const kept = text.slice(0, characters);
  const end = kept.lastIndexOf('\n');
  return `${kept.slice(0, end > 0 ? end : characters)}\n…`;
}
