// What implements or overrides something in C++ through something else: clangd returns only the direct ones.
import { tidyLocations } from '../../../../answers/tidyLocations.ts';
import { type Location, placeKey } from '../../../../ide/text.ts';
import { locationsOf } from '../engine/answers.ts';
import type { EngineSession } from '../engine/engineSession.ts';

// Of a very deep tree the rest is not looked for.
const MOST_ASKED = 200;

// Those that were found, what implements or overrides them, and so on.
export async function withIndirect(session: EngineSession, found: readonly Location[], signal: AbortSignal): Promise<readonly Location[]> {
  const all = [...found];
  const seen = new Set(all.map(placeKey));
  for (let index = 0; index < all.length && index < MOST_ASKED; index++) {
    const next = all[index];
    if (next === undefined) break;
    await session.documents.open(next.uri, signal);
    const asked = { textDocument: { uri: next.uri }, position: next.range.start };
    for (const location of locationsOf(await session.request('textDocument/implementation', asked, signal))) {
      if (seen.has(placeKey(location))) continue;
      seen.add(placeKey(location));
      all.push(location);
    }
  }
  return tidyLocations(all);
}
