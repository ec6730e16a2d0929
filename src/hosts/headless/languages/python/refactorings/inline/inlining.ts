// Inlines a Python variable or function everywhere: in its own module by our scopes, in others by what the engine knows of it.
import type { Refactored, Refactoring } from '../../../../../../ide/refactorings.ts';
import type { Location } from '../../../../../../ide/text.ts';
import type { FileOperation } from '../../../../../../ide/workspaceEdit.ts';
import { hoverOf } from '../../../engine/answers.ts';
import type { EngineSession } from '../../../engine/engineSession.ts';
import type { Building } from '../../../engine/language/building.ts';
import { RefusedRefactoring, unusedRefusal } from '../../../refactorings/refused.ts';
import { functionScope } from '../extract/extractVariable.ts';
import { type Imported, importsOf } from '../move/imports.ts';
import { fileName } from '../move/moduleNames.ts';
import { groupedAliases } from '../move/moveTarget.ts';
import { withoutAliases, withoutStatement } from '../move/removal.ts';
import type { OffsetEdit, PythonModule } from '../syntax/pythonModule.ts';
import { declarationOf, moduleOf } from '../syntax/sources.ts';
import { blockOf, type Node, statementOf } from '../syntax/syntax.ts';
import { evaluatedBefore, isConstant } from './effects.ts';
import { type InlinedFunction, inlinableFunction, inlinedCall } from './inlineFunction.ts';
import { checkMethod, receiverOf } from './inlineMethod.ts';
import { inlinedStatements } from './inlineStatements.ts';
import { inlined as inlinedValue, inlineVariable } from './inlineVariable.ts';
import { immutableType, learnAttributes, learnCalls } from './knownCalls.ts';

export async function inlined(
  session: EngineSession,
  wanted: Extract<Refactoring, { kind: 'inline' }>,
  { uses, gap, signal }: Pick<Building, 'uses' | 'gap' | 'signal'>,
): Promise<Refactored> {
  const declared = await declarationOf(session, wanted, signal);
  const module = await moduleOf(session, declared.uri, signal);
  const name = module.nameAt(module.snapshot.offsetAt(declared.range.start));
  if (name === undefined) throw new RefusedRefactoring('what is declared there is no variable or function.');
  const scope = module.scopes.boundIn(name);
  const bindings = scope === undefined ? [] : module.scopes.bindings(name.text, scope);
  const statement = name.parent;
  const where = `line ${module.lineOf(name)}`;
  const isMethod = scope?.kind === 'class' && statement?.kind === 'function' && name.role === 'name';
  if (scope?.kind === 'class' && !isMethod) throw new RefusedRefactoring(`${where}: ${name.text} is a member of a class.`);
  const [, second] = bindings;
  if (second !== undefined)
    throw new RefusedRefactoring(`${name.text} is given a value on several lines: ${bindings.map((one) => module.lineOf(one)).join(', ')}.`);
  const others = await elsewhere(session, module, uses, signal);
  if (isMethod) await checkMethod(session, module, statement, signal);
  else checkUnlisted(module, name, uses);
  const edits = new Map<PythonModule, readonly OffsetEdit[]>();
  if (statement?.kind === 'function' && name.role === 'name')
    await learnAround(session, module, statement, [[module, usesIn(module, uses)], ...others], signal);
  if (isMethod) inlineMethod(module, statement, usesIn(module, uses), others, edits);
  else if (statement?.kind === 'function' && name.role === 'name') inlineFunction(module, statement, name, others, edits);
  else if (statement?.kind === 'assign' && name.role === 'target' && statement.all('target').length === 1) {
    const value = statement.child('value');
    if (value === undefined) throw new RefusedRefactoring(`${where} gives ${name.text} no value.`);
    const hover = hoverOf(await session.request('textDocument/hover', { textDocument: { uri: declared.uri }, position: declared.range.start }, signal));
    const isImmutable = immutableType(hover?.signature) !== undefined;
    await learnCalls(session, module, [value, ...followers(statement)], signal);
    await learnAttributes(session, module, value, signal);
    edits.set(module, inlineVariable({ module, name, statement, value, isImmutable }));
    if (others.size > 0 && !isConstant(value))
      throw new RefusedRefactoring(`${fileName([...others.keys()][0]?.snapshot.uri ?? '')} uses it too, and ${module.quoted(value)} is no constant.`);
    for (const [other, nodes] of others)
      edits.set(
        other,
        inOther(other, nodes, (use) => inlinedValue(module, value, other, use)),
      );
  } else throw new RefusedRefactoring(`${where}: ${name.text} is neither a function nor a variable with a value of its own.`);
  if (others.size === 0 && (edits.get(module) ?? []).length < 2) throw unusedRefusal(name.text, gap);
  const operations = [...edits].map(
    ([one, own]): FileOperation => ({ kind: 'edit', uri: one.snapshot.uri, edits: own.map((edit) => one.textEdit(edit)), basis: one.text }),
  );
  return { edit: { operations }, notes: [] };
}

// What a function does, what it is given, and what is evaluated before its calls.
async function learnAround(
  session: EngineSession,
  module: PythonModule,
  node: Node,
  uses: readonly (readonly [PythonModule, readonly Node[]])[],
  signal: AbortSignal,
): Promise<void> {
  await learnCalls(session, module, node.all('body'), signal);
  for (const [other, nodes] of uses) {
    const calls = nodes.flatMap(({ parent }) => (parent?.kind === 'call' ? [parent] : []));
    const parts = calls.flatMap((call) => [...call.children.slice(1), ...evaluatedBefore(call, statementOf(call))]);
    await learnCalls(session, other, parts, signal);
  }
}

// What is run between a variable and its uses.
function followers(statement: Node): readonly Node[] {
  const siblings = blockOf(statement).children;
  return siblings.slice(siblings.indexOf(statement) + 1);
}

function inlineFunction(
  module: PythonModule,
  node: Node,
  name: Node,
  others: ReadonlyMap<PythonModule, readonly Node[]>,
  edits: Map<PythonModule, readonly OffsetEdit[]>,
): void {
  const made = inlinableFunction(module, node);
  const scope = module.scopes.boundIn(name) ?? module.scopes.module;
  const own = module.scopes.occurrences(name.text, scope).filter((use) => use !== name && use.access !== 'declare');
  const recursive = own.find((use) => node.holds(use));
  if (recursive !== undefined) throw new RefusedRefactoring(`line ${module.lineOf(recursive)}: ${name.text} calls itself.`);
  edits.set(module, [withoutStatement(module, node), ...callEdits(made, module, own)]);
  for (const [other, nodes] of others) {
    const aliases = aliasesAmong(other, nodes);
    const used = nodes.filter((use) => !aliases.some(({ alias }) => alias.holds(use)));
    edits.set(other, [...withoutImports(other, aliases), ...callEdits(made, other, used)]);
  }
}

// Uses in its own file are members of something too, and only the engine knows of what.
function inlineMethod(
  module: PythonModule,
  node: Node,
  own: readonly Node[],
  others: ReadonlyMap<PythonModule, readonly Node[]>,
  edits: Map<PythonModule, readonly OffsetEdit[]>,
): void {
  const made = inlinableFunction(module, node, receiverOf(module, node));
  const uses = own.filter((use) => use.parent !== node);
  const recursive = uses.find((use) => node.holds(use));
  if (recursive !== undefined) throw new RefusedRefactoring(`line ${module.lineOf(recursive)}: ${made.name} calls itself.`);
  edits.set(module, [withoutStatement(module, node), ...callEdits(made, module, uses)]);
  for (const [other, nodes] of others) edits.set(other, callEdits(made, other, nodes));
}

function callEdits(made: InlinedFunction, module: PythonModule, uses: readonly Node[]): readonly OffsetEdit[] {
  const calls = new Set(
    uses.map((use) => {
      const call = use.parent;
      if (use.role !== 'callee' || call?.kind !== 'call')
        throw new RefusedRefactoring(`line ${module.lineOf(use)} of ${fileName(module.snapshot.uri)} uses ${made.name} without calling it.`);
      return call;
    }),
  );
  const isCallOfIt = (node: Node) => calls.has(node);
  const isInner = (call: Node) => [...call.upwards()].some((around) => around !== call && calls.has(around));
  const ownerOf = (call: Node) => functionScope(module.scopes.around(call));
  return [...calls]
    .filter((call) => !isInner(call))
    .flatMap((call) => {
      const inPlace = orRefused(() => [module.replacing(call, inlinedCall(made, module, call, isCallOfIt))]);
      if (!(inPlace instanceof RefusedRefactoring)) return inPlace;
      const holdsCalls = [...call.walk()].some((below) => below !== call && isCallOfIt(below));
      if (holdsCalls) throw new RefusedRefactoring(`line ${module.lineOf(call)} calls ${made.name} in an argument of it: ${inPlace.message}`);
      const isRepeated = [...calls].some((other) => other !== call && ownerOf(other) === ownerOf(call));
      const asStatements = orRefused(() => inlinedStatements(made, module, call, isRepeated));
      if (!(asStatements instanceof RefusedRefactoring)) return asStatements;
      // What is one expression is first of all expected to be one.
      throw made.value === undefined ? asStatements : inPlace;
    });
}

function orRefused<Value>(make: () => Value): Value | RefusedRefactoring {
  try {
    return make();
  } catch (error) {
    if (error instanceof RefusedRefactoring) return error;
    throw error;
  }
}

function inOther(module: PythonModule, nodes: readonly Node[], replace: (use: Node) => OffsetEdit): readonly OffsetEdit[] {
  const aliases = aliasesAmong(module, nodes);
  return [...withoutImports(module, aliases), ...nodes.filter((use) => !aliases.some(({ alias }) => alias.holds(use))).map(replace)];
}

function aliasesAmong(module: PythonModule, nodes: readonly Node[]): readonly Imported[] {
  return importsOf(module).filter(({ alias }) => nodes.some((node) => alias.holds(node)));
}

function withoutImports(module: PythonModule, imported: readonly Imported[]): readonly OffsetEdit[] {
  return groupedAliases(imported).flatMap(([statement, aliases]) => withoutAliases(module, statement, aliases));
}

// The uses in other files, each as the node that goes.
async function elsewhere(
  session: EngineSession,
  own: PythonModule,
  uses: readonly Location[],
  signal: AbortSignal,
): Promise<ReadonlyMap<PythonModule, readonly Node[]>> {
  const found = new Map<PythonModule, Node[]>();
  for (const uri of new Set(uses.map((use) => use.uri))) {
    if (uri === own.snapshot.uri) continue;
    const module = await moduleOf(session, uri, signal);
    found.set(module, usesIn(module, uses));
  }
  return found;
}

function usesIn(module: PythonModule, uses: readonly Location[]): Node[] {
  const own = uses.filter(({ uri }) => uri === module.snapshot.uri);
  return [...new Set(own.map(({ range }) => useAt(module, module.snapshot.offsetAt(range.start))))];
}

// `total`, `cart.total`, or the name in an import.
function useAt(module: PythonModule, offset: number): Node {
  let found: Node | undefined;
  for (const node of module.root.walk()) {
    const isUse =
      (node.kind === 'name' && node.start === offset) ||
      (node.kind === 'attribute' && node.end - node.text.length === offset) ||
      (node.kind === 'alias' && node.start === offset);
    if (isUse) found = node;
  }
  if (found === undefined) throw new RefusedRefactoring(`line ${module.lineOf({ start: offset })} of ${fileName(module.snapshot.uri)} names it in a string.`);
  return found;
}

// Uses in its own file that our scopes do not know: names in strings, such as in __all__.
function checkUnlisted(module: PythonModule, name: Node, uses: readonly Location[]): void {
  const scope = module.scopes.boundIn(name) ?? module.scopes.module;
  const known = new Set(module.scopes.occurrences(name.text, scope).map(({ start }) => start));
  for (const { uri, range } of uses) {
    const start = module.snapshot.offsetAt(range.start);
    if (uri === module.snapshot.uri && !known.has(start))
      throw new RefusedRefactoring(`line ${module.lineOf({ start })} names it in another way than by its name in the code.`);
  }
}
