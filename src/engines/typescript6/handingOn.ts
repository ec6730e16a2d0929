// Files that hand on what another file declares, when the declaration moves: TypeScript leaves them as they are.
import { posix } from 'node:path';
import ts from 'typescript';
import { spanOf } from './deleting.ts';
import { keyOf } from './paths.ts';
import { Refused } from './refused.ts';

export interface MovedName {
  readonly name: string;
  readonly isType: boolean;
  readonly from: ts.SourceFile;
  readonly to: string;
}

// What a file keeps for itself, nobody hands on.
export function handedOn(program: ts.Program, moved: MovedName, declarations: readonly ts.Node[]): readonly ts.FileTextChanges[] {
  if (!declarations.some((node) => hasModifier(node, ts.SyntaxKind.ExportKeyword))) return [];
  const checker = program.getTypeChecker();
  return program.getSourceFiles().flatMap((file) => {
    if (file.isDeclarationFile || file === moved.from) return [];
    const textChanges = file.statements.flatMap((statement) => {
      if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) return [];
      const isMeant = checker.getSymbolAtLocation(statement.moduleSpecifier)?.valueDeclaration === moved.from;
      return isMeant ? changesOf(statement, statement.moduleSpecifier, moved) : [];
    });
    return textChanges.length === 0 ? [] : [{ fileName: file.fileName, textChanges }];
  });
}

// Throws Refused where the file itself lists what it exports, or has it as its default: TypeScript would lose that.
export function mustBeExportedPlainly({ name, from }: MovedName, declarations: readonly ts.Node[]): void {
  const isDefault = declarations.some((node) => hasModifier(node, ts.SyntaxKind.DefaultKeyword));
  const isAssigned = from.statements.some(
    (statement) => ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression) && statement.expression.text === name,
  );
  if (isDefault || isAssigned) throw new Refused('It is the default export of its file; export it by its name first.');
  const lists = from.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) && statement.moduleSpecifier === undefined && statement.exportClause !== undefined ? [statement.exportClause] : [],
  );
  const isListed = lists.some((list) => ts.isNamedExports(list) && list.elements.some((element) => (element.propertyName ?? element.name).text === name));
  if (isListed) throw new Refused('Its file exports it in a list; export it where it is declared first.');
}

function hasModifier(node: ts.Node, wanted: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some(({ kind }) => kind === wanted) ?? false);
}

function changesOf(statement: ts.ExportDeclaration, specifier: ts.Expression, { name, isType, to }: MovedName): readonly ts.TextChange[] {
  const file = statement.getSourceFile();
  const clause = statement.exportClause;
  if (clause !== undefined && ts.isNamespaceExport(clause))
    throw new Refused(`${posix.basename(file.fileName)} hands on its whole file as ${clause.name.text}.`);
  const own = clause?.elements.filter((element) => (element.propertyName ?? element.name).text === name) ?? [];
  if (clause !== undefined && own.length === 0) return [];
  const removed = own.map((element) => ({ span: spanOf(element), newText: '' }));
  const isAll = clause !== undefined && own.length === clause.elements.length;
  const all = { span: ts.createTextSpanFromBounds(statement.getStart(file), statement.end), newText: '' };
  // What moves into the file that handed it on is exported there by itself.
  if (keyOf(file.fileName) === keyOf(to)) return isAll ? [all] : removed;
  const path = specifierTo(specifier.getText(file), file.fileName, to);
  if (isAll) return [{ span: ts.createTextSpanFromBounds(specifier.getStart(file), specifier.end), newText: path }];
  const names = clause === undefined ? name : own.map((element) => element.getText(file)).join(', ');
  const word = statement.isTypeOnly || (clause === undefined && isType) ? 'export type' : 'export';
  const stop = file.text[statement.end - 1] === ';' ? ';' : '';
  const lineBreak = file.text.includes('\r\n') ? '\r\n' : '\n';
  return [...removed, { span: { start: statement.end, length: 0 }, newText: `${lineBreak}${word} { ${names} } from ${path}${stop}` }];
}

// In the manner of the specifier that is there: its quotes, and its way with endings.
export function specifierTo(written: string, from: string, to: string): string {
  const quote = written[0] ?? "'";
  const old = written.slice(1, -1);
  if (!old.startsWith('.')) throw new Refused(`${posix.basename(from)} hands it on from ${old}, which is no relative path.`);
  const path = posix.relative(posix.dirname(from), to);
  const ending = /\.([cm]?)[jt]sx?$/.exec(path);
  const stem = path.slice(0, ending?.index ?? path.length);
  const suffix = !/\.[cm]?[jt]sx?$/.test(old) ? '' : /\.[cm]?jsx?$/.test(old) ? `.${ending?.[1] ?? ''}js` : (ending?.[0] ?? '');
  return `${quote}${stem.startsWith('.') ? '' : './'}${stem}${suffix}${quote}`;
}
