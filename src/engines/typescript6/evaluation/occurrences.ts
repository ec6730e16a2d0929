// Where the same expression stands again in a scope, and whether it means the same there.
import ts from 'typescript';
import { identifiersIn, identifiersNamed } from '../code/naming.ts';
import { symbolMeant } from '../code/symbols.ts';
import { isTarget } from './targets.ts';
import { accessed, changeable, happensBetween, hasEffect } from './timing.ts';

export interface Repeated {
  // The one to extract, and all others: none stands before it.
  readonly first: ts.TextRange;
  readonly others: readonly ts.TextRange[];
  readonly notes: readonly string[];
  // What is to be said if it is evaluated once for all of them.
  readonly merged: readonly string[];
}

// What a constant declared beside the code at this place can be seen from.
export function scopeAround(source: ts.SourceFile, { pos, end }: ts.TextRange): ts.Node {
  let found: ts.Node = source;
  const visit = (node: ts.Node): void => {
    if (node.getStart(source) > pos || node.end < end) return;
    const isScope = ts.isBlock(node) || ts.isModuleBlock(node) || ts.isCaseOrDefaultClause(node) || (ts.isArrowFunction(node) && within(node.body, pos, end));
    if (isScope) found = node;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

export function otherOccurrences(program: ts.Program, source: ts.SourceFile, span: ts.TextRange): Repeated {
  const alone = { first: span, others: [], merged: [] };
  const chosen = expressionAt(source, span);
  if (chosen === undefined) return { ...alone, notes: ['Only one expression can have other occurrences.'] };
  const checker = program.getTypeChecker();
  const scope = scopeAround(source, span);
  const equal = expressionsLike(chosen, scope, source, checker);
  const [foremost = chosen] = equal;
  // A constant in an inner block would not be seen from the others, so that one cannot be the first.
  const first = scopeAround(source, rangeOf(foremost, source)) === scope ? foremost : chosen;
  const behind = equal.filter((node) => node !== first && node.getStart(source) > first.getStart(source));
  const others = behind.filter((node) => !isCalledBefore(checker, node, scope, first.getStart(source)));
  const before = equal.length - 1 - behind.length;
  const skipped =
    before > 0 ? [`${before === 1 ? 'One occurrence stands' : `${before} occurrences stand`} before it in inner blocks or functions, and stayed.`] : [];
  const early = behind.length === others.length ? [] : ['What stands in a function that is used before it stayed.'];
  const written = others.length === 0 ? undefined : writtenIn(chosen, scope, first.end, checker);
  if (written !== undefined) return { ...alone, notes: [`Other occurrences were left, because ${written} is changed in between.`] };
  const read = hasEffect(checker, chosen) ? undefined : changeable(program, chosen);
  if (read !== undefined && happensBetween(checker, scope, first.end, others.at(-1)?.getStart(source) ?? first.end))
    return { ...alone, notes: [`Other occurrences were left, because ${read} may be changed by the code in between.`] };
  const once = others.length > 0 && hasEffect(checker, chosen) ? [`The expression is evaluated once, no longer ${others.length + 1} times.`] : [];
  return { first: rangeOf(first, source), others: others.map((node) => rangeOf(node, source)), notes: [...skipped, ...early], merged: once };
}

export function expressionAt(source: ts.SourceFile, { pos, end }: ts.TextRange): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    // Where it begins behind its comments is known only by reading them, so that is asked last.
    if (node.pos > pos || node.end < end || node.getStart(source) > pos) return;
    if (found === undefined && node.getStart(source) === pos && node.end === end && ts.isExpression(node)) found = node;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function expressionsLike(chosen: ts.Expression, scope: ts.Node, source: ts.SourceFile, checker: ts.TypeChecker): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === chosen.kind && isValue(node) && isLike(node, chosen, source, checker)) found.push(node);
    else ts.forEachChild(node, visit);
  };
  visit(scope);
  return found;
}

// A constant could stand there: it is a value, not a target, a name, a type or a module.
function isValue(node: ts.Node): boolean {
  const { parent } = node;
  if (isTarget(node) || ts.isLiteralTypeNode(parent) || ts.isImportTypeNode(parent) || ts.isEnumMember(parent)) return false;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isExternalModuleReference(parent) || ts.isModuleDeclaration(parent)) return false;
  if (ts.isImportAttribute(parent)) return false;
  if (ts.isExpressionStatement(parent) && ts.isStringLiteral(node)) return false;
  const isNamed = ts.isPropertyAssignment(parent) || ts.isClassElement(parent) || ts.isTypeElement(parent) || ts.isBindingElement(parent);
  if (isNamed && (parent.name === node || (ts.isBindingElement(parent) && parent.propertyName === node))) return false;
  return !(ts.isCallExpression(parent) && parent.expression === node && (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)));
}

// How a constant is written in place of the node.
export function writtenFor(node: ts.Node | undefined, name: string): string {
  if (node === undefined) return name;
  const { parent } = node;
  const isInMarkup = ts.isJsxElement(parent) || ts.isJsxFragment(parent) || ts.isJsxAttribute(parent);
  return isInMarkup ? `{${name}}` : name;
}

// The same tokens, and each name means the same.
function isLike(a: ts.Node, b: ts.Node, source: ts.SourceFile, checker: ts.TypeChecker): boolean {
  if (a.kind !== b.kind) return false;
  const [ours, theirs] = [a.getChildren(source), b.getChildren(source)];
  if (ours.length !== theirs.length) return false;
  if (ours.length === 0 && a.getText(source) !== b.getText(source)) return false;
  if (ts.isIdentifier(a) && symbolMeant(checker, a) !== symbolMeant(checker, b)) return false;
  return ours.every((child, index) => {
    const other = theirs[index];
    return other !== undefined && isLike(child, other, source, checker);
  });
}

// The first name of the expression that something in the scope assigns to behind this offset.
function writtenIn(expression: ts.Expression, scope: ts.Node, from: number, checker: ts.TypeChecker): string | undefined {
  const symbols = new Set(identifiersIn(expression).map((identifier) => symbolMeant(checker, identifier)));
  symbols.delete(undefined);
  const written = identifiersIn(scope).filter((identifier) => symbols.has(symbolMeant(checker, identifier)));
  return written.find((identifier) => (identifier.pos >= from || isInLoop(identifier, scope)) && isTarget(accessed(identifier)))?.text;
}

// It stands in a function that is declared below and used above, where the constant has no value yet.
function isCalledBefore(checker: ts.TypeChecker, node: ts.Node, scope: ts.Node, from: number): boolean {
  const owner = ts.findAncestor(node, (up) => up === scope || ts.isFunctionDeclaration(up));
  const symbol = owner !== undefined && owner !== scope && ts.isFunctionDeclaration(owner) && owner.name ? symbolMeant(checker, owner.name) : undefined;
  if (symbol === undefined) return false;
  return identifiersNamed(symbol.name, node.getSourceFile()).some((use) => use.pos < from && symbolMeant(checker, use) === symbol);
}

function isInLoop(node: ts.Node, scope: ts.Node): boolean {
  for (let up = scope.parent; up !== undefined && !ts.isFunctionLike(up); up = up.parent) if (ts.isIterationStatement(up, false)) return true;
  return node === scope;
}

function rangeOf(node: ts.Node, source: ts.SourceFile): ts.TextRange {
  return { pos: node.getStart(source), end: node.end };
}

function within(node: ts.Node, pos: number, end: number): boolean {
  return node.pos <= pos && node.end >= end;
}
