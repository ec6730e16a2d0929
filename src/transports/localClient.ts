// An agent inside this process, such as the chat of an editor: a connection like any other, over which messages travel as objects.
import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage, Server, Transport } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Dialect } from '../dialects/dialect.ts';
import type { ServerParts } from '../server/call/callTool.ts';
import { createMcpServer } from '../server/mcpServer.ts';

export interface LocalClientOptions {
  readonly name: string;
  readonly version: string;
  readonly dialect?: Dialect | undefined;
}

// The latest whose connections are opened by a handshake.
const PROTOCOL = '2025-11-25';

const toolResult = z.object({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  isError: z.boolean().optional(),
});

// As far as an editor can show it.
export interface LocalAnswer {
  readonly text: string;
  readonly isError: boolean;
}

export class LocalClient implements AsyncDisposable {
  readonly #server: Server;
  readonly #transport = new LocalTransport();
  readonly #opened: Promise<void>;
  #lastId = 0;

  constructor(parts: ServerParts, { name, version, dialect }: LocalClientOptions) {
    this.#server = createMcpServer(parts, { id: randomUUID(), door: 'vscode' }, dialect);
    this.#opened = this.#open({ name, version });
  }

  // Never throws: what fails is an answer too.
  async call(tool: string, given: unknown, signal: AbortSignal): Promise<LocalAnswer> {
    await this.#opened;
    const answer = await this.#ask('tools/call', { name: tool, arguments: given ?? {} }, signal);
    if (!('result' in answer)) return { text: messageOf(answer), isError: true };
    const { content, isError = false } = toolResult.parse(answer.result);
    return { text: content.flatMap(({ text }) => text ?? []).join('\n'), isError };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close();
  }

  async #open(clientInfo: { readonly name: string; readonly version: string }): Promise<void> {
    await this.#server.connect(this.#transport);
    await this.#ask('initialize', { protocolVersion: PROTOCOL, capabilities: {}, clientInfo });
    this.#transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  async #ask(method: string, params: Record<string, unknown>, signal?: AbortSignal): Promise<JSONRPCMessage> {
    this.#lastId += 1;
    const id = this.#lastId;
    const cancel = () => this.#transport.cancel(id);
    const answer = this.#transport.answerTo(id);
    this.#transport.onmessage?.({ jsonrpc: '2.0', id, method, params });
    if (signal?.aborted === true) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await answer;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }
}

function messageOf(answer: JSONRPCMessage): string {
  return 'error' in answer ? answer.error.message : 'The connection was closed.';
}

class LocalTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #waiting = new Map<string | number, (answer: JSONRPCMessage) => void>();

  async start(): Promise<void> {}

  answerTo(id: number): Promise<JSONRPCMessage> {
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  // The protocol sends no answer to what was cancelled.
  cancel(requestId: number): void {
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    this.#answer(requestId, ended(requestId, 'The call was cancelled.'));
  }

  // Nobody here listens to notifications.
  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message) && message.id !== undefined) this.#answer(message.id, message);
  }

  async close(): Promise<void> {
    for (const id of [...this.#waiting.keys()]) this.#answer(id, ended(id, 'The connection was closed.'));
    this.onclose?.();
  }

  #answer(id: string | number, answer: JSONRPCMessage): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }
}

function ended(id: string | number, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: -32_000, message } };
}
