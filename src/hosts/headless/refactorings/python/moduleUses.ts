// Where one module of Python names another: in the path of an import, as what is taken from its package, or in an expression of names and dots.
import type { Location } from '../../../../ide/text.ts';
import type { FileOperation } from '../../../../ide/workspaceEdit.ts';
import { type Imported, importsOf } from './imports.ts';
import { fileName, type ModuleNames } from './moduleNames.ts';
import { dottedPath, joined } from './moveUsers.ts';
import type { OffsetEdit, PythonModule } from './pythonModule.ts';
import type { Node } from './syntax.ts';

export interface ModuleMove {
  readonly from: string;
  readonly to: string;
  readonly rootUri: string;
  // All files of the project.
  readonly files: readonly string[];
  // Those that hold the old name.
  readonly holders: readonly string[];
  read(uri: string): Promise<PythonModule | undefined>;
  // What the engine says that stands there.
  definition(uri: string, module: PythonModule, offset: number): Promise<readonly Location[]>;
}

export interface FollowedModule {
  readonly operations: readonly FileOperation[];
  readonly lacking: readonly string[];
}

export type ModuleUse =
  // `from shop.tax import rate`, `import shop.tax`: where its own name ends.
  | { readonly kind: 'path'; readonly imported: Imported; readonly end: number }
  // `from shop import tax`
  | { readonly kind: 'taken'; readonly imported: Imported }
  // `shop.tax`, of which more may follow.
  | { readonly kind: 'through'; readonly node: Node; readonly path: string };

export async function usesOfModule(module: PythonModule, { from, definition }: ModuleMove, names: ModuleNames): Promise<readonly ModuleUse[]> {
  const { uri } = module.snapshot;
  const old = moduleName(from);
  const imports = importsOf(module);
  // A package may have something else under the name of its module.
  const isMeant = async (offset: number) => {
    const places = await definition(uri, module, offset);
    return places.length > 0 && places.every((place) => place.uri === from && place.range.start.line === 0 && place.range.start.character === 0);
  };
  // The engine knows more folders that are searched.
  const isIt = async (path: string, offset: number) => {
    const found = names.find(uri, path)?.uri;
    return found === from || (found === undefined && new RegExp(`(?:^|\\.)${old}$`, 'u').test(path) && (await isMeant(offset)));
  };
  const uses: ModuleUse[] = [];
  for (const imported of imports) {
    const end = imported.name === undefined ? imported.alias.start + imported.module.length : pathOf(imported).end;
    if (await isIt(imported.module, end - old.length)) uses.push({ kind: 'path', imported, end });
    else if (imported.name === old && (await isIt(joined(imported.module, old), imported.alias.start)) && (await isMeant(imported.alias.start)))
      uses.push({ kind: 'taken', imported });
  }
  for (const node of module.root.walk()) {
    if (node.kind !== 'attribute' || node.text !== old) continue;
    const start = node.end - old.length;
    const path = dottedPath(module, node, imports);
    if (path !== undefined && (await isIt(path, start)) && (await isMeant(start))) uses.push({ kind: 'through', node, path });
  }
  return uses;
}

// What changes in each of these files.
export async function inUsers(
  { read }: ModuleMove,
  users: readonly string[],
  editsIn: (module: PythonModule) => Promise<readonly OffsetEdit[]>,
): Promise<FollowedModule> {
  const operations: FileOperation[] = [];
  const lacking: string[] = [];
  for (const uri of users.filter((each) => /\.pyi?$/.test(each))) {
    const module = await read(uri);
    if (module === undefined) lacking.push(`${fileName(uri)} cannot be read as Python, and was not searched.`);
    else {
      const edits = await editsIn(module);
      if (edits.length > 0) operations.push({ kind: 'edit', uri, edits: edits.map((edit) => module.textEdit(edit)), basis: module.text });
    }
  }
  return { operations, lacking };
}

// Where the statement writes the module.
export function pathOf({ statement, alias }: Imported): Node {
  return statement.children.find(({ kind }) => kind === 'path') ?? alias;
}

export function moduleName(uri: string): string {
  return fileName(uri).replace(/\.py$/, '');
}
