// Who calls a function and whom it calls, asked of an engine that has seen every file that may hold a call.
import type { CallHierarchyItem } from 'vscode-languageserver-protocol';
import type { Callable, CallDirection, CallHierarchyCall, CallRelations, OutlineSymbol, Place } from '../../../../ide/doors/languages.ts';
import { IdeError } from '../../../../ide/errors/errors.ts';
import { compare, contains } from '../../../../ide/text.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { PartialAnswer } from '../engine/partialAnswer.ts';
import { prepared } from '../engine/prepared.ts';
import { type CallsIn, callableAt, calleesFromBody, callersFromUses, isUnsupported } from './callsFromUses.ts';
import { callableOf, calleesOf, callersOf, hierarchyItemsOf } from './hierarchyAnswers.ts';

export async function callRelations(
  session: EngineSession,
  at: Place,
  direction: CallDirection,
  callsIn: CallsIn,
  signal: AbortSignal,
): Promise<PartialAnswer<CallRelations | undefined>> {
  await session.documents.open(at.uri, signal);
  const { value: items, gap } = await prepared(session, { kind: 'file', uri: at.uri }, signal, () => itemsAt(session, at, signal));
  const [first] = items;
  const of = first === undefined ? await callableAt(session, at, signal) : callableOf(first);
  if (of === undefined) return { value: undefined, gap };
  const callers = async () => {
    if (first === undefined) return callersFromUses(session, of, signal);
    const answers = await Promise.all(items.map((item) => session.request('callHierarchy/incomingCalls', { item }, signal)));
    return { of, calls: answers.flatMap(callersOf) };
  };
  const callees = async () => {
    if (first === undefined) return calleesFromBody(session, of, callsIn, signal);
    try {
      const answers = await Promise.all(items.map((item) => session.request('callHierarchy/outgoingCalls', { item }, signal)));
      return { of, calls: withoutOverloads(answers.flatMap(calleesOf)) };
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      return calleesFromBody(session, of, callsIn, signal);
    }
  };
  const next = direction === 'callers' ? callers : callees;
  const ask = async () => session.middleware.calls?.({ of, direction }, next, signal) ?? next();
  // Calls may be anywhere; what a function calls stands in it.
  return direction === 'callers'
    ? prepared(session, { kind: 'word', word: of.name, from: of.location.uri }, signal, ask)
    : prepared(session, { kind: 'file', uri: of.location.uri }, signal, ask);
}

async function itemsAt(session: EngineSession, at: Place, signal: AbortSignal): Promise<readonly CallHierarchyItem[]> {
  try {
    return hierarchyItemsOf(await session.request('textDocument/prepareCallHierarchy', { textDocument: { uri: at.uri }, position: at.position }, signal));
  } catch (error) {
    // gopls calls it an error to be asked about anything else.
    if (error instanceof IdeError && error.code === 'engine_failed' && /is not a function/.test(error.message)) return [];
    throw error;
  }
}

// A call of a function with overloads is one call, though an engine may return it once for each of them.
function withoutOverloads(calls: readonly CallHierarchyCall[]): readonly CallHierarchyCall[] {
  const isSame = (one: CallHierarchyCall, other: CallHierarchyCall) =>
    one.callable.name === other.callable.name &&
    one.callable.location.uri === other.callable.location.uri &&
    one.callable.container === other.callable.container &&
    one.places.length === other.places.length &&
    one.places.every((place, index) => compare(place.start, other.places[index]?.start ?? place.end) === 0);
  return calls.filter((call, index) => !calls.slice(0, index).some((before) => isSame(before, call)));
}

// For servers that return functions, or some of them, without what they are members of: that is read off the outlines.
export async function withContainers(session: EngineSession, { of, calls, ...rest }: CallRelations, signal: AbortSignal): Promise<CallRelations> {
  const contained = async (callable: Callable): Promise<Callable> => {
    const { uri, range } = callable.location;
    // Of what lies outside the project no path is asked for.
    if (callable.container !== undefined || callable.kind === 'module' || !uri.startsWith(`${session.project.rootUri}/`)) return callable;
    const container = containerIn(await session.outline(uri, signal), range.start);
    return container === undefined ? callable : { ...callable, kind: callable.kind === 'function' ? 'method' : callable.kind, container };
  };
  const named: CallHierarchyCall[] = [];
  for (const call of calls) named.push({ ...call, callable: await contained(call.callable) });
  return { ...rest, of: await contained(of), calls: named };
}

// What the outline says around the name, or in it: `(*Item).Price`, `Shape::area`, `impl Priced for Item`.
function containerIn(outline: readonly OutlineSymbol[], position: Place['position'], parent?: OutlineSymbol): string | undefined {
  for (const symbol of outline) {
    if (contains(symbol.selection, position)) {
      const [, receiver] = /^(?:\(\*?([\p{ID_Continue}]+)|([\p{ID_Continue}:]+)::)/u.exec(symbol.name)?.filter((part) => part !== undefined) ?? [];
      const [, type] = /^impl\b(?:\s*<.*?>)?\s+(?:.*\sfor\s+)?[&*]*([\p{ID_Continue}]+)/u.exec(parent?.name ?? '') ?? [];
      return receiver ?? type ?? (parent !== undefined && parent.kind !== 'module' ? parent.name : undefined);
    }
    const inner = containerIn(symbol.children, position, symbol);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
