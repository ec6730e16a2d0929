// MCP as lines of JSON over any stream of bytes: the daemon's local socket for stdio doors, or stdin and stdout themselves.
import { randomUUID } from 'node:crypto';
import { Duplex, type Readable, type Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { deferred } from '../base/waiting/deferred.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { ServerParts } from '../server/call/callTool.ts';
import type { Connection } from '../server/connectionCalls.ts';
import { createMcpServer } from '../server/mcpServer.ts';
import { Activity } from './activity.ts';
import { BoundedLines } from './boundedLines.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { tooLongAnswer } from './messageHead.ts';
import { type JsonRpcRefusal, messageText, parsedMessage } from './messages.ts';
import type { Serving } from './serving.ts';

export interface ByteStream {
  readonly input: Readable;
  readonly output: Writable;
}

// What the door said about its agent before the first message.
export type ConnectionHello = Partial<Omit<Connection, 'id'>>;

export interface ServedStream {
  // Resolves when the connection has ended, whoever ended it.
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

export function serveByteStream(
  parts: ServerParts,
  stream: Duplex | ByteStream,
  hello: ConnectionHello,
  options: Partial<Serving> = {},
  dialect?: Dialect,
): ServedStream {
  const {
    createServer = (connection, spoken) => createMcpServer(parts, connection, spoken),
    limits = defaultLimits,
    activity = new Activity(),
    onError = () => {},
  } = options;
  const connection: Connection = { door: 'stdio', ...hello, id: randomUUID() };
  const closed = activity.opened();
  const transport = new ByteStreamTransport(stream instanceof Duplex ? { input: stream, output: stream } : stream, limits, () => activity.touch());
  const handle = serveStdio(({ era }) => createServer({ ...connection, transportPicks: era === 'modern' }, dialect), { transport, onerror: onError });
  const ended = transport.ended.then(closed);
  return { ended, close: () => handle.close() };
}

class ByteStreamTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #ended = deferred<void>();
  readonly #stream: ByteStream;
  readonly #limits: Limits;
  readonly #onTraffic: () => void;
  readonly #lines: BoundedLines;
  #closed = false;

  constructor(stream: ByteStream, limits: Limits, onTraffic: () => void) {
    this.#stream = stream;
    this.#limits = limits;
    this.#onTraffic = onTraffic;
    this.#lines = new BoundedLines(limits.messageBytes);
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  async start(): Promise<void> {
    const { input, output } = this.#stream;
    const close = () => void this.close();
    const fail = (error: Error) => {
      this.onerror?.(error);
      close();
    };
    input.on('data', this.#read);
    input.on('end', close).on('close', close).on('error', fail);
    output.on('close', close).on('error', fail);
    if (input.destroyed || input.readableEnded) close();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#onTraffic();
    await this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#stream.input.off('data', this.#read);
    this.#stream.input.pause();
    // What was said last must still arrive.
    if (!this.#stream.output.destroyed) this.#stream.output.end();
    this.onclose?.();
    this.#ended.resolve();
  }

  readonly #read = (chunk: Buffer): void => {
    this.#onTraffic();
    for (const each of this.#lines.feed(chunk)) {
      if (this.#closed) return;
      if ('line' in each) this.#receive(each.line.toString('utf8').trim());
      else void this.#writeText(tooLongAnswer(each.tooLong, this.#limits.messageBytes));
    }
  };

  #receive(line: string): void {
    if (line === '') return;
    const parsed = parsedMessage(line);
    if ('message' in parsed) this.onmessage?.(parsed.message);
    else void this.#write(parsed.refusal);
  }

  #write(message: JSONRPCMessage | JsonRpcRefusal): Promise<void> {
    return this.#writeText(messageText(message));
  }

  #writeText(text: string | undefined): Promise<void> {
    const { output } = this.#stream;
    if (text === undefined || output.destroyed || output.writableEnded) return Promise.resolve();
    if (output.write(`${text}\n`)) return Promise.resolve();
    // Slow readers hold up their own answers, not our memory.
    if (output.writableLength > this.#limits.unreadBytes) output.destroy();
    return new Promise((resolve) => {
      const go = () => {
        output.off('drain', go).off('close', go);
        resolve();
      };
      output.on('drain', go).on('close', go);
    });
  }
}
