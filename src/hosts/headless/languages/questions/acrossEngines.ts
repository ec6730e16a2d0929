// A question about a symbol where one language has several engines: each is asked about the files that are its own, and the answers become one.
import { basename } from 'node:path';
import { pathOf } from '../../../../base/files/fileUri.ts';
import { groupBy } from '../../../../base/groupBy.ts';
import { counted } from '../../../../base/text/counted.ts';
import type { Answer } from '../../../../ide/answer.ts';
import { complete, incomplete } from '../../../../ide/answer.ts';
import type { Place } from '../../../../ide/doors/languages.ts';
import { IdeError } from '../../../../ide/errors/errors.ts';
import type { DiskDocuments } from '../../../../machine/files/diskChanges.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import { locationsOf } from '../engine/answers.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineRow } from '../engine/engineRow.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import type { PartialAnswer } from '../engine/partialAnswer.ts';
import type { Route } from '../engine/route.ts';

export interface SymbolQuestion<Value> {
  readonly at: Place;
  work(session: EngineSession, at: Place): Promise<PartialAnswer<Value>>;
  merge(values: readonly Value[]): Value;
}

export interface OtherEngine {
  readonly engine: Engine;
  // Its own that may use the symbol.
  readonly files: readonly string[];
}

// Those of the other engines that serve a file which may use the symbol.
export async function enginesBeyond(
  own: Engine,
  at: Place,
  route: Route,
  project: { readonly documents: DiskDocuments; readonly engines: readonly Engine[] },
  signal: AbortSignal,
): Promise<readonly OtherEngine[]> {
  const siblings = route.siblingsOf(own.row);
  if (siblings.length === 0) return [];
  const word = wordAt(await project.documents.read(at.uri, signal), at.position);
  if (word === undefined) return [];
  const byRow = groupBy(await route.mayUse(word, at.uri, signal), (uri) => route.rowOf(uri));
  return project.engines.flatMap((engine) => {
    const files = siblings.includes(engine.row) ? byRow.get(engine.row) : undefined;
    return files === undefined ? [] : [{ engine, files }];
  });
}

// Asks the file's own engine where the place is, and the others at a declaration: one of theirs if there is one, else whichever they can read.
export async function askedAcross<Value>(
  question: SymbolQuestion<Value>,
  own: Engine,
  others: readonly OtherEngine[],
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
    others.map(async ({ engine, files }) => {
      const readable = declared.filter(({ uri }) => languageIn(engine.row, uri) !== undefined);
      const theirs = readable.find(({ uri }) => route.rowOf(uri) === engine.row) ?? readable[0];
      const place = theirs === undefined ? at : { uri: theirs.uri, position: theirs.range.start };
      // What a component declares is nothing to an engine that reads none; the components' own knows the files of that engine too.
      if (languageIn(engine.row, place.uri) === undefined) return [];
      return [await answerOrGap(files, () => engine.run(signal, (session) => question.work(session, place)))];
    }),
  ).then((answers) => answers.flat());
  const value = question.merge([answer.value, ...rest.flatMap((theirs) => ('value' in theirs ? [theirs.value.value] : []))]);
  const gaps = [answer.gap, ...rest.map((theirs) => ('value' in theirs ? theirs.value.gap : theirs.gap))].filter((text) => text !== undefined);
  const asked = [own, ...others.map(({ engine }) => engine)];
  const reasons = asked.flatMap(({ row }) => route.reasonFor(row) ?? []);
  const answered = [{ notes: first.notes, value: answer }, ...rest.flatMap((theirs) => ('value' in theirs ? [theirs] : []))];
  const notes = [...new Set([...answered.flatMap((theirs) => [...theirs.notes, ...(theirs.value.notes ?? [])]), ...reasons])];
  const certificate = { engine: asked.map(({ name }) => name).join(', '), ...(notes.length > 0 && { notes }) };
  return gaps.length === 0 ? complete(value, certificate) : incomplete(value, gaps.join(' '), certificate);
}

// Files that nobody reads and that hold the word: what uses the symbol there is not among what was found.
export async function withUnread<Value>(
  answer: Answer<Value>,
  { unread }: EngineRow,
  at: Place,
  documents: DiskDocuments,
  signal: AbortSignal,
): Promise<Answer<Value>> {
  const word = unread === undefined ? undefined : wordAt(await documents.read(at.uri, signal), at.position);
  if (word === undefined) return answer;
  const files = (await documents.filesWithWord(word, signal)).filter((uri) => unread?.test(uri));
  if (files.length === 0) return answer;
  const why = `${counted(files.length, 'file holds', 'files hold')} the word and could not be searched, because no engine of ours reads them (${namesOf(files)}): search_text does.`;
  const certificate = { ...(answer.engine !== undefined && { engine: answer.engine }), ...(answer.notes !== undefined && { notes: answer.notes }) };
  return incomplete(answer.value, answer.complete ? why : `${answer.why} ${why}`, certificate);
}

// What another engine fails to say makes the answer incomplete, it does not take it away.
async function answerOrGap<Found>(files: readonly string[], ask: () => Promise<Found>): Promise<Found | { readonly gap: string }> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof IdeError) || error.code === 'cancelled') throw error;
    return { gap: `${counted(files.length, 'file')} may use it and could not be searched (${namesOf(files)}): ${error.message}` };
  }
}

const MOST_NAMED = 5;

function namesOf(files: readonly string[]): string {
  const names = files.slice(0, MOST_NAMED).map((uri) => basename(pathOf(uri)));
  return [...names, ...(files.length > MOST_NAMED ? [`${files.length - MOST_NAMED} more`] : [])].join(', ');
}
