// The page as it was built: a shell without any data, and assets whose names change with what is in them.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { encodingFor } from '../transports/compression.ts';
import { NONCE_PLACEHOLDER, PAGE_PATH } from './protocol/opening.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};
const ASSET = /^assets\/([\w-]+(?:\.[\w-]+)*)$/;
const NONCE_LENGTH = 18;

const SAFE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

// host: where it is served, which is also where its socket is.
export async function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { folder, host }: { folder: string; host: string },
): Promise<void> {
  const wanted = path.slice(PAGE_PATH.length);
  if (wanted === '' || wanted === 'index.html') return answerShell(response, folder, host);
  const name = ASSET.exec(wanted)?.[1];
  const type = name === undefined ? undefined : TYPES[extname(name)];
  if (name === undefined || type === undefined) return answerPlain(response, 404, 'There is no such file.');
  const file = join(folder, 'assets', name);
  const packed = encodingFor(request.headers['accept-encoding']) === 'gzip' ? await read(`${file}.gz`) : undefined;
  const content = packed ?? (await read(file));
  if (content === undefined) return answerPlain(response, 404, 'There is no such file.');
  response.writeHead(200, {
    ...SAFE,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': type,
    'content-length': String(content.length),
    // Its name is another when it is another.
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    ...(packed !== undefined && { 'content-encoding': 'gzip' }),
  });
  response.end(content);
}

export function answerPlain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    ...SAFE,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
  });
  response.end(text);
}

async function answerShell(response: ServerResponse, folder: string, host: string): Promise<void> {
  const shell = await read(join(folder, 'index.html'));
  if (shell === undefined) return answerPlain(response, 503, 'The page of the window is not built: run npm run build in the folder of Binnacle.');
  const nonce = randomBytes(NONCE_LENGTH).toString('base64');
  const text = shell.toString('utf8').replaceAll(NONCE_PLACEHOLDER, nonce);
  response.writeHead(200, {
    ...SAFE,
    'content-security-policy': policyFor(nonce, host),
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
  });
  response.end(text);
}

// 'self' covers the socket only in newer browsers, so it is named.
function policyFor(nonce: string, host: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    `connect-src 'self' ws://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

async function read(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch {
    return undefined;
  }
}
