// Whether the other side still answers: a process that hangs keeps its connection open, and whoever waits for it would wait for ever.
import { seconds } from '../../base/waiting/duration.ts';

export interface Beat {
  readonly between: number;
  // So many looks in a row find no answer. Looks are counted and not time: both processes may have slept, or this one may have been busy.
  readonly missed: number;
}

// A window that lays out code or installs extensions is silent for seconds.
export const USUAL_BEAT: Beat = { between: seconds(5), missed: 4 };

export class Heartbeat implements Disposable {
  readonly #timer: NodeJS.Timeout;
  readonly #ask: () => Promise<unknown>;
  #isAnswered = true;
  #missed = 0;

  // silent: called once.
  constructor(ask: () => Promise<unknown>, beat: Beat, silent: (after: number) => void) {
    this.#ask = ask;
    this.#timer = setInterval(() => {
      if (!this.#look() || this.#missed < beat.missed) return;
      clearInterval(this.#timer);
      silent(beat.between * beat.missed);
    }, beat.between);
    this.#timer.unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  // Whether an answer is missing.
  #look(): boolean {
    if (!this.#isAnswered) {
      this.#missed += 1;
      return true;
    }
    this.#isAnswered = false;
    this.#missed = 0;
    const heard = () => {
      this.#isAnswered = true;
    };
    this.#ask().then(heard, heard);
    return false;
  }
}
