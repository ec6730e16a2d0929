// What a class of Python says about how it is constructed, and what a use of its name does with it.
import type { PythonModule } from './refactorings/syntax/pythonModule.ts';
import type { Node } from './refactorings/syntax/syntax.ts';

export type ClassUse =
  // It is called: the call.
  | { readonly kind: 'call'; readonly node: Node }
  // It is inherited from: the class below.
  | { readonly kind: 'base'; readonly node: Node }
  // It is only named, as in imports and annotations.
  | { readonly kind: 'named' }
  | { readonly kind: 'value'; readonly why: string };

export function nameOf(declaration: Node): Node | undefined {
  return declaration.child('name');
}

export function bodyOf(declaration: Node): readonly Node[] {
  return declaration.child('body')?.children ?? [];
}

export function hasOwn(node: Node, method: string): boolean {
  return bodyOf(node).some((statement) => statement.kind === 'function' && nameOf(statement)?.text === method);
}

// What writes a constructor that nobody sees: a decorator or a base that reads the fields. Undefined where nothing does.
export function madeBy(module: PythonModule, node: Node): string | undefined {
  if (hasOwn(node, '__init__')) return undefined;
  const decorator = node.all('decorator').find((each) => /^(?:[\w.]+\.)?(?:dataclass|define|frozen|mutable|attrs|attr\.s|s)\b/.test(module.textOf(each)));
  if (decorator !== undefined) return `@${module.textOf(decorator).replace(/\(.*$/s, '')}`;
  const base = node.all('base').find((each) => /^(?:[\w.]+\.)?(?:NamedTuple|TypedDict|BaseModel|Struct)$/.test(module.textOf(each)));
  return base === undefined ? undefined : module.textOf(base);
}

// The use that stands between these two, of the class or of its __init__.
export function meaningOf(module: PythonModule, start: number, end: number): ClassUse {
  const name = expressionAt(module, start, end);
  // What is no expression is imported, declared, or a word in a string.
  if (name === undefined) return { kind: 'named' };
  const isInit = name.kind === 'attribute' && name.text === '__init__';
  const whole = name.parent?.kind === 'subscript' && name.role === 'object' ? name.parent : name;
  const { parent, role } = whole;
  if (parent?.kind === 'call' && role === 'callee') return isInit ? callOfInit(name, parent) : { kind: 'call', node: parent };
  if (isInit) return { kind: 'value', why: 'it is used as a value' };
  if (parent?.kind === 'class' && role === 'base') return { kind: 'base', node: parent };
  if (parent?.kind === 'attribute' || isOnlyNamed(whole)) return { kind: 'named' };
  return { kind: 'value', why: parent?.kind === 'raise' ? 'it is raised without arguments' : 'it is used as a value' };
}

// super().__init__(1) and self.__init__(1) pass what the constructor takes; Cart.__init__(self, 1) passes the object too.
function callOfInit(name: Node, call: Node): ClassUse {
  const object = name.child('object');
  const isBound = (object?.kind === 'call' && object.child('callee')?.text === 'super') || object?.text === 'self';
  return isBound ? { kind: 'call', node: call } : { kind: 'value', why: 'it is called through its type, with the object as an argument' };
}

// Where whichever class a method is called on is constructed: cls(1), type(self)(1), self.__class__(1).
export function constructionsByItself(node: Node): readonly Node[] {
  const found: Node[] = [];
  for (const inner of node.walk()) {
    const callee = inner.kind === 'call' ? inner.child('callee') : undefined;
    if (callee === undefined) continue;
    const [argument] = callee.children.filter(({ role }) => role !== 'callee');
    const isTypeOfSelf = callee.kind === 'call' && callee.child('callee')?.text === 'type' && argument?.text === 'self';
    const isClassOfSelf = callee.kind === 'attribute' && callee.text === '__class__';
    if (isTypeOfSelf || isClassOfSelf || (callee.kind === 'name' && callee.text === 'cls')) found.push(inner);
  }
  return found;
}

const ASKS_ABOUT_TYPES = /^(?:isinstance|issubclass|cast|TypeVar|hash|id|repr|getattr|hasattr|assert_type|reveal_type)$/;

function isOnlyNamed(node: Node): boolean {
  for (const around of node.upwards()) {
    const { parent, role } = around;
    if (role === 'annotation' || role === 'type' || around.kind === 'pattern' || around.kind === 'typeAlias') return true;
    if (parent?.kind === 'subscript' && role !== 'object') return true;
    if (parent?.kind === 'comparison' || parent?.kind === 'handler') return true;
    if (parent?.kind === 'call' && role !== 'callee') return ASKS_ABOUT_TYPES.test(parent.child('callee')?.text ?? '');
    // `A | B` and `(A, B)` stand where each of them may stand.
    if (around !== node && !['tuple', 'group', 'binary'].includes(around.kind)) return false;
  }
  return false;
}

function expressionAt(module: PythonModule, start: number, end: number): Node | undefined {
  for (const node of module.root.walk()) {
    if (node.end !== end) continue;
    if (node.kind === 'name' && node.start === start && node.access === 'read') return node;
    if (node.kind === 'attribute' && node.end - node.text.length === start) return node;
  }
  return undefined;
}
