// The connection of a page that is served by the process that shows it: two ends in memory, which say one thing after the other as sockets do.
import { EventEmitter } from 'node:events';
import type { PageChannel } from './pageChannel.ts';

export interface FarEnd {
  opened(): void;
  text(text: string): void;
  bytes(bytes: Uint8Array): void;
  // Once.
  closed(): void;
}

export class LocalChannel implements PageChannel {
  readonly OPEN = 1;
  // Nothing waits: what is sent is there.
  readonly bufferedAmount = 0;
  readonly #farEnd: FarEnd;
  readonly #events = new EventEmitter();
  #isClosed = false;

  constructor(farEnd: FarEnd) {
    this.#farEnd = farEnd;
    setImmediate(() => this.#ifOpen(() => farEnd.opened()));
  }

  get readyState(): number {
    return this.#isClosed ? 3 : this.OPEN;
  }

  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  on(event: string, listener: (data: Buffer & Error, isBinary: boolean) => void): unknown {
    return this.#events.on(event, listener);
  }

  send(data: string | Uint8Array): void {
    setImmediate(() => this.#ifOpen(() => (typeof data === 'string' ? this.#farEnd.text(data) : this.#farEnd.bytes(data))));
  }

  // What was sent before arrives.
  close(): void {
    setImmediate(() => this.terminate());
  }

  terminate(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#events.emit('close');
    this.#farEnd.closed();
  }

  // What the far end says.
  receive(text: string): void {
    setImmediate(() => this.#ifOpen(() => void this.#events.emit('message', Buffer.from(text), false)));
  }

  #ifOpen(work: () => void): void {
    if (!this.#isClosed) work();
  }
}
