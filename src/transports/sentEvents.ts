// What was said on the streams of one session, kept for a while: a client whose stream broke asks for what it missed, and is refused where that is not known any more.

// Enough for a few full answers; whoever is away for longer asks again.
const MOST_CHARACTERS = 1024 * 1024;
// Each call may open a stream of its own.
const MOST_STREAMS = 1_000;

export interface SentEvent {
  readonly id: string;
  readonly stream: string;
  // The message as it was written; empty for an event that only gives the client an id to come back with.
  readonly text: string;
}

interface KeptEvent extends SentEvent {
  readonly sent: number;
}

export class SentEvents {
  // In milliseconds.
  readonly #longest: number;
  readonly #now: () => number;
  readonly #events = new Map<string, KeptEvent>();
  // By stream: whoever has seen the last one that was forgotten has missed nothing that is not known.
  readonly #lastForgotten = new Map<string, string>();
  #characters = 0;
  #count = 0;

  constructor(longest: number, now: () => number = () => performance.now()) {
    this.#longest = longest;
    this.#now = now;
  }

  keep(stream: string, text: string): string {
    const id = String(++this.#count);
    this.#events.set(id, { id, stream, text, sent: this.#now() });
    this.#characters += text.length;
    for (const oldest of this.#events.values()) {
      if (this.#characters <= MOST_CHARACTERS || oldest.id === id) break;
      this.#forget(oldest);
    }
    this.forgetOld();
    return id;
  }

  // Also without a question: clients that never come back are many, and what was said to them takes memory.
  forgetOld(): void {
    const oldest = this.#now() - this.#longest;
    for (const event of this.#events.values()) {
      if (event.sent > oldest) return;
      this.#forget(event);
    }
  }

  // What was said on a stream, as far as it is known.
  on(stream: string): readonly SentEvent[] {
    return [...this.#events.values()].filter((event) => event.stream === stream && event.text !== '').map(({ id, text }) => ({ id, stream, text }));
  }

  // The stream of an event and all that was said on it later; undefined when some of that has been forgotten, or there never was such an event.
  after(id: string): { readonly stream: string; readonly missed: readonly SentEvent[] } | undefined {
    this.forgetOld();
    const stream = this.#events.get(id)?.stream ?? [...this.#lastForgotten].find(([, last]) => last === id)?.[0];
    if (stream === undefined) return undefined;
    const missed = this.on(stream).filter((event) => Number(event.id) > Number(id));
    return { stream, missed };
  }

  #forget({ id, stream, text }: KeptEvent): void {
    this.#events.delete(id);
    this.#characters -= text.length;
    // Anew, so that the stream that was used last is forgotten last.
    this.#lastForgotten.delete(stream);
    this.#lastForgotten.set(stream, id);
    const [first] = this.#lastForgotten.keys();
    if (this.#lastForgotten.size > MOST_STREAMS && first !== undefined) this.#lastForgotten.delete(first);
  }
}
