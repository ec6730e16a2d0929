// An expression becomes a variable of its own, evaluated just before the statement that it stands in.
import type { Refactoring } from '../../../../../../ide/refactorings.ts';
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import { effectOf, evaluatedBefore, freeNames, isConstant, mayPass, onlySometimes } from '../inline/effects.ts';
import { disturbance } from '../inline/steadiness.ts';
import { givenInPlace, standing } from '../syntax/parentheses.ts';
import { checkName, type OffsetEdit, type PythonModule } from '../syntax/pythonModule.ts';
import type { PythonScope } from '../syntax/scopes.ts';
import { blockOf, type Node, statementOf } from '../syntax/syntax.ts';

const MADE: ReadonlySet<string> = new Set(['list', 'dictionary', 'set', 'comprehension', 'lambda']);

type Wanted = Extract<Refactoring, { kind: 'extractVariable' }>;

export interface ExtractedVariable {
  readonly edits: readonly OffsetEdit[];
  readonly notes: readonly string[];
}

// `isAssignable` says that the project's Python knows `(name := value)`.
export function extractVariable(module: PythonModule, { range, name, allOccurrences }: Wanted, isAssignable: boolean): ExtractedVariable {
  checkName(name);
  const selected = selectedExpression(module, module.span(range));
  const scope = module.scopes.around(selected);
  const owner = functionScope(scope);
  if (owner.kind === 'class')
    throw new RefusedRefactoring(`line ${module.lineOf(selected)} is in the body of a class, of which the variable would become an attribute.`);
  checkFree(module, name, owner);
  const reason = unhoistable(module, selected, statementOf(selected));
  if (reason !== undefined)
    return { edits: [inPlace(module, selected, name, reason, isAssignable)], notes: [`${name} is assigned with := where it is used: ${reason}`] };
  const places = allOccurrences ? withOthers(module, selected) : [selected];
  const [first = selected] = places;
  const value = standing(module, selected, module.textOf(selected));
  const statement = statementOf(first);
  const declaration = `${name} = ${value}`;
  // `total()` by itself becomes `sum = total()`.
  const isWhole = statement.kind === 'evaluation' && statement.child('value') === first;
  const replaced = places.filter((place) => !(isWhole && place === first)).map((place) => module.replacing(place, name));
  if (isWhole) return { edits: [{ start: statement.start, end: statement.end, text: declaration }, ...replaced], notes: [] };
  const indent = module.indentOf(statement);
  const separator = indent === undefined ? '; ' : `${module.lineBreak}${indent}`;
  return { edits: [{ start: statement.start, end: statement.start, text: `${declaration}${separator}` }, ...replaced], notes: [] };
}

// Evaluated when it was before, as often as before.
function inPlace(module: PythonModule, selected: Node, name: string, reason: string, isAssignable: boolean): OffsetEdit {
  if (!isAssignable) throw new RefusedRefactoring(reason);
  for (const around of selected.upwards()) {
    // Python reads no assignment there.
    if (around.role === 'iterable' && around.parent?.kind === 'clause') throw new RefusedRefactoring(`${reason} A comprehension goes over it.`);
    if (around.kind === 'function' || around.kind === 'class') break;
  }
  return module.replacing(selected, givenInPlace(name, selected, module.textOf(selected)));
}

// Throws when what is selected is no expression whose value a variable could hold.
export function selectedExpression(module: PythonModule, span: { start: number; end: number }): Node {
  if (span.start === span.end) throw new RefusedRefactoring('nothing is selected.');
  const node = module.expressionAt(span);
  const where = `line ${module.lineOf(span)}`;
  if (node === undefined) throw new RefusedRefactoring(`what is selected on ${where} is not one whole expression.`);
  if (node.kind === 'name' && node.access !== 'read') throw new RefusedRefactoring(`${node.text} on ${where} is given a value there, it has none to take.`);
  for (const around of node.upwards()) {
    if (around.role === 'annotation') throw new RefusedRefactoring(`${where} is the annotation of a type.`);
    if (around.kind === 'replacement' && around.text === '=' && around.child('value')?.holds(node))
      throw new RefusedRefactoring(`${where} prints the expression as it is written.`);
    if (around.role === 'target' && around.kind !== 'attribute' && around.kind !== 'subscript') throw new RefusedRefactoring(`${where} gives it a value.`);
  }
  if (node.role === 'target') throw new RefusedRefactoring(`${where} gives it a value.`);
  if (isInPattern(node)) throw new RefusedRefactoring(`${where} is a pattern.`);
  if (isDocstring(node)) throw new RefusedRefactoring(`${where} is documentation.`);
  if (node.kind === 'tuple' && node.children.some(({ kind }) => kind === 'slice')) throw new RefusedRefactoring(`${where} has a slice, which is no value.`);
  return node;
}

// The name must mean nothing yet wherever the new one would be seen.
export function checkFree(module: PythonModule, name: string, scope: PythonScope): void {
  for (const other of module.scopes.all) {
    if (!scope.node.holds(other.node)) continue;
    const [taken] = other.names.get(name) ?? [];
    if (taken !== undefined && (module.scopes.boundIn(taken) === scope || !scope.node.holds(module.scopes.boundIn(taken)?.node ?? module.root)))
      throw new RefusedRefactoring(`${name} already means something on line ${module.lineOf(taken)}.`);
  }
}

// Why it cannot be evaluated before the statement that it stands in; undefined when it can.
function unhoistable(module: PythonModule, selected: Node, statement: Node): string | undefined {
  if (isConstant(selected)) return undefined;
  const sometimes = onlySometimes(selected, statement);
  if (sometimes !== undefined) return `line ${module.lineOf(selected)}: ${sometimes}.`;
  const effect = effectOf(selected, module.scopes);
  for (const passed of evaluatedBefore(selected, statement)) {
    if (mayPass(effect, effectOf(passed, module.scopes))) continue;
    return `line ${module.lineOf(passed)} evaluates ${module.quoted(passed)} before it, and the order may matter.`;
  }
  return undefined;
}

// The same expression wherever it stands again and nothing changes its value in between, in the order of the text.
function withOthers(module: PythonModule, selected: Node): readonly Node[] {
  const words = module.wordsOf(selected);
  const scope = module.scopes.around(selected);
  // Each of these is a thing of its own.
  if (effectOf(selected, module.scopes) === 'acts' || [...selected.walk()].some(({ kind }) => MADE.has(kind))) return [selected];
  const same = [...functionScope(scope).node.walk()].filter(
    (node) => node.kind === selected.kind && node !== selected && module.wordsOf(node) === words && isSameMeaning(module, node, selected),
  );
  let found: readonly Node[] = [selected];
  // One that comes before makes room for those between, so all that are left are tried again.
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false;
    for (const other of same.filter((node) => !found.includes(node))) {
      const more = [...found, other].sort((a, b) => a.start - b.start);
      if (!isSteady(module, more)) continue;
      found = more;
      isGrowing = true;
    }
  }
  return found;
}

function isSameMeaning(module: PythonModule, node: Node, selected: Node): boolean {
  const scope = functionScope(module.scopes.around(selected));
  const around = module.scopes.around(node);
  // Inside of a lambda or another function it is evaluated at another time.
  if (functionScope(around) !== scope || (around.kind === 'lambda' && around !== module.scopes.around(selected))) return false;
  if (node.role === 'target' || [...node.upwards()].some(({ role }) => role === 'annotation') || isDocstring(node)) return false;
  const meant = freeNames(selected, module.scopes).map((name) => module.scopes.boundIn(name));
  return freeNames(node, module.scopes).every((name, index) => module.scopes.boundIn(name) === meant[index]);
}

// Whether the first of these comes before all others on every way, and nothing between them gives the expression another value.
function isSteady(module: PythonModule, places: readonly Node[]): boolean {
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return false;
  const statement = statementOf(first);
  const block = blockOf(statement);
  if (!places.every((place) => block.holds(place))) return false;
  if (!isConstant(first)) {
    if (onlySometimes(first, statement) !== undefined) return false;
    const effect = effectOf(first, module.scopes);
    if (!evaluatedBefore(first, statement).every((passed) => mayPass(effect, effectOf(passed, module.scopes)))) return false;
  }
  const end = block.children.find((child) => child.holds(last));
  const between = block.children.slice(block.children.indexOf(statement), end === undefined ? undefined : block.children.indexOf(end) + 1);
  return disturbance(module, first, between, last) === undefined;
}

// Not in the condition behind it.
function isInPattern(node: Node): boolean {
  return [...node.upwards()].some(({ kind }) => kind === 'pattern');
}

function isDocstring(node: Node): boolean {
  const statement = node.parent;
  return node.kind === 'string' && statement?.kind === 'evaluation' && statement.parent?.children[0] === statement;
}

// Comprehensions and lambdas have no statements of their own.
export function functionScope(scope: PythonScope): PythonScope {
  let around = scope;
  while ((around.kind === 'comprehension' || around.kind === 'lambda') && around.outer !== undefined) around = around.outer;
  return around;
}
