// A function of one return goes, and what it returns stands wherever it was called, with the arguments in the place of the parameters.
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import { checkInTemplate, fitted } from '../syntax/parentheses.ts';
import type { PythonModule } from '../syntax/pythonModule.ts';
import type { PythonScope } from '../syntax/scopes.ts';
import type { Node } from '../syntax/syntax.ts';
import { effectOf, evaluatedBefore, freeNames, isConstant, mayPass, onlySometimes, type SideEffect } from './effects.ts';

export interface InlinedFunction {
  readonly module: PythonModule;
  readonly node: Node;
  readonly scope: PythonScope;
  readonly name: string;
  readonly isAsync: boolean;
  // What a call of a method gives to its first parameter.
  readonly receiver: 'object' | 'class' | undefined;
  // Without its documentation.
  readonly body: readonly Node[];
  // What it returns, where that is all it does.
  readonly value: Node | undefined;
  readonly parameters: readonly Node[];
}

export interface Argument {
  readonly parameter: Node;
  readonly node: Node;
  readonly module: PythonModule;
  readonly text: string;
  // Its place among the arguments that are evaluated.
  readonly order: number;
}

// Throws with the reason why no call of this function can be inlined.
export function inlinableFunction(module: PythonModule, node: Node, receiver?: 'object' | 'class'): InlinedFunction {
  const where = `line ${module.lineOf(node)}`;
  const name = node.child('name')?.text ?? '';
  if (node.all('decorator').some((decorator) => !['staticmethod', 'classmethod'].includes(module.textOf(decorator))))
    throw new RefusedRefactoring(`${where}: ${name} is decorated, so a call does more than its body.`);
  const all = node.child('body')?.children ?? [];
  const [first] = all;
  const body = first?.kind === 'evaluation' && first.child('value')?.kind === 'string' ? all.slice(1) : all;
  const [only, second] = body;
  const returned = only?.kind === 'return' && second === undefined ? only.child('value') : undefined;
  const inner = returned?.kind === 'group' ? returned.child('value') : undefined;
  const value = inner === undefined || module.breaksOutsideBrackets(inner) ? returned : inner;
  const isAsync = node.text === 'async';
  const scope = module.scopes.around(all[0] ?? node);
  return {
    module,
    node,
    scope,
    name,
    isAsync,
    receiver,
    body,
    value: isAsync ? undefined : value,
    parameters: node.children.filter(({ kind }) => kind === 'parameter'),
  };
}

// What stands in place of this call; calls of the same function in its arguments become text first.
export function inlinedCall(made: InlinedFunction, module: PythonModule, call: Node, isCallOfIt: (node: Node) => boolean): string {
  const { value } = made;
  if (value === undefined) throw new RefusedRefactoring(`${made.name} is more than one expression.`);
  const own = [...value.walk()].find(({ kind }) => ['yield', 'walrus', 'await'].includes(kind));
  if (own !== undefined) throw new RefusedRefactoring(`line ${made.module.lineOf(own)}: ${made.module.quoted(own)} belongs to the function itself.`);
  checkMeaning(made, value, module, call);
  const given = argumentsOf(made, module, call, isCallOfIt);
  for (const argument of given) checkArgument(made, value, argument, given, module, call);
  const text = substituted(made, value, given);
  // Of `return price` only the argument is left.
  const alone = given.find(({ parameter }) => usesOf(made, parameter).includes(value));
  const shape = alone === undefined ? { module: made.module, value } : { module: alone.module, value: alone.node };
  const fitting = fitted(text, shape.value, shape.module.breaksOutsideBrackets(shape.value), call);
  checkInTemplate(module, call, fitting, made.name);
  return fitting;
}

export function argumentsOf(made: InlinedFunction, module: PythonModule, call: Node, isCallOfIt: (node: Node) => boolean): readonly Argument[] {
  const where = `line ${module.lineOf(call)}`;
  const given = call.children.slice(1);
  const spread = given.find(({ kind }) => kind === 'spread');
  if (spread !== undefined) throw new RefusedRefactoring(`${where} passes ${module.quoted(spread)}, of which nobody knows how many arguments it is.`);
  const positional = [...receiverOf(made, module, call), ...given.filter(({ kind }) => kind !== 'keyword')];
  const named = new Map(given.filter(({ kind }) => kind === 'keyword').map((keyword): [string, Node] => [keyword.text, keyword.child('value') ?? keyword]));
  const many = made.parameters.find(({ text }) => text !== '');
  if (many !== undefined) throw new RefusedRefactoring(`line ${made.module.lineOf(many)}: ${made.name} takes any number of arguments.`);
  if (positional.length > made.parameters.length) throw new RefusedRefactoring(`${where} passes more arguments than ${made.name} takes.`);
  return made.parameters.map((parameter, index) => {
    const name = parameter.child('name')?.text ?? '';
    const node = positional[index] ?? named.get(name);
    if (node !== undefined)
      return { parameter, node, module, text: argumentText(made, module, node, isCallOfIt), order: given.findIndex((one) => one.holds(node)) };
    const standard = parameter.child('default');
    if (standard === undefined || !isConstant(standard)) throw new RefusedRefactoring(`${where} leaves ${name} to its default, which is no constant.`);
    return { parameter, node: standard, module: made.module, text: made.module.textOf(standard), order: -1 };
  });
}

// `cart` of `cart.total()`; of `Cart.total(cart)` it is an argument.
function receiverOf({ receiver, node, name }: InlinedFunction, module: PythonModule, call: Node): readonly Node[] {
  if (receiver === undefined) return [];
  const object = call.child('callee')?.child('object');
  const where = `line ${module.lineOf(call)}`;
  if (object === undefined) throw new RefusedRefactoring(`${where} calls ${name} by another name.`);
  if ([...object.walk()].some(({ kind, text }) => kind === 'name' && text === 'super'))
    throw new RefusedRefactoring(`${where} calls ${name} of a class above.`);
  const isClass = object.text === node.parent?.parent?.child('name')?.text;
  if (receiver === 'class' && !isClass && object.text !== 'cls')
    throw new RefusedRefactoring(`${where} calls ${name} on ${module.quoted(object)}, whose class may be another.`);
  return receiver === 'object' && isClass ? [] : [object];
}

function argumentText(made: InlinedFunction, module: PythonModule, node: Node, isCallOfIt: (node: Node) => boolean): string {
  if (isCallOfIt(node)) return inlinedCall(made, module, node, isCallOfIt);
  let text = '';
  let at = node.start;
  const visit = (below: Node) => {
    if (isCallOfIt(below)) {
      text += module.text.slice(at, below.start) + inlinedCall(made, module, below, isCallOfIt);
      at = below.end;
    } else below.children.forEach(visit);
  };
  node.children.forEach(visit);
  return text + module.text.slice(at, node.end);
}

// Names of the body that are not its parameters must mean the same where it is called.
export function checkMeaning(made: InlinedFunction, part: Node, module: PythonModule, call: Node): void {
  checkAround(made, part, call);
  for (const free of freeNames(part, made.module.scopes)) {
    const bound = made.module.scopes.boundIn(free);
    if (bound === made.scope || (bound !== undefined && made.node.holds(bound.node) && bound.node !== made.node)) continue;
    const there = module.scopes.lookup(free.text, module.scopes.around(call));
    const isBuiltIn = bound === undefined && there === undefined && !importsEverything(module);
    const isSame = module === made.module ? there === bound : isBuiltIn || isSameImport(made.module, module, free.text, there);
    if (!isSame)
      throw new RefusedRefactoring(
        `${free.text} of line ${made.module.lineOf(free)} is not what line ${module.lineOf(call)} of ${fileOf(module)} means by it.`,
      );
  }
}

// What means something else in another class, or sees the variables around it.
function checkAround({ module, node }: InlinedFunction, part: Node, call: Node): void {
  const isSameClass = classAround(node) === classAround(call);
  for (const below of part.walk()) {
    if (below.kind !== 'name' && below.kind !== 'attribute') continue;
    const where = `line ${module.lineOf(below)}`;
    if (!isSameClass && /^__.*(?<!__)$/.test(below.text)) throw new RefusedRefactoring(`${where}: ${below.text} is private to the class around it.`);
    if (below.kind === 'name' && SEEING.has(below.text) && module.scopes.boundIn(below) === undefined)
      throw new RefusedRefactoring(`${where}: ${below.text} sees what is around it.`);
  }
}

const SEEING = new Set(['super', '__class__', 'locals', 'vars', 'dir', 'eval', 'exec']);

function classAround(node: Node): Node | undefined {
  return [...node.upwards()].find(({ kind }) => kind === 'class');
}

function checkArgument(made: InlinedFunction, value: Node, argument: Argument, all: readonly Argument[], module: PythonModule, call: Node): void {
  const effect = effectOf(argument.node, argument.module.scopes);
  const uses = usesOf(made, argument.parameter);
  const what = `${argument.module.quoted(argument.node)} on line ${module.lineOf(call)}`;
  if (uses.length === 0 && effect === 'acts')
    throw new RefusedRefactoring(`${what} is passed for a parameter that ${made.name} does not use, and would not be done any more.`);
  if (isConstant(argument.node)) return;
  const isName = argument.node.kind === 'name';
  if (uses.length > 1 && !isName && (effect === 'acts' || isMade(argument.node)))
    throw new RefusedRefactoring(`${what} would be evaluated ${uses.length} times.`);
  for (const use of uses) {
    const sometimes = onlySometimes(use, value);
    const isDeferred = sometimes?.includes('lambda') === true || made.module.scopes.around(use).kind === 'lambda';
    if (isDeferred || (sometimes !== undefined && !isName))
      throw new RefusedRefactoring(`${what} would be evaluated at another time: ${sometimes ?? 'inside of a lambda'}.`);
    checkCapture(made, value, argument, use, what);
    for (const passed of use === value ? [] : evaluatedBefore(use, value)) {
      const effects = [
        effectOf(passed, made.module.scopes),
        ...all
          .filter((other) => other.order > argument.order && usesOf(made, other.parameter).some((one) => passed.holds(one)))
          .map((other) => effectOf(other.node, other.module.scopes)),
      ];
      if (!effects.every((one: SideEffect) => mayPass(effect, one)))
        throw new RefusedRefactoring(`${what} would be evaluated after ${made.module.quoted(passed)}, and the order may matter.`);
    }
  }
}

// A name of the argument that the body gives to something of its own.
function checkCapture(made: InlinedFunction, value: Node, argument: Argument, use: Node, what: string): void {
  for (const name of freeNames(argument.node, argument.module.scopes)) {
    for (const around of use.upwards()) {
      if (around === value.parent) break;
      const taken =
        ['comprehension', 'lambda'].includes(around.kind) &&
        [...around.walk()].some((below) => below.kind === 'name' && below.text === name.text && below.access !== 'read');
      if (taken) throw new RefusedRefactoring(`${name.text} of ${what} means something else inside of ${made.name}.`);
    }
  }
}

function substituted(made: InlinedFunction, value: Node, given: readonly Argument[]): string {
  const { module } = made;
  const places = given.flatMap((argument) => usesOf(made, argument.parameter).map((use) => ({ use, argument }))).sort((a, b) => a.use.start - b.use.start);
  let text = '';
  let at = value.start;
  for (const { use, argument } of places) {
    const fitting = use === value ? argument.text : fitted(argument.text, argument.node, argument.module.breaksOutsideBrackets(argument.node), use);
    checkInTemplate(module, use, fitting, argument.text);
    text += module.text.slice(at, use.start) + fitting;
    at = use.end;
  }
  return text + module.text.slice(at, value.end);
}

export function usesOf({ module, scope }: InlinedFunction, parameter: Node): readonly Node[] {
  const name = parameter.child('name');
  return name === undefined ? [] : module.scopes.occurrences(name.text, scope).filter(({ access }) => access === 'read');
}

function isMade(node: Node): boolean {
  return ['list', 'dictionary', 'set', 'comprehension', 'lambda', 'call'].includes(node.kind);
}

// Both files import it, from the same place and nothing else under that name.
function isSameImport(from: PythonModule, to: PythonModule, name: string, there: PythonScope | undefined): boolean {
  const own = importOf(from, name);
  return own !== undefined && there === to.scopes.module && own === importOf(to, name);
}

function importOf(module: PythonModule, name: string): string | undefined {
  const [binding, second] = module.scopes.bindings(name, module.scopes.module);
  const alias = binding?.parent;
  const statement = alias?.parent;
  if (binding?.access !== 'import' || second !== undefined || alias?.kind !== 'alias' || statement?.parent !== module.root) return undefined;
  // Dots lead from each file to somewhere else.
  return statement.text.startsWith('.') ? undefined : `${statement.kind} ${statement.text} ${alias.text}`;
}

function importsEverything(module: PythonModule): boolean {
  return module.root.children.some(({ kind, children }) => kind === 'importFrom' && children.some(({ text }) => text === '*'));
}

function fileOf(module: PythonModule): string {
  return module.snapshot.uri.split('/').at(-1) ?? '';
}
