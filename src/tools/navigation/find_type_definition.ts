// Where the type of a variable, parameter or expression is declared.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';
import { isInProject, placeOf } from '../words/place.ts';
import { resolveSymbol, symbolFields, symbolInput, symbolOutput } from '../words/symbol.ts';
import { declarationPreview } from './words/declarationPreview.ts';

const output = z.object({
  symbol: symbolOutput,
  // The first lines of a type in the project; a library outside of it is returned by its place alone.
  types: z.array(z.object({ file: z.string(), line: z.number(), column: z.number(), preview: z.string().optional(), library: z.boolean().optional() })),
  ...pageOutput,
  ...certificateOutput,
});

const PREVIEW_LINES = 6;

export const findTypeDefinition = defineTool({
  name: 'find_type_definition',
  title: 'Find type definition',
  description: 'Where the type of a variable, parameter or property is declared, with its first lines.',
  effect: 'reads',
  lane: 'engine',
  input: z.strictObject({ symbol: symbolInput, ...pageInput }),
  output,
  async run(context, input) {
    const { ide, signal } = context;
    const symbol = await resolveSymbol(context, input.symbol);
    const answer = await ide.languages.typeDefinition(symbol.place, signal);
    const rows = await Promise.all(
      answer.value.map(async (location) => {
        const place = placeOf(ide.project, location.uri, location.range.start);
        return isInProject(ide.project, location.uri)
          ? { ...place, preview: await declarationPreview(context, location, PREVIEW_LINES) }
          : { ...place, library: true };
      }),
    );
    const notes =
      rows.length === 0 && answer.complete ? ['Its type has no declaration of its own: it is built in, or composed of others. inspect_symbol shows it.'] : [];
    const around = { symbol: symbolFields(symbol), ...certificateOf([answer], [...symbol.notes, ...notes]) };
    const page = pageOf({ tool: 'find_type_definition', input, rows, weigh: weighJson, budget: context.budget - weighJson(around) });
    return { ...around, types: [...page.rows], ...page.turn };
  },
  *tell(value) {
    const head = `Type of ${value.symbol.name}`;
    const place = ({ file, line, column, library }: (typeof value.types)[number]) => `${file}:${line}:${column}${library === true ? ' (library)' : ''}`;
    const foot = [...(value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`]), ...tellCertificate(value)];
    yield [head, ...value.types.flatMap((type) => [place(type), ...(type.preview === undefined ? [] : [type.preview])]), ...foot].join('\n');
    yield [head, ...value.types.map(place), ...foot].join('\n');
  },
});
