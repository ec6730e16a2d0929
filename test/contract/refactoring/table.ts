// Refactorings as tables of text before and after, each made by real engines in a folder of its own, checked for errors and undone.
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { type Marked, marked, type Point } from './marks.ts';

export interface Row {
  readonly title: string;
  readonly tool: string;
  // Files by name; `«` and `»`, or `[[` and `]]`, stand around what is selected, `$0` before the symbol that is meant.
  // With a tsconfig.json it is a project of its own.
  readonly before: Readonly<Record<string, string>>;
  readonly given?: Readonly<Record<string, unknown>>;
  // Files that are another after it; undefined for one that is gone.
  readonly after: Readonly<Record<string, string | undefined>>;
  readonly notes?: readonly string[];
}

export interface RefusedRow extends Omit<Row, 'after'> {
  readonly error: string;
  // A part of what is said.
  readonly says: string;
  // The conflicts that are reported, as `file:line`; any, where there are none.
  readonly conflicts?: readonly string[];
}

// What changes is marked in the text itself, as marks.ts says.
export interface MarkedRow {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly given?: Readonly<Record<string, unknown>>;
}

export const TSCONFIG = {
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "allowImportingTsExtensions": true, "types": [] }, "include": ["rows"] }',
  'package.json': '{ "type": "module" }',
};

// One project with real engines for all rows of a file of tests.
export function projectOf(files: Readonly<Record<string, string>>): () => RealAgent {
  let real: RealAgent | undefined;
  beforeAll(async () => {
    real = await realAgentOn(files);
  });
  afterAll(() => real?.close());
  return () => {
    if (real === undefined) throw new Error('the project is not open yet');
    return real;
  };
}

// What the project of a table must hold before it is opened.
export function filesOf(rows: readonly Pick<Row, 'before'>[], refused: readonly Pick<Row, 'before'>[] = []): Record<string, string> {
  return { ...placedFiles(rows, 'row'), ...placedFiles(refused, 'refused') };
}

export function markedFiles(rows: readonly MarkedRow[]): Record<string, string> {
  return placedFiles(
    rows.map(({ files }) => ({ before: marked(files, '').before })),
    'marked',
  );
}

export function testRows(rows: readonly Row[], of: () => RealAgent): void {
  test.each(rows.map((row, index) => ({ ...row, index })))('$tool: $title', async ({ tool, before, given, after, notes, index }) => {
    const folder = folderOf(before, 'row', index);
    const wanted = Object.fromEntries(Object.entries({ ...unmarked(before), ...after }).filter(([, text]) => text !== undefined));
    const value = await carriedOut(of(), { tool, folder, given: { ...pointing(folder, before), ...given }, wanted });
    if (notes !== undefined) expect(value['notes'] ?? []).toEqual(notes);
  });
}

export function testRefusals(rows: readonly RefusedRow[], of: () => RealAgent): void {
  test.each(rows.map((row, index) => ({ ...row, index })))('$tool refuses: $title', async ({ tool, before, given, error, says, conflicts, index }) => {
    const { agent } = of();
    const folder = folderOf(before, 'refused', index);
    const original = await textsIn(agent.ide.project.path, folder);
    const refusal = await agent.refusal(tool, { ...pointing(folder, before), ...placed(given ?? {}, folder) });
    expect(refusal).toMatchObject({ error, message: expect.stringContaining(says) });
    if (conflicts !== undefined) expect(placesIn(refusal, folder)).toEqual(conflicts);
    expect(await textsIn(agent.ide.project.path, folder)).toEqual(original);
  });
}

const Conflicts = z.object({ conflicts: z.array(z.object({ file: z.string(), line: z.number() })) });

// Each line once.
function placesIn(refusal: unknown, folder: string): readonly string[] {
  return [...new Set(Conflicts.parse(refusal).conflicts.map(({ file, line }) => `${posix.relative(folder, file)}:${line}`))].sort();
}

// The same from every place that is marked.
export function testRenames(rows: readonly MarkedRow[], of: () => RealAgent): void {
  test.each(rows.map((row, index) => ({ ...row, index })))('rename_symbol: $title', async ({ files, given = {}, index }) => {
    const name = typeof given['new_name'] === 'string' ? given['new_name'] : 'renewed';
    const folder = folderOf(files, 'marked', index);
    const { after, points }: Marked = marked(files, name);
    const [first, ...others] = points.map((point) => ({ symbol: symbolAt(folder, point), new_name: name, ...given }));
    const value = await carriedOut(of(), { tool: 'rename_symbol', folder, given: first ?? {}, wanted: after });
    for (const other of others) {
      const preview = await of().agent.call('rename_symbol', { ...other, preview: true });
      expect({ from: other.symbol, ...preview.value }).toMatchObject({ from: other.symbol, files: value['files'], edits: value['edits'], newErrors: [] });
    }
  });
}

// What is marked changes, and the file or folder has its new name.
export function testFileRenames(rows: readonly MarkedRow[], of: () => RealAgent): void {
  test.each(rows.map((row, index) => ({ ...row, index })))('rename_file: $title', async ({ files, given = {}, index }) => {
    const folder = folderOf(files, 'marked', index);
    const [from, to] = [String(given['file']), String(given['new_file'])];
    const moved = (name: string) => (name === from || name.startsWith(`${from}/`) ? to + name.slice(from.length) : name);
    const wanted = Object.fromEntries(Object.entries(marked(files, '').after).map(([name, text]) => [moved(name), text]));
    await carriedOut(of(), { tool: 'rename_file', folder, given, wanted });
  });
}

interface Carried {
  readonly tool: string;
  readonly folder: string;
  readonly given: Readonly<Record<string, unknown>>;
  // Every file of the row afterwards.
  readonly wanted: Readonly<Record<string, string | undefined>>;
}

// Made, without a new error, and undone to the byte.
async function carriedOut({ agent }: RealAgent, { tool, folder, given, wanted }: Carried): Promise<Readonly<Record<string, unknown>>> {
  const original = await textsIn(agent.ide.project.path, folder);
  const { value } = await agent.call(tool, placed(given, folder));
  expect(await textsIn(agent.ide.project.path, folder)).toEqual(wanted);
  expect(value).toMatchObject({ applied: true, newErrors: [] });
  expect(value).not.toHaveProperty('unverified');
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await textsIn(agent.ide.project.path, folder)).toEqual(original);
  return value;
}

function placedFiles(rows: readonly Pick<Row, 'before'>[], kind: string): Record<string, string> {
  const files = rows.flatMap(({ before }, index) =>
    Object.entries(unmarked(before)).map(([name, text]) => [posix.join(folderOf(before, kind, index), name), text]),
  );
  return Object.fromEntries(files);
}

// Outside of what the table's own tsconfig.json includes, if it has another.
function folderOf(files: Readonly<Record<string, string>>, kind: string, index: number): string {
  return `${'tsconfig.json' in files || 'jsconfig.json' in files ? 'own' : 'rows'}/${kind}${index}`;
}

const PATHS = new Set(['to_file', 'file', 'new_file']);
const Place = z.record(z.string(), z.unknown());

// Arguments that name a file mean one of the row's own folder.
function placed(given: Readonly<Record<string, unknown>>, folder: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      if (PATHS.has(key)) return [key, inFolder(folder, String(value))];
      return [key, key === 'symbol' ? placed(Place.parse(value), folder) : value];
    }),
  );
}

function inFolder(folder: string, path: string): string {
  return path.startsWith(`${folder}/`) ? path : `${folder}/${path}`;
}

function symbolAt(folder: string, { file, offset, text }: Point): Record<string, unknown> {
  return { file: `${folder}/${file}`, ...placeIn(text, offset) };
}

function pointing(folder: string, before: Readonly<Record<string, string>>): Record<string, unknown> {
  const [open, close] = bracketsIn(before);
  for (const [name, text] of Object.entries(before)) {
    const file = `${folder}/${name}`;
    if (text.includes('$0')) return { symbol: { file, ...placeIn(text, text.indexOf('$0')) } };
    if (text.includes(open)) {
      const start = placeIn(text, text.indexOf(open));
      const end = placeIn(text.replace(open, ''), text.replace(open, '').indexOf(close));
      return { file, start_line: start.line, start_column: start.column, end_line: end.line, end_column: end.column };
    }
  }
  return {};
}

function placeIn(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

// Double brackets may also be code, where another mark is used.
function bracketsIn(before: Readonly<Record<string, string>>): readonly [string, string] {
  return Object.values(before).some((text) => text.includes('«')) ? ['«', '»'] : ['[[', ']]'];
}

export function unmarked(before: Readonly<Record<string, string>>): Record<string, string> {
  const isSymbol = Object.values(before).some((text) => text.includes('$0'));
  const marks = isSymbol ? ['$0'] : bracketsIn(before);
  return Object.fromEntries(Object.entries(before).map(([name, text]) => [name, marks.reduce((so, mark) => so.replace(mark, ''), text)]));
}

async function textsIn(root: string, folder: string): Promise<Record<string, string>> {
  const found = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const paths = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const names = paths.map((path) => path.slice(join(root, folder).length + 1).replaceAll('\\', '/'));
  return Object.fromEntries(await Promise.all(paths.map(async (path, index) => [names[index], await readFile(path, 'utf8')])));
}
