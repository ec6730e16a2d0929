// Where a text or pattern stands in the files of the project, in code, comments or strings.
import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import type { MatchingFile, MatchingLine, TextFindings } from '../../ide/doors/search.ts';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { notCode, type Part, partAt } from '../../source/codeParts.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { countsByFile } from '../words/countsByFile.ts';
import { filesAsked, filesInput } from '../words/files.ts';
import { foreignNote, includeIgnored } from '../words/foreignFiles.ts';
import { groupedPageOf, pageInput, pageOutput, weighJson } from '../words/page.ts';
import { excerpt, fileOf } from '../words/place.ts';

const match = z.object({ line: z.number(), column: z.number(), text: z.string() });

const output = z.object({
  // Matching lines, in all pages.
  total: z.number(),
  files: z.array(z.object({ file: z.string(), matches: z.array(match) })),
  // How many matching lines the files have that this page does not show; only on the first page.
  otherFiles: z.record(z.string(), z.number()).optional(),
  ...pageOutput,
  ...certificateOutput,
});

interface Row extends z.infer<typeof match> {
  file: string;
}

const PARTS = { code: 'code', comments: 'comment', strings: 'string' } as const satisfies Record<string, Part>;

export const searchText = defineTool({
  name: 'search_text',
  title: 'Search text',
  description: 'Grep over the project, fresh from disk: regular expression by default, gitignore respected, generated, vendored and minified files left out.',
  effect: 'reads',
  lane: 'search',
  input: z.strictObject({
    query: z.string().min(1).describe('Pattern for one line.'),
    regex: z.boolean().default(true).describe('false: the text as it is.'),
    ignore_case: z.boolean().default(false).describe('A is a.'),
    whole_word: z.boolean().default(false).describe('Not inside words.'),
    where: z.enum(['anywhere', 'code', 'comments', 'strings']).default('anywhere').describe('In which part of the source.'),
    context: z.int().min(0).max(20).default(0).describe('Lines around.'),
    ...filesInput,
    include_ignored: includeIgnored('Also what git ignores, is generated or vendored.'),
    ...pageInput,
  }),
  output,
  async run(context, input) {
    const { ide, signal, budget } = context;
    if (/[\r\n]/.test(input.query)) throw invalidArguments('search_text', ['query spans lines; search for one of them'], ['query', 'regex', 'context']);
    const query = { pattern: input.query, literal: !input.regex, ignoreCase: input.ignore_case, wholeWord: input.whole_word };
    const answer = await ide.search.text({ ...query, files: await filesAsked(context, input) }, signal);
    const found = input.where === 'anywhere' ? answer.value.files : await inPart(context, answer.value.files, PARTS[input.where]);
    const rows = await rowsOf(context, found, input.context);
    const around = { total: rows.length, ...certificateOf([answer], notesOn(answer.value)) };
    const forOthers = input.cursor === undefined ? budget * SHARE_OF_OTHER_FILES : 0;
    const page = groupedPageOf({
      tool: 'search_text',
      input,
      rows,
      groupOf: ({ file }) => file,
      rowOf: ({ file: _, ...match }) => match,
      weigh: weighJson,
      weighGroup: (file) => weighJson({ file, matches: [] }),
      identify: ({ file, line, text }) => `${file}:${line}:${text}`,
      budget: budget - weighJson(around) - forOthers - OVERHEAD,
    });
    const others = page.isFirst && page.turn.cursor !== undefined ? countsByFile(rows.slice(page.shown), forOthers) : undefined;
    return {
      ...around,
      files: page.groups.map(({ group: file, rows: matches }) => ({ file, matches })),
      ...(others !== undefined && { otherFiles: others }),
      ...page.turn,
    };
  },
  *tell(value) {
    const rest = Object.entries(value.otherFiles ?? {}).map(([file, count]) => `${count} ${file}`);
    const foot = [
      ...(value.stale === true ? ['The files changed since the cursor was given out; earlier pages are out of date.'] : []),
      ...(value.cursor === undefined ? [] : [`More: cursor ${value.cursor}${rest.length === 0 ? '' : `; not shown: ${rest.join(', ')}`}`]),
      ...tellCertificate(value),
    ];
    const head = value.total === 0 ? 'No line matches.' : counted(value.total, 'matching line');
    const lines = value.files.flatMap(({ file, matches }) => [file, ...matches.map(tellMatch)]);
    yield [head, ...lines, ...foot].join('\n');
    yield [head, ...value.files.map(({ file, matches }) => `${file}: ${matches.map(({ line }) => line).join(', ')}`), ...foot].join('\n');
    yield [head, ...value.files.map(({ file, matches }) => `${file}: ${matches.length}`), ...foot].join('\n');
  },
});

// Of the first page of a long answer, so that an agent sees where the rest is before it turns the page.
const SHARE_OF_OTHER_FILES = 0.12;
const OVERHEAD = 120;

function notesOn({ leftOut, tooLarge }: TextFindings): string[] {
  return [
    ...foreignNote(leftOut.generated, 'also matches', 'also match'),
    ...(leftOut.minified > 0
      ? [
          `${counted(leftOut.minified, 'minified file')} also ${leftOut.minified === 1 ? 'matches' : 'match'} and ${leftOut.minified === 1 ? 'is' : 'are'} left out.`,
        ]
      : []),
    ...(tooLarge > 0 ? [`${counted(tooLarge, 'file')} larger than 1 MB ${tooLarge === 1 ? 'was' : 'were'} not searched.`] : []),
  ];
}

// Lines keep only the matches that begin in this part of the source.
async function inPart({ ide, signal }: ProjectContext, files: readonly MatchingFile[], part: Part): Promise<MatchingFile[]> {
  const kept: MatchingFile[] = [];
  for (const { uri, lines } of files) {
    const document = await ide.documents.read(uri, signal);
    const spans = notCode(document.text, document.languageId);
    const inside = lines.flatMap((line): MatchingLine[] => {
      const start = document.offsetAt({ line: line.line, character: 0 });
      const matches = line.matches.filter((place) => partAt(spans, start + place.start) === part);
      return matches.length === 0 ? [] : [{ ...line, matches }];
    });
    if (inside.length > 0) kept.push({ uri, lines: inside });
  }
  return kept;
}

async function rowsOf({ ide, signal }: ProjectContext, files: readonly MatchingFile[], around: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { uri, lines } of files) {
    const file = fileOf(ide.project, uri);
    const document = around === 0 ? undefined : await ide.documents.read(uri, signal);
    for (const { line, text, matches } of lines) {
      const character = matches[0]?.start ?? 0;
      const shown = document === undefined ? excerpt(text, character) : numbered((index) => document.line(index), line, around);
      rows.push({ file, line: line + 1, column: character + 1, text: shown });
    }
  }
  return rows;
}

// As grep marks them: a colon behind the number of the line that matches, a hyphen behind those around it.
function numbered(lineAt: (index: number) => string | undefined, line: number, around: number): string {
  const shown: string[] = [];
  for (let index = Math.max(0, line - around); index <= line + around; index++) {
    const text = lineAt(index);
    if (text !== undefined) shown.push(`${index + 1}${index === line ? ':' : '-'}${text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text}`);
  }
  return shown.join('\n');
}

const LONGEST_LINE = 160;

function tellMatch({ line, column, text }: z.infer<typeof match>): string {
  return text.includes('\n') ? text.replace(/^/gm, '  ') : `  ${line}:${column} ${text}`;
}
