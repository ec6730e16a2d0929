// Declarations as they were matched, one after the other, turned into an outline: what stands inside of what, and what it is there.
import type { OutlineSymbol, SymbolKind } from '../../ide/doors/languages.ts';
import { compare, type Range } from '../../ide/text.ts';
import type { SyntaxDeclaration } from './declarationRules.ts';
import { FUNCTIONS, LOCALS, TYPES } from './kinds.ts';

export interface SyntaxSymbol extends OutlineSymbol {
  // The type that it belongs to without being written inside of it.
  readonly of?: string;
  // What is written before its body.
  readonly header: string;
  readonly children: readonly SyntaxSymbol[];
}

interface Growing {
  readonly declaration: SyntaxDeclaration;
  range: Range;
  readonly parent: Growing | undefined;
  readonly children: Growing[];
}

export function nestedDeclarations(declarations: readonly SyntaxDeclaration[], inPieces: boolean): readonly SyntaxSymbol[] {
  const roots: Growing[] = [];
  let above: Growing | undefined;
  for (const declaration of distinct(declarations)) {
    while (above !== undefined && compare(above.range.end, declaration.range.end) < 0) above = above.parent;
    // The second name of a declaration stands beside the first, not below it.
    if (declaration.lone && above?.declaration.kind === declaration.kind) above = above.parent;
    const siblings: Growing[] = above?.children ?? roots;
    const before = siblings.at(-1);
    if (inPieces && before !== undefined && isPieceOf(before.declaration, declaration)) {
      before.range = { start: before.range.start, end: declaration.range.end };
      above = before;
      continue;
    }
    const growing: Growing = { declaration, range: declaration.range, parent: above, children: [] };
    siblings.push(growing);
    above = growing;
  }
  return symbolsOf(roots, undefined, false);
}

// One for each name that is written, in the order of the text, the outer before the inner.
function distinct(declarations: readonly SyntaxDeclaration[]): readonly SyntaxDeclaration[] {
  const byName = new Map<string, SyntaxDeclaration>();
  for (const declaration of declarations) {
    const { line, character } = declaration.selection.start;
    const key = `${line}:${character}`;
    const known = byName.get(key);
    if (known === undefined || declaration.row < known.row) byName.set(key, declaration);
  }
  return [...byName.values()].sort((a, b) => compare(a.range.start, b.range.start) || compare(b.range.end, a.range.end) || a.row - b.row);
}

function isPieceOf(before: SyntaxDeclaration, next: SyntaxDeclaration): boolean {
  return before.name === next.name && before.kind === next.kind && FUNCTIONS.has(next.kind);
}

function symbolsOf(nodes: readonly Growing[], parent: SymbolKind | undefined, inFunction: boolean): SyntaxSymbol[] {
  return nodes.flatMap(({ declaration, range, children }): SyntaxSymbol[] => {
    const kind = kindIn(parent, declaration.kind);
    const inside = symbolsOf(children, kind, inFunction || FUNCTIONS.has(kind));
    // What a function keeps to itself is how it works, not what the file declares.
    if (inFunction && LOCALS.has(kind)) return inside;
    const { name, selection, header, showsHeader, of } = declaration;
    return [{ name, kind, header, ...(showsHeader && { detail: header }), ...(of !== undefined && { of }), range, selection, children: inside }];
  });
}

function kindIn(parent: SymbolKind | undefined, kind: SymbolKind): SymbolKind {
  if (parent === undefined || !TYPES.has(parent)) return kind;
  if (kind === 'function') return 'method';
  return kind === 'variable' ? 'property' : kind;
}
