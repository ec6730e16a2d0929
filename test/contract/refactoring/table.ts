// Refactorings as tables of text before and after, each made by real engines in a folder of its own, checked for errors and undone.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import type { RealAgent } from '../tools/realAgent.ts';

export interface Row {
  readonly title: string;
  readonly tool: string;
  // Files by name; `[[` and `]]` stand around what is selected, `$0` before the symbol that is meant.
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
  return Object.fromEntries(placed.flatMap(({ folder, row }) => Object.entries(row.before).map(([name, text]) => [`${folder}/${name}`, unmarked(text)])));
}

export function testRows(rows: readonly Row[], of: () => RealAgent): void {
  test.each(rows.map((row, index) => ({ ...row, index })))('$tool: $title', async ({ tool, before, given, after, notes, index }) => {
    const { agent } = of();
    const folder = `rows/row${index}`;
    const original = await textsIn(agent.ide.project.path, folder);
    const { value } = await agent.call(tool, { ...pointing(folder, before), ...placed(given ?? {}, folder) });
    const wanted = Object.fromEntries(
      Object.entries({ ...Object.fromEntries(Object.entries(before).map(([name, text]) => [name, unmarked(text)])), ...after }).filter(
        ([, text]) => text !== undefined,
      ),
    );
    expect(await textsIn(agent.ide.project.path, folder)).toEqual(wanted);
    expect(value).toMatchObject({ applied: true, newErrors: [], ...(notes !== undefined && { notes }) });
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
  for (const [name, text] of Object.entries(before)) {
    const file = `${folder}/${name}`;
    if (text.includes('[[')) {
      const start = placeIn(text, text.indexOf('[['));
      const end = placeIn(text.replace('[[', ''), text.replace('[[', '').indexOf(']]'));
      return { file, start_line: start.line, start_column: start.column, end_line: end.line, end_column: end.column };
    }
    if (text.includes('$0')) return { symbol: { file, ...placeIn(text, text.indexOf('$0')) } };
  }
  return {};
}

function placeIn(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

export function unmarked(text: string): string {
  return text.replace('[[', '').replace(']]', '').replace('$0', '');
}

async function textsIn(root: string, folder: string): Promise<Record<string, string>> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => relative(join(root, folder), join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(root, folder, name), 'utf8')])));
}
