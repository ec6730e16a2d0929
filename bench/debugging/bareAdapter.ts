// A debug adapter without anything of ours around it but frames: started, asked, and timed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { deferred } from '../../src/base/waiting/deferred.ts';
import { minutes, seconds } from '../../src/base/waiting/duration.ts';
import { DapClient } from '../../src/wire/dapClient.ts';

export interface AdapterProgram {
  readonly command: readonly string[];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  // For one that opens a port: what it prints then.
  readonly listeningAt?: RegExp;
}

// What is launched, and where it is to stop.
export interface Launch {
  readonly type: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly file: string;
  readonly line: number;
}

const Stopped = z.looseObject({ threadId: z.number() });
const Stack = z.looseObject({ stackFrames: z.array(z.looseObject({ id: z.number(), line: z.number() })) });
const Scopes = z.looseObject({ scopes: z.array(z.looseObject({ name: z.string(), variablesReference: z.number(), expensive: z.boolean().default(false) })) });
const Variables = z.looseObject({ variables: z.array(z.looseObject({ name: z.string(), value: z.string() })) });
const Evaluated = z.looseObject({ result: z.string() });
const Child = z.looseObject({ configuration: z.record(z.string(), z.unknown()), request: z.string() });

// The first build of a Go program compiles its standard library.
const LONGEST = minutes(3);

interface Stop {
  readonly client: DapClient;
  readonly thread: number;
}

// The adapter's own process, which some serve many sessions from.
export class AdapterProcess implements AsyncDisposable {
  readonly child: ChildProcess & { stdin: Writable; stdout: Readable };
  readonly #program: AdapterProgram;
  readonly #port: Promise<number> | undefined;

  constructor(program: AdapterProgram) {
    const [file = '', ...args] = program.command;
    this.#program = program;
    this.child = spawn(file, args, { cwd: program.folder, env: program.environment, stdio: ['pipe', 'pipe', 'ignore'] });
    const { listeningAt } = program;
    this.#port = listeningAt && portIn(this.child.stdout, listeningAt);
  }

  // What it speaks over: its own pipes, or a connection to its port.
  async streams(): Promise<{ input: Readable; output: Writable }> {
    if (this.#port === undefined) return { input: this.child.stdout, output: this.child.stdin };
    const socket: Socket = connect(await this.#port, '127.0.0.1');
    socket.setNoDelay(true);
    await once(socket, 'connect');
    return { input: socket, output: socket };
  }

  get name(): string {
    return this.#program.command.join(' ');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }
}

export class BareSession implements AsyncDisposable {
  readonly #process: AdapterProcess;
  readonly #launch: Launch;
  readonly #clients: DapClient[] = [];
  #next = deferred<Stop>();
  #stop: Stop | undefined;

  private constructor(process: AdapterProcess, launch: Launch) {
    this.#process = process;
    this.#launch = launch;
  }

  // Returns with the first stop.
  static async stopped(process: AdapterProcess, launch: Launch): Promise<BareSession> {
    const session = new BareSession(process, launch);
    await session.#converse(launch.arguments, 'launch');
    await session.#halted();
    return session;
  }

  async step(): Promise<void> {
    const { client, thread } = this.#where();
    this.#next = deferred();
    await client.request('next', { threadId: thread }, bound());
    await this.#halted();
  }

  // The innermost frame and what its own scopes hold; what an answer that shows variables cannot do without.
  async variables(): Promise<readonly string[]> {
    const { client, thread } = this.#where();
    const { stackFrames } = Stack.parse(await client.request('stackTrace', { threadId: thread, startFrame: 0, levels: 5 }, bound()));
    const { scopes } = Scopes.parse(await client.request('scopes', { frameId: stackFrames[0]?.id ?? 0 }, bound()));
    const near = scopes.filter(({ name, expensive }) => !expensive && !/global|register|static|module/i.test(name));
    const answers = await Promise.all(near.map(({ variablesReference }) => client.request('variables', { variablesReference }, bound())));
    return answers.flatMap((answer) => Variables.parse(answer).variables.map(({ name }) => name));
  }

  // In the innermost frame, which a client that evaluates again and again knows already.
  async evaluator(context: string): Promise<(expression: string) => Promise<string>> {
    const { client, thread } = this.#where();
    const { stackFrames } = Stack.parse(await client.request('stackTrace', { threadId: thread, startFrame: 0, levels: 1 }, bound()));
    const frameId = stackFrames[0]?.id ?? 0;
    return async (expression) => Evaluated.parse(await client.request('evaluate', { expression, frameId, context }, bound())).result;
  }

  // Not waited for: adapters that were asked to end do so at once, or not at all.
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.race([
      Promise.all(this.#clients.map((client) => client.request('disconnect', { terminateDebuggee: true }, bound()).catch(() => {}))),
      new Promise((late) => setTimeout(late, seconds(3)).unref()),
    ]);
    for (const client of this.#clients) client.close();
  }

  #where(): Stop {
    if (this.#stop === undefined) throw new Error(`${this.#process.name} has not stopped`);
    return this.#stop;
  }

  async #halted(): Promise<void> {
    const late = setTimeout(() => this.#next.reject(new Error(`${this.#process.name} does not stop`)), LONGEST);
    try {
      this.#stop = await this.#next.promise;
    } finally {
      clearTimeout(late);
    }
  }

  // As every client does: initialize, launch, breakpoints, done. js-debug then asks for a second conversation, in which the program is.
  async #converse(given: Readonly<Record<string, unknown>>, request: string): Promise<void> {
    const ready = deferred<void>();
    const client = new DapClient(await this.#process.streams(), {
      event: (event, body) => {
        if (event === 'initialized') ready.resolve();
        if (event === 'stopped') this.#next.resolve({ client, thread: Stopped.parse(body).threadId });
      },
      reverseRequest: async (command, asked) => {
        if (command !== 'startDebugging') throw new Error(`${command} is not possible here`);
        const child = Child.parse(asked);
        void this.#converse(child.configuration, child.request);
        return {};
      },
      trouble: () => {},
      closed: () => {},
    });
    this.#clients.push(client);
    await client.request('initialize', { ...CLIENT, adapterID: this.#launch.type }, bound());
    const launched = client.request(request, given, bound());
    launched.catch((error: unknown) => this.#next.reject(error));
    this.#next.promise.catch(() => {});
    await ready.promise;
    const { file, line } = this.#launch;
    await client.request('setBreakpoints', { source: { path: file }, breakpoints: [{ line }], lines: [line] }, bound());
    await client.request('configurationDone', {}, bound());
  }
}

const CLIENT = {
  clientID: 'bench',
  linesStartAt1: true,
  columnsStartAt1: true,
  pathFormat: 'path',
  supportsVariableType: true,
  supportsStartDebuggingRequest: true,
  supportsRunInTerminalRequest: false,
};

function bound(): AbortSignal {
  return AbortSignal.timeout(LONGEST);
}

async function portIn(stream: Readable, pattern: RegExp): Promise<number> {
  let text = '';
  stream.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: string) => {
      text += chunk;
      const port = Number(pattern.exec(text)?.[1] ?? Number.NaN);
      if (port > 0) resolve(port);
    });
    stream.once('close', () => reject(new Error(`no port was printed: ${text}`)));
  });
}
