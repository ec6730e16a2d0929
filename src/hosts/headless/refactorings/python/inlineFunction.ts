// A function of one return goes, and what it returns stands wherever it was called, with the arguments in the place of the parameters.
import { Refused } from '../refused.ts';
import { type Effect, effectOf, evaluatedBefore, freeNames, isConstant, mayPass, onlySometimes } from './effects.ts';
import { checkInTemplate, fitted } from './parentheses.ts';
import type { PythonModule } from './pythonModule.ts';
import type { Scope } from './scopes.ts';
import type { Node } from './syntax.ts';

export interface InlinedFunction {
  readonly module: PythonModule;
  readonly node: Node;
  readonly scope: Scope;
  readonly name: string;
  readonly value: Node;
  readonly parameters: readonly Node[];
}

interface Argument {
  readonly parameter: Node;
  readonly node: Node;
  readonly module: PythonModule;
  readonly text: string;
  // Its place among the arguments that are evaluated.
  readonly order: number;
}

// Throws with the reason why this function is not simple enough.
export function inlinableFunction(module: PythonModule, node: Node): InlinedFunction {
  const where = `line ${module.lineOf(node)}`;
  const name = node.child('name')?.text ?? '';
  if (node.text === 'async') throw new Refused(`${where}: ${name} is asynchronous.`);
  if (node.all('decorator').length > 0) throw new Refused(`${where}: ${name} is decorated, so a call does more than its body.`);
  if (node.parent?.parent?.kind === 'class') throw new Refused(`${where}: ${name} is a method, and a subclass may have another.`);
  const body = node.child('body')?.children ?? [];
  const [first] = body;
  const rest = first?.kind === 'evaluation' && first.child('value')?.kind === 'string' && body.length > 1 ? body.slice(1) : body;
  const [only, second] = rest;
  const returned = only?.kind === 'return' ? only.child('value') : undefined;
  const inner = returned?.kind === 'group' ? returned.child('value') : undefined;
  const value = inner === undefined || module.breaksOutsideBrackets(inner) ? returned : inner;
  if (value === undefined || second !== undefined)
    throw new Refused(`line ${module.lineOf(only ?? node)}: the body of ${name} is not one return with a value.`);
  const parameters = node.children.filter(({ kind }) => kind === 'parameter');
  const many = parameters.find(({ text }) => text !== '');
  if (many !== undefined) throw new Refused(`line ${module.lineOf(many)}: ${name} takes any number of arguments.`);
  for (const below of value.walk())
    if (['yield', 'walrus', 'await'].includes(below.kind))
      throw new Refused(`line ${module.lineOf(below)}: ${module.quoted(below)} belongs to the function itself.`);
  const scope = module.scopes.around(value);
  return { module, node, scope, name, value, parameters };
}

// What stands in place of this call; calls of the same function in its arguments become text first.
export function inlinedCall(made: InlinedFunction, module: PythonModule, call: Node, isCallOfIt: (node: Node) => boolean): string {
  const { value } = made;
  checkMeaning(made, module, call);
  const given = argumentsOf(made, module, call, isCallOfIt);
  for (const argument of given) checkArgument(made, argument, given, module, call);
  const text = substituted(made, given);
  // Of `return price` only the argument is left.
  const alone = given.find(({ parameter }) => usesOf(made, parameter).includes(value));
  const shape = alone === undefined ? made : { module: alone.module, value: alone.node };
  const fitting = fitted(text, shape.value, shape.module.breaksOutsideBrackets(shape.value), call);
  checkInTemplate(module, call, fitting, made.name);
  return fitting;
}

function argumentsOf(made: InlinedFunction, module: PythonModule, call: Node, isCallOfIt: (node: Node) => boolean): readonly Argument[] {
  const where = `line ${module.lineOf(call)}`;
  const given = call.children.slice(1);
  const spread = given.find(({ kind }) => kind === 'spread');
  if (spread !== undefined) throw new Refused(`${where} passes ${module.quoted(spread)}, of which nobody knows how many arguments it is.`);
  const positional = given.filter(({ kind }) => kind !== 'keyword');
  const named = new Map(given.filter(({ kind }) => kind === 'keyword').map((keyword): [string, Node] => [keyword.text, keyword.child('value') ?? keyword]));
  return made.parameters.map((parameter, index) => {
    const name = parameter.child('name')?.text ?? '';
    const node = positional[index] ?? named.get(name);
    if (node !== undefined)
      return { parameter, node, module, text: argumentText(made, module, node, isCallOfIt), order: given.findIndex((one) => one.holds(node)) };
    const standard = parameter.child('default');
    if (standard === undefined || !isConstant(standard)) throw new Refused(`${where} leaves ${name} to its default, which is no constant.`);
    return { parameter, node: standard, module: made.module, text: made.module.textOf(standard), order: -1 };
  });
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
function checkMeaning(made: InlinedFunction, module: PythonModule, call: Node): void {
  for (const free of freeNames(made.value, made.module.scopes)) {
    const bound = made.module.scopes.boundIn(free);
    if (bound === made.scope) continue;
    const there = module.scopes.lookup(free.text, module.scopes.around(call));
    const isSame = module === made.module ? there === bound : bound === undefined && there === undefined && !importsEverything(module);
    if (!isSame)
      throw new Refused(`${free.text} of line ${made.module.lineOf(free)} is not what line ${module.lineOf(call)} of ${fileOf(module)} means by it.`);
  }
}

function checkArgument(made: InlinedFunction, argument: Argument, all: readonly Argument[], module: PythonModule, call: Node): void {
  const { value } = made;
  const effect = effectOf(argument.node, argument.module.scopes);
  const uses = usesOf(made, argument.parameter);
  const what = `${argument.module.quoted(argument.node)} on line ${module.lineOf(call)}`;
  if (uses.length === 0 && effect === 'acts')
    throw new Refused(`${what} is passed for a parameter that ${made.name} does not use, and would not be done any more.`);
  if (isConstant(argument.node)) return;
  const isName = argument.node.kind === 'name';
  if (uses.length > 1 && !isName && (effect === 'acts' || isMade(argument.node))) throw new Refused(`${what} would be evaluated ${uses.length} times.`);
  for (const use of uses) {
    const sometimes = onlySometimes(use, value);
    const isDeferred = sometimes?.includes('lambda') === true || made.module.scopes.around(use).kind === 'lambda';
    if (isDeferred || (sometimes !== undefined && !isName))
      throw new Refused(`${what} would be evaluated at another time: ${sometimes ?? 'inside of a lambda'}.`);
    checkCapture(made, argument, use, what);
    for (const passed of use === value ? [] : evaluatedBefore(use, value)) {
      const effects = [
        effectOf(passed, made.module.scopes),
        ...all
          .filter((other) => other.order > argument.order && usesOf(made, other.parameter).some((one) => passed.holds(one)))
          .map((other) => effectOf(other.node, other.module.scopes)),
      ];
      if (!effects.every((one: Effect) => mayPass(effect, one)))
        throw new Refused(`${what} would be evaluated after ${made.module.quoted(passed)}, and the order may matter.`);
    }
  }
}

// A name of the argument that the body gives to something of its own.
function checkCapture(made: InlinedFunction, argument: Argument, use: Node, what: string): void {
  for (const name of freeNames(argument.node, argument.module.scopes)) {
    for (const around of use.upwards()) {
      if (around === made.value.parent) break;
      const taken =
        ['comprehension', 'lambda'].includes(around.kind) &&
        [...around.walk()].some((below) => below.kind === 'name' && below.text === name.text && below.access !== 'read');
      if (taken) throw new Refused(`${name.text} of ${what} means something else inside of ${made.name}.`);
    }
  }
}

function substituted(made: InlinedFunction, given: readonly Argument[]): string {
  const { module, value } = made;
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

function usesOf({ module, scope }: InlinedFunction, parameter: Node): readonly Node[] {
  const name = parameter.child('name');
  return name === undefined ? [] : module.scopes.occurrences(name.text, scope).filter(({ access }) => access === 'read');
}

function isMade(node: Node): boolean {
  return ['list', 'dictionary', 'set', 'comprehension', 'lambda', 'call'].includes(node.kind);
}

function importsEverything(module: PythonModule): boolean {
  return module.root.children.some(({ kind, children }) => kind === 'importFrom' && children.some(({ text }) => text === '*'));
}

function fileOf(module: PythonModule): string {
  return module.snapshot.uri.split('/').at(-1) ?? '';
}
