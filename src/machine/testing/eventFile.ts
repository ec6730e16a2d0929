// A file that another process appends lines to, followed while it grows.
import { close, closeSync, existsSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { LineSplitter } from '../../base/text/lines.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { parsedJson } from './reporterEvents.ts';

// Live enough for a person who looks on, and nothing that a runner would feel.
const INTERVAL = seconds(0.1);
const CHUNK = 256 * 1024;
// One test's result with all that it printed.
const LONGEST_LINE = 32 * 1024 * 1024;

export class EventFile {
  readonly #path: string;
  readonly #listener: (value: unknown) => void;
  readonly #lines = new LineSplitter(LONGEST_LINE);
  readonly #timer: NodeJS.Timeout;
  #descriptor: number | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(path: string, listener: (value: unknown) => void) {
    this.#path = path;
    this.#listener = listener;
    this.#timer = setInterval(() => void this.#more(), INTERVAL);
  }

  // Reads what is left, once nobody writes any more.
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#more();
    if (this.#descriptor !== undefined) await promisify(close)(this.#descriptor);
  }

  #more(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#read());
    return this.#reading;
  }

  async #read(): Promise<void> {
    if (this.#descriptor === undefined) {
      if (!existsSync(this.#path)) return;
      this.#descriptor = openSync(this.#path, 'r');
    }
    for (;;) {
      const { bytesRead, buffer } = await promisify(read)(this.#descriptor, Buffer.alloc(CHUNK), 0, CHUNK, null);
      if (bytesRead === 0) return;
      for (const line of this.#lines.feed(buffer.subarray(0, bytesRead))) this.#listener(parsedJson(line.toString('utf8')));
    }
  }
}

// All lines of a file that nobody writes any more.
export function linesOfFile(path: string): string[] {
  if (!existsSync(path)) return [];
  const descriptor = openSync(path, 'r');
  const lines: string[] = [];
  const splitter = new LineSplitter(LONGEST_LINE);
  const buffer = Buffer.alloc(CHUNK);
  for (let length = readSync(descriptor, buffer); length > 0; length = readSync(descriptor, buffer)) {
    // The buffer is used again, so what is kept of it is copied.
    for (const line of splitter.feed(Buffer.from(buffer.subarray(0, length)))) lines.push(line.toString('utf8'));
  }
  closeSync(descriptor);
  return lines;
}
