// Where code of a certain shape stands, whatever its names, spaces and line breaks.
import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import { defineTool } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { filesAsked, filesInput } from '../words/files.ts';
import { groupedPageOf, pageInput, pageOutput, weighJson } from '../words/page.ts';
import { fileOf, lineAndColumn } from '../words/place.ts';

const match = z.object({
  line: z.number(),
  column: z.number(),
  endLine: z.number(),
  text: z.string(),
  // What each variable of the pattern stands for, shortened.
  variables: z.record(z.string(), z.string()).optional(),
});

const output = z.object({
  total: z.number(),
  files: z.array(z.object({ file: z.string(), matches: z.array(match) })),
  ...pageOutput,
  ...certificateOutput,
});

interface Row extends z.infer<typeof match> {
  file: string;
}

export const searchStructure = defineTool({
  name: 'search_structure',
  title: 'Search structure',
  description:
    'Code by its syntax (ast-grep): a pattern such as `fetch($URL, $$$REST)`, where $NAME is one node and $$$NAME any number. Blind to formatting; needs no language server.',
  effect: 'reads',
  lane: 'search',
  input: z.strictObject({
    pattern: z.string().min(1).describe('Code with variables.'),
    language: z.string().min(1).describe('typescript, python, go, rust, java …'),
    ...filesInput,
    ...pageInput,
  }),
  output,
  async run(context, input) {
    const { ide, signal, budget } = context;
    const answer = await ide.search.structure({ pattern: input.pattern, language: input.language, files: await filesAsked(context, input) }, signal);
    const rows = answer.value.flatMap(({ uri, matches }) =>
      matches.map(({ range, text, variables }): Row => {
        const bound = Object.entries(variables).map(([name, value]): [string, string] => [name, shortened(value, LONGEST_VARIABLE)]);
        return {
          file: fileOf(ide.project, uri),
          ...lineAndColumn(range.start),
          endLine: range.end.line + 1,
          text: shortened(text, LONGEST_TEXT),
          ...(bound.length > 0 && { variables: Object.fromEntries(bound) }),
        };
      }),
    );
    const around = { total: rows.length, ...certificateOf([answer]) };
    const { groups, turn } = groupedPageOf({
      tool: 'search_structure',
      input,
      rows,
      groupOf: ({ file }) => file,
      rowOf: ({ file: _, ...match }) => match,
      weigh: weighJson,
      weighGroup: (file) => weighJson({ file, matches: [] }),
      budget: budget - weighJson(around) - OVERHEAD,
    });
    return { ...around, files: groups.map(({ group: file, rows: matches }) => ({ file, matches })), ...turn };
  },
  *tell(value) {
    const head = value.total === 0 ? 'Nothing matches.' : counted(value.total, 'match', 'matches');
    const foot = [
      ...(value.stale === true ? ['The files changed since the cursor was given out; earlier pages are out of date.'] : []),
      ...(value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`]),
      ...tellCertificate(value),
    ];
    yield [head, ...value.files.flatMap(({ file, matches }) => [file, ...matches.map(tellMatch)]), ...foot].join('\n');
    yield [head, ...value.files.map(({ file, matches }) => `${file}: ${matches.map(({ line }) => line).join(', ')}`), ...foot].join('\n');
  },
});

const OVERHEAD = 80;
const LONGEST_TEXT = 300;
// It stands in the text of the match too; here it only says which part of it is meant.
const LONGEST_VARIABLE = 80;

// A match can be a whole class; its first lines say which, and endLine where it ends.
function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

function tellMatch({ line, column, text, variables }: z.infer<typeof match>): string {
  const bound = Object.entries(variables ?? {}).map(([name, value]) => `$${name}=${oneLine(value)}`);
  return `  ${line}:${column} ${oneLine(text)}${bound.length === 0 ? '' : `  (${bound.join(', ')})`}`;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
