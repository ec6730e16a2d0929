// Whether a piece of code can be taken out of its place, and what becomes of the time at which it runs.
import ts from 'typescript';
import { identifiersNamed } from './naming.ts';
import { Refused } from './refused.ts';
import { assignments, changeable, functionAround, happensBetween, hasEffect, isCaptured, isConditional, isTarget, variableNamed } from './timing.ts';

// Throws Refused for what a constant cannot stand for.
export function mustBeAValue(chosen: ts.Expression): void {
  const { parent } = chosen;
  if (isTarget(chosen)) throw new Refused('It is changed here, so a constant cannot stand for it.');
  const isAccess = ts.isPropertyAccessExpression(chosen) || ts.isElementAccessExpression(chosen);
  const isCalled = (ts.isCallExpression(parent) && parent.expression === chosen) || (ts.isTaggedTemplateExpression(parent) && parent.tag === chosen);
  if (isAccess && isCalled) throw new Refused('It is called on its object, which it would lose; select the whole call.');
}

// How many functions, classes and modules there are around a selection, as TypeScript counts what it can extract to; the file is the last of them.
export function scopesAround(source: ts.SourceFile, { pos, end }: ts.TextRange): number {
  const around: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (pos < node.pos || pos >= node.end || (node.getStart(source) >= pos && node.end <= end)) return;
    around.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  // What stands among the parameters of a function is not inside of it.
  const inside = around.filter((node, index) => !(ts.isFunctionLike(node) && around[index + 1]?.kind === ts.SyntaxKind.Parameter));
  return inside.filter(isScope).length;
}

// An arrow function that is only an expression has no place for another one.
function isScope(node: ts.Node): boolean {
  if (ts.isArrowFunction(node)) return ts.isBlock(node.body);
  return ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isModuleBlock(node) || ts.isSourceFile(node);
}

// Throws Refused for what would be another function's, or end with it.
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
    if (isIn(node) && ts.isIdentifier(node) && node.text === 'arguments') throw new Refused('It uses arguments, which would be those of the new function.');
    if (isIn(node) && ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.NewKeyword)
      throw new Refused('It uses new.target, which the new function would not have.');
    if (isIn(node) && ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.Using) === ts.NodeFlags.Using && isFollowed(node.parent, end))
      throw new Refused('It holds a using declaration, whose resource would be gone after the new function.');
    if (isIn(node) && ts.isForOfStatement(node) && node.awaitModifier !== undefined && !waits(source))
      throw new Refused('It holds for await and no other await, for which TypeScript makes no asynchronous function.');
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

// A function around the selection or in it sets a variable that the new function would only have a copy of.
// Throws Refused where that variable is declared in the selection and used behind it.
export function sharesVariables(program: ts.Program, source: ts.SourceFile, { pos, end }: ts.TextRange): boolean {
  const checker = program.getTypeChecker();
  const isIn = (node: ts.Node) => node.getStart(source) >= pos && node.end <= end;
  const captured = symbolsIn(checker, source, { pos, end }).flatMap((symbol) => {
    const declaration = symbol.valueDeclaration;
    if (declaration?.getSourceFile() !== source || ts.isSourceFile(functionAround(declaration))) return [];
    return isCaptured(checker, symbol) ? [{ symbol, declaration }] : [];
  });
  for (const { symbol } of captured.filter(({ declaration }) => isIn(declaration)))
    if (identifiersNamed(symbol.name, source).some((use) => use.getStart(source) >= end && variableNamed(checker, use) === symbol))
      throw new Refused(`${symbol.name} is set by a function and used behind the selection, which would only have a copy; select that too.`);
  return captured.some(({ declaration }) => !isIn(declaration));
}

// Of the variables that are named in a part of a file, each once.
function symbolsIn(checker: ts.TypeChecker, source: ts.SourceFile, { pos, end }: ts.TextRange): readonly ts.Symbol[] {
  const found = new Set<ts.Symbol>();
  const visit = (node: ts.Node): void => {
    if (node.end <= pos || node.pos >= end) return;
    const symbol = ts.isIdentifier(node) && node.getStart(source) >= pos && node.end <= end ? variableNamed(checker, node) : undefined;
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

// Throws Refused where a loop evaluates the expression again each time: a constant before it would never change.
export function mustNotLeaveItsLoop(program: ts.Program, chosen: ts.Expression, statement: ts.Node): void {
  const again = ts.findAncestor(chosen, (node) => node !== statement && isBelow(node, statement) && isEvaluatedAgain(node));
  if (again !== undefined && !isSteady(program, chosen))
    throw new Refused('The loop evaluates it each time, a constant before the loop only once; extract a function instead.');
}

export function timeNotes(chosen: ts.Expression, statement: ts.Node): readonly string[] {
  if (!hasEffect(chosen)) return [];
  if (isConditional(chosen, statement)) return ['It runs always now, not only under its condition.'];
  return happensBetween(statement, statement.pos, chosen.getStart()) ? ['It runs before the rest of its statement now.'] : [];
}

function isBelow(node: ts.Node, top: ts.Node): boolean {
  return node.pos >= top.pos && node.end <= top.end;
}

// A part of a loop's head that runs once for each round.
function isEvaluatedAgain(node: ts.Node): boolean {
  const { parent } = node;
  if (parent === undefined) return false;
  if (ts.isForStatement(parent)) return parent.condition === node || parent.incrementor === node || isBare(parent.statement, node);
  if (ts.isWhileStatement(parent) || ts.isDoStatement(parent)) return parent.expression === node || isBare(parent.statement, node);
  return (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) && isBare(parent.statement, node);
}

function isBare(body: ts.Statement, node: ts.Node): boolean {
  return body === node && !ts.isBlock(body);
}

function isSteady(program: ts.Program, chosen: ts.Expression): boolean {
  if (hasEffect(chosen) || changeable(program, chosen) !== undefined) return false;
  const checker = program.getTypeChecker();
  const visit = (node: ts.Node): boolean => {
    const symbol = ts.isIdentifier(node) ? variableNamed(checker, node) : undefined;
    const file = symbol?.valueDeclaration?.getSourceFile();
    if (symbol !== undefined && file !== undefined && !file.isDeclarationFile && assignments(checker, symbol, file).length > 0) return false;
    return !(ts.forEachChild(node, (child) => !visit(child) || undefined) ?? false);
  };
  return visit(chosen);
}

function isFollowed(statement: ts.Node, end: number): boolean {
  const { parent } = statement;
  return (ts.isBlock(parent) || ts.isSourceFile(parent)) && parent.statements.some((other) => other.getStart() >= end);
}
