// The file that code moves to: the code as a person wrote it, and the imports that it needs there and that are not there yet.
import { posix } from 'node:path';
import ts from 'typescript';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { meantBy, symbolMeant, symbolNamed } from '../../code/symbols.ts';
import { keyOf } from '../../projects/paths.ts';
import type { Added } from '../borrowing.ts';
import { elementsOf, importsOf, namesIn } from '../hiddenImports.ts';
import { importChanges, importLines } from '../importing.ts';
import { type MovedName, specifierTo } from '../reExports.ts';
import { directivesOf, originalText } from './movedText.ts';

interface Arrival {
  readonly program: ts.Program;
  readonly moved: MovedName;
  readonly statements: readonly ts.Node[];
  // Those of them that nobody else uses.
  readonly along: readonly ts.Node[];
  readonly isMeant: (node: ts.Node) => boolean;
  // What TypeScript would write there: it knows how a file is imported from another.
  readonly printed: ts.FileTextChanges;
}

export function arrived(arrival: Arrival): { readonly change: ts.FileTextChanges; readonly notes: readonly string[] } {
  const { program, moved, statements, along, printed } = arrival;
  const { from, to } = moved;
  const target = program.getSourceFile(to);
  const lineBreak = (target?.text ?? from.text).includes('\r\n') ? '\r\n' : '\n';
  const code = originalText(statements, along, from, to).replaceAll(/\r?\n/g, lineBreak);
  const needed = [...importsOf(program, from, statements, to), ...importsFromHome(arrival)];
  if (target === undefined || target.text.trim() === '') {
    const parts = [...(target === undefined ? directivesOf(from) : []), importLines(from, needed).join(lineBreak), code];
    const newText = `${parts.filter((part) => part !== '').join(lineBreak.repeat(2))}${lineBreak}`;
    return { change: { ...printed, textChanges: [{ span: { start: 0, length: target?.text.length ?? 0 }, newText }] }, notes: [] };
  }
  mustHaveTheSameNames(arrival, target);
  const { added, gone } = missing(needed, target);
  const own = target.statements.filter(ts.isImportDeclaration).flatMap(elementsOf);
  const leaving = own.filter((element) => element.name !== undefined && arrival.isMeant(element.name));
  const imports = importChanges(program, { file: target, gone: [...leaving, ...gone], added, out: [], into: [code] });
  const hasImports = target.statements.some(ts.isImportDeclaration);
  // The first imports of a file stand apart from the code.
  const changes = imports.changes.map((one) => (hasImports || one.newText === '' ? one : { ...one, newText: `${one.newText}${lineBreak}` }));
  const gap = /[\r\n]$/.test(target.text) ? lineBreak : lineBreak.repeat(2);
  const body = { span: { start: target.text.length, length: 0 }, newText: `${gap}${code}${lineBreak}` };
  return { change: { ...printed, textChanges: [...changes, body] }, notes: imports.notes };
}

// Throws UnsoundRefactoring where the code calls something of that file by another name than the file does.
function mustHaveTheSameNames({ program, statements, moved: { to } }: Arrival, target: ts.SourceFile): void {
  const checker = program.getTypeChecker();
  for (const identifier of namesIn(statements)) {
    const isImported = symbolNamed(checker, identifier)?.declarations?.some((each) => ts.isImportSpecifier(each) || ts.isImportClause(each)) ?? false;
    const declaration = isImported ? symbolMeant(checker, identifier)?.declarations?.find((each) => each.getSourceFile() === target) : undefined;
    const name = declaration === undefined ? undefined : ts.getNameOfDeclaration(declaration);
    if (name !== undefined && ts.isIdentifier(name) && name.text !== identifier.text)
      throw new UnsoundRefactoring(`It calls ${name.text} of ${posix.basename(to)} ${identifier.text}; use the same name first.`);
  }
}

// What stays in the old file and is used by the code.
function importsFromHome(arrival: Arrival): readonly Added[] {
  const { program, moved, statements } = arrival;
  const { from, to } = moved;
  const checker = program.getTypeChecker();
  const isMoved = (node: ts.Node): boolean => statements.some((statement) => node.pos >= statement.pos && node.end <= statement.end);
  const names = new Map<string, Added>();
  for (const identifier of namesIn(statements)) {
    const symbol = symbolNamed(checker, identifier);
    const declarations = symbol?.declarations ?? [];
    const isOfHome = declarations.length > 0 && declarations.every((each) => isTopLevelIn(each, from) && !isMoved(each));
    if (symbol === undefined || !isOfHome || names.has(identifier.text)) continue;
    const imported = declarations.some(isDefault) ? 'default' : identifier.text;
    const isType = (meantBy(checker, symbol).flags & ts.SymbolFlags.Value) === 0;
    names.set(identifier.text, { specifier: specifierOfHome(arrival), imported, local: identifier.text, isType });
  }
  return keyOf(from.fileName) === keyOf(to) ? [] : [...names.values()];
}

function isTopLevelIn(declaration: ts.Declaration, file: ts.SourceFile): boolean {
  const around = ts.isVariableDeclaration(declaration) ? declaration.parent.parent.parent : patternHolder(declaration);
  return around === file && !ts.findAncestor(declaration, ts.isImportDeclaration);
}

function patternHolder(declaration: ts.Node): ts.Node | undefined {
  if (!ts.isBindingElement(declaration)) return declaration.parent;
  const variable = ts.findAncestor(declaration, ts.isVariableDeclaration);
  return variable?.parent.parent.parent;
}

function isDefault(declaration: ts.Node): boolean {
  return ts.canHaveModifiers(declaration) && (ts.getModifiers(declaration)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false);
}

// As the other file imports it already, or as TypeScript would.
function specifierOfHome({ program, moved: { from, to }, printed }: Arrival): string {
  const checker = program.getTypeChecker();
  const there = program
    .getSourceFile(to)
    ?.statements.find((statement) => ts.isImportDeclaration(statement) && checker.getSymbolAtLocation(statement.moduleSpecifier)?.valueDeclaration === from);
  if (there !== undefined && ts.isImportDeclaration(there) && ts.isStringLiteral(there.moduleSpecifier)) return there.moduleSpecifier.text;
  const written = printed.textChanges
    .flatMap(({ newText }) => ts.createSourceFile('added.ts', newText, ts.ScriptTarget.Latest, true).statements)
    .flatMap((statement) => (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier) ? [statement.moduleSpecifier.text] : []));
  const folder = posix.dirname(to);
  const stem = from.fileName.replace(/\.[cm]?[jt]sx?$/, '');
  const relative = written.find((path) => path.startsWith('.') && posix.join(folder, path).replace(/\.[cm]?[jt]sx?$/, '') === stem);
  const other = written.find((path) => !path.startsWith('.') && path.split('/').at(-1)?.startsWith(posix.basename(stem)));
  return relative ?? other ?? specifierTo("'./.ts'", to, from.fileName).slice(1, -1);
}

// What is not imported there yet; an import that is for types only goes where a value comes.
function missing(needed: readonly Added[], target: ts.SourceFile): { readonly added: readonly Added[]; readonly gone: readonly ts.Node[] } {
  const there = target.statements.filter(ts.isImportDeclaration).flatMap((statement) => elementsOf(statement).map((element) => ({ statement, element })));
  const rows = needed.map((one) => {
    const known = there.find(({ element }) => element.name?.text === one.local);
    const isOfTypes =
      known !== undefined &&
      (known.statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword || (ts.isImportSpecifier(known.element) && known.element.isTypeOnly));
    if (known === undefined) return { added: [one], gone: [] };
    return isOfTypes && !one.isType ? { added: [one], gone: [known.element] } : { added: [], gone: [] };
  });
  return { added: rows.flatMap(({ added }) => added), gone: rows.flatMap(({ gone }) => gone) };
}
