// Every use of the symbol at a place, as one engine tells them, with what it is known to leave out.
import { counted } from '../../../../base/counted.ts';
import type { Place } from '../../../../ide/languages.ts';
import { compare, type Location } from '../../../../ide/text.ts';
import { tidyLocations } from '../../../../ide/tidyLocations.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { Partly } from '../engine/presentEngines.ts';
import { locationsOf } from './answers.ts';

// Servers disagree about what a declaration is (TypeScript leaves out imports with it), so we take it away ourselves.
export async function referencesAt(
  session: EngineSession,
  at: Place,
  options: { includeDeclaration: boolean },
  signal: AbortSignal,
  word?: string,
): Promise<Partly<readonly Location[]>> {
  const asked = { textDocument: { uri: at.uri }, position: at.position };
  const [found, declared] = await Promise.all([
    session.request('textDocument/references', { ...asked, context: { includeDeclaration: true } }, signal),
    options.includeDeclaration ? null : session.request('textDocument/definition', asked, signal),
  ]);
  const told = locationsOf(found);
  const more = word === undefined ? [] : ((await session.quirk.moreReferences?.(word, told, signal)) ?? []);
  const through = word === undefined ? undefined : await session.quirk.usesThroughModules?.(word, told, at, signal);
  const all = more.length === 0 && through === undefined ? told : tidyLocations([...told, ...more, ...(through?.uses ?? [])]);
  const value = without(all, locationsOf(declared));
  const added = all.length - told.length;
  const which = session.quirk.untoldUses ?? (through === undefined ? 'behind a renaming import' : 'through CommonJS modules');
  const notes = added === 0 ? [] : [`${session.name} does not tell ${counted(added, 'use')} ${which}; we added them.`];
  return { value, ...(notes.length > 0 && { notes }), lacking: through?.lacking };
}

function without(locations: readonly Location[], declared: readonly Location[]): readonly Location[] {
  return locations.filter((location) => !declared.some(({ uri, range }) => uri === location.uri && compare(range.start, location.range.start) === 0));
}
