// Statements or an expression become a function: what they read comes in, what is used later goes out, and every way through them stays.
import type { Refactoring } from '../../../../ide/refactorings.ts';
import { Refused } from '../refused.ts';
import { checkFree } from './extractVariable.ts';
import { leaves, loopsAround, runWith } from './flow.ts';
import { checkName, type OffsetEdit, type PythonModule } from './pythonModule.ts';
import type { Scope } from './scopes.ts';
import { type Selection, selectionIn } from './selection.ts';
import { type Node, statementOf } from './syntax.ts';
import { type Variables, variablesOf } from './variables.ts';

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
  const returns = returnsIn(selection);
  checkReturns(module, selection, returns);
  const variables = variablesOf(module, selection, owner, method?.receiver);
  checkPlace(module, name, selection, method);
  const isAsync = selection.nodes.some((node) => [...runWith(node)].some(isAsynchronous));
  const results = returns.length > 0 ? [] : variables.results;
  const call = `${isAsync ? 'await ' : ''}${method === undefined ? '' : `${method.receiver}.`}${name}(${variables.inputs.map((input) => input.name).join(', ')})`;
  const replacement = selection.isExpression ? inPlace(call, isAsync, selection.first) : statementText(call, returns.length > 0, results);
  const made = definition(module, selection, { name, method, isAsync, variables, results });
  return {
    // What is put before the selection may begin where it does.
    edits: [placed(module, selection, owner, method, made), { start: selection.start, end: selection.end, text: replacement }],
    ...(method !== undefined && { member: { at: statementOf(selection.first).start, receiver: method.receiver } }),
  };
}

function ownerOf(module: PythonModule, selection: Selection): Scope {
  let scope = module.scopes.around(selection.first);
  while (scope.kind === 'comprehension' || scope.kind === 'lambda') scope = scope.outer ?? module.scopes.module;
  if (scope.kind === 'class' && !selection.isExpression)
    throw new Refused(`line ${module.lineOf(selection.first)} stands in the body of a class, not in a function.`);
  return scope;
}

function checkSelection(module: PythonModule, selection: Selection): void {
  for (const node of selection.nodes.flatMap((selected) => [...runWith(selected)])) {
    const where = `line ${module.lineOf(node)}`;
    if (node.kind === 'yield') throw new Refused(`${where} yields, which only the function itself can do.`);
    if ((node.kind === 'break' || node.kind === 'continue') && !selection.nodes.some((selected) => loopsAround(node).some((loop) => selected.holds(loop))))
      throw new Refused(`${where} has a ${node.kind} of a loop that is not selected.`);
    if (node.kind === 'nonlocal' || node.kind === 'global') throw new Refused(`${where} declares names ${node.kind}.`);
    if (node.kind === 'importFrom' && node.children.some(({ text }) => text === '*')) throw new Refused(`${where} imports every name.`);
    if (node.kind === 'walrus' && selection.isExpression) throw new Refused(`${where} gives a value to ${node.child('target')?.text ?? 'a name'}.`);
    const callee = node.kind === 'call' ? node.child('callee') : undefined;
    if (callee?.kind === 'name' && ['locals', 'vars', 'dir', 'eval', 'exec'].includes(callee.text) && module.scopes.boundIn(callee) === undefined)
      throw new Refused(`${where} calls ${callee.text}(), which sees the variables of the function it stands in.`);
  }
}

function returnsIn(selection: Selection): readonly Node[] {
  if (selection.isExpression) return [];
  return selection.nodes.flatMap((node) => [...runWith(node)].filter(({ kind }) => kind === 'return'));
}

function checkReturns(module: PythonModule, selection: Selection, returns: readonly Node[]): void {
  const [first] = returns;
  if (first !== undefined && !leaves(selection.nodes)) throw new Refused(`line ${module.lineOf(first)} returns, but other ways lead past the selection.`);
}

function methodAround(module: PythonModule, selection: Selection, owner: Scope): Method | undefined {
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
function checkPlace(module: PythonModule, name: string, selection: Selection, method: Method | undefined): void {
  if (method !== undefined) {
    const body = method.node.parent;
    const taken = body?.children
      .flatMap((statement) => [...runWith(statement)])
      .find((node) => node.kind === 'name' && node.text === name && module.scopes.around(node).node === body.parent);
    if (taken !== undefined) throw new Refused(`the class already has ${name} (line ${module.lineOf(taken)}).`);
    return;
  }
  checkFree(module, name, module.scopes.module);
  const inClass = [...selection.first.upwards()].some(({ kind }) => kind === 'class');
  for (const node of selection.nodes.flatMap((selected) => [...selected.walk()])) {
    if (!inClass || (node.kind !== 'name' && node.kind !== 'attribute')) continue;
    if (/^__.*(?<!__)$/.test(node.text)) throw new Refused(`${node.text} on line ${module.lineOf(node)} is private to the class.`);
    if (node.kind === 'name' && (isBareSuper(node) || node.text === '__class__')) throw new Refused(`line ${module.lineOf(node)} needs the class around it.`);
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
  selection: Selection,
  made: { name: string; method: Method | undefined; isAsync: boolean; variables: Variables; results: readonly string[] },
): (indent: string) => string {
  const { name, method, isAsync, variables, results } = made;
  const parameters = [...(method === undefined ? [] : [method.receiver]), ...variables.inputs.map((input) => `${input.name}${input.annotation}`)];
  return (indent) => {
    const unit = `${indent}${module.indentUnit}`;
    const from = module.indentOf(statementOf(selection.first)) ?? /^[ \t]*/.exec(module.text.slice(module.lineStart(selection.start)))?.[0] ?? '';
    const body = module.reindented(selection, from, unit);
    const value = module.breaksOutsideBrackets(selection) ? `(${body})` : body;
    const lines = [
      ...(method?.decorator ? [`${indent}${method.decorator}`] : []),
      `${indent}${isAsync ? 'async ' : ''}def ${name}(${parameters.join(', ')}):`,
      ...(variables.globals.length > 0 ? [`${unit}global ${variables.globals.join(', ')}`] : []),
      `${unit}${selection.isExpression ? `return ${value}` : body}`,
      ...(results.length > 0 ? [`${unit}return ${results.join(', ')}`] : []),
    ];
    return lines.join(module.lineBreak);
  };
}

// A method goes behind the one it comes from, a function behind a plain one; before anything that may already need it while the module is read.
function placed(module: PythonModule, selection: Selection, owner: Scope, method: Method | undefined, made: (indent: string) => string): OffsetEdit {
  const nl = module.lineBreak;
  if (method !== undefined) {
    const at = endOfLine(module, method.node.end);
    return { start: at, end: at, text: `${nl}${nl}${made(module.indentOf(method.node) ?? '')}` };
  }
  const top = module.root.children.find((statement) => statement.holds(selection.first)) ?? selection.first;
  const isPlain = top.kind === 'function' && owner.node !== module.root && top.all('decorator').length === 0 && !isInHead(top, selection.first);
  if (isPlain) {
    const at = endOfLine(module, top.end);
    return { start: at, end: at, text: `${nl}${nl}${nl}${made('')}` };
  }
  const at = module.withComments(top);
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
