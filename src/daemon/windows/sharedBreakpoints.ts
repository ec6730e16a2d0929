// Breakpoints and watches belong to the project: whichever IDE it is worked on with has those that the other one had.

import { seconds } from '../../base/waiting/duration.ts';
import type { Breakpoint, WantedBreakpoint } from '../../ide/breakpoints.ts';
import type { Debugging, Watch } from '../../ide/doors/debugging.ts';

export interface SharedPlaces {
  readonly breakpoints: readonly Breakpoint[];
  readonly watches: readonly Watch[];
}

// A debugger that hangs must not keep a project from its window.
const LONGEST = seconds(5);

export async function placedIn(debugging: Debugging): Promise<SharedPlaces> {
  const signal = AbortSignal.timeout(LONGEST);
  return { breakpoints: await debugging.breakpoints.list(signal), watches: await debugging.watches.list(signal) };
}

// Adds what is missing; what is there already stays.
export async function addPlaced(debugging: Debugging, { breakpoints, watches }: SharedPlaces): Promise<void> {
  const signal = AbortSignal.timeout(LONGEST);
  const there = await placedIn(debugging);
  const known = new Set(there.breakpoints.map((each) => keyOf(wantedOf(each))));
  for (const breakpoint of breakpoints) {
    const wanted = wantedOf(breakpoint);
    // One of a value in memory belongs to a session, which stays where it is.
    if (wanted.kind !== 'data' && !known.has(keyOf(wanted))) await debugging.breakpoints.set(wanted, signal);
  }
  const watched = new Set(there.watches.map(({ expression }) => expression));
  for (const { expression } of watches) if (!watched.has(expression)) await debugging.watches.add(expression, signal);
}

// The same, and what the other one had no more is removed.
export async function makePlaced(debugging: Debugging, placed: SharedPlaces): Promise<void> {
  const signal = AbortSignal.timeout(LONGEST);
  const wanted = new Set(placed.breakpoints.map((each) => keyOf(wantedOf(each))));
  const there = await placedIn(debugging);
  for (const each of there.breakpoints) if (each.kind !== 'data' && !wanted.has(keyOf(wantedOf(each)))) await debugging.breakpoints.remove(each.id, signal);
  const watched = new Set(placed.watches.map(({ expression }) => expression));
  for (const { id, expression } of there.watches) if (!watched.has(expression)) await debugging.watches.remove(id, signal);
  await addPlaced(debugging, placed);
}

function wantedOf({ id: _id, hits: _hits, passed: _passed, bindings: _bindings, ...wanted }: Breakpoint): WantedBreakpoint {
  return wanted;
}

function keyOf(wanted: WantedBreakpoint): string {
  return JSON.stringify(
    Object.entries(wanted)
      .filter(([, value]) => value !== undefined)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );
}
