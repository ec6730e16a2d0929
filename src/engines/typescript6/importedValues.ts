// Names that moved code uses as values and as types: TypeScript looks at the last use only, and may import them as types.
import ts from 'typescript';
import { identifiersIn, isMemberName } from './naming.ts';
import { keyOf } from './paths.ts';

export function withValuesImported(changes: readonly ts.FileTextChanges[], statements: readonly ts.Node[], to: string): readonly ts.FileTextChanges[] {
  const values = new Set(
    statements
      .flatMap(identifiersIn)
      .filter(isValue)
      .map(({ text }) => text),
  );
  return changes.map((change) =>
    keyOf(change.fileName) === keyOf(to)
      ? { ...change, textChanges: change.textChanges.map(({ span, newText }) => ({ span, newText: withValues(newText, values) })) }
      : change,
  );
}

function isValue(identifier: ts.Identifier): boolean {
  return !isMemberName(identifier) && !ts.isPartOfTypeNode(identifier) && !ts.isTypeQueryNode(identifier.parent);
}

function withValues(newText: string, values: ReadonlySet<string>): string {
  // A name that is added to a list of imports.
  if (/^,?\s*(?:type\s+[\w$]+\s*,?\s*)+$/.test(newText))
    return newText.replaceAll(/\btype\s+([\w$]+)/g, (whole, name: string) => (values.has(name) ? name : whole));
  const added = ts.createSourceFile('added.ts', newText, ts.ScriptTarget.Latest, true);
  return added.statements.reduceRight((text, statement) => {
    const list = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    if (list === undefined || !ts.isNamedImports(list) || !list.elements.some(({ name }) => values.has(name.text))) return text;
    const isWholeOfTypes = /^import\s+type\b/.test(statement.getText(added));
    const elements = list.elements.map((element) => {
      const bare = element.getText(added).replace(/^type\s+/, '');
      const isType = isWholeOfTypes || element.isTypeOnly;
      return isType && !values.has(element.name.text) ? `type ${bare}` : bare;
    });
    const head = text.slice(0, list.getStart(added)).replace(/\bimport\s+type(\s+)$/, 'import$1');
    return `${head}{ ${elements.join(', ')} }${text.slice(list.end)}`;
  }, newText);
}
