// Errors and warnings as the compiler sees them now: of a range, of some files, or of the whole project.

import { z } from 'zod';
import { groupBy } from '../../base/groupBy.ts';
import { counted } from '../../base/text/counted.ts';
import type { ListedFile } from '../../ide/doors/documents.ts';
import type { Diagnostic, Severity } from '../../ide/doors/languages.ts';
import { invalidArguments, lineOutOfRange } from '../../ide/errors/errors.ts';
import { compare, type Range } from '../../ide/text.ts';
import { isCode } from '../../source/language.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { foreignNote, includeIgnored, isForeignFile } from '../words/foreignFiles.ts';
import { groupedPageOf, pageInput, pageOutput, weighJson } from '../words/page.ts';
import { fileInput, fileOf, lineAndColumn, lineCountOf, lineNumber, linesRange, openDocument } from '../words/place.ts';
import { cutText, longestText } from '../words/room.ts';

const SEVERITIES = ['error', 'warning', 'information', 'hint'] as const;

const diagnosticOutput = z.object({
  line: z.number(),
  column: z.number(),
  endLine: z.number(),
  endColumn: z.number(),
  severity: z.enum(SEVERITIES),
  message: z.string(),
  // Of the message, where not all of it is shown.
  length: z.number().optional(),
  source: z.string().optional(),
  code: z.string().optional(),
});

const output = z.object({
  // How many diagnostics there are of each severity, listed or not.
  counts: z.object({ error: z.number(), warning: z.number(), information: z.number(), hint: z.number() }),
  filesChecked: z.number(),
  // Those of the severity asked for, in all pages.
  total: z.number(),
  files: z.array(z.object({ file: z.string(), diagnostics: z.array(diagnosticOutput) })),
  // Files asked for that no engine can check.
  unserved: z.array(z.string()).optional(),
  // The engines had finished with this very text.
  settled: z.boolean(),
  ...pageOutput,
  ...certificateOutput,
});

interface Row extends z.infer<typeof diagnosticOutput> {
  file: string;
}

export const getDiagnostics = defineTool({
  name: 'get_diagnostics',
  title: 'Diagnostics',
  description:
    'Compile errors and warnings, settled, of the files as they are now. Without file or files: the whole project. Faster than running the compiler.',
  effect: 'reads',
  lane: 'engine',
  input: z.strictObject({
    file: fileInput.optional(),
    files: z.array(z.string().min(1)).max(500).optional().describe('Several paths.'),
    start_line: lineNumber.optional().describe('With file.'),
    end_line: lineNumber.optional().describe('Inclusive.'),
    severity: z.enum(SEVERITIES).default('warning').describe('The least to list.'),
    include_ignored: includeIgnored('Also what is generated or vendored.'),
    ...pageInput,
  }),
  output,
  async run(context, input) {
    const { ide, signal, progress } = context;
    const scope = await scopeOf(context, input);
    const answer = await ide.languages.diagnostics(scope.uris, signal, progress);
    const found = answer.value.files.flatMap(({ uri, diagnostics }) => {
      const file = fileOf(ide.project, uri);
      return diagnostics
        .filter((diagnostic) => scope.range === undefined || overlaps(diagnostic.range, scope.range))
        .map((diagnostic) => rowOf(context, file, diagnostic));
    });
    const least = SEVERITIES.indexOf(input.severity);
    const rows = found.filter((row) => SEVERITIES.indexOf(row.severity) <= least);
    const unserved = shortened(answer.value.unserved.map((uri) => fileOf(ide.project, uri)));
    const around = {
      counts: countsOf(found),
      filesChecked: answer.value.files.length,
      total: rows.length,
      ...(unserved.length > 0 && { unserved }),
      settled: answer.complete,
      ...certificateOf(
        [answer],
        [...missingDependencies(found), ...uncheckedNote(scope.unchecked ?? []), ...foreignNote(scope.leftOut ?? 0, 'was not checked', 'were not checked')],
      ),
    };
    const { groups, turn } = groupedPageOf({
      tool: 'get_diagnostics',
      input,
      rows,
      groupOf: ({ file }) => file,
      rowOf: ({ file: _, ...diagnostic }) => diagnostic,
      weigh: weighJson,
      weighGroup: (file) => weighJson({ file, diagnostics: [] }),
      budget: context.budget - weighJson(around) - OVERHEAD,
    });
    return { ...around, files: groups.map(({ group: file, rows: diagnostics }) => ({ file, diagnostics })), ...turn };
  },
  *tell(value) {
    const { error, warning, information, hint } = value.counts;
    const head = `${counted(error, 'error')}, ${counted(warning, 'warning')}, ${counted(information + hint, 'smaller note')} in ${counted(value.filesChecked, 'file')}`;
    const foot = [
      ...(value.unserved === undefined ? [] : [`No engine checks: ${value.unserved.join(', ')}`]),
      ...(value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`]),
      ...tellCertificate(value),
    ];
    const rows = value.files.flatMap(({ file, diagnostics }) =>
      diagnostics.map(
        ({ line, column, severity, code, message }) => `${file}:${line}:${column} ${severity}${code === undefined ? '' : ` ${code}`}: ${message}`,
      ),
    );
    yield [head, ...rows, ...foot].join('\n');
    const short = value.files.flatMap(({ file, diagnostics }) => [
      file,
      ...diagnostics.map(({ line, severity, code, message }) => `  ${line} ${severity}${code === undefined ? '' : ` ${code}`}: ${firstLine(message)}`),
    ]);
    yield [head, ...short, 'Messages are shortened; pass file for one file in full.', ...foot].join('\n');
    const places = value.files.map(
      ({ file, diagnostics }) => `${file}: ${diagnostics.map(({ line, code, severity }) => `${line} ${code ?? severity}`).join(', ')}`,
    );
    yield [head, ...places, 'Messages are left out; pass file for one file in full.', ...foot].join('\n');
    const counts = value.files.map(({ file, diagnostics }) => `${file}: ${diagnostics.length}`);
    yield [head, ...counts, 'Only counts fit; pass file for one file in full.', ...foot].join('\n');
  },
});

// Fewer than these are slips of their own.
const MANY_UNRESOLVED = 10;
const UNRESOLVED: ReadonlySet<string> = new Set(['2307', '2792', 'reportMissingImports']);

// In a fresh clone thousands of errors have this one cause, and none of them is worth fixing.
function missingDependencies(rows: readonly Row[]): string[] {
  const unresolved = rows.filter(({ code, severity }) => severity === 'error' && code !== undefined && UNRESOLVED.has(code)).length;
  if (unresolved < MANY_UNRESOLVED) return [];
  return [
    `${unresolved} imports cannot be resolved, and other errors follow from that: are the dependencies installed? get_project_info names the package manager.`,
  ];
}

const OVERHEAD = 60;
const LONGEST_FIRST_LINE = 100;

function firstLine(message: string): string {
  const [line = ''] = message.split('\n', 1);
  return line.length > LONGEST_FIRST_LINE ? `${line.slice(0, LONGEST_FIRST_LINE)}…` : line;
}

const MOST_UNSERVED = 20;

interface Scope {
  readonly uris: readonly string[];
  readonly range?: Range;
  // Of the whole project: how many generated and vendored files were left out, and the languages of code that no engine checks, one for each file.
  readonly leftOut?: number;
  readonly unchecked?: readonly string[];
}

async function scopeOf(
  context: ProjectContext,
  input: { file?: string | undefined; files?: string[] | undefined; start_line?: number | undefined; end_line?: number | undefined; include_ignored: boolean },
): Promise<Scope> {
  const { file, files, start_line: startLine, end_line: endLine } = input;
  const hasRange = startLine !== undefined || endLine !== undefined;
  if (hasRange && (file === undefined || files !== undefined))
    throw invalidArguments('get_diagnostics', ['start_line and end_line need file, and only file'], ARGUMENTS);
  if (file !== undefined && files === undefined) {
    const document = await openDocument(context, file);
    if (!hasRange) return { uris: [document.uri] };
    const last = lineCountOf(document);
    const outside = [startLine, endLine].find((line) => line !== undefined && line > last);
    if (outside !== undefined) throw lineOutOfRange(file, outside, last);
    if ((startLine ?? 1) > (endLine ?? last)) throw invalidArguments('get_diagnostics', [`start_line ${startLine} is behind end_line ${endLine}`], ARGUMENTS);
    return { uris: [document.uri], range: linesRange(startLine ?? 1, endLine ?? last) };
  }
  if (file !== undefined || files !== undefined) {
    // Opening each says at once which of them is missing, a folder or not text.
    const documents = await Promise.all([...(file === undefined ? [] : [file]), ...(files ?? [])].map((name) => openDocument(context, name)));
    return { uris: [...new Set(documents.map((document) => document.uri))] };
  }
  const all = await context.ide.documents.list({}, context.signal);
  const diagnosable = (files: readonly ListedFile[]) => context.ide.languages.diagnosable(files.map(({ uri }) => uri));
  const isLeftOut = ({ path }: ListedFile) => !input.include_ignored && isForeignFile(path, undefined);
  const own = all.filter((file) => !isLeftOut(file));
  const uris = diagnosable(own);
  return { uris, leftOut: diagnosable(all.filter(isLeftOut)).length, unchecked: uncheckedLanguages(context, own, uris) };
}

function uncheckedLanguages({ ide: { languages } }: ProjectContext, files: readonly ListedFile[], checked: readonly string[]): readonly string[] {
  const known = new Set(checked);
  return files.flatMap(({ uri }) => {
    const language = known.has(uri) ? undefined : languages.languageOf(uri);
    return language !== undefined && isCode(language) ? [language] : [];
  });
}

// No error in them is known, which is not that there is none.
function uncheckedNote(languages: readonly string[]): string[] {
  const counts = [...groupBy(languages, (language) => language)].map(([language, all]) => counted(all.length, `${language} file`));
  return counts.length === 0 ? [] : [`Nothing checks ${counts.join(', ')} here: no language server serves them.`];
}

const ARGUMENTS = ['file', 'files', 'start_line', 'end_line', 'severity', 'include_ignored', 'cursor', 'page_size', 'project_path'];

// Type errors print whole types; what matters stands at the beginning.
const LONGEST_MESSAGE = 1_200;

function rowOf(context: ProjectContext, file: string, { range, severity, message, source, code }: Diagnostic): Row {
  const end = lineAndColumn(range.end);
  const { text, length } = cutText(message, longestText(context, LONGEST_MESSAGE));
  return {
    file,
    ...lineAndColumn(range.start),
    endLine: end.line,
    endColumn: end.column,
    severity,
    message: text,
    ...(length !== undefined && { length }),
    ...(source !== undefined && { source }),
    ...(code !== undefined && { code }),
  };
}

function overlaps(a: Range, b: Range): boolean {
  return compare(a.start, b.end) < 0 && compare(b.start, a.end) <= 0;
}

// Where a language server is missing these may be thousands; a note says which server it is.
function shortened(files: readonly string[]): string[] {
  return files.length <= MOST_UNSERVED ? [...files] : [...files.slice(0, MOST_UNSERVED), `and ${files.length - MOST_UNSERVED} more`];
}

function countsOf(rows: readonly Row[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const { severity } of rows) counts[severity]++;
  return counts;
}
