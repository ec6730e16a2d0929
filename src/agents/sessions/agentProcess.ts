// The process of an agent and the protocol that it speaks: started, asked who it is, and ended with everything that it has started.
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CreateTerminalRequest,
  client,
  type InitializeResponse,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type ReadTextFileRequest,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionNotification,
  type TerminalExitStatus,
  type TerminalOutputResponse,
  type WriteTextFileRequest,
} from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { redactedText } from '../../base/text/redaction.ts';
import { version } from '../../base/version.ts';
import { Bound, untilAborted } from '../../base/waiting/abort.ts';
import { minutes, seconds } from '../../base/waiting/duration.ts';
import type { AgentLogin } from '../../ide/doors/agents.ts';
import { agentFailed, agentLoginNeeded } from '../../ide/errors/agentErrors.ts';
import { cancelled, IdeError, invalidArguments } from '../../ide/errors/errors.ts';
import type { SpawnedProcess } from '../../machine/processes/spawnedProcess.ts';

export type AgentRequests = ReturnType<ReturnType<typeof client>['connect']>['agent'];

// What an agent asks of its editor. Throws IdeError, which it gets as an error of the protocol.
export interface AgentsEditor {
  updated(notification: SessionNotification): void;
  permit(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>;
  readText(request: ReadTextFileRequest, signal: AbortSignal): Promise<string>;
  writeText(request: WriteTextFileRequest, signal: AbortSignal): Promise<void>;
  createTerminal(request: CreateTerminalRequest, signal: AbortSignal): Promise<string>;
  terminalOutput(terminal: string): TerminalOutputResponse;
  terminalExit(terminal: string, signal: AbortSignal): Promise<TerminalExitStatus>;
  killTerminal(terminal: string): Promise<void>;
  releaseTerminal(terminal: string): Promise<void>;
}

export interface AgentLaunch {
  readonly title: string;
  // The command that a person logs in with.
  readonly login: string;
  // What is started, as a person would write it.
  readonly program: string;
  spawn(): Promise<SpawnedProcess>;
}

// The slowest took ten seconds on two idle cores.
const LONGEST_START = minutes(2);
// A person reads what a browser shows, and types.
const LONGEST_LOGIN = minutes(10);
// Agents that are asked to end write down what was said; some never end by themselves.
const LONGEST_END = seconds(3);
const LONGEST_SILENCE = seconds(1);
const MOST_BYTES_OF_A_MESSAGE = 32 * 1024 * 1024;
const LOGIN_NEEDED = -32000;

export class AgentProcess {
  readonly title: string;
  readonly about: InitializeResponse;
  readonly agent: AgentRequests;
  // Resolves with why it ended, in a few words.
  readonly ended: Promise<string>;
  readonly #process: SpawnedProcess;
  readonly #connection: ReturnType<typeof connected>;
  readonly #launch: AgentLaunch;

  // Throws agent_failed, agent_login_needed.
  static async start(launch: AgentLaunch, editor: AgentsEditor, signal: AbortSignal): Promise<AgentProcess> {
    const process = await launch.spawn().catch((error: unknown) => {
      throw agentFailed(launch.title, `its program could not be started (${messageOf(error)})`);
    });
    try {
      const connection = connected(process, editor);
      const about = await inTime(
        connection.agent.request(methods.agent.initialize, {
          protocolVersion: PROTOCOL_VERSION,
          clientInfo: { name: 'binnacle', title: 'Binnacle', version },
          clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true, auth: { terminal: true } },
        }),
        launch,
        process,
        signal,
      );
      return new AgentProcess(launch, process, about, connection);
    } catch (error) {
      process.killFamily();
      throw error;
    }
  }

  private constructor(launch: AgentLaunch, process: SpawnedProcess, about: InitializeResponse, connection: ReturnType<typeof connected>) {
    this.#launch = launch;
    this.#process = process;
    this.#connection = connection;
    this.title = launch.title;
    this.about = about;
    this.agent = connection.agent;
    const exited = howItEnded(process);
    // The end of its output is heard before that of its process, which says more.
    const closed = connection.closed.then(() => sleep(LONGEST_SILENCE, 'it closed the connection', { ref: false }));
    this.ended = Promise.race([exited, closed]);
    // One that has closed its output and runs on would be left for ever, and so would what it has started.
    void this.ended.then(() => {
      process.killFamily();
      process.killLeftovers();
    });
  }

  // The ways in which a person can log in to it, in its own words.
  get logins(): readonly AgentLogin[] {
    return loginsOf(this.about, this.#launch.program);
  }

  // By one of its ways that it can do itself. Throws invalid_arguments, agent_failed, agent_login_needed, cancelled.
  async authenticate(method: string, signal: AbortSignal): Promise<void> {
    const known = this.logins.filter(({ command }) => command === undefined).map(({ id }) => id);
    if (!known.includes(method)) throw invalidArguments('login', [`${this.title} has no login ${method} that it does by itself`], known);
    await this.ask(this.agent.request(methods.agent.authenticate, { methodId: method }), signal, LONGEST_LOGIN);
  }

  // Nothing more can be heard of it.
  get isOver(): boolean {
    return this.#process.ended || this.#connection.signal.aborted;
  }

  get pid(): number {
    return this.#process.pid;
  }

  // A request that ends with the process and with the caller; throws agent_failed, agent_login_needed, cancelled.
  ask<Value>(request: Promise<Value>, signal: AbortSignal, longest: number | 'none' = LONGEST_START): Promise<Value> {
    return inTime(request, this.#launch, this.#process, signal, longest, this.logins);
  }

  async close(): Promise<void> {
    this.#process.stdin.end();
    await this.#process.endFamily(LONGEST_END);
    this.#process.killLeftovers();
  }
}

function connected(process: SpawnedProcess, editor: AgentsEditor) {
  const app = client({ name: 'binnacle' })
    .onNotification(methods.client.session.update, ({ params }) => editor.updated(params))
    .onRequest(methods.client.session.requestPermission, ({ params, signal }) => answered(() => editor.permit(params, signal)))
    .onRequest(methods.client.fs.readTextFile, ({ params, signal }) => answered(async () => ({ content: await editor.readText(params, signal) })))
    .onRequest(methods.client.fs.writeTextFile, ({ params, signal }) =>
      answered(async () => {
        await editor.writeText(params, signal);
        return {};
      }),
    )
    .onRequest(methods.client.terminal.create, ({ params, signal }) => answered(async () => ({ terminalId: await editor.createTerminal(params, signal) })))
    .onRequest(methods.client.terminal.output, ({ params }) => answered(async () => editor.terminalOutput(params.terminalId)))
    .onRequest(methods.client.terminal.waitForExit, ({ params, signal }) => answered(() => editor.terminalExit(params.terminalId, signal)))
    .onRequest(methods.client.terminal.kill, ({ params }) =>
      answered(async () => {
        await editor.killTerminal(params.terminalId);
        return {};
      }),
    )
    .onRequest(methods.client.terminal.release, ({ params }) =>
      answered(async () => {
        await editor.releaseTerminal(params.terminalId);
        return {};
      }),
    );
  const bytes = { maxMessageBytes: MOST_BYTES_OF_A_MESSAGE };
  return app.connect(ndJsonStream(Writable.toWeb(process.stdin), Readable.toWeb(process.stdout), bytes));
}

// What we refuse is an error of the protocol with our words, so that the model reads what to do next.
async function answered<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof IdeError)) throw error;
    throw new RequestError(error.code === 'file_not_found' ? RESOURCE_NOT_FOUND : INVALID_PARAMS, `${error.message} ${error.next}`, { error: error.code });
  }
}

const RESOURCE_NOT_FOUND = -32002;
const INVALID_PARAMS = -32602;

async function inTime<Value>(
  request: Promise<Value>,
  { title, login }: AgentLaunch,
  process: SpawnedProcess,
  signal: AbortSignal,
  longest: number | 'none' = LONGEST_START,
  logins: readonly AgentLogin[] = [],
): Promise<Value> {
  using bound = new Bound(signal, longest);
  const died = howItEnded(process).then((how): never => {
    throw agentFailed(title, how);
  });
  died.catch(() => {});
  const heard = request.catch(async (error: unknown) => {
    // The end of its output is heard before that of its process, which says more.
    if (!(error instanceof RequestError)) await Promise.race([died, sleep(LONGEST_SILENCE, undefined, { ref: false })]);
    throw error;
  });
  try {
    return await untilAborted(Promise.race([heard, died]), bound.signal, cancelled);
  } catch (error) {
    if (bound.passed && !signal.aborted) throw agentFailed(title, 'it did not answer in time');
    if (error instanceof IdeError) throw error;
    if (error instanceof RequestError && error.code === LOGIN_NEEDED) throw agentLoginNeeded(title, login, redactedText(error.message), logins.map(inWords));
    throw agentFailed(title, `${redactedText(messageOf(error))}${process.ended ? lastWords(process) : ''}`);
  }
}

// A command of its own where it names one, as Copilot does, else its program with what it adds.
function loginsOf({ authMethods = [] }: InitializeResponse, program: string): readonly AgentLogin[] {
  return authMethods.slice(0, MOST_LOGINS).map((method) => {
    const { id, name, description } = method;
    const terminal = TerminalLogin.safeParse(method._meta?.['terminal-auth']).data;
    const words = 'type' in method ? [program, ...(method.args ?? [])] : terminal === undefined ? undefined : [terminal.command, ...terminal.args];
    return {
      id,
      name: shortWords(name),
      ...(typeof description === 'string' && { description: shortWords(description) }),
      ...(words !== undefined && { command: shortWords(words.join(' ')) }),
    };
  });
}

const TerminalLogin = z.object({ command: z.string(), args: z.array(z.string()).default([]) });
const MOST_LOGINS = 10;
const LONGEST_WORDS = 500;

function shortWords(text: string): string {
  return redactedText(text).slice(0, LONGEST_WORDS);
}

function inWords({ id, name, command }: AgentLogin): string {
  return command === undefined ? `${name} (${id})` : `${name}: ${command}`;
}

async function howItEnded(process: SpawnedProcess): Promise<string> {
  const { code, signal } = await process.exited;
  await process.allErrors();
  return `its process ended with ${code ?? signal ?? 'nothing'}${lastWords(process)}`;
}

function lastWords(process: SpawnedProcess): string {
  const words = redactedText(process.lastErrors().trim());
  return words === '' ? '' : `; it said: ${words.slice(-500)}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
