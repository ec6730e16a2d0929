// Waits that end: with the work, with the caller's signal, or with their bound.
import { setMaxListeners } from 'node:events';
import { deferred } from './deferred.ts';

// The work's value, or a throw of `onAbort()` as soon as the signal fires. The work itself is stopped only by the signal.
export async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal, onAbort: () => Error): Promise<Value> {
  if (signal.aborted) {
    work.catch(() => {});
    throw onAbort();
  }
  const aborted = deferred<never>();
  const abort = () => aborted.reject(onAbort());
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    // The loser of the race must not become an unhandled rejection.
    work.catch(() => {});
  }
}

// A signal that fires with the caller's or after the bound, and is released when the block ends.
export class Bound implements Disposable {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #release: () => void;
  passed = false;

  constructor(caller: AbortSignal, milliseconds: number | 'none') {
    // One call may wait for dozens of answers at once; Node would warn of a leak.
    setMaxListeners(0, this.#controller.signal);
    const pass = () => {
      this.passed = true;
      this.#controller.abort();
    };
    this.#timer = milliseconds === 'none' ? undefined : setTimeout(pass, milliseconds);
    const abort = () => this.#controller.abort();
    if (caller.aborted) abort();
    caller.addEventListener('abort', abort, { once: true });
    this.#release = () => caller.removeEventListener('abort', abort);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#release();
  }
}
