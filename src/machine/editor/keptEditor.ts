// What an editor keeps between starts, in the daemon's state folder: one file for the tabs, and one for each unsaved text, so that none can spoil another.
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { meansAbsent, systemErrorCode } from '../../base/files/systemError.ts';
import type { Log } from '../../base/log.ts';
import { Turns } from '../../base/waiting/turns.ts';
import type { SelectedText, UnsavedText } from '../../ide/doors/editor.ts';

const KeptPosition = z.object({ line: z.int().nonnegative(), character: z.int().nonnegative() });
const KeptRange = z.object({ start: KeptPosition, end: KeptPosition });
const KeptTab = z.object({
  uri: z.string(),
  languageId: z.string(),
  lineCount: z.int().positive(),
  isPreview: z.boolean(),
  selection: KeptRange,
  selectedText: z.string(),
  // So that the selection is found again in a file that changed while nobody looked.
  firstLine: z.string(),
  lastLine: z.string(),
});
export type KeptTab = z.output<typeof KeptTab>;

const KeptTabs = z.object({
  version: z.literal(1),
  tabs: z.array(KeptTab),
  activated: z.array(z.string()),
  latest: z.object({ uri: z.string(), range: KeptRange, text: z.string() }).optional(),
});
const KeptText = z.object({ version: z.literal(1), uri: z.string(), base: z.string().optional(), text: z.string() });

export interface KeptState {
  readonly tabs: readonly KeptTab[];
  readonly activated: readonly string[];
  readonly latest?: SelectedText | undefined;
}

const TABS = 'tabs.json';
const UNSAVED = /^unsaved-[0-9a-f]{32}\.json$/;
const ASIDE = /\.aside$/;
// What a process that was killed left of a file that it was writing; no write takes that long.
const LEFT_BEHIND_AFTER = 3_600_000;
// Longer ones are found again by their range, without what they held.
const LONGEST_KEPT = 64 * 1024;

export class KeptEditor {
  readonly #folder: string;
  readonly #log: Log;
  // Asked before each write: of two daemons in one project only the writer keeps anything.
  readonly #mayWrite: () => boolean;
  readonly #writes = new Turns();
  #waiting: { readonly state: KeptState; readonly written: Promise<void> } | undefined;
  #number = 0;

  constructor(folder: string, log: Log, mayWrite: () => boolean) {
    this.#folder = folder;
    this.#log = log;
    this.#mayWrite = mayWrite;
  }

  async load(): Promise<{ readonly state: KeptState; readonly unsaved: ReadonlyMap<string, UnsavedText> }> {
    const names = await this.#names();
    const unsaved = new Map<string, UnsavedText>();
    for (const name of names.filter((one) => UNSAVED.test(one)).sort()) {
      const kept = await this.#read(name, KeptText);
      if (kept !== undefined) unsaved.set(kept.uri, { text: kept.text, base: kept.base });
    }
    for (const name of names.filter((one) => ASIDE.test(one))) await this.#clean(name);
    const state = names.includes(TABS) ? await this.#read(TABS, KeptTabs) : undefined;
    return { state: state ?? { tabs: [], activated: [] }, unsaved };
  }

  // Of several that are asked for while one is written, only the last is.
  saveTabs(state: KeptState): Promise<void> {
    if (this.#waiting !== undefined) {
      this.#waiting = { state, written: this.#waiting.written };
      return this.#waiting.written;
    }
    const written = this.#writes.take(async () => {
      const { state: last } = this.#waiting ?? { state };
      this.#waiting = undefined;
      const shortened = last.tabs.map(({ uri, languageId, lineCount, isPreview, selection, selectedText, firstLine, lastLine }) => ({
        uri,
        languageId,
        lineCount,
        isPreview,
        selection,
        selectedText: kept(selectedText),
        firstLine: kept(firstLine),
        lastLine: kept(lastLine),
      }));
      const latest = last.latest !== undefined && last.latest.text.length <= LONGEST_KEPT ? { latest: last.latest } : {};
      await this.#write(TABS, JSON.stringify({ version: 1, tabs: shortened, activated: last.activated, ...latest }));
    });
    this.#waiting = { state, written };
    return written;
  }

  saveUnsaved(uri: string, { text, base }: UnsavedText): Promise<void> {
    return this.#writes.take(() => this.#write(nameFor(uri), JSON.stringify({ version: 1, uri, base, text })));
  }

  // Only what this process wrote or read is ever removed.
  removeUnsaved(uri: string): Promise<void> {
    return this.#writes.take(async () => {
      if (this.#mayWrite()) await rm(join(this.#folder, nameFor(uri)), { force: true });
    });
  }

  // When everything is written.
  async over(): Promise<void> {
    await this.#writes.over();
  }

  async #names(): Promise<readonly string[]> {
    try {
      return await readdir(this.#folder);
    } catch (error) {
      if (!meansAbsent(error)) this.#log.warn(`what the editor held cannot be read: ${reasonOf(error)}`);
      return [];
    }
  }

  async #read<Shape extends z.ZodType>(name: string, shape: Shape): Promise<z.output<Shape> | undefined> {
    const file = join(this.#folder, name);
    try {
      return shape.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch (error) {
      if (meansAbsent(error)) return undefined;
      this.#log.warn(`what the editor had kept in ${await this.#putAside(file, error)} is damaged, and left out: ${reasonOf(error).slice(0, 200)}`);
      return undefined;
    }
  }

  // Left for a person to look at, and out of the way of the next. What only cannot be read at this moment stays where it is.
  async #putAside(file: string, error: unknown): Promise<string> {
    if (systemErrorCode(error) !== undefined || !this.#mayWrite()) return file;
    const damaged = `${file}.damaged`;
    return rename(file, damaged).then(
      () => damaged,
      () => file,
    );
  }

  // Whole or not at all; of unsaved texts also if the power fails.
  async #write(name: string, text: string): Promise<void> {
    if (!this.#mayWrite()) return;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = join(this.#folder, name);
    const aside = `${file}.${process.pid}-${this.#number++}.aside`;
    try {
      const opened = await open(aside, 'wx', 0o600);
      try {
        await opened.writeFile(text);
        if (name !== TABS) await opened.sync();
      } finally {
        await opened.close();
      }
      await rename(aside, file);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }

  async #clean(name: string): Promise<void> {
    const file = join(this.#folder, name);
    const stats = await stat(file).catch(() => undefined);
    if (stats !== undefined && Date.now() - stats.mtimeMs > LEFT_BEHIND_AFTER) await rm(file, { force: true });
  }
}

function kept(text: string): string {
  return text.length > LONGEST_KEPT ? '' : text;
}

function nameFor(uri: string): string {
  return `unsaved-${createHash('sha256').update(uri).digest('hex').slice(0, 32)}.json`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
