// The history file of this daemon: lines are added to it, and now and then it is written anew.
import { appendFileSync, close, existsSync, open, write } from 'node:fs';
import { open as openFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ownIdentity } from '../../base/processes/processIdentity.ts';
import { headerLine } from './historyFiles.ts';

const opened = promisify(open);
const closed = promisify(close);
const written = promisify(write);

// What whole answers may leave behind in a file before it is written anew.
const MOST_STALE = 16 * 1024 * 1024;

export class OwnHistoryFile {
  readonly #path: string;
  // Kept open between two writes of a busy daemon: opening and closing costs more than writing.
  #descriptor: number | undefined;
  #lines = 0;
  #bytes = 0;
  #bytesWhenAnew = 0;

  constructor(folder: string) {
    this.#path = join(folder, `${process.pid}-${Date.now()}.jsonl`);
  }

  // Of rows; several may be of one.
  get lines(): number {
    return this.#lines;
  }

  get isStale(): boolean {
    return this.#bytes > this.#bytesWhenAnew * 2 + MOST_STALE;
  }

  async append(text: string, rows = 0): Promise<void> {
    if (text === '') return;
    this.#lines += rows;
    this.#bytes += text.length;
    this.#descriptor ??= await opened(this.#path, 'a', 0o600);
    await writtenWhole(this.#descriptor, text);
  }

  // Opened anew by the next write, which then notices where the folder has gone.
  async rest(): Promise<void> {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor !== undefined) await closed(descriptor);
  }

  // For the last moment of the process, when nothing can be awaited.
  appendNow(text: string): void {
    appendFileSync(this.#path, existsSync(this.#path) ? text : headerLine(ownIdentity()) + text, { mode: 0o600 });
  }

  // In the place of all that it held; what came so far is whole, or the old one stays.
  async rewrite(rows: number, texts: AsyncIterable<string>): Promise<void> {
    const temporary = `${this.#path}.tmp`;
    let bytes = 0;
    const out = await openFile(temporary, 'w', 0o600);
    try {
      await out.write(headerLine(ownIdentity()));
      for await (const text of texts) {
        bytes += text.length;
        await out.write(text);
      }
    } finally {
      await out.close();
    }
    // Windows replaces no file that is open.
    await this.rest();
    await rename(temporary, this.#path);
    this.#lines = rows;
    this.#bytes = bytes;
    this.#bytesWhenAnew = bytes;
  }
}

// A full disk takes only a part at first.
async function writtenWhole(descriptor: number, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += (await written(descriptor, bytes, at)).bytesWritten;
}
