// Where a symbol is defined, with the first lines of the definition.
import { z } from 'zod';
import type { Location } from '../../ide/text.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';
import { isInProject, placeOf } from '../words/place.ts';
import { type PointedSymbol, resolveSymbol, symbolFields, symbolInput, symbolOutput } from '../words/symbol.ts';
import { declarationPreview } from './words/declarationPreview.ts';

const output = z.object({
  symbol: symbolOutput,
  definitions: z.array(
    z.object({
      file: z.string(),
      line: z.number(),
      column: z.number(),
      // The text from the line of the definition on; of a file outside the project, its signature.
      preview: z.string(),
      library: z.boolean().optional(),
    }),
  ),
  ...pageOutput,
  ...certificateOutput,
});

export const findDefinition = defineTool({
  name: 'find_definition',
  title: 'Find definition',
  description: 'Where a symbol is defined, through imports and re-exports, also in libraries, with the first lines of its code.',
  effect: 'reads',
  lane: 'engine',
  input: z.strictObject({
    symbol: symbolInput,
    preview_lines: z.int().min(0).max(200).default(6).describe('Lines of code to show.'),
    ...pageInput,
  }),
  output,
  async run(context, input) {
    const symbol = await resolveSymbol(context, input.symbol);
    const answer = await context.ide.languages.definition(symbol.place, context.signal);
    const rows = await Promise.all(answer.value.map((location) => definitionRow(context, symbol, location, input.preview_lines)));
    const notes = rows.length === 0 && answer.complete ? ['The engine knows no definition: it is built in, or not a symbol.'] : [];
    const around = { symbol: symbolFields(symbol), ...certificateOf([answer], [...symbol.notes, ...notes]) };
    const page = pageOf({ tool: 'find_definition', input, rows, weigh: weighJson, budget: context.budget - weighJson(around) });
    return { ...around, definitions: [...page.rows], ...page.turn };
  },
  *tell(value) {
    const rows = value.definitions.map(
      ({ file, line, column, preview, library }) => `${file}:${line}:${column}${library === true ? ' (library)' : ''}\n${preview}`,
    );
    yield [`Definition of ${value.symbol.name}`, ...rows, ...tellCertificate(value)].join('\n');
    yield [
      `Definition of ${value.symbol.name}`,
      ...value.definitions.map(({ file, line, column }) => `${file}:${line}:${column}`),
      ...tellCertificate(value),
    ].join('\n');
  },
});

async function definitionRow(
  context: ProjectContext,
  symbol: PointedSymbol,
  location: Location,
  lines: number,
): Promise<z.infer<typeof output>['definitions'][number]> {
  const { ide, signal } = context;
  const place = placeOf(ide.project, location.uri, location.range.start);
  if (isInProject(ide.project, location.uri)) return { ...place, preview: await declarationPreview(context, location, lines) };
  // The text of a library outside the project is nobody's document, but the engine knows what it says.
  const hover = await ide.languages.hover(symbol.place, signal);
  return { ...place, preview: lines === 0 ? '' : (hover.value?.signature ?? ''), library: true };
}
