// What a program reads, where its debugger opens a file of our choice as the program's standard input: a named pipe.
import { constants, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { AdapterPlace } from '../adapterRow.ts';

let made = 0;

export class InputPipe {
  readonly path: string;
  readonly #socket: Socket;

  private constructor(path: string, socket: Socket) {
    this.path = path;
    this.#socket = socket;
    // Who reads it may end at any time.
    socket.on('error', () => {});
  }

  // Undefined on systems that have none.
  static async make({ scratch, runs, signal }: AdapterPlace): Promise<InputPipe | undefined> {
    if (process.platform === 'win32') return undefined;
    const path = join(scratch, `input-${process.pid}-${++made}`);
    if ((await runs('mkfifo', ['-m', '600', path], signal)) === undefined) return undefined;
    // Opened for both, so that neither we nor the program wait for one another.
    const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    return new InputPipe(path, new Socket({ fd, readable: false, writable: true }));
  }

  get hasEnded(): boolean {
    return this.#socket.destroyed || this.#socket.writableEnded;
  }

  write(text: string): void {
    this.#socket.write(text);
  }

  // Once all of it is written, there is nobody left who could write.
  end(): void {
    this.#socket.write('', () => this.#socket.destroy());
  }

  async close(): Promise<void> {
    this.#socket.destroy();
    await rm(this.path, { force: true });
  }
}
