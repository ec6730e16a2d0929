// What a module does for others when it is loaded, beside making what it exports.
import ts from 'typescript';

const LONGEST = 60;

// How such code begins. The values of variables count as harmless, and so does what a file does to its own things.
export function effectOf(file: ts.SourceFile): string | undefined {
  const own = new Set(file.statements.flatMap(declaredBy));
  const found = file.statements.find((statement) => isEffect(statement, own));
  return found?.getText(file).split('\n')[0]?.slice(0, LONGEST);
}

function isEffect(node: ts.Node, own: ReadonlySet<string>): boolean {
  if (ts.isExpressionStatement(node)) return !isHarmless(node.expression, own);
  if (ts.isBlock(node) || ts.isIfStatement(node) || ts.isTryStatement(node) || ts.isIterationStatement(node, true) || ts.isCatchClause(node))
    return someChild(node, (child) => isEffect(child, own));
  return ts.isSwitchStatement(node) || ts.isThrowStatement(node);
}

function someChild(node: ts.Node, holds: (child: ts.Node) => boolean): boolean {
  return ts.forEachChild(node, (child) => holds(child) || undefined) ?? false;
}

// `Cart.displayName = …`, `Object.freeze(cart)`, `module.exports = …`, `require('./cart')` and directives.
function isHarmless(expression: ts.Expression, own: ReadonlySet<string>): boolean {
  if (ts.isStringLiteralLike(expression)) return true;
  if (ts.isBinaryExpression(expression)) {
    const root = rootOf(expression.left);
    return root !== undefined && (own.has(root) || root === 'exports' || root === 'module');
  }
  if (!ts.isCallExpression(expression)) return !ts.isAwaitExpression(expression) && !ts.isNewExpression(expression);
  const [callee, [first]] = [rootOf(expression.expression), expression.arguments];
  if (callee === 'require') return true;
  const target = first === undefined ? undefined : rootOf(first);
  return (callee === 'Object' || callee === 'Reflect') && target !== undefined && (own.has(target) || target === 'exports' || target === 'module');
}

function rootOf(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression)) return rootOf(expression.expression);
  return ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isNonNullExpression(expression)
    ? rootOf(expression.expression)
    : undefined;
}

function declaredBy(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  const isNamed =
    ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement) || ts.isModuleDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}
