// The history of calls: who asked what, when, and how it ended.
import { appendFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownIdentity } from '../../base/processes/processIdentity.ts';
import { redacted, redactedText, shortenedValue } from '../../base/text/redaction.ts';
import { withoutSecrets } from '../secrets/secrets.ts';
import { clearDeadHistory, headerLine, merged, takeOver } from './historyFiles.ts';
import { filtered, type HistoryFilter } from './historyFilter.ts';

export interface CallRecord {
  readonly id: string;
  // ISO 8601.
  readonly time: string;
  readonly client: string;
  readonly project?: string;
  readonly tool: string;
  // Secrets are redacted before they get here.
  readonly parameters: unknown;
  readonly status: 'pending' | 'success' | 'error';
  readonly durationMs?: number;
  readonly answerTokens?: number;
  readonly affectedFiles?: readonly string[];
  // The shortened text of the answer, or the message of the error.
  readonly result?: string;
  readonly error?: string;
}

export interface CallJournal {
  // Called twice per call: pending, then with its end. The secrets of this call are in no record from then on.
  record(record: CallRecord, secrets?: readonly string[]): void;
}

export interface HistoryOptions {
  // Private, in the state folder.
  readonly folder: string;
  // How many calls are kept, here and on disk.
  readonly size?: number;
  // Once, when the disk does not take it any more; the history then lives in memory only.
  readonly onFailure: (error: unknown) => void;
}

export const DEFAULT_HISTORY_SIZE = 1_000;
export const LONGEST_PARAMETERS = 8_000;
const BETWEEN_WRITES = 50;
const SHORTEST_REMEMBERED = 6;
const MOST_REMEMBERED = 200;

export class History implements CallJournal {
  readonly #size: number;
  readonly #folder: string;
  readonly #file: string;
  readonly #onFailure: (error: unknown) => void;
  // Oldest first.
  readonly #records = new Map<string, CallRecord>();
  // Ids by client, oldest first.
  readonly #ofClient = new Map<string, Set<string>>();
  readonly #listeners = new Set<(record: CallRecord) => void>();
  // In memory only, for as long as this daemon lives.
  readonly #secrets = new Set<string>();
  #unwritten: string[] = [];
  #linesOnDisk = 0;
  #lastWrite = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void>;
  #failed = false;

  constructor({ folder, size = DEFAULT_HISTORY_SIZE, onFailure }: HistoryOptions) {
    this.#size = size;
    this.#folder = folder;
    this.#file = join(folder, `${process.pid}-${Date.now()}.jsonl`);
    this.#onFailure = onFailure;
    // A call never waits for the disk, and neither does the start of the daemon.
    this.#writing = this.#guarded(() => this.#begin());
  }

  record(given: CallRecord, secrets: readonly string[] = []): void {
    const record = bounded(given, [...secrets, ...this.#secrets]);
    this.#remember(secrets);
    this.#keep(record);
    this.#forgetOldest();
    this.#unwritten.push(`${JSON.stringify(record)}\n`);
    for (const listener of this.#listeners) listener(record);
    if (this.#timer !== undefined) return;
    // The first of a burst is written at once, so that a call during which the daemon is killed is known; the rest are gathered.
    const wait = Math.max(0, BETWEEN_WRITES - (Date.now() - this.#lastWrite));
    this.#timer = setTimeout(() => void this.flush(), wait);
    this.#timer.unref();
  }

  // The newest first; also what earlier daemons left.
  async list(filter: HistoryFilter = {}): Promise<CallRecord[]> {
    await this.#writing;
    return filtered([...this.#records.values()], filter);
  }

  onRecord(listener: (record: CallRecord) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  async clear(): Promise<void> {
    await this.flush();
    this.#records.clear();
    this.#ofClient.clear();
    this.#writing = this.#writing.then(() => this.#guarded(async () => this.#rewrite()));
    await this.#writing;
    await clearDeadHistory(this.#folder);
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastWrite = Date.now();
    this.#writing = this.#writing.then(() => this.#guarded(() => this.#write()));
    return this.#writing;
  }

  // For the last moment of the process, when nothing can be awaited.
  flushNow(): void {
    if (this.#failed || this.#unwritten.length === 0) return;
    const lines = this.#unwritten.join('');
    this.#unwritten = [];
    appendFileSync(this.#file, existsSync(this.#file) ? lines : headerLine(ownIdentity()) + lines, { mode: 0o600 });
  }

  async #begin(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const earlier = await takeOver(this.#folder);
    const own = [...this.#records.values()];
    this.#records.clear();
    this.#ofClient.clear();
    for (const record of merged([...earlier.records, ...own])) this.#keep(record);
    this.#forgetOldest();
    this.#unwritten = [];
    this.#rewrite();
    await earlier.forget();
  }

  async #write(): Promise<void> {
    if (this.#unwritten.length === 0) return;
    const lines = this.#unwritten;
    this.#unwritten = [];
    this.#linesOnDisk += lines.length;
    // Each call has two lines, and forgotten ones have theirs still; four times the size is when a rewrite pays.
    if (this.#linesOnDisk > this.#size * 4) this.#rewrite();
    else await appendFile(this.#file, lines.join(''), { mode: 0o600 });
  }

  #rewrite(): void {
    const temporary = `${this.#file}.tmp`;
    writeFileSync(temporary, headerLine(ownIdentity()) + [...this.#records.values()].map((record) => `${JSON.stringify(record)}\n`).join(''), { mode: 0o600 });
    renameSync(temporary, this.#file);
    this.#linesOnDisk = this.#records.size;
  }

  // A program prints later what it was given now. Short ones would be found in everything.
  #remember(secrets: readonly string[]): void {
    for (const secret of secrets) if (secret.length >= SHORTEST_REMEMBERED) this.#secrets.add(secret);
    for (const secret of this.#secrets) {
      if (this.#secrets.size <= MOST_REMEMBERED) return;
      this.#secrets.delete(secret);
    }
  }

  #keep(record: CallRecord): void {
    this.#records.set(record.id, record);
    const own = this.#ofClient.get(record.client) ?? new Set();
    this.#ofClient.set(record.client, own.add(record.id));
  }

  // Of whoever has the most: an agent that asks without end forgets its own calls, not those of the others.
  #forgetOldest(): void {
    while (this.#records.size > this.#size) {
      const [client, ids] = [...this.#ofClient].reduce((most, one) => (one[1].size > most[1].size ? one : most));
      const [oldest] = ids;
      if (oldest === undefined) return;
      ids.delete(oldest);
      if (ids.size === 0) this.#ofClient.delete(client);
      this.#records.delete(oldest);
    }
  }

  // The disk is full or read only: calls go on, their history stays in memory.
  async #guarded(work: () => Promise<void>): Promise<void> {
    if (this.#failed) {
      this.#unwritten = [];
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

// A second net under the callers' redaction, and a bound: a written file of megabytes is not history.
function bounded(record: CallRecord, secrets: readonly string[]): CallRecord {
  const hidden = (text: string) => redactedText(String(withoutSecrets(text, secrets)));
  return {
    ...record,
    parameters: boundedParameters(redacted(withoutSecrets(shortenedValue(record.parameters, LONGEST_PARAMETERS), secrets))),
    ...(record.result !== undefined && { result: hidden(record.result) }),
    ...(record.error !== undefined && { error: hidden(record.error) }),
  };
}

function boundedParameters(parameters: unknown): unknown {
  const text = JSON.stringify(parameters) ?? 'null';
  return text.length <= LONGEST_PARAMETERS ? parameters : { shortened: `${text.slice(0, LONGEST_PARAMETERS)}…` };
}
