// Which lines tests have reached, of the project, of a file, and of the lines that were changed.
import { z } from 'zod';
import { changedCoverage, type FileCoverage, type LineRange, lineRatio, type Ratio, uncoveredRanges } from '../../ide/coverage.ts';
import { defineTool } from '../tool.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';
import { fileOf } from '../words/place.ts';

const ratio = z.object({ covered: z.number(), total: z.number(), percent: z.number() });
// "3" or "5-8", both inclusive.
const ranges = z.array(z.string());
const row = z.object({ file: z.string(), lines: ratio, uncovered: ranges, branches: ratio.optional(), outdated: z.boolean().optional() });
const output = z.object({
  from: z.string(),
  format: z.string(),
  time: z.string(),
  totals: z.object({ files: z.number(), lines: ratio, branches: ratio.optional(), functions: ratio.optional() }),
  // Against the last commit; absent outside a repository.
  changed: z
    .object({ lines: ratio, files: z.array(z.object({ file: z.string(), lines: ratio, uncovered: ranges, notInReport: z.boolean().optional() })) })
    .optional(),
  files: z.array(row),
  notes: z.array(z.string()).optional(),
  ...pageOutput,
});

const OVERHEAD = 80;

export const getCoverage = defineTool({
  name: 'get_coverage',
  title: 'Get coverage',
  description: 'Coverage of the last run_tests with coverage, or of a report: totals, uncovered lines by file, and of uncommitted lines.',
  effect: 'reads',
  needs: ['testing'],
  hidden: true,
  input: z.strictObject({
    file: z.string().min(1).optional().describe('Or folder.'),
    report: z.string().min(1).optional().describe('Path; any usual format.'),
    changed: z.boolean().optional().describe('Only changed lines.'),
    ...pageInput,
  }),
  output,
  async run({ ide, signal, budget }, input) {
    const report = await ide.testing.coverage(input.report, signal);
    const under = input.file === undefined ? undefined : await ide.documents.locate(input.file);
    const isWanted = (uri: string) => under === undefined || uri === under || uri.startsWith(`${under}/`);
    const files = report.files.filter(({ uri }) => isWanted(uri));
    const changes = changedCoverage(report).filter(({ uri, total, unknown }) => isWanted(uri) && (total > 0 || (unknown && isSource(uri))));
    const outdated = files.filter((file) => file.outdated);
    const { unplaced = [] } = report;
    const notes = [
      ...(outdated.length > 0 ? [`${outdated.length} of these files were written after the coverage was measured, so their lines may have moved.`] : []),
      ...(unplaced.length > 0
        ? [`${unplaced.length} classes are left out, because not one source file here declares them: ${unplaced.slice(0, 5).join(', ')}.`]
        : []),
    ];
    const around = {
      from: report.from,
      format: report.format,
      time: report.time,
      totals: totalsOf(files),
      ...(report.changed !== undefined && {
        changed: {
          lines: ratioFields(sum(changes)),
          files: changes.slice(0, MOST_CHANGED).map(({ uri, uncovered, unknown, ...of }) => ({
            file: fileOf(ide.project, uri),
            lines: ratioFields(of),
            uncovered: uncovered.map(rangeText),
            ...(unknown && { notInReport: true }),
          })),
        },
      }),
      ...(notes.length > 0 && { notes }),
    };
    const rows = input.changed === true ? [] : files.map((file) => ({ file, missing: missing(file) })).toSorted((a, b) => b.missing - a.missing);
    const fileRow = ({ file }: { file: FileCoverage }) => ({
      file: fileOf(ide.project, file.uri),
      lines: ratioFields(lineRatio(file.lines)),
      uncovered: uncoveredRanges(file.lines).map(rangeText),
      ...(file.branches !== undefined && { branches: ratioFields(file.branches) }),
      ...(file.outdated && { outdated: true }),
    });
    const page = pageOf({
      tool: 'get_coverage',
      input,
      rows,
      weigh: (one) => weighJson(fileRow(one)),
      identify: ({ file, missing: lines }) => `${file.uri} ${lines}`,
      budget: budget - weighJson(around) - OVERHEAD,
    });
    return { ...around, files: page.rows.map(fileRow), ...page.turn };
  },
  *tell({ from, format, time, totals, changed, files, notes = [], cursor }) {
    const head = [
      `${from} (${format}, ${time}): ${percent(totals.lines)} of lines in ${totals.files} files${totals.branches === undefined ? '' : `, ${percent(totals.branches)} of branches`}.`,
      ...(changed === undefined ? [] : [`Changed lines: ${changed.lines.total === 0 ? 'none that can run' : percent(changed.lines)}.`]),
      ...(changed?.files ?? []).map(
        ({ file, lines, uncovered, notInReport }) =>
          `  ${file}: ${notInReport === true ? 'not in the report' : percent(lines)}${uncovered.length === 0 ? '' : `, uncovered ${uncovered.join(', ')}`}`,
      ),
    ];
    const foot = [...notes.map((note) => `Note: ${note}`), ...(cursor === undefined ? [] : [`More: cursor ${cursor}`])];
    yield [
      ...head,
      ...files.map(({ file, lines, uncovered }) => `${percent(lines)} ${file}${uncovered.length === 0 ? '' : `: uncovered ${uncovered.join(', ')}`}`),
      ...foot,
    ].join('\n');
    yield [...head, ...files.map(({ file, lines }) => `${percent(lines)} ${file}`), ...foot].join('\n');
  },
});

const MOST_CHANGED = 50;

function totalsOf(files: readonly FileCoverage[]): z.infer<typeof output>['totals'] {
  const branches = files.flatMap((file) => file.branches ?? []);
  const functions = files.flatMap((file) => file.functions ?? []);
  return {
    files: files.length,
    lines: ratioFields(sum(files.map(({ lines }) => lineRatio(lines)))),
    ...(branches.length > 0 && { branches: ratioFields(sum(branches)) }),
    ...(functions.length > 0 && { functions: ratioFields(sum(functions)) }),
  };
}

function sum(ratios: readonly Ratio[]): Ratio {
  return ratios.reduce((all, { covered, total }) => ({ covered: all.covered + covered, total: all.total + total }), { covered: 0, total: 0 });
}

function ratioFields({ covered, total }: Ratio): z.infer<typeof ratio> {
  return { covered, total, percent: total === 0 ? 100 : Math.floor((covered / total) * 1_000) / 10 };
}

function missing({ lines }: FileCoverage): number {
  const { covered, total } = lineRatio(lines);
  return total - covered;
}

function rangeText({ start, end }: LineRange): string {
  return start === end ? String(start + 1) : `${start + 1}-${end + 1}`;
}

function percent({ percent: of, covered, total }: z.infer<typeof ratio>): string {
  return `${of} % (${covered}/${total})`;
}

// Prose and data are in no report, and nobody misses them there.
function isSource(uri: string): boolean {
  return (
    /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|java|kt|kts|scala|groovy|c|cc|cpp|cxx|h|hh|hpp|cs|rb|php|swift)$/.test(uri) &&
    !/[._](?:test|spec)\.|\/tests?\//.test(uri)
  );
}
