// Which ways lead through statements: where a name certainly has a value, and whether anything comes after.

import type { Node } from '../syntax/syntax.ts';
import { onlySometimes } from './effects.ts';

// Whether the name has a value once the statement is through.
export function assigns(statement: Node, name: string): boolean {
  if (isGivenInside(statement, name)) return true;
  switch (statement.kind) {
    case 'assign':
      return statement.child('value') !== undefined && statement.all('target').some((target) => targetHas(target, name));
    case 'function':
    case 'class':
      return statement.child('name')?.text === name;
    case 'import':
    case 'importFrom':
      return statement.children.some((alias) => alias.child('name')?.text === name);
    case 'with':
      return (
        statement.children.some((item) => item.kind === 'item' && item.all('target').some((target) => targetHas(target, name))) ||
        (inBlock(statement.child('body'), name) && !swallows(statement))
      );
    case 'if':
      return allOf([statement.child('body'), statement.child('otherwise')], name);
    case 'try':
      return tryAssigns(statement, name);
    case 'match':
      return matchAssigns(statement, name);
    default:
      return false;
  }
}

function tryAssigns(statement: Node, name: string): boolean {
  if (inBlock(statement.child('finally'), name)) return true;
  const handlers = statement.children.filter(({ kind }) => kind === 'handler').map((handler) => handler.child('body'));
  const isTried = inBlock(statement.child('body'), name) || inBlock(statement.child('otherwise'), name);
  return isTried && handlers.every((body) => body !== undefined && (leaves(body.children) || inBlock(body, name)));
}

// `(name := value)` in the part of the statement that is always evaluated.
function isGivenInside(statement: Node, name: string): boolean {
  const parts = statement.children.filter(({ role, kind }) => !['body', 'otherwise', 'finally'].includes(role) && kind !== 'handler' && kind !== 'case');
  return parts
    .flatMap((part) => [...runWith(part)])
    .some((node) => node.kind === 'walrus' && node.child('target')?.text === name && onlySometimes(node, statement) === undefined);
}

// Every case does, and one of them fits whatever comes.
function matchAssigns(statement: Node, name: string): boolean {
  const cases = statement.children.filter(({ kind }) => kind === 'case');
  const last = cases.at(-1);
  const isTotal = last !== undefined && last.child('condition') === undefined && isIrrefutable(last.children[0]);
  return isTotal && cases.every((one) => captures(one, name) || inBlock(one.child('body'), name));
}

// `_`, or a name alone.
function isIrrefutable(pattern: Node | undefined): boolean {
  if (pattern === undefined) return false;
  if (pattern.kind === 'name') return pattern.access === 'write';
  if (pattern.kind !== 'pattern') return false;
  return pattern.text === '_' || (pattern.children.length === 1 && pattern.end === pattern.children[0]?.end && isIrrefutable(pattern.children[0]));
}

function captures(one: Node, name: string): boolean {
  const [pattern] = one.children;
  return pattern !== undefined && [...pattern.walk()].some((node) => node.kind === 'name' && node.access === 'write' && node.text === name);
}

function inBlock(block: Node | undefined, name: string): boolean {
  if (block === undefined) return false;
  return block.kind === 'if' ? assigns(block, name) : block.children.some((statement) => assigns(statement, name)) || leaves(block.children);
}

function allOf(blocks: readonly (Node | undefined)[], name: string): boolean {
  return blocks.every((block) => inBlock(block, name));
}

function targetHas(target: Node, name: string): boolean {
  if (target.kind === 'name') return target.text === name;
  return ['tuple', 'list', 'group', 'starred'].includes(target.kind) && target.children.some((child) => targetHas(child, name));
}

// Whether no way leads past these statements.
export function leaves(statements: readonly Node[]): boolean {
  return statements.some(leavesBy);
}

function leavesBy(statement: Node): boolean {
  const blocks = (roles: readonly ('body' | 'otherwise')[]) =>
    roles.every((role) => {
      const block = statement.child(role);
      return block !== undefined && (block.kind === 'if' ? leavesBy(block) : leaves(block.children));
    });
  switch (statement.kind) {
    case 'return':
    case 'raise':
    case 'break':
    case 'continue':
      return true;
    case 'if':
      return blocks(['body', 'otherwise']);
    case 'with':
      return blocks(['body']) && !swallows(statement);
    case 'try': {
      const last = statement.child('finally');
      if (last !== undefined && leaves(last.children)) return true;
      const handlers = statement.children.filter(({ kind }) => kind === 'handler').map((handler) => handler.child('body')?.children ?? []);
      return (blocks(['body']) || blocks(['otherwise'])) && handlers.every(leaves);
    }
    default:
      return false;
  }
}

// They end what is raised inside, and the program goes on behind them.
const SWALLOWING = new Set(['suppress', 'raises', 'assertRaises', 'assertRaisesRegex']);

function swallows(statement: Node): boolean {
  return statement.children
    .filter(({ kind }) => kind === 'item')
    .flatMap((item) => [...item.walk()])
    .some(({ kind, role, text }) => role === 'callee' && (kind === 'name' || kind === 'attribute') && SWALLOWING.has(text));
}

// Whether the name certainly has a value at this place, by what stands behind `from` on every way to it.
export function hasValueAt(place: Node, name: string, from: number): boolean {
  let below = place;
  for (const above of place.upwards()) {
    if (above === below) continue;
    const isBlock = above.kind === 'block' || above.kind === 'module';
    if ((isBlock || above.start >= from) && givesBefore(above, below, name, from)) return true;
    // What a function defined before is called later, with what was given by then.
    if (['function', 'class', 'lambda'].includes(above.kind) && below.role === 'body' && above.start < from) return false;
    if (above.kind === 'function' && from === 0) return false;
    below = above;
  }
  return false;
}

function givesBefore(above: Node, below: Node, name: string, from: number): boolean {
  if (above.kind === 'block' || above.kind === 'module') {
    const before = above.children.slice(0, above.children.indexOf(below));
    return before.some((statement) => statement.start >= from && assigns(statement, name));
  }
  if (above.kind === 'for' && below.role === 'body') return targetHas(above.child('target') ?? above, name);
  if (above.kind === 'case' && below !== above.children[0]) return captures(above, name);
  // What is tested is evaluated before what follows it.
  if (['if', 'while', 'for', 'with', 'match'].includes(above.kind) && below.start > above.start && isGivenBefore(above, below, name)) return true;
  if (above.kind === 'handler' && below.role === 'body') return above.child('name')?.text === name;
  if (above.kind === 'with' && below.role === 'body')
    return assigns(above, name) && above.all('part').some((item) => item.all('target').some((target) => targetHas(target, name)));
  if (above.kind === 'with' && below.kind === 'item') {
    const before = above.children.slice(0, above.children.indexOf(below));
    return before.some((item) => item.all('target').some((target) => targetHas(target, name)));
  }
  return above.kind === 'function' && below.role === 'body' && above.children.some((child) => child.kind === 'parameter' && child.child('name')?.text === name);
}

function isGivenBefore(above: Node, below: Node, name: string): boolean {
  return isGivenInside(above, name) && (below.role === 'body' || below.role === 'otherwise' || below.kind === 'case');
}

// The loops around a node, from the inside out, up to the function that it is in.
export function loopsAround(node: Node): readonly Node[] {
  const loops: Node[] = [];
  let below = node;
  for (const above of node.upwards()) {
    if (above !== below && ['function', 'class', 'lambda'].includes(above.kind) && below.role === 'body') break;
    if ((above.kind === 'for' || above.kind === 'while') && (below.role === 'body' || (above.kind === 'while' && below.role === 'condition')))
      loops.push(above);
    below = above;
  }
  return loops;
}

// Everything below that is run when the node is: not what stands in functions that it defines.
export function* runWith(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children) {
    if ((node.kind === 'function' || node.kind === 'lambda') && child.role === 'body') continue;
    yield* runWith(child);
  }
}
