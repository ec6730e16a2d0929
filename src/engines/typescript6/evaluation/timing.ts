// When code runs: what has an effect, what may be another value later, and what happens between two places.
import ts from 'typescript';
import { identifiersNamed } from '../code/naming.ts';
import { meantBy, symbolMeant } from '../code/symbols.ts';
import { givesNew, isQuiet, mayThrow, readsContents } from './silentCalls.ts';
import { isLater, isTarget } from './targets.ts';

// Evaluating it does something that others can see. What stands in a function happens only when that is called.
export function hasEffect(checker: ts.TypeChecker, node: ts.Node): boolean {
  return isLoud(checker, node) || (!isLater(node) && (ts.forEachChild(node, (child) => hasEffect(checker, child) || undefined) ?? false));
}

function isLoud(checker: ts.TypeChecker, node: ts.Node): boolean {
  return isEffect(node) && !isQuiet(checker, node);
}

// It must run when it does, or not at all: it has an effect, or ends in an error that others wait for.
export function isBound(checker: ts.TypeChecker, node: ts.Node): boolean {
  return hasEffect(checker, node) || mayThrow(checker, node);
}

// Something with an effect, or a way out, is evaluated behind one offset and before another.
export function happensBetween(checker: ts.TypeChecker, within: ts.Node, from: number, to: number): boolean {
  const visit = (node: ts.Node): boolean => {
    if (node.end <= from || node.getStart() >= to) return false;
    if (isLater(node) && !(node.getStart() <= to && node.end >= to)) return false;
    if (node.getStart() >= from && node.end <= to && (isLoud(checker, node) || leaves(node))) return true;
    return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
  };
  return visit(within);
}

// The first thing that it reads which code elsewhere may change: a variable that some function assigns, or a member that is not fixed.
export function changeable(program: ts.Program, node: ts.Node): string | undefined {
  if (isLater(node)) return undefined;
  const checker = program.getTypeChecker();
  if (ts.isElementAccessExpression(node) || readsContents(checker, node)) return shownText(node);
  if (ts.isPropertyAccessExpression(node) && !isFixed(program, checker.getSymbolAtLocation(node.name))) return node.getText();
  if (ts.isIdentifier(node) && isCaptured(checker, symbolMeant(checker, node))) return node.text;
  return ts.forEachChild(node, (child) => changeable(program, child));
}

function shownText(node: ts.Node): string {
  return node.getText().replace(/\s+/g, ' ').slice(0, 60);
}

// A new object each time that it is evaluated, so that two of them are not the same.
export function makesNew(checker: ts.TypeChecker, node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isNonNullExpression(node))
    return makesNew(checker, node.expression);
  if (ts.isConditionalExpression(node)) return makesNew(checker, node.whenTrue) || makesNew(checker, node.whenFalse);
  if (ts.isBinaryExpression(node)) return isLogical(node) && (makesNew(checker, node.left) || makesNew(checker, node.right));
  return (
    ts.isObjectLiteralExpression(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isFunctionLike(node) ||
    ts.isClassExpression(node) ||
    givesNew(checker, node) ||
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

export function isEffect(node: ts.Node): boolean {
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

// A variable that some other function than its own assigns may change whenever code runs.
export function isCaptured(checker: ts.TypeChecker, symbol: ts.Symbol | undefined): boolean {
  const declaration = symbol?.valueDeclaration;
  if (symbol === undefined || declaration === undefined || !isVariable(declaration) || isConstant(declaration)) return false;
  const own = functionAround(declaration);
  return assignments(checker, symbol, declaration.getSourceFile()).some((identifier) => functionAround(identifier) !== own);
}

export function assignments(checker: ts.TypeChecker, symbol: ts.Symbol, file: ts.SourceFile): readonly ts.Identifier[] {
  return identifiersNamed(symbol.name, file).filter((identifier) => isTarget(identifier) && symbolMeant(checker, identifier) === symbol);
}

export function isVariable(node: ts.Node): node is ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement {
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
  if (
    meant.flags &
    (ts.SymbolFlags.EnumMember | ts.SymbolFlags.Enum | ts.SymbolFlags.Function | ts.SymbolFlags.Method | ts.SymbolFlags.Module | ts.SymbolFlags.Class)
  )
    return true;
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
    .some(
      (file) =>
        !file.isDeclarationFile &&
        file.text.includes(member) &&
        identifiersNamed(member, file).some((name) => isTarget(accessed(name)) && !isFirst(accessed(name))),
    );
  known.set(member, found);
  return found;
}

// A constructor gives its own object the value that the member begins with.
function isFirst(target: ts.Node): boolean {
  return ts.isPropertyAccessExpression(target) && target.expression.kind === ts.SyntaxKind.ThisKeyword && ts.isConstructorDeclaration(functionAround(target));
}

export function accessed(identifier: ts.Identifier): ts.Node {
  return ts.isPropertyAccessExpression(identifier.parent) && identifier.parent.name === identifier ? identifier.parent : identifier;
}
