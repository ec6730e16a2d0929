// Where a symbol is used, in the whole project, and in which way.

import { z } from 'zod';
import { groupBy } from '../../base/groupBy.ts';
import { counted } from '../../base/text/counted.ts';
import { estimateTokens } from '../../base/text/tokens.ts';
import { incomplete } from '../../ide/answer.ts';
import { type Location, placeKey, type TextSnapshot } from '../../ide/text.ts';
import { superMembersOf } from '../../source/superMembers.ts';
import { USAGES, type Usage, usageIn } from '../../source/usage/usage.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { countsByFile } from '../words/countsByFile.ts';
import { unresolvedUses, whyUnresolved } from '../words/mentions/unresolvedUses.ts';
import { type GroupedPage, type GroupedRequest, groupedPageOf, pageInput, pageOutput, weighJson } from '../words/page.ts';
import { fileOf, isInProject, lineAndColumn, lineExcerpt } from '../words/place.ts';
import { type PointedSymbol, refuseUnknown, resolveSymbol, symbolFields, symbolInput, symbolOutput } from '../words/symbol.ts';
import { mentionsOf, mentionsOutput, tellMentions } from './words/mentions.ts';
import { elsewhereNote, wordElsewhere } from './words/notSearched.ts';

// The length is that of a line of which not all is shown.
const reference = z.object({ line: z.number(), column: z.number(), text: z.string().optional(), length: z.number().optional(), type: z.enum(USAGES) });

const output = z.object({
  symbol: symbolOutput,
  total: z.number(),
  // How many references there are of each type, in all pages; only on the first.
  types: z.record(z.string(), z.number()).optional(),
  // Each reference with its line of code or, where the agent wants places only, as "import 3:9, call 12:5 30:7".
  files: z.array(z.object({ file: z.string(), references: z.array(reference).optional(), places: z.string().optional() })),
  // How many references the files have that this page does not show; the fullest files first.
  otherFiles: z.record(z.string(), z.number()).optional(),
  mentions: mentionsOutput.optional(),
  ...pageOutput,
  ...certificateOutput,
});

// A reference before its line is cut out: of thousands only those of one page are described.
interface Row {
  readonly file: string;
  readonly at: Location;
  readonly type: Usage;
  // Absent for files outside the project, whose text is not ours to read.
  readonly document?: TextSnapshot;
}

export const findReferences = defineTool({
  name: 'find_references',
  title: 'Find references',
  description:
    'Every use of a symbol, resolved by the compiler, with its type (call, write, import …). Unlike grep: no namesakes, and aliases are followed. `mentions`: files with only the word.',
  effect: 'reads',
  lane: 'engine',
  input: z.strictObject({
    symbol: symbolInput,
    include_declaration: z.boolean().default(true).describe('List the declaration too.'),
    text: z.boolean().default(true).describe('false: places only, a third of the tokens.'),
    ...pageInput,
  }),
  output,
  async run(context, input) {
    const { ide, signal } = context;
    const symbol = await resolveSymbol(context, input.symbol);
    const [answer, elsewhere] = await Promise.all([
      // Engines leave out imports, re-exports and overrides together with the declaration, so the declaration is taken out here.
      ide.languages.references(symbol.place, { includeDeclaration: true }, signal),
      input.cursor === undefined ? wordElsewhere(context, symbol) : { listed: [], ignored: [] },
    ]);
    if (answer.value.length === 0 && answer.complete) await refuseUnknown(context, symbol);
    const locations = input.include_declaration ? answer.value : await withoutDeclarations(context, symbol, answer.value);
    const rows = await rowsOf(context, locations);
    const referenced = new Set(answer.value.map((location) => location.uri));
    const unresolved = whyUnresolved(
      context,
      symbol.name,
      await unresolvedUses(context, named(symbol), answer.value, doubtedAmong(elsewhere.listed, referenced)),
    );
    const mentions = await mentionsOf(context, symbol.name, elsewhere.listed, referenced, ide.languages.languageOf(symbol.place.uri) ?? '');
    const isUnused = rows.length > 0 && rows.every((row) => row.type === 'declaration') && answer.complete && unresolved === undefined;
    const around = {
      symbol: symbolFields(symbol),
      total: rows.length,
      ...(mentions !== undefined && { mentions }),
      ...certificateOf(
        [answer, ...(unresolved === undefined ? [] : [incomplete(undefined, unresolved)])],
        [...symbol.notes, ...(isUnused ? [await unusedNote(context, symbol)] : [])],
        elsewhereNote(context, symbol, { listed: [], ignored: elsewhere.ignored }, referenced),
      ),
    };
    const forOthers = input.cursor === undefined ? context.budget * SHARE_OF_OTHER_FILES : 0;
    const asked = {
      tool: 'find_references',
      input,
      rows,
      groupOf: ({ file }: Row) => file,
      identify: placeOfRow,
      budget: context.budget - weighJson(around) - forOthers - OVERHEAD,
    };
    const page = input.text ? pageWithText(asked) : pageOfPlaces(asked);
    return {
      ...around,
      // Who wants places only counts every token.
      ...(page.isFirst && input.text && { types: countTypes(rows) }),
      files: page.files,
      ...(page.isFirst && page.turn.cursor !== undefined && { otherFiles: countsByFile(rows.slice(page.shown), forOthers) }),
      ...page.turn,
    };
  },
  *tell(value) {
    const head = `${counted(value.total, 'reference')} to ${value.symbol.name} (${value.symbol.file}:${value.symbol.line})${value.types === undefined ? '' : `: ${tellCounts(value.types)}`}`;
    const foot = [
      ...(value.mentions === undefined ? [] : [tellMentions(value.symbol.name, value.mentions)]),
      ...(value.stale === true ? ['The references changed since the cursor was given out; earlier pages are out of date.'] : []),
      ...(value.cursor === undefined
        ? []
        : [`More: cursor ${value.cursor}${value.otherFiles === undefined ? '' : `; not shown: ${tellCounts(value.otherFiles)}`}`]),
      ...tellCertificate(value),
    ];
    const full = value.files.flatMap(({ file, references = [], places }) => [
      places === undefined ? file : `${file}: ${places}`,
      ...references.map(({ line, column, text, type }) => `  ${line}:${column} ${type}${text === undefined ? '' : `  ${text}`}`),
    ]);
    yield [head, ...full, ...foot].join('\n');
    const short = value.files.map(
      ({ file, references = [], places }) => `${file}: ${places ?? references.map(({ line, type }) => `${line} ${type}`).join(', ')}`,
    );
    yield [head, ...short, ...foot].join('\n');
    yield [head, ...value.files.map(({ file, references, places }) => `${file}: ${references?.length ?? places?.match(/:/g)?.length}`), ...foot].join('\n');
  },
});

// A file with the word and no reference is looked at more closely: an import there may lead nowhere. Of very many only the first are, to answer soon.
const MOST_DOUBTED = 24;

// One with references may have others that lead nowhere, above all where modules are loaded while the program runs.
function doubtedAmong(uris: readonly string[], referenced: ReadonlySet<string>): readonly string[] {
  const scripts = uris.filter((uri) => referenced.has(uri) && /\.[cm]?jsx?$/.test(uri));
  return [...uris.filter((uri) => !referenced.has(uri)).slice(0, MOST_DOUBTED), ...scripts.slice(0, MOST_DOUBTED)];
}

function named({ name, document: { languageId } }: PointedSymbol): { name: string; languageId: string } {
  return { name, languageId };
}

// Of the first page of a long answer, so that an agent sees where the rest is before it turns the page.
const SHARE_OF_OTHER_FILES = 0.12;
// Keys, counts by type and the cursor.
const OVERHEAD = 150;

// What nothing names may still be called: through what it overrides, and in Python through a protocol that its class fits.
async function unusedNote(context: ProjectContext, symbol: PointedSymbol): Promise<string> {
  const member = await superMembersOf(context, symbol.place);
  const above = member?.above.map(({ name }) => name) ?? [];
  if (above.length > 0) return `Only declared, but it overrides ${above.join(', ')} and may be called through that.`;
  if (member !== undefined && symbol.document.languageId === 'python')
    return 'Only declared: nothing names it, but a protocol that its class fits may call it.';
  return 'Only declared: nothing in the project uses it.';
}

async function withoutDeclarations(context: ProjectContext, symbol: PointedSymbol, locations: readonly Location[]): Promise<readonly Location[]> {
  const definition = await context.ide.languages.definition(symbol.place, context.signal);
  const declared = new Set(definition.value.map(placeKey));
  return locations.filter((location) => !declared.has(placeKey(location)));
}

async function rowsOf(context: ProjectContext, locations: readonly Location[]): Promise<Row[]> {
  const { ide, signal } = context;
  const files = await Promise.all(
    [...groupBy(locations, ({ uri }) => uri)].map(async ([uri, places]): Promise<Row[]> => {
      const file = fileOf(ide.project, uri);
      if (!isInProject(ide.project, uri)) return places.map((at) => ({ file, at, type: 'reference' }));
      const document = await ide.documents.read(uri, signal);
      return places.map((at) => ({ file, at, document, type: usageIn(document, document.offsetAt(at.range.start), document.offsetAt(at.range.end)) }));
    }),
  );
  return files.flat();
}

type Asked = Omit<GroupedRequest<Row, unknown>, 'rowOf' | 'weigh' | 'weighGroup'>;
type FilesPage = Omit<GroupedPage<unknown>, 'groups'> & Pick<z.infer<typeof output>, 'files'>;

function pageWithText(asked: Asked): FilesPage {
  const { groups, ...page } = groupedPageOf({
    ...asked,
    rowOf: (row) => referenceRow(asked, row),
    weigh: weighRow,
    weighGroup: (file) => weighJson({ file, references: [] }),
  });
  return { ...page, files: groups.map(({ group: file, rows: references }) => ({ file, references })) };
}

function pageOfPlaces(asked: Asked): FilesPage {
  const { groups, ...page } = groupedPageOf({ ...asked, rowOf: placeRow, weigh: weighPlace, weighGroup: (file) => weighJson({ file, places: '' }) });
  const places = (rows: readonly PlaceRow[]) => [...groupBy(rows, ({ type }) => type)].map(([type, uses]) => `${type} ${uses.map(({ at }) => at).join(' ')}`);
  return { ...page, files: groups.map(({ group: file, rows }) => ({ file, places: places(rows).join(', ') })) };
}

interface PlaceRow {
  readonly type: Usage;
  readonly at: string;
}

function placeRow({ at, type }: Row): PlaceRow {
  const { line, column } = lineAndColumn(at.range.start);
  return { type, at: `${line}:${column}` };
}

function referenceRow(asked: Asked, { at, document, type }: Row): z.infer<typeof reference> {
  const { line, character } = at.range.start;
  return { ...lineAndColumn(at.range.start), ...(document !== undefined && lineExcerpt(asked, document.line(line) ?? '', character)), type };
}

function placeOfRow({ file, at }: Row): string {
  return `${file}:${at.range.start.line}:${at.range.start.character}`;
}

function weighRow({ text }: z.infer<typeof reference>): number {
  return ROW_WITHOUT_TEXT + estimateTokens(JSON.stringify(text ?? ''));
}

function weighPlace({ type, at }: PlaceRow): number {
  return estimateTokens(`${type} ${at}`) + 1;
}

// Its keys, numbers and type.
const ROW_WITHOUT_TEXT = 18;

function countTypes(rows: readonly Row[]): Partial<Record<Usage, number>> {
  const counts: Partial<Record<Usage, number>> = {};
  for (const { type } of rows) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

function tellCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
