// Whether a constant can stand at a place: what its expression names must be declared around that place.
import ts from 'typescript';
import { identifiersIn, isMemberName } from '../code/naming.ts';
import { UnsoundRefactoring } from '../code/refused.ts';

// TypeScript puts a constant before the statement even where the expression uses parameters of a function inside that statement.
export function mustBeVisible(program: ts.Program, source: ts.SourceFile, expression: ts.TextRange, at: number): void {
  const checker = program.getTypeChecker();
  const named = identifiersIn(source).filter(({ pos, end }) => pos >= expression.pos - 1 && end <= expression.end);
  for (const identifier of named) {
    if (isMemberName(identifier)) continue;
    for (const declaration of checker.getSymbolAtLocation(identifier)?.declarations ?? []) {
      const isOwn = declaration.getStart() >= expression.pos && declaration.end <= expression.end;
      if (declaration.getSourceFile() !== source || isOwn) continue;
      const scope = ts.findAncestor(declaration.parent, opensScope);
      if (scope !== undefined && (at <= scope.getStart(source) || at > scope.end))
        throw new UnsoundRefactoring(`${identifier.text} is not known where the constant would have to stand.`);
    }
  }
}

// The function whose whole body is an expression with the selection in it, if nothing in between could hold a statement.
export function expressionBodyAround(source: ts.SourceFile, { pos, end }: ts.TextRange): ts.ArrowFunction | undefined {
  let found: ts.ArrowFunction | undefined;
  const visit = (node: ts.Node): void => {
    if (node.getStart(source) > pos || node.end < end) return;
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body) && node.body.getStart(source) <= pos) found = node;
    else if (ts.isBlock(node) || ts.isClassLike(node)) found = undefined;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function opensScope(node: ts.Node): boolean {
  return (
    ts.isFunctionLike(node) ||
    ts.isBlock(node) ||
    ts.isModuleBlock(node) ||
    ts.isCaseBlock(node) ||
    ts.isIterationStatement(node, false) ||
    ts.isCatchClause(node)
  );
}
