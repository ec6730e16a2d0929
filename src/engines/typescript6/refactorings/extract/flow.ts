// How control and values leave selected statements: the ways out before their end, and the variables that code behind them uses.
import ts from 'typescript';
import { identifiersNamed } from '../../code/naming.ts';
import { symbolMeant } from '../../code/symbols.ts';
import { isLater, isTarget } from '../../evaluation/targets.ts';

export type ExitStatement = ts.ReturnStatement | ts.BreakOrContinueStatement;
export type DeclarationKeyword = 'const' | 'let' | 'var';

export interface Output {
  readonly name: string;
  // How the selection declares it; undefined for a variable that it only assigns.
  readonly binding: DeclarationKeyword | undefined;
  // Its type as the person wrote it.
  readonly type: string | undefined;
  readonly declaration: ts.Declaration;
}

export interface Flow {
  readonly statements: readonly ts.Statement[];
  readonly exits: readonly ExitStatement[];
  // Control may reach what stands behind them.
  readonly completes: boolean;
  readonly outputs: readonly Output[];
}

// Undefined when something else than whole statements is selected.
export function flowOf(checker: ts.TypeChecker, source: ts.SourceFile, span: ts.TextRange): Flow | undefined {
  const statements = statementsIn(source, span);
  if (statements === undefined) return undefined;
  const exits = statements.flatMap((statement) => exitsIn(statement, { loops: 0, switches: 0, labels: [] }));
  const range = { pos: statements[0]?.getStart(source) ?? span.pos, end: statements.at(-1)?.end ?? span.end };
  return { statements, exits, completes: completesAll(statements), outputs: [...declaredIn(checker, source, range), ...assignedIn(checker, source, range)] };
}

function statementsIn(source: ts.SourceFile, { pos, end }: ts.TextRange): readonly ts.Statement[] | undefined {
  let found: readonly ts.Statement[] | undefined;
  const visit = (node: ts.Node): void => {
    if (found !== undefined || node.end < end || node.pos > pos) return;
    const own = childStatements(node).filter((one) => one.getStart(source) >= pos && one.end <= end);
    const [first, last] = [own[0], own.at(-1)];
    const isWhole = first !== undefined && last !== undefined && onlyTrivia(source, pos, first.getStart(source)) && onlyTrivia(source, last.end, end);
    if (isWhole) found = own;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function childStatements(node: ts.Node): readonly ts.Statement[] {
  if (ts.isBlock(node) || ts.isSourceFile(node) || ts.isModuleBlock(node) || ts.isCaseOrDefaultClause(node)) return [...node.statements];
  if (ts.isIfStatement(node)) return node.elseStatement === undefined ? [node.thenStatement] : [node.thenStatement, node.elseStatement];
  return ts.isIterationStatement(node, false) || ts.isLabeledStatement(node) ? [node.statement] : [];
}

function onlyTrivia(source: ts.SourceFile, from: number, to: number): boolean {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, source.languageVariant, source.text.slice(from, to));
  return scanner.scan() === ts.SyntaxKind.EndOfFileToken || /^;?$/.test(source.text.slice(from, to).trim());
}

interface Around {
  readonly loops: number;
  readonly switches: number;
  readonly labels: readonly string[];
}

function exitsIn(node: ts.Node, around: Around): readonly ExitStatement[] {
  if (isLater(node) || ts.isClassLike(node)) return [];
  if (ts.isReturnStatement(node)) return [node];
  if (ts.isBreakOrContinueStatement(node)) return staysInside(node, around) ? [] : [node];
  const inner = {
    loops: around.loops + (ts.isIterationStatement(node, false) ? 1 : 0),
    switches: around.switches + (ts.isSwitchStatement(node) ? 1 : 0),
    labels: ts.isLabeledStatement(node) ? [...around.labels, node.label.text] : around.labels,
  };
  const found: ExitStatement[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...exitsIn(child, inner));
  });
  return found;
}

function staysInside({ kind, label }: ts.BreakOrContinueStatement, { loops, switches, labels }: Around): boolean {
  if (label !== undefined) return labels.includes(label.text);
  return loops > 0 || (kind === ts.SyntaxKind.BreakStatement && switches > 0);
}

function completesAll(statements: readonly ts.Statement[]): boolean {
  return statements.every(completes);
}

// Only what is certain counts as a way that does not go on.
function completes(statement: ts.Statement): boolean {
  if (ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isBreakOrContinueStatement(statement)) return false;
  if (ts.isBlock(statement)) return completesAll(statement.statements);
  if (ts.isIfStatement(statement)) return statement.elseStatement === undefined || completes(statement.thenStatement) || completes(statement.elseStatement);
  if (ts.isTryStatement(statement)) {
    if (statement.finallyBlock !== undefined && !completes(statement.finallyBlock)) return false;
    return completes(statement.tryBlock) || (statement.catchClause !== undefined && completes(statement.catchClause.block));
  }
  if (!ts.isSwitchStatement(statement)) return true;
  const { clauses } = statement.caseBlock;
  const last = clauses.at(-1);
  const isLeft = clauses.flatMap((clause) => exitsIn(clause, { loops: 0, switches: 0, labels: [] })).some((exit) => ts.isBreakStatement(exit) && !exit.label);
  return isLeft || last === undefined || !clauses.some(ts.isDefaultClause) || completesAll(last.statements);
}

function declaredIn(checker: ts.TypeChecker, source: ts.SourceFile, { pos, end }: ts.TextRange): readonly Output[] {
  const found: Output[] = [];
  const visit = (node: ts.Node): void => {
    if (node.end <= pos || node.pos >= end || (isLater(node) && node.getStart(source) >= pos)) return;
    const isVariable = (ts.isVariableDeclaration(node) || ts.isBindingElement(node)) && ts.isIdentifier(node.name) && node.getStart(source) >= pos;
    const symbol = isVariable ? symbolMeant(checker, node.name) : undefined;
    const list = isVariable ? ts.findAncestor(node, ts.isVariableDeclarationList) : undefined;
    if (isVariable && symbol !== undefined && list !== undefined && !found.some(({ name }) => name === symbol.name) && isUsedOutside(symbol, node.name))
      found.push({
        name: symbol.name,
        binding: bindingOf(list),
        type: ts.isVariableDeclaration(node) ? node.type?.getText(source) : undefined,
        declaration: node,
      });
    ts.forEachChild(node, visit);
  };
  const isUsedOutside = (symbol: ts.Symbol, name: ts.Node) =>
    identifiersNamed(symbol.name, source).some((use) => (use.pos >= end || use.end <= pos) && use !== name && symbolMeant(checker, use) === symbol);
  visit(source);
  return found;
}

function bindingOf(list: ts.VariableDeclarationList): DeclarationKeyword {
  if ((list.flags & ts.NodeFlags.Const) !== 0) return 'const';
  return (list.flags & ts.NodeFlags.Let) !== 0 ? 'let' : 'var';
}

// Variables of the functions around that the selection assigns.
function assignedIn(checker: ts.TypeChecker, source: ts.SourceFile, { pos, end }: ts.TextRange): readonly Output[] {
  const found = new Map<ts.Symbol, Output>();
  const visit = (node: ts.Node): void => {
    if (node.end <= pos || node.pos >= end) return;
    const symbol = ts.isIdentifier(node) && node.getStart(source) >= pos && isTarget(node) ? symbolMeant(checker, node) : undefined;
    const declaration = symbol?.valueDeclaration;
    const isOutside = declaration !== undefined && declaration.getSourceFile() === source && (declaration.end <= pos || declaration.pos >= end);
    const isLocal = declaration !== undefined && (ts.isVariableDeclaration(declaration) || ts.isBindingElement(declaration) || ts.isParameter(declaration));
    if (symbol !== undefined && isOutside && isLocal) found.set(symbol, { name: symbol.name, binding: undefined, type: undefined, declaration });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()];
}
