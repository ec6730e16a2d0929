// A few at a time, each in its turn: nobody waits longer because another asks more often, and equal work that waits is done once for all who want it.
import { setMaxListeners } from 'node:events';
import { untilAborted } from './abort.ts';
import { type Deferred, deferred } from './deferred.ts';

export interface QueuedWork<Value> {
  // Whose turn it takes.
  readonly owner: string;
  // Equal for work whose result would be the same.
  readonly key: string;
  // Fires when nobody wants the result any more.
  work(signal: AbortSignal): Promise<Value>;
}

interface Waiting<Value> {
  readonly wish: QueuedWork<Value>;
  readonly result: Deferred<Value>;
  readonly controller: AbortController;
  wanting: number;
  // It has its result: nothing is left to be ended.
  isDone: boolean;
}

export class FairQueue<Value> {
  readonly #most: number;
  readonly #longest: number;
  // In the order of turns: whoever was served comes last.
  readonly #byOwner = new Map<string, Waiting<Value>[]>();
  // What has not begun: whoever joins it gets a result that is younger than the wish.
  readonly #byKey = new Map<string, Waiting<Value>>();
  #running = 0;

  // What runs for longer than `longest` milliseconds waits for something, most likely, and keeps nobody else from beginning.
  constructor(most: number, longest: number) {
    this.#most = most;
    this.#longest = longest;
  }

  async run(wish: QueuedWork<Value>, signal: AbortSignal, refused: () => Error): Promise<Value> {
    const waiting = this.#byKey.get(wish.key) ?? this.#add(wish);
    waiting.wanting += 1;
    this.#next();
    try {
      return await untilAborted(waiting.result.promise, signal, refused);
    } finally {
      waiting.wanting -= 1;
      if (waiting.wanting === 0) this.#leave(waiting);
    }
  }

  #add(wish: QueuedWork<Value>): Waiting<Value> {
    const waiting = { wish, result: deferred<Value>(), controller: new AbortController(), wanting: 0, isDone: false };
    // A question asks engines and files at many places at once; Node would warn of a leak.
    setMaxListeners(0, waiting.controller.signal);
    waiting.result.promise.catch(() => {});
    this.#byKey.set(wish.key, waiting);
    const own = this.#byOwner.get(wish.owner) ?? [];
    own.push(waiting);
    this.#byOwner.set(wish.owner, own);
    return waiting;
  }

  // Nobody wants it: it is not begun, or asked to end.
  #leave(waiting: Waiting<Value>): void {
    if (!waiting.isDone) waiting.controller.abort();
    if (this.#byKey.get(waiting.wish.key) === waiting) this.#take(waiting);
  }

  #take(waiting: Waiting<Value>): void {
    const { key, owner } = waiting.wish;
    this.#byKey.delete(key);
    const left = (this.#byOwner.get(owner) ?? []).filter((each) => each !== waiting);
    this.#byOwner.delete(owner);
    if (left.length > 0) this.#byOwner.set(owner, left);
  }

  #next(): void {
    while (this.#running < this.#most) {
      const [first] = this.#byOwner.values();
      const waiting = first?.[0];
      if (waiting === undefined) return;
      this.#take(waiting);
      this.#running += 1;
      void this.#begin(waiting);
    }
  }

  async #begin(waiting: Waiting<Value>): Promise<void> {
    const { wish, result, controller } = waiting;
    let isCounted = true;
    const release = () => {
      if (isCounted) this.#running -= 1;
      isCounted = false;
      this.#next();
    };
    const timer = setTimeout(release, this.#longest);
    try {
      const value = await wish.work(controller.signal);
      waiting.isDone = true;
      result.resolve(value);
    } catch (error) {
      result.reject(error instanceof Error ? error : new Error(String(error)));
    } finally {
      clearTimeout(timer);
      release();
    }
  }
}
