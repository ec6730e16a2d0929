// A language server at its barest: frames by hand, nothing between the socket and the stopwatch. The floor that we are measured against.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const Message = z.object({
  id: z.union([z.number(), z.string()]).optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});

export class RawEngine implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  readonly #answer: (method: string, params: unknown) => unknown;
  readonly #hear: (method: string, params: unknown) => void;
  #received: Buffer = Buffer.alloc(0);
  #lastId = 0;

  // `answer` is for what the engine asks, `hear` for what it only says.
  constructor(
    command: readonly string[],
    folder: string,
    answer: (method: string, params: unknown) => unknown,
    hear: (method: string, params: unknown) => void = () => {},
  ) {
    const [program = '', ...args] = command;
    this.#answer = answer;
    this.#hear = hear;
    this.#child = spawn(program, args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr.resume();
    // What it asks while it is being ended gets no answer.
    this.#child.stdin.on('error', () => {});
    this.#child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#child.once('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the engine ended'));
    });
  }

  async initialize(folder: string, capabilities: object): Promise<void> {
    const uri = pathToFileURL(folder).href;
    await this.request('initialize', { processId: process.pid, rootUri: uri, workspaceFolders: [{ uri, name: 'corpus' }], capabilities });
    this.notify('initialized', {});
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  request(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#lastId;
    const answered = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#send({ jsonrpc: '2.0', id, method, params });
    return answered;
  }

  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGKILL');
    await closed;
  }

  #send(message: object): void {
    const body = Buffer.from(JSON.stringify(message));
    this.#child.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(this.#received.toString('latin1', 0, end))?.[1]);
      if (this.#received.length < end + 4 + length) return;
      const body = this.#received.toString('utf8', end + 4, end + 4 + length);
      this.#received = this.#received.subarray(end + 4 + length);
      this.#dispatch(Message.parse(JSON.parse(body)));
    }
  }

  #dispatch(message: z.infer<typeof Message>): void {
    if (message.method !== undefined) {
      if (message.id !== undefined) this.#send({ jsonrpc: '2.0', id: message.id, result: this.#answer(message.method, message.params) ?? null });
      else this.#hear(message.method, message.params);
      return;
    }
    const waiting = this.#waiting.get(Number(message.id));
    this.#waiting.delete(Number(message.id));
    if (message.error != null) waiting?.reject(new Error(JSON.stringify(message.error)));
    else waiting?.resolve(message.result);
  }
}
