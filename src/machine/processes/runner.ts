// The line to a runner: short programs that it starts, waits for and ends in our place.
import { type Deferred, deferred } from '../../base/waiting/deferred.ts';
import { FrameReader, framed } from './frames.ts';
import { type Finished, SpawnError, type SpawnedProcess } from './spawnedProcess.ts';

export interface RunnerCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

// Without a command: end it.
export interface RunnerRequest {
  readonly id: number;
  readonly command?: RunnerCommand;
}

export interface RunnerReply {
  readonly id: number;
  readonly code?: number | null;
  readonly signal?: NodeJS.Signals | null;
  readonly errors?: string;
  // Why it could not be started.
  readonly failed?: string;
}

// The runner was killed from outside: what it had in hand can be started again.
export class RunnerGone extends Error {
  override readonly name = 'RunnerGone';
}

export class Runner {
  readonly #process: SpawnedProcess;
  readonly #waiting = new Map<number, { readonly command: RunnerCommand; readonly result: Deferred<Finished> }>();
  readonly #reader = new FrameReader();
  #last = 0;

  constructor(process: SpawnedProcess) {
    this.#process = process;
    process.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
    void process.exited.then(() => {
      for (const { result } of this.#waiting.values()) result.reject(new RunnerGone('the process that runs short programs has ended'));
    });
  }

  get ended(): boolean {
    return this.#process.ended;
  }

  // An abort ends the program and rejects with the signal's reason.
  async run(command: RunnerCommand, signal: AbortSignal, input = ''): Promise<Finished> {
    signal.throwIfAborted();
    const id = ++this.#last;
    const result = deferred<Finished>();
    this.#waiting.set(id, { command, result });
    this.#process.stdin.write(framed({ id, command } satisfies RunnerRequest, Buffer.from(input)));
    const abort = () => void this.#process.stdin.write(framed({ id } satisfies RunnerRequest, Buffer.alloc(0)));
    signal.addEventListener('abort', abort, { once: true });
    try {
      const finished = await result.promise;
      signal.throwIfAborted();
      return finished;
    } finally {
      signal.removeEventListener('abort', abort);
      this.#waiting.delete(id);
    }
  }

  end(): Promise<void> {
    this.#process.stdin.end();
    return this.#process.end();
  }

  #receive(chunk: Buffer): void {
    for (const { head, bytes } of this.#reader.feed(chunk)) {
      const { id, failed, code = null, signal = null, errors = '' }: RunnerReply = JSON.parse(head);
      const waiting = this.#waiting.get(id);
      if (failed === undefined) waiting?.result.resolve({ code, signal, stdout: bytes.toString('utf8'), stderr: errors });
      else waiting?.result.reject(new SpawnError(`${waiting.command.program} could not be started: ${failed}`));
    }
  }
}
