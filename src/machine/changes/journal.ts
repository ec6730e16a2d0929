// The change sets of one project in the order in which they were made, each in a file of its own, the oldest forgotten first.
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { systemErrorCode } from '../../base/files/systemError.ts';
import type { Evidence } from '../../ide/doors/changes.ts';
import { changeNotFound } from '../../ide/errors/errors.ts';
import { KeptEvidence } from './keptEvidence.ts';
import {
  authored,
  type ChangeRecord,
  decodeRecord,
  decodeSummary,
  type Ending,
  encodeRecord,
  endingIn,
  endingLine,
  isFromAnotherVersion,
  parsed,
  type RecordSummary,
} from './record.ts';

export interface JournalLimits {
  readonly changes: number;
  readonly bytes: number;
}

export interface JournalEntry {
  readonly summary: RecordSummary;
  // Undefined while it is under way, and for ever when its process ended before it did.
  readonly ending: Ending | undefined;
  // When the ending was written.
  readonly ended: Date;
}

// What a person might still want to take back after a long day.
const LIMITS: JournalLimits = { changes: 500, bytes: 256 * 1024 * 1024 };

export type RunningObservation = z.infer<typeof authored>;

const MARK = '.running';
const NAME = /^(\d{10})-([0-9a-f]+)\.change$/;

// It remembers only what has ended, which nobody changes any more: another process may have been the writer a moment ago.
export class ChangeJournal {
  readonly #folder: string;
  readonly #limits: JournalLimits;
  #ended = new Map<string, JournalEntry>();
  // Of this process, until they have an ending: where that goes.
  readonly #written = new Map<string, { readonly file: string; readonly length: number }>();
  // They do not change once they are written.
  readonly #sizes = new Map<string, number>();

  readonly #evidence: KeptEvidence;

  constructor(folder: string, limits: JournalLimits = LIMITS) {
    this.#folder = folder;
    this.#evidence = new KeptEvidence(folder);
    this.#limits = limits;
  }

  // On disk for good when this returns.
  async write(record: ChangeRecord): Promise<void> {
    const { head, contents, length } = encodeRecord(record);
    const file = await this.#create(record.id, [head, ...contents]);
    this.#written.set(record.id, { file, length });
  }

  // What will be touched is on disk for good when this returns; the contents before and after are when `finish` does.
  async begin(record: ChangeRecord): Promise<Recording> {
    const { head, contents, length } = encodeRecord(record);
    const file = await this.#create(record.id, [head]);
    return {
      finish: async () => {
        await writeSynchronised(file, contents, 'r+', head.length);
        this.#written.set(record.id, { file, length });
      },
    };
  }

  async end(id: string, ending: Ending): Promise<void> {
    const known = this.#written.get(id) ?? (await this.#lengthOf(id));
    await writeSynchronised(known.file, [Buffer.from(endingLine(ending))], 'r+', known.length);
    this.#written.delete(id);
    if (ending === 'done') await this.#forgetOldest();
  }

  // The same change with what really became of its files. Both are there for a moment; of the first nothing is left that could be put back.
  async replace(record: ChangeRecord): Promise<void> {
    const first = await this.#fileOf(record.id);
    await this.write(record);
    await rm(first, { force: true });
  }

  async drop(id: string): Promise<void> {
    await rm(await this.#fileOf(id), { force: true });
  }

  async read(id: string): Promise<ChangeRecord> {
    const decoded = decodeRecord(await readFile(await this.#fileOf(id)));
    if (decoded === undefined) throw changeNotFound(id);
    return decoded.record;
  }

  // Oldest first.
  async entries(): Promise<readonly JournalEntry[]> {
    const names = await this.#names();
    const found = await Promise.all(names.map(async (name) => ({ name, entry: this.#ended.get(name) ?? (await entryIn(join(this.#folder, name))) })));
    const known = found.flatMap(({ name, entry }) => (entry === undefined ? [] : [{ name, entry }]));
    // Those that are forgotten on disk are forgotten here too.
    this.#ended = new Map(known.filter(({ entry }) => entry.ending !== undefined).map(({ name, entry }) => [name, entry]));
    return known.map(({ entry }) => entry);
  }

  // Of a process that is about to run, so that a daemon that is ended meanwhile leaves word of it. A power cut may take it: then the process is gone too.
  async markRunning(running: RunningObservation): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(this.#markOf(running.id), JSON.stringify(running), { mode: 0o600 });
  }

  async unmark(id: string): Promise<void> {
    await rm(this.#markOf(id), { force: true });
  }

  async marked(): Promise<readonly RunningObservation[]> {
    const names = (await readdir(this.#folder).catch(() => [])).filter((name) => name.endsWith(MARK));
    const texts = await Promise.all(names.map((name) => readFile(join(this.#folder, name), 'utf8').catch(() => '')));
    return texts.flatMap((text) => authored.safeParse(parsed(text)).data ?? []);
  }

  // Records that were cut short while they were written describe nothing that happened. Of those that begin as they should, new contents may wait in the
  // project: they are returned, and all others are gone.
  async cutShort(): Promise<readonly RecordSummary[]> {
    const waiting: RecordSummary[] = [];
    for (const name of await this.#names()) {
      const file = join(this.#folder, name);
      if ((await entryIn(file)) !== undefined) continue;
      const bytes = await readFile(file);
      const summary = decodeSummary(bytes);
      if (summary !== undefined) waiting.push(summary);
      else if (!isFromAnotherVersion(bytes)) await rm(file, { force: true });
    }
    return waiting;
  }

  async #create(id: string, parts: readonly Buffer[]): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const last = NAME.exec((await this.#names()).at(-1) ?? '')?.[1] ?? '0';
    const file = join(this.#folder, `${String(Number(last) + 1).padStart(10, '0')}-${id}.change`);
    try {
      await writeSynchronised(file, parts, 'wx');
      await synchroniseFolder(this.#folder);
      return file;
    } catch (error) {
      // Half a record would take space on a disk that has none.
      await rm(file, { force: true });
      throw error;
    }
  }

  async #forgetOldest(): Promise<void> {
    const names = await this.#names();
    const files = names.map((name) => join(this.#folder, name));
    const sizes = await Promise.all(files.map(async (file, index) => this.#sizes.get(names[index] ?? '') ?? (await stat(file)).size));
    this.#sizes.clear();
    for (const [index, name] of names.entries()) this.#sizes.set(name, sizes[index] ?? 0);
    let bytes = sizes.reduce((sum, size) => sum + size, 0);
    // The newest stays, however large: it can be undone at least until the next one.
    for (const [index, file] of files.slice(0, -1).entries()) {
      if (files.length - index <= this.#limits.changes && bytes <= this.#limits.bytes) return;
      bytes -= sizes[index] ?? 0;
      await rm(file, { force: true });
      await this.#evidence.forget(NAME.exec(names[index] ?? '')?.[2] ?? '');
    }
  }

  // Whether there were change sets that are forgotten by now.
  async hasForgotten(): Promise<boolean> {
    return Number(NAME.exec((await this.#names()).at(0) ?? '')?.[1] ?? '1') > 1;
  }

  // What was found out about change sets, by their ids.
  async evidence(): Promise<ReadonlyMap<string, readonly Evidence[]>> {
    return this.#evidence.all();
  }

  // False when the change set is forgotten.
  async keepEvidence(id: string, evidence: Evidence): Promise<boolean> {
    if (!(await this.#names()).some((name) => NAME.exec(name)?.[2] === id)) return false;
    await this.#evidence.keep(id, evidence);
    return true;
  }

  #markOf(id: string): string {
    return join(this.#folder, `${id}${MARK}`);
  }

  async #lengthOf(id: string): Promise<{ readonly file: string; readonly length: number }> {
    const file = await this.#fileOf(id);
    const found = await entryIn(file);
    if (found === undefined) throw changeNotFound(id);
    return { file, length: found.length };
  }

  async #fileOf(id: string): Promise<string> {
    const name = (await this.#names()).find((candidate) => NAME.exec(candidate)?.[2] === id);
    if (name === undefined) throw changeNotFound(id);
    return join(this.#folder, name);
  }

  // None before the first change.
  async #names(): Promise<string[]> {
    return (await readdir(this.#folder).catch(() => [])).filter((name) => NAME.test(name)).sort();
  }
}

// One that is being written.
export interface Recording {
  finish(): Promise<void>;
}

// So that the name of a new file survives a power cut too. Windows has no such thing and does not need it.
export async function synchroniseFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

// Without its contents, which may be many megabytes. `length` is where the ending stands.
async function entryIn(file: string): Promise<(JournalEntry & { readonly length: number }) | undefined> {
  const opened = await openIfThere(file);
  if (opened === undefined) return undefined;
  try {
    const { size, mtime } = await opened.stat();
    const part = async (from: number, to: number) => {
      const buffer = Buffer.alloc(Math.max(0, to - from));
      await opened.read(buffer, 0, buffer.length, from);
      return buffer;
    };
    let first = await part(0, Math.min(size, FIRST_PART));
    if (!first.includes(LINE_FEED)) first = await part(0, size);
    const summary = decodeSummary(first);
    if (summary === undefined) return undefined;
    const length = summary.bodies.reduce((sum, body) => sum + body, first.indexOf(LINE_FEED) + 2);
    if (length > size) return undefined;
    return { summary, length, ended: mtime, ending: endingIn((await part(length, size)).toString('utf8')) };
  } finally {
    await opened.close();
  }
}

// One that was just forgotten to make room is not there any more.
async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

// A change of a hundred files has a first line of about twenty thousand bytes.
const FIRST_PART = 32 * 1024;
const LINE_FEED = 10;

async function writeSynchronised(file: string, parts: readonly Buffer[], flag: 'wx' | 'r+', at = 0): Promise<void> {
  const opened = await open(file, flag, 0o600);
  try {
    const { bytesWritten } = await opened.writev(parts, at);
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    // A disk that is nearly full takes a part of it without a word, and says so only the next time.
    if (bytesWritten < length) await writeRest(opened, Buffer.concat(parts).subarray(bytesWritten), at + bytesWritten);
    await opened.sync();
  } finally {
    await opened.close();
  }
}

async function writeRest(opened: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await opened.write(bytes, written, bytes.length - written, at + written);
    written += bytesWritten;
  }
}
