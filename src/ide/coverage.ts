// Which lines tests have reached: what a report says of each file, and what follows for lines that were changed.

export interface CoverageReport {
  // Where it comes from: a run, or a file of the project.
  readonly from: string;
  readonly format: string;
  // When it was written.
  readonly time: string;
  readonly files: readonly FileCoverage[];
  // Against the last commit; undefined where there is no repository.
  readonly changed: readonly ChangedLines[] | undefined;
  // What a report of classes measured and no source file here declares.
  readonly unplaced?: readonly string[];
}

export interface FileCoverage {
  readonly uri: string;
  // How often each line that can run has run; lines from 0.
  readonly lines: ReadonlyMap<number, number>;
  readonly branches?: Ratio;
  readonly functions?: Ratio;
  // The file was written after the report, so lines may have moved.
  readonly outdated: boolean;
}

export interface Ratio {
  readonly covered: number;
  readonly total: number;
}

export interface ChangedLines {
  readonly uri: string;
  // From 0, as the file is now.
  readonly lines: readonly number[];
}

export interface LineRange {
  readonly start: number;
  // Inclusive.
  readonly end: number;
}

export function lineRatio(lines: ReadonlyMap<number, number>): Ratio {
  let covered = 0;
  for (const count of lines.values()) if (count > 0) covered += 1;
  return { covered, total: lines.size };
}

// Lines that could run and did not, as ranges; lines that cannot run do not part them.
export function uncoveredRanges(lines: ReadonlyMap<number, number>): LineRange[] {
  const ranges: { start: number; end: number }[] = [];
  let open = false;
  for (const [line, count] of [...lines].toSorted(([a], [b]) => a - b)) {
    const last = ranges.at(-1);
    if (count > 0) open = false;
    else if (open && last !== undefined) last.end = line;
    else {
      ranges.push({ start: line, end: line });
      open = true;
    }
  }
  return ranges;
}

export interface ChangedCoverage {
  readonly uri: string;
  // Of the changed lines, those that can run.
  readonly covered: number;
  readonly total: number;
  readonly uncovered: readonly LineRange[];
  // The report does not know the file at all.
  readonly unknown: boolean;
}

export function changedCoverage(report: CoverageReport): readonly ChangedCoverage[] {
  const known = new Map(report.files.map((file) => [file.uri, file]));
  return (report.changed ?? []).map(({ uri, lines }) => {
    const file = known.get(uri);
    if (file === undefined) return { uri, covered: 0, total: 0, uncovered: [], unknown: true };
    const of = new Map(lines.flatMap((line) => (file.lines.has(line) ? [[line, file.lines.get(line) ?? 0] as const] : [])));
    return { uri, ...lineRatio(of), uncovered: uncoveredRanges(of), unknown: false };
  });
}
