// What code that becomes a function must be given, and what it must give back.
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import { effectOf } from '../inline/effects.ts';
import { assigns, hasValueAt, loopsAround } from '../inline/flow.ts';
import { checkInterruptions } from '../inline/interruptions.ts';
import type { PythonModule } from './pythonModule.ts';
import { type PythonScope, reads, writes } from './scopes.ts';
import type { SelectedCode } from './selection.ts';
import type { Node } from './syntax.ts';

export interface Input {
  readonly name: string;
  // Where the function around has one that means the same everywhere in the module.
  readonly annotation: Node | undefined;
}

export interface SelectionVariables {
  readonly inputs: readonly Input[];
  readonly results: readonly string[];
  // Written through to the module.
  readonly globals: readonly string[];
}

// One variable of the code around the selection.
interface Variable {
  readonly name: string;
  readonly scope: PythonScope;
  readonly inside: readonly Node[];
  readonly outside: readonly Node[];
}

export function variablesOf(module: PythonModule, selection: SelectedCode, owner: PythonScope, receiver: string | undefined): SelectionVariables {
  const found = new Map<string, Variable>();
  const globals = new Set<string>();
  for (const name of namesIn(selection)) {
    const scope = module.scopes.boundIn(name);
    if (scope === undefined || selection.nodes.some((node) => node.holds(scope.node))) continue;
    if (scope === module.scopes.module && owner !== scope) {
      if (writes(name)) globals.add(name.text);
      continue;
    }
    const all = module.scopes.occurrences(name.text, scope);
    const inside = all.filter((one) => isInside(selection, one));
    if (scope === module.scopes.module && !inside.some(writes)) continue;
    // What an expression gives a value to, and nobody else uses, goes with it.
    if (selection.isExpression && inside.length === all.length) continue;
    found.set(name.text, { name: name.text, scope, inside, outside: all.filter((one) => !isInside(selection, one)) });
  }
  const inputs: Input[] = [];
  const results: string[] = [];
  for (const variable of found.values()) {
    const isReceiver = variable.name === receiver && variable.scope === owner;
    checkVariable(module, selection, variable, owner);
    checkInterruptions(module, selection, variable);
    const isShared = variable.scope !== owner && variable.inside.some(writes);
    const isResult = isShared || isUsedLater(selection, variable);
    const isCertain = isResult && selection.nodes.some((statement) => assigns(statement, variable.name));
    const isInput = variable.inside.some((one) => reads(one) && !hasValueAt(one, variable.name, selection.start)) || (isResult && !isCertain);
    if (isInput && !isReceiver) {
      checkInput(module, selection, variable);
      inputs.push({ name: variable.name, annotation: annotationOf(module, variable) });
    }
    if (isResult) results.push(variable.name);
  }
  return { inputs, results, globals: [...globals] };
}

function namesIn(selection: SelectedCode): readonly Node[] {
  return selection.nodes.flatMap((node) => [...node.walk()].filter(({ kind }) => kind === 'name'));
}

function isInside({ start, end }: SelectedCode, node: Node): boolean {
  return start <= node.start && node.end <= end;
}

function checkVariable(module: PythonModule, selection: SelectedCode, { name, scope, inside, outside }: Variable, owner: PythonScope): void {
  const written = inside.find(writes);
  const deleted = inside.find(({ access }) => access === 'delete');
  if (deleted !== undefined) throw new RefusedRefactoring(`line ${module.lineOf(deleted)} deletes ${name}.`);
  const isOuter = scope !== owner;
  // A variable of the function around is given its value when the call is through; until then nobody may ask for it.
  const asking = isOuter && written !== undefined ? selection.nodes.find((node) => effectsIn(module, node)) : undefined;
  if (asking !== undefined)
    throw new RefusedRefactoring(
      `line ${module.lineOf(written ?? asking)} gives a value to ${name} of the function around, which line ${module.lineOf(asking)} may use.`,
    );
  const captured = outside.find((node) => node.access !== 'declare' && deferringScope(module, node, isOuter ? owner : scope) !== undefined);
  if (!isOuter && written !== undefined && captured !== undefined)
    throw new RefusedRefactoring(`${name} gets a value on line ${module.lineOf(written)} and is also used by what line ${module.lineOf(captured)} defines.`);
  const capturing = inside.find((node) => deferringScope(module, node, scope) !== undefined);
  const changed = outside.find((node) => writes(node) && (node.start > selection.start || loopsAround(selection.first).some((loop) => loop.holds(node))));
  if (capturing !== undefined && changed !== undefined && scope !== module.scopes.module)
    throw new RefusedRefactoring(`line ${module.lineOf(capturing)} keeps ${name} for later, and line ${module.lineOf(changed)} gives it another value.`);
}

function effectsIn(module: PythonModule, statement: Node): boolean {
  return [...statement.walk()].some((node) => ['call', 'await', 'yield'].includes(node.kind) && effectOf(node, module.scopes) === 'acts');
}

// The function or lambda between a use of a variable and the scope that it belongs to.
function deferringScope(module: PythonModule, node: Node, scope: PythonScope): PythonScope | undefined {
  for (let around: PythonScope | undefined = module.scopes.around(node); around !== undefined && around !== scope; around = around.outer)
    if (around.kind === 'function' || around.kind === 'lambda') return around;
  return undefined;
}

function isUsedLater(selection: SelectedCode, { name, inside, outside }: Variable): boolean {
  if (!inside.some(writes)) return false;
  const later = outside.filter(reads);
  if (later.some((node) => node.start >= selection.end && !hasValueAt(node, name, selection.end))) return true;
  return loopsAround(selection.first).some((loop) => {
    const from = loop.start;
    const again = later.filter((node) => loop.holds(node) && node.start < selection.start && (node.parent !== loop || node.role === 'condition'));
    const isCarried = inside.some((node) => reads(node) && !hasValueAt(node, name, from));
    return isCarried || again.some((node) => node.role === 'condition' || !hasValueAt(node, name, from));
  });
}

function checkInput(module: PythonModule, selection: SelectedCode, { name, scope, outside }: Variable): void {
  const isParameter = outside.some((node) => node.access === 'parameter');
  if (isParameter || scope.kind === 'comprehension' || scope.kind === 'lambda' || hasValueAt(selection.first, name, 0)) return;
  // A variable of the function around has its value before the inner one is defined.
  const inner = [...selection.first.upwards()].find((node) => node.kind === 'function' && module.scopes.around(node) === scope);
  if (inner !== undefined && hasValueAt(inner, name, 0)) return;
  throw new RefusedRefactoring(`${name} may have no value yet on line ${module.lineOf(selection.first)}, where it would be passed.`);
}

// Of a parameter that nobody gives another value, as far as the names in it mean the same everywhere in the module.
function annotationOf(module: PythonModule, { outside, inside }: Variable): Node | undefined {
  const [parameter, ...others] = outside.filter(({ access }) => access !== 'read');
  if (parameter?.access !== 'parameter' || others.length > 0 || inside.some(writes)) return undefined;
  const node = parameter.parent;
  const annotation = node?.child('annotation');
  if (annotation === undefined || node?.text !== '') return undefined;
  const isModules = [...annotation.walk()].every((below) => below.kind !== 'name' || [undefined, module.scopes.module].includes(module.scopes.boundIn(below)));
  return isModules && !/[\r\n]/.test(module.textOf(annotation)) ? annotation : undefined;
}
