// The kinds of completions in the order of the language server protocol, by which engines number them.
import type { CompletionKind } from '../ide/completions.ts';

// In the order of the protocol, which counts from 1.
const KINDS: readonly CompletionKind[] = [
  ...(['text', 'method', 'function', 'constructor', 'field', 'variable', 'class', 'interface', 'module', 'property', 'unit', 'value', 'enum'] as const),
  ...(['keyword', 'snippet', 'color', 'file', 'reference', 'folder', 'enumMember', 'constant', 'struct', 'event', 'operator', 'typeParameter'] as const),
];

export function completionKind(kind: number): CompletionKind {
  return KINDS[kind - 1] ?? 'text';
}
