// One call of a function as the expression that the function returns, with the arguments in place of the parameters.
import ts from 'typescript';
import { type InlinableFunction, lineOf, mustMeanTheSame } from './meaning.ts';
import { changed, identifiersIn } from './naming.ts';
import { isTarget, runsCode } from './occurrences.ts';
import { Refused } from './refused.ts';

export function inlinedCall(checker: ts.TypeChecker, own: InlinableFunction, use: ts.Identifier): ts.TextChange {
  const { expression, isStatement } = bodyOf(own);
  const call = callBy(use);
  if (isStatement && !ts.isExpressionStatement(call.parent)) throw new Refused(`It returns nothing, but line ${lineOf(use)} uses its result.`);
  const parameters = parametersOf(checker, own);
  if (call.arguments.length !== parameters.length || call.arguments.some(ts.isSpreadElement))
    throw new Refused(`The call on line ${lineOf(use)} does not give exactly one argument for each parameter.`);
  mustMeanTheSame(checker, expression, call, new Set(parameters));
  const source = own.getSourceFile();
  const start = expression.getStart(source);
  const inside = namesDeclaredIn(expression);
  const replacements = parameters.flatMap((parameter, index) => {
    const argument = call.arguments[index];
    if (argument === undefined) throw new Refused(`The call on line ${lineOf(use)} lacks an argument.`);
    const places = identifiersIn(expression).filter((identifier) => isMeant(checker, identifier, parameter));
    mustMove(argument, places, call, expression);
    if (identifiersIn(argument).some(({ text }) => inside.has(text)))
      throw new Refused(`A name in the call on line ${lineOf(use)} means something else in the function.`);
    return places.map((place) => replacement(place, argument, expression, start));
  });
  const ordered = replacements.toSorted((a, b) => a.span.start - b.span.start);
  const text = changed(expression.getText(source), ordered);
  const only = parameters.findIndex((parameter) => ts.isIdentifier(expression) && isMeant(checker, expression, parameter));
  const shape = call.arguments[only] ?? expression;
  const result = isSafeIn(call, shape) ? text : `(${text})`;
  return { span: { start: call.getStart(source), length: call.end - call.getStart(source) }, newText: result };
}

function bodyOf(own: InlinableFunction): { readonly expression: ts.Expression; readonly isStatement: boolean } {
  const { body } = own;
  if (own.asteriskToken !== undefined || own.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword))
    throw new Refused('It is asynchronous or a generator.');
  if (own.typeParameters !== undefined) throw new Refused('It has type parameters.');
  if (body === undefined) throw new Refused('It has no body.');
  const [statement, ...others] = ts.isBlock(body) ? body.statements : [];
  const returned = statement !== undefined && ts.isReturnStatement(statement) ? statement.expression : undefined;
  const run = statement !== undefined && ts.isExpressionStatement(statement) ? statement.expression : undefined;
  const expression = ts.isBlock(body) ? (returned ?? run) : body;
  if (expression === undefined || others.length > 0) throw new Refused('Its body is more than one expression.');
  if (usesItsFrame(expression)) throw new Refused('Its body uses this, arguments or await.');
  return { expression, isStatement: run !== undefined };
}

function parametersOf(checker: ts.TypeChecker, own: InlinableFunction): readonly ts.Symbol[] {
  return own.parameters.map(({ name, dotDotDotToken, initializer }) => {
    const symbol = checker.getSymbolAtLocation(name);
    if (!ts.isIdentifier(name) || dotDotDotToken !== undefined || initializer !== undefined || symbol === undefined)
      throw new Refused('A parameter of it is a pattern, takes the rest or has a default.');
    return symbol;
  });
}

function callBy(use: ts.Identifier): ts.CallExpression {
  const { parent } = use;
  if (ts.isCallExpression(parent) && parent.expression === use && parent.questionDotToken === undefined) return parent;
  throw new Refused(`Line ${lineOf(use)} uses it without calling it.`);
}

// An argument may be written several times, or not at all, only if nobody can tell the difference.
function mustMove(argument: ts.Expression, places: readonly ts.Identifier[], call: ts.CallExpression, expression: ts.Expression): void {
  if (places.some((place) => isTarget(place))) throw new Refused('It changes a parameter.');
  const isMade =
    ts.isObjectLiteralExpression(argument) || ts.isArrayLiteralExpression(argument) || ts.isFunctionLike(argument) || ts.isRegularExpressionLiteral(argument);
  if (isMade && places.length > 1) throw new Refused(`The call on line ${lineOf(call)} makes a value that would be made ${places.length} times.`);
  if (!changesThings(argument)) return;
  const isAlone = call.arguments.every((other) => other === argument || !changesThings(other)) && !changesThings(expression);
  const [place, ...others] = places;
  if (!isAlone || place === undefined || others.length > 0 || isConditional(place, expression))
    throw new Refused(`An argument of the call on line ${lineOf(call)} runs code that would run at another time, or another number of times.`);
}

function changesThings(node: ts.Node): boolean {
  return runsCode(node) || identifiersIn(node).some((identifier) => isTarget(identifier) || isTarget(identifier.parent));
}

function isConditional(place: ts.Node, within: ts.Node): boolean {
  for (let node = place; node !== within; node = node.parent) {
    const { parent } = node;
    const isLogical = ts.isBinaryExpression(parent) && parent.right === node && /^(?:&&|\|\||\?\?)$/.test(parent.operatorToken.getText());
    if (isLogical || ts.isConditionalExpression(parent) || ts.isFunctionLike(parent)) return true;
  }
  return false;
}

function replacement(place: ts.Identifier, argument: ts.Expression, expression: ts.Expression, start: number): ts.TextChange {
  const text = argument.getText();
  const isBare = place === expression || isSafeIn(place, argument);
  const written = isBare ? text : `(${text})`;
  const newText = ts.isShorthandPropertyAssignment(place.parent) ? `${place.text}: ${written}` : written;
  return { span: { start: place.getStart() - start, length: place.text.length }, newText };
}

// In place of this node the other expression needs no parentheses.
function isSafeIn(node: ts.Node, expression: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isExpressionStatement(parent) || ts.isArrowFunction(parent)) return !/^(?:\{|function\b|class\b)/.test(expression.getText());
  const isPrimary =
    ts.isIdentifier(expression) ||
    ts.isPropertyAccessExpression(expression) ||
    ts.isElementAccessExpression(expression) ||
    ts.isCallExpression(expression) ||
    ts.isParenthesizedExpression(expression) ||
    ts.isStringLiteralLike(expression) ||
    ts.isTemplateExpression(expression) ||
    ts.isArrayLiteralExpression(expression) ||
    (ts.isNumericLiteral(expression) && !ts.isPropertyAccessExpression(parent));
  const isEnclosed =
    ts.isVariableDeclaration(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isTemplateSpan(parent) ||
    (ts.isCallExpression(parent) && parent.expression !== node) ||
    (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) ||
    (ts.isBinaryExpression(parent) && parent.right === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken);
  return isPrimary || isEnclosed;
}

function isMeant(checker: ts.TypeChecker, identifier: ts.Identifier, parameter: ts.Symbol): boolean {
  const { parent } = identifier;
  const symbol = ts.isShorthandPropertyAssignment(parent) ? checker.getShorthandAssignmentValueSymbol(parent) : checker.getSymbolAtLocation(identifier);
  return symbol === parameter;
}

function namesDeclaredIn(expression: ts.Expression): ReadonlySet<string> {
  const declares = ({ parent }: ts.Identifier) =>
    ts.isParameter(parent) || ts.isVariableDeclaration(parent) || ts.isBindingElement(parent) || ts.isFunctionLike(parent);
  return new Set(
    identifiersIn(expression)
      .filter(declares)
      .map(({ text }) => text),
  );
}

function usesItsFrame(node: ts.Node): boolean {
  const { kind } = node;
  const isFrame = kind === ts.SyntaxKind.ThisKeyword || kind === ts.SyntaxKind.SuperKeyword || ts.isAwaitExpression(node) || ts.isYieldExpression(node);
  if (isFrame || (ts.isIdentifier(node) && node.text === 'arguments') || ts.isMetaProperty(node)) return true;
  return ts.forEachChild(node, (child) => usesItsFrame(child) || undefined) ?? false;
}
