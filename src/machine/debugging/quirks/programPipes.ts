// What a program reads and prints, where its debugger would give it a terminal: named pipes, which the debugger opens as its standard streams.
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { AdapterPlace } from '../adapters/adapterRow.ts';

export interface PipePaths {
  readonly input: string;
  readonly output: string;
  readonly errors: string;
}

export type Printed = (category: 'stdout' | 'stderr', text: string) => void;

let made = 0;

export class ProgramPipes {
  readonly paths: PipePaths;
  readonly #input: Socket;
  readonly #printed: readonly PrintedPipe[];
  #listener: Printed = () => {};

  private constructor(paths: PipePaths) {
    this.paths = paths;
    // Opened for both, so that neither we nor the program wait for one another.
    this.#input = new Socket({ fd: openSync(paths.input, constants.O_RDWR | constants.O_NONBLOCK), readable: false, writable: true });
    // Who reads it may end at any time.
    this.#input.on('error', () => {});
    this.#printed = [
      new PrintedPipe(paths.output, (text) => this.#listener('stdout', text)),
      new PrintedPipe(paths.errors, (text) => this.#listener('stderr', text)),
    ];
  }

  // Undefined on systems that have none.
  static async make({ scratch, runs, signal }: AdapterPlace): Promise<ProgramPipes | undefined> {
    if (process.platform === 'win32') return undefined;
    const pathOf = (stream: string) => join(scratch, `${stream}-${process.pid}-${made}`);
    made += 1;
    const paths = { input: pathOf('input'), output: pathOf('output'), errors: pathOf('errors') };
    return (await runs('mkfifo', ['-m', '600', ...Object.values(paths)], signal)) === undefined ? undefined : new ProgramPipes(paths);
  }

  onPrinted(listener: Printed): void {
    this.#listener = listener;
  }

  // All that the program has printed until this moment. Its debugger speaks on another way, which may be the faster.
  drain(): void {
    for (const pipe of this.#printed) pipe.drain();
  }

  get hasEnded(): boolean {
    return this.#input.destroyed || this.#input.writableEnded;
  }

  write(text: string): void {
    this.#input.write(text);
  }

  // Once all of it is written, there is nobody left who could write.
  end(): void {
    this.#input.write('', () => this.#input.destroy());
  }

  async close(): Promise<void> {
    this.#input.destroy();
    for (const pipe of this.#printed) pipe.close();
    await Promise.all(Object.values(this.paths).map((path) => rm(path, { force: true })));
  }
}

// More than a pipe holds, unless somebody else writes into it all the time.
const MOST_DRAINED = 32;
const CHUNK = 65_536;

class PrintedPipe {
  readonly #fd: number;
  readonly #socket: Socket;
  readonly #writer: number;
  readonly #decoder = new StringDecoder('utf8');
  readonly #print: (text: string) => void;
  #isClosed = false;

  constructor(path: string, print: (text: string) => void) {
    this.#print = print;
    this.#fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    // So that it does not end before the program has opened it.
    this.#writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    this.#socket = new Socket({ fd: this.#fd, readable: true, writable: false });
    this.#socket.on('error', () => {});
    this.#socket.on('data', (bytes: Buffer) => this.#printSome(this.#decoder.write(bytes)));
  }

  drain(): void {
    const bytes = Buffer.allocUnsafe(CHUNK);
    for (let count = 0; count < MOST_DRAINED && !this.#isClosed; count++) {
      const length = readNow(this.#fd, bytes);
      if (length === 0) return;
      this.#printSome(this.#decoder.write(bytes.subarray(0, length)));
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.drain();
    this.#printSome(this.#decoder.end());
    this.#isClosed = true;
    this.#socket.destroy();
    closeSync(this.#writer);
  }

  #printSome(text: string): void {
    if (text !== '') this.#print(text);
  }
}

// 0 where there is nothing for the moment.
function readNow(fd: number, bytes: Buffer): number {
  try {
    return readSync(fd, bytes);
  } catch {
    // EAGAIN says that it is empty, and a pipe that cannot be read any more has nothing either.
    return 0;
  }
}
