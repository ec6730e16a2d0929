// What an agent asks of its editor, done as calls of our own tools: its edits are change sets, its commands are judged and observed, and the history has it all.
import type {
  CreateTerminalRequest,
  ReadTextFileRequest,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionNotification,
  TerminalExitStatus,
  TerminalOutputResponse,
  WriteTextFileRequest,
} from '@agentclientprotocol/sdk';
import { plainOutput } from '../../base/text/plainOutput.ts';
import { untilAborted } from '../../base/waiting/abort.ts';
import type { Run } from '../../ide/doors/running.ts';
import { writtenInPart } from '../../ide/errors/agentErrors.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import { runNotFound } from '../../ide/errors/runErrors.ts';
import type { Ide } from '../../ide/ide.ts';
import { callTool, type ServerParts } from '../../server/call/callTool.ts';
import { authorOf, type Client } from '../../server/clients/client.ts';
import type { AgentsEditor } from '../sessions/agentProcess.ts';
import { observedTurn } from './observedTurn.ts';
import { permissionOf } from './permissions.ts';

export interface EditorOf {
  readonly parts: ServerParts;
  readonly ide: () => Ide;
  readonly client: Client;
  updated(notification: SessionNotification): void;
  // What a person or the policy said to a question of the agent.
  answered(text: string): void;
  // What it must hear, for which its protocol has no answer.
  tell(text: string, goesOn: boolean): void;
}

// What an agent may ask for at most; it is kept without that too.
const MOST_OUTPUT = 1024 * 1024;

export class AgentEditor implements AgentsEditor {
  readonly #of: EditorOf;
  // By the ids that the agent was given, which are those of runs.
  readonly #limits = new Map<string, number>();

  constructor(of: EditorOf) {
    this.#of = of;
  }

  updated(notification: SessionNotification): void {
    this.#of.updated(notification);
  }

  permit(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse> {
    const { parts, ide, client, answered, tell } = this.#of;
    return permissionOf(request, { parts, ide: ide(), client, answered, tell }, signal);
  }

  async readText({ path, line, limit }: ReadTextFileRequest, signal: AbortSignal): Promise<string> {
    // Permitted and recorded as what it is; the text itself comes whole, whatever the budget of an answer.
    await this.#call('read_file', { file: path, end_line: 1 }, signal);
    const { documents } = this.#of.ide();
    const { text } = await documents.read(await documents.locate(path), signal);
    if ((line ?? 1) <= 1 && (limit ?? undefined) === undefined) return text;
    const first = Math.max(1, line ?? 1) - 1;
    return text
      .split(/(?<=\n)/)
      .slice(first, limit === undefined || limit === null ? undefined : first + Math.max(0, limit))
      .join('');
  }

  async writeText({ path, content }: WriteTextFileRequest, signal: AbortSignal): Promise<void> {
    const { reviewed, diff } = await this.#call('write_file', { file: path, text: content }, signal);
    // It would go on as if its whole text stood there.
    if (reviewed === true) throw writtenInPart(path, String(diff));
  }

  // What it does to files by itself from now on; ended with the change sets that it is in.
  observed(title: string, signal: AbortSignal): Promise<() => Promise<readonly string[]>> {
    const { ide, client } = this.#of;
    return observedTurn(ide(), { author: authorOf(client), tool: 'prompt_agent', title, connection: client.id, encloses: true }, signal);
  }

  async createTerminal({ command, args, env, cwd, outputByteLimit }: CreateTerminalRequest, signal: AbortSignal): Promise<string> {
    const environment = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
    // Without arguments, agents send a line for the shell.
    const value = await this.#call(
      'run_command',
      {
        command,
        ...((args ?? []).length > 0 && { args }),
        ...(cwd !== undefined && cwd !== null && { cwd }),
        ...(Object.keys(environment).length > 0 && { env: environment }),
        background: true,
        timeout: 0,
      },
      signal,
    );
    const id = String(value['runId']);
    this.#limits.set(id, Math.min(outputByteLimit ?? MOST_OUTPUT, MOST_OUTPUT));
    return id;
  }

  terminalOutput(terminal: string): TerminalOutputResponse {
    const run = this.#run(terminal);
    const output = plainOutput(
      run.output
        .since(0)
        .map(({ text }) => text)
        .join(''),
    );
    const bytes = Buffer.from(output);
    const most = this.#limits.get(terminal) ?? MOST_OUTPUT;
    return {
      output: bytes.length <= most ? output : wholeCharacters(bytes.subarray(bytes.length - most)),
      truncated: bytes.length > most || run.output.first > 1,
      ...(run.state.state === 'ended' && { exitStatus: exitOf(run.state) }),
    };
  }

  async terminalExit(terminal: string, signal: AbortSignal): Promise<TerminalExitStatus> {
    return exitOf(await untilAborted(this.#run(terminal).ended, signal, cancelled));
  }

  async killTerminal(terminal: string): Promise<void> {
    await this.#run(terminal).end();
  }

  async releaseTerminal(terminal: string): Promise<void> {
    await this.#run(terminal).end();
    this.#limits.delete(terminal);
  }

  // Only its own: others' are named alike.
  #run(terminal: string): Run {
    const run = this.#limits.has(terminal)
      ? this.#of
          .ide()
          .running?.runs()
          .find(({ id }) => id === terminal)
      : undefined;
    if (run === undefined) throw runNotFound(terminal, [...this.#limits.keys()]);
    return run;
  }

  // Throws what the tool refuses with.
  async #call(tool: string, given: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const { parts, client, ide } = this.#of;
    const call = { tool, arguments: { ...given, project_path: ide().project.path }, client, signal, progress: () => {} };
    const outcome = await callTool(parts, call);
    if (!outcome.ok) throw outcome.error;
    return outcome.value;
  }
}

function exitOf({ exitCode, signal }: { readonly exitCode?: number; readonly signal?: string }): TerminalExitStatus {
  return { ...(exitCode !== undefined && { exitCode }), ...(signal !== undefined && { signal }) };
}

// The protocol wants text that begins with a whole character.
function wholeCharacters(bytes: Buffer): string {
  let first = 0;
  while (first < bytes.length && ((bytes[first] ?? 0) & 0xc0) === 0x80) first += 1;
  return bytes.subarray(first).toString();
}
