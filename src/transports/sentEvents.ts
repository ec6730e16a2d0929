// What was said on the streams of one session, kept for a while: a client whose stream broke asks for what it missed.
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

// Enough for a few full answers; whoever is away for longer asks again.
const MOST_BYTES = 1024 * 1024;

interface SentEvent {
  readonly id: string;
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly bytes: number;
}

export class SentEvents implements EventStore {
  readonly #events: SentEvent[] = [];
  // The stream of each event that was ever given an id and is not older than the oldest kept one.
  readonly #streams = new Map<string, string>();
  #bytes = 0;
  #count = 0;

  async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = String(++this.#count);
    const bytes = sizeOf(message);
    this.#events.push({ id, stream, message, bytes });
    this.#streams.set(id, stream);
    this.#bytes += bytes;
    while (this.#bytes > MOST_BYTES && this.#events.length > 1) this.#forgetOldest();
    return id;
  }

  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.#streams.get(id);
  }

  async replayEventsAfter(lastId: string, { send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> }): Promise<string> {
    const stream = this.#streams.get(lastId) ?? '';
    const missed = this.#events.filter((event) => event.stream === stream && Number(event.id) > Number(lastId));
    // The first event of a stream only gives the client an id to come back with; it says nothing.
    for (const event of missed) if ('jsonrpc' in event.message) await send(event.id, event.message);
    return stream;
  }

  #forgetOldest(): void {
    const oldest = this.#events.shift();
    if (oldest === undefined) return;
    this.#streams.delete(oldest.id);
    this.#bytes -= oldest.bytes;
  }
}

// A string costs what it holds; serialising each answer once more only to measure it would cost more than keeping it.
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 16;
  if (Array.isArray(value)) return value.reduce((sum: number, inner) => sum + sizeOf(inner), 16);
  if (typeof value !== 'object' || value === null) return 16;
  return Object.entries(value).reduce((sum, [key, inner]) => sum + key.length + sizeOf(inner), 16);
}
