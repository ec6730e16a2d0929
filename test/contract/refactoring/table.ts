// Refactorings as tables of text before and after, each made by real engines in a folder of its own, checked for errors and undone.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import type { RealAgent } from '../tools/realAgent.ts';

export interface Row {
  readonly title: string;
  readonly tool: string;
  // Files by name; `«` and `»`, or `[[` and `]]`, stand around what is selected, `$0` before the symbol that is meant.
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
}

export const TSCONFIG = {
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "allowImportingTsExtensions": true, "types": [] }, "include": ["rows"] }',
  'package.json': '{ "type": "module" }',
};

// What the project of a table must hold before it is opened.
export function filesOf(rows: readonly Pick<Row, 'before'>[], refused: readonly Pick<Row, 'before'>[] = []): Record<string, string> {
  const placed = [
    ...rows.map((row, index) => ({ folder: `rows/row${index}`, row })),
    ...refused.map((row, index) => ({ folder: `rows/refused${index}`, row })),
  ];
  return Object.fromEntries(placed.flatMap(({ folder, row }) => Object.entries(unmarked(row.before)).map(([name, text]) => [`${folder}/${name}`, text])));
}

export function testRows(rows: readonly Row[], of: () => RealAgent): void {
  test.each(rows.map((row, index) => ({ ...row, index })))('$tool: $title', async ({ tool, before, given, after, notes, index }) => {
    const { agent } = of();
    const folder = `rows/row${index}`;
    const original = await textsIn(agent.ide.project.path, folder);
    const { value } = await agent.call(tool, { ...pointing(folder, before), ...placed(given ?? {}, folder) });
    const wanted = Object.fromEntries(Object.entries({ ...unmarked(before), ...after }).filter(([, text]) => text !== undefined));
    expect(await textsIn(agent.ide.project.path, folder)).toEqual(wanted);
    expect(value).toMatchObject({ applied: true, newErrors: [] });
    if (notes !== undefined) expect(value['notes'] ?? []).toEqual(notes);
    expect(value).not.toHaveProperty('unverified');
    await agent.call('undo', { change_id: value['changeId'] });
    expect(await textsIn(agent.ide.project.path, folder)).toEqual(original);
  });
}

export function testRefusals(rows: readonly RefusedRow[], of: () => RealAgent): void {
  test.each(rows.map((row, index) => ({ ...row, index })))('$tool refuses: $title', async ({ tool, before, given, error, says, index }) => {
    const { agent } = of();
    const folder = `rows/refused${index}`;
    const original = await textsIn(agent.ide.project.path, folder);
    const refusal = await agent.refusal(tool, { ...pointing(folder, before), ...placed(given ?? {}, folder) });
    expect(refusal).toMatchObject({ error, message: expect.stringContaining(says) });
    expect(await textsIn(agent.ide.project.path, folder)).toEqual(original);
  });
}

// Arguments that name a file mean one of the row's own folder.
function placed(given: Readonly<Record<string, unknown>>, folder: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, key === 'to_file' || key === 'file' ? `${folder}/${String(value)}` : value]));
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
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [relative(join(root, folder), path).replaceAll(sep, '/'), await readFile(path, 'utf8')])),
  );
}
