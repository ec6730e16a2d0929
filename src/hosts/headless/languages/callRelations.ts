// Who calls a function and whom it calls, asked of an engine that has seen every file that may hold a call.
import type { CallDirection, CallRelations, Place } from '../../../ide/languages.ts';
import { type CallsIn, callableAt, calleesFromBody, callersFromUses, isUnsupported } from './callsFromUses.ts';
import type { EngineSession } from './engineSession.ts';
import { callableOf, calleesOf, callersOf, hierarchyItemsOf } from './hierarchyAnswers.ts';
import { type Prepared, prepared } from './prepared.ts';

export async function callRelations(
  session: EngineSession,
  at: Place,
  direction: CallDirection,
  callsIn: CallsIn,
  signal: AbortSignal,
): Promise<Prepared<CallRelations | undefined>> {
  await session.documents.open(at.uri, signal);
  const { value: items, lacking } = await prepared(session, { kind: 'file', uri: at.uri }, signal, async () =>
    hierarchyItemsOf(await session.request('textDocument/prepareCallHierarchy', { textDocument: { uri: at.uri }, position: at.position }, signal)),
  );
  const [first] = items;
  const of = first === undefined ? await callableAt(session, at, signal) : callableOf(first);
  if (of === undefined) return { value: undefined, lacking };
  const callers = async () => {
    if (first === undefined) return callersFromUses(session, of, signal);
    const answers = await Promise.all(items.map((item) => session.request('callHierarchy/incomingCalls', { item }, signal)));
    return { of, calls: [...answers.flatMap(callersOf), ...((await session.quirk.moreCallers?.(of, signal)) ?? [])] };
  };
  const callees = async () => {
    if (first === undefined) return calleesFromBody(session, of, callsIn, signal);
    try {
      const answers = await Promise.all(items.map((item) => session.request('callHierarchy/outgoingCalls', { item }, signal)));
      return { of, calls: answers.flatMap(calleesOf) };
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      return calleesFromBody(session, of, callsIn, signal);
    }
  };
  // Calls may be anywhere; what a function calls stands in it.
  return direction === 'callers'
    ? prepared(session, { kind: 'word', word: of.name, from: of.location.uri }, signal, callers)
    : prepared(session, { kind: 'file', uri: of.location.uri }, signal, callees);
}
