// An agent as the faults see it: a process with a stdio door, which can be killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { LineSplitter } from '../../src/base/text/lines.ts';
import { type Deferred, deferred } from '../../src/base/waiting/deferred.ts';
import { seconds } from '../../src/base/waiting/duration.ts';
import { binnacle, type Home } from '../support/builtProgram.ts';

export interface Answer {
  readonly result?: {
    readonly content?: { text: string }[];
    readonly isError?: boolean;
    readonly structuredContent?: Record<string, unknown>;
    readonly [key: string]: unknown;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

const LONGEST_ANSWER = seconds(60);

export class Agent implements AsyncDisposable {
  readonly door: ChildProcess;
  readonly #waiting = new Map<number, Deferred<Answer>>();
  #nextId = 0;
  stderr = '';

  constructor(
    home: Home,
    options: {
      folder: string;
      command?: string;
      parameters?: readonly string[];
      environment?: NodeJS.ProcessEnv;
      program?: string;
      wrapper?: readonly string[];
    },
  ) {
    const [program = '', ...first] = [...(options.wrapper ?? []), process.execPath];
    this.door = spawn(program, [...first, options.program ?? binnacle, options.command ?? 'mcp', ...(options.parameters ?? [])], {
      cwd: options.folder,
      env: { ...home.environment, ...options.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const lines = new LineSplitter(10_000_000);
    this.door.stdout?.on('data', (chunk: Buffer) => {
      for (const line of lines.feed(chunk)) this.#receive(JSON.parse(line.toString()));
    });
    this.door.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
    this.door.stdin?.on('error', () => {});
    this.door.on('close', () => {
      for (const waiting of this.#waiting.values()) waiting.reject(new Error(`the door closed: ${this.stderr}`));
    });
  }

  static async connected(home: Home, folder: string, environment: NodeJS.ProcessEnv = {}): Promise<Agent> {
    const agent = new Agent(home, { folder, environment });
    await agent.initialize();
    return agent;
  }

  async initialize(): Promise<Answer> {
    const answer = await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fault', version: '1' } });
    this.send({ method: 'notifications/initialized' });
    // The door greets by itself while a daemon starts; this one only the daemon answers.
    if (answer.error === undefined) await this.request('ping');
    return answer;
  }

  call(tool: string, parameters: Record<string, unknown> = {}): Promise<Answer> {
    return this.request('tools/call', { name: tool, arguments: parameters });
  }

  async request(method: string, params?: Record<string, unknown>): Promise<Answer> {
    const id = this.#nextId++;
    const waiting = deferred<Answer>();
    this.#waiting.set(id, waiting);
    this.send({ id, method, ...(params && { params }) });
    const timer = setTimeout(() => waiting.reject(new Error(`no answer to ${method} ${JSON.stringify(params)}: ${this.stderr}`)), LONGEST_ANSWER);
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  // For calls that nobody may ever answer: the agent can give up.
  callThatMayBeCancelled(tool: string, parameters: Record<string, unknown>): { answer: Promise<Answer>; cancel(): void } {
    const id = this.#nextId++;
    const waiting = deferred<Answer>();
    this.#waiting.set(id, waiting);
    this.send({ id, method: 'tools/call', params: { name: tool, arguments: parameters } });
    // Whoever leaves first, the door or the answer, is of no interest to the one who gave up.
    waiting.promise.catch(() => {});
    return { answer: waiting.promise, cancel: () => this.send({ method: 'notifications/cancelled', params: { requestId: id } }) };
  }

  send(message: Record<string, unknown>): void {
    this.door.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  // As a client does that is done.
  async leave(): Promise<number | null> {
    this.door.stdin?.end();
    return this.ended();
  }

  async ended(): Promise<number | null> {
    if (this.door.exitCode === null && this.door.signalCode === null) await once(this.door, 'exit');
    return this.door.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.door.kill('SIGKILL');
    await this.ended();
  }

  #receive(message: { id?: number; method?: string } & Answer): void {
    if (message.method === undefined && message.id !== undefined) this.#waiting.get(message.id)?.resolve(message);
  }
}

export function textOf(answer: Answer): string {
  return (answer.result?.content ?? []).map(({ text }) => text).join('\n');
}
