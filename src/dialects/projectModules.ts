// What an IDE would call the modules of a project and their source roots, read off its folders and manifests.

export interface Module {
  readonly name: string;
  // Relative to the project; empty is the project itself.
  readonly sourceRoots: readonly string[];
}

export const MANIFESTS = [
  'package.json',
  'pyproject.toml',
  'setup.py',
  'go.mod',
  'Cargo.toml',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'composer.json',
  'Gemfile',
];

const SOURCE_FOLDERS = new Set(['src', 'source', 'sources', 'lib', 'app', 'cmd', 'pkg', 'internal', 'test', 'tests', '__tests__', 'spec']);

// Folders relative to the project, "." for itself; a folder with a manifest is a module, and so is a project that has none.
export function modulesOf(projectName: string, folders: Iterable<string>, manifestFolders: Iterable<string>): Module[] {
  const roots = new Set([...manifestFolders].map(relative));
  if (roots.size === 0) roots.add('');
  const all = new Set([...folders].flatMap(withParents));
  return [...roots].sort().map((root) => ({ name: root === '' ? projectName : lastOf(root), sourceRoots: sourceRootsOf(root, all) }));
}

function sourceRootsOf(root: string, folders: ReadonlySet<string>): string[] {
  const inside = [...folders].filter((folder) => folder !== '' && parentOf(folder) === root && SOURCE_FOLDERS.has(lastOf(folder))).sort();
  return inside.length === 0 ? [root] : inside;
}

function withParents(folder: string): string[] {
  const own = relative(folder);
  return own === '' ? [''] : [own, ...withParents(parentOf(own))];
}

function relative(folder: string): string {
  return folder === '.' ? '' : folder;
}

function parentOf(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
}

function lastOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}
