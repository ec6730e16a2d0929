// The bridge over plain HTTP: POST /<tool> with the arguments as JSON, GET /health; one project on a port of its own.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { z } from 'zod';
import type { Bridge, BridgeAnswer } from '../server/bridge.ts';
import { corsHeaders, refusalOf, refusalOfForeign } from './guards.ts';
import { bodyText, drain } from './httpMessages.ts';
import { createLoopbackServer, listenOn, urlOf } from './loopback.ts';
import { parsedJson } from './messages.ts';
import type { Serving } from './serving.ts';

export interface BridgeDoor {
  readonly port: number;
  close(): Promise<void>;
}

export interface BridgeDoorOptions {
  // 0 is any.
  readonly port: number;
  // Undefined only where a person chose to have none.
  readonly token: string | undefined;
  readonly serving: Pick<Serving, 'limits' | 'activity' | 'onError'>;
}

export async function openBridge(bridge: Bridge, { port, token, serving }: BridgeDoorOptions): Promise<BridgeDoor> {
  const http = createLoopbackServer(serving.limits);
  http.on('request', (request, response) => {
    serve(request, response, bridge, token, serving).catch((error: unknown) => {
      serving.onError(error instanceof Error ? error : new Error(String(error)));
      response.destroy();
    });
  });
  const bound = await listenOn(http, port);
  if (typeof bound !== 'number') throw bound;
  return {
    port: bound,
    async close() {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      http.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  bridge: Bridge,
  token: string | undefined,
  serving: BridgeDoorOptions['serving'],
): Promise<void> {
  const answer = await answerTo(request, response, bridge, token, serving);
  if (answer !== undefined) await send(request, response, answer);
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
  { limits, activity }: BridgeDoorOptions['serving'],
): Promise<Answer | undefined> {
  const url = urlOf(request);
  // Whether somebody is there is no secret, and it is all that a person without the token learns.
  const isHealth = url.pathname === '/health';
  const refused = isHealth ? refusalOfForeign(request) : refusalOf(request, url, token);
  if (refused !== undefined) return refusal(refused.status, refused.message, 'binnacle status --json shows the token.');
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
  return call === undefined
    ? refusal(400, 'The body is not a JSON object.', 'Send the arguments of the tool as a JSON object.')
    : bridge.call(call.name, call.arguments, gone.signal);
}

function refusal(status: number, error: string, details: string): Answer {
  return { status, body: { error, details } };
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

// Smaller ones cost more to pack than to send.
const WORTH_PACKING = 1_024;
const packed = promisify(gzip);

async function send(request: IncomingMessage, response: ServerResponse, { status, body, headers = {} }: Answer): Promise<void> {
  const plain = Buffer.from(JSON.stringify(body));
  const isPacked = plain.length >= WORTH_PACKING && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const bytes = isPacked ? await packed(plain) : plain;
  if (response.headersSent || response.destroyed) return;
  response.appendHeader('vary', 'Accept-Encoding');
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    ...(isPacked && { 'content-encoding': 'gzip' }),
    ...headers,
  });
  response.end(bytes);
}
