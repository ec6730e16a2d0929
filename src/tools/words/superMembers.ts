// The members that a member overrides or implements: those of the same name in the types above its own.
import type { Answer } from '../../ide/answer.ts';
import type { Place, SymbolKind, TypeSymbol } from '../../ide/languages.ts';
import type { Location } from '../../ide/text.ts';
import type { ProjectContext } from '../tool.ts';
import { isTypeKind, outlinePath } from './outlinePath.ts';
import { isInProject } from './place.ts';

export interface Member {
  // A path such as Cart/total.
  readonly name: string;
  readonly kind: SymbolKind;
  readonly location: Location;
}

export interface SuperMembers {
  readonly of: Member;
  // Nearest first.
  readonly above: readonly Member[];
  // Types above in libraries outside the project: nobody's documents, so their members are unknown.
  readonly unread: readonly string[];
  readonly answers: readonly Answer<unknown>[];
}

// Undefined when what stands at the place is not a member of a type.
export async function superMembersOf(context: ProjectContext, place: Place): Promise<SuperMembers | undefined> {
  const { ide, signal } = context;
  const definition = await ide.languages.definition(place, signal);
  const answers: Answer<unknown>[] = [definition];
  for (const { uri, range } of definition.value) {
    if (!isInProject(ide.project, uri)) continue;
    const outline = await ide.languages.outline(uri, signal);
    const path = outlinePath(outline.value, range.start);
    const [own, type] = [path.at(-1), path.at(-2)];
    if (own === undefined || type === undefined || !isTypeKind(type.kind)) continue;
    const of = { name: path.map(({ name }) => name).join('/'), kind: own.kind, location: { uri, range: own.selection } };
    // A private name belongs to its class alone.
    if (own.name.startsWith('#')) return { of, above: [], unread: [], answers };
    return { of, ...(await membersAbove(context, { uri, position: type.selection.start }, own.name, answers)), answers };
  }
  return undefined;
}

async function membersAbove(
  context: ProjectContext,
  type: Place,
  name: string,
  answers: Answer<unknown>[],
): Promise<{ above: readonly Member[]; unread: readonly string[] }> {
  const { ide, signal } = context;
  const above: Member[] = [];
  const unread: string[] = [];
  const seen = new Set([keyOf(type)]);
  const queue: Place[] = [type];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const types = await ide.languages.types(next, 'up', signal);
    answers.push(types);
    for (const symbol of types.value?.related ?? []) {
      const place = { uri: symbol.location.uri, position: symbol.location.range.start };
      if (seen.has(keyOf(place))) continue;
      seen.add(keyOf(place));
      if (isInProject(ide.project, place.uri)) {
        above.push(...(await membersNamed(context, symbol, name)));
        queue.push(place);
      } else unread.push(symbol.name);
    }
  }
  return { above, unread };
}

async function membersNamed(context: ProjectContext, { location }: TypeSymbol, name: string): Promise<readonly Member[]> {
  const outline = await context.ide.languages.outline(location.uri, context.signal);
  const path = outlinePath(outline.value, location.range.start);
  const prefix = path.map((symbol) => symbol.name).join('/');
  // Overloads are one member.
  const member = path.at(-1)?.children.find((child) => child.name === name);
  return member === undefined ? [] : [{ name: `${prefix}/${name}`, kind: member.kind, location: { uri: location.uri, range: member.selection } }];
}

function keyOf({ uri, position }: Place): string {
  return `${uri}#${position.line}:${position.character}`;
}
