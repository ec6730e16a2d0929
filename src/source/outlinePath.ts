// Where a declaration stands in the outline of its file: its own symbol and those around it.
import type { OutlineSymbol, SymbolKind } from '../ide/doors/languages.ts';
import { contains, type Position } from '../ide/text.ts';

// From the outermost to the symbol whose name stands at the position; empty when none does.
export function outlinePath(outline: readonly OutlineSymbol[], position: Position): readonly OutlineSymbol[] {
  for (const symbol of outline) {
    if (contains(symbol.selection, position)) return [symbol];
    const inner = outlinePath(symbol.children, position);
    if (inner.length > 0) return [symbol, ...inner];
  }
  return [];
}

export function isTypeKind(kind: SymbolKind): boolean {
  return TYPES.has(kind);
}

const TYPES: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['class', 'interface', 'struct', 'enum', 'typeAlias']);
