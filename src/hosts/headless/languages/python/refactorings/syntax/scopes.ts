// Which name means which: the scopes of a module, what is bound in each of them, and where every name is looked up.
import type { Node } from './syntax.ts';

export interface PythonScope {
  readonly kind: 'module' | 'class' | 'function' | 'lambda' | 'comprehension';
  readonly node: Node;
  readonly outer: PythonScope | undefined;
  // Names that stand directly in it, by what they are called; those that a function writes with `global` are in the module's.
  readonly names: Map<string, Node[]>;
  // What it calls global or nonlocal.
  readonly declared: Map<string, 'global' | 'nonlocal'>;
}

// What a call does whose body nobody here has read.
export interface KnownCall {
  readonly effect: 'nothing' | 'reads';
  // Each call gives a thing of its own, which somebody may change.
  readonly isMade: boolean;
  // What it gives, where nobody can change that.
  readonly gives?: Immutable;
}

// A number, a text and the like; or that, or None.
export type Immutable = 'value' | 'optional';

export class Scopes {
  readonly module: PythonScope;
  readonly #looked = new Map<Node, PythonScope>();
  readonly #of = new Map<Node, PythonScope>();
  readonly #all: PythonScope[] = [];
  readonly #known = new Map<Node, KnownCall>();
  readonly #immutable = new Map<Node, Immutable>();
  #globals: ReadonlySet<string> | undefined;

  constructor(root: Node) {
    this.module = this.#open('module', root, undefined);
    for (const child of root.children) this.#walk(child, this.module);
  }

  // The scope that stands around a node, where its names are looked up first.
  around(node: Node): PythonScope {
    for (const [above, below] of pairsUpwards(node)) {
      const scope = this.#of.get(above);
      if (scope !== undefined && below !== undefined && isInside(above, below)) return scope;
    }
    return this.module;
  }

  // The scope that a name is bound in; undefined for a builtin, or a name that nobody here binds.
  boundIn(name: Node): PythonScope | undefined {
    const scope = this.#looked.get(name);
    return scope === undefined ? undefined : this.lookup(name.text, scope);
  }

  lookup(name: string, from: PythonScope): PythonScope | undefined {
    if (from.declared.get(name) === 'global') return this.module.names.has(name) ? this.#binding(name, this.module) : undefined;
    const own = from.declared.has(name) ? undefined : this.#binding(name, from);
    if (own !== undefined) return own;
    // The names of a class are not seen from the functions in it.
    for (let scope = from.outer; scope !== undefined; scope = scope.outer) {
      if (scope.kind === 'class') continue;
      const found = this.#binding(name, scope);
      if (found !== undefined && !(scope.kind === 'module' && from.declared.get(name) === 'nonlocal')) return found;
    }
    return undefined;
  }

  // Every place that means the name of this scope, in all scopes.
  occurrences(name: string, scope: PythonScope): readonly Node[] {
    const found: Node[] = [];
    for (const other of this.#all) {
      const own = other.names.get(name);
      if (own !== undefined && this.lookup(name, other) === scope) found.push(...own);
    }
    return found.sort((a, b) => a.start - b.start);
  }

  bindings(name: string, scope: PythonScope): readonly Node[] {
    return this.occurrences(name, scope).filter(binds);
  }

  // What the engine knows of a call, or of a slice, which only the types say.
  learn(call: Node, known: KnownCall): void {
    this.#known.set(call, known);
  }

  known(call: Node): KnownCall | undefined {
    return this.#known.get(call);
  }

  // What the engine knows of the type of a name where it stands.
  learnImmutable(name: Node, kind: Immutable): void {
    this.#immutable.set(name, kind);
  }

  immutability(name: Node): Immutable | undefined {
    return this.#immutable.get(name);
  }

  get all(): readonly PythonScope[] {
    return this.#all;
  }

  #binding(name: string, scope: PythonScope): PythonScope | undefined {
    if (scope.declared.has(name)) return undefined;
    if (scope.names.get(name)?.some(binds)) return scope;
    return scope.kind === 'module' && this.#boundByFunctions().has(name) ? scope : undefined;
  }

  // Names of the module that only functions bind, which call them global.
  #boundByFunctions(): ReadonlySet<string> {
    this.#globals ??= new Set(
      this.#all.flatMap(({ declared, names }) => [...declared].filter(([name, how]) => how === 'global' && names.get(name)?.some(binds)).map(([name]) => name)),
    );
    return this.#globals;
  }

  #open(kind: PythonScope['kind'], node: Node, outer: PythonScope | undefined): PythonScope {
    const scope: PythonScope = { kind, node, outer, names: new Map(), declared: new Map() };
    this.#of.set(node, scope);
    this.#all.push(scope);
    return scope;
  }

  #walk(node: Node, scope: PythonScope): void {
    if (node.kind === 'name') this.#record(node, scope);
    else if (node.kind === 'global' || node.kind === 'nonlocal') for (const name of node.children) this.#declare(name, node.kind, scope);
    else if (node.kind === 'function' || node.kind === 'lambda') this.#function(node, scope);
    else if (node.kind === 'class') this.#class(node, scope);
    else if (node.kind === 'comprehension') this.#comprehension(node, scope);
    else for (const child of node.children) this.#walk(child, node.kind === 'walrus' && child.role === 'target' ? beyondComprehensions(scope) : scope);
  }

  #record(name: Node, scope: PythonScope): void {
    this.#looked.set(name, scope);
    const known = scope.names.get(name.text);
    if (known === undefined) scope.names.set(name.text, [name]);
    else known.push(name);
  }

  #declare(name: Node, how: 'global' | 'nonlocal', scope: PythonScope): void {
    if (scope.kind !== 'module') scope.declared.set(name.text, how);
    this.#record(name, scope);
  }

  #function(node: Node, scope: PythonScope): void {
    const inner = this.#open(node.kind === 'lambda' ? 'lambda' : 'function', node, scope);
    const isGeneric = node.children.some(({ kind }) => kind === 'typeParameter');
    for (const child of node.children) {
      if (child.kind === 'parameter') {
        for (const part of child.children) this.#walk(part, part.role === 'name' || (isGeneric && part.role === 'annotation') ? inner : scope);
      } else this.#walk(child, child.role === 'body' || child.kind === 'typeParameter' || (isGeneric && child.role === 'annotation') ? inner : scope);
    }
  }

  #class(node: Node, scope: PythonScope): void {
    const inner = this.#open('class', node, scope);
    for (const child of node.children) this.#walk(child, child.role === 'body' || child.kind === 'typeParameter' ? inner : scope);
  }

  #comprehension(node: Node, scope: PythonScope): void {
    const inner = this.#open('comprehension', node, scope);
    const first = node.children.find(({ kind }) => kind === 'clause');
    for (const child of node.children) {
      if (child !== first) this.#walk(child, inner);
      else for (const part of child.children) this.#walk(part, part.role === 'iterable' ? scope : inner);
    }
  }
}

export function binds({ access }: Node): boolean {
  return access !== 'read' && access !== 'declare';
}

export function writes({ access }: Node): boolean {
  return access === 'write' || access === 'update' || access === 'delete' || access === 'import';
}

export function reads({ access }: Node): boolean {
  return access === 'read' || access === 'update' || access === 'delete';
}

// `(last := value)` in a comprehension gives the name to whoever the comprehension stands in.
function beyondComprehensions(scope: PythonScope): PythonScope {
  let around = scope;
  while (around.kind === 'comprehension' && around.outer !== undefined) around = around.outer;
  return around;
}

// Whether a child of what makes a scope belongs to that scope, not to the one around it.
function isInside(above: Node, below: Node): boolean {
  if (above.kind === 'function' || above.kind === 'class') return below.role === 'body' || below.kind === 'typeParameter';
  if (above.kind === 'lambda') return below.role === 'body';
  if (above.kind !== 'comprehension') return true;
  return below !== above.children.find(({ kind }) => kind === 'clause');
}

function* pairsUpwards(node: Node): Generator<[above: Node, below: Node | undefined]> {
  let below: Node | undefined;
  for (const above of node.upwards()) {
    yield [above, below];
    below = above;
  }
}
