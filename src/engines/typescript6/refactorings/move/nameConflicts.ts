// Whether code means the same in another file: its names must be free there, and what it names must be no other thing.
import { posix } from 'node:path';
import ts from 'typescript';
import { identifiersIn, isMemberName } from '../../code/naming.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { symbolNamed } from '../../code/symbols.ts';
import type { MovedName } from '../reExports.ts';
import { resolved } from './movingHazards.ts';

const SOURCE = /\.[cm]?([jt])s(x?)$/;
const ANYTHING = ts.SymbolFlags.Value | ts.SymbolFlags.Type | ts.SymbolFlags.Namespace | ts.SymbolFlags.Alias;

// Throws UnsoundRefactoring where the file that it goes to cannot hold it, or means something else by its name or by a name that it uses.
export function mustFitInto(program: ts.Program, { name, from, to }: MovedName, statements: readonly ts.Node[]): void {
  mustBeReadThere(statements, from, to);
  const target = program.getSourceFile(to);
  if (target === undefined) return;
  const checker = program.getTypeChecker();
  const [here, there] = [namesOf(checker, from), namesOf(checker, target)];
  const used = statements.flatMap(identifiersIn).filter((identifier) => !isMemberName(identifier));
  for (const identifier of used) {
    const [own, other] = [symbolNamed(checker, identifier), there.get(identifier.text)];
    if (own === undefined || other === undefined || isSame(checker, own, other) || isInside(own, statements)) continue;
    throw new UnsoundRefactoring(`${posix.basename(to)} has another ${identifier.text} already.`);
  }
  // What is known everywhere, such as Map, is hidden by what comes into the file: the declaration itself, and what it imports.
  const coming = new Set([name, ...used.filter((identifier) => means(checker, identifier, here.get(identifier.text))).map(({ text }) => text)]);
  for (const word of coming) {
    if (!here.has(word) || there.has(word)) continue;
    const isHidden = identifiersIn(target).some((identifier) => identifier.text === word && isFree(checker, identifier, target));
    if (isHidden) throw new UnsoundRefactoring(`${posix.basename(to)} means something else by ${word}.`);
  }
}

// What a file declares or imports at its top level.
function namesOf(checker: ts.TypeChecker, file: ts.SourceFile): ReadonlyMap<string, ts.Symbol> {
  const own = checker.getSymbolsInScope(file, ANYTHING).filter((symbol) => symbol.declarations?.some((each) => each.getSourceFile() === file));
  return new Map(own.map((symbol) => [symbol.name, symbol]));
}

function means(checker: ts.TypeChecker, identifier: ts.Identifier, wanted: ts.Symbol | undefined): boolean {
  const symbol = symbolNamed(checker, identifier);
  return symbol !== undefined && wanted !== undefined && isSame(checker, symbol, wanted);
}

function isFree(checker: ts.TypeChecker, identifier: ts.Identifier, file: ts.SourceFile): boolean {
  if (isMemberName(identifier)) return false;
  const declarations = checker.getSymbolAtLocation(identifier)?.declarations ?? [];
  return declarations.length > 0 && declarations.every((each) => each.getSourceFile() !== file);
}

function isSame(checker: ts.TypeChecker, a: ts.Symbol, b: ts.Symbol): boolean {
  const others = resolved(checker, b)?.declarations ?? [];
  return resolved(checker, a)?.declarations?.some((each) => others.includes(each)) ?? false;
}

// Names of its own that nobody outside sees, such as parameters.
function isInside({ declarations = [] }: ts.Symbol, statements: readonly ts.Node[]): boolean {
  const isLocal = (node: ts.Declaration): boolean => {
    const around = statements.find((statement) => statement.getSourceFile() === node.getSourceFile() && node.pos >= statement.pos && node.end <= statement.end);
    return around !== undefined && node !== around && !(ts.isVariableStatement(around) && node.parent === around.declarationList);
  };
  return declarations.length > 0 && declarations.every(isLocal);
}

function mustBeReadThere(statements: readonly ts.Node[], source: ts.SourceFile, targetFile: string): void {
  const name = posix.basename(targetFile);
  const [, language, jsx] = SOURCE.exec(targetFile) ?? [];
  if (language === undefined) throw new UnsoundRefactoring(`${name} is no file of TypeScript or JavaScript.`);
  if (/\.d\.[cm]?ts$/.test(targetFile) && !source.isDeclarationFile) throw new UnsoundRefactoring(`${name} holds declarations only.`);
  if (language === 'j' && SOURCE.exec(source.fileName)?.[1] === 't') throw new UnsoundRefactoring(`${name} is JavaScript, and this is TypeScript.`);
  if (language === 't' && jsx === '' && statements.some(holdsJsx))
    throw new UnsoundRefactoring(`It holds JSX, which ${name} may not; name a file that ends in .tsx.`);
}

function holdsJsx(node: ts.Node): boolean {
  return (
    ts.isJsxElement(node) ||
    ts.isJsxSelfClosingElement(node) ||
    ts.isJsxFragment(node) ||
    (ts.forEachChild(node, (child) => holdsJsx(child) || undefined) ?? false)
  );
}
