// The modules that use a declaration which has moved: their imports lead to its new place.
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import type { OffsetEdit, PythonModule } from '../syntax/pythonModule.ts';
import type { Node } from '../syntax/syntax.ts';
import { behind, type Imported, importsOf, withImports } from './imports.ts';
import { fileName, type ImportStyle, type ModuleNames } from './moduleNames.ts';
import { groupedAliases } from './moveTarget.ts';
import { withoutAliases } from './removal.ts';

export interface SymbolMove {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly names: ModuleNames;
  // Whether an import of everything from its old module has brought it so far, and does no more.
  readonly isLostByStar: boolean;
}

// `places` are offsets where the module uses it, as the engine knows them.
export function inUser(module: PythonModule, places: readonly number[], moving: SymbolMove): readonly OffsetEdit[] {
  const imports = importsOf(module);
  const { uri } = module.snapshot;
  const fromOld = (one: Imported) => one.name !== undefined && moving.names.find(uri, one.module)?.uri === moving.from;
  const taken = imports.filter((one) => one.name === moving.name && fromOld(one));
  const edits = groupedAliases(taken).flatMap(([statement, aliases]) => importedAnew(module, statement, aliases, moving));
  const through = places.flatMap((place) => throughModule(module, place, imports, moving));
  const stars = moving.isLostByStar && uri !== moving.to ? imports.filter((one) => one.name === '*' && fromOld(one)) : [];
  for (const { statement } of stars) edits.push(behind(module, statement, `from ${nameFor(module, statement.text, moving)} import ${moving.name}`));
  if (through.length === 0) return edits;
  const isBound = taken.some(({ alias }) => alias.child('name')?.text === moving.name) || stars.length > 0 || uri === moving.to;
  const [first] = through;
  const occupied = module.scopes.all.flatMap(({ names }) => names.get(moving.name) ?? [])[0];
  if (!isBound && occupied !== undefined && first !== undefined)
    throw new RefusedRefactoring(
      `line ${module.lineOf(first)} of ${fileName(uri)} uses it through its module, and ${moving.name} means something else on line ${module.lineOf(occupied)}.`,
    );
  const style = styleOf(module, imports, moving);
  return [
    ...edits,
    ...through.map(({ start, end }) => ({ start, end, text: moving.name })),
    ...(isBound ? [] : withImports(module, [`from ${moving.names.name(uri, moving.to, style)} import ${moving.name}`])),
  ];
}

// In place where it is all that the statement imports, else in a line behind it.
function importedAnew(module: PythonModule, statement: Node, aliases: readonly Node[], moving: SymbolMove): OffsetEdit[] {
  // It is at home there now.
  if (module.snapshot.uri === moving.to) return [...withoutAliases(module, statement, aliases)];
  const name = nameFor(module, statement.text, moving);
  const path = statement.children.find(({ kind }) => kind === 'path');
  const all = statement.children.filter(({ kind }) => kind === 'alias');
  if (all.length === aliases.length && path !== undefined) return [{ start: path.start, end: path.end, text: name }];
  const list = aliases.map((alias) => module.textOf(alias)).join(', ');
  return [...withoutAliases(module, statement, aliases), behind(module, statement, `from ${name} import ${list}`)];
}

function nameFor(module: PythonModule, old: string, { names, to }: SymbolMove): string {
  const { uri } = module.snapshot;
  if (old.startsWith('.')) return names.name(uri, to, { kind: 'relative' });
  const root = names.find(uri, old)?.root;
  return names.name(uri, to, root === undefined ? names.usualStyle(uri, to, undefined) : { kind: 'absolute', root });
}

function styleOf(module: PythonModule, imports: readonly Imported[], { names, from, to }: SymbolMove): ImportStyle {
  const { uri } = module.snapshot;
  const known = imports.find((one) => names.find(uri, one.module)?.uri === from || one.module.startsWith('.'));
  if (known?.module.startsWith('.')) return { kind: 'relative' };
  return names.usualStyle(uri, to, known === undefined ? undefined : names.find(uri, known.module)?.root);
}

// `cart.total` where `cart` is the old module: the whole of it.
function throughModule(module: PythonModule, place: number, imports: readonly Imported[], moving: SymbolMove): readonly Node[] {
  const { uri } = module.snapshot;
  for (const node of module.root.walk()) {
    if (node.kind !== 'attribute' || node.end - node.text.length !== place) continue;
    const path = dottedPath(module, node.child('object'), imports);
    if (path === undefined)
      throw new RefusedRefactoring(`line ${module.lineOf(node)} of ${fileName(uri)} uses it as ${module.quoted(node)}, of which nobody knows the module.`);
    return moving.names.find(uri, path)?.uri === moving.from ? [node] : [];
  }
  return [];
}

// The module that an expression of names and dots means, as an import would name it.
export function dottedPath(module: PythonModule, node: Node | undefined, imports: readonly Imported[]): string | undefined {
  if (node?.kind === 'attribute') {
    const object = dottedPath(module, node.child('object'), imports);
    return object === undefined ? undefined : joined(object, node.text);
  }
  if (node?.kind !== 'name') return undefined;
  const scope = module.scopes.boundIn(node);
  const source = imports.find(({ alias }) => alias.child('name')?.text === node.text && module.scopes.around(alias) === scope);
  if (source === undefined) return undefined;
  if (source.name !== undefined) return joined(source.module, source.name);
  // `import shop.cart` binds only `shop`.
  return module.textOf(source.alias).includes(' as ') ? source.module : node.text;
}

export function joined(module: string, name: string): string {
  return module.endsWith('.') ? `${module}${name}` : `${module}.${name}`;
}
