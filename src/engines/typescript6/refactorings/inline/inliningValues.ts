// A use of a variable as the value that the variable was given, where that is the same value at that time.
import ts from 'typescript';
import { identifiersIn } from '../../code/naming.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { symbolMeant } from '../../code/symbols.ts';
import { isPrimitive, isPrimitiveType, isQuiet, isSilent } from '../../evaluation/silentCalls.ts';
import { isTarget } from '../../evaluation/targets.ts';
import { assignments, changeable, functionAround, happensBetween, hasEffect, isBound, isConditional, makesNew } from '../../evaluation/timing.ts';
import { borrowed, mustBeWritable } from '../borrowing.ts';
import { movedText, placedAt } from '../move/placing.ts';
import type { InlinedUse, Placed } from './inliningUses.ts';
import { frameUsedBy, isSameFrame, lineOf } from './meaning.ts';

export function inlinedValue(use: InlinedUse): Placed {
  const { home, place, file } = use;
  const value = valueIn(home.declaration);
  const { renames, added } = borrowed(home.checker, value, place);
  mustBeWritable(value, file);
  const comment = file === value.getSourceFile() ? commentBefore(value) : '';
  return { use, change: commented(placedAt(place, value, movedText(value, renames, place)), place, comment), added };
}

// Throws UnsoundRefactoring unless each use has, at its time, what the declaration had at its own.
export function mustKeepItsValue(uses: readonly InlinedUse[]): void {
  const [first] = uses;
  if (first === undefined) return;
  const value = valueIn(first.home.declaration);
  const { checker } = first.home;
  const acts = hasEffect(checker, value);
  if (uses.length > 1 && acts) throw new UnsoundRefactoring(`Its value is computed by code that would run ${uses.length} times instead of once.`);
  const isShared = makesNew(checker, value) && !uses.every(({ place, home }) => isOnlyRead(home.checker, place, value));
  if (uses.length > 1 && isShared)
    throw new UnsoundRefactoring(
      `Its value is ${ts.isFunctionLike(value) ? 'a function' : 'an object'}, which would be made ${uses.length} times instead of once.`,
    );
  const earliest = uses.toSorted((a, b) => a.place.pos - b.place.pos)[0];
  for (const use of uses) {
    const line = lineIn(use);
    const frame = frameUsedBy(value);
    if (frame !== 'none' && !isSameFrame(frame, use.home.declaration, use.place))
      throw new UnsoundRefactoring(`Its value belongs to the function around it, and ${line} to another.`);
    const once = isInSameRun(use);
    if (!once && isShared && !ts.isFunctionLike(value))
      throw new UnsoundRefactoring(`Its value is an object, which would be made anew each time that ${line} runs.`);
    // Where it may fail, only its first use comes at that time.
    if (acts || (use === earliest && isBound(checker, value))) mustRunWhereItIs(use, value, once);
    mustReadTheSame(use, value, once);
  }
}

// The value that is declared. Throws UnsoundRefactoring where there is none.
export function valueIn(declaration: ts.Declaration): ts.Expression {
  if (!ts.isVariableDeclaration(declaration)) throw new UnsoundRefactoring('Only variables, constants and functions can be inlined.');
  if (declaration.initializer === undefined) throw new UnsoundRefactoring('It has no value where it is declared.');
  return declaration.initializer;
}

function mustRunWhereItIs(use: InlinedUse, value: ts.Expression, once: boolean): void {
  const block = blockOf(use);
  if (!once || isConditional(use.place, block))
    throw new UnsoundRefactoring(`Its value is computed by code that runs once, but ${lineIn(use)} may run another number of times.`);
  const { end } = use.home.declaration;
  if (happensBetween(use.home.checker, block, end, use.place.getStart()))
    throw new UnsoundRefactoring(`Its value is computed by code that would run later than what stands before its use on line ${lineOf(use.place)}.`);
  const { checker, program } = use.home;
  const assigned = new Set(
    identifiersIn(value)
      .filter((name) => isTarget(name))
      .map((name) => symbolMeant(checker, name)),
  );
  const read = identifiersIn(block).find((name) => {
    const isBefore = name.getStart() >= end && name.end <= use.place.getStart() && functionAround(name) === functionAround(use.place);
    return isBefore && (changeable(program, name) !== undefined || assigned.has(symbolMeant(checker, name)));
  });
  if (read !== undefined && !isTarget(read))
    throw new UnsoundRefactoring(`${read.text} is read before its use on line ${lineOf(read)}, and the code of its value may change that.`);
  if (value.getSourceFile() !== use.file) throw new UnsoundRefactoring(`Its value is computed by code that would run in ${nameOfFile(use.file)}.`);
}

// What its value depends on must not change before the use.
function mustReadTheSame(use: InlinedUse, value: ts.Expression, once: boolean): void {
  const { home, place } = use;
  const { checker, program, declaration } = home;
  const until = once ? place.getStart() : Number.POSITIVE_INFINITY;
  for (const identifier of identifiersIn(value).filter((name) => !isInFunction(name, value))) {
    const symbol = symbolMeant(checker, identifier);
    const file = symbol?.valueDeclaration?.getSourceFile();
    if (symbol === undefined || file === undefined || file.isDeclarationFile) continue;
    const changed = assignments(checker, symbol, file).some((target) => target.getStart() >= declaration.end && target.getStart() < until);
    if (changed) throw new UnsoundRefactoring(`${identifier.text}, on which its value depends, is changed after it.`);
  }
  const read = changeable(program, value);
  if (read !== undefined && (!once || happensBetween(checker, blockOf(use), declaration.end, place.getStart())))
    throw new UnsoundRefactoring(`${read}, on which its value depends, may have changed when ${lineIn(use)} runs.`);
  if (!once || use.file !== declaration.getSourceFile()) return;
  if (place.getStart() < declaration.pos) throw new UnsoundRefactoring(`Line ${lineOf(place)} uses it before it has its value.`);
}

// Whenever the declaration runs, the use runs at most once, and before the next time.
function isInSameRun({ home, place, file }: InlinedUse): boolean {
  if (file !== home.declaration.getSourceFile() || functionAround(place) !== functionAround(home.declaration)) return false;
  const block = ts.findAncestor(home.declaration, opensBlock);
  for (let up: ts.Node | undefined = place; up !== undefined && up !== block; up = up.parent) {
    const { parent } = up;
    if (parent !== undefined && ts.isIterationStatement(parent, false) && !isBefore(parent, up)) return false;
  }
  return true;
}

// The part of a loop that runs once, before it.
function isBefore(loop: ts.IterationStatement, part: ts.Node): boolean {
  if (ts.isForStatement(loop)) return loop.initializer === part;
  return (ts.isForOfStatement(loop) || ts.isForInStatement(loop)) && loop.expression === part;
}

function blockOf({ home }: InlinedUse): ts.Node {
  return ts.findAncestor(home.declaration, opensBlock) ?? home.declaration.getSourceFile();
}

function opensBlock(node: ts.Node): boolean {
  return ts.isBlock(node) || ts.isSourceFile(node) || ts.isModuleBlock(node) || ts.isCaseBlock(node) || ts.isForStatement(node);
}

function isInFunction(node: ts.Node, within: ts.Node): boolean {
  return ts.findAncestor(node, (up) => up === within || (ts.isFunctionLike(up) && !ts.isTypeNode(up))) !== within || ts.isFunctionLike(within);
}

// It is only looked into, and nobody gets an object out of it that was made with it.
function isOnlyRead(checker: ts.TypeChecker, place: ts.Expression, value: ts.Expression): boolean {
  let node: ts.Expression = place;
  for (let { parent } = node; isAccess(parent) && parent.expression === node; { parent } = node) node = parent;
  const { parent } = node;
  if (isTarget(node)) return false;
  if (node === place) {
    const isSpread = ts.isSpreadElement(parent) && ts.isArrayLiteralExpression(parent.parent);
    const isWalked =
      isSpread ||
      (ts.isForOfStatement(parent) && parent.expression === node) ||
      (ts.isBinaryExpression(parent) && parent.right === node && parent.operatorToken.kind === ts.SyntaxKind.InKeyword);
    const isCalled = ts.isCallExpression(parent) && parent.expression === node;
    // A function that changes nothing keeps nothing either, and gives nothing of it away.
    if (ts.isCallExpression(parent) && !isCalled) return isQuiet(checker, parent) && isPrimitive(checker, parent);
    if (ts.isSpreadAssignment(parent)) return ts.isObjectLiteralExpression(value) && value.properties.every((property) => isPlainProperty(checker, property));
    return (isWalked && holdsPlainValues(checker, value)) || (isCalled && !ts.isFunctionLike(value));
  }
  if (!ts.isCallExpression(parent) || parent.expression !== node) return isPrimitive(checker, node);
  return isSilent(checker, parent) && (isPrimitive(checker, parent) || holdsPlainValues(checker, value));
}

function isPlainProperty(checker: ts.TypeChecker, property: ts.ObjectLiteralElementLike): boolean {
  if (ts.isShorthandPropertyAssignment(property)) return true;
  return ts.isPropertyAssignment(property) && !ts.isComputedPropertyName(property.name) && !makesNew(checker, property.initializer);
}

// What it holds, nobody can distinguish from another of the same value.
function holdsPlainValues(checker: ts.TypeChecker, value: ts.Expression): boolean {
  const type = checker.getTypeAtLocation(value);
  const held = checker.isArrayType(type) || checker.isTupleType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined;
  const parts = held === undefined ? [] : held.isUnion() ? held.types : [held];
  return parts.length > 0 && parts.every(isPrimitiveType);
}

function isAccess(node: ts.Node): node is ts.PropertyAccessExpression | ts.ElementAccessExpression {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}

function commented(change: ts.TextChange, place: ts.Node, comment: string): ts.TextChange {
  if (comment === '' || change.span.start !== place.getStart()) return change;
  const [lead = ''] = ts.isShorthandPropertyAssignment(place.parent) ? [`${place.getText()}: `] : (/^;?/.exec(change.newText) ?? []);
  return { ...change, newText: `${lead}${comment}${change.newText.slice(lead.length)}` };
}

function commentBefore(value: ts.Expression): string {
  const { text } = value.getSourceFile();
  // What stands on the line of the equals sign counts as behind that.
  const at = value.getFullStart();
  const all = [...(ts.getTrailingCommentRanges(text, at) ?? []), ...(ts.getLeadingCommentRanges(text, at) ?? [])];
  const own = all.filter(({ kind }) => kind === ts.SyntaxKind.MultiLineCommentTrivia);
  return own.map(({ pos, end }) => `${text.slice(pos, end)} `).join('');
}

function lineIn({ place, file, home }: InlinedUse): string {
  return `line ${lineOf(place)}${file === home.declaration.getSourceFile() ? '' : ` of ${nameOfFile(file)}`}`;
}

function nameOfFile({ fileName }: ts.SourceFile): string {
  return fileName.split('/').at(-1) ?? fileName;
}
