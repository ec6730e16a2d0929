// Whether an expression still has the same value later on: what in between gives its names, or what it reads, another one.

import { immutabilityOf } from '../syntax/operators.ts';
import type { PythonModule } from '../syntax/pythonModule.ts';
import { binds } from '../syntax/scopes.ts';
import { blockOf, type Node } from '../syntax/syntax.ts';
import { effectOf, evaluationOrder, freeNames } from './effects.ts';

// The first thing in these statements, up to the last place where the value is wanted, that may change it.
export function disturbance(module: PythonModule, expression: Node, statements: readonly Node[], last: Node): Node | undefined {
  const [first] = statements;
  if (first === undefined) return undefined;
  const block = blockOf(first);
  const meant = new Map(freeNames(expression, module.scopes).map((name) => [name.text, module.scopes.boundIn(name)]));
  const reads = effectOf(expression, module.scopes) !== 'nothing';
  for (const node of statements.flatMap((statement) => [...statement.walk()])) {
    if (isAfter(node, last, block)) continue;
    if (node.kind === 'name' && binds(node) && meant.has(node.text) && meant.get(node.text) === module.scopes.boundIn(node)) return node;
    if (reads && isChange(module, node)) return node;
  }
  return undefined;
}

// Evaluated after the last place, and in no loop that leads back to it.
function isAfter(node: Node, last: Node, block: Node): boolean {
  for (const around of node.upwards()) {
    if (around === block) break;
    if (isRound(around) && around.holds(last) && !firstOf(around)?.holds(last)) return false;
  }
  // A call is made when its arguments have been evaluated.
  if (node.holds(last)) return node.kind !== 'name';
  let below = node;
  for (const common of node.upwards()) {
    if (common.holds(last)) {
      // A name gets its value when that has been evaluated.
      if (below.role === 'target' && (common.kind === 'update' || common.kind === 'walrus') && below === node) return true;
      const order = evaluationOrder(common);
      const other = order.findIndex((part) => part.holds(last));
      return order.indexOf(below) > other;
    }
    below = common;
  }
  return node.start >= last.end;
}

function isRound({ kind }: Node): boolean {
  return kind === 'for' || kind === 'while' || kind === 'comprehension';
}

// What is evaluated once, before the first round.
function firstOf(loop: Node): Node | undefined {
  return (loop.kind === 'comprehension' ? loop.children.find(({ kind }) => kind === 'clause') : loop)?.child('iterable');
}

// Something that may change what attributes and elements are.
function isChange(module: PythonModule, node: Node): boolean {
  if (node.kind === 'attribute' || node.kind === 'subscript') return isTarget(node);
  // `items += more` changes a list in its place.
  if (node.kind === 'name') return node.access === 'update' && immutabilityOf(node, module.scopes) === undefined;
  if (node.kind === 'item' || (node.role === 'iterable' && node.parent?.text === 'async')) return true;
  return ['call', 'await', 'yield', 'walrus'].includes(node.kind) && effectOf(node, module.scopes) === 'acts';
}

// Alone, or among others that are given values together.
function isTarget(node: Node): boolean {
  if (node.role === 'target') return true;
  return node.parent !== undefined && ['tuple', 'list', 'group', 'starred'].includes(node.parent.kind) && isTarget(node.parent);
}
