// Which changes a person has marked as seen: a small file for each project in the state folder, so that it is known after a restart.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { Turns } from '../../base/waiting/turns.ts';
import { stateFolderUnusable } from '../../ide/errors/machineErrors.ts';

const SeenFile = z.object({ project: z.string(), seen: z.array(z.string()) });
// Several times what the journal of a project keeps.
const MOST = 2_000;

export class SeenChanges {
  readonly #folder: string;
  readonly #known = new Map<string, ReadonlySet<string>>();
  readonly #turns = new Turns();
  readonly #listeners = new Set<(project: string) => void>();

  constructor(state: string) {
    this.#folder = join(state, 'seen');
  }

  async of(project: string): Promise<ReadonlySet<string>> {
    const known = this.#known.get(project) ?? (await this.#read(project));
    this.#known.set(project, known);
    return known;
  }

  // Or as not seen again. Throws state_folder_unusable, with everything as it was.
  mark(project: string, ids: readonly string[], isSeen: boolean): Promise<void> {
    return this.#turns.take(async () => {
      // Another daemon may have marked some.
      const before = await this.#read(project);
      const others = [...before].filter((id) => !ids.includes(id));
      const seen = (isSeen ? [...others, ...ids] : others).slice(-MOST);
      await this.#write(project, seen);
      this.#known.set(project, new Set(seen));
      for (const listener of [...this.#listeners]) listener(project);
    });
  }

  onChange(listener: (project: string) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  // A file that cannot be read says nothing: then everything is unseen, and nothing is hidden from anybody.
  async #read(project: string): Promise<ReadonlySet<string>> {
    try {
      return new Set(SeenFile.parse(JSON.parse(await readFile(this.#fileOf(project), 'utf8'))).seen);
    } catch {
      return new Set();
    }
  }

  async #write(project: string, seen: readonly string[]): Promise<void> {
    const file = this.#fileOf(project);
    const temporary = `${file}.${process.pid}.tmp`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(temporary, `${JSON.stringify({ project, seen })}\n`, { mode: 0o600 });
      await rename(temporary, file);
    } catch (error) {
      throw stateFolderUnusable(this.#folder, systemErrorCode(error) ?? String(error));
    }
  }

  #fileOf(project: string): string {
    return join(this.#folder, `${createHash('sha256').update(project).digest('hex').slice(0, 32)}.json`);
  }
}
