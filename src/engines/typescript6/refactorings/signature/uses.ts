// What a place that names a function means for its parameters: a declaration, a call, nothing at all, or something that no edit can keep right.
import ts from 'typescript';
import { signaturesOf, unwrapped } from './targets.ts';

export type CallLike = ts.CallExpression | ts.NewExpression;

export type SignatureUse =
  | { readonly kind: 'declaration'; readonly declaration: ts.Node }
  // `skipped`: arguments before those of the function, as in total.call(this, 1).
  | { readonly kind: 'call'; readonly call: CallLike; readonly skipped: number }
  | { readonly kind: 'derived'; readonly derived: ts.ClassLikeDeclaration }
  // What another module takes out of it means the same, and must be looked for by itself.
  | { readonly kind: 'exported' }
  | { readonly kind: 'harmless' }
  | { readonly kind: 'value'; readonly why: string };

const HARMLESS: SignatureUse = { kind: 'harmless' };

export function useOf(checker: ts.TypeChecker, name: ts.Node): SignatureUse {
  return declarationUse(checker, name) ?? (isInType(name) ? heritageUse(name) : (expressionUse(accessOf(name)) ?? valueUse('it is used as a value')));
}

function declarationUse(checker: ts.TypeChecker, name: ts.Node): SignatureUse | undefined {
  const { parent } = name;
  const isImport =
    ts.isImportSpecifier(parent) ||
    ts.isImportClause(parent) ||
    ts.isNamespaceImport(parent) ||
    ts.isExportSpecifier(parent) ||
    ts.isImportEqualsDeclaration(parent);
  if (isImport || ts.isExportAssignment(parent) || ts.isNamespaceExport(parent)) return HARMLESS;
  if (ts.isClassLike(parent) && parent.name === name) return HARMLESS;
  if (ts.isBindingElement(parent)) {
    const symbol = checker.getSymbolAtLocation(parent.name);
    // const { total } = require('./cart')
    const isImported = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0 && parent.propertyName === undefined;
    return isImported ? HARMLESS : valueUse('it is taken out of its object');
  }
  if (ts.isShorthandPropertyAssignment(parent)) return isExported(parent) ? { kind: 'exported' } : valueUse('it is put into an object');
  const isNamed =
    ts.getNameOfDeclaration(ts.isVariableDeclaration(parent) || ts.isClassElement(parent) || ts.isFunctionLike(parent) ? parent : undefined) === name;
  const isMember = (ts.isPropertySignature(parent) || ts.isPropertyAssignment(parent) || ts.isParameter(parent)) && parent.name === name;
  if (!isNamed && !isMember) return undefined;
  return signaturesOf(parent).length > 0 ? { kind: 'declaration', declaration: parent } : valueUse('what stands there is made elsewhere');
}

// module.exports = { total }
function isExported({ parent }: ts.ShorthandPropertyAssignment): boolean {
  const assignment = parent.parent;
  return ts.isBinaryExpression(assignment) && assignment.right === parent && /^(?:module\.)?exports$/.test(assignment.left.getText());
}

// `total`, `cart.total` or `cart['total']`, with what only wraps it.
function accessOf(name: ts.Node): ts.Node {
  const { parent } = name;
  const isAccess =
    (ts.isPropertyAccessExpression(parent) && parent.name === name) || (ts.isElementAccessExpression(parent) && parent.argumentExpression === name);
  return wrapped(isAccess ? parent : name);
}

function wrapped(node: ts.Node): ts.Node {
  const { parent } = node;
  return ts.isExpression(parent) && parent !== node && unwrapped(parent) === unwrappedNode(node) ? wrapped(parent) : node;
}

function unwrappedNode(node: ts.Node): ts.Node | undefined {
  return ts.isExpression(node) ? unwrapped(node) : node;
}

function expressionUse(access: ts.Node): SignatureUse | undefined {
  const { parent } = access;
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === access) return { kind: 'call', call: parent, skipped: 0 };
  if (ts.isPropertyAccessExpression(parent) && parent.expression === access) return memberUse(parent);
  if (ts.isBinaryExpression(parent)) return binaryUse(parent, access);
  if (ts.isTaggedTemplateExpression(parent)) return valueUse('it tags a template');
  if (ts.isDecorator(parent)) return valueUse('it decorates');
  if (ts.isJsxOpeningLikeElement(parent)) return valueUse('it is an element of JSX');
  if (ts.isJsxClosingElement(parent) || ts.isExpressionStatement(parent)) return HARMLESS;
  if (isTested(parent, access) || ts.isTypeOfExpression(parent) || ts.isVoidExpression(parent)) return HARMLESS;
  return undefined;
}

function memberUse(access: ts.PropertyAccessExpression): SignatureUse {
  const { parent, name } = access;
  if (name.text === 'call' && ts.isCallExpression(parent) && parent.expression === access) return { kind: 'call', call: parent, skipped: 1 };
  return ['call', 'apply', 'bind'].includes(name.text) ? valueUse(`its arguments go through ${name.text}`) : HARMLESS;
}

function binaryUse(parent: ts.BinaryExpression, access: ts.Node): SignatureUse | undefined {
  const { kind } = parent.operatorToken;
  const isCompared = kind >= ts.SyntaxKind.EqualsEqualsToken && kind <= ts.SyntaxKind.ExclamationEqualsEqualsToken;
  if (isCompared || kind === ts.SyntaxKind.InstanceOfKeyword || kind === ts.SyntaxKind.InKeyword) return HARMLESS;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken && parent.left === access) return HARMLESS;
  if (kind !== ts.SyntaxKind.EqualsToken || parent.left !== access) return undefined;
  return signaturesOf(parent).length > 0 ? { kind: 'declaration', declaration: parent } : valueUse('another value is assigned to it');
}

function isTested(parent: ts.Node, access: ts.Node): boolean {
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === access;
  return ts.isConditionalExpression(parent) && parent.condition === access;
}

function isInType(name: ts.Node): boolean {
  return ts.isPartOfTypeNode(name) || ts.findAncestor(name, ts.isTypeQueryNode) !== undefined || heritageOf(name) !== undefined;
}

function heritageUse(name: ts.Node): SignatureUse {
  const clause = heritageOf(name);
  if (clause?.token !== ts.SyntaxKind.ExtendsKeyword || !ts.isClassLike(clause.parent)) return HARMLESS;
  return { kind: 'derived', derived: clause.parent };
}

// The clause in which it, and not an argument of a call there, is what is extended.
function heritageOf(name: ts.Node): ts.HeritageClause | undefined {
  const access = ts.isPropertyAccessExpression(name.parent) && name.parent.name === name ? name.parent : name;
  const { parent } = access;
  return ts.isExpressionWithTypeArguments(parent) && parent.expression === access && ts.isHeritageClause(parent.parent) ? parent.parent : undefined;
}

function valueUse(why: string): SignatureUse {
  return { kind: 'value', why };
}
