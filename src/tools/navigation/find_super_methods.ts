// Which methods a method overrides or implements, up the whole hierarchy.
import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import { notAMember } from '../../ide/errors/errors.ts';
import { superMembersOf } from '../../source/superMembers.ts';
import { defineTool } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';
import { excerpt, placeOf } from '../words/place.ts';
import { resolveSymbol, symbolFields, symbolInput, symbolOutput } from '../words/symbol.ts';

export const findSuperMethods = defineTool({
  name: 'find_super_methods',
  title: 'Find super methods',
  description: 'The methods that a method overrides or implements, nearest first, up all classes and interfaces above it.',
  effect: 'reads',
  lane: 'engine',
  input: z.strictObject({ symbol: symbolInput, ...pageInput }),
  output: z.object({
    symbol: symbolOutput,
    // The method itself, as a path.
    method: z.string(),
    superMethods: z.array(z.object({ name: z.string(), kind: z.string(), file: z.string(), line: z.number(), column: z.number(), text: z.string() })),
    ...pageOutput,
    ...certificateOutput,
  }),
  async run(context, input) {
    const { ide, signal } = context;
    const symbol = await resolveSymbol(context, input.symbol);
    const found = await superMembersOf(context, symbol.place);
    if (found === undefined) throw notAMember(symbol.name);
    const superMethods = await Promise.all(
      found.above.map(async ({ name, kind, location: { uri, range } }) => {
        const line = (await ide.documents.read(uri, signal)).line(range.start.line) ?? '';
        return { name, kind, ...placeOf(ide.project, uri, range.start), text: excerpt(line, range.start.character) };
      }),
    );
    const certificate = certificateOf(found.answers);
    const notes = [
      ...symbol.notes,
      ...(superMethods.length === 0 && certificate.complete && found.computed.length === 0 ? [overridesNothing(symbol.document.languageId)] : []),
      ...(found.computed.length > 0 ? [`Not looked into, because it is only known when the program runs: ${found.computed.join(', ')}.`] : []),
      ...(found.unread.length > 0 ? [`Not looked into, because they are outside the project: ${found.unread.join(', ')}.`] : []),
    ];
    const around = { symbol: symbolFields(symbol), method: found.of.name };
    const said = certificateOf(found.answers, notes);
    const page = pageOf({
      tool: 'find_super_methods',
      input,
      rows: superMethods,
      weigh: weighJson,
      budget: context.budget - weighJson({ ...around, ...said }),
    });
    return { ...around, superMethods: [...page.rows], ...page.turn, ...said };
  },
  *tell(value) {
    const head = `${value.method} overrides or implements ${counted(value.superMethods.length, 'method')}`;
    const places = value.superMethods.map(({ name, file, line, column }) => `${file}:${line}:${column} ${name}`);
    const foot = [...(value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`]), ...tellCertificate(value)];
    yield [head, ...value.superMethods.map(({ text }, index) => `${places[index]}  ${text}`), ...foot].join('\n');
    yield [head, ...places, ...foot].join('\n');
  },
});

// Protocols need not be named by what fits them.
function overridesNothing(languageId: string): string {
  return languageId === 'python' ? 'It overrides nothing that its class names; protocols that it may fit are not looked for.' : 'It overrides nothing.';
}
