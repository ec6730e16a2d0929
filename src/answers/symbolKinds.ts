// The kinds of symbols in the order of the language server protocol, by which engines number them.
import type { SymbolKind } from '../ide/doors/languages.ts';

// In the order of the protocol, which counts from 1.
const KINDS: readonly SymbolKind[] = [
  ...(['file', 'module', 'namespace', 'package', 'class', 'method', 'property', 'field', 'constructor', 'enum', 'interface', 'function', 'variable'] as const),
  ...(['constant', 'string', 'number', 'boolean', 'array', 'object', 'key', 'null', 'enumMember', 'struct', 'event', 'operator', 'typeParameter'] as const),
];

export function kindOf(kind: number): SymbolKind {
  return KINDS[kind - 1] ?? 'variable';
}
