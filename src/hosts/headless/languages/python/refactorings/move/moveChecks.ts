// What a module of Python would be hidden by in its new place, or would hide there: each is a reason not to move it.
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import { checkName, type PythonModule } from '../syntax/pythonModule.ts';
import { binds, type PythonScope } from '../syntax/scopes.ts';
import type { Node } from '../syntax/syntax.ts';
import { type Imported, importsOf } from './imports.ts';
import { folderOf, isInside, moduleName, packageOf, shownName } from './moduleNames.ts';
import { hasOtherName, type ModuleMove } from './moduleUses.ts';
import { joined } from './moveUsers.ts';
import type { Relocation } from './relocation.ts';

// What else has its name: in the new place, and where the engine cannot distinguish them in the old one.
export async function checkPlaces({ from, to, files, rootUri, read }: ModuleMove, { before }: Relocation): Promise<void> {
  const isNamespace = !files.includes(from);
  const name = moduleName(to);
  if (!isNamespace) checkName(name);
  if (from === `${rootUri}/src/__init__.py`) throw new RefusedRefactoring('src is searched for modules, and whoever imports them from there does not name it.');
  const place = `${packageOf(to)}/${name}`;
  const [twin] = files.filter((uri) => [`${place}.py`, `${place}.pyi`, `${place}/__init__.py`].includes(uri));
  if (twin !== undefined) throw new RefusedRefactoring(`${shownName(twin)} is there already, and both would be imported by one name.`);
  for (let folder = packageOf(to); isInside(folder, rootUri) && !files.includes(`${folder}/__init__.py`); folder = folderOf(folder))
    if (files.includes(`${folder}.py`))
      throw new RefusedRefactoring(`${shownName(`${folder}.py`)} is imported by the name of the folder, and hides what is in it.`);
  for (const module of isNamespace ? [from, to] : [to]) {
    const package_ = await read(`${packageOf(module)}/__init__.py`);
    if (package_ === undefined) continue;
    const { uri } = package_.snapshot;
    const own = importsOf(package_).filter((one) => one.name !== undefined && before.find(uri, joined(one.module, one.name))?.uri === from);
    checkOnly(package_, moduleName(module), package_.scopes.module, own);
  }
}

// An import that nobody changes leads where it led.
export function checkLeads(module: PythonModule, { module: path, statement }: Imported, relocation: Relocation): void {
  const { uri } = module.snapshot;
  if (path.startsWith('.')) return;
  const [was, is] = [relocation.before.find(uri, path)?.uri, relocation.after.find(relocation.newPlace(uri), path)?.uri];
  if (was === is) return;
  const what = `line ${module.lineOf(statement)} of ${shownName(uri)} imports ${path}`;
  throw new RefusedRefactoring(
    was === undefined && is !== undefined ? `${what}, which would lead to ${shownName(is)}.` : `${what} from a folder that is not searched from its new place.`,
  );
}

// The first name of its path may be used for more than the way to the module.
export function checkOtherUses(module: PythonModule, imported: Imported, through: readonly { readonly node: Node }[], path: string): void {
  const [first = ''] = imported.module.split('.');
  if (path.startsWith(`${first}.`)) return;
  const others = importsOf(module).filter((one) => one.statement !== imported.statement && one.alias.child('name')?.text === first);
  const scope = module.scopes.around(imported.alias);
  const [left] = module.scopes.occurrences(first, scope).filter((name) => name.access === 'read' && !through.some(({ node }) => node.holds(name)));
  if (left !== undefined && others.length === 0)
    throw new RefusedRefactoring(
      `line ${module.lineOf(left)} of ${shownName(module.snapshot.uri)} uses ${first}, which is imported only on the way to the module.`,
    );
}

// Reached through something that is a name of its own, it cannot be followed.
export function checkPlain(module: PythonModule, node: Node): void {
  let base: Node | undefined = node;
  while (base?.kind === 'attribute') base = base.child('object');
  const source = importsOf(module).find(({ alias }) => alias.child('name')?.text === base?.text);
  if (source === undefined || source.name !== undefined || hasOtherName(module, source.alias))
    throw new RefusedRefactoring(
      `line ${module.lineOf(node)} of ${shownName(module.snapshot.uri)} reaches it as ${module.quoted(node)}, which does not lead to its new place.`,
    );
}

// The first name of its new path means nothing else where that is written.
export function checkFree(module: PythonModule, name: string, places: readonly Node[]): void {
  const own = importsOf(module).filter((one) => one.name === undefined && one.module.split('.')[0] === name && !hasOtherName(module, one.alias));
  for (const scope of new Set(places.flatMap((place) => scopesAround(module, place)))) checkOnly(module, name, scope, own);
}

// From the inside out.
export function scopesAround(module: PythonModule, node: Node): readonly PythonScope[] {
  const found: PythonScope[] = [];
  for (let scope: PythonScope | undefined = module.scopes.around(node); scope !== undefined; scope = scope.outer) found.push(scope);
  return found;
}

function checkOnly(module: PythonModule, name: string, scope: PythonScope, own: readonly Imported[]): void {
  const other = scope.names.get(name)?.find((node) => binds(node) && !own.some(({ alias }) => alias.holds(node)));
  if (other !== undefined)
    throw new RefusedRefactoring(`line ${module.lineOf(other)} of ${shownName(module.snapshot.uri)} gives the name ${name} to something else.`);
}
