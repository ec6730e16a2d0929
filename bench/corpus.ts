// The code that we are measured and proven on: large sources that ship in packages, each as a project in a folder of its own.
import { cp, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { testTool } from '../test/support/testTools.ts';
import type { Target } from './bareEngine.ts';

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
  const folder = await projectFolder(dirname(source));
  await cp(join(source, 'src'), join(folder, 'src'), { recursive: true });
  await writeJson(join(folder, 'tsconfig.json'), { compilerOptions, include: ['src'] });
  return {
    name: `effect ${version}`,
    folder,
    files: await typescriptFiles(folder),
    hot: await targetIn(folder, 'src/Function.ts', 'dual', /^export const dual\b/m),
    mid: await targetIn(folder, 'src/Predicate.ts', 'hasProperty', /^export const hasProperty\b/m),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

// One of the smaller packages that are built on effect.
export async function openEffectCli(): Promise<Corpus> {
  const { folder: effect, version } = await testTool('effect-monorepo');
  const folder = await projectFolder(dirname(effect));
  await cp(join(dirname(effect), '@effect', 'cli', 'src'), join(folder, 'src'), { recursive: true });
  await writeJson(join(folder, 'tsconfig.json'), { compilerOptions, include: ['src'] });
  const hot = await targetIn(folder, 'src/HelpDoc.ts', 'HelpDoc', /^export type HelpDoc\b/m);
  return {
    name: `@effect/cli beside effect ${version}`,
    folder,
    files: await typescriptFiles(folder),
    hot,
    mid: hot,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

// Four packages that use one another's sources, each with a tsconfig of its own, as in the repository that they come from.
export async function openEffectMonorepo(links: 'paths only' | 'project references'): Promise<Corpus & { witnesses: readonly string[] }> {
  const { folder: effect, version } = await testTool('effect-monorepo');
  const modules = dirname(effect);
  const folder = await projectFolder(modules);
  const packages = { effect: [], platform: ['effect'], rpc: ['effect', 'platform'], cli: ['effect', 'platform'] };
  const composite = links === 'project references';
  for (const [name, needed] of Object.entries(packages)) {
    const home = join(folder, 'packages', name);
    const npmName = (each: string) => (each === 'effect' ? 'effect' : `@effect/${each}`);
    await cp(join(modules, npmName(name), 'src'), join(home, 'src'), { recursive: true });
    const paths = Object.fromEntries(
      needed.flatMap((each) => [
        [npmName(each), [`../${each}/src/index.ts`]],
        [`${npmName(each)}/*`, [`../${each}/src/*.ts`]],
      ]),
    );
    const own = composite ? { ...compilerOptions, noEmit: false, composite: true, outDir: 'build' } : compilerOptions;
    await writeJson(join(home, 'tsconfig.json'), {
      compilerOptions: { ...own, paths },
      include: ['src'],
      ...(composite && { references: needed.map((each) => ({ path: `../${each}` })) }),
    });
    await writeJson(join(home, 'package.json'), { name: npmName(name), version, type: 'module' });
  }
  if (composite) await writeJson(join(folder, 'tsconfig.json'), { files: [], references: Object.keys(packages).map((name) => ({ path: `packages/${name}` })) });
  return {
    name: `effect ${version} as a monorepo with ${links}`,
    folder,
    files: await typescriptFiles(folder),
    witnesses: Object.keys(packages).map((name) => `packages/${name}/src/index.ts`),
    hot: await targetIn(folder, 'packages/effect/src/Function.ts', 'dual', /^export const dual\b/m),
    mid: await targetIn(folder, 'packages/platform/src/HttpClient.ts', 'HttpClient', /^export interface HttpClient\b/m),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function openGyp(): Promise<Corpus> {
  const { folder: source, version } = await testTool('node-gyp');
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-bench-')));
  await cp(join(source, 'gyp'), folder, { recursive: true });
  const hot = await targetIn(folder, 'pylib/gyp/common.py', 'GypError', /^class GypError\b/m);
  return {
    name: `gyp of node-gyp ${version}`,
    folder,
    files: await filesEnding(folder, '.py'),
    hot,
    mid: hot,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function openDjango(): Promise<Corpus> {
  const { folder: source, version } = await testTool('django');
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-bench-')));
  await cp(join(source, 'django'), join(folder, 'django'), { recursive: true });
  return {
    name: `django ${version}`,
    folder,
    files: await filesEnding(folder, '.py'),
    hot: await targetIn(folder, 'django/core/exceptions.py', 'ImproperlyConfigured', /^class ImproperlyConfigured\b/m),
    mid: await targetIn(folder, 'django/utils/text.py', 'slugify', /^def slugify\b/m),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

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

async function projectFolder(modules: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-bench-')));
  await symlink(modules, join(folder, 'node_modules'), 'junction');
  await writeJson(join(folder, 'package.json'), { name: 'corpus', private: true, type: 'module' });
  await writeFile(join(folder, '.gitignore'), 'node_modules\n');
  return folder;
}

async function typescriptFiles(folder: string): Promise<string[]> {
  const all = await Promise.all(
    ['src', 'packages'].map((part) =>
      readdir(join(folder, part), { recursive: true }).then(
        (files) => files.map((file) => `${part}/${file.replaceAll('\\', '/')}`),
        () => [],
      ),
    ),
  );
  return all
    .flat()
    .filter((file) => file.endsWith('.ts'))
    .sort();
}

async function filesEnding(folder: string, ending: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => file.endsWith(ending))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value)}\n`);
}

export async function targetIn(folder: string, file: string, name: string, declaration: RegExp): Promise<Target> {
  const text = await readFile(join(folder, file), 'utf8');
  const start = text.search(declaration);
  if (start < 0) throw new Error(`${file} declares no ${name}`);
  const offset = text.indexOf(name, start);
  const before = text.slice(0, offset);
  return { file, name, line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
