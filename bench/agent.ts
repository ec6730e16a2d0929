// An agent at its barest: the stdio door and newline JSON, nothing between the pipe and the stopwatch.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { z } from 'zod';
import { binnacle } from '../test/support/builtProgram.ts';

const Message = z.object({ id: z.number().optional(), method: z.string().optional(), result: z.unknown().optional(), error: z.unknown().optional() });
const ToolResult = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.unknown()),
});

export class Agent implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  #received = '';
  #complaints = '';
  #lastId = 0;

  private constructor(environment: NodeJS.ProcessEnv, folder: string, command: readonly string[]) {
    const [program = '', ...args] = command;
    this.#child = spawn(program, args, { cwd: folder, env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#complaints = (this.#complaints + chunk.toString()).slice(-2_000);
    });
    this.#child.stdout.setEncoding('utf8').on('data', (chunk: string) => this.#receive(chunk));
    this.#child.once('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`the door closed: ${this.#complaints}`));
    });
  }

  // With every tool listed, as few agents are.
  static connectToAll(environment: NodeJS.ProcessEnv, folder: string): Promise<Agent> {
    return Agent.connect(environment, folder, [process.execPath, binnacle, 'mcp', '--toolset', 'all']);
  }

  // Returns when the door has answered initialize.
  static async connect(environment: NodeJS.ProcessEnv, folder: string, command = [process.execPath, binnacle, 'mcp']): Promise<Agent> {
    const agent = new Agent(environment, folder, command);
    await agent.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } });
    agent.#send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return agent;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  request(method: string, params?: unknown): Promise<unknown> {
    const id = ++this.#lastId;
    const answered = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#send({ jsonrpc: '2.0', id, method, params });
    return answered;
  }

  async call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
    const answer = await this.answer(tool, args);
    if ('refusal' in answer) throw new Error(`${tool}: ${answer.refusal}`);
    return answer.value;
  }

  // For questions that may rightly be refused, such as the supertypes of a function.
  async answer(tool: string, args: Record<string, unknown>): Promise<{ value: Record<string, unknown> } | { refusal: string }> {
    const result = ToolResult.parse(await this.request('tools/call', { name: tool, arguments: args }));
    const { isError, structuredContent: value, content } = result;
    return isError === true || value === undefined ? { refusal: JSON.stringify(content) } : { value };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 5_000);
    if (this.#child.exitCode === null && this.#child.signalCode === null) await closed;
    clearTimeout(timer);
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #receive(chunk: string): void {
    this.#received += chunk;
    const lines = this.#received.split('\n');
    this.#received = lines.pop() ?? '';
    for (const line of lines.filter((text) => text !== '')) {
      const message = Message.parse(JSON.parse(line));
      if (message.method !== undefined || message.id === undefined) continue;
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error === undefined) waiting?.resolve(message.result);
      else waiting?.reject(new Error(JSON.stringify(message.error)));
    }
  }
}
