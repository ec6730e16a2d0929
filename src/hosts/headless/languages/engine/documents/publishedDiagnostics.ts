// The diagnostics that a server has pushed, and how to wait for those of a certain text.
import { Bound, untilAborted } from '../../../../../base/waiting/abort.ts';
import { deferred } from '../../../../../base/waiting/deferred.ts';
import { cancelled } from '../../../../../ide/errors/errors.ts';

interface Published {
  readonly version: number | undefined;
  readonly items: readonly unknown[];
}

export class PublishedDiagnostics {
  readonly #latest = new Map<string, Published>();
  #next = deferred<void>();

  receive(uri: string, version: number | undefined, items: readonly unknown[]): void {
    this.#latest.set(uri, { version, items });
    const published = this.#next;
    this.#next = deferred<void>();
    published.resolve();
  }

  // What was pushed about a text that has changed since is worth nothing.
  forget(uri: string): void {
    this.#latest.delete(uri);
  }

  of(uri: string): readonly unknown[] | undefined {
    return this.#latest.get(uri)?.items;
  }

  entries(): readonly (readonly [string, readonly unknown[]])[] {
    return [...this.#latest].map(([uri, { items }]) => [uri, items] as const);
  }

  // The diagnostics of this version or a later one, once they are as wanted; undefined when none come within the bound.
  async until(
    uri: string,
    version: number | undefined,
    milliseconds: number,
    signal: AbortSignal,
    areWanted: (items: readonly unknown[]) => boolean = () => true,
  ): Promise<readonly unknown[] | undefined> {
    using bound = new Bound(signal, milliseconds);
    for (;;) {
      const latest = this.#latest.get(uri);
      const isNew = latest !== undefined && (version === undefined || latest.version === undefined || latest.version >= version);
      if (isNew && areWanted(latest.items)) return latest.items;
      if (signal.aborted) throw cancelled();
      if (bound.passed) return undefined;
      await untilAborted(this.#next.promise, bound.signal, cancelled).catch(() => {});
    }
  }
}
