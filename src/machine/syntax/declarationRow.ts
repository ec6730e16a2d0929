// What is data about a grammar's declarations: which node declares what, and where in it the name stands.
import type { SymbolKind } from '../../ide/doors/languages.ts';

// A rule of ast-grep, as far as our rows need it.
export interface NodeRule {
  readonly kind?: string;
  readonly regex?: string;
  readonly field?: string;
  readonly pattern?: string;
  readonly has?: NodeRule;
  readonly inside?: NodeRule;
  readonly not?: NodeRule;
  readonly any?: readonly NodeRule[];
  readonly all?: readonly NodeRule[];
  readonly stopBy?: 'end';
  readonly nthChild?: { readonly position: number; readonly reverse: boolean; readonly ofRule: NodeRule };
}

export interface DeclarationRow {
  readonly as: SymbolKind;
  readonly node: string;
  // Where its name stands among what is below the node: "itself" when the node is the name, a word when the node has no name but always this word in it.
  readonly name: NodeRule | 'itself' | { readonly word: string };
  readonly where?: NodeRule;
  // The type that it belongs to although it is not written inside of it, such as the receiver of a method in Go.
  readonly of?: NodeRule;
  // Its first line says more than its name, so that it is shown.
  readonly header?: true;
}

export const NAME = '$NAME';
export const OF = '$OF';

// The name is in this field of the node.
export function field(name: string): NodeRule {
  return { field: name, pattern: NAME };
}

// The name is the first child of this kind.
export function child(kind: string): NodeRule {
  return { kind, pattern: NAME };
}

// The name is the first node of this kind, at any depth.
export function deep(kind: string): NodeRule {
  return { kind, pattern: NAME, stopBy: 'end' };
}

// The name is below this child.
export function below(kind: string, name: NodeRule): NodeRule {
  return { kind, has: name };
}

// At some depth inside a node of one of these kinds.
export function insideOf(...kinds: readonly string[]): NodeRule {
  return { inside: { any: kinds.map((kind) => ({ kind })), stopBy: 'end' } };
}

// Directly inside a node of this kind, perhaps in a field of it.
export function directlyIn(kind: string, more: Omit<NodeRule, 'kind'> = {}): NodeRule {
  return { inside: { kind, ...more } };
}

const NAME_FIELD = field('name');

// The usual case: nodes of these kinds have their name in the field "name".
export function named(as: SymbolKind, ...nodes: readonly string[]): readonly DeclarationRow[] {
  return nodes.map((node) => ({ as, node, name: NAME_FIELD }));
}
