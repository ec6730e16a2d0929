// Imports of whole modules, `import * as cart from`, and whether they are for types only.
import ts from 'typescript';

// The name of `import * as name from`, with the statement.
export function namespaceOf(statement: ts.Statement): [string, ts.ImportDeclaration] | undefined {
  const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
  return ts.isImportDeclaration(statement) && bindings !== undefined && ts.isNamespaceImport(bindings) ? [bindings.name.text, statement] : undefined;
}

export function isOfTypes(statement: ts.ImportDeclaration): boolean {
  return /^import\s+type\b/.test(statement.getText());
}

export function widenedAt(statement: ts.ImportDeclaration): ts.TextChange {
  return { span: { start: statement.getStart(), length: /^import\s+type/.exec(statement.getText())?.[0].length ?? 0 }, newText: 'import' };
}
