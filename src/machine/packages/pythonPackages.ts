// Where a Python distribution lies in the virtual environments of a project: its packages and modules, and stubs for them.
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathOf, uriOf } from '../../base/files/fileUri.ts';
import { isInside } from '../../base/files/realFolder.ts';
import { currentEnvironment, variable } from '../../base/processes/environment.ts';
import type { FoundPackage, PackagePart, WantedPackage } from '../../ide/doors/packages.ts';
import { foldersBelow, isFile, isFolder, namesIn, outwards, textAt, withoutRepetition } from './disk.ts';

const VIRTUAL_ENVIRONMENTS = ['.venv', 'venv', 'env'];

export function findPythonPackage({ name, folderUri }: WantedPackage, root: string): readonly FoundPackage[] {
  const environments = environmentsOf(pathOf(folderUri), root);
  return withoutRepetition(environments.flatMap(sitePackages).flatMap((folder) => distributionsIn(folder, name)));
}

// The nearest first: in the folders of the project, then those that Poetry keeps for them elsewhere.
export function environmentsOf(folder: string, root: string): string[] {
  const folders = outwards(folder).filter((outer) => isInside(root, outer));
  const inside = folders.flatMap((outer) => VIRTUAL_ENVIRONMENTS.map((name) => join(outer, name)));
  return [...inside, ...folders.flatMap(poetryEnvironments)].filter((environment) => isFile(join(environment, 'pyvenv.cfg')));
}

// It names them after the project, a digest of its folder, and the version of Python.
function poetryEnvironments(folder: string): string[] {
  if (!isFile(join(folder, 'poetry.lock'))) return [];
  const digest = createHash('sha256')
    .update(process.platform === 'win32' ? folder.toLowerCase() : folder)
    .digest('base64url')
    .slice(0, 8);
  return foldersBelow(variable('POETRY_VIRTUALENVS_PATH') ?? join(poetryCache(), 'virtualenvs'), (name) => name.includes(`-${digest}-py`)).reverse();
}

function poetryCache(): string {
  const { POETRY_CACHE_DIR: own, LOCALAPPDATA: local = '', XDG_CACHE_HOME: cache = join(homedir(), '.cache') } = currentEnvironment();
  if (own !== undefined) return own;
  if (process.platform === 'win32') return join(local, 'pypoetry', 'Cache');
  return process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches', 'pypoetry') : join(cache, 'pypoetry');
}

export function interpreterOf(environment: string): string {
  return process.platform === 'win32' ? join(environment, 'Scripts', 'python.exe') : join(environment, 'bin', 'python');
}

function sitePackages(environment: string): string[] {
  const posix = foldersBelow(join(environment, 'lib'), (name) => name.startsWith('python')).map((folder) => join(folder, 'site-packages'));
  return [...posix, join(environment, 'Lib', 'site-packages')].filter(isFolder);
}

// The distribution, then those that hold its types.
function distributionsIn(site: string, name: string): FoundPackage[] {
  const wanted = [name, `types-${name}`, `${name}-stubs`].map(normal);
  const metadata = namesIn(site).filter((entry) => entry.endsWith('.dist-info'));
  return wanted.flatMap((one) =>
    metadata.filter((entry) => normal(entry.replace(/-[^-]+\.dist-info$/, '')) === one).flatMap((entry) => described(site, entry)),
  );
}

function described(site: string, metadata: string): FoundPackage[] {
  const about = textAt(join(site, metadata, 'METADATA')) ?? '';
  const version = /^Version: *(.+?)\r?$/m.exec(about)?.[1];
  const repository =
    /^Project-URL: *(?:source|source code|repository|code|github|homepage), *(.+?)\r?$/im.exec(about)?.[1] ?? /^Home-page: *(.+?)\r?$/m.exec(about)?.[1];
  const tops = topsOf(site, metadata);
  const parts = tops.flatMap((path): PackagePart[] => (isFolder(path) || isFile(path) ? [{ kind: kindOf(path), uri: uriOf(path) }] : []));
  const [first] = parts;
  if (first === undefined) return [];
  return [
    {
      uri: first.uri,
      ...(version !== undefined && { version }),
      ...((parts.length > 1 || first.kind !== 'sources') && { parts }),
      ...(repository !== undefined && { repository }),
    },
  ];
}

// What it installed, from its own list; one entry for each package or module.
function topsOf(site: string, metadata: string): string[] {
  const files = (textAt(join(site, metadata, 'RECORD')) ?? '').split(/\r?\n/).map((row) => row.replace(/^"?([^",]*).*$/, '$1'));
  const tops = files.flatMap((file) => {
    const [first = '', ...deeper] = file.split('/');
    const isCode = deeper.length > 0 ? /\.pyi?$/.test(file) && !/\.(?:dist-info|data)$|^\.\.$|^bin$/.test(first) : /\.pyi?$/.test(first);
    return isCode ? [first] : [];
  });
  return [...new Set(tops)].map((top) => join(site, top));
}

function kindOf(path: string): PackagePart['kind'] {
  return /-stubs$|\.pyi$/.test(path) ? 'declarations' : 'sources';
}

// The same name in any spelling: dots, dashes and underscores are alike.
function normal(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}
