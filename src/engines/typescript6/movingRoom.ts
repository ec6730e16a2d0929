// Whether code means the same in another file: its names must be free there, and what it names must be no other thing.
import { posix } from 'node:path';
import ts from 'typescript';
import { identifiersIn, isMemberName } from './naming.ts';
import { Refused } from './refused.ts';

const SOURCE = /\.[cm]?([jt])s(x?)$/;
const ANYTHING = ts.SymbolFlags.Value | ts.SymbolFlags.Type | ts.SymbolFlags.Namespace | ts.SymbolFlags.Alias;

export function mustFitInto(program: ts.Program, statements: readonly ts.Node[], source: ts.SourceFile, targetFile: string): void {
  mustBeReadThere(statements, source, targetFile);
  const target = program.getSourceFile(targetFile);
  if (target === undefined) return;
  const checker = program.getTypeChecker();
  const meant = (symbol: ts.Symbol): ts.Symbol => ((symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol));
  const known = new Map(checker.getSymbolsInScope(target, ANYTHING).map((symbol) => [symbol.name, symbol]));
  const isOwn = (symbol: ts.Symbol): boolean => symbol.declarations?.some((node) => node.getSourceFile() === target) ?? false;
  for (const identifier of statements.flatMap(identifiersIn)) {
    const there = known.get(identifier.text);
    if (there === undefined || isMemberName(identifier) || !isOwn(there)) continue;
    const symbol = symbolOf(checker, identifier);
    if (symbol === undefined || meant(symbol) === meant(there) || isInside(symbol, statements)) continue;
    throw new Refused(`${posix.basename(targetFile)} has another ${identifier.text} already.`);
  }
}

function symbolOf(checker: ts.TypeChecker, identifier: ts.Identifier): ts.Symbol | undefined {
  const { parent } = identifier;
  return ts.isShorthandPropertyAssignment(parent) ? checker.getShorthandAssignmentValueSymbol(parent) : checker.getSymbolAtLocation(identifier);
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
  if (language === undefined) throw new Refused(`${name} is no file of TypeScript or JavaScript.`);
  if (/\.d\.[cm]?ts$/.test(targetFile) && !source.isDeclarationFile) throw new Refused(`${name} holds declarations only.`);
  if (language === 'j' && SOURCE.exec(source.fileName)?.[1] === 't') throw new Refused(`${name} is JavaScript, and this is TypeScript.`);
  if (language === 't' && jsx === '' && statements.some(holdsJsx)) throw new Refused(`It holds JSX, which ${name} may not; name a file that ends in .tsx.`);
}

function holdsJsx(node: ts.Node): boolean {
  return (
    ts.isJsxElement(node) ||
    ts.isJsxSelfClosingElement(node) ||
    ts.isJsxFragment(node) ||
    (ts.forEachChild(node, (child) => holdsJsx(child) || undefined) ?? false)
  );
}
