// The names in a piece of code that goes elsewhere: what each is called there, and what has to be imported for it.
import { posix } from 'node:path';
import ts from 'typescript';
import { identifiersIn, isMemberName } from '../code/naming.ts';
import { UnsoundRefactoring } from '../code/refused.ts';
import { meantBy, symbolNamed } from '../code/symbols.ts';
import { lineOf } from './inline/meaning.ts';
import { specifierTo } from './reExports.ts';

export interface Added {
  // As it is written, without quotes.
  readonly specifier: string;
  // A name, `default`, or `*` for all of the module.
  readonly imported: string;
  readonly local: string;
  readonly isType: boolean;
  // Such as `with { type: 'json' }`.
  readonly attributes?: string;
}

export interface Borrowed {
  // For the names that are called something else there.
  readonly renames: readonly ts.TextChange[];
  readonly added: readonly Added[];
}

// Throws UnsoundRefactoring where a name would mean something else, or cannot be reached from there.
export function borrowed(checker: ts.TypeChecker, code: ts.Node, at: ts.Node, except: ReadonlySet<ts.Symbol> = new Set()): Borrowed {
  const scope = namesAt(checker, at);
  const names = identifiersIn(code).flatMap((identifier) => {
    const symbol = namedBy(checker, identifier);
    if (
      isMemberName(identifier) ||
      isIntrinsic(identifier) ||
      ts.isMetaProperty(identifier.parent) ||
      symbol === undefined ||
      except.has(symbol) ||
      isInside(symbol, code)
    )
      return [];
    return nameThere(checker, { identifier, symbol, at, scope }) ?? [];
  });
  return { renames: names.flatMap(({ rename }) => rename ?? []), added: names.flatMap(({ added }) => added ?? []) };
}

// Throws UnsoundRefactoring where the file is of a kind that cannot hold such code, or another file for code that asks for its own.
export function mustBeWritable(code: ts.Node, file: ts.SourceFile): void {
  const name = posix.basename(file.fileName);
  if (file !== code.getSourceFile() && has(code, asksForItsFile)) throw new UnsoundRefactoring(`It asks for the place of its own file, which ${name} is not.`);
  if (/\.[cm]?jsx?$/.test(file.fileName) && has(code, (node) => ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)))
    throw new UnsoundRefactoring(`It names types, and ${name} is JavaScript.`);
  const isJsx = (node: ts.Node) => ts.isJsxOpeningLikeElement(node) || ts.isJsxFragment(node);
  if (!/\.(?:[jt]sx|js)$/.test(file.fileName) && has(code, isJsx)) throw new UnsoundRefactoring(`It holds JSX, which ${name} cannot.`);
}

function asksForItsFile(node: ts.Node): boolean {
  if (ts.isMetaProperty(node)) return node.keywordToken === ts.SyntaxKind.ImportKeyword;
  if (ts.isCallExpression(node)) return node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return ts.isIdentifier(node) && ['require', 'module', 'exports', '__dirname', '__filename'].includes(node.text) && !isMemberName(node);
}

interface Named {
  readonly identifier: ts.Identifier;
  readonly symbol: ts.Symbol;
  readonly at: ts.Node;
  // What has a name there.
  readonly scope: (identifier: ts.Identifier) => ts.Symbol | undefined;
}

function nameThere(checker: ts.TypeChecker, named: Named): { readonly rename?: ts.TextChange; readonly added?: Added } | undefined {
  const { identifier, symbol, at, scope } = named;
  const there = scope(identifier);
  const meant = meantBy(checker, symbol);
  if (there !== undefined && meantBy(checker, there) === meant) return undefined;
  const [from, to] = [identifier.getSourceFile(), at.getSourceFile()];
  const other = `${identifier.text} means something else on line ${lineOf(at)}${from === to ? '' : ` of ${posix.basename(to.fileName)}`}, where it is used.`;
  if (from === to) throw new UnsoundRefactoring(there === undefined ? `${identifier.text} is not known on line ${lineOf(at)}, where it is used.` : other);
  const known = importsOf(checker, to).find((candidate) => candidate.meant === meant && scope(candidate.name) === candidate.symbol);
  if (known !== undefined) return { rename: renamed(identifier, known.name.text) };
  if (there !== undefined) throw new UnsoundRefactoring(other);
  return { added: importFor(checker, named, from, to) };
}

function renamed(identifier: ts.Identifier, name: string): ts.TextChange {
  const written = ts.isShorthandPropertyAssignment(identifier.parent) ? `${identifier.text}: ${name}` : name;
  return { span: { start: identifier.getStart(), length: identifier.text.length }, newText: written };
}

// From a module that the file imports already, or as the other file does, or from that file itself.
function importFor(checker: ts.TypeChecker, { identifier, symbol }: Named, from: ts.SourceFile, to: ts.SourceFile): Added {
  const meant = meantBy(checker, symbol);
  const local = identifier.text;
  const isType = (meant.flags & ts.SymbolFlags.Value) === 0;
  const own = symbol.declarations?.map(importedBy).find((found) => found !== undefined);
  if (own?.imported !== '*') {
    for (const { specifier } of importStatements(to)) {
      const exported = exportedFrom(checker, specifier, meant);
      if (exported !== undefined) return { specifier: specifier.text, imported: exported, local, isType };
    }
  }
  if (own !== undefined) {
    const { specifier, imported } = own;
    const file = checker.getSymbolAtLocation(specifier)?.valueDeclaration?.getSourceFile();
    const isRelative = specifier.text.startsWith('.');
    if (!isRelative || file === undefined) return { specifier: specifier.text, imported, local, isType };
    return { specifier: pathTo(to, file.fileName, specifier), imported, local, isType };
  }
  const module = checker.getSymbolAtLocation(from);
  const exported = module === undefined ? undefined : exportNamed(checker, module, meant);
  if (exported === undefined) throw new UnsoundRefactoring(`It uses ${local}, which ${posix.basename(from.fileName)} does not export.`);
  return { specifier: pathTo(to, from.fileName, undefined), imported: exported, local, isType };
}

function pathTo(to: ts.SourceFile, path: string, model: ts.StringLiteral | undefined): string {
  const relative = importStatements(to).find(({ specifier }) => specifier.text.startsWith('.'))?.specifier ?? model;
  if (relative === undefined)
    throw new UnsoundRefactoring(`${posix.basename(to.fileName)} imports nothing by a path, so how to import from ${posix.basename(path)} is not known.`);
  return specifierTo(relative.getText(), to.fileName, path).slice(1, -1);
}

function exportedFrom(checker: ts.TypeChecker, specifier: ts.StringLiteral, meant: ts.Symbol): string | undefined {
  const module = checker.getSymbolAtLocation(specifier);
  return module === undefined ? undefined : exportNamed(checker, module, meant);
}

export function exportNamed(checker: ts.TypeChecker, module: ts.Symbol, meant: ts.Symbol): string | undefined {
  return checker.getExportsOfModule(module).find((candidate) => meantBy(checker, candidate) === meant)?.name;
}

function importedBy(declaration: ts.Declaration): { readonly specifier: ts.StringLiteral; readonly imported: string } | undefined {
  const statement = ts.findAncestor(declaration, ts.isImportDeclaration);
  if (statement === undefined || !ts.isStringLiteral(statement.moduleSpecifier)) return undefined;
  const specifier = statement.moduleSpecifier;
  if (ts.isImportSpecifier(declaration)) return { specifier, imported: (declaration.propertyName ?? declaration.name).text };
  return { specifier, imported: ts.isNamespaceImport(declaration) ? '*' : 'default' };
}

function importStatements(file: ts.SourceFile): readonly { readonly statement: ts.ImportDeclaration; readonly specifier: ts.StringLiteral }[] {
  return file.statements.flatMap((statement) =>
    ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier) ? [{ statement, specifier: statement.moduleSpecifier }] : [],
  );
}

function importsOf(checker: ts.TypeChecker, file: ts.SourceFile) {
  const names = importStatements(file).flatMap(({ statement: { importClause } }) => {
    const bindings = importClause?.namedBindings;
    const listed = bindings === undefined ? [] : ts.isNamespaceImport(bindings) ? [bindings.name] : bindings.elements.map(({ name }) => name);
    return importClause?.name === undefined ? listed : [importClause.name, ...listed];
  });
  return names.flatMap((name) => {
    const symbol = checker.getSymbolAtLocation(name);
    return symbol === undefined ? [] : [{ name, symbol, meant: meantBy(checker, symbol) }];
  });
}

// What a name means at a place; asked once for all names, because the list of all is long.
function namesAt(checker: ts.TypeChecker, at: ts.Node): (identifier: ts.Identifier) => ts.Symbol | undefined {
  const known = new Map<ts.SymbolFlags, ReadonlyMap<string, ts.Symbol>>();
  return (identifier) => {
    const isType = ts.findAncestor(identifier, (up) => ts.isTypeNode(up) && !ts.isExpressionWithTypeArguments(up)) !== undefined;
    const flags = (isType ? ts.SymbolFlags.Type | ts.SymbolFlags.Namespace : ts.SymbolFlags.Value) | ts.SymbolFlags.Alias;
    const names = known.get(flags) ?? firsts(checker.getSymbolsInScope(at, flags));
    known.set(flags, names);
    return names.get(identifier.text);
  };
}

// The innermost comes first.
function firsts(symbols: readonly ts.Symbol[]): ReadonlyMap<string, ts.Symbol> {
  return new Map(symbols.toReversed().map((symbol) => [symbol.name, symbol]));
}

function namedBy(checker: ts.TypeChecker, identifier: ts.Identifier): ts.Symbol | undefined {
  const { parent } = identifier;
  if (identifier.text === 'undefined' || ts.isConstTypeReference(parent)) return undefined;
  return symbolNamed(checker, identifier);
}

// An element of the platform, such as <b>.
function isIntrinsic({ parent, text }: ts.Identifier): boolean {
  return (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)) && /^[a-z]/.test(text);
}

function isInside(symbol: ts.Symbol, { pos, end }: ts.Node): boolean {
  return symbol.declarations?.some((declaration) => declaration.pos >= pos && declaration.end <= end) ?? false;
}

function has(node: ts.Node, is: (node: ts.Node) => boolean): boolean {
  return is(node) || (ts.forEachChild(node, (child) => has(child, is) || undefined) ?? false);
}
