// Statements or an expression become a function: what they read comes in, what is used later goes out, and every way through them stays.
import type { Refactoring } from '../../../../../../ide/refactorings.ts';
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import { leaves, loopsAround, runWith } from '../inline/flow.ts';
import { standing } from '../syntax/parentheses.ts';
import { checkName, type OffsetEdit, type PythonModule } from '../syntax/pythonModule.ts';
import { binds, type PythonScope } from '../syntax/scopes.ts';
import { type SelectedCode, selectionIn } from '../syntax/selection.ts';
import { type Node, statementOf } from '../syntax/syntax.ts';
import { type Input, type SelectionVariables, variablesOf } from '../syntax/variables.ts';
import { checkFree } from './extractVariable.ts';

type Wanted = Extract<Refactoring, { kind: 'extractFunction' }>;

export interface ExtractedFunction {
  readonly edits: readonly OffsetEdit[];
  // Where `self.name` would be written, for whoever can look whether a base class has that name.
  readonly member?: { readonly at: number; readonly receiver: string };
}

// The method that a selection stands in, with what its first parameter is called.
interface Method {
  readonly node: Node;
  readonly receiver: string;
  readonly decorator: string;
}

export function extractFunction(module: PythonModule, { range, name }: Wanted): ExtractedFunction {
  checkName(name);
  const selection = selectionIn(module, module.span(range));
  checkSelection(module, selection);
  const owner = ownerOf(module, selection);
  const method = methodAround(module, selection, owner);
  if (method !== undefined) checkClass(module, selection, owner);
  const returns = returnsIn(selection);
  checkReturns(module, selection, returns);
  const variables = variablesOf(module, selection, owner, method?.receiver);
  checkPlace(module, name, selection, method);
  const isAsync = selection.nodes.some((node) => [...runWith(node)].some(isAsynchronous));
  const isReturned = returns.length > 0 || raises(selection, owner);
  const results = isReturned ? [] : variables.results;
  const call = `${isAsync ? 'await ' : ''}${method === undefined ? '' : `${method.receiver}.`}${name}(${variables.inputs.map((input) => input.name).join(', ')})`;
  const kept = keptGlobals(selection, owner);
  const declaration = kept.length === 0 ? '' : `global ${kept.join(', ')}${module.lineBreak}${module.indentOf(selection.first) ?? ''}`;
  const replacement = selection.isExpression ? inPlace(call, isAsync, selection.first) : `${declaration}${statementText(call, isReturned, results)}`;
  const at = insertionAt(module, selection, owner, method);
  const made = definition(module, selection, { name, method, isAsync, variables, results, at });
  return {
    // What is put before the selection may begin where it does.
    edits: [placed(module, selection, owner, method, made), module.replacing(selection, replacement)],
    ...(method !== undefined && { member: { at: statementOf(selection.first).start, receiver: method.receiver } }),
  };
}

function ownerOf(module: PythonModule, selection: SelectedCode): PythonScope {
  let scope = module.scopes.around(selection.first);
  while (scope.kind === 'comprehension' || scope.kind === 'lambda') scope = scope.outer ?? module.scopes.module;
  if (scope.kind === 'class' && !selection.isExpression)
    throw new RefusedRefactoring(`line ${module.lineOf(selection.first)} stands in the body of a class, not in a function.`);
  return scope;
}

// The object must find the method where it is written.
function checkClass(module: PythonModule, { first }: SelectedCode, owner: PythonScope): void {
  const around = [...first.upwards()].find(({ kind }) => kind === 'class');
  // A class that is its own metaclass finds the method among its own members, and calls it without itself.
  if (around?.all('base').some(({ text }) => text === 'type'))
    throw new RefusedRefactoring(`line ${module.lineOf(around)} declares a metaclass, whose classes may find a method as their own.`);
  const changing = [...owner.node.walk()].find(({ kind, role, text }) => kind === 'attribute' && role === 'target' && text === '__class__');
  if (changing !== undefined) throw new RefusedRefactoring(`line ${module.lineOf(changing)} gives the object another class, which would not have the method.`);
}

function checkSelection(module: PythonModule, selection: SelectedCode): void {
  for (const node of selection.nodes.flatMap((selected) => [...runWith(selected)])) {
    const where = `line ${module.lineOf(node)}`;
    if (node.kind === 'yield') throw new RefusedRefactoring(`${where} yields, which only the function itself can do.`);
    if ((node.kind === 'break' || node.kind === 'continue') && !selection.nodes.some((selected) => loopsAround(node).some((loop) => selected.holds(loop))))
      throw new RefusedRefactoring(`${where} has a ${node.kind} of a loop that is not selected.`);
    if (node.kind === 'nonlocal') throw new RefusedRefactoring(`${where} declares names nonlocal.`);
    if (node.kind === 'importFrom' && node.children.some(({ text }) => text === '*')) throw new RefusedRefactoring(`${where} imports every name.`);
    if (node.kind === 'walrus' && selection.isExpression) checkGiven(module, selection, node);
    const callee = node.kind === 'call' ? node.child('callee') : undefined;
    if (callee?.kind === 'name' && ['locals', 'vars', 'dir', 'eval', 'exec'].includes(callee.text) && module.scopes.boundIn(callee) === undefined)
      throw new RefusedRefactoring(`${where} calls ${callee.text}(), which sees the variables of the function it stands in.`);
  }
}

// A value that nobody asks for outside of the expression may go with it.
function checkGiven(module: PythonModule, selection: SelectedCode, walrus: Node): void {
  const target = walrus.child('target');
  const scope = target === undefined ? undefined : module.scopes.boundIn(target);
  if (target === undefined || scope === undefined) return;
  const used = module.scopes.occurrences(target.text, scope).find((one) => !selection.nodes.some((node) => node.holds(one)));
  if (used !== undefined)
    throw new RefusedRefactoring(`line ${module.lineOf(walrus)} gives a value to ${target.text}, which line ${module.lineOf(used)} uses.`);
}

// What the function around still gives values to must stay declared there.
function keptGlobals(selection: SelectedCode, owner: PythonScope): readonly string[] {
  const declared = selection.nodes.flatMap((node) => [...runWith(node)]).filter(({ kind }) => kind === 'global');
  const names = declared.flatMap(({ children }) => children.map(({ text }) => text));
  const isLeft = (one: Node) => binds(one) && !selection.nodes.some((node) => node.holds(one));
  return owner.kind === 'function' ? names.filter((name) => owner.names.get(name)?.some(isLeft)) : [];
}

function returnsIn(selection: SelectedCode): readonly Node[] {
  if (selection.isExpression) return [];
  return selection.nodes.flatMap((node) => [...runWith(node)].filter(({ kind }) => kind === 'return'));
}

// Every way through it raises: with `return` before the call it stays plain that nothing comes after it. An asynchronous generator returns no values.
function raises(selection: SelectedCode, owner: PythonScope): boolean {
  const isGenerator = owner.kind === 'function' && [...owner.node.walk()].some((node) => node.kind === 'yield');
  // Whoever is entered by `with` may swallow what is raised.
  const isCaught = selection.nodes.flatMap((node) => [...runWith(node)]).some(({ kind }) => kind === 'with');
  return !selection.isExpression && owner.kind === 'function' && !(isGenerator && owner.node.text === 'async') && !isCaught && leaves(selection.nodes);
}

function checkReturns(module: PythonModule, selection: SelectedCode, returns: readonly Node[]): void {
  const [first] = returns;
  if (first !== undefined && !leaves(selection.nodes))
    throw new RefusedRefactoring(`line ${module.lineOf(first)} returns, but other ways lead past the selection.`);
}

function methodAround(module: PythonModule, selection: SelectedCode, owner: PythonScope): Method | undefined {
  const node = owner.node;
  if (owner.kind !== 'function' || node.parent?.parent?.kind !== 'class') return undefined;
  const decorators = node.all('decorator').map((decorator) => module.textOf(decorator));
  const name = node.child('name')?.text ?? '';
  const receiver = node.children.find(({ kind, text }) => kind === 'parameter' && text === '')?.child('name')?.text;
  // Python itself makes these static, or methods of the class.
  if (receiver === undefined || name === '__new__' || decorators.includes('staticmethod')) return undefined;
  const isOfClass = decorators.includes('classmethod') || name === '__init_subclass__' || name === '__class_getitem__';
  const isUsed = selection.nodes.some((selected) =>
    [...selected.walk()].some(
      (below) =>
        below.kind === 'name' && ((below.text === receiver && module.scopes.boundIn(below) === owner) || below.text === '__class__' || isBareSuper(below)),
    ),
  );
  return isUsed ? { node, receiver, decorator: isOfClass ? '@classmethod' : '' } : undefined;
}

function isBareSuper(name: Node): boolean {
  return name.text === 'super' && name.role === 'callee' && name.parent?.children.length === 1;
}

// The new name must be free where it goes, and what is selected must mean the same there.
function checkPlace(module: PythonModule, name: string, selection: SelectedCode, method: Method | undefined): void {
  if (method !== undefined) {
    const body = method.node.parent;
    const taken = body?.children
      .flatMap((statement) => [...runWith(statement)])
      .find((node) => node.kind === 'name' && node.text === name && module.scopes.around(node).node === body.parent);
    if (taken !== undefined) throw new RefusedRefactoring(`the class already has ${name} (line ${module.lineOf(taken)}).`);
    return;
  }
  checkFree(module, name, module.scopes.module);
  const inClass = [...selection.first.upwards()].some(({ kind }) => kind === 'class');
  for (const node of selection.nodes.flatMap((selected) => [...selected.walk()])) {
    if (!inClass || (node.kind !== 'name' && node.kind !== 'attribute')) continue;
    if (/^__.*(?<!__)$/.test(node.text)) throw new RefusedRefactoring(`${node.text} on line ${module.lineOf(node)} is private to the class.`);
    if (node.kind === 'name' && (isBareSuper(node) || node.text === '__class__'))
      throw new RefusedRefactoring(`line ${module.lineOf(node)} needs the class around it.`);
  }
}

function isAsynchronous(node: Node): boolean {
  return node.kind === 'await' || (['for', 'with', 'clause'].includes(node.kind) && node.text === 'async');
}

function inPlace(call: string, isAsync: boolean, expression: Node): string {
  const { parent } = expression;
  const isTight =
    parent !== undefined && (['attribute', 'subscript', 'power', 'await'].includes(parent.kind) || (parent.kind === 'call' && expression.role === 'callee'));
  return isAsync && isTight && expression.role !== 'part' ? `(${call})` : call;
}

function statementText(call: string, isReturned: boolean, results: readonly string[]): string {
  if (isReturned) return `return ${call}`;
  return results.length === 0 ? call : `${results.join(', ')} = ${call}`;
}

function definition(
  module: PythonModule,
  selection: SelectedCode,
  made: { name: string; method: Method | undefined; isAsync: boolean; variables: SelectionVariables; results: readonly string[]; at: number },
): (indent: string) => string {
  const { name, method, isAsync, variables, results, at } = made;
  const parameters = [...(method === undefined ? [] : [method.receiver]), ...variables.inputs.map((input) => withAnnotation(module, input, at))];
  return (indent) => {
    const unit = `${indent}${module.indentUnit}`;
    const from = module.indentOf(statementOf(selection.first)) ?? /^[ \t]*/.exec(module.text.slice(module.lineStart(selection.start)))?.[0] ?? '';
    const body = module.reindented(selection, from, unit);
    const lines = [
      ...(method?.decorator ? [`${indent}${method.decorator}`] : []),
      `${indent}${isAsync ? 'async ' : ''}def ${name}(${parameters.join(', ')}):`,
      ...(variables.globals.length > 0 && !declares(selection) ? [`${unit}global ${variables.globals.join(', ')}`] : []),
      `${unit}${selection.isExpression ? `return ${standing(module, selection.first, body)}` : body}`,
      ...(results.length > 0 ? [`${unit}return ${results.join(', ')}`] : []),
    ];
    return lines.join(module.lineBreak);
  };
}

function declares(selection: SelectedCode): boolean {
  return selection.nodes.some(({ kind }) => kind === 'global');
}

// An annotation is evaluated when the function is defined, and what it names must be there by then: of a function inside of another it was not until that was called.
function withAnnotation(module: PythonModule, { name, annotation }: Input, at: number): string {
  if (annotation === undefined) return name;
  const isEarly = (node: Node) => (module.root.children.find((statement) => statement.holds(node))?.end ?? 0) <= at;
  const isKnown = [...annotation.walk()].every((node) => {
    const scope = node.kind === 'name' ? module.scopes.boundIn(node) : undefined;
    return scope === undefined || module.scopes.bindings(node.text, scope).some(isEarly);
  });
  return isKnown || isPostponed(module) ? `${name}: ${module.textOf(annotation)}` : name;
}

// Nobody evaluates annotations in this module.
function isPostponed({ root }: PythonModule): boolean {
  return root.children.some(
    ({ kind, text, children }) => kind === 'importFrom' && text === '__future__' && children.some((alias) => alias.text === 'annotations'),
  );
}

// A method goes behind the one it comes from, a function behind a plain one; before anything that may already need it while the module is read.
function insertionAt(module: PythonModule, selection: SelectedCode, owner: PythonScope, method: Method | undefined): number {
  if (method !== undefined) return endOfLine(module, method.node.end);
  const top = topOf(module, selection);
  return isBehind(module, selection, owner) ? endOfLine(module, top.end) : module.withComments(top);
}

function topOf(module: PythonModule, selection: SelectedCode): Node {
  return module.root.children.find((statement) => statement.holds(selection.first)) ?? selection.first;
}

function isBehind(module: PythonModule, selection: SelectedCode, owner: PythonScope): boolean {
  const top = topOf(module, selection);
  return top.kind === 'function' && owner.node !== module.root && top.all('decorator').length === 0 && !isInHead(top, selection.first);
}

function placed(module: PythonModule, selection: SelectedCode, owner: PythonScope, method: Method | undefined, made: (indent: string) => string): OffsetEdit {
  const nl = module.lineBreak;
  const at = insertionAt(module, selection, owner, method);
  if (method !== undefined) return { start: at, end: at, text: `${nl}${nl}${made(module.indentOf(method.node) ?? '')}` };
  if (isBehind(module, selection, owner)) return { start: at, end: at, text: `${nl}${nl}${nl}${made('')}` };
  const before = module.text.slice(0, at).replace(/^\ufeff/, '');
  const blanks =
    before.trim() === '' ? '' : nl.repeat(Math.max(0, 3 - (/(?:\r\n|\r|\n)*$/.exec(before.replace(/[ \t]+$/gm, ''))?.[0].match(/\r\n|\r|\n/g)?.length ?? 0)));
  return { start: at, end: at, text: `${blanks}${made('')}${nl}${nl}${nl}` };
}

// In its defaults, which are evaluated when it is defined.
function isInHead(top: Node, node: Node): boolean {
  return !(top.child('body')?.holds(node) ?? false);
}

function endOfLine(module: PythonModule, offset: number): number {
  const rest = module.text.slice(offset).search(/[\r\n]|$/);
  return offset + rest;
}
