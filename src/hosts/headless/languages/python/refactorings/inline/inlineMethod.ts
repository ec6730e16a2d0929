// Whether a call of a method certainly runs this one: no class above or below has another, and nobody outside of the project calls it.

import { locationsOf } from '../../../engine/answers.ts';
import type { EngineSession } from '../../../engine/engineSession.ts';
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import { fileName } from '../move/moduleNames.ts';
import type { PythonModule } from '../syntax/pythonModule.ts';
import { moduleOrNothing } from '../syntax/sources.ts';
import type { Node } from '../syntax/syntax.ts';

// They call no method of a class that is derived from them but those with two underscores.
const QUIET = /^(?:object|ABC|Generic|Enum|\w*(?:Error|Exception|Warning))$/;
const MOST_CLASSES = 60;

interface Class {
  readonly module: PythonModule;
  readonly node: Node;
}

// What a call gives to the first parameter.
export function receiverOf(module: PythonModule, method: Node): 'object' | 'class' | undefined {
  const decorators = method.all('decorator').map((decorator) => module.textOf(decorator));
  if (decorators.includes('staticmethod')) return undefined;
  return decorators.includes('classmethod') ? 'class' : 'object';
}

export async function checkMethod(session: EngineSession, module: PythonModule, method: Node, signal: AbortSignal): Promise<void> {
  const name = method.child('name')?.text ?? '';
  const node = method.parent?.parent;
  if (node?.kind !== 'class') return;
  if (/^__.*__$/.test(name)) throw new RefusedRefactoring(`${name} is called by Python itself.`);
  const own: Class = { module, node };
  const check = (found: Class, relation: string) => {
    const taken = memberOf(found.node, name);
    if (taken === undefined) return;
    const where = `${fileName(found.module.snapshot.uri)}, line ${found.module.lineOf(taken)}`;
    throw new RefusedRefactoring(`${nameOf(found.node)} ${relation} and has a ${name} of its own (${where}).`);
  };
  const known = new Set([keyOf(own)]);
  for (const queue = [own]; queue.length > 0; ) {
    const next = queue.shift() ?? own;
    for (const base of basesOf(next.node)) {
      if (QUIET.test(lastName(base))) continue;
      const above = await classMeant(session, next.module, base, signal);
      if (above === undefined)
        throw new RefusedRefactoring(`${nameOf(next.node)} derives from ${lastName(base)}, which is not of the project and may call ${name}.`);
      if (known.has(keyOf(above))) continue;
      known.add(keyOf(above));
      check(above, `is above ${nameOf(node)}`);
      queue.push(above);
    }
  }
  for (const queue = [own]; queue.length > 0; ) {
    const next = queue.shift() ?? own;
    for (const derived of await derivedFrom(session, next, signal)) {
      if (known.has(keyOf(derived))) continue;
      known.add(keyOf(derived));
      if (known.size > MOST_CLASSES) throw new RefusedRefactoring(`more than ${MOST_CLASSES} classes are related to ${nameOf(node)}.`);
      check(derived, `derives from ${nameOf(next.node)}`);
      queue.push(derived);
    }
  }
}

async function derivedFrom(session: EngineSession, of: Class, signal: AbortSignal): Promise<readonly Class[]> {
  const found: Class[] = [];
  for (const candidate of await classesWith(session, nameOf(of.node), signal))
    for (const base of basesOf(candidate.node)) {
      const meant = lastName(base) === nameOf(of.node) ? await classMeant(session, candidate.module, base, signal) : undefined;
      if (meant !== undefined && keyOf(meant) === keyOf(of)) found.push(candidate);
    }
  return found;
}

// The class of the project that a base names.
async function classMeant(session: EngineSession, module: PythonModule, base: Node, signal: AbortSignal): Promise<Class | undefined> {
  const uri = module.snapshot.uri;
  const named = base.kind === 'subscript' ? (base.child('object') ?? base) : base;
  await session.documents.open(uri, signal);
  const answer = await session.request('textDocument/definition', { textDocument: { uri }, position: module.snapshot.positionAt(named.end - 1) }, signal);
  const [declared] = locationsOf(answer).filter((location) => location.uri.startsWith(`${session.project.rootUri}/`) && location.uri.endsWith('.py'));
  const owner = declared === undefined ? undefined : await moduleOrNothing(session, declared.uri, signal);
  const name = declared === undefined ? undefined : owner?.nameAt(owner.snapshot.offsetAt(declared.range.start));
  return owner !== undefined && name?.parent?.kind === 'class' ? { module: owner, node: name.parent } : undefined;
}

async function classesWith(session: EngineSession, word: string, signal: AbortSignal): Promise<readonly Class[]> {
  const files = (await session.project.documents.filesWithWord(word, signal)).filter((uri) => uri.endsWith('.py'));
  const modules = await Promise.all(files.map((uri) => moduleOrNothing(session, uri, signal)));
  return modules.flatMap((module) =>
    module === undefined ? [] : [...module.root.walk()].filter(({ kind }) => kind === 'class').map((node) => ({ module, node })),
  );
}

function basesOf(node: Node): readonly Node[] {
  return node.all('base').filter(({ kind }) => kind !== 'keyword');
}

// Without its parameters: `Shelf` of `shop.Shelf[int]`.
function lastName(base: Node): string {
  if (base.kind === 'subscript') return lastName(base.child('object') ?? base);
  return base.kind === 'name' || base.kind === 'attribute' ? base.text : 'a computed class';
}

function memberOf(node: Node, name: string): Node | undefined {
  return node.child('body')?.children.find((statement) => statement.child('name')?.text === name || statement.child('target')?.text === name);
}

function nameOf(node: Node): string {
  return node.child('name')?.text ?? '';
}

function keyOf({ module, node }: Class): string {
  return `${module.snapshot.uri}#${node.start}`;
}
