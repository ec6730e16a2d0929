// What would fix the problems of a file: each problem with its fixes, and what a fix would change.
import { z } from 'zod';
import { groupBy } from '../../base/groupBy.ts';
import { counted } from '../../base/text/counted.ts';
import { type Answer, complete } from '../../ide/answer.ts';
import { invalidArguments, lineOutOfRange } from '../../ide/errors/errors.ts';
import type { FixableProblem } from '../../ide/quickFixes.ts';
import type { Range, TextSnapshot } from '../../ide/text.ts';
import { filesTouched } from '../../ide/workspaceEdit.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';
import { fileInput, fileOf, lineAndColumn, lineCountOf, lineNumber, openDocument, positionAt } from '../words/place.ts';
import { cutText } from '../words/room.ts';
import { diffOf, diffOutput } from './words/diff.ts';
import { fixById, type NamedFix, namedFixes } from './words/quickFix.ts';

const fixOutput = z.object({
  id: z.string(),
  title: z.string(),
  // Absent for plain quickfix.
  kind: z.string().optional(),
  // The one that its engine would choose.
  preferred: z.boolean().optional(),
  // Files that it changes besides this one.
  alsoEdits: z.array(z.string()).optional(),
  diff: diffOutput.optional(),
});

const problemOutput = z.object({
  line: z.number(),
  column: z.number(),
  severity: z.enum(['error', 'warning', 'information', 'hint']),
  message: z.string(),
  // Of the message, where not all of it is shown.
  length: z.number().optional(),
  source: z.string().optional(),
  code: z.string().optional(),
  fixes: z.array(fixOutput),
});

const output = z.object({
  file: z.string(),
  problems: z.array(problemOutput),
  // Problems that no engine knows a way to fix.
  unmended: z.number(),
  totalFixes: z.number(),
  ...pageOutput,
  ...certificateOutput,
});

interface Row {
  readonly problem: FixableProblem;
  readonly fix: z.infer<typeof fixOutput>;
}

export const listQuickFixes = defineTool({
  name: 'list_quick_fixes',
  title: 'List quick fixes',
  description: 'Fixes that compilers and linters offer for the problems of a file or range: id, title, what else they edit. preview shows the diff.',
  effect: 'reads',
  hidden: true,
  input: z.strictObject({
    file: fileInput.optional(),
    line: lineNumber.optional().describe('Problems on it; else of the whole file.'),
    column: lineNumber.optional().describe('Only at this place.'),
    end_line: lineNumber.optional().describe('Inclusive.'),
    id: z.string().min(1).optional().describe('Only this fix, with its diff; no file needed.'),
    preview: z.boolean().default(false).describe('Show diffs.'),
    ...pageInput,
  }),
  output,
  async run(context, input) {
    const { document, answer, named } = await fixesAsked(context, input);
    const withDiff = input.preview || input.id !== undefined;
    const rows = await Promise.all(named.map((one) => rowOf(context, document.uri, one, withDiff)));
    const around = {
      file: fileOf(context.ide.project, document.uri),
      unmended: answer.value.filter(({ fixes }) => fixes.length === 0).length,
      totalFixes: rows.length,
      ...certificateOf([answer]),
    };
    const page = pageOf({
      tool: 'list_quick_fixes',
      input,
      rows,
      weigh: weighRow,
      identify: ({ fix }) => fix.id,
      budget: context.budget - weighJson(around),
    });
    return { ...around, problems: grouped(page.rows), ...page.turn };
  },
  *tell(value) {
    const head = `${counted(value.totalFixes, 'quick fix', 'quick fixes')} in ${value.file}${value.unmended === 0 ? '' : `; ${counted(value.unmended, 'problem')} without one`}`;
    const foot = [...(value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`]), ...tellCertificate(value)];
    yield [head, ...value.problems.flatMap((problem) => [tellProblem(problem), ...problem.fixes.flatMap(tellFix)]), ...foot].join('\n');
    yield [head, ...value.problems.flatMap(({ fixes }) => fixes.map(({ id, title }) => `${id} ${title}`)), ...foot].join('\n');
  },
});

const ARGUMENTS = ['file', 'line', 'column', 'end_line', 'id', 'preview', 'cursor', 'page_size'];

interface Asked {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly end_line?: number | undefined;
  readonly id?: string | undefined;
}

interface Found {
  readonly document: TextSnapshot;
  readonly answer: Answer<readonly FixableProblem[]>;
  readonly named: readonly NamedFix[];
}

async function fixesAsked(context: ProjectContext, asked: Asked): Promise<Found> {
  if (asked.id !== undefined) {
    const found = await fixById(context, asked.id);
    return { document: found.document, answer: complete([found.problem], { engine: found.fix.engine }), named: [found] };
  }
  if (asked.file === undefined) throw invalidArguments('list_quick_fixes', ['file or id is missing'], ARGUMENTS);
  const document = await openDocument(context, asked.file);
  const answer = await context.ide.languages.quickFixes(document.uri, rangeAsked(document, asked.file, asked), context.signal);
  return { document, answer, named: namedFixes(context, document, answer.value) };
}

function rangeAsked(document: TextSnapshot, file: string, { line, column, end_line: endLine }: Asked): Range | undefined {
  if (line === undefined) {
    if (column !== undefined || endLine !== undefined) throw invalidArguments('list_quick_fixes', ['column and end_line need line'], ARGUMENTS);
    return undefined;
  }
  if (column !== undefined && endLine !== undefined) throw invalidArguments('list_quick_fixes', ['pass column or end_line, not both'], ARGUMENTS);
  const last = lineCountOf(document);
  const outside = [line, endLine].find((one) => one !== undefined && one > last);
  if (outside !== undefined) throw lineOutOfRange(file, outside, last);
  if (column !== undefined) return { start: positionAt(line, column), end: positionAt(line, column) };
  if (endLine !== undefined && endLine < line) throw invalidArguments('list_quick_fixes', [`line ${line} is behind end_line ${endLine}`], ARGUMENTS);
  const end = (endLine ?? line) - 1;
  return { start: positionAt(line, 1), end: { line: end, character: document.line(end)?.length ?? 0 } };
}

async function rowOf(context: ProjectContext, uri: string, { id, problem, fix }: NamedFix, withDiff: boolean): Promise<Row> {
  const alsoEdits = filesTouched(fix.edit)
    .filter((other) => other !== uri)
    .map((other) => fileOf(context.ide.project, other));
  return {
    problem,
    fix: {
      id,
      title: fix.title,
      ...(fix.kind !== 'quickfix' && { kind: fix.kind }),
      ...(fix.preferred && { preferred: true }),
      ...(alsoEdits.length > 0 && { alsoEdits }),
      ...(withDiff && { diff: await diffOf(context, fix.edit) }),
    },
  };
}

function grouped(rows: readonly Row[]): z.infer<typeof output>['problems'] {
  return [...groupBy(rows, ({ problem }) => problem)].map(([problem, fixes]) => ({ ...problemFields(problem), fixes: fixes.map(({ fix }) => fix) }));
}

// Type errors print whole types; what matters stands at the beginning.
const LONGEST_MESSAGE = 400;

function problemFields({ diagnostic }: FixableProblem): Omit<z.infer<typeof problemOutput>, 'fixes'> {
  const { range, severity, message, source, code } = diagnostic;
  const { text, length } = cutText(message, LONGEST_MESSAGE);
  return {
    ...lineAndColumn(range.start),
    severity,
    message: text,
    ...(length !== undefined && { length }),
    ...(source !== undefined && { source }),
    ...(code !== undefined && { code }),
  };
}

function weighRow({ problem, fix }: Row, previous: Row | undefined): number {
  return weighJson(fix) + (previous?.problem === problem ? 0 : weighJson(problemFields(problem)));
}

function tellProblem({ line, column, severity, code, message }: z.infer<typeof problemOutput>): string {
  return `${line}:${column} ${severity}${code === undefined ? '' : ` ${code}`}: ${message}`;
}

function tellFix({ id, title, preferred, alsoEdits, diff }: z.infer<typeof fixOutput>): string[] {
  const about = [...(preferred === true ? ['preferred'] : []), ...(alsoEdits === undefined ? [] : [`also edits ${alsoEdits.join(', ')}`])];
  return [`  ${title}${about.length === 0 ? '' : ` (${about.join('; ')})`}  ${id}`, ...(diff ?? []).map((line) => `    ${line}`)];
}
