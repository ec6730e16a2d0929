// Whether an expression may be evaluated before its statement: as a constant, or only as a function that is called in its place.
import ts from 'typescript';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { symbolMeant } from '../../code/symbols.ts';
import { isLater } from '../../evaluation/targets.ts';
import { changeable, isCaptured, makesNew } from '../../evaluation/timing.ts';
import { type Crossing, crossingsOf, type Occasion } from './crossings.ts';
import { acts, assignedIn, isNarrowedBy, isTotal, namesAny } from './effects.ts';

export interface Value {
  // A function without parameters, which gives the value where it is called.
  readonly lazy: boolean;
  readonly notes: readonly string[];
}

const WHY: Readonly<Record<Occasion, string>> = {
  sometimes: 'it is evaluated only under a condition',
  again: 'the loop evaluates it each time',
  later: 'it is evaluated anew each time',
};

// Throws UnsoundRefactoring where neither does what the code did.
export function valueFor(program: ts.Program, name: string, chosen: ts.Expression, statement: ts.Node): Value {
  const crossings = crossingsOf(chosen, statement);
  const why = hindrance(program, chosen, crossings);
  if (why === undefined) return { lazy: false, notes: [] };
  mustWaitWell(program.getTypeChecker(), chosen, crossings, why);
  return { lazy: true, notes: [`${name} is a function, called where the expression stood, because ${why}.`] };
}

// Why a constant before the statement would not hold what the expression gives.
function hindrance(program: ts.Program, chosen: ts.Expression, crossings: readonly Crossing[]): string | undefined {
  const checker = program.getTypeChecker();
  const passed = crossings.flatMap((crossing) => crossing.passed);
  const occasions = crossings.filter(({ occasion }) => occasion !== undefined);
  const repeated = occasions.find(({ occasion }) => occasion !== 'sometimes');
  if (repeated?.occasion !== undefined && !isSteady(program, chosen, repeated)) return WHY[repeated.occasion];
  if (occasions.length > 0 && !isTotal(checker, chosen, passed)) return WHY[repeated?.occasion ?? 'sometimes'];
  const first = passed.find((one) => isDisturbed(program, chosen, one));
  return first === undefined ? undefined : `${shown(first)} is evaluated before it, and the order may matter`;
}

// The same value each time, and nobody can see whether it is the same object.
function isSteady(program: ts.Program, chosen: ts.Expression, { parent, occasion }: Crossing): boolean {
  const checker = program.getTypeChecker();
  if (acts(checker, chosen) || changeable(program, chosen) !== undefined || (makesNew(checker, chosen) && !ts.isFunctionLike(chosen))) return false;
  return !namesAny(checker, chosen, assignedIn(checker, occasion === 'again' ? parent : chosen.getSourceFile()));
}

// One of the two changes what the other reads, or both act.
function isDisturbed(program: ts.Program, chosen: ts.Expression, passed: ts.Node): boolean {
  const checker = program.getTypeChecker();
  const [late, early] = [acts(checker, chosen), acts(checker, passed)];
  if (late && early) return true;
  const isChanged = (reading: ts.Node, acting: ts.Node) =>
    changeable(program, reading) !== undefined || namesAny(checker, reading, assignedIn(checker, acting));
  return (early && isChanged(chosen, passed)) || (late && isChanged(passed, chosen));
}

// Throws UnsoundRefactoring for what means something else inside of a function.
function mustWaitWell(checker: ts.TypeChecker, chosen: ts.Expression, crossings: readonly Crossing[], why: string): void {
  const instead = 'extract_function of the same range makes a function that is called in its place';
  if (isIn(chosen, waits, isLater)) throw new UnsoundRefactoring(`It waits for something, and cannot wait earlier, because ${why}; ${instead}.`);
  const leavesFunction = crossings.some(({ parent, occasion }) => occasion === 'later' && ts.isFunctionLike(parent));
  if (leavesFunction && isIn(chosen, isOfFrame, (node) => isLater(node) && !ts.isArrowFunction(node)))
    throw new UnsoundRefactoring(`It uses this or arguments of a function that it would stand before, and ${why}.`);
  if (/\.[cm]?jsx?$/.test(chosen.getSourceFile().fileName)) return;
  const conditions = crossings.flatMap(({ passed }) => passed);
  const narrowed = referencesIn(chosen).find((reference) => isNarrowedHere(checker, reference, conditions));
  if (narrowed !== undefined)
    throw new UnsoundRefactoring(
      `What ${narrowed.getText()} is here is known only in this place, and no constant can stand before it, because ${why}; ${instead}.`,
    );
}

function isOfFrame(node: ts.Node): boolean {
  return node.kind === ts.SyntaxKind.ThisKeyword || node.kind === ts.SyntaxKind.SuperKeyword || (ts.isIdentifier(node) && node.text === 'arguments');
}

// Its type is narrower than its declaration says, and would not be so inside of a function before the statement.
function isNarrowedHere(checker: ts.TypeChecker, reference: ts.Identifier | ts.PropertyAccessExpression, conditions: readonly ts.Node[]): boolean {
  const symbol = ts.isIdentifier(reference) ? symbolMeant(checker, reference) : checker.getSymbolAtLocation(reference.name);
  if (symbol === undefined || (symbol.flags & (ts.SymbolFlags.Variable | ts.SymbolFlags.Property)) === 0) return false;
  const declared = checker.getTypeOfSymbol(symbol);
  const here = checker.getTypeAtLocation(reference);
  if (declared === here || checker.isTypeAssignableTo(declared, here)) return false;
  return !ts.isIdentifier(reference) || isAssignedLater(checker, symbol, reference) || isNarrowedBy(checker, reference, conditions);
}

// TypeScript trusts what it knows of a variable inside of a function only if nothing assigns it behind that.
function isAssignedLater(checker: ts.TypeChecker, symbol: ts.Symbol, reference: ts.Identifier): boolean {
  return isCaptured(checker, symbol) || namesAny(checker, reference, assignedIn(checker, reference.getSourceFile()));
}

function referencesIn(node: ts.Node): readonly (ts.Identifier | ts.PropertyAccessExpression)[] {
  if (ts.isTypeNode(node)) return [];
  const inner: (ts.Identifier | ts.PropertyAccessExpression)[] = [];
  ts.forEachChild(node, (child) => {
    inner.push(...referencesIn(child));
  });
  return ts.isPropertyAccessExpression(node) || (ts.isIdentifier(node) && !isName(node)) ? [node, ...inner] : inner;
}

function isName(node: ts.Identifier): boolean {
  return (ts.isPropertyAccessExpression(node.parent) || ts.isPropertyAssignment(node.parent)) && node.parent.name === node;
}

function waits(node: ts.Node): boolean {
  return ts.isAwaitExpression(node) || ts.isYieldExpression(node);
}

function isIn(node: ts.Node, wanted: (node: ts.Node) => boolean, isElsewhere: (node: ts.Node) => boolean): boolean {
  if (wanted(node)) return true;
  return !isElsewhere(node) && (ts.forEachChild(node, (child) => isIn(child, wanted, isElsewhere) || undefined) ?? false);
}

const MOST_SHOWN = 40;

function shown(node: ts.Node): string {
  const text = (ts.isTemplateSpan(node) ? node.expression : node).getText().replace(/\s+/g, ' ');
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN - 1)}…`;
}
