// Whether a compiler takes what the rows of a C++ table are afterwards.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { seconds } from '../../../src/base/waiting/duration.ts';
import { type Row, unmarked } from './table.ts';

export function testCompiles(rows: readonly Row[]): void {
  test('a compiler takes what all rows are afterwards', { timeout: seconds(120) }, async (context) => {
    const compiler = await anyOf(['clang++', 'g++', 'c++']);
    if (compiler === undefined && !process.env['CI']) return context.skip('there is no C++ compiler here');
    if (compiler === undefined) throw new Error('there is no C++ compiler here');
    const folder = await mkdtemp(join(tmpdir(), 'binnacle-cpp-'));
    try {
      for (const [index, { before, after, title }] of rows.entries()) {
        const files = Object.entries({ ...unmarked(before), ...after });
        for (const [name, text] of files) {
          await mkdir(dirname(join(folder, `${index}`, name)), { recursive: true });
          await writeFile(join(folder, `${index}`, name), text ?? '');
        }
        const sources = files.map(([name]) => name).filter((name) => name.endsWith('.cpp'));
        expect({ title, said: await compiled(compiler, join(folder, `${index}`), sources) }).toEqual({ title, said: '' });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function anyOf(names: readonly string[]): Promise<string | undefined> {
  for (const name of names)
    if (
      await promisify(execFile)(name, ['--version']).then(
        () => true,
        () => false,
      )
    )
      return name;
  return undefined;
}

function compiled(compiler: string, folder: string, sources: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(compiler, ['-std=c++17', '-fsyntax-only', ...sources], { cwd: folder }, (_, __, stderr) => resolve(stderr));
  });
}
