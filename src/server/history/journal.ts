// The history of calls: who asked what, when, and how it ended; in memory and on disk, where the next daemon finds it.
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { appendFile, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ownIdentity } from '../../base/processes/processIdentity.ts';
import { milliseconds, seconds } from '../../base/waiting/duration.ts';
import type { CallJournal, CallRecord, HistoryEvent } from './callRecord.ts';
import { BEGINNING, cleanAnswer, cleanRecord, cleanWithoutAnswer, listedRecord } from './cleanRecord.ts';
import { answerLine, clearDeadHistory, headerLine, merged, recordLine, takeOver, withAnswer } from './historyFiles.ts';
import { filtered, type HistoryFilter } from './historyFilter.ts';
import { RowShares } from './rowShares.ts';
import { MOST_ANSWERS, WholeAnswers } from './wholeAnswers.ts';

export interface HistoryOptions {
  // Private, in the state folder.
  readonly folder: string;
  // How many calls are kept, here and on disk.
  readonly size?: number;
  // Once, when the disk does not take it any more; the history then lives in memory only.
  readonly onFailure: (error: unknown) => void;
}

export const DEFAULT_HISTORY_SIZE = 1_000;
const BETWEEN_WRITES = milliseconds(100);
// Of whole answers.
const BETWEEN_ANSWERS = seconds(10);
// Where so many calls come that all of them are others by then: most are pushed out before they cost anything.
const BETWEEN_MANY_ANSWERS = seconds(60);
const SHORTEST_REMEMBERED = 6;
const MOST_REMEMBERED = 200;
// Other requests than calls have rows of their own, so that they push no call out.
const REQUESTS_SHARE = 0.2;
const FEWEST_REQUESTS = 20;
// Written at a time, so that nobody waits for a history of many thousands.
const ROWS_AT_A_TIME = 200;
// Of whole answers, in characters.
const WRITTEN_AT_ONCE = 256 * 1024;
// What whole answers may leave behind in a file before it is written anew.
const MOST_STALE = 16 * 1024 * 1024;

// So many at a time are written without their answers, which follow with the whole ones: most of them are pushed out before.
const MANY_AT_ONCE = 8;
// A row has several lines, and forgotten ones have theirs still; so many times the size is when a rewrite pays.
const LINES_FOR_A_ROW = 8;

// Secrets are hidden when the row is written, read or reported: of a call that ends at once, once.
type Row =
  | { readonly given: CallRecord; readonly secrets: readonly string[] }
  | { readonly clean: CallRecord }
  // All but the answer, of which the beginning is as it came.
  | { readonly clean: CallRecord; readonly beginning: string; readonly secrets: readonly string[] };

export class History implements CallJournal {
  readonly #size: number;
  readonly #folder: string;
  readonly #file: string;
  readonly #onFailure: (error: unknown) => void;
  // Oldest first.
  readonly #rows = new Map<string, Row>();
  readonly #calls: RowShares;
  readonly #requests: RowShares;
  readonly #answers: WholeAnswers;
  readonly #listeners = new Set<(event: HistoryEvent) => void>();
  // In memory only, for as long as this daemon lives.
  readonly #secrets = new Set<string>();
  #unwritten = new Set<string>();
  // Written without their answers.
  readonly #unanswered = new Set<string>();
  // Being written right now.
  #underWay: ReadonlySet<string> = new Set();
  #linesOnDisk = 0;
  #bytesOnDisk = 0;
  #bytesWhenWritten = 0;
  #lastWrite = 0;
  #lastCallWrite = 0;
  // Among the rows to be written.
  #hasCalls = false;
  // The timer is for a call that does not wait.
  #isSoon = false;
  #timer: NodeJS.Timeout | undefined;
  #answersTimer: NodeJS.Timeout | undefined;
  // Once what earlier daemons left is here.
  readonly #begun: Promise<void>;
  #writing: Promise<void>;
  #failed = false;

  constructor({ folder, size = DEFAULT_HISTORY_SIZE, onFailure }: HistoryOptions) {
    this.#size = size;
    this.#calls = new RowShares(size);
    this.#requests = new RowShares(Math.max(FEWEST_REQUESTS, Math.round(size * REQUESTS_SHARE)));
    this.#answers = new WholeAnswers(
      (id) => this.#onlyList(id),
      () => [...this.#secrets],
    );
    this.#folder = folder;
    this.#file = join(folder, `${process.pid}-${Date.now()}.jsonl`);
    this.#onFailure = onFailure;
    // A call never waits for the disk, and neither does the start of the daemon.
    this.#begun = this.#guarded(() => this.#begin());
    this.#writing = this.#begun;
  }

  record(given: CallRecord, secrets: readonly string[] = []): void {
    this.#remember(secrets);
    const isNew = !this.#rows.has(given.id);
    this.#put(given.id, given, { given, secrets });
    if (given.status !== 'pending' && given.isRequest !== true) {
      this.#answers.keep(given.id, given.result !== undefined && given.result.length > BEGINNING ? given.result : undefined, secrets);
      this.#writeAnswersLater();
    }
    this.#unwritten.add(given.id);
    if (this.#listeners.size > 0) this.#report({ kind: isNew ? 'added' : 'updated', record: this.#clean(given.id) ?? given });
    this.#writeLater(given.isRequest !== true);
  }

  // The first of a burst is written at once, so that a call during which the daemon is killed is known; the rest are gathered.
  // A call does not wait because of the requests with which each client begins.
  #writeLater(isCall: boolean): void {
    this.#hasCalls ||= isCall;
    const isDue = isCall && Date.now() - this.#lastCallWrite >= BETWEEN_WRITES;
    if (this.#timer !== undefined && (!isDue || this.#isSoon)) return;
    clearTimeout(this.#timer);
    this.#isSoon = isDue;
    const wait = isDue ? 0 : Math.max(0, BETWEEN_WRITES - (Date.now() - this.#lastWrite));
    this.#timer = setTimeout(() => {
      if (this.#hasCalls) this.#lastCallWrite = Date.now();
      this.#hasCalls = false;
      void this.#flushRows();
    }, wait);
    this.#timer.unref();
  }

  // The newest first; also what earlier daemons left. Of long answers only the beginning.
  async list(filter: HistoryFilter = {}): Promise<CallRecord[]> {
    await this.#begun;
    return filtered(
      [...this.#rows.keys()].flatMap((id) => this.#clean(id) ?? []),
      filter,
    );
  }

  // One call with as much of its answer as is kept.
  async read(id: string): Promise<CallRecord | undefined> {
    await this.#begun;
    const record = this.#clean(id);
    return record === undefined ? undefined : withAnswer(record, this.#answers.read(id));
  }

  onEvent(listener: (event: HistoryEvent) => void): Disposable {
    this.#listeners.add(listener);
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

  // Everything, the whole answers too.
  flush(): Promise<void> {
    clearTimeout(this.#answersTimer);
    this.#answersTimer = undefined;
    void this.#flushRows();
    this.#writing = this.#writing.then(() => this.#guarded(() => this.#writeAnswers()));
    return this.#writing;
  }

  // For the last moment of the process, when nothing can be awaited.
  flushNow(): void {
    if (this.#failed) return;
    const ids = new Set([...this.#underWay, ...this.#unwritten, ...this.#unanswered]);
    const lines = this.#linesOf(ids) + [...this.#answers.unwritten()].map(({ id, text }) => answerLine(id, text)).join('');
    this.#unwritten = new Set();
    if (lines === '') return;
    appendFileSync(this.#file, existsSync(this.#file) ? lines : headerLine(ownIdentity()) + lines, { mode: 0o600 });
  }

  #flushRows(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastWrite = Date.now();
    this.#writing = this.#writing.then(() => this.#guarded(() => this.#write()));
    return this.#writing;
  }

  async #begin(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const earlier = await takeOver(this.#folder);
    const own = [...this.#rows.entries()];
    this.#rows.clear();
    this.#calls.clear();
    this.#requests.clear();
    for (const record of merged(earlier.records)) this.#put(record.id, record, { clean: record });
    this.#answers.restore(earlier.records.filter(({ isRequest }) => isRequest !== true).map(({ id }) => [id, earlier.answers.get(id)]));
    for (const [id, row] of own) this.#put(id, recordOf(row), row);
    await this.#rewrite();
    await earlier.forget();
  }

  async #write(): Promise<void> {
    if (this.#unwritten.size === 0) return;
    if (this.#linesOnDisk > (this.#size + FEWEST_REQUESTS) * LINES_FOR_A_ROW) return this.#rewrite();
    this.#underWay = this.#unwritten;
    this.#unwritten = new Set();
    const lines = this.#underWay.size > MANY_AT_ONCE ? this.#shortLinesOf(this.#underWay) : this.#linesOf(this.#underWay);
    this.#linesOnDisk += this.#underWay.size;
    await this.#append(lines);
    this.#underWay = new Set();
  }

  async #writeAnswers(): Promise<void> {
    const unanswered = [...this.#unanswered];
    for (let at = 0; at < unanswered.length; at += ROWS_AT_A_TIME) {
      const ids = unanswered.slice(at, at + ROWS_AT_A_TIME);
      this.#linesOnDisk += ids.length;
      await this.#append(this.#linesOf(ids));
      for (const id of ids) this.#unanswered.delete(id);
    }
    let lines = '';
    for (const { id, text } of this.#answers.unwritten()) {
      lines += answerLine(id, text);
      await nextTurn();
      if (lines.length < WRITTEN_AT_ONCE) continue;
      await this.#append(lines);
      lines = '';
    }
    if (lines !== '') await this.#append(lines);
    if (this.#bytesOnDisk > this.#bytesWhenWritten * 2 + MOST_STALE) await this.#rewrite();
  }

  async #append(text: string): Promise<void> {
    this.#bytesOnDisk += text.length;
    await appendFile(this.#file, text, { mode: 0o600 });
  }

  async #rewrite(): Promise<void> {
    const temporary = `${this.#file}.tmp`;
    this.#underWay = new Set([...this.#underWay, ...this.#unwritten]);
    this.#unwritten = new Set();
    this.#unanswered.clear();
    const ids = [...this.#rows.keys()];
    let bytes = 0;
    const out = await open(temporary, 'w', 0o600);
    try {
      const write = async (text: string) => {
        bytes += text.length;
        await out.write(text);
      };
      await write(headerLine(ownIdentity()));
      for (let at = 0; at < ids.length; at += ROWS_AT_A_TIME) {
        await write(this.#linesOf(ids.slice(at, at + ROWS_AT_A_TIME)));
        await nextTurn();
      }
      this.#answers.writeAllAgain();
      for (const { id, text } of this.#answers.unwritten()) await write(answerLine(id, text));
    } finally {
      await out.close();
    }
    await rename(temporary, this.#file);
    this.#underWay = new Set();
    this.#linesOnDisk = ids.length;
    this.#bytesOnDisk = bytes;
    this.#bytesWhenWritten = bytes;
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
      if ('given' in row) {
        const { clean, beginning } = cleanWithoutAnswer(row.given, this.#hiddenIn(row));
        this.#rows.set(id, beginning === undefined ? { clean } : { clean, beginning, secrets: row.secrets });
        if (beginning !== undefined) this.#unanswered.add(id);
        lines += recordLine(clean);
      } else lines += recordLine(row.clean);
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
    if (row === undefined) return undefined;
    if ('clean' in row && !('beginning' in row)) return row.clean;
    const secrets = this.#hiddenIn(row);
    const clean = 'given' in row ? cleanRecord(row.given, secrets) : { ...row.clean, result: cleanAnswer(row.beginning, secrets) };
    this.#rows.set(id, { clean });
    return clean;
  }

  #hiddenIn({ secrets }: { readonly secrets: readonly string[] }): readonly string[] {
    return this.#secrets.size === 0 ? secrets : [...new Set([...secrets, ...this.#secrets])];
  }

  // Its details are forgotten.
  #onlyList(id: string): void {
    const row = this.#rows.get(id);
    if (row !== undefined && 'beginning' in row) {
      this.#rows.set(id, { ...row, clean: listedRecord(row.clean) });
      return;
    }
    const clean = this.#clean(id);
    if (clean !== undefined) this.#rows.set(id, { clean: listedRecord(clean) });
  }

  // A program prints later what it was given now. Short ones would be found in everything.
  #remember(secrets: readonly string[]): void {
    for (const secret of secrets) if (secret.length >= SHORTEST_REMEMBERED) this.#secrets.add(secret);
    if (this.#secrets.size <= MOST_REMEMBERED) return;
    // As long as it is known what to hide in them.
    for (const id of this.#rows.keys()) this.#clean(id);
    this.#answers.cleanAll();
    for (const secret of this.#secrets) {
      if (this.#secrets.size <= MOST_REMEMBERED) return;
      this.#secrets.delete(secret);
    }
  }

  #put(id: string, { client, isRequest }: CallRecord, row: Row): void {
    const shares = isRequest === true ? this.#requests : this.#calls;
    const before = this.#rows.get(id);
    // A client may say only later who it is.
    if (before !== undefined && recordOf(before).client !== client) shares.remove(recordOf(before).client, id);
    this.#rows.set(id, row);
    for (const old of shares.add(client, id)) {
      this.#rows.delete(old);
      this.#unanswered.delete(old);
      this.#answers.forget(old);
    }
  }

  #forgetAll(): void {
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

function recordOf(row: Row): CallRecord {
  return 'clean' in row ? row.clean : row.given;
}
