// The members that a member overrides or implements: those of the same name in the types above its own.
import type { Answer } from '../ide/answer.ts';
import type { Documents } from '../ide/doors/documents.ts';
import type { Languages, Place, SymbolKind, TypeSymbol } from '../ide/doors/languages.ts';
import type { Project } from '../ide/ide.ts';
import { type Location, positionKey } from '../ide/text.ts';
import { type MemberOwner, ownerOf } from './memberOwner.ts';
import { isTypeKind, outlinePath } from './outlinePath.ts';
import { tellPath } from './qualifiedNames.ts';

// As much of an IDE as is asked.
export interface MemberQuestions {
  readonly ide: {
    readonly project: Pick<Project, 'uri'>;
    readonly documents: Pick<Documents, 'read'>;
    readonly languages: Pick<Languages, 'definition' | 'outline' | 'types'>;
  };
  readonly signal: AbortSignal;
}

export interface TypeMember {
  // A path such as Cart/total.
  readonly name: string;
  readonly kind: SymbolKind;
  readonly location: Location;
}

export interface SuperMembers {
  readonly of: TypeMember;
  // It stands in a class or an interface, and not in a literal or in the type of a variable.
  readonly isInType: boolean;
  // Nearest first.
  readonly above: readonly TypeMember[];
  // Types above in libraries outside the project: nobody's documents, so their members are unknown.
  readonly unread: readonly string[];
  // What stands above it but is no type by itself, such as the parameter of a function that makes classes.
  readonly computed: readonly string[];
  readonly answers: readonly Answer<unknown>[];
}

type MembersAbove = Pick<SuperMembers, 'above' | 'unread' | 'computed'>;

// Undefined when what stands at the place is not a member of a type.
export async function superMembersOf(context: MemberQuestions, place: Place): Promise<SuperMembers | undefined> {
  const { ide, signal } = context;
  const definition = await ide.languages.definition(place, signal);
  const answers: Answer<unknown>[] = [definition];
  for (const { uri, range } of definition.value) {
    if (!isInProject(ide.project, uri)) continue;
    const [document, outline] = await Promise.all([ide.documents.read(uri, signal), ide.languages.outline(uri, signal)]);
    const path = outlinePath(outline.value, range.start);
    const own = path.at(-1);
    const owner = ownerOf(document, path);
    if (own === undefined || owner === undefined) continue;
    const of = { name: tellPath(path.map(({ name }) => name)), kind: own.kind, location: { uri, range: own.selection } };
    const isInType = isTypeKind(path.at(-2)?.kind ?? own.kind);
    // A private name belongs to its class alone.
    if (own.name.startsWith('#') || owner.type === undefined) return { of, isInType, above: [], unread: [], computed: [], answers };
    const above = await membersAbove(context, { ...owner, type: owner.type }, answers);
    if (above !== undefined) return { of, isInType, ...above, answers };
  }
  return undefined;
}

// Whether what stands at the place is a member of a type.
export async function isMember({ ide, signal }: MemberQuestions, place: Place): Promise<boolean> {
  for (const { uri, range } of (await ide.languages.definition(place, signal)).value) {
    if (!isInProject(ide.project, uri)) continue;
    const [document, outline] = await Promise.all([ide.documents.read(uri, signal), ide.languages.outline(uri, signal)]);
    if (ownerOf(document, outlinePath(outline.value, range.start)) !== undefined) return true;
  }
  return false;
}

// Undefined when what seemed to be the type of the member is none.
async function membersAbove(
  context: MemberQuestions,
  owner: MemberOwner & { readonly type: Place },
  answers: Answer<unknown>[],
): Promise<MembersAbove | undefined> {
  const { ide, signal } = context;
  const above: TypeMember[] = [];
  const unread: string[] = [];
  const computed: string[] = [];
  const seen = new Set([keyOf(owner.type)]);
  const queue: Place[] = [owner.type];
  const look = async (symbol: TypeSymbol) => {
    const place = { uri: symbol.location.uri, position: symbol.location.range.start };
    if (seen.has(keyOf(place))) return;
    seen.add(keyOf(place));
    if (!isTypeKind(symbol.kind)) computed.push(symbol.name);
    else if (isInProject(ide.project, place.uri)) {
      above.push(...(await membersNamed(context, symbol, owner.member)));
      queue.push(place);
    } else unread.push(symbol.name);
  };
  let isFirst = true;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const types = await ide.languages.types(next, 'up', signal);
    answers.push(types);
    if (isFirst && types.value === undefined) return undefined;
    if (isFirst && owner.isImplemented && types.value !== undefined) await look(types.value.of);
    isFirst = false;
    for (const symbol of types.value?.related ?? []) await look(symbol);
  }
  return { above, unread, computed };
}

async function membersNamed(context: MemberQuestions, { location }: TypeSymbol, name: string): Promise<readonly TypeMember[]> {
  const outline = await context.ide.languages.outline(location.uri, context.signal);
  const path = outlinePath(outline.value, location.range.start);
  const prefix = tellPath(path.map((symbol) => symbol.name));
  // Overloads are one member.
  const member = path.at(-1)?.children.find((child) => child.name === name);
  return member === undefined ? [] : [{ name: `${prefix}/${name}`, kind: member.kind, location: { uri: location.uri, range: member.selection } }];
}

function keyOf({ uri, position }: Place): string {
  return positionKey(uri, position);
}

function isInProject(project: Pick<Project, 'uri'>, uri: string): boolean {
  return uri.startsWith(project.uri.endsWith('/') ? project.uri : `${project.uri}/`);
}
