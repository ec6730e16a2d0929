// Where a declaration that goes to another file would not be found any more.
import { posix } from 'node:path';
import ts from 'typescript';
import { identifiersIn, isMemberName } from '../../code/naming.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { meantBy, symbolMeant } from '../../code/symbols.ts';
import { isTarget } from '../../evaluation/targets.ts';
import { keyOf } from '../../projects/paths.ts';
import { lineOf } from '../inline/meaning.ts';
import type { MovedName } from '../reExports.ts';

// Throws UnsoundRefactoring where the code uses a name of which its file exports only the type, or only the value: TypeScript takes the whole for exported.
export function mustBeExportedWhole({ from }: MovedName, statements: readonly ts.Node[]): void {
  const [exported, kept] = [true, false].map((wanted) => new Set(from.statements.filter((each) => isExported(each) === wanted).flatMap(namesDeclaredBy)));
  const used = statements.flatMap(identifiersIn).filter((identifier) => !isMemberName(identifier));
  const half = used.find(({ text }) => exported?.has(text) && kept?.has(text));
  if (half !== undefined)
    throw new UnsoundRefactoring(`${posix.basename(from.fileName)} exports ${half.text} only in part; export all its declarations first.`);
}

// Throws UnsoundRefactoring where code would assign a variable of another file: what is imported cannot be assigned.
export function mustNotAssignImports(checker: ts.TypeChecker, { name, from, to }: MovedName, statements: readonly ts.Node[]): void {
  const isMoved = (node: ts.Node): boolean => statements.some((statement) => node.pos >= statement.pos && node.end <= statement.end);
  const [own, others] = [true, false].map((wanted) => identifiersIn(from).filter((identifier) => isTarget(identifier) && isMoved(identifier) === wanted));
  for (const identifier of own ?? []) {
    const declaration = symbolMeant(checker, identifier)?.declarations?.find((each) => each.getSourceFile() === from && isTopLevel(each) && !isMoved(each));
    if (declaration !== undefined)
      throw new UnsoundRefactoring(
        `It assigns ${identifier.text} on line ${lineOf(identifier)}, which stays in ${posix.basename(from.fileName)}: an import cannot be assigned.`,
      );
  }
  const assigning = (others ?? []).find(
    (identifier) => identifier.text === name && symbolMeant(checker, identifier)?.declarations?.some((each) => isTopLevel(each) && isMoved(each)),
  );
  if (assigning !== undefined)
    throw new UnsoundRefactoring(`Line ${lineOf(assigning)} assigns it, which it could not when ${name} is imported from ${posix.basename(to)}.`);
}

// Throws UnsoundRefactoring where its file names it in `module.exports = { total }` or the like: TypeScript leaves that as it is, with whoever requires it.
export function mustNotBeAssignedToExports({ name, from }: MovedName): void {
  const assignment = from.statements
    .flatMap((statement) => (ts.isExpressionStatement(statement) && ts.isBinaryExpression(statement.expression) ? [statement.expression] : []))
    .find(({ left, right }) => /^(?:module\.)?exports\b/.test(left.getText(from)) && namesIn(right).includes(name));
  if (assignment !== undefined)
    throw new UnsoundRefactoring(
      `${posix.basename(from.fileName)} exports it by ${assignment.left.getText(from)} on line ${lineOf(assignment)}, which cannot follow it.`,
    );
}

// What an assignment to `exports` hands out: a value, or those of a list.
function namesIn(value: ts.Expression): readonly string[] {
  if (ts.isIdentifier(value)) return [value.text];
  if (ts.isBinaryExpression(value)) return namesIn(value.right);
  if (!ts.isObjectLiteralExpression(value)) return [];
  return value.properties.flatMap((property) => {
    if (ts.isShorthandPropertyAssignment(property)) return [property.name.text];
    return ts.isPropertyAssignment(property) ? namesIn(property.initializer) : [];
  });
}

// Not in a function or block.
function isTopLevel(declaration: ts.Declaration): boolean {
  const around = ts.findAncestor(
    declaration.parent,
    (up) => ts.isSourceFile(up) || ts.isBlock(up) || ts.isModuleBlock(up) || ts.isFunctionLike(up) || ts.isClassLike(up),
  );
  return around !== undefined && ts.isSourceFile(around);
}

function isExported(statement: ts.Statement): boolean {
  return ts.canHaveModifiers(statement) && (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);
}

function namesDeclaredBy(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement);
  if (!isNamed && !ts.isTypeAliasDeclaration(statement) && !ts.isEnumDeclaration(statement) && !ts.isModuleDeclaration(statement)) return [];
  return statement.name === undefined ? [] : [statement.name.text];
}

// What TypeScript leaves as it is: `cart.total` in the file that total goes to, `import('./cart').Total`, and `const { total } = await import('./cart')`.
// Throws UnsoundRefactoring where such a use cannot follow.
export function usesLeftBehind(program: ts.Program, moved: MovedName, isMeant: (node: ts.Node) => boolean): readonly ts.FileTextChanges[] {
  const checker = program.getTypeChecker();
  return program.getSourceFiles().flatMap((file) => {
    if (file.isDeclarationFile || file === moved.from || !file.text.includes(moved.name)) return [];
    const isTarget = keyOf(file.fileName) === keyOf(moved.to);
    const textChanges = identifiersIn(file).flatMap((identifier) => {
      if (identifier.text !== moved.name) return [];
      if (isTakenOutOf(checker, identifier, moved.from))
        throw new UnsoundRefactoring(
          `${posix.basename(file.fileName)} takes it out of the loaded module on line ${lineOf(identifier)}, which cannot follow it.`,
        );
      if (!isMeant(identifier)) return [];
      const holder = holderOf(identifier);
      if (holder === undefined) return [];
      // reExports.ts has those.
      if (ts.isImportTypeNode(holder)) return [];
      if (!isNamespaceOf(checker, holder, moved.from))
        throw new UnsoundRefactoring(`${posix.basename(file.fileName)} uses it as ${holder.getText(file)}.${moved.name}, which cannot follow it.`);
      return isTarget ? [withoutHolder(checker, holder, identifier, file)] : [];
    });
    return textChanges.length === 0 ? [] : [{ fileName: file.fileName, textChanges }];
  });
}

// In a pattern that takes a module apart when it has been loaded. What require() gives is TypeScript's own business.
function isTakenOutOf(checker: ts.TypeChecker, identifier: ts.Identifier, from: ts.SourceFile): boolean {
  const { parent: element } = identifier;
  if (!ts.isBindingElement(element) || (element.propertyName ?? element.name) !== identifier || !ts.isObjectBindingPattern(element.parent)) return false;
  const taken = element.parent.parent;
  if (ts.isVariableDeclaration(taken) && taken.initializer !== undefined && ts.isCallExpression(taken.initializer)) return false;
  const member = checker.getTypeAtLocation(element.parent).getProperty(identifier.text);
  return resolved(checker, member)?.declarations?.some((each) => each.parent === from || each.parent.parent?.parent === from) ?? false;
}

// What stands before the dot, or the import that a type is taken from.
export function holderOf(identifier: ts.Identifier): ts.Node | undefined {
  const { parent } = identifier;
  if (ts.isPropertyAccessExpression(parent) && parent.name === identifier) return parent.expression;
  if (ts.isQualifiedName(parent) && parent.right === identifier) return parent.left;
  return ts.isImportTypeNode(parent) && parent.qualifier === identifier ? parent : undefined;
}

export function isNamespaceOf(checker: ts.TypeChecker, holder: ts.Node, from: ts.SourceFile): boolean {
  const symbol = ts.isIdentifier(holder) ? checker.getSymbolAtLocation(holder) : undefined;
  const isImport = symbol?.declarations?.some((each) => ts.isNamespaceImport(each) || ts.isImportEqualsDeclaration(each)) ?? false;
  return isImport && resolved(checker, symbol)?.valueDeclaration === from;
}

function withoutHolder(checker: ts.TypeChecker, holder: ts.Node, identifier: ts.Identifier, file: ts.SourceFile): ts.TextChange {
  const inScope = checker.getSymbolsInScope(identifier, ANY).find(({ name }) => name === identifier.text);
  const isTaken = inScope?.declarations?.some((each) => each.getSourceFile() === file && !ts.isImportSpecifier(each)) ?? false;
  if (isTaken) throw new UnsoundRefactoring(`${posix.basename(file.fileName)} has another ${identifier.text}.`);
  return { span: ts.createTextSpanFromBounds(holder.getStart(file), identifier.getStart(file)), newText: '' };
}

const ANY = ts.SymbolFlags.Value | ts.SymbolFlags.Type | ts.SymbolFlags.Namespace | ts.SymbolFlags.Alias;

export function resolved(checker: ts.TypeChecker, symbol: ts.Symbol | undefined): ts.Symbol | undefined {
  return symbol === undefined ? undefined : meantBy(checker, symbol);
}
