// When code runs: what has an effect, what may be another value later, and what happens between two places.
import ts from 'typescript';
import { identifiersNamed } from './naming.ts';

// Evaluating it does something that others can see. What stands in a function happens only when that is called.
export function hasEffect(node: ts.Node): boolean {
  return isEffect(node) || (!isLater(node) && (ts.forEachChild(node, (child) => hasEffect(child) || undefined) ?? false));
}

// Something with an effect, or a way out, is evaluated behind one offset and before another.
export function happensBetween(within: ts.Node, from: number, to: number): boolean {
  const visit = (node: ts.Node): boolean => {
    if (node.end <= from || node.getStart() >= to) return false;
    if (isLater(node) && !(node.getStart() <= to && node.end >= to)) return false;
    if (node.getStart() >= from && node.end <= to && (isEffect(node) || leaves(node))) return true;
    return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
  };
  return visit(within);
}

// The first thing that it reads which code elsewhere may change: a variable that some function assigns, or a member that is not fixed.
export function changeable(program: ts.Program, node: ts.Node): string | undefined {
  if (isLater(node)) return undefined;
  const checker = program.getTypeChecker();
  if (ts.isElementAccessExpression(node)) return node.getText();
  if (ts.isPropertyAccessExpression(node) && !isFixed(program, checker.getSymbolAtLocation(node.name))) return node.getText();
  if (ts.isIdentifier(node) && isCaptured(checker, variableNamed(checker, node))) return node.text;
  return ts.forEachChild(node, (child) => changeable(program, child));
}

// A new object each time that it is evaluated, so that two of them are not the same.
export function makesNew(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isNonNullExpression(node))
    return makesNew(node.expression);
  if (ts.isConditionalExpression(node)) return makesNew(node.whenTrue) || makesNew(node.whenFalse);
  if (ts.isBinaryExpression(node)) return isLogical(node) && (makesNew(node.left) || makesNew(node.right));
  return (
    ts.isObjectLiteralExpression(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isFunctionLike(node) ||
    ts.isClassExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isJsxElement(node) ||
    ts.isJsxSelfClosingElement(node) ||
    ts.isJsxFragment(node)
  );
}

// Inside the other node it may run not at all, or more than once.
export function isConditional(place: ts.Node, within: ts.Node): boolean {
  for (let node = place; node !== within && node.parent !== undefined; node = node.parent) {
    const { parent } = node;
    if (ts.isBinaryExpression(parent) && parent.right === node && isLogical(parent)) return true;
    if (ts.isConditionalExpression(parent) && parent.condition !== node) return true;
    if ((ts.isIfStatement(parent) || ts.isSwitchStatement(parent)) && parent.expression !== node) return true;
    if (ts.isIterationStatement(parent, false) && !(ts.isForOfStatement(parent) && parent.expression === node)) return true;
    if (ts.isFunctionLike(parent) || ts.isClassLike(parent) || ts.isCatchClause(parent)) return true;
    if (isShortened(parent) && node !== firstOf(parent)) return true;
  }
  return false;
}

export function functionAround(node: ts.Node): ts.Node {
  return ts.findAncestor(node.parent, (up) => isLater(up) || ts.isSourceFile(up)) ?? node.getSourceFile();
}

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
  const isPattern = ts.isArrayLiteralExpression(parent) || ts.isObjectLiteralExpression(parent) || ts.isSpreadElement(parent) || ts.isSpreadAssignment(parent);
  if (isPattern || (ts.isPropertyAssignment(parent) && parent.initializer === node) || ts.isShorthandPropertyAssignment(parent)) return isTarget(parent);
  return false;
}

function isEffect(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return isTarget(node.operand);
  return (
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isYieldExpression(node) ||
    ts.isTaggedTemplateExpression(node) ||
    ts.isDeleteExpression(node)
  );
}

function leaves(node: ts.Node): boolean {
  return ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node);
}

// Code in it runs at another time.
function isLater(node: ts.Node): boolean {
  return (ts.isFunctionLike(node) && !ts.isTypeNode(node)) || ts.isPropertyDeclaration(node) || ts.isClassStaticBlockDeclaration(node);
}

function isLogical({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken;
}

// Behind a question mark and dot nothing is evaluated if there is nothing before it.
function isShortened(node: ts.Node): boolean {
  return (node.flags & ts.NodeFlags.OptionalChain) !== 0;
}

function firstOf(node: ts.Node): ts.Node | undefined {
  return ts.forEachChild(node, (child) => child);
}

export function variableNamed(checker: ts.TypeChecker, identifier: ts.Identifier): ts.Symbol | undefined {
  const { parent } = identifier;
  const symbol =
    parent !== undefined && ts.isShorthandPropertyAssignment(parent)
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : checker.getSymbolAtLocation(identifier);
  return symbol === undefined ? undefined : meantBy(checker, symbol);
}

// Through the imports that name it.
export function meantBy(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

// A variable that some other function than its own assigns may change whenever code runs.
export function isCaptured(checker: ts.TypeChecker, symbol: ts.Symbol | undefined): boolean {
  const declaration = symbol?.valueDeclaration;
  if (symbol === undefined || declaration === undefined || !isVariable(declaration) || isConstant(declaration)) return false;
  const own = functionAround(declaration);
  return assignments(checker, symbol, declaration.getSourceFile()).some((identifier) => functionAround(identifier) !== own);
}

export function assignments(checker: ts.TypeChecker, symbol: ts.Symbol, file: ts.SourceFile): readonly ts.Identifier[] {
  return identifiersNamed(symbol.name, file).filter((identifier) => isTarget(identifier) && variableNamed(checker, identifier) === symbol);
}

function isVariable(node: ts.Node): boolean {
  return ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
}

function isConstant(node: ts.Declaration): boolean {
  return (ts.getCombinedNodeFlags(node) & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
}

// A member that nothing assigns in all the code that is known here, or that cannot be assigned.
function isFixed(program: ts.Program, symbol: ts.Symbol | undefined): boolean {
  if (symbol === undefined) return false;
  const meant = meantBy(program.getTypeChecker(), symbol);
  const declaration = meant.valueDeclaration;
  if (declaration === undefined) return false;
  if (meant.flags & (ts.SymbolFlags.EnumMember | ts.SymbolFlags.Function | ts.SymbolFlags.Method | ts.SymbolFlags.Module | ts.SymbolFlags.Class)) return true;
  if (meant.flags & ts.SymbolFlags.Accessor) return false;
  if (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly || isConstant(declaration)) return true;
  return !declaration.getSourceFile().isDeclarationFile && !isAssignedAnywhere(program, meant.name);
}

const assigned = new WeakMap<ts.Program, Map<string, boolean>>();

function isAssignedAnywhere(program: ts.Program, member: string): boolean {
  const known = assigned.get(program) ?? new Map<string, boolean>();
  assigned.set(program, known);
  const before = known.get(member);
  if (before !== undefined) return before;
  const found = program
    .getSourceFiles()
    .some((file) => !file.isDeclarationFile && file.text.includes(member) && identifiersNamed(member, file).some((name) => isTarget(accessed(name))));
  known.set(member, found);
  return found;
}

export function accessed(identifier: ts.Identifier): ts.Node {
  return ts.isPropertyAccessExpression(identifier.parent) && identifier.parent.name === identifier ? identifier.parent : identifier;
}
