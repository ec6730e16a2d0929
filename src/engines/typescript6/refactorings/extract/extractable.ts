// Whether a piece of code can be taken out of its place, and what becomes of the time at which it runs.
import ts from 'typescript';
import { identifiersNamed } from '../../code/naming.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { symbolMeant } from '../../code/symbols.ts';
import { isLater, isTarget } from '../../evaluation/targets.ts';
import { functionAround, isVariable } from '../../evaluation/timing.ts';

// Throws UnsoundRefactoring for what a constant cannot stand for.
export function mustBeAValue(chosen: ts.Expression): void {
  const place = parenthesized(chosen);
  const { parent } = place;
  if (isTarget(chosen)) throw new UnsoundRefactoring('It is changed here, so a constant cannot stand for it.');
  const isAccess = ts.isPropertyAccessExpression(chosen) || ts.isElementAccessExpression(chosen);
  const isCalled = (ts.isCallExpression(parent) && parent.expression === place) || (ts.isTaggedTemplateExpression(parent) && parent.tag === place);
  if (isAccess && isCalled) throw new UnsoundRefactoring('It is called on its object, which it would lose; select the whole call.');
  // Behind it the chain would go on where it has ended.
  const isChain = (node: ts.Node) => (node.flags & ts.NodeFlags.OptionalChain) !== 0;
  if (isChain(chosen) && isChain(chosen.parent) && ts.forEachChild(chosen.parent, (child) => child) === chosen && !isAsking(chosen.parent))
    throw new UnsoundRefactoring('It is the beginning of an optional chain, which ends here if there is nothing; select the whole chain.');
}

function isAsking(node: ts.Node): boolean {
  const isLink = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node);
  return isLink && node.questionDotToken !== undefined;
}

function parenthesized(node: ts.Expression): ts.Expression {
  const { parent } = node;
  return ts.isParenthesizedExpression(parent) ? parenthesized(parent) : node;
}

// How many functions, classes and modules there are around a selection, as TypeScript counts what it can extract to; the file is the last of them.
export function scopesAround(source: ts.SourceFile, span: ts.TextRange): number {
  return scopesFrom(source, span).length;
}

// How many of them stand inside of the innermost namespace; undefined outside of any.
export function scopesInNamespace(source: ts.SourceFile, span: ts.TextRange): number | undefined {
  const index = scopesFrom(source, span).toReversed().findIndex(ts.isModuleBlock);
  return index < 0 ? undefined : index;
}

// From the file inwards.
function scopesFrom(source: ts.SourceFile, { pos, end }: ts.TextRange): readonly ts.Node[] {
  const around: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (pos < node.pos || pos >= node.end || (node.getStart(source) >= pos && node.end <= end)) return;
    around.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  // What stands among the parameters of a function is not inside of it.
  const inside = around.filter((node, index) => !(ts.isFunctionLike(node) && around[index + 1]?.kind === ts.SyntaxKind.Parameter));
  return inside.filter(isScope);
}

// An arrow function that is only an expression has no place for another one.
function isScope(node: ts.Node): boolean {
  if (ts.isArrowFunction(node)) return ts.isBlock(node.body);
  return ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isModuleBlock(node) || ts.isSourceFile(node);
}

// Throws UnsoundRefactoring for what would be another function's, or end with it.
export function mustKeepItsFrame(source: ts.SourceFile, { pos, end }: ts.TextRange): void {
  const isIn = (node: ts.Node) => node.getStart(source) >= pos && node.end <= end;
  const waits = (node: ts.Node): boolean => {
    if (node.end <= pos || node.pos >= end || (isIn(node) && ts.isFunctionLike(node))) return false;
    return (isIn(node) && ts.isAwaitExpression(node)) || (ts.forEachChild(node, (child) => waits(child) || undefined) ?? false);
  };
  const visit = (node: ts.Node): void => {
    if (node.end <= pos || node.pos >= end) return;
    const isOwn = isIn(node) && ts.isFunctionLike(node) && !ts.isArrowFunction(node);
    if (isOwn) return;
    if (isIn(node) && ts.isIdentifier(node) && node.text === 'arguments')
      throw new UnsoundRefactoring('It uses arguments, which would be those of the new function.');
    if (isIn(node) && ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.NewKeyword)
      throw new UnsoundRefactoring('It uses new.target, which the new function would not have.');
    if (isIn(node) && ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.Using) === ts.NodeFlags.Using && isFollowed(node.parent, end))
      throw new UnsoundRefactoring('It holds a using declaration, whose resource would be gone after the new function.');
    if (isIn(node) && ts.isForOfStatement(node) && node.awaitModifier !== undefined && !waits(source))
      throw new UnsoundRefactoring('It holds for await and no other await, for which TypeScript makes no asynchronous function.');
    ts.forEachChild(node, visit);
  };
  visit(source);
}

export function usesThis(source: ts.SourceFile, { pos, end }: ts.TextRange): boolean {
  const visit = (node: ts.Node): boolean => {
    if (node.end <= pos || node.pos >= end) return false;
    return (node.kind === ts.SyntaxKind.ThisKeyword && node.getStart(source) >= pos) || (ts.forEachChild(node, (child) => visit(child) || undefined) ?? false);
  };
  return visit(source);
}

// The variables that others see while the selection runs, or see changed after it: the new function would only have copies of them.
// Throws UnsoundRefactoring where one of them is declared in the selection and used behind it.
export function sharedVariables(program: ts.Program, source: ts.SourceFile, { pos, end }: ts.TextRange): readonly string[] {
  const checker = program.getTypeChecker();
  const isIn = (node: ts.Node) => node.getStart(source) >= pos && node.end <= end;
  const shared = symbolsIn(checker, source, { pos, end }).filter((symbol) => {
    const declaration = symbol.valueDeclaration;
    if (declaration?.getSourceFile() !== source || ts.isSourceFile(functionAround(declaration)) || !isVariable(declaration)) return false;
    const uses = identifiersNamed(symbol.name, source).filter((use) => use !== declaration.name && symbolMeant(checker, use) === symbol);
    return isShared(uses, { isIn, pos, end, isDeclared: isIn(declaration) });
  });
  const lost = shared.find(({ valueDeclaration }) => valueDeclaration !== undefined && isIn(valueDeclaration));
  if (lost !== undefined)
    throw new UnsoundRefactoring(`${lost.name} is set by a function and used behind the selection, which would only have a copy; select that too.`);
  return shared.map(({ name }) => name);
}

interface Selected {
  readonly isIn: (node: ts.Node) => boolean;
  readonly pos: number;
  readonly end: number;
  // In the selection.
  readonly isDeclared: boolean;
}

// One of two that run at different times assigns what the other uses.
function isShared(uses: readonly ts.Identifier[], { isIn, pos, end, isDeclared }: Selected): boolean {
  const [inside, outside] = [uses.filter(isIn), uses.filter((use) => !isIn(use))];
  if (isDeclared && outside.length === 0) return false;
  const [frame] = inside.filter((use) => !isIn(functionAround(use))).map(functionAround);
  const caught = inside.filter((use) => isIn(functionAround(use)));
  const elsewhere = frame === undefined ? [] : outside.filter((use) => functionAround(use) !== frame);
  const isSet = (list: readonly ts.Identifier[]) => list.some((use) => isTarget(use));
  if (isSet(elsewhere) || isSet(caught)) return isSet(elsewhere) || outside.some((use) => use.pos >= end || isInLoopWith(use, pos));
  if (elsewhere.length > 0 && !isDeclared && isSet(inside)) return true;
  if (caught.length > 0 && outside.some((use) => isTarget(use) && (use.pos >= end || isInLoopWith(use, pos)))) return true;
  return !isDeclared && isSet(inside) && outside.some((use) => isAfterFailure(use, pos));
}

// A loop around both comes back to it.
function isInLoopWith(use: ts.Node, at: number): boolean {
  return ts.findAncestor(use, (node) => ts.isIterationStatement(node, false) && node.pos < at && node.end > at) !== undefined;
}

// If the selection fails within a try, this still sees what was assigned until then.
function isAfterFailure(use: ts.Node, at: number): boolean {
  const source = use.getSourceFile();
  const holds = (node: ts.Node) => node.pos <= at && node.end > at;
  let found = false;
  const visit = (node: ts.Node): void => {
    if (!holds(node)) return;
    if (ts.isTryStatement(node) && holds(node.tryBlock) && use.pos >= node.tryBlock.end) found = true;
    if (isLater(node)) found = false;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

// Of the variables that are named in a part of a file, each once.
function symbolsIn(checker: ts.TypeChecker, source: ts.SourceFile, { pos, end }: ts.TextRange): readonly ts.Symbol[] {
  const found = new Set<ts.Symbol>();
  const visit = (node: ts.Node): void => {
    if (node.end <= pos || node.pos >= end) return;
    const symbol = ts.isIdentifier(node) && node.getStart(source) >= pos && node.end <= end ? symbolMeant(checker, node) : undefined;
    if (symbol !== undefined) found.add(symbol);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}

// The statement that a constant is put before, of which the expression is a part.
export function outermostFrom(chosen: ts.Node, at: number): ts.Node {
  let found = chosen;
  for (let node = chosen; node !== undefined && !ts.isSourceFile(node) && node.getStart() >= at; node = node.parent) found = node;
  return found;
}

function isFollowed(statement: ts.Node, end: number): boolean {
  const { parent } = statement;
  return (ts.isBlock(parent) || ts.isSourceFile(parent)) && parent.statements.some((other) => other.getStart() >= end);
}
