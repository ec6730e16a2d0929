// What could be written at a place, as the engine of the file knows it; and what it says of a completion only when asked.
import { wordBefore } from '../../../../answers/wordBefore.ts';
import type { Answer } from '../../../../ide/answer.ts';
import type { Completion } from '../../../../ide/completions.ts';
import type { Place } from '../../../../ide/doors/languages.ts';
import { IdeError } from '../../../../ide/errors/errors.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { PartialAnswer } from '../engine/partialAnswer.ts';
import { prepared } from '../engine/prepared.ts';
import { completionFrom, completionsOf, type ProtocolCompletion, resolvedCompletionOf } from './completionAnswers.ts';

// As the server gave them, which is how it wants them back.
const given = new WeakMap<Completion, ProtocolCompletion>();

export interface Completions {
  readonly items: readonly Completion[];
  readonly notes: readonly string[];
}

export function completionsAt(session: EngineSession, at: Place, signal: AbortSignal): Promise<PartialAnswer<Completions>> {
  return withFile(session, at.uri, signal, async () => {
    const params = { textDocument: { uri: at.uri }, position: at.position, context: { triggerKind: 1 as const } };
    const { items, isIncomplete, range } = completionsOf(await session.request('textDocument/completion', params, signal));
    const fallback = range ?? wordBefore(await session.project.documents.read(at.uri, signal), at.position);
    return {
      items: items.map((item) => remembered(item, completionFrom(item, fallback))),
      notes: isIncomplete ? [`${session.name} may know more: ask again behind a longer beginning of the name.`] : [],
    };
  });
}

export function completionDetailsAt(
  session: EngineSession,
  of: readonly Completion[],
  at: Place,
  signal: AbortSignal,
): Promise<PartialAnswer<readonly Completion[]>> {
  return withFile(session, at.uri, signal, async () => {
    if (!session.resolvesCompletions) return of;
    return Promise.all(
      of.map(async (completion) => {
        const item = given.get(completion);
        return item === undefined ? completion : detailed(session, completion, item, signal);
      }),
    );
  });
}

export function completionsAnswer(answer: Answer<Completions>): Answer<readonly Completion[]> {
  const notes = [...(answer.notes ?? []), ...answer.value.notes];
  return { ...answer, value: answer.value.items, ...(notes.length > 0 && { notes }) };
}

async function detailed(session: EngineSession, completion: Completion, item: ProtocolCompletion, signal: AbortSignal): Promise<Completion> {
  try {
    const resolved = resolvedCompletionOf(await session.request('completionItem/resolve', item, signal));
    return remembered(item, completionFrom(resolved, completion.range));
  } catch (error) {
    // One name that a server chokes on must not cost all the others: it is returned as the list has it.
    if (error instanceof IdeError && error.code === 'engine_failed') return completion;
    throw error;
  }
}

// What can be imported is known only when the files of the project are.
async function withFile<Value>(session: EngineSession, uri: string, signal: AbortSignal, ask: () => Promise<Value>): Promise<PartialAnswer<Value>> {
  await session.documents.open(uri, signal);
  return prepared(session, { kind: 'files', uris: [uri] }, signal, ask);
}

function remembered(item: ProtocolCompletion, completion: Completion): Completion {
  given.set(completion, item);
  return completion;
}
