// One compiler of a project as a process: a question in a line, an answer in a line, and its end when nobody has asked for a while.
import { createInterface } from 'node:readline';
import { parse } from 'jsonc-parser';
import { z } from 'zod';
import { type Deferred, deferred } from '../../../../base/waiting/deferred.ts';
import type { Processes } from '../../../../machine/processes/processes.ts';
import type { SpawnedProcess } from '../../../../machine/processes/spawnedProcess.ts';
import { EngineEnvironment } from '../engine/engineEnvironment.ts';

const problem = z.object({ file: z.string(), line: z.number(), character: z.number(), code: z.number(), message: z.string() });
export type CompilerProblem = z.infer<typeof problem>;

const checked = z.object({ before: z.array(problem), after: z.array(problem) });
const failed = z.object({ failure: z.string() });
const reply = z.union([checked, failed]);
export type CompilerAnswer = z.infer<typeof reply>;
const addressed = z.looseObject({ id: z.number() });

// More than a project of some hundred thousand lines needs; one that needs more is not checked.
const HEAP_MB = 3_072;

export interface CompilerParts {
  readonly program: string;
  // The library of the compiler; an absolute path.
  readonly library: string;
  readonly cwd: string;
  // In milliseconds.
  readonly idle: number;
}

export class CompilerProcess {
  readonly #parts: CompilerParts;
  readonly #spawned: Promise<SpawnedProcess>;
  readonly #waiting = new Map<number, Deferred<CompilerAnswer>>();
  #asked = 0;
  #ended = false;
  #rest: NodeJS.Timeout | undefined;

  constructor(processes: Processes, parts: CompilerParts) {
    this.#parts = parts;
    this.#spawned = this.#start(processes);
    // Whoever asks hears of it.
    this.#spawned.catch(() => {});
  }

  get ended(): boolean {
    return this.#ended;
  }

  async ask(question: object): Promise<CompilerAnswer> {
    clearTimeout(this.#rest);
    const spawned = await this.#spawned;
    this.#asked += 1;
    const answer = deferred<CompilerAnswer>();
    this.#waiting.set(this.#asked, answer);
    if (this.#ended) this.#giveUp(spawned);
    else spawned.stdin.write(`${JSON.stringify({ id: this.#asked, ...question })}\n`);
    this.#restLater();
    return answer.promise;
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#rest);
    this.#spawned.then(
      (spawned) => spawned.kill(),
      () => {},
    );
  }

  async #start(processes: Processes): Promise<SpawnedProcess> {
    const { program, library, cwd } = this.#parts;
    const args = [`--max-old-space-size=${HEAP_MB}`, program, library];
    const spawned = await processes.spawn({ program: process.execPath, args, cwd, base: new EngineEnvironment().taken(), marked: true, isOurs: true });
    createInterface({ input: spawned.stdout }).on('line', (line) => this.#heard(line));
    void spawned.exited.then(() => {
      this.#ended = true;
      this.#giveUp(spawned);
    });
    return spawned;
  }

  #heard(line: string): void {
    // A library of somebody else may print what it likes.
    const answer = z.intersection(addressed, reply).safeParse(parse(line));
    if (!answer.success) return;
    this.#waiting.get(answer.data.id)?.resolve(answer.data);
    this.#waiting.delete(answer.data.id);
  }

  #giveUp(spawned: SpawnedProcess): void {
    const said = spawned.lastErrors().split('\n');
    const why = said.find((line) => /\b\w*Error:|heap/.test(line)) ?? said.at(-1) ?? '';
    for (const answer of this.#waiting.values()) answer.resolve({ failure: `it ended: ${why}` });
    this.#waiting.clear();
  }

  #restLater(): void {
    this.#rest = setTimeout(() => this.end(), this.#parts.idle);
    this.#rest.unref();
  }
}
