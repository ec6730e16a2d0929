// The types that a new function is written with: as the person wrote them where that can be seen from it, else as TypeScript knows them in the selection.
import ts from 'typescript';
import { identifiersIn, identifiersNamed } from '../../code/naming.ts';
import { symbolMeant } from '../../code/symbols.ts';
import { isTarget } from '../../evaluation/targets.ts';
import { functionAround } from '../../evaluation/timing.ts';
import { isJavascript } from '../../projects/paths.ts';
import type { Handing } from './callSite.ts';
import type { Flow } from './flow.ts';
import { withRelativeImports } from './jsDoc.ts';
import type { MadeFunction } from './madeFunction.ts';

export interface WrittenParameter {
  readonly name: string;
  // With its type.
  readonly text: string;
  readonly argument: string;
  // As a comment can name it.
  readonly type: string | undefined;
  // It has no value yet, so it belongs into the function.
  readonly isLocal: boolean;
}

export function writtenParameters(
  checker: ts.TypeChecker,
  source: ts.SourceFile,
  span: ts.TextRange,
  { source: after, declaration, call }: MadeFunction,
): readonly WrittenParameter[] {
  return declaration.parameters.map((parameter, index) => {
    const name = parameter.name.getText(after);
    const argument = call.arguments[index]?.getText(after) ?? name;
    const uses = identifiersNamed(name, source).filter((use) => use.getStart(source) >= span.pos && use.end <= span.end);
    const symbol = uses.map((use) => symbolMeant(checker, use)).find((found) => found !== undefined);
    const plain = { name, text: parameter.getText(after), argument, type: undefined, isLocal: false };
    if (symbol === undefined) return plain;
    const isAssigned = uses.some((use) => isTarget(use) && symbolMeant(checker, use) === symbol);
    if (isAssigned && hasNoValue(checker, source, symbol, span)) {
      const type = symbol.valueDeclaration === undefined ? undefined : annotationOf(symbol.valueDeclaration)?.getText(source);
      return { ...plain, text: type === undefined ? name : `${name}: ${type}`, isLocal: true };
    }
    if (isJavascript(source.fileName)) return { ...plain, type: namedType(checker, source, symbol, uses, isAssigned) };
    const type = parameter.type === undefined ? undefined : typeText(checker, source, symbol, uses, isAssigned);
    return type === undefined ? plain : { ...plain, text: `${name}: ${type}` };
  });
}

// A variable that is declared without a value, and that nothing assigns before the selection.
function hasNoValue(checker: ts.TypeChecker, source: ts.SourceFile, symbol: ts.Symbol, { pos }: ts.TextRange): boolean {
  const declaration = symbol.valueDeclaration;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || declaration.initializer !== undefined) return false;
  if (!ts.isVariableDeclarationList(declaration.parent) || !ts.isVariableStatement(declaration.parent.parent)) return false;
  const type = checker.getTypeOfSymbol(symbol);
  const isOpen =
    declaration.type !== undefined &&
    (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0);
  if (isOpen || declaration.exclamationToken !== undefined) return false;
  const own = functionAround(declaration);
  const uses = identifiersNamed(symbol.name, source).filter((use) => use !== declaration.name && symbolMeant(checker, use) === symbol);
  return uses.every((use) => use.getStart(source) >= pos && functionAround(use) === own);
}

function typeText(checker: ts.TypeChecker, source: ts.SourceFile, symbol: ts.Symbol, uses: readonly ts.Identifier[], isAssigned: boolean): string | undefined {
  const declaration = symbol.valueDeclaration;
  const [use] = uses;
  if (declaration === undefined || use === undefined) return undefined;
  const declared = checker.getTypeOfSymbol(symbol);
  const here = checker.getTypeAtLocation(use);
  const annotation = annotationOf(declaration);
  const isSame = isAssigned || here === declared;
  const isOptional = ts.isParameter(declaration) && declaration.questionToken !== undefined;
  if (annotation !== undefined && isSame && !isOptional && isSeenFromFile(checker, annotation)) return annotation.getText(source);
  const type = isAssigned ? declared : here;
  const wide = checker.getBaseTypeOfLiteralType(type);
  if (wide === type && !(isAssigned && here !== declared)) return undefined;
  // A single literal is written as its kind, where nothing asks for the literal itself.
  const isAskedFor = uses.some((one) => {
    const wanted = checker.getContextualType(one);
    return wanted !== undefined && !checker.isTypeAssignableTo(wide, wanted);
  });
  if (!type.isUnion() && !isAskedFor && !isAssigned) return undefined;
  const isBoolean = (type.flags & ts.TypeFlags.Boolean) !== 0 || (wide.flags & ts.TypeFlags.Boolean) !== 0;
  if (isBoolean && !isAskedFor) return undefined;
  const isKnown = type.aliasSymbol === undefined || isDeclaredInFile(type.aliasSymbol, source);
  const flags = ts.TypeFormatFlags.NoTruncation | (isKnown ? 0 : ts.TypeFormatFlags.InTypeAlias);
  const text = checker.typeToString(type, source, flags);
  return /\bimport\(|\btypeof\b|\bany\b/.test(text) ? undefined : text;
}

// Of a parameter whose code cannot hold it.
function namedType(checker: ts.TypeChecker, source: ts.SourceFile, symbol: ts.Symbol, uses: readonly ts.Identifier[], isAssigned: boolean): string | undefined {
  const [use] = uses;
  if (use === undefined) return undefined;
  const type = isAssigned ? checker.getTypeOfSymbol(symbol) : checker.getTypeAtLocation(use);
  const written = typeText(checker, source, symbol, uses, isAssigned);
  const text = written ?? checker.typeToString(checker.getBaseTypeOfLiteralType(type), source, ts.TypeFormatFlags.NoTruncation);
  return withRelativeImports(text, source);
}

function annotationOf(declaration: ts.Declaration): ts.TypeNode | undefined {
  return ts.isVariableDeclaration(declaration) || ts.isParameter(declaration) ? declaration.type : undefined;
}

function isDeclaredInFile(symbol: ts.Symbol, source: ts.SourceFile): boolean {
  return symbol.declarations?.some((declaration) => declaration.parent === source) ?? false;
}

// All that the type names is declared at the top of a file, or is everybody's.
function isSeenFromFile(checker: ts.TypeChecker, type: ts.TypeNode): boolean {
  return identifiersIn(type).every((identifier) => {
    const { parent } = identifier;
    if ((ts.isQualifiedName(parent) && parent.right === identifier) || ts.isTypeElement(parent) || ts.isParameter(parent) || ts.isNamedTupleMember(parent))
      return true;
    const declarations = checker.getSymbolAtLocation(identifier)?.declarations ?? [];
    return declarations.length > 0 && declarations.every((declaration) => isAtTop(declaration) || isInside(declaration, type));
  });
}

function isAtTop(declaration: ts.Declaration): boolean {
  if (declaration.getSourceFile().isDeclarationFile || ts.isImportSpecifier(declaration) || ts.isImportClause(declaration) || ts.isNamespaceImport(declaration))
    return true;
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return ts.isSourceFile(statement.parent);
}

function isInside(node: ts.Node, around: ts.Node): boolean {
  return node.getSourceFile() === around.getSourceFile() && node.pos >= around.pos && node.end <= around.end;
}

// The type of the new function where it returns what the function around has promised to return.
export function promisedType(checker: ts.TypeChecker, source: ts.SourceFile, { statements: [first] }: Flow, promised: Handing['promised']): string {
  const owner = first === undefined ? undefined : ts.findAncestor(first, ts.isFunctionLike);
  const type = owner?.type;
  if (promised === undefined || owner === undefined || type === undefined || ts.isTypePredicateNode(type) || !isSeenFromFile(checker, type)) return '';
  if (promised === 'same') return `: ${type.getText(source)}`;
  const isAsync = ts.canHaveModifiers(owner) && (ts.getModifiers(owner)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false);
  if (!isAsync) return `: ${orUndefined(type, source)}`;
  const [inner] = ts.isTypeReferenceNode(type) ? (type.typeArguments ?? []) : [];
  return inner !== undefined && type.getText(source).startsWith('Promise<') ? `: Promise<${orUndefined(inner, source)}>` : '';
}

function orUndefined(type: ts.TypeNode, source: ts.SourceFile): string {
  const text = type.getText(source);
  if (ts.isUnionTypeNode(type) && type.types.some(({ kind }) => kind === ts.SyntaxKind.UndefinedKeyword)) return text;
  const isOpen = ts.isFunctionTypeNode(type) || ts.isConstructorTypeNode(type) || ts.isConditionalTypeNode(type) || ts.isInferTypeNode(type);
  return `${isOpen ? `(${text})` : text} | undefined`;
}
