// What was found out about change sets after they were made: a small file beside each record, written whole and read once.
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Evidence } from '../../ide/doors/changes.ts';
import { parsed } from './record.ts';

const NAME = /^([0-9a-f]+)\.evidence$/;
// A kind with more to say keeps it elsewhere and names it.
const LONGEST_FACTS = 16 * 1024;
const MOST_KINDS = 32;

const kept = z.array(
  z.object({
    kind: z.string(),
    verdict: z.enum(['good', 'bad', 'doubtful']),
    summary: z.string(),
    time: z.string(),
    facts: z.record(z.string(), z.unknown()).optional(),
  }),
);

export class KeptEvidence {
  readonly #folder: string;
  // Only the writer of a project keeps any, so what was read once is so.
  readonly #known = new Map<string, readonly Evidence[]>();
  #lastWritten: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async all(): Promise<ReadonlyMap<string, readonly Evidence[]>> {
    const ids = (await readdir(this.#folder).catch(() => [])).flatMap((name) => NAME.exec(name)?.[1] ?? []);
    const found = await Promise.all(ids.map(async (id) => [id, await this.#of(id)] as const));
    return new Map(found.filter(([, evidence]) => evidence.length > 0));
  }

  // One after another, so that two kinds at once do not lose each other.
  keep(id: string, evidence: Evidence): Promise<void> {
    const writing = this.#lastWritten.then(() => this.#keep(id, evidence));
    this.#lastWritten = writing.catch(() => {});
    return writing;
  }

  async forget(id: string): Promise<void> {
    this.#known.delete(id);
    await rm(this.#fileOf(id), { force: true });
  }

  async #keep(id: string, evidence: Evidence): Promise<void> {
    const { facts, ...said } = evidence;
    const bounded = facts === undefined || JSON.stringify(facts).length > LONGEST_FACTS ? said : evidence;
    const others = (await this.#of(id)).filter(({ kind }) => kind !== evidence.kind);
    const all = [...others, bounded].slice(-MOST_KINDS);
    const file = this.#fileOf(id);
    const waiting = `${file}.${randomBytes(4).toString('hex')}`;
    try {
      await writeFile(waiting, JSON.stringify(all), { mode: 0o600 });
      await rename(waiting, file);
    } catch (error) {
      await rm(waiting, { force: true });
      throw error;
    }
    this.#known.set(id, all);
  }

  async #of(id: string): Promise<readonly Evidence[]> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const text = await readFile(this.#fileOf(id), 'utf8').catch(() => undefined);
    if (text === undefined) return [];
    const read = kept.safeParse(parsed(text)).data ?? [];
    this.#known.set(id, read);
    return read;
  }

  #fileOf(id: string): string {
    return join(this.#folder, `${id}.evidence`);
  }
}
