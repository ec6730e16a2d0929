// Imports that a change leaves with nothing but types, where a project wants these to be written as imports of types.
import ts from 'typescript';
import { changed, identifiersIn, isMemberName } from '../code/naming.ts';
import { difference } from '../code/splicing.ts';
import { isOfType } from '../evaluation/typePositions.ts';
import type { Projects } from '../projects/projects.ts';

export function withTypeImports(projects: Projects, program: ts.Program, changes: readonly ts.FileTextChanges[]): readonly ts.FileTextChanges[] {
  // Since TypeScript 5.5 the option is only read.
  if (program.getCompilerOptions().importsNotUsedAsValues !== ts.ImportsNotUsedAsValues.Error) return changes;
  return changes.map((change) => {
    const before = projects.texts.read(change.fileName) ?? '';
    const after = changed(
      before,
      change.textChanges.toSorted((a, b) => a.span.start - b.span.start),
    );
    const typed = asTypes(change.fileName, after);
    return typed === after ? change : { ...change, textChanges: [difference(before, typed)] };
  });
}

function asTypes(path: string, text: string): string {
  if (!/\.[cm]?tsx?$/.test(path)) return text;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const used = identifiersIn(file).filter((identifier) => !isMemberName(identifier) && ts.findAncestor(identifier, ts.isImportDeclaration) === undefined);
  const values = new Set(used.filter((identifier) => !isOfType(identifier)).map((identifier) => identifier.text));
  const names = new Set(used.map((identifier) => identifier.text));
  const rewritten = file.statements.filter(ts.isImportDeclaration).flatMap((statement) => {
    const own = localNames(statement);
    const isTypes = own.length > 0 && own.every((name) => names.has(name) && !values.has(name));
    return isTypes ? [{ span: ts.createTextSpanFromBounds(statement.getStart(file), statement.end), newText: writtenForTypes(statement) }] : [];
  });
  return changed(text, rewritten);
}

// None where it is for types already.
function localNames({ importClause }: ts.ImportDeclaration): readonly string[] {
  if (importClause === undefined || importClause.phaseModifier !== undefined) return [];
  const { name, namedBindings } = importClause;
  const listed =
    namedBindings === undefined ? [] : ts.isNamespaceImport(namedBindings) ? [namedBindings.name] : namedBindings.elements.map((each) => each.name);
  return [...(name === undefined ? [] : [name]), ...listed].map(({ text }) => text);
}

// A default and a list cannot be imported as types by one statement.
function writtenForTypes(statement: ts.ImportDeclaration): string {
  const { importClause, moduleSpecifier } = statement;
  const behind = statement.getText().slice(moduleSpecifier.getStart() - statement.getStart());
  const parts = [importClause?.name, importClause?.namedBindings].flatMap((part) =>
    part === undefined ? [] : [part.getText().replace(/(?<=[{,]\s*)type\s+(?!as\b|[,}])/g, '')],
  );
  return parts.map((part) => `import type ${part} from ${behind}`).join('\n');
}
