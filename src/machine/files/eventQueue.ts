// Whether the kernel may have dropped file events: libuv does not say so, but it can be counted.
import { readFileSync } from 'node:fs';

// Every fs.watch of a process shares one inotify queue, so one overflow concerns every project that this process has open.
class EventQueue {
  readonly #listeners = new Set<() => void>();
  #inThisTurn = 0;
  #suspicious: number | undefined;

  // libuv reads until the queue is empty without letting anyone else run, so a queue that was full shows as that many events in one turn.
  heard(): void {
    if (this.#inThisTurn === 0) setImmediate(() => this.#turnEnds());
    this.#inThisTurn += 1;
  }

  // Called in the turn in which events may be missing, or right behind it.
  onPossibleLoss(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  // Half the queue: events of folders that have gone are dropped before they reach us and are not counted.
  get mayHaveLost(): boolean {
    this.#suspicious ??= queueLength() / 2;
    return this.#inThisTurn >= this.#suspicious;
  }

  #turnEnds(): void {
    const lost = this.mayHaveLost;
    this.#inThisTurn = 0;
    if (lost) for (const listener of this.#listeners) listener();
  }
}

export const eventQueue = new EventQueue();

function queueLength(): number {
  try {
    return Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8')) || 16_384;
  } catch {
    // Not Linux: there the operating system reports a loss itself, as an event without a name.
    return Number.POSITIVE_INFINITY;
  }
}
