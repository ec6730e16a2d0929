// The history of calls: who asked what, when, and how it ended; in memory and on disk, where the next daemon finds it.

import { mkdirSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { seconds } from '../../base/waiting/duration.ts';
import type { CallJournal, CallRecord, HistoryEvent, NotedCall } from './callRecord.ts';
import { BEGINNING, beginningOf, cleanAnswer, cleanRecord, cleanText, listedRecord } from './cleanRecord.ts';
import { answerLine, clearDeadHistory, merged, recordLine, takeOver, withAnswer } from './historyFiles.ts';
import { filteredInTurns, type HistoryFilter } from './historyFilter.ts';
import { OwnHistoryFile } from './ownHistoryFile.ts';
import { RememberedSecrets } from './rememberedSecrets.ts';
import { RowShares } from './rowShares.ts';
import { MOST_ANSWERS, WholeAnswers } from './wholeAnswers.ts';
import { WritePace } from './writePace.ts';

export interface HistoryOptions {
  // Private, in the state folder.
  readonly folder: string;
  // How many calls are kept, here and on disk.
  readonly size?: number;
  // Once, when the disk does not take it any more; the history then lives in memory only.
  readonly onFailure: (error: unknown) => void;
}

export const DEFAULT_HISTORY_SIZE = 1_000;
// Of whole answers.
const BETWEEN_ANSWERS = seconds(10);
// Where so many calls come that all of them are others by then: most are pushed out before they cost anything.
const BETWEEN_MANY_ANSWERS = seconds(60);
// Gathered at once: they hold on to their answers.
const MOST_NOTED = 200;
// Other requests than calls have rows of their own, so that they push no call out.
const REQUESTS_SHARE = 0.2;
const FEWEST_REQUESTS = 20;
// Written at a time, so that nobody waits for a history of many thousands.
const ROWS_AT_A_TIME = 200;
// Of whole answers, in characters.
const WRITTEN_AT_ONCE = 256 * 1024;
// The same, in one turn of the event loop.
const SEARCHED_AT_ONCE = 64 * 1024;
// A row has several lines, and forgotten ones have theirs still; so many times the size is when a rewrite pays.
const LINES_FOR_A_ROW = 8;

// Of a long answer the beginning is as it came: it is searched for secrets when the row is read, reported or written whole.
interface Row {
  readonly clean: CallRecord;
  readonly beginning?: string;
  // Of its call, while there is such a beginning.
  readonly secrets?: readonly string[];
}

export class History implements CallJournal {
  readonly #size: number;
  readonly #folder: string;
  readonly #file: OwnHistoryFile;
  readonly #onFailure: (error: unknown) => void;
  // Oldest first.
  readonly #rows = new Map<string, Row>();
  readonly #calls: RowShares;
  readonly #requests: RowShares;
  readonly #answers: WholeAnswers;
  readonly #pace = new WritePace(() => void this.#flushRows());
  readonly #listeners = new Set<(event: HistoryEvent) => void>();
  readonly #secrets = new RememberedSecrets();
  // Not gathered yet, in the order in which they were noted first: a call is asked for its record when somebody needs it, and most have ended by then.
  #noted = new Set<NotedCall>();
  #willReport = false;
  #unwritten = new Set<string>();
  // Written without their answers.
  readonly #unanswered = new Set<string>();
  // Being written right now.
  #underWay: ReadonlySet<string> = new Set();
  #answersTimer: NodeJS.Timeout | undefined;
  // Whether the file may have lines of rows that have made room for others.
  #holdsForgotten = false;
  // Once what earlier daemons left is here.
  readonly #begun: Promise<void>;
  #writing: Promise<void>;
  #failed = false;

  constructor({ folder, size = DEFAULT_HISTORY_SIZE, onFailure }: HistoryOptions) {
    this.#size = size;
    this.#calls = new RowShares(size);
    this.#requests = new RowShares(Math.max(FEWEST_REQUESTS, Math.round(size * REQUESTS_SHARE)));
    this.#answers = new WholeAnswers((id) => this.#onlyList(id), this.#secrets);
    this.#folder = folder;
    this.#file = new OwnHistoryFile(folder);
    this.#onFailure = onFailure;
    // A call never waits for the disk, and neither does the start of the daemon.
    this.#begun = this.#guarded(() => this.#begin());
    this.#writing = this.#begun;
  }

  note(noted: NotedCall): void {
    // Whoever gathers it asks for all that is known by then.
    if (this.#noted.has(noted)) return;
    this.#noted.add(noted);
    this.#pace.later(!noted.isRequest);
    if (this.#noted.size >= MOST_NOTED) this.#gather();
    if (this.#listeners.size > 0) this.#reportSoon();
  }

  // At the end of this turn, with all that is learned in it.
  #reportSoon(): void {
    if (this.#willReport) return;
    this.#willReport = true;
    queueMicrotask(() => this.#gather());
  }

  // One that is known whole.
  record(given: CallRecord, secrets: readonly string[] = []): void {
    const { result, ...record } = given;
    this.note({ isRequest: given.isRequest === true, record: () => ({ ...record }), answer: () => result, secrets: () => secrets });
  }

  // What has been noted since: all secrets first, because one call prints what another was given.
  #gather(): void {
    this.#willReport = false;
    if (this.#noted.size === 0) return;
    const gathered = this.#noted;
    this.#noted = new Set();
    for (const noted of gathered) this.#secrets.add(noted.secrets());
    for (const noted of gathered) this.#take(noted);
    if (!this.#secrets.areTooMany) return;
    for (const id of this.#rows.keys()) this.#clean(id);
    this.#answers.cleanAll();
    this.#secrets.forgetOldest();
  }

  #take(noted: NotedCall): void {
    const own = noted.secrets();
    const secrets = this.#secrets.with(own);
    const answer = noted.answer();
    const clean = noted.record();
    const { id, status, isRequest } = clean;
    const isLong = answer !== undefined && answer.length > BEGINNING;
    cleanRecord(clean, secrets);
    if (isLong) clean.cutFrom ??= answer.length;
    else if (answer !== undefined) clean.result = cleanAnswer(answer, secrets);
    const isNew = !this.#rows.has(id);
    this.#put(isLong ? { clean, beginning: beginningOf(answer), secrets: own } : { clean });
    this.#unwritten.add(id);
    if (status !== 'pending' && isRequest !== true) {
      this.#answers.keep(id, isLong ? answer : undefined, own);
      this.#writeAnswersLater();
    }
    if (this.#listeners.size === 0) return;
    // Lists show no answers, and to search the beginning of a long one for secrets costs more than all else of an event.
    const row = this.#rows.get(id);
    if (row !== undefined) this.#report({ kind: isNew ? 'added' : 'updated', record: row.clean });
  }

  // The newest first; also what earlier daemons left. Of long answers only the beginning.
  async list(filter: HistoryFilter = {}): Promise<CallRecord[]> {
    await this.#begun;
    this.#gather();
    return filteredInTurns([...this.#rows.keys()], (id) => this.#clean(id), filter);
  }

  // One call with as much of its answer as is kept.
  async read(id: string): Promise<CallRecord | undefined> {
    await this.#begun;
    this.#gather();
    const record = this.#clean(id);
    return record === undefined ? undefined : withAnswer(record, this.#answers.read(id));
  }

  // A text as a row would hold it: without what any call has passed as a secret, and what looks like one.
  withoutSecrets(text: string): string {
    this.#gather();
    return cleanText(text, this.#secrets.all);
  }

  onEvent(listener: (event: HistoryEvent) => void): Disposable {
    this.#listeners.add(listener);
    if (this.#noted.size > 0) this.#reportSoon();
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  async clear(): Promise<void> {
    await this.flush();
    this.#forgetAll();
    this.#report({ kind: 'cleared' });
    this.#writing = this.#writing.then(() => this.#guarded(() => this.#rewrite()));
    await this.#writing;
    await clearDeadHistory(this.#folder);
  }

  // Everything, the whole answers too, and nothing that is forgotten: whoever reads the file must not see more than is kept.
  flush(): Promise<void> {
    clearTimeout(this.#answersTimer);
    this.#answersTimer = undefined;
    void this.#flushRows();
    this.#writing = this.#writing.then(() => this.#guarded(() => this.#writeAll()));
    return this.#writing;
  }

  // For the last moment of the process, when nothing can be awaited.
  flushNow(): void {
    if (this.#failed) return;
    this.#gather();
    const ids = new Set([...this.#underWay, ...this.#unwritten, ...this.#unanswered]);
    const lines = this.#linesOf(ids) + [...this.#answers.unwritten()].map(({ id, text }) => answerLine(id, text)).join('');
    this.#unwritten = new Set();
    if (lines !== '') this.#file.appendNow(lines);
  }

  #flushRows(): Promise<void> {
    this.#pace.begun();
    this.#writing = this.#writing.then(() => this.#guarded(() => this.#write()));
    return this.#writing;
  }

  async #begin(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const earlier = await takeOver(this.#folder);
    this.#gather();
    const own = [...this.#rows.values()];
    this.#rows.clear();
    this.#calls.clear();
    this.#requests.clear();
    for (const clean of merged(earlier.records)) this.#put({ clean });
    this.#answers.restore(earlier.records.filter(({ isRequest }) => isRequest !== true).map(({ id }) => [id, earlier.answers.get(id)]));
    for (const row of own) this.#put(row);
    await this.#rewrite();
    await earlier.forget();
  }

  async #write(): Promise<void> {
    this.#gather();
    if (this.#unwritten.size === 0) return;
    if (this.#file.lines > (this.#size + FEWEST_REQUESTS) * LINES_FOR_A_ROW) return this.#rewrite();
    this.#underWay = this.#unwritten;
    this.#unwritten = new Set();
    // Of many without their answers, which follow with the whole ones.
    const lines = this.#pace.areMany(this.#underWay.size) ? this.#shortLinesOf(this.#underWay) : this.#linesOf(this.#underWay);
    await this.#file.append(lines, this.#underWay.size);
    this.#underWay = new Set();
  }

  async #writeAll(): Promise<void> {
    await this.#writeAnswers();
    if (this.#holdsForgotten) await this.#rewrite();
  }

  async #writeAnswers(): Promise<void> {
    this.#gather();
    const unanswered = [...this.#unanswered];
    for (let at = 0; at < unanswered.length; at += ROWS_AT_A_TIME) {
      const ids = unanswered.slice(at, at + ROWS_AT_A_TIME);
      await this.#file.append(this.#linesOf(ids), ids.length);
      for (const id of ids) this.#unanswered.delete(id);
    }
    let lines = '';
    let turn = 0;
    for (const { id, text } of this.#answers.unwritten()) {
      lines += answerLine(id, text);
      turn += text.length;
      if (turn >= SEARCHED_AT_ONCE) {
        turn = 0;
        await nextTurn();
      }
      if (lines.length < WRITTEN_AT_ONCE) continue;
      await this.#file.append(lines);
      lines = '';
    }
    await this.#file.append(lines);
    await this.#file.rest();
    if (this.#file.isStale) await this.#rewrite();
  }

  // Answers that have not been written yet come later, as they would without it.
  async #rewrite(): Promise<void> {
    this.#gather();
    this.#underWay = new Set([...this.#underWay, ...this.#unwritten]);
    this.#unwritten = new Set();
    this.#unanswered.clear();
    this.#holdsForgotten = false;
    const ids = [...this.#rows.keys()];
    await this.#file.rewrite(ids.length, this.#allLines(ids));
    this.#underWay = new Set();
  }

  async *#allLines(ids: readonly string[]): AsyncGenerator<string> {
    for (let at = 0; at < ids.length; at += ROWS_AT_A_TIME) {
      yield this.#shortLinesOf(ids.slice(at, at + ROWS_AT_A_TIME));
      await nextTurn();
    }
    for (const { id, text } of this.#answers.written()) yield answerLine(id, text);
  }

  #linesOf(ids: Iterable<string>): string {
    return [...ids]
      .flatMap((id) => this.#clean(id) ?? [])
      .map(recordLine)
      .join('');
  }

  // Of those whose answers nobody has asked for yet, without them.
  #shortLinesOf(ids: Iterable<string>): string {
    let lines = '';
    for (const id of ids) {
      const row = this.#rows.get(id);
      if (row === undefined) continue;
      if (row.beginning !== undefined) {
        this.#unanswered.add(id);
        this.#writeAnswersLater();
      }
      lines += recordLine(row.clean);
    }
    return lines;
  }

  #writeAnswersLater(): void {
    if (this.#answersTimer !== undefined) return;
    const begun = this.#calls.added;
    this.#answersTimer = setTimeout(() => {
      const areMany = this.#calls.added - begun > MOST_ANSWERS;
      this.#answersTimer = areMany ? setTimeout(() => this.#writeAnswersNow(), BETWEEN_MANY_ANSWERS - BETWEEN_ANSWERS).unref() : undefined;
      if (!areMany) this.#writeAnswersNow();
    }, BETWEEN_ANSWERS);
    this.#answersTimer.unref();
  }

  #writeAnswersNow(): void {
    this.#answersTimer = undefined;
    if (this.#answers.hasUnwritten || this.#unanswered.size > 0) this.#writing = this.#writing.then(() => this.#guarded(() => this.#writeAnswers()));
  }

  // Undefined when it has been forgotten.
  #clean(id: string): CallRecord | undefined {
    const row = this.#rows.get(id);
    if (row?.beginning === undefined) return row?.clean;
    const clean = { ...row.clean, result: cleanAnswer(row.beginning, this.#secrets.with(row.secrets ?? [])) };
    this.#rows.set(id, { clean });
    return clean;
  }

  // Its details are forgotten.
  #onlyList(id: string): void {
    const row = this.#rows.get(id);
    const listed = row === undefined ? undefined : listedRecord(row.clean);
    if (row !== undefined && listed !== undefined && listed !== row.clean) this.#rows.set(id, { ...row, clean: listed });
  }

  #put(row: Row): void {
    const { id, client, isRequest } = row.clean;
    const shares = isRequest === true ? this.#requests : this.#calls;
    const before = this.#rows.get(id)?.clean.client;
    // A client may say only later who it is.
    if (before !== undefined && before !== client) shares.remove(before, id);
    this.#rows.set(id, row);
    for (const old of shares.add(client, id)) {
      this.#holdsForgotten = true;
      this.#rows.delete(old);
      this.#unanswered.delete(old);
      this.#answers.forget(old);
    }
  }

  #forgetAll(): void {
    this.#gather();
    this.#rows.clear();
    this.#unanswered.clear();
    this.#calls.clear();
    this.#requests.clear();
    this.#answers.clear();
  }

  #report(event: HistoryEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  // The disk is full or read only: calls go on, their history stays in memory.
  async #guarded(work: () => Promise<void>): Promise<void> {
    if (this.#failed) {
      this.#unwritten = new Set();
      return;
    }
    try {
      await work();
    } catch (error) {
      this.#failed = true;
      this.#onFailure(error);
    }
  }
}
