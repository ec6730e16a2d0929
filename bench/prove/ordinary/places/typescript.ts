// Where TypeScript and JavaScript code could be refactored, as the compiler's parser has it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { type Declared, declarationsIn } from '../../refactorings/typescriptDeclarations.ts';
import type { Project } from '../corpora/project.ts';
import type { Candidate } from './place.ts';

const MOST_STATEMENTS = 4;

export async function typescriptCandidates({ folder, sources }: Project): Promise<readonly Candidate[]> {
  const { names, functions } = await declarationsIn({ folder, files: sources });
  const signatures = functions.map(({ optional, ...declared }): Candidate => ({ kind: 'signature', form: 'function', ...declared, defaults: optional }));
  const code: Candidate[] = [];
  for (const file of sources) code.push(...codeIn(ts.createSourceFile(file, await readFile(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true)));
  return [...names.flatMap(ofName), ...signatures, ...code];
}

const MOVED = new Set(['function', 'constant', 'type', 'class']);

function ofName({ kind, isTopLevel, file, line, column, name }: Declared): readonly Candidate[] {
  const at = { file, line, column, name };
  return [
    ...(kind === 'handedOn' || kind === 'imported' ? [] : [{ kind: 'rename' as const, form: kind, ...at }]),
    ...(isTopLevel && MOVED.has(kind) ? [{ kind: 'move' as const, form: kind, ...at }] : []),
    ...(kind === 'function' ? [{ kind: 'inline' as const, form: kind, ...at }] : []),
  ];
}

function codeIn(source: ts.SourceFile): readonly Candidate[] {
  const found: Candidate[] = [];
  const place = (offset: number) => {
    const { line, character } = source.getLineAndCharacterOfPosition(offset);
    return { line: line + 1, column: character + 1 };
  };
  const visit = (node: ts.Node, isInFunction: boolean): void => {
    const at = { file: source.fileName, ...place(node.getStart(source)) };
    if (isInFunction && (ts.isBlock(node) || ts.isCaseOrDefaultClause(node))) {
      for (const [index, statement] of node.statements.entries()) {
        if (!isOrdinary(statement)) continue;
        const run = node.statements.slice(index, index + MOST_STATEMENTS);
        const ends = run.slice(0, lengthOfRun(run)).map((each) => place(each.getEnd()));
        found.push({ kind: 'extract_function', form: 'statements', file: source.fileName, ...place(statement.getStart(source)), ends });
      }
    }
    if (isInFunction && ts.isExpression(node) && isValue(node)) {
      const ends = [place(node.getEnd())];
      found.push({ kind: 'extract_variable', form: formOf(node), ...at, ends });
      if (ts.isBinaryExpression(node) || ts.isConditionalExpression(node) || ts.isCallExpression(node))
        found.push({ kind: 'extract_function', form: 'expression', ...at, ends });
    }
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined && ts.isVariableStatement(node.parent.parent))
      found.push({ kind: 'inline', form: isInFunction ? 'local' : 'constant', ...at, name: node.name.text });
    // Types, decorators and names hold no values that could stand elsewhere.
    if (ts.isTypeNode(node) || ts.isDecorator(node) || ts.isImportDeclaration(node)) return;
    const isBody = isInFunction || (ts.isBlock(node) && ts.isFunctionLike(node.parent));
    ts.forEachChild(node, (child) => visit(child, isBody));
  };
  visit(source, false);
  return found;
}

function isOrdinary(statement: ts.Statement): boolean {
  return (
    !ts.isFunctionDeclaration(statement) && !ts.isClassDeclaration(statement) && !ts.isBreakOrContinueStatement(statement) && !ts.isEmptyStatement(statement)
  );
}

function lengthOfRun(run: readonly ts.Statement[]): number {
  const end = run.findIndex((statement) => !isOrdinary(statement));
  return end < 0 ? run.length : end;
}

function isValue(node: ts.Expression): boolean {
  const { parent } = node;
  const isKind =
    ts.isCallExpression(node) ||
    ts.isBinaryExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isConditionalExpression(node) ||
    ts.isTemplateExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isObjectLiteralExpression(node) ||
    ts.isPrefixUnaryExpression(node) ||
    ts.isArrowFunction(node);
  if (!isKind || ts.isExpressionStatement(parent) || ts.isDecorator(parent) || ts.isDeleteExpression(parent)) return false;
  if (ts.isCallExpression(node) && (node.expression.kind === ts.SyntaxKind.SuperKeyword || node.expression.kind === ts.SyntaxKind.ImportKeyword)) return false;
  // Called, it is no value but what gives `this`.
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node) return false;
  if (ts.isTaggedTemplateExpression(parent) || ts.isExpressionWithTypeArguments(parent) || ts.isSpreadElement(parent)) return false;
  return !isWritten(node) && !(ts.isBinaryExpression(node) && isAssignment(node));
}

function isWritten(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return isAssignment(parent) && parent.left === node;
  if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return parent.initializer === node;
  return (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) && /^(?:\+\+|--)$/.test(ts.tokenToString(parent.operator) ?? '');
}

function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

const FORMS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.CallExpression, 'call'],
  [ts.SyntaxKind.NewExpression, 'call'],
  [ts.SyntaxKind.PropertyAccessExpression, 'member'],
  [ts.SyntaxKind.ElementAccessExpression, 'member'],
  [ts.SyntaxKind.BinaryExpression, 'operation'],
  [ts.SyntaxKind.PrefixUnaryExpression, 'operation'],
  [ts.SyntaxKind.ConditionalExpression, 'operation'],
]);

function formOf({ kind }: ts.Expression): string {
  return FORMS.get(kind) ?? 'literal';
}
