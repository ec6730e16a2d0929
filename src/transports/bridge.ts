// The bridge over plain HTTP: POST /<tool> with the arguments as JSON, GET /health, and MCP over a WebSocket; one project on a port of its own.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import type { Dialect } from '../dialects/dialect.ts';
import type { Bridge, BridgeAnswer } from '../server/bridge.ts';
import { unreadBytes } from './compression.ts';
import { challenge, corsHeaders, refusalOf, refusalOfForeign } from './guards.ts';
import { answerText, bodyText, drain } from './httpMessages.ts';
import { createLoopbackServer, listenOn, urlOf } from './loopback.ts';
import { parsedJson } from './messages.ts';
import type { Serving } from './serving.ts';
import { acceptUpgrade } from './upgrade.ts';
import { WebSocketDoor } from './webSocket.ts';

export interface BridgeDoor {
  readonly port: number;
  // Of those who came with a token that is another one now.
  endConnections(): void;
  close(): Promise<void>;
}

export interface BridgeDoorOptions {
  // 0 is any.
  readonly port: number;
  // Undefined only where a person chose to have none.
  readonly token: () => string | undefined;
  readonly dialect: Dialect;
  readonly project: string;
  readonly serving: Serving;
}

export async function openBridge(bridge: Bridge, { port, token, dialect, project, serving }: BridgeDoorOptions): Promise<BridgeDoor> {
  const http = createLoopbackServer(serving.limits);
  const webSockets = new WebSocketDoor(serving);
  const upgraded = new Set<Duplex>();
  const spoken = new Map(['/', '/mcp'].map((path) => [path, { dialect, folder: project }]));
  http.on('request', (request, response) => {
    serve(request, response, bridge, token(), serving).catch((error: unknown) => {
      serving.onError(error instanceof Error ? error : new Error(String(error)));
      response.destroy();
    });
  });
  http.on('upgrade', (request, socket, head) => {
    upgraded.add(socket);
    socket.on('close', () => upgraded.delete(socket));
    acceptUpgrade(request, socket, head, { token: token(), webSockets, spoken });
  });
  const bound = await listenOn(http, port);
  if (typeof bound !== 'number') {
    await webSockets.close();
    throw bound;
  }
  return {
    port: bound,
    endConnections() {
      http.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
    },
    async close() {
      bridge.close();
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      await webSockets.close();
      http.closeAllConnections();
      await closed;
    },
  };
}

async function serve(request: IncomingMessage, response: ServerResponse, bridge: Bridge, token: string | undefined, serving: Serving): Promise<void> {
  const answer = await answerTo(request, response, bridge, token, serving);
  if (answer !== undefined) answerText(response, JSON.stringify(answer.body), answer.headers, answer.status);
}

interface Answer extends BridgeAnswer {
  readonly headers?: Record<string, string>;
}

// Undefined when there is nothing more to say.
async function answerTo(
  request: IncomingMessage,
  response: ServerResponse,
  bridge: Bridge,
  token: string | undefined,
  { limits, activity }: Serving,
): Promise<Answer | undefined> {
  const url = urlOf(request);
  // Whether somebody is there is no secret, and it is all that a person without the token learns.
  const isHealth = url.pathname === '/health';
  const refused = isHealth ? refusalOfForeign(request) : refusalOf(request, url, token);
  if (refused !== undefined) return { ...refusal(refused.status, refused.message, 'binnacle status --json shows the token.'), headers: challenge(refused) };
  for (const [name, value] of Object.entries(corsHeaders(request))) response.setHeader(name, value);
  if (request.method === 'OPTIONS') {
    response.writeHead(204, { allow: 'GET, POST, OPTIONS' }).end();
    return undefined;
  }
  if (activity.requests >= limits.requests) return refusal(503, 'Too many requests are being answered.', 'Call again in a second.');
  const active = activity.request();
  const gone = new AbortController();
  response.on('close', () => {
    gone.abort();
    active.done();
  });
  if (isHealth && request.method === 'GET') return { status: 200, body: await bridge.health() };
  if (url.pathname === '/tools/list' && request.method === 'GET') return { status: 200, body: { tools: bridge.tools } };
  if (request.method !== 'POST')
    return { ...refusal(405, 'A tool is called with POST.', `POST ${url.pathname} with its arguments as JSON.`), headers: { allow: 'POST' } };
  const text = await bodyText(request, limits.messageBytes);
  if (text === undefined) {
    drain(request);
    return { ...refusal(413, `A request may have ${limits.messageBytes} bytes.`, 'Send less.'), headers: { connection: 'close' } };
  }
  const call = callIn(url.pathname, text);
  if (call === undefined) return refusal(400, 'The body is not a JSON object.', 'Send the arguments of the tool as a JSON object.');
  if (!wantsStream(request, url)) return bridge.call(call.name, call.arguments, { signal: gone.signal, progress: () => {} });
  await answerInLines(response, limits.unreadBytes, (progress) => bridge.call(call.name, call.arguments, { signal: gone.signal, progress }));
  return undefined;
}

function refusal(status: number, error: string, details: string): Answer {
  return { status, body: { error, details } };
}

const LINES = 'application/x-ndjson';

function wantsStream(request: IncomingMessage, url: URL): boolean {
  return (request.headers.accept ?? '').includes(LINES) || url.searchParams.get('stream') === 'true';
}

type TellPart = (message: string, done?: number, total?: number) => void;

// Lines of JSON in chunks, as they come: {"progress": …} while it runs, then the answer as it would be by itself, with its status, which the headers can no longer say.
async function answerInLines(response: ServerResponse, mostUnread: number, call: (progress: TellPart) => Promise<BridgeAnswer>): Promise<void> {
  response.writeHead(200, { 'content-type': `${LINES}; charset=utf-8`, 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' });
  response.flushHeaders();
  const line = (value: Record<string, unknown>) => {
    if (response.destroyed) return;
    // Whoever does not read is cut off, and the call ends with it.
    if (unreadBytes(response) > mostUnread) response.destroy();
    else response.write(`${JSON.stringify(value)}\n`);
  };
  const { status, body } = await call((message, done, total) =>
    line({ progress: message, ...(done !== undefined && { done }), ...(total !== undefined && { total }) }),
  );
  line({ ...body, status });
  response.end();
}

interface NamedCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

const argumentsOfCall = z.record(z.string(), z.unknown());
// Older servers of this kind take every call at one path, with the name in the body.
const namedCall = z.object({ name: z.string(), arguments: argumentsOfCall.default({}) });

function callIn(path: string, text: string): NamedCall | undefined {
  const json = text.trim() === '' ? { value: {} } : parsedJson(text);
  if (path === '/tools/call') return namedCall.safeParse(json?.value).data;
  const given = argumentsOfCall.safeParse(json?.value);
  return given.success ? { name: path.slice(1), arguments: given.data } : undefined;
}
