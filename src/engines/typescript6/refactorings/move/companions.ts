// What goes along with a declaration: whatever its file keeps for itself and nothing else there uses. Left behind, the two files would import each other.
import ts from 'typescript';
import { changed, identifiersIn, isMemberName } from '../../code/naming.ts';
import { attachedStart } from '../delete/deleting.ts';

export interface Accompanied {
  // In which they stand beside the declaration, in their order.
  readonly text: string;
  readonly names: readonly string[];
}

// `text` is one in which the declaration stands in statements of its own. Only what is written counts: a name that may be another's is taken for a use.
export function accompanied(fileName: string, text: string, name: string): Accompanied {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const main = source.statements.filter((statement) => declaredIn(statement).includes(name));
  const [first, last] = [main[0], main.at(-1)];
  const companions = companionsOf(source, main);
  if (first === undefined || last === undefined || companions.length === 0) return { text, names: [] };
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const between = (one: ts.Statement, other: ts.Statement): string => {
    const gap = text.slice(one.end, attachedStart(other, source));
    return gap.trim() === '' ? gap : lineBreak.repeat(2);
  };
  const all = [...companions, ...main].toSorted((a, b) => a.pos - b.pos);
  const block = all.reduce((so, statement, index) => {
    const before = all[index - 1];
    return so + (before === undefined ? '' : between(before, statement)) + text.slice(attachedStart(statement, source), statement.end);
  }, '');
  const whole = { span: ts.createTextSpanFromBounds(attachedStart(first, source), last.end), newText: block };
  const changes = [...companions.map((statement) => taken(source, statement)), whole];
  const inOrder = changes.toSorted((a, b) => a.span.start - b.span.start);
  return { text: changed(text, inOrder), names: companions.flatMap(declaredIn) };
}

function companionsOf(source: ts.SourceFile, main: readonly ts.Statement[]): readonly ts.Statement[] {
  const [first, last] = [main[0]?.pos ?? 0, main.at(-1)?.end ?? 0];
  const own = source.statements.filter((statement) => isPrivate(statement) && (statement.end <= first || statement.pos >= last));
  const used = new Set<ts.Statement>();
  const visit = (statement: ts.Statement): void => {
    const names = namesIn(statement);
    for (const each of own) {
      if (used.has(each) || !declaredIn(each).some((one) => names.has(one))) continue;
      used.add(each);
      visit(each);
    }
  };
  for (const statement of main) visit(statement);
  // What something that stays uses stays, and with it what that uses.
  for (let isStable = false; !isStable; ) {
    const staying = source.statements.filter((statement) => !used.has(statement) && !main.includes(statement)).map(namesIn);
    const needed = [...used].filter((statement) => declaredIn(statement).some((one) => staying.some((names) => names.has(one))));
    for (const statement of needed) used.delete(statement);
    isStable = needed.length === 0;
  }
  return source.statements.filter((statement) => used.has(statement));
}

// Names that may mean something of the file; of what is declared there, the name itself too.
function namesIn(statement: ts.Statement): ReadonlySet<string> {
  const isName = (node: ts.Identifier): boolean => !isMemberName(node) || ts.isShorthandPropertyAssignment(node.parent) || ts.isExportSpecifier(node.parent);
  return new Set(
    identifiersIn(statement)
      .filter(isName)
      .map(({ text }) => text),
  );
}

function isPrivate(statement: ts.Statement): boolean {
  const isExported = ts.canHaveModifiers(statement) && (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);
  return !isExported && declaredIn(statement).length === 1;
}

function declaredIn(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : ['', '']));
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

// With its comments and the end of its line.
function taken(source: ts.SourceFile, statement: ts.Statement): ts.TextChange {
  const rest = /^[ \t]*(?:\r\n|\n)?/.exec(source.text.slice(statement.end))?.[0].length ?? 0;
  return { span: ts.createTextSpanFromBounds(attachedStart(statement, source), statement.end + rest), newText: '' };
}
