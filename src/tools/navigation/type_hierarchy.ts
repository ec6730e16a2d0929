// The types above and below a type, as trees.

import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import type { Answer } from '../../ide/answer.ts';
import type { Place, TypeDirection, TypeSymbol } from '../../ide/doors/languages.ts';
import { IdeError, notAType } from '../../ide/errors/errors.ts';
import { placeKey } from '../../ide/text.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { pageInput, pageOutput, weighJson } from '../words/page.ts';
import { fileOf, isLibrary, lineAndColumn } from '../words/place.ts';
import { resolveSymbol, symbolFields, symbolInput, symbolOutput } from '../words/symbol.ts';
import { cutOutput, fitTree, type Grown, growTree, levelsNote, type Nested, tellTree } from './words/hierarchy.ts';
import { notSearched } from './words/notSearched.ts';

interface Fields {
  name: string;
  kind: string;
  file: string;
  line: number;
  library?: boolean | undefined;
  structural?: boolean | undefined;
}

const type: z.ZodType<Nested<Fields>, Nested<Fields>> = z.object({
  name: z.string(),
  kind: z.string(),
  file: z.string(),
  line: z.number(),
  library: z.boolean().optional(),
  // It fits by its members, without naming the type above it.
  structural: z.boolean().optional(),
  cut: cutOutput,
  get children() {
    return z.array(type).optional();
  },
});

export const typeHierarchy = defineTool({
  name: 'type_hierarchy',
  title: 'Type hierarchy',
  description: 'The classes and interfaces above and below a type, as trees, in all packages.',
  effect: 'reads',
  lane: 'engine',
  input: z.strictObject({
    symbol: symbolInput,
    direction: z.enum(['both', 'up', 'down']).default('both').describe('Which way.'),
    ...pageInput,
  }),
  output: z.object({
    symbol: symbolOutput,
    type: z.object({ name: z.string(), kind: z.string(), file: z.string(), line: z.number() }),
    supertypes: z.array(type).optional(),
    subtypes: z.array(type).optional(),
    ...pageOutput,
    ...certificateOutput,
  }),
  async run(context, input) {
    const symbol = await resolveSymbol(context, input.symbol);
    const answers: Answer<unknown>[] = [];
    const directions: TypeDirection[] = input.direction === 'both' ? ['up', 'down'] : [input.direction];
    const [up, down] = await Promise.all(
      (['up', 'down'] as const).map((way) => (directions.includes(way) ? grown(context, symbol.place, way, answers) : undefined)),
    ).catch((error: unknown) => {
      // Of what is no type but has one of a library, which is not the project's to read.
      throw error instanceof IdeError && error.code === 'outside_project' ? notAType(symbol.name) : error;
    });
    const of = up?.of ?? down?.of;
    if (of === undefined) throw notAType(symbol.name);
    const fields = (found: TypeSymbol) => fieldsOf(context, found);
    const { library: _, structural: __, ...own } = fields(of);
    // What is above a type is named by it.
    const unsearched = directions.includes('down') && input.cursor === undefined ? await notSearched(context, symbol) : undefined;
    const around = { symbol: symbolFields(symbol), type: own, ...certificateOf(answers, symbol.notes, unsearched) };
    const budget = context.budget - weighJson(around) - OVERHEAD;
    // What is above a type is little, so it comes first and what is below gets the rest; pages are of what is below.
    const { cursor: __cursor, page_size: __size, ...whole } = input;
    const above =
      up === undefined
        ? undefined
        : fitTree(up.trees, fields, { tool: 'type_hierarchy', input: down === undefined ? input : whole, budget: down === undefined ? budget : budget / 2 });
    const below =
      down === undefined
        ? undefined
        : fitTree(down.trees, fields, { tool: 'type_hierarchy', input, budget: budget - (above === undefined ? 0 : weighJson(above.rows)) });
    const notes = [...(around.notes ?? []), ...missing(above?.depth, up, ' above'), ...missing(below?.depth, down, ' below')];
    return {
      ...around,
      ...(above !== undefined && { supertypes: [...above.rows] }),
      ...(below !== undefined && { subtypes: [...below.rows] }),
      ...(below ?? above)?.turn,
      ...(notes.length > 0 && { notes }),
    };
  },
  *tell(value) {
    const { name, kind, file, line } = value.type;
    const head = `${kind} ${name} (${file}:${line})`;
    const foot = [
      ...(value.stale === true ? ['The types changed since the cursor was given out; earlier pages are out of date.'] : []),
      ...(value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`]),
      ...tellCertificate(value),
    ];
    const side = (title: string, rows: readonly Nested<Fields>[] | undefined, levels: number) =>
      rows === undefined ? [] : [`${title}${rows.length === 0 ? ': none' : ''}`, ...tellTree(rows, tellType, levels)];
    for (const levels of [Number.POSITIVE_INFINITY, 2, 1]) {
      yield [head, ...side('Supertypes', value.supertypes, levels), ...side('Subtypes', value.subtypes, levels), ...foot].join('\n');
    }
    yield [
      head,
      `${counted(value.supertypes?.length ?? 0, 'supertype')} and ${counted(value.subtypes?.length ?? 0, 'subtype')}, which do not fit.`,
      ...foot,
    ].join('\n');
  },
});

// Keys, the cursor and two notes.
const OVERHEAD = 120;
// Deeper hierarchies are not written; the bound is there for engines that are wrong.
const DEEPEST = 50;

interface GrownFrom extends Grown<TypeSymbol> {
  readonly of: TypeSymbol;
}

async function grown(context: ProjectContext, place: Place, direction: TypeDirection, answers: Answer<unknown>[]): Promise<GrownFrom | undefined> {
  const { ide, signal } = context;
  const first = await ide.languages.types(place, direction, signal);
  answers.push(first);
  if (first.value === undefined) return undefined;
  const { of, related } = first.value;
  const tree = await growTree(of, {
    depth: DEEPEST,
    async childrenOf(type) {
      if (type === of) return related;
      const answer = await ide.languages.types({ uri: type.location.uri, position: type.location.range.start }, direction, signal);
      answers.push(answer);
      return answer.value?.related ?? [];
    },
    keyOf: ({ location }) => placeKey(location),
    // A library has types of its own above it, which nobody asked about.
    isFollowed: ({ location }) => !isLibrary(ide.project, location.uri),
    budget: context.budget,
  });
  return { of, ...tree };
}

function fieldsOf(context: ProjectContext, { name, kind, location, structural }: TypeSymbol): Fields {
  return {
    name,
    kind,
    file: fileOf(context.ide.project, location.uri),
    line: lineAndColumn(location.range.start).line,
    ...(isLibrary(context.ide.project, location.uri) && { library: true }),
    ...(structural === true && { structural }),
  };
}

function missing(depth: number | undefined, tree: GrownFrom | undefined, where: string): string[] {
  return depth === undefined || tree === undefined ? [] : levelsNote(depth, tree, where, 'types');
}

function tellType({ name, kind, file, line, library, structural }: Fields): string {
  return `${kind} ${name} ${file}:${line}${library === true ? ' (library)' : ''}${structural === true ? ' (structural)' : ''}`;
}
