// A server of one connection: each request is recorded, errors quote little of what came in and say what to do in data.details, and what it holds is let go when the connection ends.
import { type Implementation, type JSONRPCMessage, Server, type ServerOptions, type Transport } from '@modelcontextprotocol/server';
import { longTexts, mapped, shortened } from './call/shortQuotes.ts';
import { withDetails } from './errorDetails.ts';
import type { RequestRecords } from './requestRecords.ts';

export class OwnServer extends Server {
  readonly #held = new Set<Disposable>();
  // Requests with texts that are too long to be repeated in an error, until they are answered.
  readonly #long = new Map<string | number, readonly string[]>();
  readonly records: RequestRecords;

  constructor(identity: Implementation, options: ServerOptions, records: RequestRecords) {
    super(identity, options);
    this.records = records;
  }

  hold(held: Disposable): void {
    this.#held.add(held);
  }

  // Not by onclose, which belongs to the transports.
  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      this.records.answered(message);
      return send(withDetails(this.#answered(message)), options);
    };
    await super.connect(transport);
    const { onclose: closed, onmessage: received } = transport;
    transport.onmessage = (message, extra) => {
      this.#asked(message);
      this.records.asked(message, this.getClientVersion());
      received?.(message, extra);
    };
    transport.onclose = () => {
      closed?.();
      this.records[Symbol.dispose]();
      for (const held of this.#held) held[Symbol.dispose]();
      this.#held.clear();
    };
  }

  #asked(message: JSONRPCMessage): void {
    if (!('method' in message) || !('id' in message)) return;
    const texts = longTexts([message.method, message.params]);
    if (texts.length > 0) this.#long.set(message.id, texts);
  }

  #answered(message: JSONRPCMessage): JSONRPCMessage {
    if ('method' in message || message.id === undefined) return message;
    const texts = this.#long.get(message.id);
    this.#long.delete(message.id);
    if (texts === undefined) return message;
    const short = (text: string) => shortened(text, texts);
    if (!('error' in message)) return message.result['isError'] === true ? { ...message, result: resultOf(mapped(message.result, short)) } : message;
    const { data, ...error } = message.error;
    return { ...message, error: { ...error, message: short(error.message), ...(data !== undefined && { data: mapped(data, short) }) } };
  }
}

function resultOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
