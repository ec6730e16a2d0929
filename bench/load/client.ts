// One of many agents: a door, and one question at a time through it.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { Agent } from '../agent.ts';
import type { Daemon } from '../daemon.ts';

export interface LoadClient extends AsyncDisposable {
  readonly door: 'stdio' | 'HTTP' | 'WebSocket';
  // Undefined when it was answered, or what went wrong.
  ask(tool: string, given: Readonly<Record<string, unknown>>): Promise<string | undefined>;
}

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'load', version: '1' } };
const Answer = z.object({
  id: z.number().optional(),
  error: z.object({ message: z.string() }).optional(),
  result: z.looseObject({ isError: z.boolean().optional(), content: z.array(z.object({ text: z.string().optional() })).optional() }).optional(),
});

export async function stdioClient(environment: NodeJS.ProcessEnv, folder: string): Promise<LoadClient> {
  const agent = await Agent.connect(environment, folder);
  return {
    door: 'stdio',
    ask: async (tool, given) => problemIn(Answer.parse({ result: await agent.request('tools/call', { name: tool, arguments: given }) })),
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

export async function httpClient({ url: origin, token }: Daemon): Promise<LoadClient> {
  const url = `${origin}/mcp`;
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  let id = 0;
  const post = async (method: string, params: unknown) => {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }) });
    const text = await response.text();
    headers['mcp-session-id'] ??= response.headers.get('mcp-session-id') ?? '';
    if (!response.ok) return { error: { message: `${response.status} ${text}` } };
    const data = text.startsWith('{') ? text : (text.split('\n').findLast((line) => line.startsWith('data: {')) ?? '').slice('data: '.length);
    return Answer.parse(JSON.parse(data));
  };
  const problem = problemIn(await post('initialize', INITIALIZE));
  if (problem !== undefined) throw new Error(problem);
  headers['mcp-protocol-version'] = INITIALIZE.protocolVersion;
  return {
    door: 'HTTP',
    ask: async (tool, given) => problemIn(await post('tools/call', { name: tool, arguments: given })),
    async [Symbol.asyncDispose]() {
      await fetch(url, { method: 'DELETE', headers });
    },
  };
}

export async function webSocketClient({ url, token }: Daemon): Promise<LoadClient> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers: { authorization: `Bearer ${token}` } });
  await once(socket, 'open');
  const waiting = new Map<number, (answer: z.output<typeof Answer>) => void>();
  let last = 0;
  socket.on('message', (data) => {
    const answer = Answer.parse(JSON.parse(String(data)));
    waiting.get(answer.id ?? -1)?.(answer);
    waiting.delete(answer.id ?? -1);
  });
  socket.on('close', (code) => {
    for (const answered of waiting.values()) answered({ error: { message: `closed with ${code}` } });
  });
  const request = (method: string, params: unknown) =>
    new Promise<z.output<typeof Answer>>((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  const problem = problemIn(await request('initialize', INITIALIZE));
  if (problem !== undefined) throw new Error(problem);
  return {
    door: 'WebSocket',
    ask: async (tool, given) => problemIn(await request('tools/call', { name: tool, arguments: given })),
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function problemIn({ error, result }: z.output<typeof Answer>): string | undefined {
  if (error !== undefined) return error.message;
  return result?.isError === true ? result.content?.map(({ text }) => text).join(' ') : undefined;
}
