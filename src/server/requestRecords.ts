// Each request of a connection as a row of the history, from its arrival to its answer: under the name that the client used, whatever becomes of it.
import { CLIENT_INFO_META_KEY, type JSONRPCMessage, type JSONRPCRequest, type RequestId } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isInside } from '../base/files/realFolder.ts';
import { estimateTokens } from '../base/text/tokens.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { ServerParts } from './call/callTool.ts';
import type { Client } from './clients/client.ts';
import { CallRecording } from './history/callRecording.ts';

export interface RequestingConnection {
  readonly id: string;
  readonly door: Client['door'];
  // It ends with its request: what one client sends so is one connection to whoever looks.
  readonly passes?: boolean;
}

interface Open {
  readonly recording: CallRecording;
  readonly following: Disposable | undefined;
}

type RequestParts = Pick<ServerParts, 'journal' | 'workbench' | 'connections'>;

export class RequestRecords implements Disposable {
  readonly #parts: RequestParts;
  readonly #connection: RequestingConnection;
  readonly #dialect: Pick<Dialect, 'name'> | undefined;
  readonly #open = new Map<RequestId, Open>();
  #root: () => string | undefined = () => undefined;
  // Of this connection in the list of all; undefined until its first message.
  #listed: { readonly id: string; readonly closing: Disposable | undefined } | undefined;

  constructor(parts: RequestParts, connection: RequestingConnection, dialect?: Pick<Dialect, 'name'>) {
    this.#parts = parts;
    this.#connection = connection;
    this.#dialect = dialect;
  }

  // Where the client works, as far as it is known at any moment.
  workingIn(root: () => string | undefined): void {
    this.#root = root;
  }

  // While it is being answered.
  of(id: RequestId): CallRecording | undefined {
    return this.#open.get(id)?.recording;
  }

  asked(message: JSONRPCMessage, known: { name: string; version: string } | undefined): void {
    if (!('method' in message)) return;
    if (message.method === 'notifications/cancelled') this.#end(message.params?.['requestId'], 'The client cancelled it.');
    if (!('id' in message)) return;
    // Whoever uses a number twice hears no answer to the first.
    this.#end(message.id, 'The client used the id of the request for another.');
    const client = clientIn(message) ?? known ?? { name: 'unknown', version: '' };
    this.#open.set(message.id, this.#begun(message, `${client.name} ${client.version}`.trim()));
  }

  answered(message: JSONRPCMessage): void {
    if ('method' in message || message.id === undefined) return;
    const open = this.#open.get(message.id);
    if (open === undefined) return;
    this.#open.delete(message.id);
    tellAnswer(open.recording, message);
    open.following?.[Symbol.dispose]();
  }

  // The connection has ended.
  [Symbol.dispose](): void {
    for (const id of [...this.#open.keys()]) this.#end(id, 'The connection ended before the answer.');
    this.#listed?.closing?.[Symbol.dispose]();
    this.#listed = undefined;
  }

  #begun({ method, params }: JSONRPCRequest, client: string): Open {
    const { journal, connections } = this.#parts;
    const { door } = this.#connection;
    const connection = this.#list(client);
    const requester = { client, connection, door, ...(this.#dialect !== undefined && { dialect: this.#dialect.name }) };
    const called = method === 'tools/call' ? calledTool.safeParse(params).data : undefined;
    if (called === undefined) {
      const { _meta, ...asked } = params ?? {};
      const requested = { tool: method, arguments: asked, isRequest: true, project: this.#likelyProject(asked) } as const;
      // A client that asks every few seconds whether we are there has one row for all of it.
      return { recording: CallRecording.of(journal, requester, requested, method === 'ping' ? `ping ${connection}` : undefined), following: undefined };
    }
    const { name, arguments: given = {} } = called;
    const recording = CallRecording.of(journal, requester, { tool: name, arguments: given, project: this.#likelyProject(given) });
    return { recording, following: connections?.began(connection, recording) };
  }

  // Its id there.
  #list(client: string): string {
    const { id, door, passes = false } = this.#connection;
    const root = this.#root();
    const arrival = {
      id: passes ? `${door} ${client}` : id,
      client,
      door,
      stays: !passes,
      ...(this.#dialect !== undefined && { dialect: this.#dialect.name }),
      ...(root !== undefined && { root }),
    };
    if (this.#listed === undefined) this.#listed = { id: arrival.id, closing: this.#parts.connections?.open(arrival) };
    else this.#parts.connections?.update({ ...arrival, id: this.#listed.id });
    return this.#listed.id;
  }

  // The call finds its project in a moment; until then, and where it never gets so far, this is the one that it means.
  #likelyProject(given: unknown): string | undefined {
    const projects = this.#parts.workbench.projects();
    const { project_path: named, projectPath = named, project = projectPath } = namedProject.safeParse(given).data ?? {};
    if (project !== undefined) return projects.find(({ path }) => path === project)?.path;
    const root = this.#root();
    // The first call of an agent comes before its folder is open.
    if (root !== undefined) return projects.find(({ path }) => isInside(path, root))?.path ?? root;
    const [only, ...others] = projects;
    return others.length === 0 ? only?.path : undefined;
  }

  #end(id: unknown, why: string): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    open.recording.failed('cancelled', why);
    open.following?.[Symbol.dispose]();
  }
}

const calledTool = z.object({ name: z.string(), arguments: z.unknown().optional() });
const namedProject = z.object({
  project_path: z.string().optional().catch(undefined),
  projectPath: z.string().optional().catch(undefined),
  project: z.string().optional().catch(undefined),
});
const identity = z.object({ name: z.string(), version: z.string() });
const introduction = z.object({ clientInfo: identity });
const envelope = z.object({ _meta: z.object({ [CLIENT_INFO_META_KEY]: identity }) });

// Said once by initialize, or with each request.
function clientIn({ method, params }: JSONRPCRequest): { name: string; version: string } | undefined {
  if (method === 'initialize') return introduction.safeParse(params).data?.clientInfo;
  return params?._meta === undefined ? undefined : envelope.safeParse(params).data?._meta[CLIENT_INFO_META_KEY];
}

const errorBody = z.object({ error: z.string(), message: z.string() });
const toolResult = z.object({ content: z.array(z.object({ text: z.string().optional() })), isError: z.boolean().optional() });

// Where the call itself has not recorded more.
function tellAnswer(recording: CallRecording, message: Exclude<JSONRPCMessage, { method: string }>): void {
  if (recording.status !== 'pending') return;
  if ('error' in message) {
    const { code, message: said, data } = message.error;
    recording.failed(errorBody.pick({ error: true }).safeParse(data).data?.error ?? String(code), said);
    return;
  }
  const result = toolResult.safeParse(message.result).data;
  const text = result?.content.flatMap((part) => part.text ?? []).join('\n');
  if (result?.isError === true) {
    const body = errorBody.safeParse(parsed(text ?? '')).data;
    recording.failed(body?.error ?? 'error', body?.message ?? text ?? '');
  } else recording.succeeded({ text, ...(text !== undefined && { tokens: estimateTokens(text) }) });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
