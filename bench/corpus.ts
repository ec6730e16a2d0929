// The code that the bench works on: a large TypeScript source that ships on npm, as a project in a folder of its own.
import { cp, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { testTool } from '../test/support/testTools.ts';
import type { Target } from './typescriptEngine.ts';

export interface Corpus extends AsyncDisposable {
  readonly name: string;
  readonly folder: string;
  readonly files: readonly string[];
  // Used all over the project, and used in a dozen files.
  readonly hot: Target;
  readonly mid: Target;
}

export async function openEffect(): Promise<Corpus> {
  const { folder: source, version } = await testTool('effect');
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-bench-')));
  await cp(join(source, 'src'), join(folder, 'src'), { recursive: true });
  await symlink(dirname(source), join(folder, 'node_modules'), 'junction');
  await writeFile(join(folder, 'package.json'), '{"name":"corpus","private":true,"type":"module"}\n');
  await writeFile(join(folder, '.gitignore'), 'node_modules\n');
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    exactOptionalPropertyTypes: true,
  };
  await writeFile(join(folder, 'tsconfig.json'), `${JSON.stringify({ compilerOptions, include: ['src'] })}\n`);
  const files = (await readdir(join(folder, 'src'), { recursive: true }))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `src/${file.replaceAll('\\', '/')}`);
  return {
    name: `effect ${version}`,
    folder,
    files: files.sort(),
    hot: await target(folder, 'src/Function.ts', 'dual', /^export const dual\b/m),
    mid: await target(folder, 'src/Predicate.ts', 'hasProperty', /^export const hasProperty\b/m),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function target(folder: string, file: string, name: string, declaration: RegExp): Promise<Target> {
  const text = await readFile(join(folder, file), 'utf8');
  const start = text.search(declaration);
  if (start < 0) throw new Error(`${file} declares no ${name}`);
  const offset = text.indexOf(name, start);
  const before = text.slice(0, offset);
  return { file, name, line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
