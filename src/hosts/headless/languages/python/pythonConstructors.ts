// Every declaration and every use of a constructor in Python: it is called by the name of its class, of each class that inherits it, and by __init__.

import { groupBy } from '../../../../base/groupBy.ts';
import type { Place } from '../../../../ide/doors/languages.ts';
import { refactoringRefused } from '../../../../ide/errors/editErrors.ts';
import type { RefactoringConflict } from '../../../../ide/refactorings.ts';
import { type Location, placeKey } from '../../../../ide/text.ts';
import type { CallSyntax } from '../../../../machine/syntax/syntaxSignatures.ts';
import type { PlainCalled, PlainDeclared, PlainFamily, SignatureFile, SignatureQuestions } from '../engine/language/signatureStyle.ts';
import { RefusedRefactoring } from '../refactorings/refused.ts';
import { declaredIn, rangeOf, WHAT } from '../signatures/plainFamilies.ts';
import { bodyOf, constructionsByItself, hasOwn, madeBy, meaningOf, nameOf } from './pythonClasses.ts';
import { PythonModule } from './refactorings/syntax/pythonModule.ts';
import { blockOf, type Node } from './refactorings/syntax/syntax.ts';

interface PythonClass {
  readonly module: PythonModule;
  readonly node: Node;
}

// Undefined where something else is meant than a class or its __init__.
export async function pythonConstructor(room: SignatureQuestions, at: Place): Promise<PlainFamily | undefined> {
  const own = await classAt(room, at);
  return own === undefined ? undefined : new ConstructorUses(room, own).family();
}

class ConstructorUses {
  readonly #room: SignatureQuestions;
  readonly #own: PythonClass;
  readonly #uses = new Map<string, Location>();
  readonly #names = new Set(['__init__']);
  readonly #gaps = new Set<string>();
  // Those that inherit it, with its own class.
  readonly #classes: PythonClass[] = [];
  // Whether a class below has a constructor of its own.
  #hasOthers = false;

  constructor(room: SignatureQuestions, own: PythonClass) {
    this.#room = room;
    this.#own = own;
  }

  async family(): Promise<PlainFamily> {
    const { module, node } = this.#own;
    const declared = bodyOf(node).filter((statement) => statement.kind === 'function' && nameOf(statement)?.text === '__init__');
    if (declared.length === 0) throw refactoringRefused(WHAT, lacksOne(this.#own));
    for (const one of declared) await this.#look(module, nameOf(one) ?? one);
    await this.#inherit(this.#own);
    const above = await this.#above();
    const files: SignatureFile[] = [];
    const declarations: PlainDeclared[] = [];
    const calls: PlainCalled[] = [];
    const values: RefactoringConflict[] = [...this.#odd(), ...above];
    const uris = new Set([...[...this.#uses.values()].map(({ uri }) => uri), ...this.#classes.map((each) => each.module.snapshot.uri)]);
    const byFile = groupBy([...this.#uses.values()], ({ uri }) => uri);
    for (const uri of uris) {
      if (!uri.startsWith(`${this.#room.rootUri}/`)) throw refactoringRefused(WHAT, `it is used outside of the project (${uri.split('/').at(-1)}).`);
      const read = await moduleAt(this.#room, uri);
      const snapshot = read?.snapshot ?? (await this.#room.read(uri));
      const byItself =
        read === undefined ? [] : this.#classes.filter((each) => each.module.snapshot.uri === uri).flatMap((each) => constructionsByItself(each.node));
      const named = byItself.map((call) => snapshot.text.slice(call.child('callee')?.start, call.child('callee')?.end));
      const names = [...this.#names, ...(named.length === 0 ? [] : ['cls', '__class__'])];
      const file = { uri, snapshot, syntax: await this.#room.signaturesIn(snapshot.text, names) };
      files.push(file);
      for (const use of byFile.get(uri) ?? []) {
        const found = read === undefined ? { why: 'its file cannot be read as Python' } : this.#use(file, read, use);
        if ('definition' in found) declarations.push(found.definition);
        else if ('call' in found) calls.push({ file, call: found.call });
        else if (found.why !== undefined) values.push({ ...use, why: found.why });
      }
      for (const node of byItself) {
        const call = callOf(file, node);
        if (call === undefined || this.#hasOthers) values.push({ uri, range: rangeOf(file, node), why: 'it constructs whichever class it is called on' });
        else calls.push({ file, call });
      }
    }
    return { files, declared: declarations, calls: distinct(calls), values, gaps: [...this.#gaps] };
  }

  // The class and those below it that have no constructor of their own.
  async #inherit(one: PythonClass): Promise<void> {
    if (this.#classes.some((each) => isSame(each, one))) return;
    this.#classes.push(one);
    const name = nameOf(one.node);
    if (name === undefined) return;
    this.#names.add(name.text);
    for (const use of await this.#look(one.module, name)) {
      const module = await moduleAt(this.#room, use.uri);
      if (module === undefined) continue;
      const meaning = meaningOf(module, module.snapshot.offsetAt(use.range.start), module.snapshot.offsetAt(use.range.end));
      this.#names.add(module.snapshot.textIn(use.range));
      if (meaning.kind !== 'base') continue;
      if (hasOwn(meaning.node, '__init__') || madeBy(module, meaning.node) !== undefined) this.#hasOthers = true;
      else await this.#inherit({ module, node: meaning.node });
    }
  }

  async #look(module: PythonModule, name: Node): Promise<readonly Location[]> {
    const found = await this.#room.uses({ uri: module.snapshot.uri, position: module.snapshot.positionAt(name.start) });
    if (!found.complete) this.#gaps.add(found.why);
    for (const use of found.value) this.#uses.set(placeKey(use), use);
    return found.value;
  }

  #use(file: SignatureFile, module: PythonModule, { range }: Location): { definition: PlainDeclared } | { call: CallSyntax } | { why: string | undefined } {
    const [start, end] = [module.snapshot.offsetAt(range.start), module.snapshot.offsetAt(range.end)];
    const definition = file.syntax.definitions.find(({ name }) => name.start === start && name.end === end);
    if (definition !== undefined) return { definition: declaredIn(this.#room.language, file, definition) };
    const meaning = meaningOf(module, start, end);
    if (meaning.kind === 'value') return { why: meaning.why };
    if (meaning.kind !== 'call') return { why: undefined };
    const call = callOf(file, meaning.node);
    return call === undefined ? { why: 'it is called in a way that cannot be read' } : { call };
  }

  // What may call it with arguments of its own.
  #odd(): readonly RefactoringConflict[] {
    return this.#classes.flatMap(({ module, node }) => {
      const at = (part: Node, why: string) => ({
        uri: module.snapshot.uri,
        range: { start: module.snapshot.positionAt(part.start), end: module.snapshot.positionAt(part.end) },
        why,
      });
      const created = bodyOf(node).filter((statement) => statement.kind === 'function' && nameOf(statement)?.text === '__new__');
      const metaclass = node.all('base').filter((base) => base.kind === 'keyword' && base.text === 'metaclass' && !/\bABCMeta$/.test(module.textOf(base)));
      const decorators = node
        .all('decorator')
        .filter((decorator) => !/^(?:\w+\.)?(?:final|total_ordering|runtime_checkable|unique|dataclass\b.*)$/s.test(module.textOf(decorator)));
      return [
        ...created.map((part) => at(nameOf(part) ?? part, '__new__ gets the same arguments')),
        ...metaclass.map((part) => at(part, 'the metaclass may construct it')),
        ...decorators.map((part) => at(part, 'the decorator may construct it')),
      ];
    });
  }

  // Classes above it that construct whichever class they are called on.
  async #above(): Promise<readonly RefactoringConflict[]> {
    const conflicts: RefactoringConflict[] = [];
    const seen: PythonClass[] = [...this.#classes];
    const queue = [...this.#classes];
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      for (const base of one.node.all('base')) {
        const name = base.kind === 'subscript' ? base.child('object') : base;
        if (name === undefined || (name.kind !== 'name' && name.kind !== 'attribute')) continue;
        const place = { uri: one.module.snapshot.uri, position: one.module.snapshot.positionAt(name.end - name.text.length) };
        const parent = await classAt(this.#room, place);
        if (parent === undefined || seen.some((each) => isSame(each, parent))) continue;
        seen.push(parent);
        queue.push(parent);
        const { snapshot } = parent.module;
        for (const { start, end } of constructionsByItself(parent.node))
          conflicts.push({
            uri: snapshot.uri,
            range: { start: snapshot.positionAt(start), end: snapshot.positionAt(end) },
            why: 'it constructs whichever class it is called on',
          });
      }
    }
    return conflicts;
  }
}

function lacksOne({ module, node }: PythonClass): string {
  const made = madeBy(module, node);
  const name = nameOf(node)?.text ?? '';
  return made === undefined
    ? `${name} declares no __init__ of its own: point at the one that it inherits.`
    : `${made} makes the constructor of ${name} from its fields: change the fields.`;
}

// The class that is meant, by its own name or by its constructor.
async function classAt(room: SignatureQuestions, at: Place): Promise<PythonClass | undefined> {
  const found = (await room.definition(at)).value.find(({ uri }) => uri.startsWith(`${room.rootUri}/`));
  const module = found === undefined ? undefined : await moduleAt(room, found.uri);
  if (found === undefined || module === undefined) return undefined;
  const name = module.nameAt(module.snapshot.offsetAt(found.range.start));
  const declared = name?.role === 'name' ? name.parent : undefined;
  if (name === undefined || declared === undefined) return undefined;
  if (declared.kind === 'class') return { module, node: declared };
  const around = declared.kind === 'function' && name.text === '__init__' ? blockOf(declared).parent : undefined;
  return around?.kind === 'class' ? { module, node: around } : undefined;
}

// Undefined for what is no Python.
async function moduleAt(room: SignatureQuestions, uri: string): Promise<PythonModule | undefined> {
  if (!/\.pyi?$/.test(uri)) return undefined;
  try {
    return new PythonModule(await room.read(uri));
  } catch (error) {
    if (error instanceof RefusedRefactoring) return undefined;
    throw error;
  }
}

function callOf({ syntax }: SignatureFile, call: Node): CallSyntax | undefined {
  const callee = call.child('callee');
  return syntax.calls.find((each) => each.callee.start === call.start && each.callee.end === callee?.end);
}

function isSame(one: PythonClass, other: PythonClass): boolean {
  return one.module.snapshot.uri === other.module.snapshot.uri && one.node.start === other.node.start;
}

function distinct(calls: readonly PlainCalled[]): readonly PlainCalled[] {
  return calls.filter(
    ({ file, call }, index) => calls.findIndex((other) => other.file.uri === file.uri && other.call.list.start === call.list.start) === index,
  );
}
