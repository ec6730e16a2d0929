// A question about every use of a symbol where files have several names through links: engines take each name for a file of its own, so each is asked about.
import { type Answer, complete, incomplete } from '../../../../ide/answer.ts';
import type { Place } from '../../../../ide/doors/languages.ts';
import { cancelled, IdeError } from '../../../../ide/errors/errors.ts';
import { type Location, placeKey, positionKey } from '../../../../ide/text.ts';
import type { DiskDocuments } from '../../../../machine/files/diskChanges.ts';

export interface ByEveryName<Found> {
  // By the own names of the files.
  readonly answer: Answer<readonly Found[]>;
  // What was asked, by the names that were used.
  readonly asked: readonly Place[];
  // What is found only by another name than the one that the question was asked with.
  readonly beyond: readonly Found[];
}

// Each is a question to the engine. Where there are more, some of them were not asked.
const MOST_QUESTIONS = 40;

export async function askedByEveryName<Found extends Location>(
  at: Place,
  documents: DiskDocuments,
  ask: (at: Place) => Promise<Answer<readonly Found[]>>,
  signal: AbortSignal,
): Promise<ByEveryName<Found>> {
  const first = await ask(at);
  const names = new Names(documents);
  const answers = [first];
  const asked = [at];
  const waiting = [...(await names.othersOf(at, signal)), ...(await names.othersOfAll(first.value, signal))];
  // Links there are in many projects, and files that have several names in few of them.
  if (waiting.length === 0) return { answer: first, asked, beyond: [] };
  const known = new Set([keyOf(at), ...first.value.map(placeKey)]);
  const gaps: string[] = [];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (known.has(keyOf(next))) continue;
    if (signal.aborted) throw cancelled();
    if (asked.length >= MOST_QUESTIONS) {
      gaps.push('Files with several names through links use it at more places than were asked about.');
      break;
    }
    known.add(keyOf(next));
    asked.push(next);
    const answer = await askedBeside(ask, next);
    if (typeof answer === 'string') {
      gaps.push(answer);
      continue;
    }
    answers.push(answer);
    for (const found of answer.value) known.add(placeKey(found));
    waiting.push(...(await names.othersOfAll(answer.value, signal)));
  }
  const own = (found: Found): Found => names.byOwnName(found);
  const mine = new Set(first.value.map((found) => placeKey(own(found))));
  const value = answers.flatMap((answer) => answer.value.map(own));
  return { answer: joined(answers, value, gaps), asked, beyond: value.filter((found) => !mine.has(placeKey(found))) };
}

// A place by the other names of its file.
export async function namesOfPlace(documents: DiskDocuments, place: Place, signal: AbortSignal): Promise<readonly Place[]> {
  return new Names(documents).othersOf(place, signal);
}

// The other names of the files that places are in, asked for once each.
class Names {
  readonly #documents: DiskDocuments;
  readonly #known = new Map<string, Promise<readonly string[]>>();
  readonly #own = new Map<string, string>();

  constructor(documents: DiskDocuments) {
    this.#documents = documents;
  }

  // Each file is looked up once: thousands of places are in some hundred files.
  async othersOfAll(found: readonly Location[], signal: AbortSignal): Promise<readonly Place[]> {
    const names = new Map<string, readonly string[]>();
    for (const { uri } of found) if (!names.has(uri)) names.set(uri, await this.#namesOf(uri, signal));
    return found.flatMap(({ uri, range }) => (names.get(uri) ?? []).map((name) => ({ uri: name, position: range.start })));
  }

  async othersOf({ uri, position }: Place, signal: AbortSignal): Promise<readonly Place[]> {
    return (await this.#namesOf(uri, signal)).map((name) => ({ uri: name, position }));
  }

  byOwnName<Found extends { readonly uri: string }>(found: Found): Found {
    const own = this.#own.get(found.uri) ?? this.#documents.canonical(found.uri);
    this.#own.set(found.uri, own);
    return own === found.uri ? found : { ...found, uri: own };
  }

  #namesOf(uri: string, signal: AbortSignal): Promise<readonly string[]> {
    const known = this.#known.get(uri) ?? this.#read(uri, signal);
    this.#known.set(uri, known);
    return known;
  }

  async #read(uri: string, signal: AbortSignal): Promise<readonly string[]> {
    const own = this.#documents.canonical(uri);
    const names = await this.#documents.namesOf(own, signal);
    return [own, ...names].filter((name) => name !== uri);
  }
}

// That an engine has nothing to say about one of the names takes nothing from what it said about the others.
async function askedBeside<Value>(ask: (at: Place) => Promise<Answer<Value>>, at: Place): Promise<Answer<Value> | string> {
  try {
    return await ask(at);
  } catch (error) {
    if (!(error instanceof IdeError) || error.code === 'cancelled') throw error;
    return `${decodeURIComponent(at.uri.split('/').at(-1) ?? '')}:${at.position.line + 1} has another name through a link, by which it could not be asked about: ${error.message}`;
  }
}

function joined<Found>(answers: readonly Answer<readonly Found[]>[], value: readonly Found[], gaps: readonly string[]): Answer<readonly Found[]> {
  const notes = [...new Set(answers.flatMap((answer) => answer.notes ?? []))];
  const why = [...new Set([...answers.flatMap((answer) => (answer.complete ? [] : [answer.why])), ...gaps])];
  const engine = answers[0]?.engine;
  const certificate = { ...(engine !== undefined && { engine }), ...(notes.length > 0 && { notes }) };
  return why.length === 0 ? complete(value, certificate) : incomplete(value, why.join(' '), certificate);
}

function keyOf({ uri, position }: Place): string {
  return positionKey(uri, position);
}
