// Where in a file that is there a declaration can stand: TypeScript puts it at the end, which is too late for what uses it while the file is loaded.
import { posix } from 'node:path';
import ts from 'typescript';
import { identifiersIn } from '../../code/naming.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { keyOf } from '../../projects/paths.ts';
import { attachedStart } from '../delete/deleting.ts';
import type { MovedName } from '../reExports.ts';
import { resolved } from './movingHazards.ts';

// Before the first statement that uses it, if that is code which must run in order, or a type, which readers meet there.
export function placed(
  program: ts.Program,
  changes: readonly ts.FileTextChanges[],
  { to, isType }: MovedName,
  { isMeant, statements }: { readonly isMeant: (node: ts.Node) => boolean; readonly statements: readonly ts.Node[] },
): readonly ts.FileTextChanges[] {
  const target = program.getSourceFile(to);
  if (target === undefined || !(isType || statements.some(isRun))) return changes;
  const checker = program.getTypeChecker();
  const declaredBy = (identifier: ts.Identifier): readonly ts.Declaration[] => resolved(checker, checker.getSymbolAtLocation(identifier))?.declarations ?? [];
  const user = target.statements.find((statement) => !ts.isImportDeclaration(statement) && identifiersIn(statement).some(isMeant));
  if (user === undefined) return isType ? behindTypes(changes, target) : changes;
  const run = statements.filter(isRun);
  const needed = run.flatMap(identifiersIn).find((identifier) => declaredBy(identifier).some((each) => isBehind(each, user, target)));
  if (needed !== undefined) throw new UnsoundRefactoring(`${posix.basename(to)} declares ${needed.text}, which it needs, only behind the code that uses it.`);
  const start = attachedStart(user, target);
  return movedUp(changes, target, (code, lineBreak) => ({ span: { start, length: 0 }, newText: `${code}${lineBreak.repeat(2)}` }));
}

// Beside the other types, where the file begins with some.
function behindTypes(changes: readonly ts.FileTextChanges[], target: ts.SourceFile): readonly ts.FileTextChanges[] {
  const firstRun = target.statements.findIndex((statement) => !ts.isImportDeclaration(statement) && !isTypeDeclaration(statement));
  const last = target.statements.slice(0, Math.max(0, firstRun)).findLast(isTypeDeclaration);
  if (last === undefined) return changes;
  return movedUp(changes, target, (code, lineBreak) => ({ span: { start: last.end, length: 0 }, newText: `${lineBreak.repeat(2)}${code}` }));
}

// What TypeScript would put at the end.
function movedUp(
  changes: readonly ts.FileTextChanges[],
  target: ts.SourceFile,
  at: (code: string, lineBreak: string) => ts.TextChange,
): readonly ts.FileTextChanges[] {
  const moveUp = (change: ts.TextChange): ts.TextChange => {
    const isLast = change.newText.trim() !== '' && target.text.slice(change.span.start).trim() === '';
    return isLast ? at(change.newText.trim(), /\r\n/.test(change.newText) ? '\r\n' : '\n') : change;
  };
  return changes.map((change) => (keyOf(change.fileName) === keyOf(target.fileName) ? { ...change, textChanges: change.textChanges.map(moveUp) } : change));
}

function isTypeDeclaration(statement: ts.Statement): boolean {
  return ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
}

function isBehind(declaration: ts.Declaration, user: ts.Node, target: ts.SourceFile): boolean {
  const statement = ts.findAncestor(declaration, (node) => ts.isSourceFile(node.parent));
  return statement !== undefined && statement.getSourceFile() === target && isRun(statement) && statement.pos >= user.pos;
}

function isRun(statement: ts.Node): boolean {
  return ts.isVariableStatement(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement);
}
