// A module of Python gets another name in its folder: whoever imports it, or reaches it through its package, writes the new one.
import type { Location } from '../../../../ide/text.ts';
import type { FileOperation } from '../../../../ide/workspaceEdit.ts';
import { type Imported, importsOf } from './imports.ts';
import { fileName, ModuleNames } from './moduleNames.ts';
import { dottedPath, joined } from './moveUsers.ts';
import type { OffsetEdit, PythonModule } from './pythonModule.ts';
import type { Node } from './syntax.ts';

export interface ModuleRename {
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

export interface RenamedModule {
  readonly operations: readonly FileOperation[];
  readonly lacking: readonly string[];
}

// Whether it can be told here: one file, no package, and no stub beside it.
export function isPlainRename(from: string, to: string, files: readonly string[]): boolean {
  const isName = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(nameOf(to));
  return from.endsWith('.py') && to.endsWith('.py') && isName && !/^__\w+__$/.test(nameOf(from)) && !files.includes(`${from}i`);
}

export async function renamedModule(wish: ModuleRename): Promise<RenamedModule> {
  const names = new ModuleNames(wish.files, wish.rootUri);
  const operations: FileOperation[] = [];
  const lacking: string[] = [];
  for (const uri of wish.holders.filter((each) => /\.pyi?$/.test(each))) {
    const module = await wish.read(uri);
    if (module === undefined) lacking.push(`${fileName(uri)} cannot be read as Python, and was not searched.`);
    else {
      const edits = distinct(await editsIn(module, wish, names));
      // Blanks within a path put it elsewhere.
      const odd = edits.find((edit) => module.textOf(edit) !== nameOf(wish.from));
      if (odd !== undefined) lacking.push(`line ${module.lineOf(odd)} of ${fileName(uri)} writes its name in a way that is not followed.`);
      else if (edits.length > 0) operations.push({ kind: 'edit', uri, edits: edits.map((edit) => module.textEdit(edit)), basis: module.text });
    }
  }
  return { operations, lacking };
}

async function editsIn(module: PythonModule, wish: ModuleRename, names: ModuleNames): Promise<readonly OffsetEdit[]> {
  const { uri } = module.snapshot;
  const [old, fresh] = [nameOf(wish.from), nameOf(wish.to)];
  const imports = importsOf(module);
  // A package may have something else under the name of its module.
  const isMeant = async (offset: number) => {
    const places = await wish.definition(uri, module, offset);
    return places.length > 0 && places.every((place) => place.uri === wish.from && place.range.start.line === 0 && place.range.start.character === 0);
  };
  // The engine knows more folders that are searched.
  const isIt = async (path: string, offset: number) => {
    const found = names.find(uri, path)?.uri;
    return found === wish.from || (found === undefined && new RegExp(`(?:^|\\.)${old}$`, 'u').test(path) && (await isMeant(offset)));
  };
  const edits: OffsetEdit[] = [];
  for (const one of imports) {
    const at = one.name === undefined ? one.alias.start + one.module.length : pathOf(one).end;
    const [start, inner] = [at - old.length, joined(one.module, old)];
    if (await isIt(one.module, start))
      edits.push(...(one.name === undefined && one.module === old ? boundAnew(module, one, old, fresh) : [{ start, end: at, text: fresh }]));
    else if (one.name === old && (await isIt(inner, one.alias.start)) && (await isMeant(one.alias.start))) edits.push(...boundAnew(module, one, old, fresh));
  }
  for (const node of module.root.walk()) {
    if (node.kind !== 'attribute' || node.text !== old) continue;
    const start = node.end - old.length;
    const path = dottedPath(module, node, imports);
    if (path !== undefined && (await isIt(path, start)) && (await isMeant(start))) edits.push({ start, end: node.end, text: fresh });
  }
  return edits;
}

// The name that it has in the module is another one too, unless that is taken.
function boundAnew(module: PythonModule, { alias }: Imported, old: string, fresh: string): readonly OffsetEdit[] {
  const own = { start: alias.start, end: alias.start + old.length, text: fresh };
  if (alias.child('name')?.text !== old || module.textOf(alias) !== old) return [own];
  const scope = module.scopes.around(alias);
  const isTaken = module.scopes.all.some(({ names }) => names.has(fresh));
  const others = module.scopes.occurrences(old, scope);
  const isOnlyIt = others.filter((node) => node.access !== 'read').length === 1;
  if (isTaken || !isOnlyIt) return [{ ...own, text: `${fresh} as ${old}` }];
  return [own, ...others.map(({ start, end }) => ({ start, end, text: fresh })), ...listed(module, old).map(({ start, end }) => ({ start, end, text: fresh }))];
}

// Between the quotes in __all__.
function listed(module: PythonModule, name: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const node of module.root.walk()) {
    if (node.kind !== 'string' || !/^(['"])(.*)\1$/s.test(module.textOf(node)) || module.textOf(node).slice(1, -1) !== name) continue;
    for (const around of node.upwards()) {
      const target = around.kind === 'assign' || around.kind === 'update' ? around.child('target') : undefined;
      if (target !== undefined && module.textOf(target) === '__all__') found.push({ start: node.start + 1, end: node.end - 1 });
    }
  }
  return found;
}

function pathOf({ statement, alias }: Imported): Node {
  return statement.children.find(({ kind }) => kind === 'path') ?? alias;
}

function nameOf(uri: string): string {
  return fileName(uri).replace(/\.py$/, '');
}

function distinct(edits: readonly OffsetEdit[]): readonly OffsetEdit[] {
  return edits.filter((edit, index) => edits.findIndex(({ start }) => start === edit.start) === index).toSorted((a, b) => a.start - b.start);
}
