// The coverage of the last run that measured it, in the state folder, and reports that lie in the project: whichever is newer.
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { extname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { pathOf, uriOf } from '../../../base/files/fileUri.ts';
import { readSmallBytes, readSmallFile, smallFile } from '../../../base/files/smallFile.ts';
import type { CoverageReport, FileCoverage } from '../../../ide/coverage.ts';
import type { Documents } from '../../../ide/doors/documents.ts';
import { fileNotFound } from '../../../ide/errors/errors.ts';
import { noCoverage, reportInvalid } from '../../../ide/errors/testErrors.ts';
import type { Processes } from '../../processes/processes.ts';
import type { GeneratedFolders } from '../generatedFolders.ts';
import { parsedJson } from '../reporterEvents.ts';
import { uncommittedFiles } from '../treeState.ts';
import { filesOfClasses } from './classFiles.ts';
import { parseIntellijData } from './intellijData.ts';
import { parseReport, type RawCoverage } from './reportFormats.ts';

const RatioShape = z.object({ covered: z.number(), total: z.number() });
const KeptFile = z.object({
  name: z.string(),
  bases: z.array(z.string()).optional(),
  lines: z.array(z.tuple([z.number(), z.number()])),
  branches: RatioShape.optional(),
  functions: RatioShape.optional(),
});
const Kept = z.object({ run: z.string(), time: z.string(), format: z.string(), files: z.array(KeptFile) });

export interface MeasuredRun {
  readonly run: string;
  // Of the report, which is gone with the run.
  readonly file: string;
  readonly format: string;
  // Where the runner was started.
  readonly site: string;
  readonly root: string;
}

// Where the tools of each language leave their reports, relative to a package.
const PLACES = [
  'coverage/lcov.info',
  'coverage/coverage-final.json',
  'coverage/cobertura-coverage.xml',
  'lcov.info',
  'coverage.lcov',
  'coverage.json',
  'coverage.xml',
  'cobertura.xml',
  'coverage.out',
  'cover.out',
  'c.out',
  'target/site/jacoco/jacoco.xml',
  'build/reports/jacoco/test/jacocoTestReport.xml',
  'build/reports/kover/report.xml',
  'build/reports/kover/xml/report.xml',
  'target/site/kover/report.xml',
  'build/kover/bin-reports/test.ic',
  'target/llvm-cov/coverage.json',
];
const NOT_LOOKED_INTO = new Set(['node_modules', 'target', 'build', 'dist']);

// A run with several runners has several reports; they are one.
export async function keepCoverage(folder: string, { run, file, format, site }: MeasuredRun): Promise<void> {
  if (!existsSync(file)) return;
  const report = parseReport(readSmallFile(file));
  if (report === undefined) return;
  const before = keptIn(folder);
  const files = report.files.map(({ lines, bases = [], ...rest }) => ({ ...rest, bases: [...bases, site], lines: [...lines] }));
  const kept: z.infer<typeof Kept> = {
    run,
    time: new Date().toISOString(),
    format: before?.run === run && before.format !== format ? `${before.format}, ${format}` : format,
    files: [...(before?.run === run ? before.files : []), ...files],
  };
  mkdirSync(folder, { recursive: true });
  const aside = join(folder, `coverage.json.${process.pid}`);
  writeFileSync(aside, JSON.stringify(kept), { mode: 0o600 });
  renameSync(aside, join(folder, 'coverage.json'));
}

export interface CoverageDependencies {
  readonly root: string;
  // Else git is not asked for changed lines: a repository's configuration can name programs.
  readonly trusted: boolean;
  // Of this project, in the state folder.
  readonly folder: string;
  readonly documents: Documents;
  readonly processes: Processes;
  readonly generated: GeneratedFolders;
}

// Throws no_coverage, report_invalid, file_not_found.
export async function readCoverage(room: CoverageDependencies, report: string | undefined, signal: AbortSignal): Promise<CoverageReport> {
  const listed = (await room.documents.list({}, signal)).map(({ path }) => path);
  const { from, format, time, files, unplaced } = report === undefined ? newest(room, listed) : await named(room, report, listed);
  const place = placing(room.root, listed);
  const measured = Date.parse(time);
  const placed = new Map<string, FileCoverage>();
  for (const file of files) {
    const path = place(file);
    if (path === undefined) continue;
    const uri = uriOf(path);
    const lines = new Map([...file.lines].map(([line, count]) => [line - 1, count] as const));
    const earlier = placed.get(uri);
    // Two runners may have reached the same file.
    for (const [line, count] of earlier?.lines ?? []) lines.set(line, Math.max(lines.get(line) ?? 0, count));
    const { branches, functions } = file;
    placed.set(uri, {
      uri,
      lines,
      ...(branches !== undefined && { branches }),
      ...(functions !== undefined && { functions }),
      outdated: (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) > measured,
    });
  }
  const changed = room.trusted ? await uncommittedFiles(room, (path) => lineCountOf(join(room.root, path)), signal) : undefined;
  const lines = changed?.filter(({ deleted }) => !deleted).map(({ uri, lines: own }) => ({ uri, lines: own }));
  return {
    from,
    format,
    time,
    files: [...placed.values()].toSorted((a, b) => (a.uri < b.uri ? -1 : 1)),
    changed: lines,
    ...(unplaced !== undefined && { unplaced }),
  };
}

interface FoundReport {
  readonly from: string;
  readonly format: string;
  readonly time: string;
  readonly files: readonly RawCoverage[];
  // Classes without a source file here.
  readonly unplaced?: readonly string[];
}

function newest({ root, folder }: CoverageDependencies, listed: readonly string[]): FoundReport {
  const kept = keptIn(folder);
  const lying = candidates(root)
    .flatMap((path) => {
      const stats = statSync(join(root, path), { throwIfNoEntry: false });
      return stats?.isFile() === true ? [{ path, time: stats.mtimeMs }] : [];
    })
    .toSorted((a, b) => b.time - a.time);
  for (const { path, time } of lying) {
    if (kept !== undefined && Date.parse(kept.time) >= time) break;
    const report = reportAt(join(root, path), root, listed);
    if (report !== undefined) return { from: path, time: new Date(time).toISOString(), ...report };
  }
  if (kept === undefined) throw noCoverage(PLACES.slice(0, 5));
  return {
    from: `run ${kept.run}`,
    time: kept.time,
    format: kept.format,
    files: kept.files.map(({ lines, ...rest }) => ({ ...withoutUndefined(rest), lines: new Map(lines) })),
  };
}

// What agents in a running program write, before a report is made of it.
const BINARY: Readonly<Record<string, string>> = {
  '.exec': 'it is the binary data of the JaCoCo agent; let Maven (jacoco:report) or Gradle (jacocoTestReport) make the XML report of it',
};

async function named({ root, documents }: CoverageDependencies, report: string, listed: readonly string[]): Promise<FoundReport> {
  const path = pathOf(await documents.locate(report));
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) throw fileNotFound(report);
  const binary = BINARY[extname(path).toLowerCase()];
  if (binary !== undefined) throw reportInvalid(report, binary);
  const parsed = reportAt(path, root, listed);
  if (parsed === undefined)
    throw reportInvalid(report, isIntellijData(path) ? "it is not the data of IntelliJ's coverage agent, or not all of it" : 'its form is not known');
  const { files, unplaced = [] } = parsed;
  if (files.length === 0 && unplaced.length > 0)
    throw reportInvalid(report, `none of its ${unplaced.length} classes (${unplaced.slice(0, 3).join(', ')} …) has one source file in this project`);
  return { from: relative(root, path).split(sep).join('/'), time: stats.mtime.toISOString(), ...parsed };
}

// Undefined for what is no report.
function reportAt(path: string, root: string, listed: readonly string[]): Pick<FoundReport, 'format' | 'files' | 'unplaced'> | undefined {
  if (isIntellijData(path)) {
    const classes = parseIntellijData(readSmallBytes(path));
    return classes === undefined ? undefined : { format: 'intellij', ...filesOfClasses(classes, listed, (file) => smallFile(join(root, file))) };
  }
  const report = parseReport(readSmallFile(path));
  return report === undefined ? undefined : { format: report.format, files: inFolder(report.files, path) };
}

function isIntellijData(path: string): boolean {
  return extname(path).toLowerCase() === '.ic';
}

function candidates(root: string): string[] {
  const packages = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !NOT_LOOKED_INTO.has(entry.name))
    .map(({ name }) => name);
  return ['', ...packages.slice(0, 200)].flatMap((folder) => PLACES.map((place) => posix.join(folder, place)));
}

// Names in a report are often relative to the folder that the report lies in, or to one above it.
function inFolder(files: readonly RawCoverage[], report: string): RawCoverage[] {
  const bases = [1, 2, 3, 4].map((levels) => resolve(report, ...Array.from({ length: levels }, () => '..')));
  return files.map((file) => ({ ...file, bases: [...(file.bases ?? []), ...bases] }));
}

// The file of the project that a name in a report means: as it is, in one of its folders, or by the end that both have in common.
function placing(root: string, listed: readonly string[]): (file: RawCoverage) => string | undefined {
  const all = new Set(listed);
  const byName = new Map<string, string[]>();
  for (const path of listed) {
    const name = posix.basename(path);
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  return ({ name, bases = [] }) => {
    for (const path of isAbsolute(name) ? [name] : [...bases.map((base) => resolve(root, base, name)), resolve(root, name)]) {
      const inside = relative(root, path).split(sep).join('/');
      if (all.has(inside)) return path;
    }
    const parts = name.split(/[\\/]/);
    const same = byName.get(parts.at(-1) ?? '') ?? [];
    const fitting = same.map((path) => ({ path, common: commonEnd(path.split('/'), parts) })).toSorted((a, b) => b.common - a.common);
    const [best, second] = fitting;
    // Two files that fit equally well: nobody knows which is meant.
    if (best === undefined || best.common === second?.common || (parts.length > 1 && best.common < 2 && best.path.includes('/'))) return undefined;
    return join(root, best.path);
  };
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length;
}

function keptIn(folder: string): z.infer<typeof Kept> | undefined {
  const file = join(folder, 'coverage.json');
  return existsSync(file) ? Kept.safeParse(parsedJson(readSmallFile(file))).data : undefined;
}

function withoutUndefined({ name, bases, branches, functions }: Omit<z.infer<typeof KeptFile>, 'lines'>): Omit<RawCoverage, 'lines'> {
  return { name, ...(bases !== undefined && { bases }), ...(branches !== undefined && { branches }), ...(functions !== undefined && { functions }) };
}

function lineCountOf(path: string): number {
  if (!existsSync(path)) return 0;
  const text = readSmallFile(path);
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
