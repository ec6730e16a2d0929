// Files that re-export what another file declares, when the declaration moves: TypeScript leaves them as they are.
import { posix } from 'node:path';
import ts from 'typescript';
import { UnsoundRefactoring } from '../code/refused.ts';
import { keyOf } from '../projects/paths.ts';
import { spanOf } from './delete/deleting.ts';

export interface MovedName {
  // As others import it.
  readonly name: string;
  readonly isType: boolean;
  readonly from: ts.SourceFile;
  readonly to: string;
}

// What a file keeps for itself, nobody re-exports.
export function reExportChanges(program: ts.Program, moved: MovedName, declarations: readonly ts.Node[]): readonly ts.FileTextChanges[] {
  if (!declarations.some((node) => hasModifier(node, ts.SyntaxKind.ExportKeyword))) return [];
  return inOtherFiles(program, moved, (file, isMeant) => {
    const exports = file.statements.flatMap((statement) => {
      if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) return [];
      return isMeant(statement.moduleSpecifier) ? changesOf(statement, statement.moduleSpecifier, moved) : [];
    });
    return [...exports, ...typeImports(file, isMeant, moved)];
  });
}

// TypeScript loses the other names of an import whose default moves: `import add, { two }` becomes `import`.
export function withOtherNames(program: ts.Program, changes: readonly ts.FileTextChanges[], moved: MovedName): readonly ts.FileTextChanges[] {
  const fixed = inOtherFiles(program, moved, (file, isMeant) => {
    const own = changes.filter(({ fileName }) => fileName === file.fileName).flatMap(({ textChanges }) => textChanges);
    const shared = file.statements.flatMap((statement) => {
      if (!ts.isImportDeclaration(statement) || !isMeant(statement.moduleSpecifier)) return [];
      const { name, namedBindings } = statement.importClause ?? {};
      return name === undefined || namedBindings === undefined ? [] : [{ statement, start: name.getStart(file), end: namedBindings.getStart(file) }];
    });
    if (shared.length === 0) return [];
    const isLost = ({ span }: ts.TextChange): boolean =>
      span.length > 0 && shared.some(({ statement }) => span.start >= statement.getStart(file) && ts.textSpanEnd(span) <= statement.end);
    const kept = own.filter((change) => !isLost(change));
    return [...kept, ...shared.map(({ start, end }) => ({ span: ts.createTextSpanFromBounds(start, end), newText: '' }))];
  });
  const files = new Set(fixed.map(({ fileName }) => fileName));
  return [...changes.filter(({ fileName }) => !files.has(fileName)), ...fixed];
}

// What changes in each file but the one that it moves from; `isMeant` says whether a specifier leads there.
function inOtherFiles(
  program: ts.Program,
  { from }: MovedName,
  changesIn: (file: ts.SourceFile, isMeant: (specifier: ts.Node) => boolean) => readonly ts.TextChange[],
): readonly ts.FileTextChanges[] {
  const checker = program.getTypeChecker();
  const isMeant = (specifier: ts.Node): boolean => checker.getSymbolAtLocation(specifier)?.valueDeclaration === from;
  return program.getSourceFiles().flatMap((file) => {
    if (file.isDeclarationFile || file === from) return [];
    const textChanges = [...changesIn(file, isMeant)];
    return textChanges.length === 0 ? [] : [{ fileName: file.fileName, textChanges }];
  });
}

// Types that are imported where they stand.
function typeImports(file: ts.SourceFile, isMeant: (specifier: ts.Node) => boolean, { name, to }: MovedName): readonly ts.TextChange[] {
  const changes: ts.TextChange[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && firstName(node.qualifier) === name && isMeant(node.argument.literal)) {
      const { literal } = node.argument;
      changes.push({ span: ts.createTextSpanFromBounds(literal.getStart(file), literal.end), newText: specifierTo(literal.getText(file), file.fileName, to) });
    }
    ts.forEachChild(node, visit);
  };
  // To visit every node of every file would take longer than the rest.
  if (file.text.includes('import(')) visit(file);
  return changes;
}

function firstName(qualifier: ts.EntityName | undefined): string | undefined {
  if (qualifier === undefined) return undefined;
  return ts.isIdentifier(qualifier) ? qualifier.text : firstName(qualifier.left);
}

// Whether it is the default export of its file. Throws UnsoundRefactoring where it would be lost as such, or take another's place.
export function mustNotBeLost(program: ts.Program, { name, from, to }: Omit<MovedName, 'isType'>, declarations: readonly ts.Node[]): boolean {
  const isAssigned = from.statements.some(
    (statement) => ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression) && statement.expression.text === name,
  );
  if (isAssigned)
    throw new UnsoundRefactoring('Its file exports it in a statement of its own as the default; write export default where it is declared first.');
  const isDefault = declarations.some((node) => hasModifier(node, ts.SyntaxKind.DefaultKeyword));
  const target = program.getSourceFile(to);
  const module = target === undefined ? undefined : program.getTypeChecker().getSymbolAtLocation(target);
  if (isDefault && module?.exports?.has(ts.InternalSymbolName.Default)) throw new UnsoundRefactoring(`${posix.basename(to)} has a default export already.`);
  return isDefault;
}

function hasModifier(node: ts.Node, wanted: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some(({ kind }) => kind === wanted) ?? false);
}

function changesOf(statement: ts.ExportDeclaration, specifier: ts.Expression, { name, isType, to }: MovedName): readonly ts.TextChange[] {
  const file = statement.getSourceFile();
  const clause = statement.exportClause;
  if (clause !== undefined && ts.isNamespaceExport(clause))
    throw new UnsoundRefactoring(`${posix.basename(file.fileName)} re-exports its whole file as ${clause.name.text}.`);
  const own = clause?.elements.filter((element) => (element.propertyName ?? element.name).text === name) ?? [];
  // A star re-exports everything but the default.
  if (clause === undefined ? name === 'default' : own.length === 0) return [];
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

// In the style of the specifier that is there: its quotes, and its way with extensions.
export function specifierTo(written: string, from: string, to: string): string {
  const quote = written[0] ?? "'";
  const old = written.slice(1, -1);
  if (!old.startsWith('.')) throw new UnsoundRefactoring(`${posix.basename(from)} hands it on from ${old}, which is no relative path.`);
  const path = posix.relative(posix.dirname(from), to);
  const extension = /\.([cm]?)[jt]sx?$/.exec(path);
  const stem = path.slice(0, extension?.index ?? path.length);
  const suffix = !/\.[cm]?[jt]sx?$/.test(old) ? '' : /\.[cm]?jsx?$/.test(old) ? `.${extension?.[1] ?? ''}js` : (extension?.[0] ?? '');
  return `${quote}${stem.startsWith('.') ? '' : './'}${stem}${suffix}${quote}`;
}
