// Runs the rows of a Python table before and after: what the program prints must stay, and every file must compile.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../../src/base/waiting/duration.ts';
import { type Row, unmarked } from './table.ts';

// Each program in its own folder, with its modules forgotten afterwards: one interpreter for all of them.
const DRIVER = `
import contextlib, io, json, os, runpy, sys
def run(folder, main):
    for base, _, names in os.walk(folder):
        for name in names:
            if name.endswith('.py'):
                with open(os.path.join(base, name), 'rb') as file: compile(file.read(), name, 'exec')
    before = set(sys.modules)
    sys.path.insert(0, folder)
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out): runpy.run_path(os.path.join(folder, main), run_name='__main__')
        return out.getvalue()
    except BaseException as error:
        return 'raised ' + repr(error) + ' after ' + out.getvalue()
    finally:
        sys.path.remove(folder)
        for name in set(sys.modules) - before: del sys.modules[name]
sys.dont_write_bytecode = True
print(json.dumps([[run(b, main), run(a, main)] for b, a, main in json.load(sys.stdin)]))
`;

const printed = z.array(z.tuple([z.string(), z.string()]));
const PYTHON = process.platform === 'win32' ? 'python' : 'python3';

// Rows print something: a row that prints nothing proves nothing.
export function testRuns(rows: readonly Row[]): void {
  test(`${rows[0]?.tool ?? ''}: the programs of all rows print the same before and after`, { timeout: seconds(60) }, async (context) => {
    const isThere = await promisify(execFile)(PYTHON, ['--version']).then(
      () => true,
      () => false,
    );
    if (!isThere && !process.env['CI']) context.skip('there is no Python here');
    const folder = await mkdtemp(join(tmpdir(), 'binnacle-python-'));
    try {
      const jobs = await Promise.all(rows.map((row, index) => written(join(folder, String(index)), row)));
      const results = printed.parse(JSON.parse(await driven(jobs)));
      for (const [index, [before, after]] of results.entries()) {
        expect({ title: rows[index]?.title, printed: after }).toEqual({ title: rows[index]?.title, printed: before });
        expect({ title: rows[index]?.title, isWorth: before !== '' && !before.startsWith('raised') }).toMatchObject({ isWorth: true });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function written(folder: string, { before, after }: Row): Promise<readonly [string, string, string]> {
  const texts = unmarked(before);
  for (const [kind, files] of Object.entries({ before: texts, after: { ...texts, ...after } })) {
    for (const [name, text] of Object.entries(files)) {
      if (text === undefined) continue;
      await mkdir(dirname(join(folder, kind, name)), { recursive: true });
      await writeFile(join(folder, kind, name), text);
    }
  }
  return [join(folder, 'before'), join(folder, 'after'), 'main.py' in before ? 'main.py' : (Object.keys(before)[0] ?? '')];
}

function driven(jobs: readonly unknown[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(PYTHON, ['-I', '-c', DRIVER], { timeout: seconds(50) }, (error, stdout) => (error === null ? resolve(stdout) : reject(error)));
    child.stdin?.end(JSON.stringify(jobs));
  });
}
