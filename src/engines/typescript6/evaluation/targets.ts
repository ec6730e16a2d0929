// Which expressions are assigned to, and which code runs at another time than the code around it.
import ts from 'typescript';

// It is assigned to, counted up or down, or deleted.
export function isTarget(node: ts.Node): boolean {
  const { parent } = node;
  if (parent === undefined) return false;
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    return parent.left === node && kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
  }
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent))
    return parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken;
  if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return parent.initializer === node;
  if (ts.isDeleteExpression(parent)) return true;
  const isWrapped = ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent);
  if (isWrapped) return isTarget(parent);
  const isPattern = ts.isArrayLiteralExpression(parent) || ts.isObjectLiteralExpression(parent) || ts.isSpreadElement(parent) || ts.isSpreadAssignment(parent);
  if (isPattern || (ts.isPropertyAssignment(parent) && parent.initializer === node) || ts.isShorthandPropertyAssignment(parent)) return isTarget(parent);
  return false;
}

// Code in it runs at another time.
export function isLater(node: ts.Node): boolean {
  return (ts.isFunctionLike(node) && !ts.isTypeNode(node)) || ts.isPropertyDeclaration(node) || ts.isClassStaticBlockDeclaration(node);
}
