// What implements or overrides the symbol at a place, in every package that may hold such a thing.
import { counted } from '../../../../base/counted.ts';
import type { Place } from '../../../../ide/languages.ts';
import { compare, type Location } from '../../../../ide/text.ts';
import { tidyLocations } from '../../../../ide/tidyLocations.ts';
import { wordAt } from '../../../../ide/wordAt.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { type Prepared, prepared } from '../engine/prepared.ts';
import { textOrNothing } from '../sourceText.ts';
import { locationsOf } from './answers.ts';

// A package may name only a class that implements the interface, not the interface: so those are looked for in turn, up to this many.
const MOST_NAMES = 200;

export async function implementationsAt(session: EngineSession, at: Place, signal: AbortSignal): Promise<Prepared<readonly Location[]>> {
  await session.documents.open(at.uri, signal);
  const asked = { textDocument: { uri: at.uri }, position: at.position };
  const ask = async () => locationsOf(await session.request('textDocument/implementation', asked, signal));
  const word = wordAt(await session.project.documents.read(at.uri, signal), at.position);
  if (word === undefined) return { value: await ask(), lacking: undefined };
  const first = await prepared(session, { kind: 'word', word, from: at.uri }, signal, ask);
  const own = locationsOf(await session.request('textDocument/definition', asked, signal));
  if (!(await canBeImplemented(session, own, signal))) return { value: [], lacking: first.lacking };
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
  const direct = session.quirk.tellsOnlyDirectImplementations === true;
  const all = direct ? await withIndirect(session, found, signal) : found;
  // Of a method without a body, an engine that tells only direct ones tells its overrides as its definitions.
  const kind = direct ? own.filter(({ uri, range }) => uri === at.uri && compare(range.start, at.position) === 0) : own;
  const { value, notes } = await kept(session, all, kind, signal);
  return { value, lacking: [...lacking].filter((text) => text !== undefined).join(' ') || undefined, notes };
}

async function canBeImplemented(session: EngineSession, own: readonly Location[], signal: AbortSignal): Promise<boolean> {
  const [declared] = own;
  const snapshot = declared === undefined ? undefined : await textOrNothing(session, declared.uri, signal);
  return declared === undefined || snapshot === undefined || (session.quirk.canBeImplemented?.(declared, snapshot) ?? true);
}

// What implements or overrides those that were found, and so on.
async function withIndirect(session: EngineSession, found: readonly Location[], signal: AbortSignal): Promise<readonly Location[]> {
  const all = [...found];
  const seen = new Set(all.map(keyOf));
  for (let index = 0; index < all.length && index < MOST_NAMES; index++) {
    const next = all[index];
    if (next === undefined) break;
    await session.documents.open(next.uri, signal);
    const asked = { textDocument: { uri: next.uri }, position: next.range.start };
    for (const location of locationsOf(await session.request('textDocument/implementation', asked, signal))) {
      if (seen.has(keyOf(location))) continue;
      seen.add(keyOf(location));
      all.push(location);
    }
  }
  return tidyLocations(all);
}

function keyOf({ uri, range }: Location): string {
  return `${uri}#${range.start.line}:${range.start.character}`;
}

// What some engines count among the implementations and nobody means by the word is left out, and that is said.
async function kept(
  session: EngineSession,
  found: readonly Location[],
  own: readonly Location[],
  signal: AbortSignal,
): Promise<{ value: readonly Location[]; notes: readonly string[] }> {
  const value: Location[] = [];
  let imports = 0;
  let isOwnLeftOut = false;
  for (const location of found) {
    if (own.some(({ uri, range }) => uri === location.uri && compare(range.start, location.range.start) === 0)) {
      isOwnLeftOut = true;
      continue;
    }
    const snapshot = await textOrNothing(session, location.uri, signal);
    if (snapshot === undefined || (session.quirk.keepsImplementation?.(location, snapshot) ?? true)) value.push(location);
    else imports += 1;
  }
  const notes = [
    ...(imports > 0 ? [`Left out: ${counted(imports, 'import or re-export', 'imports or re-exports')} that ${session.name} counts too.`] : []),
    // Where nothing else is left, the answer says that.
    ...(isOwnLeftOut && value.length > 0 ? ['Left out: its own declaration.'] : []),
  ];
  return { value, notes };
}
