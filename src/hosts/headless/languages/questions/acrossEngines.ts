// A question about a symbol where one language has several engines: each is asked about the files that are its own, and the answers become one.
import type { Answer } from '../../../../ide/answer.ts';
import { complete, incomplete } from '../../../../ide/answer.ts';
import type { Place } from '../../../../ide/doors/languages.ts';
import { IdeError } from '../../../../ide/errors/errors.ts';
import type { DiskDocuments } from '../../../../machine/files/diskChanges.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import { locationsOf } from '../engine/answers.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { PartialAnswer } from '../engine/partialAnswer.ts';
import type { Route } from '../engine/route.ts';

export interface SymbolQuestion<Value> {
  readonly at: Place;
  work(session: EngineSession, at: Place): Promise<PartialAnswer<Value>>;
  merge(values: readonly Value[]): Value;
}

// Those of the other engines that serve a file which may use the symbol.
export async function enginesBeyond(
  own: Engine,
  at: Place,
  route: Route,
  project: { readonly documents: DiskDocuments; readonly engines: readonly Engine[] },
  signal: AbortSignal,
): Promise<readonly Engine[]> {
  const siblings = route.siblingsOf(own.row);
  if (siblings.length === 0) return [];
  const word = wordAt(await project.documents.read(at.uri, signal), at.position);
  if (word === undefined) return [];
  const rows = new Set((await route.mayUse(word, at.uri, signal)).map((uri) => route.rowOf(uri)));
  return project.engines.filter(({ row }) => siblings.includes(row) && rows.has(row));
}

// Asks the file's own engine where the place is, and the others at a declaration: one of theirs if there is one, else whichever they can read.
export async function askedAcross<Value>(
  question: SymbolQuestion<Value>,
  own: Engine,
  others: readonly Engine[],
  route: Route,
  signal: AbortSignal,
): Promise<Answer<Value>> {
  const { at } = question;
  const first = await own.run(signal, async (session) => ({
    answer: await question.work(session, at),
    declared: locationsOf(await session.request('textDocument/definition', { textDocument: { uri: at.uri }, position: at.position }, signal)),
  }));
  const { answer, declared } = first.value;
  const rest = await Promise.all(
    others.map(async (engine) => {
      const theirs = declared.find(({ uri }) => route.rowOf(uri) === engine.row) ?? declared[0];
      const place = theirs === undefined ? at : { uri: theirs.uri, position: theirs.range.start };
      return answerOrGap(engine, () => engine.run(signal, (session) => question.work(session, place)));
    }),
  );
  const value = question.merge([answer.value, ...rest.flatMap((theirs) => ('value' in theirs ? [theirs.value.value] : []))]);
  const gaps = [answer.gap, ...rest.map((theirs) => ('value' in theirs ? theirs.value.gap : theirs.gap))].filter((text) => text !== undefined);
  const reasons = [own, ...others].flatMap(({ row }) => route.reasonFor(row) ?? []);
  const answered = [{ notes: first.notes, value: answer }, ...rest.flatMap((theirs) => ('value' in theirs ? [theirs] : []))];
  const notes = [...new Set([...answered.flatMap((theirs) => [...theirs.notes, ...(theirs.value.notes ?? [])]), ...reasons])];
  const certificate = { engine: [own, ...others].map(({ name }) => name).join(', '), ...(notes.length > 0 && { notes }) };
  return gaps.length === 0 ? complete(value, certificate) : incomplete(value, gaps.join(' '), certificate);
}

// What another engine fails to say makes the answer incomplete, it does not take it away.
async function answerOrGap<Found>(engine: Engine, ask: () => Promise<Found>): Promise<Found | { readonly gap: string }> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof IdeError) || error.code === 'cancelled') throw error;
    return { gap: `Files that ${engine.name} serves were not searched: ${error.message}` };
  }
}
