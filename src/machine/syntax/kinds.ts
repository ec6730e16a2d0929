// Which kinds of symbols hold others, and which are nobody's business outside of a function.
import type { SymbolKind } from '../../ide/doors/languages.ts';

export const TYPES: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['class', 'struct', 'interface', 'enum', 'enumMember', 'object']);
export const FUNCTIONS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['function', 'method', 'constructor']);
export const LOCALS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['variable', 'constant', 'property']);
