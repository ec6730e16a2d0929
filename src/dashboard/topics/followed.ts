// Something that is followed only while somebody listens, once however many do.

export class Followed<Event> {
  readonly #follow: (tell: (event: Event) => void) => Disposable;
  readonly #listeners = new Set<(event: Event) => void>();
  #following: Disposable | undefined;

  constructor(follow: (tell: (event: Event) => void) => Disposable) {
    this.#follow = follow;
  }

  listen(listener: (event: Event) => void): Disposable {
    // A listener of its own each time, so that the same function can be given twice.
    const own = (event: Event) => listener(event);
    this.#listeners.add(own);
    this.#following ??= this.#follow((event) => {
      for (const each of [...this.#listeners]) each(event);
    });
    return {
      [Symbol.dispose]: () => {
        if (!this.#listeners.delete(own) || this.#listeners.size > 0) return;
        this.#following?.[Symbol.dispose]();
        this.#following = undefined;
      },
    };
  }
}

export function together(parts: readonly Disposable[]): Disposable {
  return {
    [Symbol.dispose]() {
      for (const part of parts) part[Symbol.dispose]();
    },
  };
}
