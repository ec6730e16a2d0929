// What implements or overrides the symbol at a place, in every package that may hold such a thing.

import type { Place } from '../../../../ide/doors/languages.ts';
import { compare, type Location } from '../../../../ide/text.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import { locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { Implementations } from '../engine/middleware.ts';
import type { PartialAnswer } from '../engine/partialAnswer.ts';
import { prepared } from '../engine/prepared.ts';

// A package may name only a class that implements the interface, not the interface: so those are looked for in turn, up to this many.
const MOST_NAMES = 200;

export async function implementationsAt(session: EngineSession, at: Place, signal: AbortSignal): Promise<PartialAnswer<readonly Location[]>> {
  await session.documents.open(at.uri, signal);
  const asked = { textDocument: { uri: at.uri }, position: at.position };
  const ask = async () => locationsOf(await session.request('textDocument/implementation', asked, signal));
  const word = wordAt(await session.project.documents.read(at.uri, signal), at.position);
  if (word === undefined) return { value: await ask(), gap: undefined };
  const first = await prepared(session, { kind: 'word', word, from: at.uri }, signal, ask);
  const declared = locationsOf(await session.request('textDocument/definition', asked, signal));
  const gaps = new Set([first.gap]);
  const next = () => inAllPackages(session, { word, found: first.value, ask, gaps }, signal);
  const answer: Implementations = await (session.middleware.implementations?.({ at, declared }, next, signal) ?? next().then((locations) => ({ locations })));
  const value = answer.locations.filter((found) => !isAmong(answer.declared ?? declared, found));
  // Where nothing else is left, the answer says that.
  const isOwnLeftOut = value.length > 0 && value.length < answer.locations.length;
  const notes = [...(answer.notes ?? []), ...(isOwnLeftOut ? ['Left out: its own declaration.'] : [])];
  return { value, gap: [...gaps].filter((text) => text !== undefined).join(' ') || undefined, notes };
}

interface Search {
  readonly word: string;
  readonly found: readonly Location[];
  readonly ask: () => Promise<readonly Location[]>;
  readonly gaps: Set<string | undefined>;
}

// Names of what was found may stand where the first does not, and what stands there must be known too.
async function inAllPackages(session: EngineSession, { word, found: first, ask, gaps }: Search, signal: AbortSignal): Promise<readonly Location[]> {
  const names = new Set([word]);
  let found = first;
  for (;;) {
    const before = session.documents.openings;
    for (const { uri, range } of found) {
      const snapshot = await textOrNothing(session, uri, signal);
      const name = snapshot === undefined ? undefined : wordAt(snapshot, range.start);
      if (name === undefined || names.has(name)) continue;
      names.add(name);
      if (names.size > MOST_NAMES) gaps.add(`Packages that name none of the first ${MOST_NAMES} implementations were not searched.`);
      else gaps.add(await session.middleware.prepare?.({ kind: 'word', word: name, from: uri }, signal));
    }
    if (session.documents.openings === before) return found;
    found = await ask();
  }
}

function isAmong(places: readonly Location[], { uri, range }: Location): boolean {
  return places.some((place) => place.uri === uri && compare(place.range.start, range.start) === 0);
}
