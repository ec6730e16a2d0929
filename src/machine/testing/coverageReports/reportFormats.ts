// Every form in which coverage is written down, read into one.
import { z } from 'zod';
import { childOf, elementsOf, parseXml, type XmlElement } from '../../../base/text/xml.ts';
import type { Ratio } from '../../../ide/coverage.ts';
import { parsedJson } from '../reporterEvents.ts';

// Names as the report has them; lines from 1.
export interface RawCoverage {
  readonly name: string;
  // Folders that the name may be relative to.
  readonly bases?: readonly string[];
  readonly lines: ReadonlyMap<number, number>;
  readonly branches?: Ratio;
  readonly functions?: Ratio;
}

export interface RawReport {
  readonly format: string;
  readonly files: readonly RawCoverage[];
}

// By what it looks like. Undefined for what is none of them.
export function parseReport(text: string): RawReport | undefined {
  const start = text.slice(0, 4_000).trimStart();
  if (/^mode: (set|count|atomic)\b/.test(start)) return { format: 'go', files: goProfile(text) };
  if (start.startsWith('<')) return xmlReport(text);
  if (start.startsWith('{')) return jsonReport(text);
  return /^SF:/m.test(text) ? { format: 'lcov', files: lcov(text) } : undefined;
}

// DA:line,count · BRDA:line,block,branch,taken · FNDA:count,name.
function lcov(text: string): RawCoverage[] {
  return text.split(/^end_of_record\s*$/m).flatMap((record) => {
    const name = /^SF:(.*)$/m.exec(record)?.[1]?.trim();
    if (name === undefined) return [];
    const lines = new Map<number, number>();
    const branches = { covered: 0, total: 0 };
    const functions = { covered: 0, total: 0 };
    for (const [, kind, rest = ''] of record.matchAll(/^(DA|BRDA|FNDA):(.*)$/gm)) {
      const parts = rest.trim().split(',');
      if (kind === 'DA') add(lines, Number(parts[0]), Number(parts[1]));
      else if (kind === 'BRDA') count(branches, parts[3] !== '-' && Number(parts[3]) > 0);
      else count(functions, Number(parts[0]) > 0);
    }
    return [{ name, lines, ...(branches.total > 0 && { branches }), ...(functions.total > 0 && { functions }) }];
  });
}

// "module/package/file.go:3.14,5.2 1 0": from line.column to line.column, statements, count.
function goProfile(text: string): RawCoverage[] {
  const files = new Map<string, Map<number, number>>();
  for (const [, name = '', start, end, times] of text.matchAll(/^(.+?):(\d+)\.\d+,(\d+)\.\d+ \d+ (\d+)\s*$/gm)) {
    const lines = files.get(name) ?? new Map<number, number>();
    files.set(name, lines);
    // A line that belongs to several blocks has run when one of them has.
    for (let line = Number(start); line <= Number(end); line++) lines.set(line, Math.max(lines.get(line) ?? 0, Number(times)));
  }
  return [...files].map(([name, lines]) => ({ name, lines }));
}

const Place = z.object({ line: z.number().nullable() });
const Istanbul = z.record(
  z.string(),
  z.object({
    path: z.string(),
    statementMap: z.record(z.string(), z.object({ start: Place, end: Place })),
    s: z.record(z.string(), z.number()),
    f: z.record(z.string(), z.number()).default({}),
    b: z.record(z.string(), z.array(z.number())).default({}),
  }),
);
const CoveragePy = z.object({
  files: z.record(
    z.string(),
    z.object({
      executed_lines: z.array(z.number()),
      missing_lines: z.array(z.number()),
      summary: z.object({ num_branches: z.number().optional(), covered_branches: z.number().optional() }),
    }),
  ),
});
const LlvmCov = z.object({
  type: z.literal('llvm.coverage.json.export'),
  data: z.array(
    z.object({
      files: z.array(
        z.object({
          filename: z.string(),
          // Line, column, count, has a count, begins a region, is a gap.
          segments: z.array(z.tuple([z.number(), z.number(), z.number(), z.boolean(), z.boolean()], z.unknown())),
          summary: z.object({ functions: z.object({ count: z.number(), covered: z.number() }).optional() }).optional(),
        }),
      ),
    }),
  ),
});

function jsonReport(text: string): RawReport | undefined {
  const value = parsedJson(text);
  const llvm = LlvmCov.safeParse(value);
  if (llvm.success) return { format: 'llvm-cov', files: llvm.data.data.flatMap(({ files }) => files.map(llvmFile)) };
  const python = CoveragePy.safeParse(value);
  if (python.success) return { format: 'coverage.py', files: Object.entries(python.data.files).map(([name, file]) => pythonFile(name, file)) };
  const istanbul = Istanbul.safeParse(value);
  return istanbul.success ? { format: 'istanbul', files: Object.values(istanbul.data).map(istanbulFile) } : undefined;
}

function istanbulFile({ path, statementMap, s, f, b }: z.infer<typeof Istanbul>[string]): RawCoverage {
  const lines = new Map<number, number>();
  // As istanbul itself counts: a statement belongs to the line it begins on.
  for (const [id, { start }] of Object.entries(statementMap)) if (start.line !== null) lines.set(start.line, Math.max(lines.get(start.line) ?? 0, s[id] ?? 0));
  return { name: path, lines, branches: ratioOf(Object.values(b).flat()), functions: ratioOf(Object.values(f)) };
}

function pythonFile(name: string, { executed_lines: ran, missing_lines: missing, summary }: z.infer<typeof CoveragePy>['files'][string]): RawCoverage {
  const { num_branches: total, covered_branches: covered } = summary;
  return {
    name,
    lines: new Map([...ran.map((line) => [line, 1] as const), ...missing.map((line) => [line, 0] as const)]),
    ...(total !== undefined && total > 0 && { branches: { covered: covered ?? 0, total } }),
  };
}

// As llvm-cov shows lines: the regions that begin on a line, or the one that reaches over from before.
function llvmFile({ filename, segments, summary }: z.infer<typeof LlvmCov>['data'][number]['files'][number]): RawCoverage {
  const lines = new Map<number, number>();
  let over: { count: number; counts: boolean } | undefined;
  let at = 0;
  const last = segments.at(-1)?.[0] ?? 0;
  for (let line = segments[0]?.[0] ?? 1; line <= last; line++) {
    const here: (typeof segments)[number][] = [];
    for (let segment = segments[at]; segment?.[0] === line; segment = segments[++at]) here.push(segment);
    const begun = here.filter(([, , , counts, begins]) => counts && begins).map(([, , times]) => times);
    const known = [...begun, ...(over?.counts === true ? [over.count] : [])];
    if (begun.length > 0 || over?.counts === true) lines.set(line, Math.max(...known));
    const closing = here.at(-1);
    if (closing !== undefined) over = { count: closing[2], counts: closing[3] };
  }
  const functions = summary?.functions;
  return { name: filename, lines, ...(functions !== undefined && { functions: { covered: functions.covered, total: functions.count } }) };
}

function xmlReport(text: string): RawReport | undefined {
  const root = parseXml(text);
  if (root?.name === 'coverage') return { format: 'cobertura', files: cobertura(root) };
  if (root?.name !== 'report') return undefined;
  // IntelliJ and Kover write their reports in the form of JaCoCo, and say so in the title.
  const format = /intellij|kover/i.test(root.attributes['name'] ?? '') ? 'intellij' : 'jacoco';
  return { format, files: [...elementsOf(root, 'package')].flatMap(jacocoPackage) };
}

function cobertura(root: XmlElement): RawCoverage[] {
  const bases = [...elementsOf(root, 'source')].map(({ text }) => text.trim());
  const files = new Map<string, { lines: Map<number, number>; branches: { covered: number; total: number } }>();
  for (const one of elementsOf(root, 'class')) {
    const name = one.attributes['filename'] ?? '';
    const file = files.get(name) ?? { lines: new Map(), branches: { covered: 0, total: 0 } };
    files.set(name, file);
    for (const line of childOf(one, 'lines')?.children ?? []) {
      add(file.lines, Number(line.attributes['number']), Number(line.attributes['hits']));
      const [, covered, total] = /\((\d+)\/(\d+)\)/.exec(line.attributes['condition-coverage'] ?? '') ?? [];
      file.branches.covered += Number(covered ?? 0);
      file.branches.total += Number(total ?? 0);
    }
  }
  return [...files].map(([name, { lines, branches }]) => ({ name, bases, lines, ...(branches.total > 0 && { branches }) }));
}

// <line nr="3" mi="0" ci="2" mb="0" cb="0"/>: instructions and branches, missed and covered.
function jacocoPackage(of: XmlElement): RawCoverage[] {
  return of.children
    .filter(({ name }) => name === 'sourcefile')
    .map((file) => {
      const counter = (type: string): Ratio | undefined => {
        const found = file.children.find(({ name, attributes }) => name === 'counter' && attributes['type'] === type);
        const covered = Number(found?.attributes['covered'] ?? 0);
        return found === undefined ? undefined : { covered, total: covered + Number(found.attributes['missed'] ?? 0) };
      };
      const branches = counter('BRANCH');
      const functions = counter('METHOD');
      const rows = file.children.filter(({ name }) => name === 'line').map(({ attributes }) => [Number(attributes['nr']), Number(attributes['ci'])] as const);
      const name = [of.attributes['name'], file.attributes['name']].filter((part) => part !== undefined && part !== '').join('/');
      return { name, lines: new Map(rows), ...(branches !== undefined && { branches }), ...(functions !== undefined && { functions }) };
    });
}

function add(lines: Map<number, number>, line: number, times: number): void {
  if (Number.isFinite(line) && Number.isFinite(times)) lines.set(line, (lines.get(line) ?? 0) + times);
}

function count(ratio: { covered: number; total: number }, isCovered: boolean): void {
  ratio.total += 1;
  if (isCovered) ratio.covered += 1;
}

function ratioOf(counts: readonly number[]): Ratio {
  return { covered: counts.filter((times) => times > 0).length, total: counts.length };
}
