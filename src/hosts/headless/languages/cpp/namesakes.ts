// Callers in C++ programs that clangd takes for one another: functions of the same name in several programs, such as each one's main, are one to it.
import type { Callable, CallHierarchyCall } from '../../../../ide/doors/languages.ts';
import { compare, contains, type Range } from '../../../../ide/text.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { callersFromUses } from '../questions/callsFromUses.ts';

// It returns one of them, and perhaps with no call at all. The uses are right: calls among them that no caller has, in a function of a returned caller's name,
// are in one that was taken for the other.
export async function withNamesakes(
  session: EngineSession,
  of: Callable,
  reported: readonly CallHierarchyCall[],
  signal: AbortSignal,
): Promise<readonly CallHierarchyCall[]> {
  const { calls: used } = await callersFromUses(session, of, signal);
  const isReported = (uri: string, place: Range) =>
    reported.some((call) => call.callable.location.uri === uri && call.places.some((known) => compare(known.start, place.start) === 0));
  const isNamesake = ({ callable }: CallHierarchyCall) => reported.some((known) => known.callable.name === callable.name);
  const unreported = used.filter(isNamesake).flatMap((call) => {
    const { uri, range } = call.callable.location;
    // Another declaration of it, or one that overrides it, looks like a call too.
    const places = call.places.filter((place) => !isReported(uri, place) && !contains(range, place.start));
    return places.length === 0 ? [] : [{ ...call, places }];
  });
  return [...reported.filter(({ places }) => places.length > 0), ...unreported];
}
