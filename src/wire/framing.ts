// How a stream of bytes is cut into messages: by a Content-Length header, or by line breaks.

export interface Framing {
  decoder(options: DecoderOptions): Decoder;
  encode(body: string): Buffer;
}

export interface Decoder {
  // The bodies that this chunk completes, in order. Throws FramingError once the stream cannot be understood any more.
  push(chunk: Buffer): readonly string[];
}

export interface DecoderOptions {
  // A peer that announces or sends more than this many bytes as one message is broken, and memory is not its to take.
  readonly largestMessage: number;
  // Text between messages that belongs to none: what a peer prints to its standard output by mistake.
  readonly onGarbage: (text: string) => void;
}

export class FramingError extends Error {
  override readonly name = 'FramingError';
}

export const contentLengthFraming: Framing = {
  decoder: (options) => new ContentLengthDecoder(options),
  encode: (body) => {
    const bytes = Buffer.from(body, 'utf8');
    return Buffer.concat([Buffer.from(`Content-Length: ${bytes.length}\r\n\r\n`, 'ascii'), bytes]);
  },
};

export const lineFraming: Framing = {
  decoder: (options) => new LineDecoder(options),
  encode: (body) => Buffer.from(`${body}\n`, 'utf8'),
};

const HEADER_END = Buffer.from('\r\n\r\n', 'ascii');
// Real headers have some fifty bytes; the rest is room for what a peer prints before its first message.
const LARGEST_HEADER = 64 * 1024;

class ContentLengthDecoder implements Decoder {
  readonly #options: DecoderOptions;
  readonly #pending = new Chunks();
  // Length of the body that is awaited; undefined while a header is.
  #bodyLength: number | undefined;

  constructor(options: DecoderOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): readonly string[] {
    this.#pending.add(chunk);
    const bodies: string[] = [];
    for (;;) {
      if (this.#bodyLength === undefined && !this.#readHeader()) return bodies;
      const length = this.#bodyLength ?? 0;
      if (this.#pending.length < length) return bodies;
      bodies.push(this.#pending.take(length).toString('utf8'));
      this.#bodyLength = undefined;
    }
  }

  // True when the next header is complete and its length known.
  #readHeader(): boolean {
    for (;;) {
      const waiting = this.#pending.all();
      const end = waiting.indexOf(HEADER_END);
      if (end < 0) {
        if (waiting.length > LARGEST_HEADER) throw new FramingError(`no header within ${LARGEST_HEADER} bytes: ${excerpt(waiting)}`);
        return false;
      }
      const header = this.#pending.take(end + HEADER_END.length).toString('utf8');
      const length = this.#lengthIn(header);
      if (length !== undefined) {
        if (length > this.#options.largestMessage) throw new FramingError(`a message of ${length} bytes is larger than ${this.#options.largestMessage}`);
        this.#bodyLength = length;
        return true;
      }
    }
  }

  #lengthIn(header: string): number | undefined {
    const found = /content-length:[ \t]*(\d{1,15})[ \t]*(?=\r\n)/i.exec(header);
    if (found === null) {
      this.#options.onGarbage(header.trim());
      return undefined;
    }
    const before = header
      .slice(0, found.index)
      .replace(/content-type:[^\r\n]*\r\n/i, '')
      .trim();
    if (before !== '') this.#options.onGarbage(before);
    return Number(found[1]);
  }
}

class LineDecoder implements Decoder {
  readonly #options: DecoderOptions;
  readonly #pending = new Chunks();

  constructor(options: DecoderOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): readonly string[] {
    const lines: string[] = [];
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      this.#add(rest.subarray(0, end));
      const line = this.#pending.take(this.#pending.length).toString('utf8').trim();
      if (line !== '') lines.push(line);
      rest = rest.subarray(end + 1);
    }
    this.#add(rest);
    return lines;
  }

  #add(part: Buffer): void {
    this.#pending.add(part);
    if (this.#pending.length > this.#options.largestMessage) throw new FramingError(`a line is longer than ${this.#options.largestMessage} bytes`);
  }
}

// Bytes that wait for the rest of their message. They are joined only when someone looks, so that a message
// of many megabytes that arrives in small chunks is copied once and not once per chunk.
class Chunks {
  #chunks: Buffer[] = [];
  length = 0;

  add(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.length += chunk.length;
  }

  all(): Buffer {
    const only = this.#chunks[0];
    if (this.#chunks.length === 1 && only !== undefined) return only;
    const joined = Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined;
  }

  take(count: number): Buffer {
    const all = this.all();
    this.#chunks = count < all.length ? [all.subarray(count)] : [];
    this.length = all.length - count;
    return all.subarray(0, count);
  }
}

function excerpt(bytes: Buffer): string {
  return JSON.stringify(bytes.subarray(0, 80).toString('utf8'));
}
