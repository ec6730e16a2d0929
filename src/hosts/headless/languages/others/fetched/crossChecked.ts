// What stands before small servers, some of which know only what is open: a place with the word that the server neither reports nor knows as another's is a gap, and is said.
import { setTimeout as sleep } from 'node:timers/promises';
import { tidyLocations } from '../../../../../answers/tidyLocations.ts';
import { counted } from '../../../../../base/text/counted.ts';
import { cannotRename } from '../../../../../ide/errors/editErrors.ts';
import { IdeError } from '../../../../../ide/errors/errors.ts';
import { compare, contains, type Location, type Position, type Range, type TextSnapshot } from '../../../../../ide/text.ts';
import type { DiskChange } from '../../../../../machine/files/diskChanges.ts';
import { wordAt } from '../../../../../source/wordAt.ts';
import { locationsOf } from '../../engine/answers.ts';
import { OpenedFiles } from '../../engine/documents/openedFiles.ts';
import { textOrNothing } from '../../engine/documents/sourceText.ts';
import type { EngineSession } from '../../engine/engineSession.ts';
import { withMarks } from '../../engine/keptMarks.ts';
import { languageIn } from '../../engine/languageFiles.ts';
import type { Middleware, Next, PlacedEdit, QuestionScope, RenamedPlaces, WantedName } from '../../engine/middleware.ts';
import type { PartialAnswer } from '../../engine/partialAnswer.ts';

export interface SmallServer {
  readonly configuration?: (section: string) => unknown;
  // It reads files that are not open only once, so that whatever happens to them is seen by the next one.
  readonly readsOnce?: true;
  // It finds problems in a file when that is opened, and not when it changes.
  readonly checksOnOpening?: true;
  // It works at several messages at once, so that what is asked about a file can overtake the message that opens it.
  readonly answersEarly?: true;
  // Why what it renames cannot be had, as a sentence.
  readonly renamesWrongly?: string;
  // The same, where only what other files declare is renamed wrongly.
  readonly renamesOwn?: string;
  // Files of other languages that use its names too.
  readonly usedIn?: RegExp;
}

type Word = Extract<QuestionScope, { kind: 'word' }>;

// Such projects are small: descriptions, schemas, scripts.
const MOST_OPENED = 300;
// So many places that are not reported are asked about; a word that stands in more may mean anything there.
const MOST_ASKED = 60;
const MOST_NAMED = 5;
// Milliseconds: together more than a busy machine needs for a file, and not much for one that declares nothing.
const BETWEEN_OUTLINES = [2, 5, 10, 20, 50, 100];

export class CrossChecked implements Middleware {
  readonly #session: EngineSession;
  readonly #server: SmallServer;
  readonly #files: OpenedFiles;
  #outdated = false;

  constructor(session: EngineSession, server: SmallServer) {
    this.#session = session;
    this.#server = server;
    this.#files = new OpenedFiles(session, MOST_OPENED);
  }

  configuration(section: string): unknown {
    return this.#server.configuration?.(section) ?? null;
  }

  // Few of them forget a file that is gone.
  get outdated(): boolean {
    return this.#outdated;
  }

  filesChanged(changes: readonly DiskChange[]): void {
    this.#files.filesChanged(changes);
    const { documents } = this.#session;
    this.#outdated ||= changes.some(({ uri, kind }) => kind === 'deleted' || (this.#server.readsOnce === true && !documents.has(uri)));
  }

  sent(): { readonly anew: boolean } {
    return { anew: this.#server.checksOnOpening === true };
  }

  async prepare(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
    if (this.#server.answersEarly === true && (scope.kind === 'word' || scope.kind === 'file'))
      await this.#untilRead(scope.kind === 'word' ? scope.from : scope.uri, signal);
    if (scope.kind === 'word') return this.#gapOf(scope, signal);
    if (scope.kind !== 'file' || scope.at === undefined) return undefined;
    const word = wordAt(await this.#session.project.documents.read(scope.uri, signal), scope.at);
    // What declares it may stand in a file that nobody has opened.
    return word === undefined ? undefined : this.#files.open(await this.#holders(word, signal), signal);
  }

  // An empty outline may be that of a file which it has not read yet.
  async #untilRead(uri: string, signal: AbortSignal): Promise<void> {
    await this.#session.documents.open(uri, signal);
    for (const pause of BETWEEN_OUTLINES) {
      const found = await this.#session.request('textDocument/documentSymbol', { textDocument: { uri } }, signal);
      if (Array.isArray(found) && found.length > 0) return;
      await sleep(pause);
    }
  }

  // With the declaration, which some leave out although they are asked for it.
  async references(
    { at }: { readonly at: { readonly uri: string; readonly position: Position } },
    next: Next<readonly Location[]>,
    signal: AbortSignal,
  ): Promise<PartialAnswer<readonly Location[]>> {
    const [found, declared] = await Promise.all([next(), this.#definitionOf(at.uri, at.position, signal)]);
    return { value: tidyLocations([...found, ...declared.filter((place) => !found.some((use) => isSame(use, place)))]) };
  }

  async rename({ at }: WantedName, next: Next<readonly PlacedEdit[]>, signal: AbortSignal): Promise<RenamedPlaces> {
    const { renamesWrongly, renamesOwn } = this.#server;
    const isOthers = renamesOwn !== undefined && (await this.#definitionOf(at.uri, at.position, signal)).some(({ uri }) => uri !== at.uri);
    const why = renamesWrongly ?? (isOthers ? renamesOwn : undefined);
    if (why === undefined) return { edits: await withMarks(this.#session, await next(), signal) };
    throw cannotRename(wordAt(await this.#session.project.documents.read(at.uri, signal), at.position) ?? 'What stands there', why);
  }

  async #gapOf({ word, from, at }: Word, signal: AbortSignal): Promise<string | undefined> {
    const holders = await this.#holders(word, signal);
    const left = await this.#files.open(holders, signal);
    const known = at === undefined ? [] : await this.#knownOf(from, at, signal);
    const unexplained = await this.#unexplained([...new Set([from, ...holders])], word, known, signal);
    if (unexplained.length === 0) return left;
    const places = unexplained.slice(0, MOST_NAMED).map(({ uri, range: { start } }) => `${this.#pathOf(uri)}:${start.line + 1}:${start.character + 1}`);
    const more = unexplained.length > MOST_NAMED ? ` and ${unexplained.length - MOST_NAMED} more` : '';
    const gap = `The word stands in ${counted(unexplained.length, 'further place')} of which ${this.#session.name} says nothing: ${places.join(', ')}${more}.`;
    return left === undefined ? gap : `${left} ${gap}`;
  }

  async #holders(word: string, signal: AbortSignal): Promise<readonly string[]> {
    const { row, project } = this.#session;
    return (await project.documents.filesWithWord(word, signal)).filter((uri) => languageIn(row, uri) !== undefined || this.#server.usedIn?.test(uri) === true);
  }

  async #knownOf(uri: string, position: Position, signal: AbortSignal): Promise<readonly Location[]> {
    const params = { textDocument: { uri }, position, context: { includeDeclaration: true } };
    const found = await this.#ifOffered(async () => locationsOf(await this.#session.request('textDocument/references', params, signal)));
    return [...found, ...(await this.#definitionOf(uri, position, signal))];
  }

  #definitionOf(uri: string, position: Position, signal: AbortSignal): Promise<readonly Location[]> {
    return this.#ifOffered(async () => locationsOf(await this.#session.request('textDocument/definition', { textDocument: { uri }, position }, signal)));
  }

  // Places with the word that are not known and lead to nothing, or to what is known although that does not lead to them.
  async #unexplained(uris: readonly string[], word: string, known: readonly Location[], signal: AbortSignal): Promise<readonly Location[]> {
    const unexplained: Location[] = [];
    let asked = 0;
    for (const uri of uris) {
      const snapshot = await textOrNothing(this.#session, uri, signal);
      const places = snapshot === undefined ? [] : placesOf(snapshot, word);
      for (const place of places.filter(({ range }) => !known.some((use) => use.uri === uri && isAt(use.range, range.start)))) {
        asked += 1;
        const leadsTo = asked > MOST_ASKED ? [] : await this.#definitionOf(uri, place.range.start, signal);
        const isAnothers = leadsTo.length > 0 && !leadsTo.some((target) => known.some((use) => isSame(use, target)));
        if (!isAnothers) unexplained.push(place);
      }
    }
    return unexplained;
  }

  // Not every server knows every question.
  async #ifOffered(ask: () => Promise<readonly Location[]>): Promise<readonly Location[]> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof IdeError && ['unsupported', 'engine_failed'].includes(error.code)) return [];
      throw error;
    }
  }

  #pathOf(uri: string): string {
    return decodeURIComponent(uri.slice(this.#session.project.rootUri.length + 1));
  }
}

// Some report the whole word before the name with it, and some a declaration with all that it holds.
function isAt(range: Range, position: Position): boolean {
  return range.start.line === position.line && contains(range, position);
}

function isSame(one: Location, other: Location): boolean {
  return one.uri === other.uri && compare(one.range.start, other.range.start) === 0;
}

function placesOf(snapshot: TextSnapshot, word: string): readonly Location[] {
  const pattern = new RegExp(`(?<![\\p{ID_Continue}$])${word.replace(/[^\p{ID_Continue}]/gu, '\\$&')}(?![\\p{ID_Continue}$])`, 'gu');
  return [...snapshot.text.matchAll(pattern)].map(({ index }) => ({
    uri: snapshot.uri,
    range: { start: snapshot.positionAt(index), end: snapshot.positionAt(index + word.length) },
  }));
}
