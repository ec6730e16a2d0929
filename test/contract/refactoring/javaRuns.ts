// Compiles and runs the rows of a Java table before and after: what Run.run() gives must stay. One program holds all of them.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { type Row, unmarked } from './table.ts';

// Each row has a package of its own, which its texts call `pkg`: they are all of one project.
export function inPackages<Own extends { readonly before: Readonly<Record<string, string>>; readonly after?: Row['after'] }>(
  kind: 'row' | 'refused',
  rows: readonly Own[],
): readonly Own[] {
  return rows.map((row, index) => {
    const named = (files: Row['after']) =>
      Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text?.replaceAll(/\bpkg\b/g, `rows.${kind}${index}`)]));
    const before = Object.fromEntries(Object.entries(named(row.before)).map(([name, text]) => [name, text ?? '']));
    return { ...row, before, ...(row.after && { after: named(row.after) }) };
  });
}

export function testJavaRuns(rows: readonly Row[]): void {
  test('the programs of the rows compile and give the same before and after', { timeout: minutes(4) }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'binnacle-java-'));
    try {
      const before = await outcomes(
        join(folder, 'before'),
        rows.map((row) => unmarked(row.before)),
      );
      const after = await outcomes(
        join(folder, 'after'),
        rows.map((row) => ({ ...unmarked(row.before), ...row.after })),
      );
      expect(before).toHaveLength(rows.length);
      expect(after).toEqual(before);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function outcomes(folder: string, projects: readonly Row['after'][]): Promise<readonly string[]> {
  const files = projects.flatMap((files, index) =>
    Object.entries(files).flatMap(([name, text]) => (text === undefined ? [] : [{ path: `rows/row${index}/${name}`, text }])),
  );
  const calls = projects.map((_, index) => `        System.out.println(rows.row${index}.Run.run());`);
  files.push({ path: 'All.java', text: `class All {\n    public static void main(String[] arguments) {\n${calls.join('\n')}\n    }\n}\n` });
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const run = promisify(execFile);
  await run('javac', ['-d', 'classes', ...files.map(({ path }) => path)], { cwd: folder });
  const { stdout } = await run('java', ['-cp', 'classes', 'All'], { cwd: folder });
  return stdout.trim().split('\n');
}
