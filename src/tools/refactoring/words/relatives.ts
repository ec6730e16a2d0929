// The members of other types that must change together with one: what it overrides, what overrides that, and how far that is known.
import type { Place } from '../../../ide/languages.ts';
import { wordAt } from '../../../ide/wordAt.ts';
import type { ProjectContext } from '../../tool.ts';
import { isInProject } from '../../words/place.ts';
import { superMembersOf } from '../../words/superMembers.ts';
import type { PointedSymbol } from '../../words/symbol.ts';

export interface Relatives {
  readonly places: readonly Place[];
  // Why some may not be among them.
  readonly lacking: readonly string[];
  // Types above it that a library declares, whose members nobody has read.
  readonly unread: readonly string[];
}

// Undefined when it is no member of a type.
export async function relativesOf(context: ProjectContext, symbol: PointedSymbol): Promise<Relatives | undefined> {
  const { ide, signal } = context;
  const member = await superMembersOf(context, symbol.place);
  // A constructor overrides nothing: each class has its own.
  if (member === undefined || member.of.kind === 'constructor') return undefined;
  const queue: Place[] = [member.of, ...member.above].map(({ location }) => ({ uri: location.uri, position: location.range.start }));
  const lacking: string[] = [];
  for (const root of [...queue]) {
    const below = await ide.languages.implementations(root, signal);
    queue.push(...below.value.map(({ uri, range }) => ({ uri, position: range.start })));
    if (!below.complete) lacking.push(below.why);
  }
  const places: Place[] = [];
  for (const place of queue)
    if (isInProject(ide.project, place.uri) && wordAt(await ide.documents.read(place.uri, signal), place.position) === symbol.name) places.push(place);
  return { places, lacking: [...new Set(lacking)], unread: member.unread.filter((name) => !WITHOUT_MEMBERS.has(name)) };
}

// Of Python's library: what is there for the type checker only, or for all classes.
const WITHOUT_MEMBERS: ReadonlySet<string> = new Set(['object', 'Protocol', 'Generic', 'ABC']);
