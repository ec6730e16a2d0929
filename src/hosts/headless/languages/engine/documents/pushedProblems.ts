// The problems of configurations that a server pushes when it loads them, and only if they are others than before.
import type { PublishedDiagnostics } from './publishedDiagnostics.ts';

export class PushedProblems {
  readonly #published: PublishedDiagnostics;
  // In milliseconds.
  readonly #longest: number;
  // What was pushed before a configuration changed: true still, unless something else is pushed.
  readonly #earlier = new Map<string, readonly unknown[]>();
  // Those that were waited for since.
  readonly #awaited = new Set<string>();

  constructor(published: PublishedDiagnostics, longest: number) {
    this.#published = published;
    this.#longest = longest;
  }

  // A base that others extend can change their problems too, so none counts that was pushed before.
  changed(): void {
    for (const [uri, items] of this.#published.entries()) {
      this.#earlier.set(uri, items);
      this.#published.forget(uri);
    }
    this.#awaited.clear();
  }

  // Once the server has loaded what the configuration is about.
  async problemsOf(uri: string, signal: AbortSignal): Promise<readonly unknown[]> {
    const pushed = this.#awaited.has(uri) ? this.#published.of(uri) : await this.#published.until(uri, undefined, this.#longest, signal);
    this.#awaited.add(uri);
    if (pushed !== undefined) return pushed;
    const earlier = this.#earlier.get(uri);
    if (earlier !== undefined) this.#published.receive(uri, undefined, earlier);
    return earlier ?? [];
  }
}
