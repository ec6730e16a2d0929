// A program in a terminal of its own: the leader of a session, with a screen size and keys instead of pipes.
import { createRequire } from 'node:module';
import type { IPty } from '@lydell/node-pty';
import { deferred } from '../../../base/deferred.ts';
import { markedProcesses, signalProcess } from '../../../base/markedProcesses.ts';
import { endTree, killTree, sweepGroup } from './trees.ts';

export interface PtySize {
  readonly columns: number;
  readonly rows: number;
}

export interface PtyOptions extends PtySize {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly mark: string;
}

export class PtyProcess {
  readonly pid: number;
  readonly exited: Promise<number>;
  readonly #pty: IPty;
  readonly #mark: string;
  #ended = false;

  // Throws what the system says when there is no such program.
  constructor({ program, args, cwd, environment, mark, columns, rows }: PtyOptions) {
    // A native addon, loaded only by those who open a terminal.
    const { spawn }: typeof import('@lydell/node-pty') = createRequire(import.meta.url)('@lydell/node-pty');
    this.#pty = spawn(program, [...args], { name: 'xterm-256color', cols: columns, rows, cwd, env: environment });
    this.#mark = mark;
    this.pid = this.#pty.pid;
    const exited = deferred<number>();
    this.exited = exited.promise;
    this.#pty.onExit(({ exitCode, signal }) => {
      this.#ended = true;
      sweepGroup(this.pid);
      // As a shell counts it.
      exited.resolve(signal !== undefined && signal > 0 ? 128 + signal : exitCode);
    });
  }

  onData(listener: (text: string) => void): void {
    this.#pty.onData(listener);
  }

  write(text: string): void {
    if (!this.#ended) this.#pty.write(text);
  }

  // A program that prints faster than it is read waits.
  pause(): void {
    if (!this.#ended) this.#pty.pause();
  }

  resume(): void {
    if (!this.#ended) this.#pty.resume();
  }

  kill(): void {
    if (!this.#ended) killTree(this.pid);
  }

  // A shell puts each of its jobs into a group of its own, so all that carry the mark end with it.
  async end(grace: number): Promise<void> {
    if (this.#ended) return;
    for (const pid of markedProcesses([this.#mark])) signalProcess(pid, 'SIGHUP');
    await endTree(this.pid, this.exited, grace);
    for (const pid of markedProcesses([this.#mark])) signalProcess(pid, 'SIGKILL');
  }
}
