// The diffs that a connection shows and waits for, by the names of their tabs. Closing one withdraws its review.
import type { DiffTabs } from './dialectServer.ts';

export interface OpenedDiff extends Disposable {
  // Fires when the diff is closed, and with the request.
  readonly signal: AbortSignal;
}

export class CompanionDiffs implements DiffTabs, Disposable {
  readonly #open = new Map<AbortController, string | undefined>();

  get size(): number {
    return this.#open.size;
  }

  // request: of the call that ends with the diff; absent where it was answered long ago.
  open(tab: string | undefined, request?: AbortSignal): OpenedDiff {
    const closing = new AbortController();
    this.#open.set(closing, tab);
    return { signal: request === undefined ? closing.signal : AbortSignal.any([closing.signal, request]), [Symbol.dispose]: () => this.#open.delete(closing) };
  }

  has(tab: string): boolean {
    return [...this.#open.values()].includes(tab);
  }

  close(tab: string | undefined): number {
    const closed = [...this.#open].filter(([, name]) => tab === undefined || name === tab);
    for (const [closing] of closed) {
      this.#open.delete(closing);
      closing.abort();
    }
    return closed.length;
  }

  [Symbol.dispose](): void {
    this.close(undefined);
  }
}
