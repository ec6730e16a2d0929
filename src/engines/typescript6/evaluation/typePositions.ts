// Which names stand for types only, as the text alone shows.
import ts from 'typescript';

export function isOfType(identifier: ts.Identifier): boolean {
  const { parent } = identifier;
  if (ts.isExportSpecifier(parent)) return parent.isTypeOnly || parent.parent.parent.isTypeOnly;
  return ts.findAncestor(identifier, (up) => ts.isTypeNode(up) && !isValueOf(up)) !== undefined;
}

// `extends` of a class runs what it names.
export function isValueOf(node: ts.Node): boolean {
  return (
    ts.isExpressionWithTypeArguments(node) &&
    !(ts.isHeritageClause(node.parent) && (node.parent.token === ts.SyntaxKind.ImplementsKeyword || ts.isInterfaceDeclaration(node.parent.parent)))
  );
}
