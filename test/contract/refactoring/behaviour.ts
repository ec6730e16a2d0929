// Whether programs do after a refactoring what they did before: those of all rows run in one process of their own.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { z } from 'zod';
import { seconds } from '../../../src/base/waiting/duration.ts';
import { type Row, unmarked } from './table.ts';

export interface Outcome {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

// What `run` returns, in each row that exports it.
export async function outcomes(rows: readonly Row[]): Promise<readonly Outcome[]> {
  const running = rows.filter((row) => entryOf(row) !== undefined);
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-behaviour-'));
  try {
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const before = await Promise.all(running.map((row, index) => written(join(folder, `before${index}`), unmarked(row.before), entryOf(row))));
    const after = await Promise.all(
      running.map((row, index) => written(join(folder, `after${index}`), { ...unmarked(row.before), ...row.after }, entryOf(row))),
    );
    await writeFile(join(folder, 'main.js'), program([...before, ...after]));
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'main.js')], { timeout: seconds(60) });
    const all = z.array(z.string()).parse(JSON.parse(stdout));
    return running.map(({ title, tool }, index) => ({ title: `${tool}: ${title}`, before: all[index] ?? '', after: all[running.length + index] ?? '' }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function entryOf({ before }: Row): string | undefined {
  return Object.entries(before).find(([name, text]) => /\.[jt]s$/.test(name) && /^export (?:const|(?:async )?function) (?:\$0)?run\b/m.test(text))?.[0];
}

// As JavaScript; gives the address of its entry.
async function written(folder: string, files: Readonly<Record<string, string | undefined>>, entry: string | undefined): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name.replace(/\.ts$/, '.js'));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, name.endsWith('.json') ? (text ?? '') : javascript(name, text ?? ''));
  }
  return pathToFileURL(join(folder, (entry ?? '').replace(/\.ts$/, '.js'))).href;
}

function javascript(fileName: string, text: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, rewriteRelativeImportExtensions: true };
  return ts.transpileModule(text, { fileName, compilerOptions }).outputText;
}

function program(entries: readonly string[]): string {
  return `
const outcomes = [];
for (const entry of ${JSON.stringify(entries)}) {
  try {
    const { run } = await import(entry);
    const shown = JSON.stringify(await run(), (_, value) => (typeof value === 'function' ? 'a function' : value));
    outcomes.push(String(shown));
  } catch (error) {
    outcomes.push('failed: ' + error);
  }
}
console.log(JSON.stringify(outcomes));
`;
}
