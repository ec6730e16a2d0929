// Imports of moved code, hidden from TypeScript: it would guess anew where each name comes from, and fails where a module exports it in a list.
import { posix } from 'node:path';
import ts from 'typescript';
import { changed, identifiersIn, isMemberName } from '../code/naming.ts';
import { UnsoundRefactoring } from '../code/refused.ts';
import { symbolMeant, symbolNamed } from '../code/symbols.ts';
import { keyOf } from '../projects/paths.ts';
import { type Added, exportNamed } from './borrowing.ts';
import { specifierTo } from './reExports.ts';

export interface HiddenImports {
  // Of the same length, so that every place in it is the same.
  readonly text: string;
  readonly shown: (changes: readonly ts.FileTextChanges[]) => readonly ts.FileTextChanges[];
}

type Element = ts.ImportClause | ts.ImportSpecifier | ts.NamespaceImport;

// A character for private use leads to no module; each import has one of its own.
const FIRST_MARK = 0xe000;
const LAST_MARK = 0xf8ff;

// With `all`, also those of the other file.
export function hiddenImports(program: ts.Program, source: ts.SourceFile, statements: readonly ts.Node[], targetFile: string, all = false): HiddenImports {
  const used = new Set(namesIn(statements).map(({ text }) => text));
  const checker = program.getTypeChecker();
  const specifiers = source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier) || statement.moduleSpecifier.text === '') return [];
    const isUsed = elementsOf(statement).some(({ name }) => name !== undefined && (used.has(name.text) || isForMarkup(name.text)));
    return leadsTo(checker, statement, targetFile) ? (all ? [statement.moduleSpecifier] : []) : isUsed ? [statement.moduleSpecifier] : [];
  });
  const marked = specifiers.slice(0, LAST_MARK - FIRST_MARK + 1);
  const text = changed(
    source.text,
    marked.map((specifier, index) => ({ span: { start: specifier.getStart(source) + 1, length: 1 }, newText: String.fromCharCode(FIRST_MARK + index) })),
  );
  const firsts = marked.map((specifier) => source.text[specifier.getStart(source) + 1] ?? '');
  const plain = (written: string): string => written.replaceAll(/[\uE000-\uF8FF]/g, (mark) => firsts[mark.charCodeAt(0) - FIRST_MARK] ?? mark);
  return {
    text,
    shown: (changes) =>
      changes.map((change) => ({ ...change, textChanges: change.textChanges.map(({ span, newText }) => ({ span, newText: plain(newText) })) })),
  };
}

// The text of the other file without its imports of the file that code leaves, of the same length.
export function withoutImportsOf(program: ts.Program, target: ts.SourceFile, { fileName }: ts.SourceFile): string {
  const checker = program.getTypeChecker();
  const specifiers = target.statements.flatMap((statement) =>
    ts.isImportDeclaration(statement) && leadsTo(checker, statement, fileName) ? [statement.moduleSpecifier] : [],
  );
  return changed(
    target.text,
    specifiers.map((specifier) => ({ span: { start: specifier.getStart(target) + 1, length: 1 }, newText: String.fromCharCode(LAST_MARK) })),
  );
}

// What the code imports where it stands, as it is imported from the other file. Imports of the other file itself are not among it.
export function importsOf(program: ts.Program, source: ts.SourceFile, statements: readonly ts.Node[], targetFile: string): readonly Added[] {
  const checker = program.getTypeChecker();
  const used = new Set(namesIn(statements).flatMap((identifier) => symbolNamed(checker, identifier)?.declarations ?? []));
  const needsReact = statements.some(holdsMarkup) && program.getCompilerOptions().jsx === ts.JsxEmit.React;
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const specifier = relocated(statement.moduleSpecifier.text, posix.dirname(source.fileName), posix.dirname(targetFile));
    const isOfTarget = leadsTo(checker, statement, targetFile);
    const attributes = statement.attributes?.getText(source);
    return elementsOf(statement).flatMap((element) => {
      const { name } = element;
      if (name === undefined || !(used.has(element) || (needsReact && isForMarkup(name.text)))) return [];
      const home = homeOf(checker, name);
      // The other file declares it, whichever file it was imported from.
      if (home !== undefined && keyOf(home.file.fileName) === keyOf(targetFile) && !ts.isNamespaceImport(element)) return [];
      const isType = statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword || (ts.isImportSpecifier(element) && element.isTypeOnly);
      // The other file only re-exports it, and has no name for it.
      const own = isOfTarget && !ts.isNamespaceImport(element) ? importedFromHome(checker, statement.moduleSpecifier, home, targetFile) : undefined;
      const as = own ?? { specifier, imported: importedAs(element) };
      return [{ ...as, local: name.text, isType, ...(attributes !== undefined && { attributes }) }];
    });
  });
}

interface Home {
  readonly symbol: ts.Symbol;
  readonly file: ts.SourceFile;
}

// Where what a name means is declared.
function homeOf(checker: ts.TypeChecker, name: ts.Identifier): Home | undefined {
  const symbol = symbolMeant(checker, name);
  const [declaration] = symbol?.declarations ?? [];
  return symbol === undefined || declaration === undefined ? undefined : { symbol, file: declaration.getSourceFile() };
}

// Throws UnsoundRefactoring where that file does not export it, or cannot be reached by a path.
function importedFromHome(checker: ts.TypeChecker, model: ts.Node, home: Home | undefined, targetFile: string): Pick<Added, 'specifier' | 'imported'> {
  const module = home === undefined ? undefined : checker.getSymbolAtLocation(home.file);
  const imported = home === undefined || module === undefined ? undefined : exportNamed(checker, module, home.symbol);
  if (home === undefined || imported === undefined)
    throw new UnsoundRefactoring(`${posix.basename(targetFile)} re-exports what it uses, and how to import that there is not known.`);
  return { specifier: specifierTo(model.getText(), targetFile, home.file.fileName).slice(1, -1), imported };
}

export function elementsOf({ importClause }: ts.ImportDeclaration): readonly Element[] {
  if (importClause === undefined) return [];
  const { name, namedBindings } = importClause;
  const listed = namedBindings === undefined ? [] : ts.isNamespaceImport(namedBindings) ? [namedBindings] : namedBindings.elements;
  return name === undefined ? listed : [importClause, ...listed];
}

export function namesIn(statements: readonly ts.Node[]): readonly ts.Identifier[] {
  return statements.flatMap(identifiersIn).filter((identifier) => !isMemberName(identifier));
}

function importedAs(element: Element): string {
  if (ts.isNamespaceImport(element)) return '*';
  return ts.isImportClause(element) ? 'default' : (element.propertyName ?? element.name).text;
}

function leadsTo(checker: ts.TypeChecker, { moduleSpecifier }: ts.ImportDeclaration, targetFile: string): boolean {
  const file = checker.getSymbolAtLocation(moduleSpecifier)?.valueDeclaration?.getSourceFile();
  return file !== undefined && keyOf(file.fileName) === keyOf(targetFile);
}

// What the compiler calls for markup is named nowhere in it.
function isForMarkup(name: string): boolean {
  return name === 'React';
}

function holdsMarkup(node: ts.Node): boolean {
  return ts.isJsxOpeningLikeElement(node) || ts.isJsxFragment(node) || (ts.forEachChild(node, (child) => holdsMarkup(child) || undefined) ?? false);
}

function relocated(specifier: string, folder: string, newFolder: string): string {
  if (!/^\.{1,2}(?:\/|$)/.test(specifier) || folder === newFolder) return specifier;
  const path = posix.relative(newFolder, posix.join(folder, specifier));
  const whole = path.startsWith('.') ? path : `./${path}`;
  return specifier.endsWith('/') && !whole.endsWith('/') ? `${whole}/` : whole;
}
