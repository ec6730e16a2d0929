// The tree of a Python module: every node with its place, its children in the order of the text, and what each of them is for its parent.

const STATEMENT_KINDS = [
  'function',
  'class',
  'if',
  'while',
  'for',
  'try',
  'with',
  'match',
  'assign',
  'update',
  'evaluation',
  'return',
  'raise',
  'delete',
  'pass',
  'break',
  'continue',
  'import',
  'importFrom',
  'global',
  'nonlocal',
  'assert',
  'typeAlias',
] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

const EXPRESSION_KINDS = [
  'name',
  'number',
  'string',
  'template',
  'constant',
  'group',
  'tuple',
  'list',
  'set',
  'dictionary',
  'comprehension',
  'lambda',
  'conditional',
  'or',
  'and',
  'not',
  'comparison',
  'binary',
  'unary',
  'power',
  'await',
  'yield',
  'call',
  'attribute',
  'subscript',
  'walrus',
  'starred',
] as const;
export type ExpressionKind = (typeof EXPRESSION_KINDS)[number];

// What is neither a statement nor an expression that stands by itself.
const PART_KINDS = [
  'module',
  'block',
  'handler',
  'item',
  'case',
  'pattern',
  'alias',
  'path',
  'parameter',
  'separator',
  'typeParameter',
  'keyword',
  'spread',
  'pair',
  'slice',
  'clause',
  'replacement',
  'piece',
] as const;
export type SyntaxPartKind = (typeof PART_KINDS)[number];

export type Kind = StatementKind | ExpressionKind | SyntaxPartKind;

export type Role =
  | 'part'
  | 'body'
  | 'otherwise'
  | 'finally'
  | 'condition'
  | 'target'
  | 'iterable'
  | 'value'
  | 'annotation'
  | 'default'
  | 'decorator'
  | 'base'
  | 'name'
  | 'object'
  | 'callee'
  | 'element'
  | 'context'
  | 'subject'
  | 'type'
  | 'cause'
  | 'message';

// How a name is used where it stands. An update, such as `total += 1`, reads and writes.
export type Access = 'read' | 'write' | 'update' | 'delete' | 'parameter' | 'import' | 'declare';

export class Node {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  readonly children: readonly Node[];
  // A name, an operator, or what else distinguishes nodes of one kind.
  readonly text: string;
  parent: Node | undefined;
  role: Role = 'part';
  access: Access = 'read';

  constructor(kind: Kind, start: number, end: number, children: readonly Node[], text = '') {
    this.kind = kind;
    this.start = start;
    this.end = end;
    this.children = children;
    this.text = text;
    for (const child of children) child.parent = this;
  }

  child(role: Role): Node | undefined {
    return this.children.find((child) => child.role === role);
  }

  all(role: Role): readonly Node[] {
    return this.children.filter((child) => child.role === role);
  }

  // Itself and everything below, in the order of the text.
  *walk(): Generator<Node> {
    yield this;
    for (const child of this.children) yield* child.walk();
  }

  // Itself and everything around it, from the inside out.
  *upwards(): Generator<Node> {
    for (let node: Node | undefined = this; node !== undefined; node = node.parent) yield node;
  }

  holds(other: Node): boolean {
    for (const node of other.upwards()) if (node === this) return true;
    return false;
  }
}

export function playing(role: Role, node: Node): Node {
  node.role = role;
  return node;
}

const STATEMENTS: ReadonlySet<string> = new Set(STATEMENT_KINDS);
const EXPRESSIONS: ReadonlySet<string> = new Set(EXPRESSION_KINDS);

function isStatement({ kind }: Node): boolean {
  return STATEMENTS.has(kind);
}

export function isExpression(node: Node): boolean {
  return EXPRESSIONS.has(node.kind);
}

// The statement that a node stands in, or is. `elif` is a part of its `if`.
export function statementOf(node: Node): Node {
  for (const around of node.upwards()) if (isStatement(around) && around.text !== 'elif') return around;
  return node;
}

// The block, or the module, that a statement stands in.
export function blockOf(statement: Node): Node {
  for (const around of statement.upwards()) if (around !== statement && (around.kind === 'block' || around.kind === 'module')) return around;
  return statement;
}
