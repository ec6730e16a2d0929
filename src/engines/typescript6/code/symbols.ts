// Which thing a name means: the same one through imports, re-exports and shorthand properties, and from inside and outside of its module.
import ts from 'typescript';

// Undefined where it means nothing that is known.
export function symbolMeant(checker: ts.TypeChecker, name: ts.Node): ts.Symbol | undefined {
  const symbol = symbolNamed(checker, name);
  return symbol === undefined ? undefined : meantBy(checker, symbol);
}

// The symbol of the name itself, which may be an import.
export function symbolNamed(checker: ts.TypeChecker, name: ts.Node): ts.Symbol | undefined {
  const { parent } = name;
  return parent !== undefined && ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(name);
}

// TypeScript has two symbols for a declaration that its module exports, and lists one in scopes while names have the other.
export function meantBy(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return checker.getExportSymbolOfSymbol((symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol));
}
