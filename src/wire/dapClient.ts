// The client's half of the debug adapter protocol: requests, events, and the requests an adapter makes of its client.
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { contentLengthFraming, type Decoder } from './framing.ts';

export interface DapCallbacks {
  event(name: string, body: unknown): void;
  // What the adapter wants of us, such as runInTerminal; the value is the body of our answer, a throw is its refusal.
  reverseRequest(command: string, arguments_: unknown): Promise<unknown>;
  // Text on the stream that is no message.
  trouble(text: string): void;
  closed(): void;
}

// A request that the adapter answered with success: false.
export class DapError extends Error {
  override readonly name = 'DapError';
  readonly command: string;
  // What the adapter added, such as an id and a format with variables.
  readonly body: unknown;

  constructor(command: string, text: string, body: unknown) {
    super(text);
    this.command = command;
    this.body = body;
  }
}

export class DapClosed extends Error {
  override readonly name = 'DapClosed';

  constructor() {
    super('the connection to the debug adapter has ended');
  }
}

// Adapters send memory and sources in one message.
const LARGEST_MESSAGE = 128 * 1024 * 1024;

export class DapClient {
  // Set after initialize, when the adapter says supportsCancelRequest: an abort is then sent to it.
  supportsCancel = false;
  readonly #output: Writable;
  readonly #callbacks: DapCallbacks;
  readonly #decoder: Decoder;
  readonly #pending = new Map<number, Pending>();
  #sequence = 0;
  #closed = false;

  constructor(streams: { readonly input: Readable; readonly output: Writable }, callbacks: DapCallbacks) {
    this.#output = streams.output;
    this.#callbacks = callbacks;
    this.#decoder = contentLengthFraming.decoder({
      largestMessage: LARGEST_MESSAGE,
      onGarbage: (text) => callbacks.trouble(`not a message: ${text.slice(0, 500)}`),
    });
    streams.input.on('data', (chunk: Buffer) => this.#read(chunk));
    for (const end of ['end', 'close']) streams.input.on(end, () => this.close());
    for (const stream of [streams.input, streams.output]) {
      stream.on('error', (error: Error) => {
        callbacks.trouble(error.message);
        this.close();
      });
    }
  }

  get closed(): boolean {
    return this.#closed;
  }

  // The body of the adapter's answer. Rejects with DapError, DapClosed, or the signal's reason.
  async request(command: string, arguments_: object | undefined, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    if (this.#closed) throw new DapClosed();
    return new Promise((resolve, reject) => {
      const sequence = ++this.#sequence;
      const abort = () => {
        this.#pending.delete(sequence);
        if (this.supportsCancel) this.#send({ type: 'request', command: 'cancel', arguments: { requestId: sequence } });
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      // Known before it is sent: a peer in the same process may answer within the write.
      this.#pending.set(sequence, { command, resolve, reject, release: () => signal.removeEventListener('abort', abort) });
      this.#write({ seq: sequence, type: 'request', command, ...(arguments_ && { arguments: arguments_ }) });
    });
  }

  // Ends every wait. The streams belong to whoever opened them.
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const pending of this.#pending.values()) {
      pending.release();
      pending.reject(new DapClosed());
    }
    this.#pending.clear();
    this.#callbacks.closed();
  }

  #read(chunk: Buffer): void {
    if (this.#closed) return;
    let bodies: readonly string[];
    try {
      bodies = this.#decoder.push(chunk);
    } catch (error) {
      this.#callbacks.trouble(error instanceof Error ? error.message : String(error));
      this.close();
      return;
    }
    for (const body of bodies) {
      const message = parsedMessage(body);
      if (message === undefined) this.#callbacks.trouble(`not a DAP message: ${body.slice(0, 500)}`);
      else this.#receive(message);
    }
  }

  #receive(message: IncomingMessage): void {
    switch (message.type) {
      case 'response':
        this.#settle(message);
        return;
      case 'event':
        this.#callbacks.event(message.event, message.body);
        return;
      case 'request':
        void this.#answer(message);
        return;
    }
  }

  #settle(response: IncomingResponse): void {
    const pending = this.#pending.get(response.request_seq);
    // Nobody waits: the answer to a cancel request, or to a request whose caller has gone.
    if (pending === undefined) return;
    this.#pending.delete(response.request_seq);
    pending.release();
    if (response.success) pending.resolve(response.body);
    else pending.reject(new DapError(pending.command, response.message ?? `${pending.command} failed`, response.body));
  }

  async #answer(request: IncomingRequest): Promise<void> {
    const reply = { type: 'response', request_seq: request.seq, command: request.command };
    try {
      const body = await this.#callbacks.reverseRequest(request.command, request.arguments);
      this.#send({ ...reply, success: true, body });
    } catch (error) {
      this.#send({ ...reply, success: false, message: error instanceof Error ? error.message : String(error) });
    }
  }

  #send(message: Record<string, unknown>): void {
    this.#write({ seq: ++this.#sequence, ...message });
  }

  #write(message: Record<string, unknown>): void {
    if (!this.#closed && this.#output.writable) this.#output.write(contentLengthFraming.encode(JSON.stringify(message)));
  }
}

interface Pending {
  readonly command: string;
  resolve(body: unknown): void;
  reject(error: unknown): void;
  release(): void;
}

const incomingResponse = z.object({
  type: z.literal('response'),
  request_seq: z.number(),
  success: z.boolean(),
  message: z.string().optional(),
  body: z.unknown().optional(),
});
const incomingRequest = z.object({ type: z.literal('request'), seq: z.number(), command: z.string(), arguments: z.unknown().optional() });
const incomingEvent = z.object({ type: z.literal('event'), event: z.string(), body: z.unknown().optional() });
const incomingMessage = z.discriminatedUnion('type', [incomingResponse, incomingRequest, incomingEvent]);

type IncomingResponse = z.output<typeof incomingResponse>;
type IncomingRequest = z.output<typeof incomingRequest>;
type IncomingMessage = z.output<typeof incomingMessage>;

function parsedMessage(body: string): IncomingMessage | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return incomingMessage.safeParse(value).data;
  } catch {
    return undefined;
  }
}
