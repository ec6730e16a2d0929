// What implements an interface, extends a class or overrides a method, in the whole project.
import { z } from 'zod';
import { groupBy } from '../../base/groupBy.ts';
import { counted } from '../../base/text/counted.ts';
import type { OutlineSymbol } from '../../ide/doors/languages.ts';
import { contains, type Location, type Position, type TextSnapshot } from '../../ide/text.ts';
import { outlinePath } from '../../source/outlinePath.ts';
import { tellPath } from '../../source/qualifiedNames.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';
import { fileOf, isInProject, lineAndColumn, lineExcerpt } from '../words/place.ts';
import { refuseUnknown, resolveSymbol, symbolFields, symbolInput, symbolOutput } from '../words/symbol.ts';
import { notSearched } from './words/notSearched.ts';

const implementation = z.object({
  // A path such as Square/area; absent for an object literal or a library.
  name: z.string().optional(),
  kind: z.string().optional(),
  file: z.string(),
  line: z.number(),
  column: z.number(),
  text: z.string().optional(),
  // Of the line, where not all of it is shown.
  length: z.number().optional(),
});
type Row = z.infer<typeof implementation>;

export const findImplementations = defineTool({
  name: 'find_implementations',
  title: 'Find implementations',
  description: 'What implements an interface, extends a class or overrides a method, directly or not, in all packages. Use it before changing a signature.',
  effect: 'reads',
  lane: 'engine',
  input: z.strictObject({ symbol: symbolInput, ...pageInput }),
  output: z.object({ symbol: symbolOutput, total: z.number(), implementations: z.array(implementation), ...pageOutput, ...certificateOutput }),
  async run(context, input) {
    const symbol = await resolveSymbol(context, input.symbol);
    const answer = await context.ide.languages.implementations(symbol.place, context.signal);
    if (answer.value.length === 0 && answer.complete) await refuseUnknown(context, symbol);
    const rows = await rowsOf(context, answer.value);
    const notes = rows.length === 0 && answer.complete ? ['Nothing implements, extends or overrides it.'] : [];
    const unsearched = input.cursor === undefined ? await notSearched(context, symbol) : undefined;
    const around = { symbol: symbolFields(symbol), total: rows.length, ...certificateOf([answer], [...symbol.notes, ...notes], unsearched) };
    const page = pageOf({ tool: 'find_implementations', input, rows, weigh: weighJson, budget: context.budget - weighJson(around) });
    return { ...around, implementations: [...page.rows], ...page.turn };
  },
  *tell(value) {
    const head = `${counted(value.total, 'implementation')} of ${value.symbol.name} (${value.symbol.file}:${value.symbol.line})`;
    const foot = [
      ...(value.stale === true ? ['The implementations changed since the cursor was given out; earlier pages are out of date.'] : []),
      ...(value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`]),
      ...tellCertificate(value),
    ];
    const place = ({ name, kind, file, line, column }: Row) => `${file}:${line}:${column}${name === undefined ? '' : ` ${kind} ${name}`}`;
    yield [head, ...value.implementations.map((row) => `${place(row)}${row.text === undefined ? '' : `  ${row.text}`}`), ...foot].join('\n');
    yield [head, ...value.implementations.map(place), ...foot].join('\n');
  },
});

async function rowsOf(context: ProjectContext, locations: readonly Location[]): Promise<Row[]> {
  const { ide, signal } = context;
  const files = await Promise.all(
    [...groupBy(locations, ({ uri }) => uri)].map(async ([uri, places]): Promise<Row[]> => {
      const file = fileOf(ide.project, uri);
      if (!isInProject(ide.project, uri)) return places.map(({ range }) => ({ file, ...lineAndColumn(range.start) }));
      const [document, outline] = await Promise.all([ide.documents.read(uri, signal), ide.languages.outline(uri, signal)]);
      return places.map(({ range: { start } }) => {
        const path = outlinePath(outline.value, start);
        const named = path.length > 0 ? path : assignedTo(document, outline.value, start);
        const own = named.at(-1);
        return {
          ...(own !== undefined && { name: tellPath(named.map(({ name }) => name)), kind: own.kind }),
          file,
          ...lineAndColumn(start),
          ...lineExcerpt(context, document.line(start.line) ?? '', start.character),
        };
      });
    }),
  );
  return files.flat();
}

// A class or an object without a name of its own goes by that of the variable it is assigned to.
function assignedTo(document: TextSnapshot, outline: readonly OutlineSymbol[], position: Position): readonly OutlineSymbol[] {
  const around = outline.find(({ range }) => contains(range, position));
  if (around === undefined) return [];
  const inner = assignedTo(document, around.children, position);
  if (inner.length > 0) return [around, ...inner];
  const between = document.text.slice(document.offsetAt(around.selection.end), document.offsetAt(position));
  return /^\s*(?::[^=]*)?=\s*\(?\s*$/.test(between) ? [around] : [];
}
