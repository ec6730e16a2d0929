// What was said on the streams of one session, kept for a while: a client whose stream broke asks for what it missed.

// Enough for a few full answers; whoever is away for longer asks again.
const MOST_CHARACTERS = 1024 * 1024;

export interface SentEvent {
  readonly id: string;
  readonly stream: string;
  // The message as it was written; empty for an event that only gives the client an id to come back with.
  readonly text: string;
}

export class SentEvents {
  readonly #events = new Map<string, SentEvent>();
  #characters = 0;
  #count = 0;

  keep(stream: string, text: string): string {
    const id = String(++this.#count);
    this.#events.set(id, { id, stream, text });
    this.#characters += text.length;
    for (const oldest of this.#events.values()) {
      if (this.#characters <= MOST_CHARACTERS || oldest.id === id) break;
      this.#events.delete(oldest.id);
      this.#characters -= oldest.text.length;
    }
    return id;
  }

  // What was said on a stream, as far as it is known.
  on(stream: string): readonly SentEvent[] {
    return [...this.#events.values()].filter((event) => event.stream === stream && event.text !== '');
  }

  // The stream of an event and what was said on it later; undefined when the event has been forgotten, or never was.
  after(id: string): { readonly stream: string; readonly missed: readonly SentEvent[] } | undefined {
    const last = this.#events.get(id);
    if (last === undefined) return undefined;
    const missed = this.on(last.stream).filter((event) => Number(event.id) > Number(id));
    return { stream: last.stream, missed };
  }
}
