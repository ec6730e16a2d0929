// Messages between this process and its runner: what is said as JSON, and bytes that need no quoting behind it.

// The lengths of both parts.
const HEADER = 8;

export interface MessageFrame {
  readonly head: string;
  readonly bytes: Buffer;
}

export function framed(head: unknown, bytes: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(text.length, 0);
  header.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([header, text, bytes]);
}

export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #wanted = HEADER;

  // The frames that are whole with this chunk.
  *feed(chunk: Buffer): Generator<MessageFrame> {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    while (this.#length >= this.#wanted) {
      const all = Buffer.concat(this.#chunks);
      const middle = HEADER + all.readUInt32LE(0);
      const end = middle + all.readUInt32LE(4);
      const isWhole = all.length >= end;
      this.#wanted = isWhole ? HEADER : end;
      this.#chunks = [isWhole ? all.subarray(end) : all];
      this.#length -= isWhole ? end : 0;
      if (isWhole) yield { head: all.toString('utf8', HEADER, middle), bytes: all.subarray(middle, end) };
    }
  }
}
