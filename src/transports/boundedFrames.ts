// A WebSocket's bytes on their way to the library that reads them: a message over the limit never arrives there, only its id is reported.
import { Duplex } from 'node:stream';
import { type MessageHead, MessageHeadScanner } from './messageHead.ts';

// Times the longest message: frame headers count here, so that a message of endless empty fragments is too long as well.
const MOST_HELD = 2;
const FIRST_ROOM = 4_096;
const [FINAL, RESERVED, OPCODE, CONTROL, MASKED, LENGTH] = [0x80, 0x70, 0x0f, 0x08, 0x80, 0x7f];
const [LENGTH_16, LENGTH_64] = [126, 127];

interface Frame {
  readonly final: boolean;
  readonly control: boolean;
  readonly mask: Buffer;
  // Of its payload, not yet read.
  left: number;
  // Of its payload, read.
  read: number;
}

// The library takes a message whole or ends the connection, so frames are held back until their message is known to be short enough.
export class BoundedFrames extends Duplex {
  readonly #socket: Duplex;
  readonly #longest: number;
  readonly #onTooLong: (head: MessageHead) => void;
  readonly #held = new GrowingBuffer();
  // Of the message whose frames are held or dropped.
  #payload = 0;
  #header = Buffer.alloc(0);
  #frame: Frame | undefined;
  #scanner: MessageHeadScanner | undefined;
  // Something that is no frame of a client: the library says what is wrong with it.
  #isBroken = false;

  constructor(socket: Duplex, head: Buffer, longest: number, onTooLong: (head: MessageHead) => void) {
    super();
    this.#socket = socket;
    this.#longest = longest;
    this.#onTooLong = onTooLong;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
    socket.pause();
    if (head.length > 0) this.#receive(head);
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy(error ?? undefined);
    done(error);
  }

  #receive(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0 && !this.#isBroken) rest = this.#frame === undefined ? this.#readHeader(rest) : this.#readPayload(this.#frame, rest);
    if (rest.length > 0) this.#pass(rest);
  }

  #readHeader(chunk: Buffer): Buffer {
    this.#header = Buffer.concat([this.#header, chunk.subarray(0, LONGEST_HEADER)]);
    const taken = this.#header.length - chunk.subarray(0, LONGEST_HEADER).length;
    const frame = frameOf(this.#header);
    if (frame === 'short') return chunk.subarray(LONGEST_HEADER);
    if (frame === 'broken') {
      this.#isBroken = true;
      this.#pass(this.#held.taken());
      this.#pass(this.#header.subarray(0, taken));
      return chunk;
    }
    const header = this.#header.subarray(0, frame.bytes);
    this.#header = Buffer.alloc(0);
    this.#frame = frame.frame;
    if (frame.frame.control) this.#pass(header);
    else this.#hold(header, undefined);
    if (frame.frame.left === 0) this.#endFrame(frame.frame);
    return chunk.subarray(frame.bytes - taken);
  }

  #readPayload(frame: Frame, chunk: Buffer): Buffer {
    const part = chunk.subarray(0, frame.left);
    if (frame.control) this.#pass(part);
    else this.#hold(part, frame);
    frame.left -= part.length;
    frame.read += part.length;
    if (frame.left === 0) this.#endFrame(frame);
    return chunk.subarray(part.length);
  }

  // A payload is held as it came, masked; where its message is too long, only who asks is read from it.
  #hold(part: Buffer, frame: Frame | undefined): void {
    if (frame !== undefined) this.#payload += part.length;
    if (this.#scanner === undefined && this.#payload <= this.#longest && this.#held.length + part.length <= MOST_HELD * this.#longest) {
      this.#held.add(part);
      return;
    }
    if (this.#scanner === undefined) {
      this.#scanner = new MessageHeadScanner();
      for (const payload of payloadsIn(this.#held.taken())) this.#scanner.feed(payload);
    }
    if (frame !== undefined) this.#scanner.feed(unmasked(part, frame.mask, frame.read));
  }

  #endFrame({ final, control }: Frame): void {
    this.#frame = undefined;
    if (control || !final) return;
    const scanner = this.#scanner;
    this.#scanner = undefined;
    this.#payload = 0;
    if (scanner === undefined) this.#pass(this.#held.taken());
    else this.#onTooLong(scanner.head);
  }

  #pass(bytes: Buffer): void {
    if (bytes.length > 0 && !this.push(bytes)) this.#socket.pause();
  }
}

const LONGEST_HEADER = 14;

// Clients mask every frame, use no extension that we did not offer, and number what there is.
function frameOf(header: Buffer): { readonly frame: Frame; readonly bytes: number } | 'short' | 'broken' {
  const [first, second] = header;
  if (first === undefined || second === undefined) return 'short';
  if ((first & RESERVED) !== 0 || (second & MASKED) === 0 || ![0, 1, 2, 8, 9, 10].includes(first & OPCODE)) return 'broken';
  const short = second & LENGTH;
  const more = short === LENGTH_16 ? 2 : short === LENGTH_64 ? 8 : 0;
  const bytes = 2 + more + 4;
  if (header.length < bytes) return 'short';
  const left = more === 0 ? short : more === 2 ? header.readUInt16BE(2) : Number(header.readBigUInt64BE(2));
  if (!Number.isSafeInteger(left)) return 'broken';
  const control = (first & CONTROL) !== 0;
  return { frame: { final: (first & FINAL) !== 0, control, mask: Buffer.from(header.subarray(2 + more, bytes)), left, read: 0 }, bytes };
}

// What frames hold, one after the other, the last perhaps in part.
function* payloadsIn(frames: Buffer): Generator<Buffer> {
  for (let at = 0; at < frames.length; ) {
    const read = frameOf(frames.subarray(at, at + LONGEST_HEADER));
    if (typeof read === 'string') return;
    const { frame, bytes } = read;
    yield unmasked(frames.subarray(at + bytes, at + bytes + frame.left), frame.mask, 0);
    at += bytes + frame.left;
  }
}

function unmasked(bytes: Buffer, mask: Buffer, from: number): Buffer {
  const plain = Buffer.from(bytes);
  for (let at = 0; at < plain.length; at++) plain[at] = (plain[at] ?? 0) ^ (mask[(from + at) & 3] ?? 0);
  return plain;
}

// Many small parts cost no more than a few large ones.
class GrowingBuffer {
  #room = Buffer.alloc(0);
  length = 0;

  add(part: Buffer): void {
    if (this.length + part.length > this.#room.length) {
      const room = Buffer.alloc(Math.max(FIRST_ROOM, 2 * (this.length + part.length)));
      this.#room.copy(room, 0, 0, this.length);
      this.#room = room;
    }
    part.copy(this.#room, this.length);
    this.length += part.length;
  }

  taken(): Buffer {
    const bytes = this.#room.subarray(0, this.length);
    this.#room = Buffer.alloc(0);
    this.length = 0;
    return bytes;
  }
}
