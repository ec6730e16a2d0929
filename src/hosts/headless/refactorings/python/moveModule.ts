// A module of Python moves to another folder: whoever imports it writes its new path, and what it takes from its own package it finds from there.
import { Refused } from '../refused.ts';
import { checkCircles, type Edge } from './importGraph.ts';
import { behind, type Imported, importsOf, withImports } from './imports.ts';
import { fileName, folderOf, type ImportStyle, ModuleNames } from './moduleNames.ts';
import { type FollowedModule, inUsers, type ModuleMove, type ModuleUse, moduleName, pathOf, usesOfModule } from './moduleUses.ts';
import { joined } from './moveUsers.ts';
import type { OffsetEdit, PythonModule } from './pythonModule.ts';
import { withoutAliases } from './removal.ts';
import type { Node } from './syntax.ts';

// Throws Refused where an import cannot lead to the new place, or would make a circle.
export async function movedModule(wish: ModuleMove): Promise<FollowedModule> {
  const { from, to, files, holders, rootUri, read } = wish;
  const names = new ModuleNames([...files, to], rootUri);
  const added: Edge[] = [];
  const followed = await inUsers(wish, [...new Set([from, ...holders])], async (module) => {
    const { uri } = module.snapshot;
    if (uri === from) return inItself(module, to, names);
    const uses = await usesOfModule(module, wish, names);
    if (uses.some((use) => use.kind === 'through' || use.imported.when === 'read'))
      added.push(...packagesOf(to, uri, files).map((each) => ({ from: uri, to: each })));
    return inUser(module, uses, { to, names });
  });
  await checkCircles(added, names, read);
  return followed;
}

interface Target {
  readonly to: string;
  readonly names: ModuleNames;
}

// The packages that are read whenever the module is imported in its new place, and were not read before.
function packagesOf(to: string, user: string, files: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (let folder = folderOf(to); files.includes(`${folder}/__init__.py`) && !user.startsWith(`${folder}/`); folder = folderOf(folder))
    found.push(`${folder}/__init__.py`);
  return found;
}

function inUser(module: PythonModule, uses: readonly ModuleUse[], target: Target): readonly OffsetEdit[] {
  const edits = new Map<number, OffsetEdit>();
  const put = (...own: readonly OffsetEdit[]) => {
    for (const edit of own) edits.set(edit.start, edit);
  };
  for (const use of uses) {
    if (use.kind === 'taken') put(...takenFrom(module, use.imported, target));
    else if (use.kind === 'path') put(...importedFrom(module, use.imported, target));
  }
  const through = uses.filter((use) => use.kind === 'through');
  for (const { node, path } of through) {
    checkPlain(module, node);
    put({ start: node.start, end: node.end, text: absoluteName(module, path, target) });
  }
  const whole = uses.filter((use) => use.kind === 'path' && isWhole(module, use.imported));
  const [first] = through;
  if (first !== undefined && whole.length === 0) put(...withImports(module, [`import ${absoluteName(module, first.path, target)}`]));
  for (const use of whole) if (use.kind === 'path') checkOtherUses(module, use.imported, through, target);
  return [...edits.values()];
}

// `from shop.tax import rate`, `import shop.tax as tax`, `import shop.tax`, `import tax`
function importedFrom(module: PythonModule, imported: Imported, target: Target): readonly OffsetEdit[] {
  const { alias, statement, name } = imported;
  if (name !== undefined) {
    const { start, end } = pathOf(imported);
    return [{ start, end, text: nameOf(module, imported.module, imported.module, target.to, target) }];
  }
  const fresh = absoluteName(module, imported.module, target);
  const end = alias.start + imported.module.length;
  if (module.text.slice(alias.start, end) !== imported.module)
    throw new Refused(`line ${module.lineOf(alias)} of ${fileName(module.snapshot.uri)} writes its name in a way that is not followed.`);
  const isBare = !imported.module.includes('.') && !hasOtherName(module, alias);
  if (!isBare || !fresh.includes('.'))
    return [{ start: alias.start, end, text: isBare && fresh !== imported.module ? `${fresh} as ${imported.module}` : fresh }];
  const [, package_ = '', last = ''] = /^(.*)\.([^.]*)$/.exec(fresh) ?? [];
  return instead(module, statement, alias, `from ${package_} import ${boundAs(last, imported.module)}`);
}

// `from shop import tax`
function takenFrom(module: PythonModule, imported: Imported, target: Target): readonly OffsetEdit[] {
  const { alias, statement } = imported;
  const [old, fresh] = [imported.name ?? '', moduleName(target.to)];
  const bound = alias.child('name')?.text ?? old;
  const taken = hasOtherName(module, alias) && old === fresh ? module.textOf(alias) : boundAs(fresh, bound);
  const inner = joined(imported.module, old);
  const { root } = target.names.find(module.snapshot.uri, inner) ?? { root: undefined };
  if (root !== undefined && folderOf(target.to) === root) return instead(module, statement, alias, `import ${taken}`);
  const package_ = nameOf(module, imported.module, inner, `${folderOf(target.to)}/__init__.py`, target);
  if (statement.children.filter(({ kind }) => kind === 'alias').length > 1) return instead(module, statement, alias, `from ${package_} import ${taken}`);
  const { start, end } = pathOf(imported);
  return [
    { start, end, text: package_ },
    { start: alias.start, end: alias.end, text: taken },
  ];
}

// A statement of its own, in place of the old one if that imported nothing else.
function instead(module: PythonModule, statement: Node, alias: Node, line: string): readonly OffsetEdit[] {
  const isAlone = statement.children.filter(({ kind }) => kind === 'alias').length === 1;
  if (isAlone) return [{ start: statement.start, end: statement.end, text: line }];
  return [...withoutAliases(module, statement, [alias]), behind(module, statement, line)];
}

// What the moved module itself imports.
function inItself(module: PythonModule, to: string, names: ModuleNames): readonly OffsetEdit[] {
  const edits = new Map<number, OffsetEdit>();
  const from = module.snapshot.uri;
  for (const imported of importsOf(module)) {
    const found = names.find(from, imported.module);
    const line = module.lineOf(imported.statement);
    if (imported.module.startsWith('.')) {
      const inner = imported.name === undefined ? undefined : names.find(from, joined(imported.module, imported.name));
      const meant = found?.uri ?? (inner === undefined ? undefined : `${folderOf(inner.uri)}/__init__.py`);
      if (meant === undefined) throw new Refused(`${imported.module}, which line ${line} of ${fileName(from)} imports, is no module of the project.`);
      const { start, end } = pathOf(imported);
      edits.set(start, { start, end, text: fromThere(meant, to, names) });
    } else if (found !== undefined && names.find(to, imported.module)?.uri !== found.uri)
      throw new Refused(`line ${line} of ${fileName(from)} imports ${imported.module} from a folder that is not searched from its new place.`);
  }
  return [...edits.values()].filter((edit) => module.textOf(edit) !== edit.text);
}

function fromThere(meant: string, to: string, names: ModuleNames): string {
  const absolute = () => names.name(to, meant, names.usualStyle(to, meant, undefined));
  if (!names.isPackaged(to)) return absolute();
  try {
    return names.name(to, meant, { kind: 'relative' });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return absolute();
  }
}

// `meaning` is the path that leads to the module in its old place, `written` what the import has of it.
function nameOf(module: PythonModule, written: string, meaning: string, target: string, { names }: Target): string {
  const { uri } = module.snapshot;
  if (written.startsWith('.')) return names.name(uri, target, { kind: 'relative' });
  return names.name(uri, target, styleOf(uri, meaning, target, names));
}

function absoluteName(module: PythonModule, path: string, { names, to }: Target): string {
  const { uri } = module.snapshot;
  return names.name(uri, to, styleOf(uri, path, to, names));
}

function styleOf(uri: string, path: string, target: string, names: ModuleNames): ImportStyle {
  const root = names.find(uri, path)?.root;
  return root === undefined ? names.usualStyle(uri, target, undefined) : { kind: 'absolute', root };
}

// `import shop.tax` binds only `shop`.
function isWhole(module: PythonModule, { name, module: path, alias }: Imported): boolean {
  return name === undefined && path.includes('.') && !hasOtherName(module, alias);
}

// The first name of its path may be used for more than the way to the module.
function checkOtherUses(module: PythonModule, imported: Imported, through: readonly { readonly node: Node }[], target: Target): void {
  const [first = ''] = imported.module.split('.');
  if (absoluteName(module, imported.module, target).startsWith(`${first}.`)) return;
  const others = importsOf(module).filter((one) => one.statement !== imported.statement && one.alias.child('name')?.text === first);
  const scope = module.scopes.around(imported.alias);
  const [left] = module.scopes.occurrences(first, scope).filter((name) => name.access === 'read' && !through.some(({ node }) => node.holds(name)));
  if (left !== undefined && others.length === 0)
    throw new Refused(`line ${module.lineOf(left)} of ${fileName(module.snapshot.uri)} uses ${first}, which is imported only on the way to the module.`);
}

// Reached through something that is a name of its own, it cannot be followed.
function checkPlain(module: PythonModule, node: Node): void {
  let base: Node | undefined = node;
  while (base?.kind === 'attribute') base = base.child('object');
  const source = importsOf(module).find(({ alias }) => alias.child('name')?.text === base?.text);
  if (source === undefined || source.name !== undefined || hasOtherName(module, source.alias))
    throw new Refused(
      `line ${module.lineOf(node)} of ${fileName(module.snapshot.uri)} reaches it as ${module.quoted(node)}, which does not lead to its new place.`,
    );
}

function hasOtherName(module: PythonModule, alias: Node): boolean {
  return /\sas\s/.test(module.textOf(alias));
}

function boundAs(name: string, bound: string): string {
  return name === bound ? name : `${name} as ${bound}`;
}
