// In which order calls run: reads together, everything that changes a project one after another.
import { untilAborted } from '../base/abort.ts';
import { deferred } from '../base/deferred.ts';
import { cancelled } from '../ide/errors.ts';
import type { Effect } from '../tools/tool.ts';

export class Schedule {
  readonly #lastTurn = new Map<string, Promise<void>>();

  async run<Value>(effect: Effect, projectPath: string | undefined, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    if (effect !== 'edits' || projectPath === undefined) return work();
    const before = this.#lastTurn.get(projectPath) ?? Promise.resolve();
    const turn = deferred<void>();
    const tail = before.then(() => turn.promise);
    this.#lastTurn.set(projectPath, tail);
    try {
      // A call that is cancelled while it waits must not wait on; its place in the queue passes through.
      await untilAborted(before, signal, cancelled);
      return await work();
    } finally {
      turn.resolve();
      if (this.#lastTurn.get(projectPath) === tail) this.#lastTurn.delete(projectPath);
    }
  }
}
