// What a symbol is: its kind, its type or signature, its documentation, where it is declared and inside what.
import { z } from 'zod';
import type { OutlineSymbol } from '../../ide/languages.ts';
import { contains, type Location, type TextSnapshot } from '../../ide/text.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { isInProject, placeOf, placeOutput } from '../words/place.ts';
import { resolveSymbol, symbolInput, symbolOutput, told } from '../words/symbol.ts';

const output = z.object({
  symbol: symbolOutput,
  kind: z.string(),
  // The signature or type as the engine prints it.
  type: z.string(),
  documentation: z.string().optional(),
  declared: z.array(placeOutput),
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
  input: z.strictObject({ symbol: symbolInput }),
  output,
  async run(context, input) {
    const { ide, signal } = context;
    const symbol = await resolveSymbol(context, input.symbol);
    const [hover, definition] = await Promise.all([ide.languages.hover(symbol.place, signal), ide.languages.definition(symbol.place, signal)]);
    const signature = hover.value?.signature ?? '';
    const [first] = definition.value;
    const declaration = first === undefined ? undefined : await declarationAt(context, first);
    const documentation = shortened(hover.value?.documentation ?? '', context.budget * SHARE_OF_DOCUMENTATION);
    return {
      symbol: told(symbol),
      kind: kindInSignature(signature) ?? declaration?.kind ?? 'unknown',
      type: shortened(signature, context.budget * SHARE_OF_DOCUMENTATION),
      ...(documentation !== '' && { documentation }),
      declared: definition.value.slice(0, MOST_DECLARED).map(({ uri, range }) => placeOf(ide.project, uri, range.start)),
      ...(declaration !== undefined && declaration.container !== '' && { container: declaration.container }),
      ...(declaration?.exported !== undefined && { exported: declaration.exported }),
      ...certificateOf([hover, definition], symbol.notes),
    };
  },
  *tell(value) {
    const where = value.declared.map(({ file, line }) => `${file}:${line}`).join(', ');
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

interface Declaration {
  readonly kind: string | undefined;
  readonly container: string;
  readonly exported?: boolean | undefined;
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
  return {
    kind: isDeclaredHere ? own.kind : undefined,
    container: above.map((symbol) => symbol.name).join('/'),
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
  const [, kind] = /^\(?(?:export |declare |abstract |async )*([a-z]+(?: [a-z]+)?)\)? /.exec(signature) ?? [];
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
