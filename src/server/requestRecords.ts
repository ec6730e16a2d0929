// Each request of a connection as a row of the history, from its arrival to its answer: under the name that the client used, whatever becomes of it.
import { CLIENT_INFO_META_KEY, type JSONRPCMessage, type JSONRPCRequest, type RequestId } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isInside } from '../base/files/realFolder.ts';
import { isRecord } from '../base/isRecord.ts';
import { estimateTokens } from '../base/text/tokens.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { ServerParts } from './call/callTool.ts';
import { authorOf, type Client } from './clients/client.ts';
import type { Arrival } from './clients/connections.ts';
import { CallRecording, type Requester } from './history/callRecording.ts';

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
  readonly #dialect: Pick<Dialect, 'name' | 'companion'> | undefined;
  readonly #open = new Map<RequestId, Open>();
  #root: () => string | undefined = () => undefined;
  #author: { readonly client: Identity; readonly author: string } | undefined;
  // Who asked last, as its rows say it.
  #requester: Requester | undefined;
  #pid: number | undefined;
  // Of this connection in the list of all; undefined until its first message.
  #listed: { readonly id: string; readonly client: string; readonly root: string | undefined; readonly closing: Disposable | undefined } | undefined;

  constructor(parts: RequestParts, connection: RequestingConnection, dialect?: Pick<Dialect, 'name' | 'companion'>) {
    this.#parts = parts;
    this.#connection = connection;
    this.#dialect = dialect;
  }

  // Where the client works, as far as it is known at any moment.
  workingIn(root: () => string | undefined): void {
    this.#root = root;
  }

  // The client has said which process it is.
  isProcess(pid: number): void {
    this.#pid = pid;
    if (this.#listed === undefined) return;
    const { id, client, root } = this.#listed;
    this.#parts.connections?.update(this.#arrivalOf(id, client, root));
  }

  // While it is being answered.
  of(id: RequestId): CallRecording | undefined {
    return this.#open.get(id)?.recording;
  }

  asked(message: JSONRPCMessage, known: Identity | undefined): void {
    if (!('method' in message)) return;
    if (message.method === 'notifications/cancelled') this.#end(message.params?.['requestId'], 'The client cancelled it.');
    if (!('id' in message)) return;
    // Whoever uses a number twice hears no answer to the first.
    this.#end(message.id, 'The client used the id of the request for another.');
    this.#open.set(message.id, this.#begun(message, this.#authorOf(this.#known(clientIn(message)) ?? known ?? UNKNOWN)));
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

  // Some introduce themselves by the name of a library.
  #known(client: Identity | undefined): Identity | undefined {
    const name = this.#dialect?.companion?.client;
    return client === undefined || name === undefined ? client : { ...client, name };
  }

  // The same text for the same client: a connection has one, and asks often.
  #authorOf(client: Identity): string {
    if (this.#author?.client !== client) this.#author = { client, author: authorOf(client).trim() };
    return this.#author.author;
  }

  #begun({ method, params }: JSONRPCRequest, client: string): Open {
    const { journal, connections } = this.#parts;
    const connection = this.#list(client);
    const requester = this.#requesterAs(client, connection);
    const tool = method === 'tools/call' ? params?.['name'] : undefined;
    if (typeof tool !== 'string') {
      const { _meta, ...asked } = params ?? {};
      const requested = { tool: method, arguments: asked, isRequest: true, likelyProject: () => this.#likelyProject(asked) } as const;
      // A client that asks every few seconds whether we are there has one row for all of it.
      return { recording: CallRecording.of(journal, requester, requested, method === 'ping' ? `ping ${connection}` : undefined), following: undefined };
    }
    const given = params?.['arguments'] ?? {};
    const recording = CallRecording.of(journal, requester, { tool, arguments: given, likelyProject: () => this.#likelyProject(given) });
    return { recording, following: connections?.began(connection, recording) };
  }

  #requesterAs(client: string, connection: string): Requester {
    if (this.#requester?.client === client && this.#requester.connection === connection) return this.#requester;
    this.#requester = { client, connection, door: this.#connection.door, ...(this.#dialect !== undefined && { dialect: this.#dialect.name }) };
    return this.#requester;
  }

  // Its id there.
  #list(client: string): string {
    const { id, door, passes = false } = this.#connection;
    const root = this.#root();
    if (this.#listed !== undefined && this.#listed.client === client && this.#listed.root === root) return this.#listed.id;
    const arrival = this.#arrivalOf(passes ? `${door} ${client}` : id, client, root);
    const listed = this.#listed;
    if (listed !== undefined) this.#parts.connections?.update({ ...arrival, id: listed.id });
    this.#listed = { id: listed?.id ?? arrival.id, client, root, closing: listed === undefined ? this.#parts.connections?.open(arrival) : listed.closing };
    return this.#listed.id;
  }

  #arrivalOf(id: string, client: string, root: string | undefined): Arrival {
    return {
      id,
      client,
      door: this.#connection.door,
      stays: this.#connection.passes !== true,
      ...(this.#dialect !== undefined && { dialect: this.#dialect.name }),
      ...(root !== undefined && { root }),
      ...(this.#pid !== undefined && { pid: this.#pid }),
    };
  }

  // The call finds its project in a moment; until then, and where it never gets so far, this is the one that it means.
  #likelyProject(given: unknown): string | undefined {
    const projects = this.#parts.workbench.projects();
    const project = isRecord(given) ? PROJECT_NAMES.map((name) => given[name]).find((value) => typeof value === 'string') : undefined;
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

// Ours, and those of the dialects.
const PROJECT_NAMES = ['project', 'projectPath', 'project_path'];

interface Identity {
  readonly name: string;
  readonly version: string;
}

const UNKNOWN: Identity = { name: 'unknown', version: '' };

const identity = z.object({ name: z.string(), version: z.string() });
const introduction = z.object({ clientInfo: identity });
const envelope = z.object({ _meta: z.object({ [CLIENT_INFO_META_KEY]: identity }) });

// Said once by initialize, or with each request.
function clientIn({ method, params }: JSONRPCRequest): Identity | undefined {
  if (method === 'initialize') return introduction.safeParse(params).data?.clientInfo;
  return params?._meta?.[CLIENT_INFO_META_KEY] === undefined ? undefined : envelope.safeParse(params).data?._meta[CLIENT_INFO_META_KEY];
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
