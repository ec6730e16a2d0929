// Which engines rest: those that nobody has used for a while, and the least recently used ones while all together hold too much memory.

import type { Log } from '../../../../base/log.ts';
import { minutes, seconds } from '../../../../base/waiting/duration.ts';

export interface HibernationLimits {
  // In milliseconds without a call.
  readonly unusedFor: number;
  // Of all engines of all projects together.
  readonly memoryMb: number;
  // In milliseconds from one look at all engines to the next, where ten seconds are too long.
  readonly lookEvery?: number;
}

// An engine, as far as its rest is concerned.
export interface Sleeper {
  readonly name: string;
  // It runs, and no call is in flight.
  readonly idle: boolean;
  // In milliseconds without a call, where it should rest sooner than others.
  readonly restsAfter?: number | undefined;
  // On the clock of performance.now().
  readonly lastUsed: number;
  // Undefined when it does not run or the system does not say.
  memoryMb(): Promise<number | undefined>;
  // Does nothing while a call is in flight.
  hibernate(why: string): Promise<void>;
}

// An engine grows for minutes while it loads, so the budget must be looked at again and again; it costs one small file per engine.
const ROUND = seconds(10);

export class Hibernation {
  readonly #limits: HibernationLimits;
  readonly #log: Log;
  readonly #sleepers = new Set<Sleeper>();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;

  constructor(limits: HibernationLimits, log: Log) {
    this.#limits = limits;
    this.#log = log;
  }

  // Until it is disposed of, the engine may be asked to rest.
  enter(sleeper: Sleeper): Disposable {
    this.#sleepers.add(sleeper);
    this.#timer ??= setInterval(() => void this.#look(), Math.min(this.#limits.lookEvery ?? ROUND, this.#limits.unusedFor)).unref();
    return {
      [Symbol.dispose]: () => {
        this.#sleepers.delete(sleeper);
        if (this.#sleepers.size > 0) return;
        clearInterval(this.#timer);
        this.#timer = undefined;
      },
    };
  }

  async #look(): Promise<void> {
    this.#round ??= this.#restUnused()
      .then(() => this.#keepBudget())
      .catch((error: unknown) => this.#log.warn(`engines could not be looked after: ${String(error)}`))
      .finally(() => {
        this.#round = undefined;
      });
    await this.#round;
  }

  async #restUnused(): Promise<void> {
    const limitOf = ({ restsAfter }: Sleeper) => Math.min(restsAfter ?? Number.POSITIVE_INFINITY, this.#limits.unusedFor);
    const unused = this.#idle().filter((sleeper) => performance.now() - sleeper.lastUsed >= limitOf(sleeper));
    const wordsOf = (sleeper: Sleeper) => `nobody has used it for ${Math.round((limitOf(sleeper) / minutes(1)) * 10) / 10} minutes`;
    await Promise.all(unused.map((sleeper) => sleeper.hibernate(wordsOf(sleeper))));
  }

  async #keepBudget(): Promise<void> {
    const held = await Promise.all([...this.#sleepers].map(async (sleeper) => ({ sleeper, memoryMb: (await sleeper.memoryMb()) ?? 0 })));
    let total = held.reduce((sum, { memoryMb }) => sum + memoryMb, 0);
    held.sort((one, other) => one.sleeper.lastUsed - other.sleeper.lastUsed);
    for (const { sleeper, memoryMb } of held) {
      if (total <= this.#limits.memoryMb) return;
      if (!sleeper.idle || memoryMb === 0) continue;
      await sleeper.hibernate(`all engines together hold ${total} MB, and may hold ${this.#limits.memoryMb} MB`);
      if (!sleeper.idle) total -= memoryMb;
    }
  }

  #idle(): readonly Sleeper[] {
    return [...this.#sleepers].filter(({ idle }) => idle);
  }
}
