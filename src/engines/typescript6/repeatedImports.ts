// Imports of whole modules that a file has already: TypeScript adds them again to the file that something moves to.
import ts from 'typescript';
import { keyOf } from './paths.ts';

// One that only imported types imports values too where what comes needs them.
export function withoutRepeatedImports(program: ts.Program, changes: readonly ts.FileTextChanges[], to: string): readonly ts.FileTextChanges[] {
  const target = program.getSourceFile(to);
  if (target === undefined) return changes;
  const known = new Map(target.statements.map(namespaceOf).filter((found) => found !== undefined));
  return changes.map((change) => {
    if (keyOf(change.fileName) !== keyOf(to)) return change;
    const widened = new Set<ts.ImportDeclaration>();
    const textChanges = change.textChanges.map(({ span, newText }) => ({ span, newText: shortened(newText, known, widened) }));
    return { ...change, textChanges: [...textChanges.filter(({ span, newText }) => span.length > 0 || newText !== ''), ...[...widened].map(widenedAt)] };
  });
}

function shortened(newText: string, known: ReadonlyMap<string, ts.ImportDeclaration>, widened: Set<ts.ImportDeclaration>): string {
  const added = ts.createSourceFile('added.ts', newText, ts.ScriptTarget.Latest, true);
  return added.statements.reduceRight((text, statement) => {
    const [name, own] = namespaceOf(statement) ?? [];
    const there = name === undefined ? undefined : known.get(name);
    if (own === undefined || there === undefined) return text;
    if (isOfTypes(there) && !isOfTypes(own)) widened.add(there);
    const lineBreak = /^[ \t]*(?:\r\n|\n)/.exec(text.slice(statement.end))?.[0].length ?? 0;
    return text.slice(0, statement.getStart(added)) + text.slice(statement.end + lineBreak);
  }, newText);
}

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
