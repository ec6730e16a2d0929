// Where a declaration that goes to another file would not be found any more.
import { posix } from 'node:path';
import ts from 'typescript';
import type { MovedName } from './handingOn.ts';
import { identifiersIn, isMemberName } from './naming.ts';
import { keyOf } from './paths.ts';
import { Refused } from './refused.ts';

// Throws Refused where the code uses a name of which its file exports only the type, or only the value: TypeScript takes the whole for exported.
export function mustBeExportedWhole({ from }: MovedName, statements: readonly ts.Node[]): void {
  const [exported, kept] = [true, false].map((wanted) => new Set(from.statements.filter((each) => isExported(each) === wanted).flatMap(namesDeclaredBy)));
  const used = statements.flatMap(identifiersIn).filter((identifier) => !isMemberName(identifier));
  const half = used.find(({ text }) => exported?.has(text) && kept?.has(text));
  if (half !== undefined) throw new Refused(`${posix.basename(from.fileName)} exports ${half.text} only in part; export all its declarations first.`);
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

// What TypeScript leaves as it is: `cart.total` in the file that total goes to, and `import('./cart').Total`. Throws Refused where such a use cannot follow.
export function usesLeftBehind(program: ts.Program, moved: MovedName, isMeant: (node: ts.Node) => boolean): readonly ts.FileTextChanges[] {
  const checker = program.getTypeChecker();
  return program.getSourceFiles().flatMap((file) => {
    if (file.isDeclarationFile || file === moved.from || !file.text.includes(moved.name)) return [];
    const isTarget = keyOf(file.fileName) === keyOf(moved.to);
    const textChanges = identifiersIn(file).flatMap((identifier) => {
      if (identifier.text !== moved.name || !isMeant(identifier)) return [];
      const holder = holderOf(identifier);
      if (holder === undefined) return [];
      // handingOn.ts has those.
      if (ts.isImportTypeNode(holder)) return [];
      if (!isNamespaceOf(checker, holder, moved.from))
        throw new Refused(`${posix.basename(file.fileName)} uses it as ${holder.getText(file)}.${moved.name}, which cannot follow it.`);
      return isTarget ? [withoutHolder(checker, holder, identifier, file)] : [];
    });
    return textChanges.length === 0 ? [] : [{ fileName: file.fileName, textChanges }];
  });
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
  if (isTaken) throw new Refused(`${posix.basename(file.fileName)} has another ${identifier.text}.`);
  return { span: ts.createTextSpanFromBounds(holder.getStart(file), identifier.getStart(file)), newText: '' };
}

const ANY = ts.SymbolFlags.Value | ts.SymbolFlags.Type | ts.SymbolFlags.Namespace | ts.SymbolFlags.Alias;

export function resolved(checker: ts.TypeChecker, symbol: ts.Symbol | undefined): ts.Symbol | undefined {
  return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
}
