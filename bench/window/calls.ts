// An agent that reads small files at an even pace, each by a name that tells its call from every other.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { milliseconds } from '../../src/base/waiting/duration.ts';
import type { Agent } from '../agent.ts';

export const CALLS_A_SECOND = 200;

export class PacedCalls {
  readonly #agent: Agent;
  readonly #files: readonly string[];
  #next = 0;

  constructor(agent: Agent, files: readonly string[]) {
    this.#agent = agent;
    this.#files = files;
  }

  // As many calls can be distinguished.
  static async filesIn(project: string, count: number): Promise<readonly string[]> {
    await mkdir(project, { recursive: true });
    const files = Array.from({ length: count }, (_, index) => `n${String(index).padStart(5, '0')}.txt`);
    for (const file of files) await writeFile(join(project, file), `${file} says nothing.\n`);
    return files;
  }

  // When each was asked for, by the clock of the machine. Names that run out begin anew.
  async run(length: number): Promise<ReadonlyMap<string, number>> {
    const asked = new Map<string, number>();
    const running: Promise<unknown>[] = [];
    const begun = performance.now();
    for (let made = 0; ; ) {
      const due = Math.floor(((performance.now() - begun) / 1_000) * CALLS_A_SECOND);
      for (; made < due; made += 1) running.push(this.#call(asked));
      if (performance.now() - begun >= length) break;
      await sleep(milliseconds(5));
    }
    await Promise.all(running);
    return asked;
  }

  #call(asked: Map<string, number>): Promise<unknown> {
    const file = this.#files[this.#next++ % this.#files.length] ?? '';
    asked.set(file, performance.timeOrigin + performance.now());
    return this.#agent.call('read_file', { file });
  }
}
