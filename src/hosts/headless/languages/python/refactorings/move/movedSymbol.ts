// A declaration that goes to another module, and what it needs there.
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import type { PythonModule } from '../syntax/pythonModule.ts';
import { writes } from '../syntax/scopes.ts';
import type { Node } from '../syntax/syntax.ts';
import { type Imported, importsOf } from './imports.ts';

export interface MovedSymbol {
  readonly module: PythonModule;
  readonly name: string;
  readonly statement: Node;
  // With the comments above it.
  readonly text: string;
  readonly hasAnnotations: boolean;
  // Imports of its module that it uses.
  readonly imported: readonly Imported[];
  // Other declarations of its module that it uses, each with a place where.
  readonly siblings: ReadonlyMap<string, Node>;
  // Places of its module outside of it that use it.
  readonly usesLeft: readonly Node[];
}

const OF_THE_MODULE = new Set(['__name__', '__file__', '__doc__', '__package__', '__spec__', '__path__', '__loader__', 'globals']);

export function movedSymbol(module: PythonModule, name: Node): MovedSymbol {
  const scope = module.scopes.module;
  const statement = name.parent;
  const where = `line ${module.lineOf(name)}`;
  const isDeclared =
    statement !== undefined && (name.role === 'name' ? ['function', 'class'].includes(statement.kind) : statement.kind === 'assign' && name.role === 'target');
  if (!isDeclared || module.scopes.boundIn(name) !== scope)
    throw new RefusedRefactoring(`${name.text} on ${where} is no function, class or variable of the module.`);
  if (statement.parent !== module.root) throw new RefusedRefactoring(`${name.text} on ${where} is declared only sometimes, inside of another statement.`);
  if (statement.all('target').length > 1) throw new RefusedRefactoring(`${where} gives several names their value at once.`);
  if (module.indentOf(statement) === undefined) throw new RefusedRefactoring(`${where} holds more than this declaration.`);
  const occurrences = module.scopes.occurrences(name.text, scope);
  const others = occurrences.filter((node) => node !== name && (writes(node) || node.access === 'declare'));
  const [other] = others;
  if (other !== undefined) throw new RefusedRefactoring(`${name.text} is given a value on line ${module.lineOf(other)} too.`);
  const start = module.withComments(statement);
  const end = statement.end + module.text.slice(statement.end).search(/[\r\n]|$/);
  if (!/^[ \t]*(?:#|$)/.test(module.text.slice(statement.end, end))) throw new RefusedRefactoring(`${where} holds more than this declaration.`);
  return {
    module,
    name: name.text,
    statement,
    text: module.text.slice(start, end),
    hasAnnotations: [...statement.walk()].some(({ role }) => role === 'annotation'),
    ...needsOf(module, statement, name.text),
    usesLeft: occurrences.filter((node) => !statement.holds(node)),
  };
}

function needsOf(module: PythonModule, statement: Node, own: string): Pick<MovedSymbol, 'imported' | 'siblings'> {
  const scope = module.scopes.module;
  const all = importsOf(module);
  const star = all.find(({ name, when }) => name === '*' && when !== 'called');
  const imported = new Set<Imported>();
  const siblings = new Map<string, Node>();
  for (const { text, node } of namesUsed(module, statement)) {
    if (text === own) continue;
    const where = `line ${module.lineOf(node)}`;
    if (OF_THE_MODULE.has(text)) throw new RefusedRefactoring(`${where} uses ${text}, which means the module that it stands in.`);
    const bindings = module.scopes.bindings(text, scope);
    if (bindings.length === 0) {
      if (star !== undefined && node.kind === 'name' && !isBuiltin(text))
        throw new RefusedRefactoring(`${where} uses ${text}, which may come from "${module.quoted(star.statement)}" (line ${module.lineOf(star.statement)}).`);
      continue;
    }
    if (node.kind === 'name' && writes(node)) throw new RefusedRefactoring(`${where} gives ${text} of the module another value.`);
    const sources = all.filter(({ alias }) => bindings.some((binding) => alias.holds(binding)));
    if (sources.length === 0) {
      if (bindings.length > 1)
        throw new RefusedRefactoring(
          `${where} uses ${text}, which is given a value on several lines (${bindings.map((one) => module.lineOf(one)).join(', ')}).`,
        );
      siblings.set(text, node);
    } else {
      const isPlain = sources.length === bindings.length && (sources.length === 1 || sources.every(({ name }) => name === undefined));
      const [odd] = sources.filter(({ when }) => when === 'tried' || when === 'called');
      if (!isPlain || odd !== undefined)
        throw new RefusedRefactoring(
          `${where} uses ${text}, which is imported only sometimes (line ${module.lineOf(odd?.statement ?? sources[0]?.statement ?? node)}).`,
        );
      for (const source of sources) imported.add(source);
    }
  }
  return { imported: [...imported], siblings };
}

// Names of the module that are read in the statement, also in annotations that are written as strings.
function namesUsed(module: PythonModule, statement: Node): readonly { readonly text: string; readonly node: Node }[] {
  return [...statement.walk()].flatMap((node) => {
    if (node.kind === 'name') {
      const scope = module.scopes.boundIn(node);
      return scope === undefined || scope === module.scopes.module ? [{ text: node.text, node }] : [];
    }
    if (node.kind !== 'string' || ![...node.upwards()].some(({ role }) => role === 'annotation')) return [];
    return [...node.text.matchAll(/(?<![\p{ID_Continue}.])[\p{ID_Start}_][\p{ID_Continue}]*/gu)].map(([text]) => ({ text, node }));
  });
}

// Those that are most used: with an import of everything in the file nobody knows of the others.
const BUILTINS = new Set(
  'abs all any bool bytes bytearray callable chr classmethod complex dict dir divmod enumerate filter float format frozenset getattr hasattr hash hex id input int isinstance issubclass iter len list map max min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip self cls'.split(
    ' ',
  ),
);

function isBuiltin(name: string): boolean {
  return BUILTINS.has(name) || /(?:Error|Exception|Warning)$/.test(name);
}
