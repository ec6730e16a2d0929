// What an expression passes on its way to the start of a statement: what runs before it, and what decides whether, when and how often it runs.
import ts from 'typescript';
import { isTarget } from '../../evaluation/targets.ts';

// Sometimes: only if something before it says so. Again: once for each round of a loop. Later: at each call, or for each object.
export type Occasion = 'sometimes' | 'again' | 'later';

export interface Crossing {
  readonly parent: ts.Node;
  readonly occasion: Occasion | undefined;
  // What is evaluated before it, in order.
  readonly passed: readonly ts.Node[];
}

// From the expression outwards, up to and with the statement.
export function crossingsOf(chosen: ts.Node, statement: ts.Node): readonly Crossing[] {
  const found: Crossing[] = [];
  for (let node = chosen; node !== statement && node.parent !== undefined; node = node.parent)
    found.push({ parent: node.parent, occasion: occasionIn(node.parent, node), passed: passedIn(node.parent, node) });
  return found;
}

function occasionIn(parent: ts.Node, node: ts.Node): Occasion | undefined {
  if (ts.isBinaryExpression(parent)) {
    const isDefault = parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && isTarget(parent);
    return parent.right === node && (isDefault || DECIDING.has(parent.operatorToken.kind)) ? 'sometimes' : undefined;
  }
  if (ts.isConditionalExpression(parent)) return parent.condition === node ? undefined : 'sometimes';
  if (ts.isIfStatement(parent)) return parent.expression === node ? undefined : 'sometimes';
  if (ts.isCaseClause(parent)) return parent.expression === node && isFirstTest(parent) ? undefined : 'sometimes';
  if (ts.isDefaultClause(parent) || ts.isCatchClause(parent)) return 'sometimes';
  if (ts.isBindingElement(parent) || ts.isShorthandPropertyAssignment(parent)) return isDefaultOf(parent, node) ? 'sometimes' : undefined;
  if (ts.isForStatement(parent)) return parent.initializer === node ? undefined : 'again';
  if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return parent.expression === node ? undefined : 'again';
  if (ts.isWhileStatement(parent) || ts.isDoStatement(parent)) return 'again';
  if (ts.isPropertyDeclaration(parent))
    return parent.initializer === node && (ts.getCombinedModifierFlags(parent) & ts.ModifierFlags.Static) === 0 ? 'later' : undefined;
  // A computed name and decorators belong to whatever holds the function.
  if (ts.isFunctionLike(parent)) return parent.name === node || ts.isDecorator(node) ? undefined : 'later';
  // Behind a question mark and dot nothing is evaluated if there is nothing before it.
  if ((parent.flags & ts.NodeFlags.OptionalChain) !== 0) return ts.forEachChild(parent, (child) => child) === node ? undefined : 'sometimes';
  return undefined;
}

// The right side of these runs only where the left one asks for it.
const DECIDING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

function isFirstTest(clause: ts.CaseClause): boolean {
  return clause.parent.clauses.find((one) => ts.isCaseClause(one)) === clause;
}

function isDefaultOf(parent: ts.BindingElement | ts.ShorthandPropertyAssignment, node: ts.Node): boolean {
  return (ts.isBindingElement(parent) ? parent.initializer : parent.objectAssignmentInitializer) === node;
}

function passedIn(parent: ts.Node, node: ts.Node): readonly ts.Node[] {
  if (ts.isBinaryExpression(parent)) return parent.right === node ? evaluatedLeft(parent) : [];
  if (ts.isCallOrNewExpression(parent) && parent.expression !== node) return [...evaluatedCallee(parent.expression), ...before(parent, node).slice(1)];
  if (ts.isVariableDeclaration(parent)) return parent.name === node && parent.initializer !== undefined ? [parent.initializer] : [];
  if (ts.isDoStatement(parent)) return parent.expression === node ? [parent.statement] : [];
  if (ts.isCaseClause(parent)) return parent.expression === node ? testsBefore(parent) : [];
  if (ts.isCaseBlock(parent) || ts.isFunctionLike(parent)) return [];
  return before(parent, node);
}

// A variable that is only assigned is not read.
function evaluatedLeft({ left, operatorToken: { kind } }: ts.BinaryExpression): readonly ts.Node[] {
  if (kind !== ts.SyntaxKind.EqualsToken) return [left];
  if (ts.isPropertyAccessExpression(left)) return [left.expression];
  return ts.isElementAccessExpression(left) ? [left.expression, left.argumentExpression] : [];
}

// Which method a name stands for is not expected to change.
function evaluatedCallee(callee: ts.Expression): readonly ts.Node[] {
  if (ts.isPropertyAccessExpression(callee)) return [callee.expression];
  return ts.isIdentifier(callee) ? [] : [callee];
}

function testsBefore(clause: ts.CaseClause): readonly ts.Node[] {
  const { clauses } = clause.parent;
  return clauses.slice(0, clauses.indexOf(clause)).flatMap((one) => (ts.isCaseClause(one) ? [one.expression] : []));
}

function before(parent: ts.Node, node: ts.Node): readonly ts.Node[] {
  const found: ts.Node[] = [];
  ts.forEachChild(parent, (child) => {
    if (child.end <= node.pos && !ts.isTypeNode(child)) found.push(child);
  });
  return found;
}
