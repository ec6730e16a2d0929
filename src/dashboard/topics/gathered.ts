// Work that many events ask for is done once, a moment after the first of them.
import { milliseconds } from '../../base/waiting/duration.ts';

const GATHERING = milliseconds(50);

export class Gathered implements Disposable {
  readonly #work: () => void;
  readonly #wait: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(work: () => void, wait: number = GATHERING) {
    this.#work = work;
    this.#wait = wait;
  }

  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#work();
    }, this.#wait).unref();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
