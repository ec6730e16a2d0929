// What evaluating an expression does, in which order the parts of a statement are evaluated, and which of them only sometimes.
import { isSteadyCall, operatorLooks } from '../syntax/operators.ts';
import { binds, reads, type Scopes } from '../syntax/scopes.ts';
import type { Node } from '../syntax/syntax.ts';

// Nothing: the same at any time. Reads: depends on what may change. Acts: may change something, or must happen exactly once.
export type SideEffect = 'nothing' | 'reads' | 'acts';

const STRENGTH: readonly SideEffect[] = ['nothing', 'reads', 'acts'];
// They only look at what they are given.
const LOOKING = new Set([
  'len',
  'abs',
  'isinstance',
  'issubclass',
  'round',
  'int',
  'float',
  'str',
  'bool',
  'repr',
  'ord',
  'chr',
  'range',
  'id',
  'hash',
  'callable',
]);

export function effectOf(node: Node, scopes: Scopes): SideEffect {
  const known = scopes.known(node);
  if (known !== undefined) return strongest([known.effect, ...partsOf(node).map((part) => effectOf(part, scopes))]);
  switch (node.kind) {
    case 'name':
      // What a definition is called takes no evaluation; an update reads first and writes when everything is evaluated.
      if (node.role === 'name') return 'nothing';
      if (node.access !== 'read' && node.access !== 'update') return 'acts';
      return changesElsewhere(node, scopes) ? 'reads' : 'nothing';
    case 'number':
    case 'string':
    case 'constant':
      return 'nothing';
    case 'lambda':
      return 'nothing';
    case 'await':
    case 'yield':
    case 'walrus':
      return 'acts';
    case 'call':
      if (!isLooking(node, scopes)) return 'acts';
      return strongest([
        isSteadyCall(node, node.child('callee')?.text ?? '', scopes) ? 'nothing' : 'reads',
        ...node.children.slice(1).map((child) => effectOf(child, scopes)),
      ]);
    case 'comprehension':
      return strongest(['reads', ...node.children.map((child) => partEffect(child, scopes))]);
    case 'attribute':
    case 'subscript':
    case 'starred':
    case 'spread':
      return strongest(['reads', ...node.children.map((child) => effectOf(child, scopes))]);
    default:
      return strongest([operatorLooks(node, scopes) ? 'reads' : 'nothing', ...node.children.map((child) => effectOf(child, scopes))]);
  }
}

// What is evaluated for a call or slice besides itself; looking up its method is a part of it.
function partsOf(node: Node): readonly Node[] {
  return node.children.flatMap((child) => (child.role !== 'callee' ? [child] : child.kind === 'attribute' ? child.children : []));
}

// Whether the first may go before the second, which was evaluated before it so far.
export function mayPass(moved: SideEffect, passed: SideEffect): boolean {
  if (moved === 'acts') return passed === 'nothing';
  return moved === 'nothing' || passed !== 'acts';
}

// Literals, and what is made of them alone.
export function isConstant(node: Node): boolean {
  if (['number', 'string', 'constant'].includes(node.kind)) return true;
  return ['unary', 'binary', 'power', 'group', 'tuple'].includes(node.kind) && node.children.length > 0 && node.children.every(isConstant);
}

// What is evaluated in the statement before the node, in that order.
export function evaluatedBefore(node: Node, statement: Node): readonly Node[] {
  const before: Node[] = [];
  let below = node;
  for (const above of node.upwards()) {
    if (above === below) continue;
    const order = evaluationOrder(above);
    // A target is given its value after everything else.
    before.unshift(...order.slice(0, Math.max(0, order.indexOf(below))).filter((part) => !isMethodOf(part, above)));
    if (above === statement) break;
    below = above;
  }
  return before;
}

// Why the node may not be evaluated exactly once, when its statement begins; undefined when it is.
export function onlySometimes(node: Node, statement: Node): string | undefined {
  let below = node;
  for (const above of node.upwards()) {
    if (above !== below) {
      const why = reasonBelow(above, below);
      if (why !== undefined) return why;
      if (above === statement) return undefined;
    }
    below = above;
  }
  return undefined;
}

export function evaluationOrder(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'conditional':
      return [...node.all('condition'), ...node.all('body'), ...node.all('otherwise')];
    case 'assign':
      return [...node.all('value'), ...node.all('target'), ...node.all('annotation')];
    case 'comprehension':
      return [...node.children.filter(({ role }) => role !== 'element'), ...node.all('element')];
    case 'for':
    case 'clause':
      return [...node.all('iterable'), ...node.all('target'), ...node.all('body'), ...node.all('otherwise')];
    default:
      return node.children;
  }
}

function reasonBelow(above: Node, below: Node): string | undefined {
  const index = above.children.indexOf(below);
  switch (above.kind) {
    case 'and':
    case 'or':
      return index > 0 ? `it is evaluated only if what stands before "${above.kind}" wants that` : undefined;
    case 'comparison':
      return index > 1 ? 'it is evaluated only if the comparison before it is true' : undefined;
    case 'conditional':
      return below.role === 'condition' ? undefined : 'it is evaluated only if the condition wants that';
    case 'lambda':
      return below.role === 'body' ? 'it is evaluated when the lambda is called' : undefined;
    case 'comprehension':
      return below === above.children.find(({ kind }) => kind === 'clause') ? undefined : 'it is evaluated for each element of the comprehension';
    case 'while':
      return below.role === 'condition' ? 'it is evaluated before each round of the loop' : undefined;
    case 'if':
      return above.text === 'elif' ? 'it is evaluated only if no condition before it is true' : undefined;
    case 'with':
      return index > 0 && below.kind === 'item' ? 'it is evaluated inside of the with before it' : undefined;
    case 'assert':
      return below.role === 'message' ? 'it is evaluated only if the assertion fails' : undefined;
    case 'handler':
      return 'it is evaluated only if something was raised';
    case 'case':
      return 'it is evaluated only if no case before it fits';
    default:
      return undefined;
  }
}

// In `cart.add(price())` the method is looked up first, which changes nothing and hardly ever changes.
function isMethodOf(part: Node, call: Node): boolean {
  return call.kind === 'call' && part.role === 'callee' && (part.kind === 'name' || part.kind === 'attribute') && !containsCall(part);
}

function containsCall(node: Node): boolean {
  for (const below of node.walk()) if (['call', 'await', 'subscript', 'walrus', 'yield'].includes(below.kind)) return true;
  return false;
}

function isLooking(call: Node, scopes: Scopes): boolean {
  const callee = call.child('callee');
  return callee?.kind === 'name' && LOOKING.has(callee.text) && scopes.boundIn(callee) === undefined;
}

// Names that a comprehension gives values to are its own.
function partEffect(part: Node, scopes: Scopes): SideEffect {
  return part.kind === 'clause' ? effectOf(part.child('iterable') ?? part, scopes) : effectOf(part, scopes);
}

// Somebody else than the code around it may give the name another value meanwhile.
function changesElsewhere(name: Node, scopes: Scopes): boolean {
  const scope = scopes.boundIn(name);
  if (scope === undefined) return false;
  const own = scopes.around(name);
  const bindings = scopes.occurrences(name.text, scope).filter(binds);
  const isOutside = scope !== own && scope.kind !== 'comprehension' && own.kind !== 'comprehension';
  return isOutside ? bindings.length > 1 : bindings.some((binding) => scopes.around(binding) !== scope && scopes.around(binding).kind === 'function');
}

function strongest(effects: readonly SideEffect[]): SideEffect {
  return effects.reduce((found, effect) => (STRENGTH.indexOf(effect) > STRENGTH.indexOf(found) ? effect : found), 'nothing');
}

// Names that are read in the expression and come from outside of it.
export function freeNames(node: Node, scopes: Scopes): readonly Node[] {
  return [...node.walk()].filter((below) => {
    if (below.kind !== 'name' || !reads(below)) return false;
    const scope = scopes.boundIn(below);
    return scope === undefined || !node.holds(scope.node);
  });
}
