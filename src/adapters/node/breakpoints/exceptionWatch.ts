// At which exceptions one thread pauses: at those that the client wants, and for a while at those that only Node catches.

import type { Script } from '../sources/script.ts';
import type { JsThread } from '../thread/jsThread.ts';

// Of the exceptions that are caught, these many are looked at, each for a millisecond or two: a program that lives by them must not become slow.
const MOST_LOOKS = 50;

export class ExceptionWatch {
  readonly #thread: JsThread;
  #state = 'none';
  #showsUncaught = false;
  #looksAtCaught = false;
  #looks = 0;

  constructor(thread: JsThread) {
    this.#thread = thread;
  }

  async apply(): Promise<void> {
    const thread = this.#thread;
    const wishes = thread.host.exceptions();
    const caught = wishes.some((wish) => wish.caught);
    const uncaught = wishes.some((wish) => wish.uncaught);
    const looks = uncaught && this.#looksAtCaught && this.#looks < MOST_LOOKS;
    const state = caught || looks ? (uncaught ? 'all' : 'caught') : uncaught ? 'uncaught' : 'none';
    // All at once: our own expression must be there before V8 is asked to stop before every script.
    const work: Promise<unknown>[] = [];
    // Older V8 knows no 'caught'; the uncaught ones are then let go when they stop.
    if (state !== this.#state)
      work.push(thread.post('Debugger.setPauseOnExceptions', { state }).catch(() => thread.post('Debugger.setPauseOnExceptions', { state: 'all' })));
    this.#state = state;
    // A worker asks when it is ready to hear it.
    if (thread.bootstrapped && !this.#showsUncaught && !thread.isWorker) work.push(this.showUncaught());
    await Promise.all(work);
  }

  // V8 takes what a module or a worker throws at its top level for caught: Node does catch it, to report it and to end.
  look(script: Script): void {
    const { isWorker, host } = this.#thread;
    if (this.#looksAtCaught || !(script.isModule || isWorker) || script.path === undefined || host.isOwnScript(script.url)) return;
    this.#looksAtCaught = true;
    this.apply().catch(() => {});
  }

  // Our bootstrap shows what was not known to be uncaught when it was thrown.
  async showUncaught(): Promise<void> {
    const thread = this.#thread;
    if (!thread.host.exceptions().some(({ uncaught }) => uncaught)) return;
    this.#showsUncaught = true;
    await thread.functions.aside(() => thread.evaluateQuietly("globalThis[Symbol.for('binnacle.debugger')]?.showUncaught()"));
  }

  // Whether one that V8 takes for caught is worth a look; it counts.
  mayLook(): boolean {
    if (!this.#looksAtCaught || this.#looks >= MOST_LOOKS) return false;
    if (++this.#looks === MOST_LOOKS) this.apply().catch(() => {});
    return true;
  }
}
