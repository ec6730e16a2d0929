// The arguments of one call as the new parameters want them.
import ts from 'typescript';
import { relaid } from '../../../../base/text/elementLists.ts';
import { arrangedArguments, type ParameterChange, type Passed } from '../../../../base/text/parameterLists.ts';
import type { Rewrite } from '../../../../base/text/rewrites.ts';
import { identifiersIn } from '../../code/naming.ts';
import { isTarget } from '../../evaluation/targets.ts';
import type { Called, Conflict } from './families.ts';

export interface CallRewrites {
  readonly rewrites: readonly Rewrite[];
  readonly conflicts: readonly Conflict[];
}

// `restAt`: where the function takes the rest of its arguments.
export function changedCall({ project, call, skipped }: Called, change: ParameterChange, restAt: number | undefined): CallRewrites {
  const checker = project.program.getTypeChecker();
  const given: readonly ts.Expression[] = call.arguments ?? [];
  const own = given.slice(skipped);
  if (skipped > 0 && given.slice(0, skipped).some(ts.isSpreadElement)) return refused(call, 'its arguments are spread from a value.');
  const passed = own.map((item): Passed<ts.Expression> => ({ item, count: ts.isSpreadElement(item) ? spreadLength(checker, item) : 1 }));
  const arranged = arrangedArguments(change, passed, { restAt, filler: 'undefined' });
  if ('problem' in arranged) return refused(call, arranged.problem);
  const kept = arranged.arguments.flatMap((argument) => ('item' in argument ? [argument.item] : []));
  const wanted = [
    ...given.slice(0, skipped).map((_, index) => index),
    ...arranged.arguments.map((argument) => ('item' in argument ? given.indexOf(argument.item) : argument.text)),
  ];
  const conflicts = [
    ...arranged.dropped.filter(changesThings).map((node) => ({ node, why: 'an argument that would go runs code' })),
    ...swapped(own, kept).map((node) => ({ node, why: 'arguments that run code would run in another order' })),
  ];
  const isSame = wanted.length === given.length && wanted.every((element, index) => element === index);
  return { rewrites: isSame ? [] : [rewriteOf(call, wanted)], conflicts };
}

function refused(node: ts.Node, why: string): CallRewrites {
  return { rewrites: [], conflicts: [{ node, why }] };
}

function rewriteOf(call: ts.CallExpression | ts.NewExpression, wanted: readonly (number | string)[]): Rewrite {
  const source = call.getSourceFile();
  // new Cart, without brackets.
  if (call.arguments === undefined) {
    const [start, end] = [call.expression.getStart(source), call.end];
    return { start, end, text: (inner) => `${inner(start, end)}(${wanted.join(', ')})` };
  }
  const elements = call.arguments.map((argument) => ({ start: argument.getStart(source), end: argument.end }));
  const list = { text: source.text, open: call.arguments.pos, close: call.end - 1, elements, lineComment: '//' as const };
  return { start: list.open, end: list.close, text: (inner) => relaid(list, wanted, inner) };
}

// How many parameters it fills, where its type says that.
function spreadLength(checker: ts.TypeChecker, { expression }: ts.SpreadElement): number {
  const type = checker.getTypeAtLocation(expression);
  if (!checker.isTupleType(type)) return Number.POSITIVE_INFINITY;
  const tuple = type.flags & ts.TypeFlags.Object && 'target' in type ? type.target : undefined;
  const isFixed = isTupleTarget(tuple) && !tuple.hasRestElement && tuple.minLength === tuple.elementFlags.length;
  return isFixed ? tuple.elementFlags.length : Number.POSITIVE_INFINITY;
}

function isTupleTarget(target: unknown): target is ts.TupleType {
  return typeof target === 'object' && target !== null && 'elementFlags' in target;
}

// Arguments of which two run code, or one writes what the other reads, and that change places.
function swapped(before: readonly ts.Expression[], after: readonly ts.Expression[]): readonly ts.Expression[] {
  return after.filter((second, index) =>
    after.slice(0, index).some((first) => before.indexOf(first) > before.indexOf(second) && (isOrdered(first, second) || isOrdered(second, first))),
  );
}

function isOrdered(first: ts.Expression, second: ts.Expression): boolean {
  if (!changesThings(first)) return false;
  if (changesThings(second)) return true;
  const written = new Set(identifiersIn(first).flatMap((identifier) => (isTarget(identifier) ? [identifier.text] : [])));
  return identifiersIn(second).some(({ text }) => written.has(text));
}

// It runs code now, not only when somebody calls what it is.
function changesThings(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  const runs =
    ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isAwaitExpression(node) || ts.isTaggedTemplateExpression(node) || ts.isYieldExpression(node);
  if (runs || (ts.isExpression(node) && isTarget(node))) return true;
  return ts.forEachChild(node, (child) => changesThings(child) || undefined) ?? false;
}
