// A variable that is given its value once goes, and the value stands wherever it was used, if that means the same.
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import { withoutStatement } from '../move/removal.ts';
import { checkInTemplate, fitted } from '../syntax/parentheses.ts';
import type { OffsetEdit, PythonModule } from '../syntax/pythonModule.ts';
import type { PythonScope } from '../syntax/scopes.ts';
import { blockOf, type Node, statementOf } from '../syntax/syntax.ts';
import { effectOf, evaluatedBefore, freeNames, isConstant, mayPass, onlySometimes } from './effects.ts';
import { disturbance } from './steadiness.ts';

export interface InlinedVariable {
  readonly module: PythonModule;
  // Where it is given its value.
  readonly name: Node;
  readonly statement: Node;
  readonly value: Node;
  // Whether nobody can change what it holds, as far as its type says.
  readonly isImmutable: boolean;
}

// In the file of the variable itself.
export function inlineVariable(variable: InlinedVariable): readonly OffsetEdit[] {
  const { module, name, statement, value } = variable;
  const scope = module.scopes.boundIn(name) ?? module.scopes.module;
  const uses = module.scopes.occurrences(name.text, scope).filter((use) => use !== name && use.access === 'read');
  checkValue(module, value);
  checkUses(variable, scope, uses);
  return [withoutStatement(module, statement), ...uses.map((use) => inlined(module, value, module, use))];
}

// The value in place of a use, which may stand in another file.
export function inlined(from: PythonModule, value: Node, module: PythonModule, use: Node): OffsetEdit {
  const bare = value.kind === 'group' && !from.breaksOutsideBrackets(value.child('value') ?? value) ? (value.child('value') ?? value) : value;
  const text = fitted(from.textOf(bare), bare, from.breaksOutsideBrackets(bare), use);
  checkInTemplate(module, use, text, from.quoted(value));
  return module.replacing(use, text);
}

function checkValue(module: PythonModule, value: Node): void {
  for (const node of value.walk())
    if (node.kind === 'walrus' || node.kind === 'yield')
      throw new RefusedRefactoring(`line ${module.lineOf(node)} does more than give a value: ${module.quoted(node)}.`);
}

function checkUses(variable: InlinedVariable, scope: PythonScope, uses: readonly Node[]): void {
  const { module, name, statement, value, isImmutable } = variable;
  const block = blockOf(statement);
  for (const use of uses) {
    const isDeferred = isLater(module, use, scope);
    if (!block.holds(use) || (!isDeferred && use.start < statement.end))
      throw new RefusedRefactoring(`line ${module.lineOf(use)} may be reached without line ${module.lineOf(statement)}.`);
    for (const free of freeNames(value, module.scopes))
      if (module.scopes.lookup(free.text, module.scopes.around(use)) !== module.scopes.boundIn(free))
        throw new RefusedRefactoring(`${free.text} means something else on line ${module.lineOf(use)}.`);
  }
  if (isConstant(value)) return;
  const effect = effectOf(value, module.scopes);
  if (effect === 'acts') {
    checkOnce(variable, scope, uses);
    return;
  }
  checkFailure(variable, uses);
  const later = uses.find((use) => isLater(module, use, scope));
  const isOwn = isMade(module, value) && !(isPlain(value) && uses.every((use) => onlyLooksAt(module, use)));
  if (later !== undefined && (effect !== 'nothing' || isOwn || changes(module, value)))
    throw new RefusedRefactoring(`line ${module.lineOf(later)} uses it later, when its value may be another.`);
  const repeated = uses.find((use) => onlySometimes(use, statementOf(use))?.includes('each'));
  if (isOwn && !isImmutable && (uses.length > 1 || repeated !== undefined || inLoop(uses, block)))
    throw new RefusedRefactoring(
      `${module.quoted(value)} would be made anew at each use of ${name.text}, and whoever changes one would not change the others.`,
    );
  const last = uses.filter((use) => !isLater(module, use, scope)).at(-1);
  if (last === undefined) return;
  const end = block.children.findIndex((child) => child.holds(last));
  const disturbed = disturbance(module, value, block.children.slice(block.children.indexOf(statement) + 1, end + 1), last);
  if (disturbed !== undefined)
    throw new RefusedRefactoring(`line ${module.lineOf(disturbed)} may change the value of ${module.quoted(value)} before it is used.`);
}

// What may fail must fail where nobody but those around it so far is ready for that, and must not be left out.
function checkFailure({ module, statement, value }: InlinedVariable, uses: readonly Node[]): void {
  const failing = [...value.walk()].find((node) => mayFail(module, node));
  if (failing === undefined) return;
  const block = blockOf(statement);
  for (const use of uses) {
    const tried = [...use.upwards()].find(({ kind, parent }) => kind === 'block' && parent?.kind === 'try');
    if (tried !== undefined && !tried.holds(statement) && block.holds(tried))
      throw new RefusedRefactoring(`line ${module.lineOf(use)} is tried, so what ${module.quoted(failing)} raises would be caught there.`);
  }
  const isCertain = uses.some((use) => block.holds(use) && statementOf(use).parent === block && onlySometimes(use, statementOf(use)) === undefined);
  if (failing.kind === 'call' && !isCertain && uses.length > 0)
    throw new RefusedRefactoring(`${module.quoted(failing)} may fail, and would be evaluated only on some ways (line ${module.lineOf(uses[0] ?? value)}).`);
}

// Of what only looks.
function mayFail(module: PythonModule, node: Node): boolean {
  if (effectOf(node, module.scopes) === 'nothing') return false;
  if (node.kind === 'subscript') return true;
  const callee = node.kind === 'call' ? node.child('callee') : undefined;
  return callee !== undefined && (callee.kind === 'attribute' ? FAILING_METHODS : FAILING_FUNCTIONS).test(callee.text);
}

const FAILING_FUNCTIONS = /^(?:int|float|ord|chr|round|match|fullmatch|search|compile|findall|split)$/;
const FAILING_METHODS =
  /^(?:encode|decode|r?index|format|format_map|join|group|start|end|span|match|fullmatch|search|compile|findall|r?split|r?partition|to_bytes|sqrt|log\w*|pow|exp|factorial)$/;

// What is done must be done once, at the same time.
function checkOnce({ module, name, statement, value }: InlinedVariable, scope: PythonScope, uses: readonly Node[]): void {
  const [use, second] = uses;
  if (use === undefined) return;
  if (second !== undefined)
    throw new RefusedRefactoring(`${module.quoted(value)} would be done ${uses.length} times (lines ${uses.map((one) => module.lineOf(one)).join(', ')}).`);
  const block = blockOf(statement);
  const user = statementOf(use);
  const between = block.children.slice(block.children.indexOf(statement) + 1, block.children.indexOf(user));
  if (isLater(module, use, scope) || user.parent !== block)
    throw new RefusedRefactoring(`line ${module.lineOf(use)} is not reached exactly once after line ${module.lineOf(statement)}.`);
  const [other] = between.filter(({ kind }) => kind !== 'pass');
  if (other !== undefined) throw new RefusedRefactoring(`line ${module.lineOf(other)} comes between ${name.text} and its use, and the order may matter.`);
  const sometimes = onlySometimes(use, user);
  if (sometimes !== undefined) throw new RefusedRefactoring(`line ${module.lineOf(use)}: ${sometimes}.`);
  for (const passed of evaluatedBefore(use, user))
    if (!mayPass('acts', effectOf(passed, module.scopes)))
      throw new RefusedRefactoring(`line ${module.lineOf(passed)} evaluates ${module.quoted(passed)} before it, and the order may matter.`);
}

// In a function or lambda that is called when it likes.
function isLater(module: PythonModule, use: Node, scope: PythonScope): boolean {
  for (let around: PythonScope | undefined = module.scopes.around(use); around !== undefined && around !== scope; around = around.outer)
    if (around.kind === 'function' || around.kind === 'lambda') return true;
  return false;
}

// Some name in it is given a value more than once.
function changes(module: PythonModule, value: Node): boolean {
  return freeNames(value, module.scopes).some((free) => {
    const scope = module.scopes.boundIn(free);
    return scope !== undefined && module.scopes.bindings(free.text, scope).length > 1;
  });
}

// Evaluating it twice gives two things, not the same one twice.
function isMade(module: PythonModule, value: Node): boolean {
  const known = module.scopes.known(value);
  if (known !== undefined) return known.isMade || value.children.slice(1).some((part) => isMade(module, part));
  if (['group', 'and', 'or', 'conditional', 'keyword', 'slice'].includes(value.kind)) return value.children.some((part) => isMade(module, part));
  return !['name', 'attribute', 'subscript', 'number', 'string', 'constant', 'not', 'comparison', 'template'].includes(value.kind) && !isConstant(value);
}

// A list, set or dictionary of which every element is there already, so that a second one has the same.
function isPlain(value: Node): boolean {
  const isThere = (node: Node): boolean =>
    node.kind === 'name' || isConstant(node) || (['tuple', 'pair', 'group'].includes(node.kind) && node.children.every(isThere));
  return ['list', 'set', 'tuple', 'dictionary'].includes(value.kind) && value.children.every(isThere);
}

// Whoever uses it there neither keeps nor changes it.
function onlyLooksAt(module: PythonModule, use: Node): boolean {
  const { parent, role } = use;
  if (parent?.kind === 'subscript')
    return role === 'object' && parent.role !== 'target' && parent.parent?.kind !== 'delete' && parent.parent?.kind !== 'update';
  if (parent?.kind === 'for' || parent?.kind === 'clause') return role === 'iterable';
  if (parent?.kind === 'comparison') {
    const [left, right, third] = parent.children;
    return right === use && third === undefined && /^\s*(?:not\s+)?in\s*$/.test(module.text.slice(left?.end, right.start));
  }
  if (parent?.kind === 'call') return parent.child('callee')?.kind === 'name' && parent.child('callee')?.text === 'len';
  return (
    parent?.kind === 'attribute' &&
    parent.role === 'callee' &&
    ['get', 'keys', 'values', 'items', 'index', 'count', 'copy', 'isdisjoint', 'issubset', 'issuperset'].includes(parent.text)
  );
}

function inLoop(uses: readonly Node[], block: Node): boolean {
  return uses.some((use) => {
    for (const around of use.upwards()) {
      if (around === block) return false;
      if (around.kind === 'for' || around.kind === 'while') return true;
    }
    return false;
  });
}
