// A debug adapter for Node that serves on a port, ours or another, driven as an editor drives it: however many connections it wants, they are one program.
import { type ChildProcess, spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { deferred } from '../../../../src/base/waiting/deferred.ts';
import { seconds } from '../../../../src/base/waiting/duration.ts';
import { DapClient } from '../../../../src/wire/dapClient.ts';
import { environment } from './nodeSession.ts';

// A machine with two cores that runs other things too.
const BOUND = seconds(60);
const FAREWELL = seconds(2);

export interface AdapterServer extends AsyncDisposable {
  readonly name: string;
  readonly port: number;
}

// The first line that holds a port says that it listens.
export async function serveAdapter(name: string, [program = '', ...args]: readonly string[]): Promise<AdapterServer> {
  const child: ChildProcess = spawn(program, args, { env: environment(), stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  if (child.stdout === null) throw new TypeError('its output is a pipe');
  const lines = createInterface({ input: child.stdout });
  const port = await Promise.race([
    new Promise<number>((resolve) =>
      lines.on('line', (line) => {
        const found = /(?:"port":|:)\s*(\d{2,5})\b/.exec(line)?.[1];
        if (found !== undefined) resolve(Number(found));
      }),
    ),
    ended.then(() => Promise.reject(new Error(`${name} ended before it listened`))),
  ]);
  return {
    name,
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export interface Stop {
  readonly connection: Connection;
  readonly thread: number;
  readonly reason: string;
  readonly frames: readonly Frame[];
}

export interface Line {
  readonly line: number;
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

const Frame = z.looseObject({ id: z.number(), name: z.string(), line: z.number(), source: z.looseObject({ path: z.string().optional() }).optional() });
type Frame = z.output<typeof Frame>;
const Frames = z.looseObject({ stackFrames: z.array(Frame) });
const StoppedBody = z.looseObject({ threadId: z.number(), reason: z.string() });
const Placed = z.looseObject({ id: z.number().optional(), verified: z.boolean(), line: z.number().optional() });
const SetAnswer = z.looseObject({ breakpoints: z.array(Placed) });
const Child = z.looseObject({ request: z.string(), configuration: z.record(z.string(), z.unknown()) });

export class Connection {
  readonly client: DapClient;
  readonly socket: Socket;
  readonly capabilities = deferred<Record<string, unknown>>();
  // What was said last about each breakpoint, by the adapter's own number.
  readonly verified = new Map<number, boolean>();
  // The adapter's numbers of the lines of a file.
  readonly numbers = new Map<string, readonly number[]>();
  pid: number | undefined;

  constructor(socket: Socket, on: { event(name: string, body: unknown): void; child(given: unknown): void }) {
    this.socket = socket;
    this.client = new DapClient(
      { input: socket, output: socket },
      {
        event: on.event,
        reverseRequest: async (command, given) => {
          if (command === 'startDebugging') on.child(given);
          return {};
        },
        trouble: () => {},
        closed: () => {},
      },
    );
  }

  request(command: string, given: object = {}): Promise<unknown> {
    return this.client.request(command, given, AbortSignal.timeout(BOUND));
  }
}

export class Driven {
  readonly #server: AdapterServer;
  readonly #connections: Connection[] = [];
  readonly #events: { readonly connection: Connection; readonly name: string; readonly body: unknown }[] = [];
  readonly #lines = new Map<string, readonly Line[]>();
  #filters: readonly string[] = [];
  #functions: readonly string[] = [];
  #read = 0;
  #wake = () => {};

  constructor(server: AdapterServer) {
    this.#server = server;
  }

  get connections(): readonly Connection[] {
    return this.#connections;
  }

  // By the root, whose answer an editor looks at.
  get capabilities(): Promise<Record<string, unknown>> {
    return this.#connections[0]?.capabilities.promise ?? Promise.reject(new Error('it is not started'));
  }

  // What the adapter says that it can; nothing is started.
  async initialize(): Promise<Record<string, unknown>> {
    return (await this.#connect()).connection.capabilities.promise;
  }

  async launch(configuration: object): Promise<void> {
    await this.#open('launch', configuration);
  }

  async setLines(file: string, lines: readonly Line[]): Promise<void> {
    this.#lines.set(file, lines);
    await this.#all((connection) => this.#sendLines(connection, file));
  }

  async setExceptions(filters: readonly string[]): Promise<void> {
    this.#filters = filters;
    await this.#all((connection) => connection.request('setExceptionBreakpoints', { filters }));
  }

  async setFunctions(names: readonly string[]): Promise<void> {
    this.#functions = names;
    await this.#all((connection) => this.#sendFunctions(connection));
  }

  // The next stop; undefined when the program ends instead.
  async next(): Promise<Stop | undefined> {
    const { connection, name, body } = await this.#event(({ name: event, connection: from }) =>
      event === 'stopped' ? true : event === 'terminated' && from === this.#connections[0],
    );
    if (name === 'terminated') return undefined;
    const { threadId, reason } = StoppedBody.parse(body);
    const { stackFrames } = Frames.parse(await connection.request('stackTrace', { threadId, startFrame: 0, levels: 20 }));
    return { connection, thread: threadId, reason, frames: stackFrames };
  }

  // Until what was asked to go on does: V8 forgets a request to pause that meets a program which has not yet left its last stop.
  // Ours asks again, and does not report what it was asked for; js-debug asks once, and reports it.
  async running(connection: Connection): Promise<void> {
    if (this.#server.name === 'js-debug') await this.#event(({ name, connection: from }) => name === 'continued' && from === connection);
  }

  // Whether the breakpoint on this line is bound by now, anywhere.
  isVerified(file: string, index: number): boolean {
    return this.#connections.some(({ numbers, verified }) => verified.get(numbers.get(file)?.[index] ?? -1) === true);
  }

  output(): string {
    return this.#events
      .filter(({ name }) => name === 'output')
      .map(({ body }) => z.looseObject({ output: z.string(), category: z.string().default('console') }).parse(body))
      .filter(({ category }) => category !== 'telemetry')
      .map(({ output }) => output)
      .join('');
  }

  // An adapter that lacks files of its own may leave a program running; whoever has stopped is known by its process.
  async know({ connection, frames: [top] }: Stop): Promise<void> {
    if (connection.pid !== undefined || top === undefined) return;
    const asked = connection.request('evaluate', { expression: 'process.pid', context: 'repl', frameId: top.id });
    const { data } = z.looseObject({ result: z.string() }).safeParse(await asked.catch(() => undefined));
    if (data !== undefined) connection.pid = Number(data.result);
  }

  // Everything that it has started ends.
  async end(): Promise<void> {
    const pids = this.#connections.flatMap(({ pid }) => pid ?? []);
    const farewells = this.#connections.map((connection) => connection.request('disconnect', { terminateDebuggee: true }).catch(() => {}));
    await Promise.race([Promise.all(farewells), new Promise((late) => setTimeout(late, FAREWELL))]);
    for (const { socket, client } of this.#connections) {
      client.close();
      socket.destroy();
    }
    for (const pid of pids) killQuietly(pid);
  }

  async #connect(): Promise<{ connection: Connection; ready: Promise<void> }> {
    const socket = connect(this.#server.port, '127.0.0.1');
    socket.setNoDelay(true);
    const ready = deferred<void>();
    const connection: Connection = new Connection(socket, {
      event: (name, body) => {
        if (name === 'initialized') ready.resolve();
        if (name === 'breakpoint') note(connection, z.looseObject({ breakpoint: Placed }).parse(body).breakpoint);
        this.#events.push({ connection, name, body });
        this.#wake();
      },
      child: (given) => {
        const child = Child.parse(given);
        void this.#open(child.request, child.configuration).catch(() => {});
      },
    });
    this.#connections.push(connection);
    const answer = await connection.request('initialize', {
      adapterID: 'pwa-node',
      pathFormat: 'path',
      linesStartAt1: true,
      columnsStartAt1: true,
      supportsVariablePaging: true,
      supportsStartDebuggingRequest: true,
    });
    connection.capabilities.resolve(z.record(z.string(), z.unknown()).parse(answer));
    return { connection, ready: ready.promise };
  }

  async #open(request: string, configuration: object): Promise<void> {
    const { connection, ready } = await this.#connect();
    const started = connection.request(request, configuration);
    started.catch(() => {});
    await Promise.race([ready, started.then(() => ready)]);
    for (const file of this.#lines.keys()) await this.#sendLines(connection, file);
    await this.#sendFunctions(connection);
    await connection.request('setExceptionBreakpoints', { filters: this.#filters });
    await connection.request('configurationDone');
    await started;
  }

  async #sendLines(connection: Connection, file: string): Promise<void> {
    const breakpoints = this.#lines.get(file) ?? [];
    const answer = SetAnswer.parse(await connection.request('setBreakpoints', { source: { path: file }, breakpoints }));
    connection.numbers.set(
      file,
      answer.breakpoints.map(({ id }) => id ?? -1),
    );
    for (const placed of answer.breakpoints) if (!connection.verified.has(placed.id ?? -1)) note(connection, placed);
  }

  async #sendFunctions(connection: Connection): Promise<void> {
    if ((await connection.capabilities.promise)['supportsFunctionBreakpoints'] !== true) return;
    await connection.request('setFunctionBreakpoints', { breakpoints: this.#functions.map((name) => ({ name })) });
  }

  async #all(send: (connection: Connection) => Promise<unknown>): Promise<void> {
    await Promise.all(this.#connections.map((connection) => send(connection).catch(() => {})));
  }

  async #event(wanted: (event: { connection: Connection; name: string }) => boolean) {
    const end = Date.now() + BOUND;
    for (;;) {
      const found = this.#events.findIndex((event, index) => index >= this.#read && wanted(event));
      const event = this.#events[found];
      if (event !== undefined) {
        this.#read = found + 1;
        return event;
      }
      if (Date.now() > end) throw new Error(`nothing came: ${JSON.stringify(this.#events.map(({ name, body }) => ({ name, body }))).slice(-300)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 500);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

function note(connection: Connection, { id, verified }: z.output<typeof Placed>): void {
  if (id !== undefined) connection.verified.set(id, verified);
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
