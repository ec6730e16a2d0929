// The module that a declaration moves to: what it must import, and where the declaration goes in it.
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import type { OffsetEdit, PythonModule } from '../syntax/pythonModule.ts';
import type { Node } from '../syntax/syntax.ts';
import { checkedBlock, headOf, type Imported, importsOf, withImports } from './imports.ts';
import { fileName, type ImportStyle, type ModuleNames } from './moduleNames.ts';
import type { MovedSymbol } from './movedSymbol.ts';
import { withoutAliases } from './removal.ts';

export interface Needs {
  // Import statements for its beginning, and those that only type checkers read.
  readonly lines: readonly string[];
  readonly checked: readonly string[];
  // The names they bind, each with what it is.
  readonly names: ReadonlyMap<string, { readonly uri: string | undefined; readonly module: string; readonly name: string | undefined }>;
}

// Everything that the symbol must be able to see from its new module.
export function needsAt(symbol: MovedSymbol, target: string, names: ModuleNames, style: ImportStyle): Needs {
  const from = symbol.module.snapshot.uri;
  const lines: string[] = [];
  const checked: string[] = [];
  const bound = new Map<string, { uri: string | undefined; module: string; name: string | undefined }>();
  for (const source of symbol.imported) {
    const found = names.find(from, source.module);
    const isRelative = source.module.startsWith('.');
    if (isRelative && found === undefined)
      throw new RefusedRefactoring(`${source.module} (line ${symbol.module.lineOf(source.statement)}) is no module of the project.`);
    const alias = source.alias.child('name')?.text ?? source.alias.text;
    // It already is where the symbol goes.
    if (found?.uri === target && source.name !== undefined) {
      if (alias !== source.name) throw new RefusedRefactoring(`${source.name} is called ${alias} here, and stands in ${fileName(target)} itself.`);
      continue;
    }
    const module = isRelative && found !== undefined ? names.name(target, found.uri, { kind: 'relative' }) : source.module;
    bound.set(alias, { uri: found?.uri, module, name: source.name });
    (source.when === 'checked' ? checked : lines).push(importLine(source, module, alias));
  }
  if (symbol.siblings.size > 0) {
    const module = names.name(target, from, style);
    lines.push(`from ${module} import ${[...symbol.siblings.keys()].sort().join(', ')}`);
    for (const name of symbol.siblings.keys()) bound.set(name, { uri: from, module, name });
  }
  return { lines, checked, names: bound };
}

// The text of a module that holds only the symbol.
export function newModule(symbol: MovedSymbol, { lines, checked }: Needs): string {
  const nl = symbol.module.lineBreak;
  const future = symbol.hasAnnotations && hasFutureAnnotations(symbol.module) ? ['from __future__ import annotations', ''] : [];
  const plain = checked.length > 0 && !lines.includes('from typing import TYPE_CHECKING') ? ['from typing import TYPE_CHECKING', ...lines] : lines;
  const guarded = checked.length === 0 ? [] : ['', 'if TYPE_CHECKING:', ...checked.map((line) => `${symbol.module.indentUnit}${line}`)];
  const head = [...future, ...plain, ...guarded];
  while (head.at(-1) === '') head.pop();
  return [...head, ...(head.length > 0 ? ['', ''] : []), symbol.text, ''].join(nl);
}

// What changes in a module that is already there.
export function inExisting(symbol: MovedSymbol, target: PythonModule, needs: Needs, names: ModuleNames): readonly OffsetEdit[] {
  if (symbol.hasAnnotations && hasFutureAnnotations(symbol.module) !== hasFutureAnnotations(target))
    throw new RefusedRefactoring(
      `only one of ${fileName(symbol.module.snapshot.uri)} and ${fileName(target.snapshot.uri)} imports annotations from __future__, so its annotations would mean something else.`,
    );
  const own = importsOf(target);
  const from = symbol.module.snapshot.uri;
  const ofSymbol = own.filter(({ module, name }) => name === symbol.name && names.find(target.snapshot.uri, module)?.uri === from);
  checkUnbound(target, symbol.name, ofSymbol);
  const isThere = (name: string) => {
    const wanted = needs.names.get(name);
    const known = own.filter(({ alias }) => alias.child('name')?.text === name);
    const isSame = known.some(
      (one) =>
        one.name === wanted?.name &&
        (one.module === wanted?.module || (wanted?.uri !== undefined && names.find(target.snapshot.uri, one.module)?.uri === wanted.uri)),
    );
    if (!isSame) checkUnbound(target, name, []);
    return isSame;
  };
  const missing = new Set([...needs.names.keys()].filter((name) => !isThere(name)));
  const wanted = (line: string) => missing.size > 0 && boundBy(line).some((name) => missing.has(name));
  const lines = needs.lines.filter(wanted).map((line) => onlyMissing(line, missing));
  const checked = needs.checked.filter(wanted);
  return [
    ...withChecked(target, lines, checked),
    ...groupedAliases(ofSymbol).flatMap(([statement, aliases]) => withoutAliases(target, statement, aliases)),
    insertion(symbol, target),
  ];
}

function hasFutureAnnotations(module: PythonModule): boolean {
  return importsOf(module).some(({ module: name, name: taken }) => name === '__future__' && taken === 'annotations');
}

export function groupedAliases(imported: readonly Imported[]): readonly (readonly [Node, readonly Node[]])[] {
  const statements = [...new Set(imported.map(({ statement }) => statement))];
  return statements.map((statement) => [statement, imported.filter((one) => one.statement === statement).map(({ alias }) => alias)] as const);
}

function importLine(source: Imported, module: string, alias: string): string {
  if (source.name !== undefined) return `from ${module} import ${source.name}${alias === source.name ? '' : ` as ${alias}`}`;
  return `import ${module}${alias === module.split('.')[0] ? '' : ` as ${alias}`}`;
}

function checkUnbound(target: PythonModule, name: string, allowed: readonly Imported[]): void {
  const places = target.scopes.all.flatMap((scope) => {
    const meant = target.scopes.lookup(name, scope);
    return meant === undefined || meant === target.scopes.module ? (scope.names.get(name) ?? []) : [];
  });
  const bindings = target.scopes.bindings(name, target.scopes.module);
  const isOnlyAllowed = bindings.length > 0 && bindings.every((binding) => allowed.some(({ alias }) => alias.holds(binding)));
  const [taken] = places;
  if (taken !== undefined && !isOnlyAllowed)
    throw new RefusedRefactoring(`${name} already means something in ${fileName(target.snapshot.uri)} (line ${target.lineOf(taken)}).`);
}

function boundBy(line: string): readonly string[] {
  const [, list = ''] = /\bimport (.*)$/.exec(line) ?? [];
  return list.split(', ').map((part) => part.split(' as ').at(-1)?.split('.')[0] ?? part);
}

function onlyMissing(line: string, missing: ReadonlySet<string>): string {
  const [, head = '', list = ''] = /^(from \S+ import )(.*)$/.exec(line) ?? [];
  if (head === '') return line;
  return `${head}${list
    .split(', ')
    .filter((part) => missing.has(part.split(' as ').at(-1) ?? part))
    .join(', ')}`;
}

function withChecked(target: PythonModule, lines: readonly string[], checked: readonly string[]): readonly OffsetEdit[] {
  if (checked.length === 0) return withImports(target, lines);
  const block = checkedBlock(target);
  const last = block?.children.at(-1);
  if (block !== undefined && last !== undefined && block.text !== 'inline') {
    const at = last.end + target.text.slice(last.end).search(/[\r\n]|$/);
    const indent = target.indentOf(block) ?? target.indentUnit;
    return [...withImports(target, lines), { start: at, end: at, text: checked.map((line) => `${target.lineBreak}${indent}${line}`).join('') }];
  }
  const hasFlag = importsOf(target).some(({ module, name }) => module === 'typing' && name === 'TYPE_CHECKING');
  const guarded = ['', 'if TYPE_CHECKING:', ...checked.map((line) => `${target.indentUnit}${line}`)];
  return withImports(target, [...(hasFlag ? [] : ['from typing import TYPE_CHECKING']), ...lines, ...guarded]);
}

// At the end, but before what is run as a script; right behind the imports where the module itself uses it while it is read.
function insertion(symbol: MovedSymbol, target: PythonModule): OffsetEdit {
  const nl = target.lineBreak;
  const { children } = target.root;
  const used = children.filter((statement) =>
    [...eager(statement)].some((node) => node.kind === 'name' && node.text === symbol.name && node.access === 'read'),
  );
  const head = headOf(target);
  const first =
    used.length > 0
      ? children[head.length]
      : children.find((statement) => statement.kind === 'if' && /__name__/.test(target.textOf(statement.child('condition') ?? statement)));
  if (first !== undefined) {
    const at = target.withComments(first);
    return { start: at, end: at, text: `${symbol.text}${nl}${nl}${nl}` };
  }
  const body = target.text.trimEnd();
  const text = body === '' || body === '\ufeff' ? `${symbol.text}${nl}` : `${nl}${nl}${nl}${symbol.text}${nl}`;
  return { start: body.length, end: target.text.length, text };
}

// What is evaluated while the module is read.
function* eager(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children) if (!(['function', 'lambda'].includes(node.kind) && child.role === 'body')) yield* eager(child);
}
