// Who calls a function and whom it calls, asked of an engine that has seen every file that may hold a call.
import type { CallDirection, CallRelations, Place } from '../../../ide/languages.ts';
import type { EngineSession } from './engineSession.ts';
import { callableOf, calleesOf, callersOf, hierarchyItemsOf } from './hierarchyAnswers.ts';
import { type Prepared, prepared } from './prepared.ts';

export async function callRelations(
  session: EngineSession,
  at: Place,
  direction: CallDirection,
  signal: AbortSignal,
): Promise<Prepared<CallRelations | undefined>> {
  await session.documents.open(at.uri, signal);
  const { value: items, lacking } = await prepared(session, { kind: 'file', uri: at.uri }, signal, async () =>
    hierarchyItemsOf(await session.request('textDocument/prepareCallHierarchy', { textDocument: { uri: at.uri }, position: at.position }, signal)),
  );
  const [first] = items;
  if (first === undefined) return { value: undefined, lacking };
  const of = callableOf(first);
  const ask = async () => {
    const method = direction === 'callers' ? 'callHierarchy/incomingCalls' : 'callHierarchy/outgoingCalls';
    const answers = await Promise.all(items.map((item) => session.request(method, { item }, signal)));
    if (direction === 'callees') return { of, calls: answers.flatMap(calleesOf) };
    return { of, calls: [...answers.flatMap(callersOf), ...((await session.quirk.moreCallers?.(of, signal)) ?? [])] };
  };
  // Calls may be anywhere; what a function calls stands in it.
  return prepared(
    session,
    direction === 'callers' ? { kind: 'word', word: of.name, from: of.location.uri } : { kind: 'file', uri: of.location.uri },
    signal,
    ask,
  );
}
