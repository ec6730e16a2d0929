// A program in a terminal of its own: the leader of a session, with a screen size and keys instead of pipes.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type { IPty } from '@lydell/node-pty';
import { markedProcesses, signalProcess } from '../../base/processes/markedProcesses.ts';
import { deferred } from '../../base/waiting/deferred.ts';
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
  // Where the addon lies, where it is not ours.
  readonly module?: string;
}

export class PtyProcess {
  readonly pid: number;
  readonly exited: Promise<number>;
  readonly isMarked = true;
  readonly #pty: IPty;
  readonly #mark: string;
  readonly #program: string;
  #ended = false;

  // Throws what the system says when there is no such program.
  constructor({ program, args, cwd, environment, mark, columns, rows, module = '@lydell/node-pty' }: PtyOptions) {
    // A native addon, loaded only by those who open a terminal.
    const { spawn }: typeof import('@lydell/node-pty') = createRequire(import.meta.url)(module);
    this.#pty = spawn(program, [...args], { name: 'xterm-256color', cols: columns, rows, cwd, env: environment });
    this.#mark = mark;
    this.#program = basename(program);
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

  // Nothing that it started has the keys now, as far as the system says; Windows says nothing.
  get isInFront(): boolean {
    if (this.#ended) return false;
    if (process.platform !== 'linux') return this.#pty.process === this.#program;
    return foregroundOf(this.pid) === this.pid;
  }

  onData(listener: (text: string) => void): void {
    this.#pty.onData(listener);
  }

  write(text: string): void {
    if (!this.#ended) this.#pty.write(text);
  }

  resize({ columns, rows }: PtySize): void {
    if (!this.#ended) this.#pty.resize(columns, rows);
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

// The group that reads what is typed: the eighth field, behind a name that may hold anything.
function foregroundOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[5]);
  } catch {
    return undefined;
  }
}
