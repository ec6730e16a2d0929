// A command that looks for its IDE as the real one does: by lock files in a home, with the token that stands there, over a bare WebSocket.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { seconds } from '../../src/base/waiting/duration.ts';
import type { Home } from './builtProgram.ts';

const Lock = z.object({
  pid: z.number(),
  workspaceFolders: z.array(z.string()),
  ideName: z.string(),
  transport: z.literal('ws'),
  authToken: z.string(),
});

export interface IdeLock extends z.infer<typeof Lock> {
  readonly file: string;
  readonly port: number;
}

export function lockFolderOf(home: Home): string {
  return join(home.folder, '.claude', 'ide');
}

export function locksIn(folder: string): readonly IdeLock[] {
  return namesIn(folder).flatMap((name) => {
    const file = join(folder, name);
    return name.endsWith('.lock') ? [{ ...Lock.parse(JSON.parse(readFileSync(file, 'utf8'))), file, port: Number(basename(name, '.lock')) }] : [];
  });
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export interface Attempt {
  readonly port: number;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
}

// The status of a refusal before the upgrade, or the code with which an upgraded socket was closed, or the socket.
export type Outcome =
  | { readonly kind: 'status'; readonly status: number; readonly text: string }
  | { readonly kind: 'closed'; readonly code: number; readonly heard: readonly string[] }
  | { readonly kind: 'open'; readonly client: IdeClient };

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: { roots: {} }, clientInfo: { name: 'claude-code', version: '2' } };

export function withToken(token: string): { readonly headers: Record<string, string> } {
  return { headers: { 'x-claude-code-ide-authorization': token } };
}

// It says at once who it is, as the command does, and is open when that was answered.
export function attempt({ port, path = '/', headers = {}, protocols = ['mcp'] }: Attempt): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, [...protocols], { headers, handshakeTimeout: seconds(20) });
    const heard: string[] = [];
    socket.on('message', (data) => heard.push(String(data)));
    socket.once('unexpected-response', (_, response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => resolve({ kind: 'status', status: response.statusCode ?? 0, text }));
    });
    socket.once('error', reject);
    socket.once('close', (code) => resolve({ kind: 'closed', code, heard }));
    socket.once('open', () => {
      const client = new IdeClient(socket);
      client.request('initialize', INITIALIZE).then(
        () => resolve({ kind: 'open', client }),
        () => {},
      );
    });
  });
}

export async function connect(lock: Pick<IdeLock, 'port' | 'authToken'>, path = '/'): Promise<IdeClient> {
  const outcome = await attempt({ port: lock.port, path, ...withToken(lock.authToken) });
  if (outcome.kind !== 'open') throw new Error(`the IDE did not answer: ${JSON.stringify(outcome)}`);
  outcome.client.notify('notifications/initialized');
  outcome.client.notify('ide_connected', { pid: process.pid });
  return outcome.client;
}

const Answer = z.object({ id: z.number(), result: z.looseObject({}).optional(), error: z.looseObject({ code: z.number(), message: z.string() }).optional() });
export type IdeAnswer = z.infer<typeof Answer>;

export class IdeClient implements Disposable {
  readonly #socket: WebSocket;
  readonly closed: Promise<number>;
  #last = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    // Each request listens until it is answered.
    socket.setMaxListeners(0);
    this.closed = new Promise((resolve) => {
      socket.once('close', resolve);
    });
  }

  get protocol(): string {
    return this.#socket.protocol;
  }

  request(method: string, params: Record<string, unknown> = {}): Promise<IdeAnswer> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const listen = (data: unknown) => {
        const answer = Answer.safeParse(JSON.parse(String(data))).data;
        if (answer?.id !== id) return;
        this.#socket.off('message', listen);
        resolve(answer);
      };
      this.#socket.on('message', listen);
      this.#socket.once('close', () => reject(new Error('the IDE has closed')));
      this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }

  notify(method: string, params: Record<string, unknown> = {}): void {
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  [Symbol.dispose](): void {
    this.#socket.terminate();
  }
}
