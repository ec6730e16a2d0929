// A module or a package of Python moves to another folder: whoever imports it writes its new path, and what it takes from outside it finds from there.
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import type { OffsetEdit, PythonModule } from '../syntax/pythonModule.ts';
import type { Node } from '../syntax/syntax.ts';
import { checkCycles, type Edge } from './importGraph.ts';
import { behind, type Imported, importsOf, isRunWhenRead, withImports } from './imports.ts';
import { moduleName, packageOf, shownName } from './moduleNames.ts';
import { type FollowedModule, hasOtherName, inUsers, isWhole, type ModuleMove, type ModuleUse, pathOf, usesOfModule } from './moduleUses.ts';
import { checkFree, checkLeads, checkOtherUses, checkPlaces, checkPlain, scopesAround } from './moveChecks.ts';
import { groupedAliases } from './moveTarget.ts';
import { joined } from './moveUsers.ts';
import { Relocation, type WrittenImport } from './relocation.ts';
import { withoutAliases } from './removal.ts';

// Throws RefusedRefactoring where an import cannot lead to the new place, or would make a cycle.
export async function movedModule(wish: ModuleMove): Promise<FollowedModule> {
  const { from, to, files, holders, read } = wish;
  const relocation = new Relocation(wish);
  await checkPlaces(wish, relocation);
  const added: Edge[] = [];
  const users = new Set([...files.filter((uri) => relocation.isMoved(uri)), ...holders]);
  const followed = await inUsers(wish, [...users], async (module) => {
    const uses = await usesOfModule(module, wish, relocation);
    const followedAliases = new Set(uses.flatMap((use) => (use.kind === 'through' ? [] : [use.imported.alias])));
    const others = importsOf(module).filter(({ alias }) => !followedAliases.has(alias));
    for (const other of others) checkLeads(module, other, relocation);
    added.push(...readAnew(module, uses, others, { from, relocation }));
    const edits = [...inUser(module, uses, { from, to, relocation }), ...(relocation.isMoved(module.snapshot.uri) ? inItself(module, others, relocation) : [])];
    return [...new Map(edits.map((edit) => [edit.start, edit])).values()].filter((edit) => module.textOf(edit) !== edit.text);
  });
  await checkCycles(added, relocation.before, read);
  return followed;
}

interface Target {
  readonly from: string;
  readonly to: string;
  readonly relocation: Relocation;
}

function readAnew(module: PythonModule, uses: readonly ModuleUse[], others: readonly Imported[], { from, relocation }: Omit<Target, 'to'>): readonly Edge[] {
  const { uri } = module.snapshot;
  const edges = (at: Node, target: string) =>
    relocation.packagesReadAnew(uri, target).map((package_) => ({ from: uri, to: package_, line: module.lineOf(at) }));
  const ofUses = uses.flatMap((use) => {
    if (use.kind === 'through') return edges(use.node, from);
    return isRunWhenRead(use.imported) ? edges(use.imported.statement, use.kind === 'path' ? use.meant : from) : [];
  });
  const ofOthers = others.filter(isRunWhenRead).flatMap((other) => {
    const { module: path, name, statement } = other;
    const found = (name === undefined ? undefined : relocation.before.find(uri, joined(path, name))) ?? relocation.before.find(uri, path);
    return found === undefined ? [] : edges(statement, found.uri);
  });
  return [...ofUses, ...ofOthers];
}

function inUser(module: PythonModule, uses: readonly ModuleUse[], target: Target): readonly OffsetEdit[] {
  const through = uses.filter((use) => use.kind === 'through');
  const paths = uses.filter((use) => use.kind === 'path');
  // `import tax.rates` and `import tax` bind the same name, which becomes a path in both.
  const isPath = through.some(({ node }) => node.kind === 'name');
  const edits = paths.flatMap(({ imported, meant }) => importedFrom(module, imported, { meant, isPath }, target));
  const taken = uses.flatMap((use) => (use.kind === 'taken' ? [use.imported] : []));
  for (const [statement, aliases] of groupedAliases(taken)) edits.push(...takenFrom(module, statement, aliases, target));
  for (const { node, path } of through) {
    checkPlain(module, node);
    edits.push({ start: node.start, end: node.end, text: newPath(module, node, path, target.from, target) });
  }
  const whole = paths.filter(({ imported }) => isWhole(module, imported) || (isPath && isBare(module, imported)));
  for (const { imported } of whole) checkOtherUses(module, imported, through, newPath(module, imported.alias, imported.module, target.from, target));
  const scopes = new Set(whole.map(({ imported }) => module.scopes.around(imported.alias)));
  const [unbound] = through.filter(({ node }) => !scopesAround(module, node).some((scope) => scopes.has(scope)));
  if (unbound !== undefined) edits.push(...withImports(module, [`import ${newPath(module, unbound.node, unbound.path, target.from, target)}`]));
  const written = [...through, ...whole.map(({ imported }) => ({ node: imported.alias, path: imported.module }))];
  const nodes = written.map(({ node }) => node);
  const [first] = written;
  if (first !== undefined) checkFree(module, newPath(module, first.node, first.path, target.from, target).split('.')[0] ?? '', nodes);
  return edits;
}

// `from shop.tax import rate`, `import shop.tax as tax`, `import shop.tax`, `import tax`
function importedFrom(
  module: PythonModule,
  imported: Imported,
  { meant, isPath }: { readonly meant: string; readonly isPath: boolean },
  target: Target,
): readonly OffsetEdit[] {
  const { alias, statement, name } = imported;
  const fresh = newPath(module, alias, imported.module, meant, target);
  if (name !== undefined) {
    const { start, end } = pathOf(imported);
    return [{ start, end, text: fresh }];
  }
  const end = alias.start + imported.module.length;
  if (module.text.slice(alias.start, end) !== imported.module)
    throw new RefusedRefactoring(`line ${module.lineOf(alias)} of ${shownName(module.snapshot.uri)} writes its name in a way that is not followed.`);
  const keepsName = !isPath && isBare(module, imported);
  if (!keepsName || !fresh.includes('.'))
    return [{ start: alias.start, end, text: keepsName && fresh !== imported.module ? `${fresh} as ${imported.module}` : fresh }];
  const [, package_ = '', last = ''] = /^(.*)\.([^.]*)$/.exec(fresh) ?? [];
  return instead(module, statement, [alias], `from ${package_} import ${boundAs(last, imported.module)}`);
}

// `import tax`
function isBare(module: PythonModule, { name, module: path, alias }: Imported): boolean {
  return name === undefined && !path.includes('.') && !hasOtherName(module, alias);
}

// `from shop import tax`
function takenFrom(module: PythonModule, statement: Node, aliases: readonly Node[], { from, to, relocation }: Target): readonly OffsetEdit[] {
  const { uri } = module.snapshot;
  const [old, fresh] = [moduleName(from), moduleName(to)];
  const taken = aliases.map(({ start, end }, index) => ({ start, end, text: boundAs(fresh, aliases[index]?.child('name')?.text ?? old) }));
  const list = taken.map(({ text }) => text).join(', ');
  const written = { path: statement.text, meaning: joined(statement.text, old) };
  const package_ = `${packageOf(to)}/__init__.py`;
  if (packageOf(to) === relocation.root(uri, written, package_)) return instead(module, statement, aliases, `import ${list}`);
  const path = pathAt(module, statement, written, package_, relocation);
  const place = statement.children.find(({ kind }) => kind === 'path');
  if (place === undefined || !isAll(statement, aliases)) return instead(module, statement, aliases, `from ${path} import ${list}`);
  return [{ start: place.start, end: place.end, text: path }, ...taken];
}

// A statement of its own, in place of the old one if that imported nothing else.
function instead(module: PythonModule, statement: Node, aliases: readonly Node[], line: string): readonly OffsetEdit[] {
  if (isAll(statement, aliases)) return [{ start: statement.start, end: statement.end, text: line }];
  return [...withoutAliases(module, statement, aliases), behind(module, statement, line)];
}

function isAll(statement: Node, aliases: readonly Node[]): boolean {
  return statement.children.filter(({ kind }) => kind === 'alias').length === aliases.length;
}

// What leads out of what moves.
function inItself(module: PythonModule, others: readonly Imported[], relocation: Relocation): readonly OffsetEdit[] {
  const { uri } = module.snapshot;
  return others
    .filter((other) => other.module.startsWith('.') && !relocation.staysWithin(uri, other.module))
    .map((other) => {
      const inner = other.name === undefined ? undefined : relocation.before.find(uri, joined(other.module, other.name));
      const meant = relocation.before.find(uri, other.module)?.uri ?? (inner === undefined ? undefined : `${packageOf(inner.uri)}/__init__.py`);
      if (meant === undefined)
        throw new RefusedRefactoring(
          `${other.module}, which line ${module.lineOf(other.statement)} of ${shownName(uri)} imports, is no module of the project.`,
        );
      const { start, end } = pathOf(other);
      return { start, end, text: pathAt(module, other.statement, { path: other.module, meaning: other.module }, meant, relocation) };
    });
}

// `path` is what leads to the module in its old place.
function newPath(module: PythonModule, at: Node, path: string, meant: string, { relocation }: Target): string {
  return pathAt(module, at, { path, meaning: path }, relocation.newPlace(meant), relocation);
}

function pathAt(module: PythonModule, at: Node, written: WrittenImport, target: string, relocation: Relocation): string {
  const { uri } = module.snapshot;
  try {
    return relocation.path(uri, written, target);
  } catch (error) {
    if (!(error instanceof RefusedRefactoring)) throw error;
    throw new RefusedRefactoring(`line ${module.lineOf(at)} of ${shownName(uri)} imports it, and ${error.message}`);
  }
}

function boundAs(name: string, bound: string): string {
  return name === bound ? name : `${name} as ${bound}`;
}
