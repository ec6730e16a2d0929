// What operators look at: of a number or a text always the same, of anything else what may have changed meanwhile, and which of them may fail.
import type { Immutable, Scopes } from './scopes.ts';
import type { Node } from './syntax.ts';

// They may fail, unless the right side is a number other than zero.
const DIVIDING = new Set(['/', '//', '%']);
const SHIFTING = new Set(['<<', '>>', '@']);
const GIVING_VALUES = new Set([
  'len',
  'str',
  'repr',
  'bool',
  'abs',
  'int',
  'float',
  'ord',
  'chr',
  'hash',
  'id',
  'isinstance',
  'issubclass',
  'callable',
  'round',
]);
// Of numbers and texts they give the same at any time, and cannot fail.
const STEADY_CALLS = new Set(['len', 'str', 'repr', 'bool', 'hash', 'id']);

// Whether the operator itself, beside its operands, depends on what may change or may fail.
export function operatorLooks(node: Node, scopes: Scopes): boolean {
  const isValue = (operand: Node) => immutabilityOf(operand, scopes) === 'value';
  const isImmutable = (operand: Node) => immutabilityOf(operand, scopes) !== undefined;
  const { children } = node;
  switch (node.kind) {
    case 'not':
      return !children.every(isImmutable);
    case 'and':
    case 'or':
      return !children.slice(0, -1).every(isImmutable);
    case 'conditional':
      return !node.all('condition').every(isImmutable);
    case 'comparison':
      return comparisonLooks(node, scopes);
    case 'unary':
      return !children.every(isValue);
    case 'binary':
      if (SHIFTING.has(node.text) || (DIVIDING.has(node.text) && !isNumber(children[1]))) return true;
      return !children.every(isValue) || (node.text === '%' && children[0]?.kind === 'string');
    case 'power':
      return !children.every(isValue) || children[1]?.kind !== 'number';
    case 'replacement': {
      const [value] = children;
      // A conversion or a format stands behind it.
      const isPlain = value !== undefined && node.end === value.end + 1;
      return value === undefined || !(isPlain ? isImmutable(value) : isValue(value));
    }
    default:
      return false;
  }
}

// `len(name)` of a text.
export function isSteadyCall(call: Node, name: string, scopes: Scopes): boolean {
  return STEADY_CALLS.has(name) && call.children.slice(1).every((argument) => immutabilityOf(argument, scopes) === 'value');
}

// Undefined where somebody may change what it holds, or where nobody knows.
export function immutabilityOf(node: Node, scopes: Scopes): Immutable | undefined {
  const known = scopes.known(node);
  if (known !== undefined) return known.gives;
  const all = (nodes: readonly Node[]) => weakest(nodes.map((one) => immutabilityOf(one, scopes)));
  switch (node.kind) {
    case 'number':
    case 'string':
    case 'template':
    case 'not':
      return 'value';
    case 'constant':
      return node.text === 'None' ? 'optional' : 'value';
    case 'name':
      return scopes.immutability(node);
    case 'comparison':
      return operatorsOf(node).every((operator) => /^(?:is|not|in)\b/.test(operator)) ? 'value' : all(node.children) && 'value';
    case 'group':
    case 'unary':
    case 'binary':
    case 'power':
    case 'and':
    case 'or':
      return all(node.children);
    case 'conditional':
      return all([...node.all('body'), ...node.all('otherwise')]);
    case 'call': {
      const callee = node.child('callee');
      return callee?.kind === 'name' && GIVING_VALUES.has(callee.text) && scopes.boundIn(callee) === undefined ? 'value' : undefined;
    }
    default:
      return undefined;
  }
}

function comparisonLooks(node: Node, scopes: Scopes): boolean {
  return operatorsOf(node).some((operator, index) => {
    const kinds = node.children.slice(index, index + 2).map((operand) => immutabilityOf(operand, scopes));
    if (operator.startsWith('is')) return false;
    if (operator === '==' || operator === '!=') return kinds.includes(undefined);
    return !kinds.every((kind) => kind === 'value');
  });
}

// `<`, `not in`, … between the operands.
function operatorsOf({ text }: Node): readonly string[] {
  return text.split(',');
}

function isNumber(node: Node | undefined): boolean {
  return node?.kind === 'number' && Number(node.text) !== 0;
}

function weakest(kinds: readonly (Immutable | undefined)[]): Immutable | undefined {
  if (kinds.includes(undefined)) return undefined;
  return kinds.includes('optional') ? 'optional' : 'value';
}
