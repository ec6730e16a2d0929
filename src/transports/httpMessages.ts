// Reading requests and writing answers over plain HTTP, within bounds.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { seconds } from '../base/waiting/duration.ts';
import type { JsonRpcRefusal } from './messages.ts';

// The text of a body, or undefined when it is longer than allowed.
export async function bodyText(request: IncomingMessage, limit: number): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function answerText(response: ServerResponse, json: string, headers: Record<string, string> = {}, status = 200): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': String(Buffer.byteLength(json)), ...headers });
  response.end(json);
}

export function answerRefusal(response: ServerResponse, status: number, refusal: JsonRpcRefusal, headers: Record<string, string> = {}): void {
  answerText(response, JSON.stringify(refusal), headers, status);
}

// How much of a refused body is still taken, so that a client which writes before it reads gets to see why.
const MOST_DRAINED = 64 * 1024 * 1024;
const LONGEST_DRAIN = seconds(5);

// Refuses a body without reading it into memory, and ends the connection once the client had its chance to read the answer.
export function answerTooLarge(request: IncomingMessage, response: ServerResponse, refusal: JsonRpcRefusal): void {
  answerRefusal(response, 413, refusal, { connection: 'close' });
  drain(request);
}

// Takes what is still coming, within bounds, and throws it away.
export function drain(request: IncomingMessage): void {
  let bytes = 0;
  const end = () => request.destroy();
  const timer = setTimeout(end, LONGEST_DRAIN);
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_DRAINED) end();
  });
  request.on('close', () => clearTimeout(timer));
}
