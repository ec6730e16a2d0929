// Whether code means at another place what it means where it stands.
import ts from 'typescript';
import { identifiersIn, isMemberName } from './naming.ts';
import { Refused } from './refused.ts';

export type InlinableFunction = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression;

// Every name in an expression must mean at another place what it means where it stands.
export function mustMeanTheSame(checker: ts.TypeChecker, expression: ts.Node, at: ts.Node, except: ReadonlySet<ts.Symbol> = new Set()): void {
  for (const identifier of identifiersIn(expression)) {
    const symbol = checker.getSymbolAtLocation(identifier);
    if (isMemberName(identifier) || symbol === undefined || except.has(symbol)) continue;
    const isInside = symbol.declarations?.some((declaration) => declaration.pos >= expression.pos && declaration.end <= expression.end) ?? false;
    if (isInside) continue;
    const there = checker.getSymbolsInScope(at, ts.SymbolFlags.Value | ts.SymbolFlags.Alias).find((candidate) => candidate.name === identifier.text);
    if (there !== undefined && there !== symbol) throw new Refused(`${identifier.text} means something else on line ${lineOf(at)}, where it is used.`);
  }
}

export function lineOf(node: ts.Node): number {
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
}
