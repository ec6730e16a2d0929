// Which entries of a conversation are new or say more, reported to whoever reads it: together, and no more often than anybody looks.
import { milliseconds } from '../../base/waiting/duration.ts';

// However many chunks an agent streams, nobody reads faster.
const BETWEEN = milliseconds(50);

export class ChangedEntries {
  readonly #tell: (number: number) => void;
  readonly #numbers = new Set<number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (number: number) => void) {
    this.#tell = tell;
  }

  add(number: number): void {
    this.#numbers.add(number);
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.flush(), BETWEEN);
    this.#timer.unref();
  }

  // At once, as before an end.
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const numbers = [...this.#numbers];
    this.#numbers.clear();
    for (const number of numbers) this.#tell(number);
  }
}
