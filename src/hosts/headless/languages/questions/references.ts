// Every use of the symbol at a place, as one engine returns them, with what it is known to leave out.

import { tidyLocations } from '../../../../answers/tidyLocations.ts';
import { counted } from '../../../../base/text/counted.ts';
import type { Place } from '../../../../ide/doors/languages.ts';
import { compare, type Location } from '../../../../ide/text.ts';
import { locationsOf } from '../engine/answers.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { PartialAnswer } from '../engine/partialAnswer.ts';

// Servers disagree about what a declaration is (TypeScript leaves out imports with it), so we take it away ourselves.
export async function referencesAt(
  session: EngineSession,
  at: Place,
  options: { includeDeclaration: boolean },
  signal: AbortSignal,
  word?: string,
): Promise<PartialAnswer<readonly Location[]>> {
  const asked = { textDocument: { uri: at.uri }, position: at.position };
  const next = async () => locationsOf(await session.request('textDocument/references', { ...asked, context: { includeDeclaration: true } }, signal));
  const { references } = session.middleware;
  const [found, declared] = await Promise.all([
    word === undefined || references === undefined ? next().then((value) => ({ value })) : references.call(session.middleware, { at, word }, next, signal),
    options.includeDeclaration ? null : session.request('textDocument/definition', asked, signal),
  ]);
  return { ...found, value: without(found.value, locationsOf(declared)) };
}

// What a server does not return, added to what it does. Which they are is said as in "does not tell 3 uses in macros".
export function withUnreported(
  session: EngineSession,
  reported: readonly Location[],
  unreported: readonly Location[],
  which: string,
): PartialAnswer<readonly Location[]> {
  const value = unreported.length === 0 ? reported : tidyLocations([...reported, ...unreported]);
  const added = value.length - reported.length;
  return added === 0 ? { value } : { value, notes: [`${session.name} does not tell ${counted(added, 'use')} ${which}; we added them.`] };
}

export const RENAMING_IMPORTS = 'behind a renaming import';

function without(locations: readonly Location[], declared: readonly Location[]): readonly Location[] {
  return locations.filter((location) => !declared.some(({ uri, range }) => uri === location.uri && compare(range.start, location.range.start) === 0));
}
