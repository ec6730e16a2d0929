// A function of several statements goes into the block of its call: arguments become variables where they must, and its names give way to those around.
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import { functionScope } from '../extract/extractVariable.ts';
import { bodyLines, type Destination, hasReturn, textWith } from '../syntax/bodyText.ts';
import { checkInTemplate, fitted } from '../syntax/parentheses.ts';
import type { OffsetEdit, PythonModule } from '../syntax/pythonModule.ts';
import { binds, type PythonScope } from '../syntax/scopes.ts';
import { type Node, statementOf } from '../syntax/syntax.ts';
import { effectOf, evaluatedBefore, freeNames, isConstant, mayPass, onlySometimes } from './effects.ts';
import { loopsAround, runWith } from './flow.ts';
import { type Argument, argumentsOf, checkMeaning, type InlinedFunction, usesOf } from './inlineFunction.ts';

interface CallSite {
  readonly module: PythonModule;
  // The call, or the `await` around it.
  readonly call: Node;
  readonly statement: Node;
  readonly indent: string;
  readonly owner: PythonScope;
}

// What stands at a call afterwards. `isRepeated` says that other calls go into the same function.
export function inlinedStatements(made: InlinedFunction, module: PythonModule, call: Node, isRepeated: boolean): readonly OffsetEdit[] {
  checkBody(made);
  const site = siteOf(made, module, call);
  const globals = globalLines(made, site);
  for (const statement of made.body) checkMeaning(made, statement, module, call);
  const given = argumentsOf(made, module, call, () => false);
  const target = targetOf(site);
  const isStraight = !made.body.slice(0, -1).some(hasReturn) && (made.body.at(-1)?.kind === 'return' || !made.body.some(hasReturn));
  const last = made.body.at(-1);
  const value = last?.kind === 'return' ? last.child('value') : undefined;
  checkKept(made, site, isRepeated);
  const names = new NewNames(made, site);
  // `total = sum_of(prices)` takes the variable that the function returns.
  const taken = isStraight && target !== undefined && value?.kind === 'name' ? takenResult(made, site, value, target, given) : undefined;
  if (taken !== undefined && target !== undefined) names.set(taken, target.text);
  const bound = given.map((argument) => ({ argument, isDirect: isDirect(made, argument, site) }));
  const setup = bound.flatMap(({ argument, isDirect: direct }) => (direct ? [] : [setupLine(made, argument, names, site)])).flat();
  const edits = [
    ...bound.flatMap(({ argument, isDirect: direct }) => (direct ? directEdits(made, argument) : [])),
    ...names.edits(bound.filter(({ isDirect: direct }) => direct).map(({ argument }) => argument.parameter.child('name')?.text ?? '')),
  ];
  const emit = (destination: Destination, statements: readonly Node[]) => [
    ...globals,
    ...setup,
    ...bodyLines({ module: made.module, edits, destination }, statements, site.indent),
  ];
  if (site.statement.kind === 'return' && site.statement.child('value') === site.call) return [replaced(site, emit({ kind: 'return' }, made.body))];
  if (site.statement.kind === 'evaluation' && site.statement.child('value') === site.call) return [replaced(site, emit({ kind: 'nowhere' }, made.body))];
  if (isStraight && taken !== undefined) return [replaced(site, emit({ kind: 'nowhere' }, made.body.slice(0, -1)))];
  if (target !== undefined) return [replaced(site, emit({ kind: 'variable', name: target.text }, made.body))];
  if (isStraight && value !== undefined) return [...before(site, emit({ kind: 'nowhere' }, made.body.slice(0, -1))), inPlace(made, site, value, edits)];
  const result = names.fresh('result');
  return [...before(site, emit({ kind: 'variable', name: result }, made.body)), module.replacing(site.call, result)];
}

function checkBody({ module, body, name }: InlinedFunction): void {
  for (const below of body.flatMap((statement) => [...runWith(statement)])) {
    const where = `line ${module.lineOf(below)}`;
    if (below.kind === 'yield') throw new RefusedRefactoring(`${where}: ${name} is a generator.`);
    if (below.kind === 'nonlocal' || (below.kind === 'global' && !body.includes(below))) throw new RefusedRefactoring(`${where} declares names ${below.kind}.`);
    if (below.kind === 'importFrom' && below.children.some(({ text }) => text === '*')) throw new RefusedRefactoring(`${where} imports every name.`);
    if (below.kind === 'name' && below.access === 'delete') throw new RefusedRefactoring(`${where} deletes ${below.text}.`);
  }
}

// Names that the function calls global are so in the module anyway, and in another function if that says so.
function globalLines({ module: own, body, name }: InlinedFunction, { module, owner, indent, statement }: CallSite): readonly string[] {
  const names = body.filter(({ kind }) => kind === 'global').flatMap(({ children }) => children.map(({ text }) => text));
  if (names.length > 0 && module !== own) throw new RefusedRefactoring(`${name} gives values to names of its module.`);
  if (owner.kind === 'module') return [];
  const fresh = names.filter((one) => owner.declared.get(one) !== 'global');
  const used = fresh.find((one) => owner.names.has(one));
  if (used !== undefined)
    throw new RefusedRefactoring(`line ${module.lineOf(statement)} stands in a function that uses ${used}, which ${name} declares global.`);
  return fresh.length === 0 ? [] : [`${indent}global ${fresh.join(', ')}`];
}

function siteOf(made: InlinedFunction, module: PythonModule, call: Node): CallSite {
  const place = made.isAsync && call.parent?.kind === 'await' ? call.parent : call;
  const where = `line ${module.lineOf(call)} of ${fileOf(module)}`;
  if (made.isAsync && place === call) throw new RefusedRefactoring(`${where} does not await ${made.name} there.`);
  const statement = statementOf(call);
  const indent = module.indentOf(statement);
  const owner = functionScope(module.scopes.around(call));
  if (indent === undefined || isSharedLine(module, statement)) throw new RefusedRefactoring(`${where} shares its line with another statement.`);
  if (owner.kind === 'class') throw new RefusedRefactoring(`${where} stands in the body of a class.`);
  const sometimes = onlySometimes(place, statement);
  if (sometimes !== undefined) throw new RefusedRefactoring(`${where}: ${sometimes}.`);
  for (const passed of evaluatedBefore(place, statement))
    if (!mayPass('acts', effectOf(passed, module.scopes)))
      throw new RefusedRefactoring(`${where} evaluates ${module.quoted(passed)} before ${made.name}, and the order may matter.`);
  // `total += price()` reads total before the call.
  if (statement.kind === 'update' && statement.child('target')?.kind !== 'name')
    throw new RefusedRefactoring(`${where} reads its target before ${made.name} is called.`);
  return { module, call: place, statement, indent, owner };
}

function isSharedLine(module: PythonModule, statement: Node): boolean {
  const siblings = statement.parent?.children ?? [];
  const next = siblings[siblings.indexOf(statement) + 1];
  return statement.parent?.text === 'inline' || (next !== undefined && module.lineOf(next) === module.lineOf({ start: statement.end }));
}

// The variable of the caller that is given the result, and nothing else.
function targetOf({ statement, call }: CallSite): Node | undefined {
  if (statement.kind !== 'assign' || statement.text !== '=' || statement.child('value') !== call) return undefined;
  const [target, ...others] = statement.all('target');
  return target?.kind === 'name' && others.length === 0 ? target : undefined;
}

// What the function keeps for later, in a lambda or a generator, must not be given another value by the next call.
function checkKept(made: InlinedFunction, { module, call }: CallSite, isRepeated: boolean): void {
  const isAgain = isRepeated || loopsAround(call).length > 0;
  if (!isAgain) return;
  for (const name of made.body.flatMap((statement) => [...statement.walk()])) {
    if (name.kind !== 'name' || made.module.scopes.boundIn(name) !== made.scope) continue;
    const scope = made.module.scopes.around(name);
    const isLater = scope !== made.scope && !(scope.kind === 'comprehension' && (scope.node.text !== 'generator' || isConsumed(scope.node)));
    if (isLater)
      throw new RefusedRefactoring(
        `line ${made.module.lineOf(name)} keeps ${name.text} for later, and line ${module.lineOf(call)} would give it another value.`,
      );
  }
}

const CONSUMERS = new Set(['sum', 'any', 'all', 'list', 'tuple', 'set', 'dict', 'sorted', 'min', 'max', 'frozenset', 'join', 'len', 'Counter']);

function isConsumed(generator: Node): boolean {
  const call = generator.parent;
  const callee = call?.kind === 'call' ? call.child('callee') : undefined;
  return callee !== undefined && CONSUMERS.has(callee.text);
}

// The local variable that is returned, if it can be the caller's from the beginning.
function takenResult(made: InlinedFunction, site: CallSite, value: Node, target: Node, given: readonly Argument[]): string | undefined {
  const isLocal = made.module.scopes.boundIn(value) === made.scope && !made.parameters.some((parameter) => parameter.child('name')?.text === value.text);
  const isRead = given.some(({ node }) => [...node.walk()].some(({ text }) => text === target.text));
  const isTried = [...site.statement.upwards()].some(({ kind }) => kind === 'try' || kind === 'with');
  const isOwn = site.module.scopes.boundIn(target) === site.owner;
  const isNamed = value.text !== target.text && namesIn(made.node).has(target.text);
  const isCaptured = site.module.scopes.occurrences(target.text, site.owner).some((one) => functionScope(site.module.scopes.around(one)) !== site.owner);
  return isLocal && !isRead && !isTried && isOwn && !isNamed && !isCaptured ? value.text : undefined;
}

// Whether the argument itself can stand wherever the parameter does.
function isDirect(made: InlinedFunction, { parameter, node, module, text }: Argument, site: CallSite): boolean {
  const name = parameter.child('name')?.text ?? '';
  if (parameter.text !== '' || text !== module.textOf(node)) return false;
  const all = made.module.scopes.occurrences(name, made.scope).filter((one) => one.access !== 'parameter');
  if (all.some(binds)) return false;
  const effect = effectOf(node, module.scopes);
  if (all.length === 0) return effect !== 'acts';
  if (isConstant(node)) return true;
  if (effect !== 'nothing' || all.some((use) => functionScope(made.module.scopes.around(use)) !== made.scope)) return false;
  const isInner = (use: Node) => made.module.scopes.around(use) !== made.scope;
  if (all.some(isInner) && isShadowed(made, node, module)) return false;
  // A name of the caller that the body gives no value to; anything else is evaluated where it stands.
  if (node.kind === 'name')
    return (
      module.scopes.boundIn(node)?.kind !== 'module' || site.owner.kind !== 'module' || module.scopes.bindings(node.text, module.scopes.module).length === 1
    );
  const [use, second] = all;
  return use !== undefined && second === undefined && !isInner(use) && loopsAround(use).length === 0 && onlySometimes(use, statementOf(use)) === undefined;
}

function isShadowed(made: InlinedFunction, node: Node, module: PythonModule): boolean {
  const free = new Set(freeNames(node, module.scopes).map(({ text }) => text));
  return made.body.flatMap((statement) => [...statement.walk()]).some((below) => below.kind === 'name' && binds(below) && free.has(below.text));
}

function directEdits(made: InlinedFunction, argument: Argument): readonly OffsetEdit[] {
  return usesOf(made, argument.parameter).map((use) => {
    const text = fitted(argument.text, argument.node, argument.module.breaksOutsideBrackets(argument.node), use);
    checkInTemplate(made.module, use, text, argument.text);
    return made.module.replacing(use, text);
  });
}

function setupLine(made: InlinedFunction, argument: Argument, names: NewNames, { indent }: CallSite): readonly string[] {
  const name = argument.parameter.child('name')?.text ?? '';
  const isUsed = made.module.scopes.occurrences(name, made.scope).some((one) => one.access !== 'parameter');
  const text =
    argument.module.breaksOutsideBrackets(argument.node) || ['walrus', 'comprehension'].includes(argument.node.kind) ? `(${argument.text})` : argument.text;
  return [isUsed ? `${indent}${names.of(name)} = ${text}` : `${indent}${text}`];
}

function replaced({ module, statement, indent }: CallSite, lines: readonly string[]): OffsetEdit {
  const [first = 'pass', ...others] = lines.length === 0 ? ['pass'] : lines;
  return { start: statement.start, end: statement.end, text: [first.slice(first.startsWith(indent) ? indent.length : 0), ...others].join(module.lineBreak) };
}

function before({ module, statement, indent }: CallSite, lines: readonly string[]): readonly OffsetEdit[] {
  if (lines.length === 0) return [];
  const [first = '', ...others] = lines;
  return [{ start: statement.start, end: statement.start, text: [first.slice(indent.length), ...others, indent].join(module.lineBreak) }];
}

function inPlace(made: InlinedFunction, { module, call }: CallSite, value: Node, edits: readonly OffsetEdit[]): OffsetEdit {
  const text = textWith(made.module, value, edits);
  const single = edits.find(({ start, end }) => start === value.start && end === value.end);
  const fitting = single === undefined ? fitted(text, value, made.module.breaksOutsideBrackets(value), call) : `(${text})`;
  checkInTemplate(module, call, fitting, made.name);
  return module.replacing(call, single !== undefined && /^\w+$/.test(text) ? text : fitting);
}

// What the local variables of the function are called at the call: as they were, unless that name means something there.
class NewNames {
  readonly #made: InlinedFunction;
  readonly #taken: Set<string>;
  readonly #names = new Map<string, string>();

  constructor(made: InlinedFunction, site: CallSite) {
    this.#made = made;
    this.#taken = new Set(namesSeenIn(made, site));
  }

  set(name: string, other: string): void {
    this.#names.set(name, other);
  }

  of(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const chosen = this.#taken.has(name) ? this.fresh(name) : name;
    this.#names.set(name, chosen);
    return chosen;
  }

  fresh(name: string): string {
    const used = new Set([...this.#taken, ...namesIn(this.#made.node), ...this.#names.values()]);
    let chosen = used.has(name) ? `${name}_2` : name;
    for (let count = 3; used.has(chosen); count += 1) chosen = `${name}_${count}`;
    this.#taken.add(chosen);
    return chosen;
  }

  // Of every local variable but those that arguments stand for.
  edits(direct: readonly string[]): readonly OffsetEdit[] {
    const { module, scope, node } = this.#made;
    const locals = [...scope.names.keys()].filter((name) => !direct.includes(name) && module.scopes.lookup(name, scope) === scope);
    return locals.flatMap((name) =>
      module.scopes
        .occurrences(name, scope)
        .filter((one) => one.access !== 'parameter' && node.holds(one))
        .flatMap((one) => this.#renamed(one)),
    );
  }

  #renamed(one: Node): readonly OffsetEdit[] {
    const name = this.of(one.text);
    if (name === one.text) return [];
    const { module } = this.#made;
    if (one.access === 'import') throw new RefusedRefactoring(`line ${module.lineOf(one)} imports ${one.text}, which means something else at the call.`);
    if ([...one.upwards()].some(({ kind, text }) => kind === 'replacement' && text === '='))
      throw new RefusedRefactoring(`line ${module.lineOf(one)} prints ${one.text} as it is written.`);
    return [{ start: one.start, end: one.end, text: name }];
  }
}

// Names that mean something in the caller or further out, wherever in it they stand; not those of the function that goes.
function namesSeenIn(made: InlinedFunction, { module, owner }: CallSite): readonly string[] {
  const inside = module.scopes.all.filter(({ node }) => owner.node.holds(node) && !(module === made.module && made.node.holds(node)));
  return inside.flatMap((scope) =>
    [...scope.names.keys()].filter((name) => {
      const bound = module.scopes.lookup(name, scope);
      return bound === undefined || bound === owner || !owner.node.holds(bound.node);
    }),
  );
}

function namesIn(node: Node): Set<string> {
  return new Set([...node.walk()].filter(({ kind }) => kind === 'name').map(({ text }) => text));
}

function fileOf(module: PythonModule): string {
  return module.snapshot.uri.split('/').at(-1) ?? '';
}
