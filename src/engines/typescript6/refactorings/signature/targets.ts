// Which function, method or constructor is meant by the name at a place, and where its parameters are written.
import ts from 'typescript';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { meantBy } from '../../code/symbols.ts';

// A class stands for its constructor, which has no name of its own.
export type Target =
  | { readonly kind: 'function'; readonly name: string; readonly declarations: readonly ts.Declaration[] }
  | { readonly kind: 'class'; readonly name: string; readonly declarations: readonly ts.ClassLikeDeclaration[] };

export function targetAt(program: ts.Program, path: string, offset: number): Target {
  const source = program.getSourceFile(path);
  if (source === undefined) throw new UnsoundRefactoring('The file belongs to no program.');
  const node = nameAt(source, offset);
  if (ts.isConstructorDeclaration(node)) return { kind: 'class', name: node.parent.name?.text ?? 'constructor', declarations: [node.parent] };
  const checker = program.getTypeChecker();
  const named = checker.getSymbolAtLocation(node);
  const declarations = (named === undefined ? undefined : meantBy(checker, named))?.declarations ?? [];
  const name = node.getText(source);
  if (declarations.length === 0) throw new UnsoundRefactoring(`${name} has no declaration.`);
  const classes = declarations.map(classOf).filter((found) => found !== undefined);
  if (classes.length > 0) return { kind: 'class', name, declarations: classes };
  const own = declarations.filter((declaration) => !ts.isModuleDeclaration(declaration));
  const parameter = own.find(ts.isParameter);
  if (parameter !== undefined && !ts.isParameterPropertyDeclaration(parameter, parameter.parent))
    throw new UnsoundRefactoring(`${name} is a parameter; point at the function that has it.`);
  if (own.some(ts.isAccessor)) throw new UnsoundRefactoring(`${name} is a getter or setter, whose parameters are fixed.`);
  if (own.some((declaration) => ts.isTypeAliasDeclaration(declaration) || ts.isInterfaceDeclaration(declaration)))
    throw new UnsoundRefactoring(`${name} is a type; whoever fits it is not known by name. Point at a function, a method or a class.`);
  return { kind: 'function', name, declarations: own };
}

// The lists of parameters that a declaration has: of the function itself and of the type that is written beside it.
export function signaturesOf(declaration: ts.Node): readonly ts.SignatureDeclaration[] {
  if (ts.isFunctionDeclaration(declaration) || ts.isFunctionExpression(declaration) || ts.isArrowFunction(declaration)) return [declaration];
  if (ts.isMethodDeclaration(declaration) || ts.isMethodSignature(declaration)) return [declaration];
  if (ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration))
    return [...heldFunction(declaration.initializer), ...writtenType(declaration.type)];
  if (ts.isPropertySignature(declaration)) return writtenType(declaration.type);
  if (ts.isPropertyAssignment(declaration)) return heldFunction(declaration.initializer);
  if (ts.isBinaryExpression(declaration)) return heldFunction(declaration.right);
  if (ts.isPropertyAccessExpression(declaration) && ts.isBinaryExpression(declaration.parent)) return heldFunction(declaration.parent.right);
  return [];
}

export function constructorsOf(declaration: ts.ClassLikeDeclaration): readonly ts.ConstructorDeclaration[] {
  return declaration.members.filter(ts.isConstructorDeclaration);
}

// Where a type is named that gives the parameters their types, so that they are written there too.
export function namedTypeOf(declaration: ts.Node): ts.TypeNode | undefined {
  const type =
    ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration) || ts.isPropertySignature(declaration) ? declaration.type : undefined;
  return type === undefined || writtenType(type).length > 0 ? undefined : type;
}

export function ownParameters(signature: ts.SignatureDeclaration): readonly ts.ParameterDeclaration[] {
  return signature.parameters.filter((parameter): parameter is ts.ParameterDeclaration => ts.isParameter(parameter) && !isThis(parameter));
}

export function isThis({ name }: ts.ParameterDeclaration): boolean {
  return ts.isIdentifier(name) && name.text === 'this';
}

export function bodyOf(signature: ts.SignatureDeclaration): ts.Node | undefined {
  return 'body' in signature ? signature.body : undefined;
}

export function isJavascript(node: ts.Node): boolean {
  return /\.[mc]?jsx?$/.test(node.getSourceFile().fileName);
}

// Parentheses and assertions around an expression say nothing about what it is.
export function unwrapped(expression: ts.Expression | undefined): ts.Expression | undefined {
  const isWrapped =
    expression !== undefined &&
    (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression) || ts.isNonNullExpression(expression));
  return isWrapped ? unwrapped(expression.expression) : expression;
}

function heldFunction(expression: ts.Expression | undefined): readonly ts.SignatureDeclaration[] {
  const value = unwrapped(expression);
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? [value] : [];
}

function writtenType(type: ts.TypeNode | undefined): readonly ts.SignatureDeclaration[] {
  if (type !== undefined && ts.isParenthesizedTypeNode(type)) return writtenType(type.type);
  return type !== undefined && ts.isFunctionTypeNode(type) ? [type] : [];
}

function classOf(declaration: ts.Declaration): ts.ClassLikeDeclaration | undefined {
  if (ts.isClassLike(declaration)) return declaration;
  if (ts.isConstructorDeclaration(declaration)) return declaration.parent;
  const value = ts.isVariableDeclaration(declaration) ? unwrapped(declaration.initializer) : undefined;
  return value !== undefined && ts.isClassExpression(value) ? value : undefined;
}

// The innermost name at the place, or the constructor whose keyword stands there.
function nameAt(source: ts.SourceFile, offset: number): ts.Node {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (node.getStart(source) > offset || node.end < offset) return;
    if (ts.isConstructorDeclaration(node) && offset <= keywordEnd(node, source)) found = node;
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isStringLiteralLike(node)) found = node;
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (found === undefined) throw new UnsoundRefactoring('There is no name at this place.');
  return found;
}

function keywordEnd(node: ts.ConstructorDeclaration, source: ts.SourceFile): number {
  return source.text.indexOf('(', (node.modifiers?.end ?? node.getStart(source)) - 1);
}
