// One call of a function as the expression that the function returns, with the arguments in place of the parameters.
import ts from 'typescript';
import { changed, identifiersIn } from '../../code/naming.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { symbolMeant } from '../../code/symbols.ts';
import { isTarget } from '../../evaluation/targets.ts';
import { changeable, happensBetween, isBound, isConditional, makesNew } from '../../evaluation/timing.ts';
import { borrowed, mustBeWritable } from '../borrowing.ts';
import { movedText, placedAt } from '../move/placing.ts';
import type { InlinedUse, Placed } from './inliningUses.ts';
import { frameUsedBy, type InlinableFunction, isSameFrame, lineOf } from './meaning.ts';

// `done` are the calls that are inlined already: those in the arguments of this one are written as they are then.
export function inlinedCall(own: InlinableFunction, use: InlinedUse, done: readonly Placed[]): Placed {
  const { home, place, file } = use;
  const { checker } = home;
  const { expression, isStatement } = bodyOf(own, place);
  const call = callBy(place);
  if (isStatement && !ts.isExpressionStatement(call.parent)) throw new UnsoundRefactoring(`It returns nothing, but line ${lineOf(place)} uses its result.`);
  const given = argumentsOf(checker, own, call, expression);
  const { renames, added } = borrowed(checker, expression, call, new Set(given.map(({ parameter }) => parameter)));
  mustBeWritable(expression, file);
  mustRunInOrder(home.program, given, expression, call);
  const inside = namesDeclaredIn(expression);
  const rows = given.map(({ argument, isDefault, places }) => {
    if (argument !== undefined && identifiersIn(argument).some(({ text }) => inside.has(text)))
      throw new UnsoundRefactoring(`A name in the call on line ${lineOf(place)} means something else in the function.`);
    const own = argument !== undefined && isDefault ? borrowed(checker, argument, call) : { renames: [], added: [] };
    const text = argument === undefined ? 'undefined' : isDefault ? movedText(argument, own.renames, call) : writtenNow(argument, done);
    return { changes: places.map((name) => argumentAt(name, text, expression)), added: own.added };
  });
  const text = movedText(expression, [...renames, ...rows.flatMap(({ changes }) => changes)], call);
  return { use, change: placedAt(call, readAs(text, file), text), added: [...added, ...rows.flatMap((row) => row.added)] };
}

// The expression that a call stands for. Throws UnsoundRefactoring where the function is more than that.
function bodyOf(own: InlinableFunction, at: ts.Node): { readonly expression: ts.Expression; readonly isStatement: boolean } {
  const { body } = own;
  if (own.asteriskToken !== undefined || own.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword))
    throw new UnsoundRefactoring('It is asynchronous or a generator.');
  if (body === undefined) throw new UnsoundRefactoring('It has no body.');
  const [statement, ...others] = ts.isBlock(body) ? body.statements : [];
  const returned = statement !== undefined && ts.isReturnStatement(statement) ? statement.expression : undefined;
  const run = statement !== undefined && ts.isExpressionStatement(statement) ? statement.expression : undefined;
  const expression = ts.isBlock(body) ? (returned ?? run) : body;
  if (expression === undefined || others.length > 0) throw new UnsoundRefactoring('Its body is empty or more than one expression.');
  const typed = own.typeParameters?.find(({ name }) => identifiersIn(expression).some(({ text }) => text === name.text));
  if (typed !== undefined) throw new UnsoundRefactoring(`Its body names its type parameter ${typed.name.text}.`);
  const frame = frameUsedBy(expression);
  // An arrow function has the frame of the code around it.
  if (frame !== 'none' && !(ts.isArrowFunction(own) && frame === 'this' && isSameFrame('this', own, at)))
    throw new UnsoundRefactoring('Its body uses this, arguments or await.');
  return { expression, isStatement: run !== undefined };
}

interface Given {
  readonly parameter: ts.Symbol;
  // Undefined where the call gives none.
  readonly argument: ts.Expression | undefined;
  readonly isDefault: boolean;
  // Where the function uses it.
  readonly places: readonly ts.Identifier[];
}

function argumentsOf(checker: ts.TypeChecker, own: InlinableFunction, call: ts.CallExpression, expression: ts.Expression): readonly Given[] {
  const line = `The call on line ${lineOf(call)}`;
  if (call.arguments.some(ts.isSpreadElement)) throw new UnsoundRefactoring(`${line} spreads its arguments.`);
  if (call.arguments.length > own.parameters.length) throw new UnsoundRefactoring(`${line} has more arguments than there are parameters.`);
  const names = new Set(own.parameters.map(({ name }) => name.getText()));
  return own.parameters.map(({ name, dotDotDotToken, questionToken, initializer }, index) => {
    const parameter = checker.getSymbolAtLocation(name);
    if (!ts.isIdentifier(name) || dotDotDotToken !== undefined || parameter === undefined)
      throw new UnsoundRefactoring('A parameter of it is a pattern or takes the rest.');
    const places = identifiersIn(expression).filter((identifier) => symbolMeant(checker, identifier) === parameter);
    const argument = call.arguments[index];
    if (argument === undefined && initializer === undefined && questionToken === undefined)
      throw new UnsoundRefactoring(`${line} gives nothing for ${name.text}.`);
    if (argument === undefined && initializer !== undefined && identifiersIn(initializer).some(({ text }) => names.has(text)))
      throw new UnsoundRefactoring(`The default of ${name.text} names another parameter.`);
    if (argument !== undefined && initializer !== undefined && mayBeUndefined(checker, argument))
      throw new UnsoundRefactoring(`${line} may give undefined, for which the default of ${name.text} stands.`);
    return { parameter, argument: argument ?? initializer, isDefault: argument === undefined, places };
  });
}

function mayBeUndefined(checker: ts.TypeChecker, argument: ts.Expression): boolean {
  const type = checker.getTypeAtLocation(argument);
  const flags = ts.TypeFlags.Undefined | ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter;
  return [type, ...(type.isUnion() ? type.types : [])].some((part) => (part.flags & flags) !== 0);
}

function callBy(place: ts.Expression): ts.CallExpression {
  const { parent } = place;
  if (ts.isCallExpression(parent) && parent.expression === place && parent.questionDotToken === undefined) return parent;
  throw new UnsoundRefactoring(`Line ${lineOf(place)} uses it without calling it.`);
}

// An argument may be evaluated elsewhere, several times, or not at all, only if nobody can see the difference.
function mustRunInOrder(program: ts.Program, given: readonly Given[], expression: ts.Expression, call: ts.CallExpression): void {
  const line = lineOf(call);
  const checker = program.getTypeChecker();
  const isBehindCode = (place: ts.Node) => happensBetween(checker, expression, expression.pos, place.getStart());
  for (const { argument, places } of given) {
    if (places.some((place) => isTarget(place))) throw new UnsoundRefactoring('It changes a parameter.');
    if (argument === undefined) continue;
    if (makesNew(checker, argument) && places.length > 1)
      throw new UnsoundRefactoring(`The call on line ${line} makes a value that would be made ${places.length} times.`);
    const [place, ...others] = places;
    if (isBound(checker, argument) && (place === undefined || others.length > 0 || isConditional(place, expression) || isBehindCode(place)))
      throw new UnsoundRefactoring(`An argument of the call on line ${line} runs code that would run at another time, or another number of times.`);
    const read = changeable(program, argument);
    if (read !== undefined && places.some((each) => isBehindCode(each) || isInFunction(each, expression)))
      throw new UnsoundRefactoring(`${read} on line ${line} may have changed when the function comes to it.`);
  }
  const runs = ({ argument }: Given) => argument !== undefined && isBound(checker, argument);
  const reads = ({ argument }: Given) => argument !== undefined && changeable(program, argument) !== undefined;
  const starts = given.filter((one) => runs(one) || reads(one)).flatMap(({ places }) => places.map((place) => place.getStart()));
  if (given.some(runs) && starts.some((start, index) => start < (starts[index - 1] ?? 0)))
    throw new UnsoundRefactoring(`The arguments of the call on line ${line} would be evaluated in another order.`);
}

function argumentAt(name: ts.Identifier, text: string, expression: ts.Expression): ts.TextChange {
  if (name === expression) return { span: { start: name.getStart(), length: name.text.length }, newText: text };
  return placedAt(name, readAs(text, name.getSourceFile()), text);
}

// The expression that a text is, wherever it came from.
function readAs(text: string, { fileName }: ts.SourceFile): ts.Expression {
  const [statement] = ts.createSourceFile(fileName, `async () => (${text});`, ts.ScriptTarget.Latest, true).statements;
  const arrow = statement !== undefined && ts.isExpressionStatement(statement) ? statement.expression : undefined;
  if (arrow === undefined || !ts.isArrowFunction(arrow) || !ts.isParenthesizedExpression(arrow.body))
    throw new UnsoundRefactoring('TypeScript cannot read its value.');
  return arrow.body.expression;
}

function writtenNow(argument: ts.Expression, done: readonly Placed[]): string {
  const [start, end] = [argument.getStart(), argument.end];
  const file = argument.getSourceFile();
  const inner = outermost(done.flatMap(({ use, change }) => (use.file === file ? [change] : []))).filter(
    ({ span }) => span.start >= start && span.start + span.length <= end,
  );
  const ordered = inner.toSorted((a, b) => a.span.start - b.span.start);
  return changed(
    argument.getText(),
    ordered.map(({ span, newText }) => ({ span: { start: span.start - start, length: span.length }, newText })),
  );
}

// Those that no other holds.
export function outermost(changes: readonly ts.TextChange[]): readonly ts.TextChange[] {
  const holds = (a: ts.TextSpan, b: ts.TextSpan) => a.start <= b.start && a.start + a.length >= b.start + b.length;
  return changes.filter((change) => !changes.some((other) => other !== change && holds(other.span, change.span)));
}

function isInFunction(node: ts.Node, within: ts.Node): boolean {
  return ts.isFunctionLike(within) || ts.findAncestor(node, (up) => up === within || ts.isFunctionLike(up)) !== within;
}

function namesDeclaredIn(expression: ts.Expression): ReadonlySet<string> {
  const declares = ({ parent }: ts.Identifier) =>
    ts.isParameter(parent) || ts.isVariableDeclaration(parent) || ts.isBindingElement(parent) || ts.isFunctionLike(parent);
  return new Set(
    identifiersIn(expression)
      .filter(declares)
      .map(({ text }) => text),
  );
}
