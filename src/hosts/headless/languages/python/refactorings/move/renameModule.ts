// A module of Python gets another name in its folder: whoever imports it, or reaches it through its package, writes the new one.

import type { OffsetEdit, PythonModule } from '../syntax/pythonModule.ts';
import type { Imported } from './imports.ts';
import { fileName, moduleName } from './moduleNames.ts';
import { type FollowedModule, inUsers, type ModuleMove, usesOfModule } from './moduleUses.ts';
import { Relocation } from './relocation.ts';

// Whether it can be known here: one file, no package before or after, and no stub beside it.
export function isPlainRename(from: string, to: string, files: readonly string[]): boolean {
  const isName = /^[\p{ID_Start}_][\p{ID_Continue}]*\.py$/u.test(fileName(to)) && fileName(to) !== '__init__.py';
  return from.endsWith('.py') && isName && !/^__\w+__\.py$/.test(fileName(from)) && !files.includes(`${from}i`);
}

export async function renamedModule(wish: ModuleMove): Promise<FollowedModule> {
  const relocation = new Relocation(wish);
  const gaps: string[] = [];
  const followed = await inUsers(wish, wish.holders, async (module) => {
    const edits = distinct(await editsIn(module, wish, relocation));
    // Blanks within a path put it elsewhere.
    const odd = edits.find((edit) => module.textOf(edit) !== moduleName(wish.from));
    if (odd === undefined) return edits;
    gaps.push(`line ${module.lineOf(odd)} of ${fileName(module.snapshot.uri)} writes its name in a way that is not followed.`);
    return [];
  });
  return { operations: followed.operations, gaps: [...followed.gaps, ...gaps] };
}

async function editsIn(module: PythonModule, wish: ModuleMove, relocation: Relocation): Promise<readonly OffsetEdit[]> {
  const [old, fresh] = [moduleName(wish.from), moduleName(wish.to)];
  const edits: OffsetEdit[] = [];
  for (const use of await usesOfModule(module, wish, relocation)) {
    if (use.kind === 'taken' || (use.kind === 'path' && use.imported.name === undefined && use.imported.module === old))
      edits.push(...boundAnew(module, use.imported, old, fresh));
    else {
      const end = use.kind === 'path' ? use.end : use.node.end;
      edits.push({ start: end - old.length, end, text: fresh });
    }
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

function distinct(edits: readonly OffsetEdit[]): readonly OffsetEdit[] {
  return edits.filter((edit, index) => edits.findIndex(({ start }) => start === edit.start) === index).toSorted((a, b) => a.start - b.start);
}
