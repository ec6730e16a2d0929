// Where in a file that is there a declaration can stand: TypeScript puts it at the end, which is too late for what uses it while the file is loaded.
import { posix } from 'node:path';
import ts from 'typescript';
import { identifiersIn } from '../../code/naming.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { keyOf } from '../../projects/paths.ts';
import { attachedStart } from '../delete/deleting.ts';
import type { MovedName } from '../reExports.ts';
import { resolved } from './movingHazards.ts';

// Before the first statement that uses it, if that is code which must run in order.
export function placed(
  program: ts.Program,
  changes: readonly ts.FileTextChanges[],
  { to }: MovedName,
  { isMeant, statements }: { readonly isMeant: (node: ts.Node) => boolean; readonly statements: readonly ts.Node[] },
): readonly ts.FileTextChanges[] {
  const target = program.getSourceFile(to);
  if (target === undefined || !statements.some(isRun)) return changes;
  const checker = program.getTypeChecker();
  const declaredBy = (identifier: ts.Identifier): readonly ts.Declaration[] => resolved(checker, checker.getSymbolAtLocation(identifier))?.declarations ?? [];
  const user = target.statements.find((statement) => !ts.isImportDeclaration(statement) && identifiersIn(statement).some(isMeant));
  if (user === undefined) return changes;
  const needed = statements.flatMap(identifiersIn).find((identifier) => declaredBy(identifier).some((each) => isBehind(each, user, target)));
  if (needed !== undefined) throw new UnsoundRefactoring(`${posix.basename(to)} declares ${needed.text}, which it needs, only behind the code that uses it.`);
  const start = attachedStart(user, target);
  return changes.map((change) => (keyOf(change.fileName) === keyOf(to) ? { ...change, textChanges: change.textChanges.map(moveUp) } : change));

  function moveUp(change: ts.TextChange): ts.TextChange {
    const isLast = change.newText.trim() !== '' && target?.text.slice(change.span.start).trim() === '';
    const lineBreak = /\r\n/.test(change.newText) ? '\r\n' : '\n';
    return isLast ? { span: { start, length: 0 }, newText: `${change.newText.trim()}${lineBreak.repeat(2)}` } : change;
  }
}

function isBehind(declaration: ts.Declaration, user: ts.Node, target: ts.SourceFile): boolean {
  const statement = ts.findAncestor(declaration, (node) => ts.isSourceFile(node.parent));
  return statement !== undefined && statement.getSourceFile() === target && isRun(statement) && statement.pos >= user.pos;
}

function isRun(statement: ts.Node): boolean {
  return ts.isVariableStatement(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement);
}
