// What the author of a symbol says about it: in the project, in a dependency or in the standard library.
import { z } from 'zod';
import type { Place } from '../../ide/doors/languages.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { maxTokens } from '../words/page.ts';
import { placeOf, placeOutput } from '../words/place.ts';
import { resolveSymbol, symbolInput } from '../words/symbol.ts';
import { declaredInPackage, libraryOf, usedFromLibrary } from './words/library.ts';

const output = z.object({
  // Where the symbol was pointed at, or found.
  place: placeOutput,
  // As the engine prints it.
  signature: z.string(),
  // Markdown; absent when its author wrote none.
  documentation: z.string().optional(),
  declared: z.array(placeOutput),
  // The package and its version, or "standard library"; absent for the project's own.
  from: z.string().optional(),
  ...certificateOutput,
});

export const getDocumentation = defineTool({
  name: 'get_documentation',
  title: 'Get documentation',
  description:
    'Signature and full documentation of a symbol of the project, a dependency or the standard library. `package` finds what an installed package declares, used or not.',
  effect: 'reads',
  input: z.strictObject({
    symbol: symbolInput,
    package: z.string().min(1).optional().describe('Installed package that declares symbol.name.'),
    max_tokens: maxTokens,
  }),
  output,
  async run(context, input) {
    const { ide, signal, budget } = context;
    const { place, notes } = await placeMeant(context, input.symbol, input.package);
    const [hover, definition] = await Promise.all([ide.languages.hover(place, signal), ide.languages.definition(place, signal)]);
    const [first] = definition.value;
    const from = await libraryOf(context, first?.uri ?? place.uri);
    const signature = hover.value?.signature ?? '';
    const documentation = wholeLines(hover.value?.documentation ?? '', budget * SHARE_OF_DOCUMENTATION);
    return {
      place: placeOf(ide.project, place.uri, place.position),
      signature: wholeLines(signature, budget * SHARE_OF_SIGNATURE),
      ...(documentation !== '' && { documentation }),
      declared: definition.value.slice(0, MOST_DECLARED).map(({ uri, range }) => placeOf(ide.project, uri, range.start)),
      ...(from !== undefined && { from }),
      ...certificateOf([hover, definition], [...notes, ...(documentation === '' ? ['It has no documentation.'] : [])]),
    };
  },
  *tell(value) {
    const where = value.declared.map(({ file, line }) => `${file}:${line}`).join(', ');
    const head = [value.signature, `${value.from === undefined ? '' : `From ${value.from}. `}${where === '' ? '' : `Declared at ${where}`}`.trim()].filter(
      (line) => line !== '',
    );
    yield [...head, ...(value.documentation === undefined ? [] : ['', value.documentation]), ...tellCertificate(value)].join('\n');
    yield [...head, ...tellCertificate(value)].join('\n');
  },
});

const SHARE_OF_DOCUMENTATION = 0.6;
const SHARE_OF_SIGNATURE = 0.2;
// Types of the standard library are merged from many files; the first few say enough.
const MOST_DECLARED = 4;

interface Meant {
  readonly place: Place;
  readonly notes: readonly string[];
}

async function placeMeant(context: ProjectContext, symbol: z.infer<typeof symbolInput>, packageName: string | undefined): Promise<Meant> {
  if (packageName !== undefined && symbol.name !== undefined) return { place: await declaredInPackage(context, packageName, symbol.name), notes: [] };
  try {
    return await resolveSymbol(context, symbol);
  } catch (error) {
    // What the project does not declare it may use; only when that leads nowhere either is there no such symbol.
    if (!(error instanceof IdeError) || error.code !== 'symbol_not_found' || symbol.name === undefined || symbol.file !== undefined) throw error;
    const place = await usedFromLibrary(context, symbol.name);
    if (place === undefined) throw error;
    return { place, notes: [] };
  }
}

// As many as fit: three characters for a token.
function wholeLines(text: string, tokens: number): string {
  const characters = Math.floor(tokens * 3);
  if (text.length <= characters) return text;
  const end = text.lastIndexOf('\n', characters);
  return `${text.slice(0, end > 0 ? end : characters)}\n…`;
}
