// Callers in C++ programs that clangd takes for one another: functions of the same name in several programs, such as each one's main, are one to it.
import type { Callable, CallHierarchyCall } from '../../../../ide/doors/languages.ts';
import { compare, contains, type Range } from '../../../../ide/text.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { callersFromUses } from '../questions/callsFromUses.ts';

// It tells one of them, and perhaps with no call at all. The uses are told rightly: calls among them that no caller has, in a function of a told caller's name,
// are in one that was taken for the other.
export async function withNamesakes(
  session: EngineSession,
  of: Callable,
  told: readonly CallHierarchyCall[],
  signal: AbortSignal,
): Promise<readonly CallHierarchyCall[]> {
  const { calls: used } = await callersFromUses(session, of, signal);
  const isTold = (uri: string, place: Range) =>
    told.some((call) => call.callable.location.uri === uri && call.places.some((known) => compare(known.start, place.start) === 0));
  const isNamesake = ({ callable }: CallHierarchyCall) => told.some((known) => known.callable.name === callable.name);
  const untold = used.filter(isNamesake).flatMap((call) => {
    const { uri, range } = call.callable.location;
    // Another declaration of it, or one that overrides it, looks like a call too.
    const places = call.places.filter((place) => !isTold(uri, place) && !contains(range, place.start));
    return places.length === 0 ? [] : [{ ...call, places }];
  });
  return [...told.filter(({ places }) => places.length > 0), ...untold];
}
