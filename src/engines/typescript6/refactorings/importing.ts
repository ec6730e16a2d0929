// The imports of a file after names in it have come and gone: none is left that nothing uses, and what is loaded for its effects still is.
import ts from 'typescript';
import { groupBy } from '../../../base/groupBy.ts';
import { identifiersIn } from '../code/naming.ts';
import { formatOf, quoteIn } from '../code/style.ts';
import { hasEffect } from '../evaluation/timing.ts';
import type { Added } from './borrowing.ts';
import { spanOf } from './delete/deleting.ts';

type Statement = ts.ImportDeclaration | ts.ExportDeclaration;

export interface Turnover {
  readonly file: ts.SourceFile;
  // Names of imports and re-exports that go in any case.
  readonly gone: readonly ts.Node[];
  readonly added: readonly Added[];
  // What is taken out of the file, and the texts that are put into it.
  readonly out: readonly ts.TextSpan[];
  readonly into: readonly string[];
}

export function importChanges(program: ts.Program, turnover: Turnover): { readonly changes: readonly ts.TextChange[]; readonly notes: readonly string[] } {
  const { file } = turnover;
  const checker = program.getTypeChecker();
  const gone = new Set([...turnover.gone, ...unusedImports(turnover)]);
  const statements = file.statements.filter((statement) => isStatement(statement));
  const last = statements.findLast(ts.isImportDeclaration);
  const homes = new Map(
    distinct(turnover.added).map((one) => [one, statements.find((statement) => ts.isImportDeclaration(statement) && takes(statement, one, gone))]),
  );
  const fresh = [...homes].flatMap(([one, statement]) => (statement === undefined ? [one] : []));
  const rows = statements.flatMap((statement) => {
    const more = [...homes].flatMap(([one, home]) => (home === statement ? [one] : []));
    const behind = statement === last ? importLines(file, fresh) : [];
    const isTouched = more.length > 0 || behind.length > 0 || elementsOf(statement).some((element) => gone.has(element));
    if (!isTouched) return [];
    const clause = clauseOf(statement, gone, more);
    const isKept = clause === undefined && isLoadedFor(program, checker, statement, statements);
    const notes = isKept ? [`${specifierOf(statement)} is still imported, because it runs code when it is loaded.`] : [];
    const bare = isKept ? [`import ${statement.moduleSpecifier?.getText() ?? ''}${stopOf(statement)}`] : [];
    const lines = [...(clause === undefined ? bare : [rewritten(statement, clause)]), ...behind];
    if (lines.length === 0) return [{ change: { span: spanOf(statement), newText: '' }, notes }];
    const span = ts.createTextSpanFromBounds(statement.getStart(file), statement.end);
    return [{ change: { span, newText: lines.join(formatOf(file.text).newLineCharacter ?? '\n') }, notes }];
  });
  const first = last === undefined && fresh.length > 0 ? [atTop(file, importLines(file, fresh))] : [];
  return { changes: [...rows.map(({ change }) => change), ...first], notes: rows.flatMap(({ notes }) => notes) };
}

// Of which every use goes. One that nothing used before is none of our business.
function unusedImports({ file, out, into }: Turnover): readonly ts.Node[] {
  const words = new Set(into.flatMap((text) => text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? []));
  const uses = identifiersIn(file).filter((identifier) => ts.findAncestor(identifier, ts.isImportDeclaration) === undefined);
  const isGone = ({ text }: ts.Identifier): boolean => {
    const own = uses.filter((use) => use.text === text);
    return (
      own.length > 0 &&
      !words.has(text) &&
      text !== 'React' &&
      own.every((use) => out.some(({ start, length }) => use.getStart() >= start && use.end <= start + length))
    );
  };
  return file.statements.filter(ts.isImportDeclaration).flatMap((statement) =>
    elementsOf(statement).filter((element) => {
      const name = ts.isImportClause(element) || ts.isImportSpecifier(element) || ts.isNamespaceImport(element) ? element.name : undefined;
      return name !== undefined && isGone(name);
    }),
  );
}

function isStatement(statement: ts.Statement): statement is Statement {
  return ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
}

function elementsOf(statement: Statement): readonly ts.Node[] {
  if (ts.isExportDeclaration(statement))
    return statement.exportClause !== undefined && ts.isNamedExports(statement.exportClause) ? statement.exportClause.elements : [];
  const { importClause } = statement;
  const bindings = importClause?.namedBindings;
  const listed = bindings === undefined ? [] : ts.isNamespaceImport(bindings) ? [bindings] : bindings.elements;
  return importClause?.name === undefined ? listed : [importClause, ...listed];
}

// An import of the same module whose list can take one more.
function takes(statement: ts.ImportDeclaration, { specifier, imported, isType, attributes }: Added, gone: ReadonlySet<ts.Node>): boolean {
  const { importClause, moduleSpecifier } = statement;
  if (attributes !== statement.attributes?.getText()) return false;
  if (imported === '*' || importClause === undefined || !ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== specifier) return false;
  const bindings = importClause.namedBindings;
  const isFree = bindings === undefined || ts.isNamedImports(bindings) || gone.has(bindings);
  // An import that would hold nothing but types is better written anew, as one of types.
  const isLeft = elementsOf(statement).some((element) => !gone.has(element));
  return isFree && (isLeft || !isType || typeOnly(importClause)) && (!typeOnly(importClause) || isType) && !(imported === 'default' && typeOnly(importClause));
}

function typeOnly({ phaseModifier }: ts.ImportClause): boolean {
  return phaseModifier === ts.SyntaxKind.TypeKeyword;
}

// What stands between the first word and the module; undefined when nothing is left.
function clauseOf(statement: Statement, gone: ReadonlySet<ts.Node>, more: readonly Added[]): string | undefined {
  if (ts.isExportDeclaration(statement)) {
    const list = statement.exportClause;
    if (list === undefined || !ts.isNamedExports(list)) return list?.getText() ?? '*';
    const left = list.elements.filter((element) => !gone.has(element));
    return left.length === 0
      ? undefined
      : listed(
          list,
          left.map((element) => element.getText()),
        );
  }
  const { importClause } = statement;
  const bindings = importClause?.namedBindings;
  const first = importClause?.name === undefined || gone.has(importClause) ? [] : [importClause.name.text];
  const all = bindings !== undefined && ts.isNamespaceImport(bindings) && !gone.has(bindings) ? [bindings.getText()] : [];
  const own =
    bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements.filter((element) => !gone.has(element)).map((element) => element.getText()) : [];
  const isTypes = importClause !== undefined && typeOnly(importClause);
  const names = inOrder(
    own,
    more.map((one) => written(one, isTypes)),
  );
  const list = names.length === 0 ? [] : [listed(bindings, names)];
  const parts = [...first, ...all, ...list];
  return parts.length === 0 ? undefined : parts.join(', ');
}

// A list that is sorted stays so.
function inOrder(own: readonly string[], more: readonly string[]): readonly string[] {
  const key = (name: string) => name.replace(/^type\s+/, '').toLowerCase();
  const compare = (a: string, b: string) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
  const isSorted = own.length > 0 && own.every((name, index) => index === 0 || compare(own[index - 1] ?? '', name) <= 0);
  return isSorted ? [...own, ...more].toSorted(compare) : [...own, ...more];
}

function written({ imported, local, isType }: Added, isTypes: boolean): string {
  return `${isType && !isTypes ? 'type ' : ''}${imported === local ? local : `${imported} as ${local}`}`;
}

// In the style of the list that was there.
function listed(old: ts.Node | undefined, names: readonly string[]): string {
  const text = old !== undefined && (ts.isNamedImports(old) || ts.isNamedExports(old)) ? old.getText() : '{ }';
  const line = /^\{(\s*[\r\n]\s*)/.exec(text)?.[1];
  if (line === undefined) return /^\{\S/.test(text) ? `{${names.join(', ')}}` : `{ ${names.join(', ')} }`;
  const comma = /,\s*\}$/.test(text) ? ',' : '';
  return `{${line}${names.join(`,${line}`)}${comma}${/\s*\}$/.exec(text)?.[0] ?? '}'}`;
}

function rewritten(statement: Statement, clause: string): string {
  const text = statement.getText();
  const old = ts.isImportDeclaration(statement) ? statement.importClause : statement.exportClause;
  if (old === undefined) return text;
  const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
  // Behind the word `type`, which belongs to the clause of an import.
  const first = ts.isImportDeclaration(statement) ? (statement.importClause?.name ?? bindings ?? old) : old;
  const start = statement.getStart();
  return text.slice(0, first.getStart() - start) + clause + text.slice(old.end - start);
}

export function importLines(file: ts.SourceFile, added: readonly Added[]): readonly string[] {
  const quote = quoteIn(file.text) ?? "'";
  const stop = formatOf(file.text).semicolons === ts.SemicolonPreference.Remove ? '' : ';';
  return [...groupBy(added, groupOf).values()].map((group) => {
    const [first] = group;
    const attributes = first?.attributes === undefined ? '' : ` ${first.attributes}`;
    const from = `from ${quote}${first?.specifier ?? ''}${quote}${attributes}${stop}`;
    const isTypes = group.every(({ isType }) => isType);
    const names = group.filter(({ imported }) => imported !== '*' && imported !== 'default');
    const list = names.length === 0 ? [] : [`{ ${names.map((one) => written(one, isTypes)).join(', ')} }`];
    const others = group.filter(({ imported }) => imported === '*' || imported === 'default');
    const parts = [...others.map(({ imported, local }) => (imported === '*' ? `* as ${local}` : local)), ...list];
    return `${isTypes ? 'import type' : 'import'} ${parts.join(', ')} ${from}`;
  });
}

// What one statement imports: a namespace has one of its own, and so has a default that is for types only, or one of two.
function groupOf({ specifier, imported, local, isType, attributes = '' }: Added): string {
  const isAlone = imported === '*' || (imported === 'default' && isType);
  return `${specifier} ${attributes} ${isAlone ? local : ''}`;
}

// Before the first statement, but behind directives.
function atTop(file: ts.SourceFile, lines: readonly string[]): ts.TextChange {
  const directives = file.statements.findIndex((statement) => !(ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression)));
  const first = file.statements[Math.max(directives, 0)];
  const newLine = formatOf(file.text).newLineCharacter ?? '\n';
  return { span: { start: first?.getStart(file) ?? 0, length: 0 }, newText: `${lines.join(newLine)}${newLine}` };
}

function distinct(added: readonly Added[]): readonly Added[] {
  return [...new Map(added.map((one) => [`${one.specifier} ${one.imported} ${one.local}`, one])).values()];
}

function isLoadedFor(program: ts.Program, checker: ts.TypeChecker, statement: Statement, all: readonly Statement[]): boolean {
  const module = statement.moduleSpecifier;
  const isTypes = ts.isImportDeclaration(statement) ? statement.importClause !== undefined && typeOnly(statement.importClause) : statement.isTypeOnly;
  if (module === undefined || isTypes) return false;
  const target = checker.getSymbolAtLocation(module);
  const isLoadedAnyway = all.some(
    (other) => other !== statement && other.moduleSpecifier !== undefined && checker.getSymbolAtLocation(other.moduleSpecifier) === target,
  );
  const file = target?.valueDeclaration;
  return !isLoadedAnyway && file !== undefined && ts.isSourceFile(file) && runsWhenLoaded(program, checker, file, new Set());
}

function runsWhenLoaded(program: ts.Program, checker: ts.TypeChecker, file: ts.SourceFile, seen: Set<ts.SourceFile>): boolean {
  if (file.isDeclarationFile || program.isSourceFileFromExternalLibrary(file) || seen.has(file)) return false;
  seen.add(file);
  return file.statements.some((statement) => {
    if (!isStatement(statement)) return !isQuiet(checker, statement);
    if (ts.isImportDeclaration(statement) && statement.importClause === undefined) return true;
    const target = statement.moduleSpecifier === undefined ? undefined : checker.getSymbolAtLocation(statement.moduleSpecifier)?.valueDeclaration;
    return target !== undefined && ts.isSourceFile(target) && runsWhenLoaded(program, checker, target, seen);
  });
}

function isQuiet(checker: ts.TypeChecker, statement: ts.Statement): boolean {
  const isDeclaration =
    ts.isFunctionDeclaration(statement) || ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isEnumDeclaration(statement);
  if (ts.isClassDeclaration(statement) && statement.members.some(ts.isClassStaticBlockDeclaration)) return false;
  return (
    isDeclaration ||
    ((ts.isVariableStatement(statement) || ts.isClassDeclaration(statement) || ts.isExportAssignment(statement)) && !hasEffect(checker, statement))
  );
}

function specifierOf(statement: Statement): string {
  return statement.moduleSpecifier !== undefined && ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : '';
}

function stopOf(statement: ts.Node): string {
  return statement.getText().endsWith(';') ? ';' : '';
}
