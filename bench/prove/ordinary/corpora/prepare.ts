// Foreign code made ready once and kept in the user's cache: unpacked, its dependencies installed beside it, a git repository.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cacheFolder, execute, installed, npmInstall } from '../../../../test/support/npmInstall.ts';
import { Repository } from '../../refactorings/repository.ts';
import { stdoutOf } from '../execution.ts';
import { type Manifest, manifestOf, type OrdinaryLanguage, type Project, projectIn } from './project.ts';
import { type Source, sourceOf, unpack } from './source.ts';

export interface OpenedCorpus extends AsyncDisposable {
  readonly name: string;
  readonly project: Project;
  readonly repository: Repository;
  // Of Python.
  readonly interpreter: string;
}

// What is in the cache was made by this recipe; another number makes it anew.
const RECIPE = '1';

// A copy in a folder of its own: nobody else works there, and the cache stays as it is.
export async function opened(spec: string, language?: OrdinaryLanguage): Promise<OpenedCorpus> {
  const source = sourceOf(spec);
  const name = `${source.registry}-${source.name.replaceAll(/[^\w.-]/g, '_')}-${await fingerprint(source)}`;
  const prepared = await installed(
    { name, version: RECIPE, specs: [], fill: (folder) => prepare(source, folder, language) },
    join(dirname(cacheFolder()), 'prove-corpora'),
  );
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-ordinary-')));
  const folder = join(parent, 'project');
  await cp(join(prepared, 'project'), folder, { recursive: true, verbatimSymlinks: true });
  const environment = join(prepared, 'venv');
  if (existsSync(environment)) await symlink(environment, join(folder, '.venv'), 'junction');
  const repository = await Repository.of(folder);
  return {
    name: spec,
    project: await projectIn(folder, language),
    repository,
    interpreter: pythonIn(environment),
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function fingerprint({ spec, registry }: Source): Promise<string> {
  const hash = createHash('sha256').update(spec);
  // A folder is another one as soon as a file of it is.
  if (registry === 'folder') {
    for (const entry of (await readdir(spec, { recursive: true, withFileTypes: true })).toSorted((one, other) => one.name.localeCompare(other.name))) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && !/[/\\](?:node_modules|\.git|\.?venv)[/\\]/.test(path)) hash.update(path).update(await readFile(path));
    }
  }
  return hash.digest('hex').slice(0, 10);
}

const IGNORED = 'node_modules\n.venv\n__pycache__\n*.pyc\n.pytest_cache\n.hypothesis\n.coverage\ncoverage\n*.egg-info\n*.tsbuildinfo\n.nyc_output\n';

async function prepare(source: Source, folder: string, wanted: OrdinaryLanguage | undefined): Promise<void> {
  const project = await unpack(source, folder);
  if (source.registry === 'npm') await keepSources(project);
  await writeFile(join(project, '.gitignore'), IGNORED);
  // Only to ask which files there are; the copy that is worked on becomes a repository of its own.
  await Repository.of(project);
  const { language, sources, configs } = await projectIn(project, wanted);
  await rm(join(project, '.git'), { recursive: true, force: true });
  if (sources.length === 0) throw new Error(`${source.spec} holds no code of TypeScript, JavaScript or Python that could be refactored.`);
  if (language === 'python') await preparePython(source, project, folder);
  else await prepareTypescript(project, sources, configs);
}

// Packages of npm hold what was built from the sources too, under names that the compiler would take for the sources.
async function keepSources(project: string): Promise<void> {
  const names = await readdir(project);
  const built = names.filter((name) => /^(?:dist|lib|esm|cjs|umd|build|es|types|_esm\d*)$/.test(name) && names.includes('src'));
  for (const name of [...built, 'dist']) await rm(join(project, name), { recursive: true, force: true });
  for (const file of await readdir(project, { recursive: true })) {
    const [, stem] = /^(.*)\.d\.[cm]?ts(?:\.map)?$/.exec(file) ?? [];
    if (stem !== undefined && existsSync(join(project, `${stem}.js`))) await rm(join(project, file), { force: true });
  }
}

// Which of the packages that it names for development its own files and its tests need.
const ALWAYS = /^@types\/|^typescript$|^(?:jest|vitest|mocha|chai|ts-jest|ts-node|tsx|tslib)$|^@jest\/globals$|^babel-jest$|^@babel\/|^esbuild/;

async function prepareTypescript(project: string, sources: readonly string[], configs: readonly string[]): Promise<void> {
  const manifest = await manifestOf(project);
  const mentioned = await importedPackages(project);
  const wanted: Record<string, string> = {};
  for (const [name, range] of Object.entries({ ...manifest.devDependencies, ...manifest.dependencies }))
    if (!/^(?:file|link|workspace|git|https?|github):|\//.test(range) && (ALWAYS.test(name) || mentioned.has(name))) wanted[name] = range;
  if (!('typescript' in wanted)) wanted['typescript'] = '6.0.3';
  if (!('@types/node' in wanted)) wanted['@types/node'] = '20.19.43';
  if (!existsSync(join(project, 'node_modules'))) await installInto(project, manifest, wanted);
  if (configs.length === 0) await writeFile(join(project, 'tsconfig.json'), configFor(sources));
}

// In place of the project's own manifest for the while: whatever else that asks for is not needed. Workspaces stay, so that its packages find each other.
async function installInto(project: string, manifest: Manifest, dependencies: Record<string, string>): Promise<void> {
  const path = join(project, 'package.json');
  const own = existsSync(path) ? await readFile(path) : undefined;
  const { workspaces } = manifest;
  await writeFile(path, JSON.stringify({ private: true, ...(workspaces !== undefined && { workspaces }), dependencies }));
  try {
    await npmInstall(project, ['--legacy-peer-deps']);
  } finally {
    if (own === undefined) await rm(path);
    else await writeFile(path, own);
  }
}

async function importedPackages(project: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const file of await readdir(project, { recursive: true })) {
    if (!/\.[cm]?[jt]sx?$/.test(file) || /(?:^|[/\\])(?:node_modules|website|docs|integrationTests)[/\\]/.test(file)) continue;
    const text = await readFile(join(project, file), 'utf8').catch(() => '');
    for (const [, name = ''] of text.matchAll(/(?:from|import|require)\s*\(?\s*['"](@[\w.-]+\/[\w.-]+|[\w.-]+)(?:\/[^'"]*)?['"]/g)) found.add(name);
  }
  return found;
}

function configFor(sources: readonly string[]): string {
  const isTypescript = sources.some((file) => /\.[cm]?tsx?$/.test(file));
  const compilerOptions = {
    ...{ target: 'ES2022', module: 'ESNext', moduleResolution: 'Bundler', lib: ['ES2022', 'ESNext', 'DOM', 'DOM.Iterable'] },
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: ['node'], experimentalDecorators: true },
    ...(!isTypescript && { allowJs: true, checkJs: true }),
  };
  return `${JSON.stringify({ compilerOptions, exclude: ['node_modules'] }, undefined, 2)}\n`;
}

async function preparePython({ registry, name, version }: Source, project: string, folder: string): Promise<void> {
  const environment = join(folder, 'venv');
  await stdoutOf(['python3', '-m', 'venv', environment], folder);
  const python = pythonIn(environment);
  const pip = [python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  const own = registry === 'pypi' && version !== undefined ? `${name}==${version}` : project;
  await execute([...pip, 'pytest>=8,<10', 'pytest-timeout'], folder);
  // Its dependencies, and that it is installed; the sources that are refactored must be the only ones, so its installed files go again.
  await execute([...pip, own], folder).catch(() => undefined);
  for (const requirements of await testRequirements(project)) await execute([...pip, ...requirements], project).catch(() => undefined);
  await stdoutOf([python, '-c', FORGET, project], folder);
  await rm(join(project, 'build'), { recursive: true, force: true });
  const manifest = await readFile(join(project, 'pyproject.toml'), 'utf8').catch(() => '');
  const isConfigured = existsSync(join(project, 'pyrightconfig.json')) || /^\[tool\.(?:based)?pyright/m.test(manifest);
  // What does not hang together is an error, what could be typed better is not.
  if (!isConfigured) await writeFile(join(project, 'pyrightconfig.json'), `${JSON.stringify({ typeCheckingMode: 'basic', venvPath: '.', venv: '.venv' })}\n`);
}

const FORGET = `
import importlib.metadata, os, sys
tops = {name for root in (sys.argv[1], os.path.join(sys.argv[1], 'src')) if os.path.isdir(root) for name in os.listdir(root)}
for dist in importlib.metadata.distributions():
    files = dist.files or []
    own = {f.parts[0] for f in files if not f.parts[0].endswith('.dist-info') and f.parts[0] != '..'}
    if own and own <= tops:
        for f in files:
            if not f.parts[0].endswith('.dist-info') and f.parts[0] != '..':
                try: os.remove(dist.locate_file(f))
                except OSError: pass
`;

// What its makers install to run the tests, as far as it can be read without running anything of theirs.
async function testRequirements(project: string): Promise<readonly (readonly string[])[]> {
  const found: string[][] = [];
  const manifest = await readFile(join(project, 'pyproject.toml'), 'utf8').catch(() => '');
  for (const [, , list = ''] of manifest.matchAll(/^(tests?|dev|testing)\s*=\s*\[([\s\S]*?)\]\s*$/gm)) {
    const names = [...list.matchAll(/"([^"]+)"/g)].map(([, each = '']) => each).filter((each) => !/sphinx|mypy|ruff|coverage|^tox|furo|pre-commit/i.test(each));
    for (const each of names) found.push([each]);
  }
  for (const file of ['requirements-test.txt', 'test-requirements.txt', 'requirements/tests.txt', 'requirements-dev.txt'])
    if (existsSync(join(project, file))) found.push(['-r', file]);
  return found;
}

export function pythonIn(environment: string): string {
  return process.platform === 'win32' ? join(environment, 'Scripts', 'python.exe') : join(environment, 'bin', 'python');
}
