// What implements or overrides the symbol at a place, in every package that may hold such a thing.
import type { Place } from '../../../ide/languages.ts';
import { compare, type Location } from '../../../ide/text.ts';
import { wordAt } from '../../../ide/wordAt.ts';
import { locationsOf } from './answers.ts';
import type { EngineSession } from './engineSession.ts';
import { type Prepared, prepared } from './prepared.ts';
import { textOrNothing } from './sourceText.ts';

// A package may name only a class that implements the interface, not the interface: so those are looked for in turn, up to this many.
const MOST_NAMES = 200;

export async function implementationsAt(session: EngineSession, at: Place, signal: AbortSignal): Promise<Prepared<readonly Location[]>> {
  await session.documents.open(at.uri, signal);
  const asked = { textDocument: { uri: at.uri }, position: at.position };
  const ask = async () => locationsOf(await session.request('textDocument/implementation', asked, signal));
  const word = wordAt(await session.project.documents.read(at.uri, signal), at.position);
  if (word === undefined) return { value: await ask(), lacking: undefined };
  const first = await prepared(session, { kind: 'word', word, from: at.uri }, signal, ask);
  const lacking = new Set([first.lacking]);
  const names = new Set([word]);
  let found = first.value;
  for (;;) {
    const before = session.documents.openings;
    for (const { uri, range } of found) {
      const snapshot = await textOrNothing(session, uri, signal);
      const name = snapshot === undefined ? undefined : wordAt(snapshot, range.start);
      if (name === undefined || names.has(name)) continue;
      names.add(name);
      if (names.size > MOST_NAMES) lacking.add(`Packages that name none of the first ${MOST_NAMES} implementations were not searched.`);
      else lacking.add(await session.quirk.prepare?.({ kind: 'word', word: name, from: uri }, signal));
    }
    if (session.documents.openings === before) break;
    found = await ask();
  }
  const own = locationsOf(await session.request('textDocument/definition', asked, signal));
  return { value: await kept(session, found, own, signal), lacking: [...lacking].filter((text) => text !== undefined).join(' ') || undefined };
}

async function kept(session: EngineSession, found: readonly Location[], own: readonly Location[], signal: AbortSignal): Promise<readonly Location[]> {
  const value: Location[] = [];
  for (const location of found) {
    if (own.some(({ uri, range }) => uri === location.uri && compare(range.start, location.range.start) === 0)) continue;
    const snapshot = await textOrNothing(session, location.uri, signal);
    if (snapshot === undefined || (session.quirk.keepsImplementation?.(location, snapshot) ?? true)) value.push(location);
  }
  return value;
}
