// Where a new constant is declared when TypeScript would put it too far away: in the braces that a body lacks, or beside a list of variables.
import ts from 'typescript';
import { identifiersIn } from '../code/naming.ts';
import { UnsoundRefactoring } from '../code/refused.ts';
import { formatOf } from '../code/style.ts';
import { symbolMeant } from '../code/symbols.ts';
import { expressionAt, type Repeated, scopeAround, writtenFor } from '../evaluation/occurrences.ts';
import { attachedStart } from './delete/deleting.ts';
import { type Value, valueFor } from './extract/hoisting.ts';
import { indentAt, shiftedText } from './move/placing.ts';
import { expressionBodyAround, mustBeVisible } from './visibility.ts';

export interface Constant {
  readonly source: ts.SourceFile;
  // Undefined when the selection is more or less than one expression.
  readonly chosen: ts.Expression | undefined;
  readonly repeated: Repeated;
  readonly name: string;
}

export interface DeclaredVariable {
  readonly changes: readonly ts.TextChange[];
  // Where the name must be free.
  readonly scope: ts.Node;
  // How many of the other occurrences use it.
  readonly others: number;
  readonly lazy: boolean;
  readonly notes: readonly string[];
}

export function declaredByUs(program: ts.Program, constant: Constant): DeclaredVariable | undefined {
  const { source, chosen, repeated } = constant;
  const arrow = expressionBodyAround(source, repeated.first);
  if (chosen === undefined) {
    if (arrow !== undefined) throw new UnsoundRefactoring('This is not one whole expression; select exactly one.');
    return undefined;
  }
  if (arrow !== undefined) return inBraces(program, { ...constant, chosen }, arrow.body);
  const around = ts.findAncestor(chosen, (node) => isOfClass(node) || ts.isFunctionLike(node));
  if (around !== undefined && isOfClass(around)) return beforeClass(program, { ...constant, chosen }, around);
  const bare = bareStatementAround(chosen);
  const isAllInside = bare !== undefined && repeated.others.every(({ pos, end }) => pos >= bare.pos && end <= bare.end);
  if (bare !== undefined && isAllInside) return inBraces(program, { ...constant, chosen }, bare);
  return inList(program, { ...constant, chosen });
}

export function replacedBy(source: ts.SourceFile, range: ts.TextRange, name: string): ts.TextChange {
  return { span: { start: range.pos, length: range.end - range.pos }, newText: writtenFor(expressionAt(source, range), name) };
}

// A statement of its own before another one.
export function declaredBefore(
  program: ts.Program,
  { source, chosen, repeated, name }: WithExpression,
  statement: ts.Node,
  value: Value,
): readonly ts.TextChange[] {
  const { newLineCharacter: newLine = '\n', semicolons } = formatOf(source.text);
  const at = attachedStart(statement, source);
  const stop = semicolons === ts.SemicolonPreference.Remove ? '' : ';';
  const line = `const ${initialised(program.getTypeChecker(), name, chosen, value)}${stop}${newLine}${indentAt(source.text, at)}`;
  return [
    { span: { start: at, length: 0 }, newText: line },
    ...[repeated.first, ...repeated.others].map((range) => replacedBy(source, range, usedAs(name, value))),
  ];
}

function usedAs(name: string, { lazy }: Value): string {
  return lazy ? `${name}()` : name;
}

// The name with its value, as it stands behind const.
function initialised(checker: ts.TypeChecker, name: string, chosen: ts.Expression, { lazy }: Value): string {
  const text = chosen.getText();
  const type = typeOfLiteral(checker, chosen);
  return lazy ? `${name} = ()${type} => ${asBody(chosen)}` : `${name}${type}${typeOfFunction(checker, chosen)} = ${text}`;
}

// Braces would begin a block, and a comma would end the arrow function.
export function asBody(chosen: ts.Expression): string {
  const text = chosen.getText();
  const isList = ts.isBinaryExpression(chosen) && chosen.operatorToken.kind === ts.SyntaxKind.CommaToken;
  return text.startsWith('{') || isList ? `(${text})` : text;
}

// A literal that has its type from the place where it stands takes that type along.
export function typeOfLiteral(checker: ts.TypeChecker, chosen: ts.Expression): string {
  const type = contextOf(checker, chosen);
  if (type === undefined || !(ts.isObjectLiteralExpression(chosen) || ts.isArrayLiteralExpression(chosen))) return '';
  const text = checker.typeToString(type, chosen, ts.TypeFormatFlags.NoTruncation);
  // A type with a name, or a list of such, but none that stands for anything.
  const isNamed = /^(?:readonly )?[\p{ID_Start}$_][\p{ID_Continue}$.]*(?:\[\])*$/u.test(text) && !/^(?:any|unknown|object|never)\b/.test(text);
  return isNamed && !type.isTypeParameter() ? `: ${text}` : '';
}

// So does a function whose parameters are not all typed.
function typeOfFunction(checker: ts.TypeChecker, chosen: ts.Expression): string {
  const type = contextOf(checker, chosen);
  const isOpen = (ts.isArrowFunction(chosen) || ts.isFunctionExpression(chosen)) && chosen.parameters.some((parameter) => parameter.type === undefined);
  return type === undefined || !isOpen ? '' : `: ${checker.typeToString(type, chosen, ts.TypeFormatFlags.NoTruncation)}`;
}

function contextOf(checker: ts.TypeChecker, chosen: ts.Expression): ts.Type | undefined {
  const isSpread = ts.isSpreadAssignment(chosen.parent) || ts.isSpreadElement(chosen.parent);
  return isSpread || /\.[cm]?jsx?$/.test(chosen.getSourceFile().fileName) ? undefined : checker.getContextualType(chosen);
}

type WithExpression = Constant & { readonly chosen: ts.Expression };

// An expression or a single statement becomes a block that begins with the constant.
function inBraces(
  program: ts.Program,
  { source, chosen, repeated: { first, others }, name }: WithExpression,
  body: ts.ConciseBody | ts.Statement,
): DeclaredVariable {
  const { text } = source;
  const { newLineCharacter: newLine = '\n', indentSize = 2, convertTabsToSpaces, semicolons } = formatOf(text);
  const start = body.getStart(source);
  const inside = others.filter(({ pos, end }) => pos >= start && end <= body.end);
  const indent = indentAt(text, body.parent.getStart(source));
  const inner = `${indent}${convertTabsToSpaces === false ? '\t' : ' '.repeat(indentSize)}`;
  const stop = semicolons === ts.SemicolonPreference.Remove ? '' : ';';
  const value = valueFor(program, name, chosen, body);
  const uses = [first, ...inside].map((range) => replacedBy(source, range, usedAs(name, value)));
  const isExpression = !ts.isStatement(body);
  // An expression that goes on over lines is already indented for its arrow function.
  const lines = isExpression ? shiftedText(body, uses, { indent: indentAt(text, start), newLine }) : shiftedText(body, uses, { indent: inner, newLine });
  const declared = `${inner}const ${initialised(program.getTypeChecker(), name, chosen, value)}${stop}`;
  const block = ['{', declared, `${inner}${isExpression ? `return ${lines}${stop}` : lines}`, `${indent}}`].join(newLine);
  // A statement on a line of its own moves up to what it belongs to.
  const isApart = !isExpression && text.slice(body.pos, start).trim() === '';
  const span = ts.createTextSpanFromBounds(isApart ? body.pos : start, body.end);
  return {
    changes: [{ span, newText: isApart ? ` ${block}` : block }],
    scope: isExpression ? body.parent : body,
    others: inside.length,
    lazy: value.lazy,
    notes: value.notes,
  };
}

// What is evaluated with a class, and not when something of it is called.
function isOfClass(node: ts.Node): boolean {
  return ts.isDecorator(node) || (ts.isComputedPropertyName(node) && ts.isClassLike(node.parent.parent));
}

// TypeScript finds no block in which these stand.
function beforeClass(program: ts.Program, constant: WithExpression, part: ts.Node): DeclaredVariable {
  const { source, chosen, repeated, name } = constant;
  const owner = ts.findAncestor(part, ts.isClassLike);
  const statement = ts.findAncestor(owner, ts.isStatement);
  if (statement === undefined) throw new UnsoundRefactoring('No constant can stand before this class.');
  mustBeVisible(program, source, repeated.first, statement.getStart(source));
  const value = valueFor(program, name, chosen, statement);
  const only = { ...constant, repeated: { ...repeated, others: [] } };
  return { changes: declaredBefore(program, only, statement, value), scope: scopeAround(source, statement), others: 0, lazy: value.lazy, notes: value.notes };
}

// The branch or the body of a loop that has no braces.
function bareStatementAround(chosen: ts.Expression): ts.Statement | undefined {
  const statement = ts.findAncestor(chosen, (node) => ts.isStatement(node) || ts.isFunctionLike(node) || ts.isClassLike(node));
  if (statement === undefined || !ts.isStatement(statement) || ts.isBlock(statement)) return undefined;
  const { parent } = statement;
  const isBranch = ts.isIfStatement(parent) && (parent.thenStatement === statement || parent.elseStatement === statement);
  return isBranch || (ts.isIterationStatement(parent, false) && parent.statement === statement) ? statement : undefined;
}

// TypeScript would put the constant into the list, and so export it where the list is exported.
function inList(program: ts.Program, { source, chosen, repeated, name }: WithExpression): DeclaredVariable | undefined {
  const { first, others } = repeated;
  const declaration = ts.findAncestor(chosen, (node) => ts.isVariableDeclaration(node) || ts.isFunctionLike(node) || ts.isClassLike(node));
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || !ts.isVariableDeclarationList(declaration.parent)) return undefined;
  const list = declaration.parent;
  const statement = list.parent;
  const before = list.declarations.slice(0, list.declarations.indexOf(declaration));
  if (list.declarations.length < 2 || !ts.isVariableStatement(statement)) return undefined;
  const checker = program.getTypeChecker();
  const own = new Set(before.flatMap((one) => identifiersIn(one.name)).map((one) => symbolMeant(checker, one)));
  const isBound = identifiersIn(chosen).some((one) => own.has(symbolMeant(checker, one)));
  const value = valueFor(program, name, chosen, isBound ? declaration : statement);
  const written = initialised(checker, name, chosen, value);
  const uses = [first, ...others].map((range) => replacedBy(source, range, usedAs(name, value)));
  const scope = scopeAround(source, first);
  const last = before.at(-1);
  if (isBound && last !== undefined) {
    const comma = source.text.indexOf(',', last.end) + 1;
    const gap = /^\s*/.exec(source.text.slice(comma))?.[0] ?? '';
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    const notes = isExported ? [`${name} stands in a list that is exported, and is exported with it.`] : [];
    return {
      changes: [{ span: { start: comma, length: 0 }, newText: `${gap === '' ? ' ' : gap}${written},` }, ...uses],
      scope,
      others: others.length,
      lazy: value.lazy,
      notes: [...notes, ...value.notes],
    };
  }
  return {
    changes: declaredBefore(program, { source, chosen, repeated, name }, statement, value),
    scope,
    others: others.length,
    lazy: value.lazy,
    notes: value.notes,
  };
}
