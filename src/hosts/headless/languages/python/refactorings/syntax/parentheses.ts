// When an expression needs parentheses to stand where another stood.
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import type { PythonModule } from './pythonModule.ts';
import type { Node } from './syntax.ts';

// Only inside of parentheses.
const BARE = -1;
const TUPLE = 0;
const TEST = 1;
const OR = 2;
const COMPARISON = 5;
const BITS = 6;
const UNARY = 12;
const PRIMARY = 15;

const LEVELS: Readonly<Partial<Record<Node['kind'], number>>> = {
  walrus: BARE,
  yield: TUPLE,
  lambda: TEST,
  conditional: TEST,
  or: OR,
  and: 3,
  not: 4,
  comparison: COMPARISON,
  unary: UNARY,
  power: 13,
  await: 14,
};
const OPERATORS: Readonly<Record<string, number>> = { '|': BITS, '^': 7, '&': 8, '<<': 9, '>>': 9, '+': 10, '-': 10 };
const PRODUCT = 11;

// What to write in place of the node so that it is still the expression of this text and kind.
export function fitted(text: string, expression: Node, isBroken: boolean, place: Node): string {
  return isBroken || levelOf(expression) < wantedAt(place) || isNumberWithDot(expression, place) ? `(${text})` : text;
}

// As it can stand by itself behind an equals sign or `return`.
export function standing(module: PythonModule, expression: Node, text: string): string {
  return module.breaksOutsideBrackets(expression) || levelOf(expression) === BARE ? `(${text})` : text;
}

// As it is given a name in the middle of an expression.
export function givenInPlace(name: string, expression: Node, text: string): string {
  return `(${name} := ${levelOf(expression) < TEST ? `(${text})` : text})`;
}

// A template ends at its own quotes, and older versions of the language allow no backslash in it.
export function checkInTemplate(module: PythonModule, place: Node, text: string, what: string): void {
  for (const around of place.upwards()) {
    if (around.kind !== 'replacement') continue;
    const where = `line ${module.lineOf(place)}`;
    if (around.text === '=') throw new RefusedRefactoring(`${where} prints the expression as it is written.`);
    const [, quote = '"'] = /^[a-zA-Z]*("""|'''|"|')/.exec(around.parent?.text ?? '') ?? [];
    if (text.includes(quote.slice(0, 1)) || /[\\#\r\n]/.test(text))
      throw new RefusedRefactoring(`${what} cannot stand in the string on ${where}: it has quotes, a backslash or a line break.`);
  }
}

function levelOf(expression: Node): number {
  if (expression.kind === 'binary') return OPERATORS[expression.text] ?? PRODUCT;
  if (expression.kind === 'tuple') return hasOwnParentheses(expression) ? PRIMARY : TUPLE;
  if (expression.kind === 'comprehension' && expression.text === 'generator') return hasOwnParentheses(expression) ? PRIMARY : BARE;
  // Strings beside each other are one only as long as nothing else is beside them.
  if (expression.kind === 'string' || expression.kind === 'template') return expression.children.some(({ kind }) => kind === 'piece') ? 14 : PRIMARY;
  return LEVELS[expression.kind] ?? PRIMARY;
}

// `(a), (b)` begins with a parenthesis too.
function hasOwnParentheses({ start, children }: Node): boolean {
  return children[0]?.start !== start;
}

function wantedAt(place: Node): number {
  const { parent, role } = place;
  if (parent === undefined) return PRIMARY;
  const index = parent.children.indexOf(place);
  switch (parent.kind) {
    case 'group':
      return BARE;
    case 'evaluation':
      return TUPLE;
    case 'return':
    case 'assign':
      return role === 'value' ? TUPLE : TEST;
    case 'comprehension':
      return role === 'condition' ? OR : TEST;
    case 'clause':
      return OR;
    case 'conditional':
      return role === 'otherwise' ? TEST : OR;
    case 'or':
      return 3;
    case 'and':
    case 'not':
      return 4;
    case 'comparison':
    case 'starred':
      return BITS;
    case 'binary': {
      const own = OPERATORS[parent.text] ?? PRODUCT;
      return index === 0 ? own : own + 1;
    }
    case 'unary':
      return UNARY;
    case 'power':
      return index === 0 ? 14 : UNARY;
    case 'await':
      return PRIMARY;
    case 'attribute':
      return PRIMARY;
    case 'call':
    case 'subscript':
      return role === 'callee' || role === 'object' ? PRIMARY : TEST;
    case 'replacement':
      return OR;
    default:
      return TEST;
  }
}

// `1.real` is read as a number.
function isNumberWithDot(expression: Node, { parent }: Node): boolean {
  return expression.kind === 'number' && parent?.kind === 'attribute';
}
