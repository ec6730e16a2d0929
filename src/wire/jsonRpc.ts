// A JSON-RPC connection over two streams, in our own framing, on the dispatcher of vscode-jsonrpc.
import type { Readable, Writable } from 'node:stream';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createMessageConnection,
  type DataCallback,
  type Message,
  type MessageConnection,
  type Disposable as RpcDisposable,
} from 'vscode-jsonrpc';
import { z } from 'zod';
import { contentLengthFraming, type Decoder, type Framing } from './framing.ts';

export interface JsonRpcOptions {
  // What the peer says.
  readonly input: Readable;
  // What the peer hears.
  readonly output: Writable;
  readonly framing?: Framing;
  readonly largestMessage?: number;
  // Text on the stream that is no message, and failures inside handlers: for a log.
  readonly onTrouble: (text: string) => void;
}

// The largest answers measured (a whole project's symbols) have some ten megabytes.
const LARGEST_MESSAGE = 256 * 1024 * 1024;

// The connection is not listening yet, so that handlers can be set first. It closes when either stream ends or breaks.
export function createJsonRpc(options: JsonRpcOptions): MessageConnection {
  const reader = new FramedReader(options);
  const writer = new FramedWriter(options.output, options.framing ?? contentLengthFraming);
  const quiet = { error: options.onTrouble, warn: options.onTrouble, info: () => {}, log: () => {} };
  const connection = createMessageConnection(reader, writer, quiet);
  connection.onError(([error]) => options.onTrouble(error.message));
  return connection;
}

const message = z.looseObject({ jsonrpc: z.literal('2.0') });

class FramedReader extends AbstractMessageReader {
  readonly #input: Readable;
  readonly #decoder: Decoder;
  readonly #onTrouble: (text: string) => void;

  constructor(options: JsonRpcOptions) {
    super();
    this.#input = options.input;
    this.#onTrouble = options.onTrouble;
    this.#decoder = (options.framing ?? contentLengthFraming).decoder({
      largestMessage: options.largestMessage ?? LARGEST_MESSAGE,
      onGarbage: (text) => options.onTrouble(`not a message: ${text.slice(0, 500)}`),
    });
  }

  listen(callback: DataCallback): RpcDisposable {
    const onData = (chunk: Buffer) => this.#read(chunk, callback);
    const onClose = () => this.fireClose();
    const onError = (error: Error) => {
      this.#onTrouble(error.message);
      this.fireClose();
    };
    this.#input.on('data', onData);
    this.#input.on('end', onClose);
    this.#input.on('close', onClose);
    this.#input.on('error', onError);
    return {
      dispose: () => {
        this.#input.off('data', onData);
        this.#input.off('end', onClose);
        this.#input.off('close', onClose);
      },
    };
  }

  // One broken body costs that message; a broken frame costs the connection, because nothing after it can be found.
  #read(chunk: Buffer, callback: DataCallback): void {
    let bodies: readonly string[];
    try {
      bodies = this.#decoder.push(chunk);
    } catch (error) {
      this.#onTrouble(error instanceof Error ? error.message : String(error));
      this.#input.destroy();
      this.fireClose();
      return;
    }
    for (const body of bodies) {
      const parsed = parsedMessage(body);
      if (parsed === undefined) this.#onTrouble(`not a JSON-RPC message: ${body.slice(0, 500)}`);
      else callback(parsed);
    }
  }
}

class FramedWriter extends AbstractMessageWriter {
  readonly #output: Writable;
  readonly #framing: Framing;

  constructor(output: Writable, framing: Framing) {
    super();
    this.#output = output;
    this.#framing = framing;
    output.on('error', (error: Error) => this.fireError(error));
    output.on('close', () => this.fireClose());
  }

  // The bytes are handed over before this returns, so messages leave in the order in which they were sent.
  // It never rejects: vscode-jsonrpc would turn that into an unhandled rejection, which ends the process. A closed stream ends
  // the connection instead, and with it every wait for an answer.
  async write(outgoing: Message): Promise<void> {
    if (this.#output.writable) this.#output.write(this.#framing.encode(JSON.stringify(outgoing)));
    else this.fireClose();
  }

  end(): void {
    this.#output.end();
  }
}

function parsedMessage(body: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return message.safeParse(value).data;
  } catch {
    return undefined;
  }
}
