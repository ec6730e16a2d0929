// Who calls a function and whom it calls, asked of an engine that has seen every file that may hold a call.
import type { CallHierarchyItem } from 'vscode-languageserver-protocol';
import { IdeError } from '../../../../ide/errors.ts';
import type { Call, Callable, CallDirection, CallRelations, OutlineSymbol, Place } from '../../../../ide/languages.ts';
import { compare, contains, type Range } from '../../../../ide/text.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { type Prepared, prepared } from '../engine/prepared.ts';
import { type CallsIn, callableAt, calleesFromBody, callersFromUses, isUnsupported } from './callsFromUses.ts';
import { callableOf, calleesOf, callersOf, hierarchyItemsOf } from './hierarchyAnswers.ts';

export async function callRelations(
  session: EngineSession,
  at: Place,
  direction: CallDirection,
  callsIn: CallsIn,
  signal: AbortSignal,
): Promise<Prepared<CallRelations | undefined>> {
  await session.documents.open(at.uri, signal);
  const { value: items, lacking } = await prepared(session, { kind: 'file', uri: at.uri }, signal, () => itemsAt(session, at, signal));
  const [first] = items;
  const of = first === undefined ? await callableAt(session, at, signal) : callableOf(first);
  if (of === undefined) return { value: undefined, lacking };
  const told = (relations: CallRelations) =>
    session.quirk.tellsNoContainers === true ? withContainers(session, relations, signal) : Promise.resolve(relations);
  const callers = async () => {
    if (first === undefined) return told(await callersFromUses(session, of, signal));
    const answers = await Promise.all(items.map((item) => session.request('callHierarchy/incomingCalls', { item }, signal)));
    const calls = answers.flatMap(callersOf);
    const own = session.quirk.confusesNamesakes === true ? await withNamesakes(session, of, calls, signal) : calls;
    return told({ of, calls: [...own, ...((await session.quirk.moreCallers?.(of, signal)) ?? [])] });
  };
  const callees = async () => {
    if (first === undefined) return told(await calleesFromBody(session, of, callsIn, signal));
    try {
      const answers = await Promise.all(items.map((item) => session.request('callHierarchy/outgoingCalls', { item }, signal)));
      const calls = withoutOverloads(answers.flatMap(calleesOf));
      return await told({ of, calls: [...calls, ...((await session.quirk.moreCallees?.(of, calls, signal)) ?? [])] });
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      return told(await calleesFromBody(session, of, callsIn, signal));
    }
  };
  // Calls may be anywhere; what a function calls stands in it.
  return direction === 'callers'
    ? prepared(session, { kind: 'word', word: of.name, from: of.location.uri }, signal, callers)
    : prepared(session, { kind: 'file', uri: of.location.uri }, signal, callees);
}

// The uses are told rightly: calls among them that no caller has, in a function of a told caller's name, are in one that was taken for the other.
async function withNamesakes(session: EngineSession, of: Callable, told: readonly Call[], signal: AbortSignal): Promise<readonly Call[]> {
  const { calls: used } = await callersFromUses(session, of, signal);
  const isTold = (uri: string, place: Range) =>
    told.some((call) => call.callable.location.uri === uri && call.places.some((known) => isSamePlace(known, place)));
  const isNamesake = ({ callable }: Call) => told.some((known) => known.callable.name === callable.name);
  const untold = used.filter(isNamesake).flatMap((call) => {
    const { uri, range } = call.callable.location;
    // Another declaration of it, or one that overrides it, looks like a call too.
    const places = call.places.filter((place) => !isTold(uri, place) && !contains(range, place.start));
    return places.length === 0 ? [] : [{ ...call, places }];
  });
  return [...told.filter(({ places }) => places.length > 0), ...untold];
}

function isSamePlace(one: Range, other: Range): boolean {
  return compare(one.start, other.start) === 0;
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

// A call of a function with overloads is one call, though an engine may tell it once for each of them.
function withoutOverloads(calls: readonly Call[]): readonly Call[] {
  const isSame = (one: Call, other: Call) =>
    one.callable.name === other.callable.name &&
    one.callable.location.uri === other.callable.location.uri &&
    one.callable.container === other.callable.container &&
    one.places.length === other.places.length &&
    one.places.every((place, index) => compare(place.start, other.places[index]?.start ?? place.end) === 0);
  return calls.filter((call, index) => !calls.slice(0, index).some((before) => isSame(before, call)));
}

async function withContainers(session: EngineSession, { of, calls, ...rest }: CallRelations, signal: AbortSignal): Promise<CallRelations> {
  const contained = async (callable: Callable): Promise<Callable> => {
    const { uri, range } = callable.location;
    // Of what lies outside the project no path is asked for.
    if (callable.container !== undefined || callable.kind === 'module' || !uri.startsWith(`${session.project.rootUri}/`)) return callable;
    const container = containerIn(await session.outline(uri, signal), range.start);
    return container === undefined ? callable : { ...callable, kind: callable.kind === 'function' ? 'method' : callable.kind, container };
  };
  const named: Call[] = [];
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
