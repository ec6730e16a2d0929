// The members of other types that must change together with one: what it overrides, what overrides that, and how far that is known.
import type { Place } from '../../../../ide/doors/languages.ts';
import { superMembersOf } from '../../../../source/superMembers.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import type { AskedLanguage, Relatives } from '../engine/language/languageMiddleware.ts';

// Undefined when it is no member of a type.
export async function relativesOf(asked: AskedLanguage, at: Place): Promise<Relatives | undefined> {
  const { ide, signal } = asked;
  const name = wordAt(await ide.documents.read(at.uri, signal), at.position);
  const member = await superMembersOf(asked, at);
  // A constructor overrides nothing: each class has its own.
  if (name === undefined || member === undefined || member.of.kind === 'constructor') return undefined;
  const queue: Place[] = [member.of, ...member.above].map(({ location }) => ({ uri: location.uri, position: location.range.start }));
  const gaps: string[] = [];
  for (const root of [...queue]) {
    const below = await ide.languages.implementations(root, signal);
    queue.push(...below.value.map(({ uri, range }) => ({ uri, position: range.start })));
    if (!below.complete) gaps.push(below.why);
  }
  const places: Place[] = [];
  for (const place of queue)
    if (place.uri.startsWith(`${ide.project.uri}/`) && wordAt(await ide.documents.read(place.uri, signal), place.position) === name) places.push(place);
  return { places, gaps: [...new Set(gaps)], unread: member.unread };
}
