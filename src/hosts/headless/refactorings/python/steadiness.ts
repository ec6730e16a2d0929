// Whether an expression still has the same value later on: what in between gives its names, or what it reads, another one.
import { effectOf, freeNames } from './effects.ts';
import type { PythonModule } from './pythonModule.ts';
import { binds } from './scopes.ts';
import { blockOf, type Node, statementOf } from './syntax.ts';

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

// Behind the last place, and in no loop that leads back to it.
function isAfter(node: Node, last: Node, block: Node): boolean {
  for (const around of node.upwards()) {
    if (around === block) break;
    if ((around.kind === 'for' || around.kind === 'while') && around.holds(last)) return false;
  }
  const own = statementOf(last);
  // A call is made when its arguments have been evaluated.
  return (
    node.start >= last.end || (node.kind !== 'name' && node.holds(last)) || (own.kind === 'assign' && own.all('target').some((target) => target.holds(node)))
  );
}

// Something that may change what attributes and elements are.
function isChange(module: PythonModule, node: Node): boolean {
  if (node.role === 'target' && (node.kind === 'attribute' || node.kind === 'subscript')) return true;
  return ['call', 'await', 'yield', 'walrus'].includes(node.kind) && effectOf(node, module.scopes) === 'acts';
}
