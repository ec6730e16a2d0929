// Where code that is not the project's comes from: which package in which version, or the standard library; and symbols found there by name.

import type { Place } from '../../../ide/doors/languages.ts';
import { IdeError, symbolNotFound } from '../../../ide/errors/errors.ts';
import type { Location } from '../../../ide/text.ts';
import { occurrencesInCode } from '../../../source/names.ts';
import type { ProjectContext } from '../../tool.ts';
import { perhapsFiles, perhapsText } from '../../words/optionalFiles.ts';
import { fileOf, isInProject, isLibrary } from '../../words/place.ts';
import { symbolNamedInFile } from '../../words/symbolByName.ts';

// "zod 4.6.7", "requests", "standard library"; undefined for the project's own.
export async function libraryOf(context: ProjectContext, uri: string): Promise<string | undefined> {
  const { project } = context.ide;
  if (!isLibrary(project, uri)) return undefined;
  const path = decodeURIComponent(uri);
  if (/\/lib\.[\w.]*d\.ts$|\/typeshed(-fallback)?\/stdlib\/|\/lib\/python[\d.]+\/(?!site-packages|dist-packages)/.test(path)) return 'standard library';
  const [, , npm] = /^(.*)\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  if (npm !== undefined) return [npm, await versionOf(context, uri, npm)].filter((part) => part !== undefined).join(' ');
  return /\/(?:site|dist)-packages\/([^/]+?)(?:\.pyi?)?(?:\/|$)/.exec(path)?.[1] ?? 'a library';
}

async function versionOf(context: ProjectContext, uri: string, name: string): Promise<string | undefined> {
  // What is installed outside the project is not ours to read.
  if (!isInProject(context.ide.project, uri)) return undefined;
  const file = fileOf(context.ide.project, uri);
  const folder = file.slice(0, file.lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}`.length);
  return /"version"\s*:\s*"([^"]+)"/.exec((await perhapsText(context, `${folder}/package.json`)) ?? '')?.[1];
}

// Files that may use a name are looked at until one leads to a library.
const MOST_FILES = 30;

// A name that the project does not declare but uses, such as readFile or z.object: the place of a use.
export async function usedFromLibrary(context: ProjectContext, name: string): Promise<Place | undefined> {
  const { ide, signal } = context;
  const parts = name.split(/[/.]/).filter((part) => part !== '');
  const last = parts.at(-1) ?? name;
  const qualifier = parts.at(-2);
  const files = (await ide.documents.filesWithWord(last, signal)).filter((uri) => ide.languages.languageOf(uri) !== undefined);
  for (const uri of files.slice(0, MOST_FILES)) {
    const document = await ide.documents.read(uri, signal);
    for (const offset of occurrencesInCode(document, last, MOST_FILES)) {
      if (qualifier !== undefined && !document.text.slice(0, offset).endsWith(`${qualifier}.`)) continue;
      const place = { uri, position: document.positionAt(offset) };
      const value = await definitionsAt(context, place);
      if (value === undefined) break;
      if (value.some((location) => isLibrary(ide.project, location.uri))) return place;
    }
  }
  return undefined;
}

// Undefined in a file whose language has no engine here: others may still lead to the library.
async function definitionsAt({ ide, signal }: ProjectContext, place: Place): Promise<readonly Location[] | undefined> {
  try {
    return (await ide.languages.definition(place, signal)).value;
  } catch (error) {
    if (error instanceof IdeError && error.code === 'no_engine') return undefined;
    throw error;
  }
}

// A name that an installed package declares, whether the project uses it or not.
export async function declaredInPackage(context: ProjectContext, packageName: string, name: string): Promise<Place> {
  const { ide, signal } = context;
  const parts = name.split(/[/.]/).filter((part) => part !== '');
  const [outermost = name] = parts;
  const escaped = outermost.replace(/[^\p{ID_Continue}]/gu, '\\$&');
  const pattern = `^\\s*(export\\s+|declare\\s+|default\\s+|abstract\\s+|async\\s+)*(function\\*?|class|interface|type|const|let|var|enum|namespace|def)\\s+${escaped}\\b`;
  const folders = (await installedFolders(context, packageName)).map((folder) => ({ under: folder, include: SOURCES, includeIgnored: true }));
  if (folders.length === 0)
    throw symbolNotFound(`${name} in ${packageName}`, `${packageName} is not installed in this project; list_dependencies shows what is.`);
  for (const files of folders) {
    const found = await ide.search.text({ pattern, literal: false, ignoreCase: false, wholeWord: false, files }, signal);
    const [nearest] = found.value.files.toSorted((a, b) => depthOf(a.uri) - depthOf(b.uri));
    if (nearest === undefined) continue;
    const document = await ide.documents.read(nearest.uri, signal);
    if (parts.length > 1) return { uri: nearest.uri, position: (await symbolNamedInFile(context, document, parts.join('/'))).position };
    const line = nearest.lines[0];
    const character = (line?.text ?? '').search(new RegExp(`(?<![\\p{ID_Continue}$])${escaped}(?![\\p{ID_Continue}$])`, 'u'));
    return { uri: nearest.uri, position: { line: line?.line ?? 0, character: Math.max(0, character) } };
  }
  throw symbolNotFound(
    `${name} in ${packageName}`,
    'It may be declared under another name: search_text with include_ignored and the folder of the package finds it.',
  );
}

// Declarations come before what they describe.
const SOURCES = ['**/*.d.ts', '**/*.d.mts', '**/*.d.cts', '**/*.pyi', '**/*.py'];
const ENVIRONMENTS = ['.venv', 'venv', 'env'];

// In the project and in every package of it: a workspace keeps there what its root does not share.
async function installedFolders(context: ProjectContext, packageName: string): Promise<string[]> {
  const typings = `@types/${packageName.replace(/^@(.+)\/(.+)$/, '$1__$2')}`;
  const packages = await foldersWith(context, ['package.json']);
  const wanted = packages.flatMap((folder) => [packageName, typings].map((name) => `${folder}node_modules/${name}`));
  const npm = (await Promise.all(wanted.map((folder) => realFolder(context, folder)))).flatMap((folder) => folder ?? []);
  if (npm.length > 0) return [...new Set(npm)];
  const module = packageName.replaceAll('-', '_');
  const environments = (await foldersWith(context, PYTHON_MANIFESTS)).flatMap((folder) => ENVIRONMENTS.map((name) => `${folder}${name}`));
  const python = await Promise.all(environments.map((environment) => perhapsFiles(context, environment, `**/site-packages/${module}/__init__.py*`)));
  return python.flat().map((path) => path.slice(0, path.lastIndexOf('/')));
}

const PYTHON_MANIFESTS = ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements*.txt'];

// The project itself first; each with a slash behind it, so that it can stand before a name.
async function foldersWith({ ide, signal }: ProjectContext, names: readonly string[]): Promise<string[]> {
  const files = await ide.documents.list({ include: names.flatMap((name) => [name, `**/${name}`]) }, signal);
  return [...new Set(['', ...files.map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1))])];
}

// pnpm links packages from its store, and what is searched is where the link leads.
async function realFolder(context: ProjectContext, folder: string): Promise<string | undefined> {
  if ((await perhapsText(context, `${folder}/package.json`)) === undefined) return undefined;
  return fileOf(context.ide.project, await context.ide.documents.locate(folder));
}

function depthOf(uri: string): number {
  return uri.split('/').length;
}
