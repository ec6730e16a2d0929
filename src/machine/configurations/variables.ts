// The variables of launch.json and tasks.json, as in ${workspaceFolder}.
import { homedir } from 'node:os';
import { basename, dirname, extname, relative, sep } from 'node:path';

export interface VariableValues {
  readonly root: string;
  readonly file: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  // What inputs are worth when nobody is asked.
  readonly inputs: Readonly<Record<string, string | undefined>>;
}

// What stands for nothing here.
export class UnknownVariable extends Error {
  override readonly name = 'UnknownVariable';
}

// In every text of the value, however deep. Throws UnknownVariable.
export function filled(value: unknown, values: VariableValues): unknown {
  if (typeof value === 'string') return value.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => meaningOf(name, values));
  if (Array.isArray(value)) return value.map((item) => filled(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, values)]));
}

function meaningOf(name: string, { root, file, environment, inputs }: VariableValues): string {
  const [kind = '', rest = ''] = name.split(/:(.*)/s);
  if (kind === 'env') return environment[rest] ?? '';
  if (kind === 'input') {
    const value = inputs[rest];
    if (value === undefined) throw new UnknownVariable(`\${${name}} asks a person for a value, and has no default`);
    return value;
  }
  if (kind === 'workspaceFolder' || kind === 'workspaceRoot') return root;
  const plain = PLAIN[name];
  if (plain !== undefined) return plain(root);
  const ofFile = OF_FILE[name];
  if (ofFile === undefined) throw new UnknownVariable(`\${${name}} has no meaning outside of VS Code`);
  if (file === undefined) throw new UnknownVariable(`\${${name}} needs a file: pass program with it`);
  return ofFile(file, root);
}

const PLAIN: Readonly<Record<string, (root: string) => string>> = {
  workspaceFolderBasename: (root) => basename(root),
  userHome: () => homedir(),
  cwd: (root) => root,
  pathSeparator: () => sep,
  '/': () => sep,
  execPath: () => process.execPath,
};

const OF_FILE: Readonly<Record<string, (file: string, root: string) => string>> = {
  file: (file) => file,
  fileWorkspaceFolder: (_, root) => root,
  relativeFile: (file, root) => relative(root, file),
  relativeFileDirname: (file, root) => relative(root, dirname(file)) || '.',
  fileBasename: (file) => basename(file),
  fileBasenameNoExtension: (file) => basename(file, extname(file)),
  fileExtname: (file) => extname(file),
  fileDirname: (file) => dirname(file),
  fileDirnameBasename: (file) => basename(dirname(file)),
};
