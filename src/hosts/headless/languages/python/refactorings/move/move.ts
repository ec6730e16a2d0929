// Moves a function, class or variable of a Python module to another: what it needs goes along, and whoever uses it imports it from there.
import type { FileOperation } from '../../../../../../ide/workspaceEdit.ts';
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import type { OffsetEdit, PythonModule } from '../syntax/pythonModule.ts';
import type { Node } from '../syntax/syntax.ts';
import { checkCycles, type Edge } from './importGraph.ts';
import { type Imported, importsOf, withImports } from './imports.ts';
import { fileName, type ImportStyle, ModuleNames } from './moduleNames.ts';
import { type MovedSymbol, movedSymbol } from './movedSymbol.ts';
import { inExisting, needsAt, newModule } from './moveTarget.ts';
import { inUser, type SymbolMove } from './moveUsers.ts';
import { withoutAliases, withoutLines, withoutStatement } from './removal.ts';

export interface MoveWish {
  readonly source: PythonModule;
  readonly name: Node;
  readonly to: string;
  readonly rootUri: string;
  // Every Python file of the project.
  readonly files: readonly string[];
  // Offsets where the engine knows uses, by file.
  readonly uses: ReadonlyMap<string, readonly number[]>;
  // Files that may import everything from the module.
  readonly neighbours: readonly string[];
  // Undefined for a file that is not there or cannot be read.
  read(uri: string): Promise<PythonModule | undefined>;
}

export interface MoveResult {
  readonly operations: readonly FileOperation[];
  readonly notes: readonly string[];
}

export async function move(wish: MoveWish): Promise<MoveResult> {
  const { source, to } = wish;
  const from = source.snapshot.uri;
  checkFiles(wish);
  const names = new ModuleNames([...wish.files, to], wish.rootUri);
  const symbol = movedSymbol(source, wish.name);
  const target = await wish.read(to);
  const users = await usersOf(wish, names);
  const style = styleBetween(symbol, to, names, users);
  const needs = needsAt(symbol, to, names, style);
  const listed = listedIn(source, symbol.name);
  const staysImported = symbol.usesLeft.some((node) => !isListing(node, listed));
  if (staysImported && symbol.siblings.size > 0) throw circular(symbol, to);
  const moving: SymbolMove = { name: symbol.name, from, to, names, isLostByStar: !staysImported && isStarred(source, symbol.name, listed) };
  const edits = new Map<PythonModule, readonly OffsetEdit[]>();
  edits.set(source, sourceEdits(symbol, { staysImported, listed, users, importLine: `from ${names.name(from, to, style)} import ${symbol.name}` }));
  const operations: FileOperation[] = [];
  if (target === undefined) operations.push({ kind: 'create', uri: to, text: newModule(symbol, needs), ifExists: 'fail' });
  else edits.set(target, merged([...inExisting(symbol, target, needs, names), ...inUser(target, wish.uses.get(to) ?? [], moving)]));
  for (const user of users) {
    const own = inUser(user, wish.uses.get(user.snapshot.uri) ?? [], moving);
    if (own.length > 0) edits.set(user, own);
  }
  const added = newEdges(symbol, to, needs.names, staysImported, [...edits.keys()]);
  await checkCycles(added, names, wish.read);
  for (const [module, own] of edits)
    if (own.length > 0) operations.push({ kind: 'edit', uri: module.snapshot.uri, edits: own.map((edit) => module.textEdit(edit)), basis: module.text });
  return { operations, notes: notesOf(symbol, to) };
}

function checkFiles({ source, to, files }: MoveWish): void {
  const from = source.snapshot.uri;
  if (to === from) throw new RefusedRefactoring('it is in that file already.');
  if (!to.endsWith('.py')) throw new RefusedRefactoring(`${fileName(to)} is no Python module.`);
  const stub = [from, to].map((uri) => `${uri}i`).find((uri) => files.includes(uri));
  if (stub !== undefined || !from.endsWith('.py')) throw new RefusedRefactoring(`${fileName(stub ?? from)} is a stub, which would have to change too.`);
}

async function usersOf({ uses, neighbours, source, to, read }: MoveWish, names: ModuleNames): Promise<readonly PythonModule[]> {
  const users: PythonModule[] = [];
  for (const uri of new Set([...uses.keys(), ...neighbours])) {
    if (uri === source.snapshot.uri || uri === to || !uri.endsWith('.py')) continue;
    const module = await read(uri);
    const isUser =
      uses.has(uri) || (module !== undefined && importsOf(module).some((one) => one.name === '*' && names.find(uri, one.module)?.uri === source.snapshot.uri));
    if (module !== undefined && isUser) users.push(module);
    else if (module === undefined && uses.has(uri)) throw new RefusedRefactoring(`${fileName(uri)} uses it and cannot be read.`);
  }
  return users;
}

// As the two modules, or those that use the one, name each other already.
function styleBetween(symbol: MovedSymbol, to: string, names: ModuleNames, users: readonly PythonModule[]): ImportStyle {
  const from = symbol.module.snapshot.uri;
  if (importsOf(symbol.module).some(({ module }) => module.startsWith('.')) && names.isPackaged(from)) return { kind: 'relative' };
  const roots = users.flatMap((user) => importsOf(user).flatMap((one) => names.find(user.snapshot.uri, one.module) ?? [])).filter(({ uri }) => uri === from);
  return names.usualStyle(from, to, roots.find(({ root }) => root !== undefined)?.root);
}

interface SourceChange {
  readonly staysImported: boolean;
  readonly listed: readonly Node[];
  readonly users: readonly PythonModule[];
  readonly importLine: string;
}

function sourceEdits(symbol: MovedSymbol, { staysImported, listed, users, importLine }: SourceChange): readonly OffsetEdit[] {
  const { module, statement } = symbol;
  const unused = unusedImports(symbol, users);
  const edits = [removal(module, statement), ...grouped(unused).flatMap(([importing, aliases]) => withoutAliases(module, importing, aliases))];
  if (staysImported) return merged([...edits, ...withImports(module, [importLine])]);
  return withTidyEnd(module, merged([...edits, ...listed.map((entry) => withoutEntry(module, entry))]));
}

// Where the last of a module goes, it ends with the last line that stays; where nothing stays, it is empty.
function withTidyEnd(module: PythonModule, edits: readonly OffsetEdit[]): readonly OffsetEdit[] {
  const { text, lineBreak } = module;
  const last = edits.at(-1);
  if (last === undefined || last.end !== text.length || last.text.trim() !== '') return edits;
  const others = edits.slice(0, -1);
  let start = last.start;
  for (;;) {
    const before = others.findLast((edit) => edit.end >= start && edit.start < start && edit.text === '')?.start;
    const stays = text.slice(0, before ?? start).trimEnd().length;
    if (stays === start) break;
    start = stays;
  }
  return [...others.filter((edit) => edit.start < start), { start, end: text.length, text: start === 0 ? '' : lineBreak }];
}

// A variable is taken away like a definition: with its comment, and with one of the gaps around it.
function removal(module: PythonModule, statement: Node): OffsetEdit {
  const start = module.withComments(statement);
  const end = module.lineEnd(statement.end);
  const before = module.text.slice(0, start).trimEnd();
  if (before !== '' && module.text.slice(end).trim() === '') return { start: before.length, end: module.text.length, text: module.lineBreak };
  return statement.kind === 'assign' ? withoutLines(module, start, end) : withoutStatement(module, statement);
}

// Imports that only the symbol has used, unless somebody may take them from this module.
function unusedImports(symbol: MovedSymbol, users: readonly PythonModule[]): readonly Imported[] {
  const { module, statement } = symbol;
  if (fileName(module.snapshot.uri) === '__init__.py') return [];
  return symbol.imported.filter(({ alias }) => {
    const name = alias.child('name');
    if (name === undefined || (/ as /.test(module.textOf(alias)) && alias.text === name.text)) return false;
    const isUsed = module.scopes.occurrences(name.text, module.scopes.module).some((node) => node.access === 'read' && !statement.holds(node));
    const isNamed = [...module.root.walk()].some(
      (node) => node.kind === 'string' && !statement.holds(node) && new RegExp(`\\b${name.text}\\b`).test(node.text),
    );
    return !isUsed && !isNamed && !users.some((user) => takes(user, name.text));
  });
}

// Whether a module may take this name from another.
function takes(user: PythonModule, name: string): boolean {
  return (
    importsOf(user).some((one) => one.name === name || one.name === '*') ||
    [...user.root.walk()].some((node) => node.kind === 'attribute' && node.text === name)
  );
}

function grouped(imported: readonly Imported[]): readonly (readonly [Node, readonly Node[]])[] {
  const statements = [...new Set(imported.map(({ statement }) => statement))];
  return statements.map((statement) => [statement, imported.filter((one) => one.statement === statement).map(({ alias }) => alias)] as const);
}

// Its entry in __all__.
function listedIn(module: PythonModule, name: string): readonly Node[] {
  const found = module.scopes.bindings('__all__', module.scopes.module).flatMap((binding) => [...(binding.parent?.walk() ?? [])]);
  return found.filter((node) => node.kind === 'string' && node.children.length === 0 && /^['"](.*)['"]$/.exec(node.text)?.[1] === name);
}

function isListing(node: Node, listed: readonly Node[]): boolean {
  return listed.some((entry) => entry.holds(node));
}

function withoutEntry(module: PythonModule, entry: Node): OffsetEdit {
  const siblings = entry.parent?.children ?? [];
  const index = siblings.indexOf(entry);
  const next = siblings[index + 1];
  if (next !== undefined) return { start: entry.start, end: next.start, text: '' };
  const before = siblings[index - 1];
  const comma = /^\s*,/.exec(module.text.slice(entry.end))?.[0].length ?? 0;
  return before === undefined ? { start: entry.start, end: entry.end + comma, text: '' } : { start: before.end, end: entry.end, text: '' };
}

function isStarred(module: PythonModule, name: string, listed: readonly Node[]): boolean {
  return module.scopes.bindings('__all__', module.scopes.module).length > 0 ? listed.length > 0 : !name.startsWith('_');
}

function circular(symbol: MovedSymbol, to: string): RefusedRefactoring {
  const [name, place] = [...symbol.siblings][0] ?? [];
  const { module } = symbol;
  const [use] = symbol.usesLeft;
  const lines = `line ${place === undefined ? '?' : module.lineOf(place)} uses ${name ?? 'it'} of ${fileName(module.snapshot.uri)}, whose line ${use === undefined ? '?' : module.lineOf(use)} uses ${symbol.name}`;
  return new RefusedRefactoring(`${lines}: ${fileName(to)} and ${fileName(module.snapshot.uri)} would import each other, a cycle.`);
}

function newEdges(
  symbol: MovedSymbol,
  to: string,
  bound: ReadonlyMap<string, { readonly uri: string | undefined }>,
  staysImported: boolean,
  changed: readonly PythonModule[],
): readonly Edge[] {
  const from = symbol.module.snapshot.uri;
  const needed = [...bound.values()].flatMap(({ uri }) => (uri === undefined ? [] : [{ from: to, to: uri }]));
  const users = changed.map(({ snapshot }) => snapshot.uri).filter((uri) => uri !== from && uri !== to);
  return [...needed, ...users.map((uri) => ({ from: uri, to })), ...(staysImported ? [{ from, to }] : [])];
}

function notesOf(symbol: MovedSymbol, to: string): readonly string[] {
  const decorators = symbol.statement.all('decorator').filter((decorator) => [...decorator.walk()].some(({ kind }) => kind === 'call'));
  return decorators.length === 0
    ? []
    : [`Its decorator ${symbol.module.quoted(decorators[0] ?? symbol.statement)} is called when ${fileName(to)} is imported.`];
}

// What two reasons take away is taken away once: the gap before the last declaration may begin in the line of an import that goes too.
function merged(edits: readonly OffsetEdit[]): readonly OffsetEdit[] {
  const joined: OffsetEdit[] = [];
  for (const edit of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const last = joined.at(-1);
    const isAgain = last !== undefined && last.start === edit.start && last.end === edit.end && last.text === edit.text;
    if (last === undefined || (edit.start >= last.end && !isAgain)) joined.push(edit);
    else if (!isAgain) joined.splice(-1, 1, { start: last.start, end: Math.max(last.end, edit.end), text: last.text + edit.text });
  }
  return joined;
}
