// The types above and below a type: as the engine returns them or, where it cannot, built from the headers of types, definitions and references.
import { type DeclaredType, type FoundType, relationsOf, typeAt, typesAbove, typesNaming } from '../../../../answers/builtTypes.ts';
import type { Place, TypeDirection, TypeSymbol } from '../../../../ide/doors/languages.ts';
import { locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { FoundTypes, TypeQuestion } from '../engine/middleware.ts';
import type { PartialAnswer } from '../engine/partialAnswer.ts';
import { prepared } from '../engine/prepared.ts';
import { hierarchyItemsOf, typeSymbolOf } from './hierarchyAnswers.ts';

export async function typeRelations(session: EngineSession, at: Place, direction: TypeDirection, signal: AbortSignal): Promise<FoundTypes> {
  await session.documents.open(at.uri, signal);
  const ask = () => askedRelations(session, { at, direction }, signal);
  return session.isSteady ? session.types.relations(at, direction, ask) : ask();
}

async function askedRelations(session: EngineSession, question: TypeQuestion, signal: AbortSignal): Promise<FoundTypes> {
  const next = () => (session.hasTypeHierarchy ? reportedRelations(session, question, signal) : builtRelations(session, question, signal));
  return session.middleware.types?.(question, next, signal) ?? next();
}

// Types below one that no reference shows, given those that the references do.
export type MoreBelow = (found: FoundType, naming: readonly TypeSymbol[]) => Promise<PartialAnswer<readonly TypeSymbol[]>>;

export async function builtRelations(session: EngineSession, { at, direction }: TypeQuestion, signal: AbortSignal, moreBelow?: MoreBelow): Promise<FoundTypes> {
  const { value: found, gap } = await prepared(session, { kind: 'file', uri: at.uri }, signal, () => typeAt(typeQuestions(session, signal), at));
  if (found === undefined) return { value: undefined, gap };
  const related = direction === 'up' ? await knownAbove(session, found.declared, signal) : await typesBelow(session, found, moreBelow, signal);
  return { value: relationsOf(found, related.value), gap: joined([gap, related.gap]) };
}

async function reportedRelations(session: EngineSession, { at, direction }: TypeQuestion, signal: AbortSignal): Promise<FoundTypes> {
  const [item] = hierarchyItemsOf(await session.request('textDocument/prepareTypeHierarchy', { textDocument: { uri: at.uri }, position: at.position }, signal));
  if (item === undefined) return { value: undefined, gap: undefined };
  const of = typeSymbolOf(item);
  const method = direction === 'up' ? 'typeHierarchy/supertypes' : 'typeHierarchy/subtypes';
  const { value, gap } = await prepared(session, { kind: 'word', word: of.name, from: of.location.uri }, signal, async () =>
    hierarchyItemsOf(await session.request(method, { item }, signal)),
  );
  return { value: { of, related: value.map(typeSymbolOf) }, gap };
}

// What an engine without a type hierarchy is asked for one.
export function typeQuestions(session: EngineSession, signal: AbortSignal) {
  const locations = async (method: 'textDocument/definition' | 'textDocument/typeDefinition', { uri, position }: Place) =>
    locationsOf(await session.request(method, { textDocument: { uri }, position }, signal));
  return {
    definition: (at: Place) => locations('textDocument/definition', at),
    typeDefinition: (at: Place) => locations('textDocument/typeDefinition', at),
    text: (uri: string) => textOrNothing(session, uri, signal),
  };
}

async function knownAbove(session: EngineSession, declared: readonly DeclaredType[], signal: AbortSignal): Promise<PartialAnswer<readonly TypeSymbol[]>> {
  const { related, unresolved } = await typesAbove(typeQuestions(session, signal), declared);
  return { value: related, gap: unresolved.length === 0 ? undefined : `${session.name} does not know where ${unresolved.join(', ')} is declared.` };
}

// The types whose headers name this one.
async function typesBelow(
  session: EngineSession,
  found: FoundType,
  moreBelow: MoreBelow | undefined,
  signal: AbortSignal,
): Promise<PartialAnswer<readonly TypeSymbol[]>> {
  const {
    declared: [type],
    named,
  } = found;
  const asked = { textDocument: { uri: named.uri }, position: named.position, context: { includeDeclaration: true } };
  const { value: references, gap } = await prepared(session, { kind: 'word', word: type.symbol.name, from: type.symbol.location.uri }, signal, async () =>
    locationsOf(await session.request('textDocument/references', asked, signal)),
  );
  const naming = await typesNaming(typeQuestions(session, signal), references);
  if (moreBelow === undefined) return { value: naming, gap };
  return moreBelow(found, naming).then((more) => ({ value: [...naming, ...more.value], gap: joined([gap, more.gap]) }));
}

function joined(sentences: readonly (string | undefined)[]): string | undefined {
  return [...new Set(sentences.filter((sentence) => sentence !== undefined))].join(' ') || undefined;
}
