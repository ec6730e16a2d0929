// Which files belong to a project: what its repository tracks and what is new and not ignored, with those of its submodules; and which dependency folders lie beside them.
import { lstatSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { namesIn, type WorktreeGit } from './worktreeGit.ts';

export interface TreeSources {
  // The top of the repository, or the project where there is none.
  readonly top: string;
  // Relative to the top, with forward slashes. Some may not be on disk: they are tracked and were deleted.
  readonly files: readonly string[];
  // node_modules and virtual environments that are not tracked, relative to the top.
  readonly dependencies: readonly string[];
  readonly repository: FoundRepository | undefined;
}

export interface FoundRepository {
  // Absolute.
  readonly objects: string;
  readonly index: string;
  readonly shallow: string;
  readonly excludes: string;
  readonly objectFormat: string;
}

const MODULES = 'node_modules';
const ENVIRONMENTS: ReadonlySet<string> = new Set(['.venv', 'venv', 'env']);
const SUBMODULE = '160000';

export async function repositoryAround(
  git: WorktreeGit,
  folder: string,
  signal: AbortSignal,
): Promise<{ top: string; repository: FoundRepository } | undefined> {
  const names = ['objects', 'index', 'shallow', 'info/exclude'].flatMap((name) => ['--git-path', name]);
  const { code, stdout } = await git.try({ cwd: folder, args: ['rev-parse', '--show-object-format', '--show-toplevel', ...names] }, signal);
  const [objectFormat, top, ...paths] = stdout.toString('utf8').split(/\r?\n/);
  if (code !== 0 || objectFormat === undefined || top === undefined || top === '') return undefined;
  const [objects = '', index = '', shallow = '', excludes = ''] = paths.map((path) => resolve(folder, path));
  return { top: realpathSync(resolve(top)), repository: { objects, index, shallow, excludes, objectFormat } };
}

// outside: a repository of ours, for projects that have none: it reads what they ignore.
export async function projectFiles(git: WorktreeGit, project: string, outside: string, signal: AbortSignal): Promise<TreeSources> {
  const found = await repositoryAround(git, project, signal);
  const top = found?.top ?? project;
  const files = new Set<string>();
  const dependencies = new Set<string>();
  await list({ git, top, outside: found === undefined ? outside : undefined, files, dependencies, signal }, '');
  return { top, files: [...files], dependencies: [...dependencies], repository: found?.repository };
}

// The topmost such folder that a path below the top lies in, or is.
export function dependencyIn(top: string, path: string): string | undefined {
  const parts = path.replace(/\/$/, '').split('/');
  const folder = (at: number) => parts.slice(0, at + 1).join('/');
  const at = parts.findIndex((part, index) => part === MODULES || (ENVIRONMENTS.has(part) && exists(join(top, folder(index), 'pyvenv.cfg'))));
  return at < 0 ? undefined : folder(at);
}

interface Listing {
  readonly git: WorktreeGit;
  readonly top: string;
  readonly outside: string | undefined;
  readonly files: Set<string>;
  readonly dependencies: Set<string>;
  readonly signal: AbortSignal;
}

// below: a repository in the repository, ending with a slash.
async function list(listing: Listing, below: string): Promise<void> {
  const { git, top, outside, files, dependencies, signal } = listing;
  const cwd = join(top, below);
  const environment = outside === undefined ? {} : { GIT_DIR: outside, GIT_WORK_TREE: top };
  const ask = async (...args: string[]) => namesIn(await git.ask({ cwd, args: ['ls-files', '-z', ...args], environment }, signal));
  const tracked = await ask('--stage');
  const others = await ask('--others', '--exclude-standard');
  const ignored = await ask('--others', '--ignored', '--exclude-standard', '--directory');
  const repositories: string[] = [];
  for (const row of tracked) {
    const [state = '', path = ''] = row.split('\t');
    if (state.startsWith(SUBMODULE)) repositories.push(`${path}/`);
    else files.add(below + path);
  }
  for (const path of others) {
    const dependency = dependencyIn(cwd, path);
    if (dependency !== undefined) dependencies.add(below + dependency);
    else if (path.endsWith('/')) repositories.push(path);
    else files.add(below + path);
  }
  for (const path of ignored) {
    const dependency = dependencyIn(cwd, path);
    if (dependency !== undefined) dependencies.add(below + dependency);
  }
  for (const path of repositories) if (exists(join(cwd, path, '.git'))) await list({ ...listing, outside: undefined }, below + path);
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
