// What evaluating an expression does to others: whether it acts, what it assigns, whether it can fail.
import ts from 'typescript';
import { identifiersIn } from '../../code/naming.ts';
import { symbolMeant } from '../../code/symbols.ts';
import { isPrimitive, isQuiet, isSilent, mayThrow } from '../../evaluation/silentCalls.ts';
import { isLater, isTarget } from '../../evaluation/targets.ts';
import { accessed, isEffect } from '../../evaluation/timing.ts';

// Evaluating it does something that others can see, as far as anybody knows.
export function acts(checker: ts.TypeChecker, node: ts.Node): boolean {
  if (isEffect(node) && (!isQuiet(checker, node) || mayThrow(checker, node))) return true;
  return !isLater(node) && (ts.forEachChild(node, (child) => acts(checker, child) || undefined) ?? false);
}

// The variables that evaluating it assigns.
export function assignedIn(checker: ts.TypeChecker, node: ts.Node): ReadonlySet<ts.Symbol> {
  return new Set(
    identifiersIn(node)
      .filter((identifier) => isTarget(accessed(identifier)))
      .flatMap((identifier) => symbolMeant(checker, identifier) ?? []),
  );
}

export function namesAny(checker: ts.TypeChecker, node: ts.Node, symbols: ReadonlySet<ts.Symbol>): boolean {
  return identifiersIn(node).some((identifier) => {
    const symbol = symbolMeant(checker, identifier);
    return symbol !== undefined && symbols.has(symbol);
  });
}

// It gives a value wherever it is evaluated: it calls nothing, and reads no member of what may be missing there.
// Conditions are those that it stands behind: what they ask for is not known before them.
export function isTotal(checker: ts.TypeChecker, node: ts.Node, conditions: readonly ts.Node[]): boolean {
  const all = (child: ts.Node): boolean => !(ts.forEachChild(child, (one) => !isTotal(checker, one, conditions) || undefined) ?? false);
  if (isLater(node) || ts.isTypeNode(node) || ts.isLiteralExpression(node)) return true;
  if (isEffect(node) && !isSilent(checker, node)) return false;
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const isGuarded = node.questionDotToken !== undefined || isThere(checker, node.expression, conditions);
    return isGuarded && all(node);
  }
  if (ts.isBinaryExpression(node))
    return (ASKING.has(node.operatorToken.kind) || [node.left, node.right].every((side) => isPrimitive(checker, side))) && all(node);
  if (ts.isPrefixUnaryExpression(node)) return (node.operator === ts.SyntaxKind.ExclamationToken || isPrimitive(checker, node.operand)) && all(node);
  if (ts.isTemplateExpression(node)) return node.templateSpans.every(({ expression }) => isPrimitive(checker, expression)) && all(node);
  if (ts.isSpreadElement(node)) return checker.isArrayLikeType(checker.getTypeAtLocation(node.expression)) && all(node);
  // What a class does while it is made is anything.
  return !ts.isClassLike(node) && all(node);
}

// These look at values and convert nothing.
const ASKING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.CommaToken,
]);

// A value that has members, whatever the conditions say.
function isThere(checker: ts.TypeChecker, object: ts.Expression, conditions: readonly ts.Node[]): boolean {
  const bare = ts.skipPartiallyEmittedExpressions(object);
  // What a list holds at an index, or what somebody only claims, may be missing whatever its type says.
  if (ts.isElementAccessExpression(bare) || ts.isNonNullExpression(bare) || ts.isAsExpression(bare) || ts.isTypeAssertionExpression(bare)) return false;
  if (ts.isParenthesizedExpression(bare)) return isThere(checker, bare.expression, conditions);
  const type = checker.getTypeAtLocation(bare);
  if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0 || checker.getNonNullableType(type) !== type) return false;
  return !isNarrowedBy(checker, bare, conditions);
}

// A condition asks about a variable that the expression names, or about one that says something about it.
export function isNarrowedBy(checker: ts.TypeChecker, expression: ts.Node, conditions: readonly ts.Node[]): boolean {
  const symbols = symbolsIn(checker, expression);
  const isThis = (node: ts.Node): boolean => node.kind === ts.SyntaxKind.ThisKeyword || (ts.forEachChild(node, (child) => isThis(child) || undefined) ?? false);
  return conditions.some(
    (condition) =>
      (isThis(expression) && isThis(condition)) || [...symbolsIn(checker, condition)].some((asked) => symbols.has(asked) || tellsOf(checker, asked, symbols)),
  );
}

// A constant that holds the answer to a question about them, or that was taken out of the same value together with them.
function tellsOf(checker: ts.TypeChecker, asked: ts.Symbol, symbols: ReadonlySet<ts.Symbol>): boolean {
  const declaration = asked.valueDeclaration;
  if (declaration === undefined) return false;
  if (ts.isBindingElement(declaration)) return [...symbols].some(({ valueDeclaration }) => valueDeclaration?.parent === declaration.parent);
  return ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined && namesAny(checker, declaration.initializer, symbols);
}

function symbolsIn(checker: ts.TypeChecker, node: ts.Node): ReadonlySet<ts.Symbol> {
  return new Set(identifiersIn(node).flatMap((identifier) => symbolMeant(checker, identifier) ?? []));
}
