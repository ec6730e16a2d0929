// Whom we are measured against: js-debug as its makers built it and mcp-debugger around it, both from one package, and the adapters of other languages.
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { binnacle } from '../../test/support/builtProgram.ts';
import { testTool } from '../../test/support/testTools.ts';
import { Agent } from '../agent.ts';
import type { AdapterProgram } from './bareAdapter.ts';
import { EXPRESSION, STOPS_AT } from './programs.ts';

export interface Place {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

export async function jsDebug({ folder, environment }: Place): Promise<AdapterProgram> {
  const { folder: inside } = await testTool('codelldb');
  const server = join(inside, 'dist', 'vendor', 'js-debug', 'vsDebugServer.js');
  return { command: [process.execPath, server, '0', '127.0.0.1'], folder, environment, listeningAt: /listening at .*?:(\d+)\s/ };
}

export function ourNodeAdapter({ folder, environment }: Place): AdapterProgram {
  return { command: [process.execPath, binnacle, 'dap', 'node'], folder, environment };
}

const ToolAnswer = z.object({ content: z.array(z.object({ text: z.string() })) });
const Created = z.looseObject({ sessionId: z.string() });
const Started = z.looseObject({ state: z.string() });

// mcp-debugger over stdio, with the tools that do what ours do.
export class McpDebugger implements AsyncDisposable {
  readonly #agent: Agent;
  readonly #folder: string;
  #session = '';

  private constructor(agent: Agent, folder: string) {
    this.#agent = agent;
    this.#folder = folder;
  }

  static async start({ folder, environment }: Place): Promise<McpDebugger> {
    const [{ folder: inside }, node] = await Promise.all([testTool('codelldb'), testTool('node-22')]);
    const agent = await Agent.connect(environment, folder, [...node.command, join(inside, 'dist', 'cli.mjs'), 'stdio', '--log-level', 'error']);
    return new McpDebugger(agent, folder);
  }

  async launch(): Promise<void> {
    const file = join(this.#folder, 'main.js');
    const created = Created.parse(await this.#call('create_debug_session', { language: 'javascript', executablePath: process.execPath }));
    this.#session = created.sessionId;
    await this.#ask('set_breakpoint', { file, line: STOPS_AT['main.js'] });
    const { state } = Started.parse(await this.#ask('start_debugging', { scriptPath: file, args: [] }));
    if (state !== 'paused') throw new Error(`mcp-debugger is ${state}`);
  }

  async step(): Promise<void> {
    await this.#ask('step_over', {});
  }

  async variables(): Promise<void> {
    await this.#ask('get_local_variables', {});
  }

  async evaluate(): Promise<void> {
    await this.#ask('evaluate_expression', { expression: EXPRESSION });
  }

  async close(): Promise<void> {
    await this.#ask('close_debug_session', {});
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#agent[Symbol.asyncDispose]();
  }

  #ask(tool: string, given: Record<string, unknown>): Promise<unknown> {
    return this.#call(tool, { sessionId: this.#session, ...given });
  }

  async #call(tool: string, given: Record<string, unknown>): Promise<unknown> {
    const { content } = ToolAnswer.parse(await this.#agent.request('tools/call', { name: tool, arguments: given }));
    const answer: unknown = JSON.parse(content[0]?.text ?? 'null');
    if (!z.looseObject({ success: z.literal(true) }).safeParse(answer).success) throw new Error(`${tool}: ${content[0]?.text}`);
    return answer;
  }
}

// Where debuggers of other languages are found, by us and by the bare client alike.
export async function withDebuggers(environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const [debugpy, dlv, codelldb] = await Promise.all([testTool('debugpy'), testTool('dlv'), testTool('codelldb')]);
  // What Go has built on this machine before, and not in a home that is new each time.
  const { stdout: built } = await promisify(execFile)('go', ['env', 'GOCACHE']);
  const folders = [dlv, codelldb].map(({ command }) => dirname(command[0] ?? ''));
  return {
    ...environment,
    GOCACHE: built.trim(),
    PYTHONPATH: debugpy.folder,
    PATH: [...folders, environment['PATH']].join(process.platform === 'win32' ? ';' : ':'),
  };
}
