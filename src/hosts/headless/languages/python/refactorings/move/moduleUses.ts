// Where one module of Python names another: in the path of an import, as what is taken from its package, or in an expression of names and dots.
import type { Location } from '../../../../../../ide/text.ts';
import type { FileOperation } from '../../../../../../ide/workspaceEdit.ts';
import type { OffsetEdit, PythonModule } from '../syntax/pythonModule.ts';
import type { Node } from '../syntax/syntax.ts';
import { type Imported, importsOf } from './imports.ts';
import { moduleName, shownName } from './moduleNames.ts';
import { dottedPath, joined } from './moveUsers.ts';
import type { MovedModule, Relocation } from './relocation.ts';

export interface ModuleMove extends MovedModule {
  // Those that hold the old name, or one that must not lead elsewhere afterwards.
  readonly holders: readonly string[];
  read(uri: string): Promise<PythonModule | undefined>;
  // What the engine says that stands there.
  definition(uri: string, module: PythonModule, offset: number): Promise<readonly Location[]>;
}

export interface FollowedModule {
  readonly operations: readonly FileOperation[];
  readonly gaps: readonly string[];
}

export type ModuleUse =
  // `from shop.tax import rate`, `import shop.tax`: which of the modules that move, and where its own name ends.
  | { readonly kind: 'path'; readonly imported: Imported; readonly meant: string; readonly end: number }
  // `from shop import tax`
  | { readonly kind: 'taken'; readonly imported: Imported }
  // `shop.tax`, of which more may follow.
  | { readonly kind: 'through'; readonly node: Node; readonly path: string };

export async function usesOfModule(module: PythonModule, { from, files, definition }: ModuleMove, relocation: Relocation): Promise<readonly ModuleUse[]> {
  const { uri } = module.snapshot;
  const old = moduleName(from);
  const imports = importsOf(module).filter((one) => !relocation.staysWithin(uri, one.module));
  const modulesAt = async (offset: number) => {
    const places = await definition(uri, module, offset);
    return places.map(({ uri: place, range: { start } }) => (start.line === 0 && start.character === 0 ? place.replace(/\.pyi$/, '.py') : undefined));
  };
  // A package may have something else under the name of its module. Of a package without a file the engine knows nothing.
  const isMeant = async (offset: number) => {
    if (!files.includes(from)) return true;
    const places = await modulesAt(offset);
    return places.length > 0 && places.every((place) => place === from);
  };
  // Which of those that move. The engine knows more folders that are searched.
  const moduleMeant = async (path: string, end: number) => {
    const found = relocation.before.find(uri, path)?.uri;
    if (found !== undefined || !path.split('.').includes(old)) return found !== undefined && relocation.isMoved(found) ? found : undefined;
    const [place, ...others] = await modulesAt(end - (path.split('.').at(-1) ?? '').length);
    return place !== undefined && relocation.isMoved(place) && others.every((other) => other === place) ? place : undefined;
  };
  const uses: ModuleUse[] = [];
  for (const imported of imports) {
    const { alias } = imported;
    const end = imported.name === undefined ? alias.start + imported.module.length : pathOf(imported).end;
    const meant = await moduleMeant(imported.module, end);
    if (meant !== undefined) uses.push({ kind: 'path', imported, meant, end });
    else if (imported.name === old && (await moduleMeant(joined(imported.module, old), alias.start + old.length)) === from && (await isMeant(alias.start)))
      uses.push({ kind: 'taken', imported });
  }
  // `import tax.rates` binds the package itself.
  const bindsItself = uses.some((use) => use.kind === 'path' && isWhole(module, use.imported) && use.imported.module.startsWith(`${old}.`));
  for (const node of module.root.walk()) {
    const isNamed = node.kind === 'attribute' || (bindsItself && node.kind === 'name' && node.access === 'read');
    if (!isNamed || node.text !== old) continue;
    const path = dottedPath(module, node, imports);
    if (path !== undefined && (await moduleMeant(path, node.end)) === from && (await isMeant(node.end - old.length)))
      uses.push({ kind: 'through', node, path });
  }
  return uses;
}

// `import shop.tax` binds only `shop`.
export function isWhole(module: PythonModule, { name, module: path, alias }: Imported): boolean {
  return name === undefined && path.includes('.') && !hasOtherName(module, alias);
}

export function hasOtherName(module: PythonModule, alias: Node): boolean {
  return /\sas\s/.test(module.textOf(alias));
}

// What changes in each of these files.
export async function inUsers(
  { read }: ModuleMove,
  users: readonly string[],
  editsIn: (module: PythonModule) => Promise<readonly OffsetEdit[]>,
): Promise<FollowedModule> {
  const operations: FileOperation[] = [];
  const gaps: string[] = [];
  for (const uri of users.filter((each) => /\.pyi?$/.test(each))) {
    const module = await read(uri);
    if (module === undefined) gaps.push(`${shownName(uri)} cannot be read as Python, and was not searched.`);
    else {
      const edits = await editsIn(module);
      if (edits.length > 0) operations.push({ kind: 'edit', uri, edits: edits.map((edit) => module.textEdit(edit)), basis: module.text });
    }
  }
  return { operations, gaps };
}

// Where the statement writes the module.
export function pathOf({ statement, alias }: Imported): Node {
  return statement.children.find(({ kind }) => kind === 'path') ?? alias;
}
