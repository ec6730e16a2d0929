// Answers over HTTP are compressed for clients that can unpack them: long ones as a whole, event streams event by event.
// Why a secret cannot be guessed from the length of an answer is written in docs/design/doors-and-daemons.md.
import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { constants, createDeflate, createGzip, type Deflate, type Gzip } from 'node:zlib';

// Smaller ones cost more to pack than to send.
const WORTH_PACKING = 1_024;
const PACKED_TYPES = /^(?:application\/(?:json|x-ndjson)|text\/)/i;
// A stream lives as long as its client: it gets 40 KB of memory instead of 260. The fastest level, because the way is short on this machine.
const OF_STREAMS = { level: constants.Z_BEST_SPEED, windowBits: 12, memLevel: 5, flush: constants.Z_SYNC_FLUSH };
const OF_ANSWERS = { level: constants.Z_BEST_SPEED };

export type Encoding = 'gzip' | 'deflate';

type Written = (error: Error | null | undefined) => void;

// A response that packs what is written to it, where the client and the kind of answer allow it; whoever writes does not know.
export class CompressedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  #packing: Gzip | Deflate | undefined;

  override writeHead(status: number, reason?: string | HeadersGiven, headers?: HeadersGiven): this {
    if (this.headersSent) return super.writeHead(status);
    const given = typeof reason === 'object' ? reason : headers;
    for (const [name, value] of pairsOf(given)) this.setHeader(name, value);
    this.statusCode = status;
    if (typeof reason === 'string') this.statusMessage = reason;
    // How long an answer is that does not say so shows itself with its first part.
    if (this.hasHeader('content-length') || isEvents(this) || !this.hasHeader('content-type')) this.#writeHead();
    return this;
  }

  override flushHeaders(): void {
    if (!this.headersSent) this.#writeHead();
    super.flushHeaders();
  }

  override write(chunk: unknown, encoding?: BufferEncoding | Written, written?: Written): boolean {
    const done = typeof encoding === 'function' ? encoding : written;
    const bytes = bytesOf(chunk, encoding);
    if (!this.headersSent) this.#writeHead(bytes.length);
    return this.#packing === undefined ? super.write(bytes, done) : this.#packing.write(bytes, done);
  }

  override end(chunk?: unknown, encoding?: BufferEncoding | (() => void), ended?: () => void): this {
    const done = typeof chunk === 'function' ? () => chunk() : typeof encoding === 'function' ? encoding : ended;
    const last = typeof chunk === 'function' || chunk === undefined || chunk === null ? undefined : bytesOf(chunk, encoding);
    if (!this.headersSent) this.#writeHead(last?.length ?? 0);
    if (done !== undefined) this.once('finish', done);
    if (this.#packing === undefined) return last === undefined ? super.end() : super.end(last);
    this.#packing.end(last);
    return this;
  }

  // Bytes that are on their way to being packed.
  get packingBytes(): number {
    return (this.#packing?.writableLength ?? 0) + (this.#packing?.readableLength ?? 0);
  }

  // The length is that of the whole where it is known, of the first part, or without end.
  #writeHead(first = Number.POSITIVE_INFINITY): void {
    this.#begin(Number(this.getHeader('content-length') ?? (isEvents(this) ? Number.POSITIVE_INFINITY : first)));
    super.writeHead(this.statusCode);
  }

  #begin(length: number): void {
    if (!PACKED_TYPES.test(String(this.getHeader('content-type') ?? '')) || this.hasHeader('content-encoding')) return;
    this.appendHeader('vary', 'Accept-Encoding');
    const isStream = !this.hasHeader('content-length');
    const encoding = encodingFor(this.req.headers['accept-encoding']);
    const hasBody = this.req.method !== 'HEAD' && this.statusCode >= 200 && this.statusCode !== 204 && this.statusCode !== 304;
    if (encoding === undefined || !hasBody || isForAnotherOrigin(this.req) || length < WORTH_PACKING) return;
    this.setHeader('content-encoding', encoding);
    this.removeHeader('content-length');
    this.#packing = this.#packed((encoding === 'gzip' ? createGzip : createDeflate)(isStream ? OF_STREAMS : OF_ANSWERS));
  }

  #packed(packing: Gzip | Deflate): Gzip | Deflate {
    const send = (bytes: Buffer) => super.write(bytes);
    packing.on('data', (bytes: Buffer) => {
      if (send(bytes)) return;
      packing.pause();
      this.once('drain', () => packing.resume());
    });
    const finish = () => super.end();
    packing.on('end', finish);
    // Whoever waits until more can be written waits for the packing.
    packing.on('drain', () => this.emit('drain'));
    packing.on('error', () => this.destroy());
    this.on('close', () => packing.destroy());
    return packing;
  }
}

// Bytes that the client has not read yet, packed or not.
export function unreadBytes(response: ServerResponse): number {
  return response.writableLength + (response instanceof CompressedResponse ? response.packingBytes : 0);
}

function isEvents(response: ServerResponse): boolean {
  return String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
}

type HeadersGiven = OutgoingHttpHeaders | OutgoingHttpHeader[];

// As names with values, or as one list in which they take turns.
function pairsOf(headers: HeadersGiven | undefined): (readonly [string, OutgoingHttpHeader])[] {
  if (!Array.isArray(headers)) return Object.entries(headers ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return headers.flatMap((name, index) => {
    const value = headers[index + 1];
    return index % 2 === 0 && value !== undefined ? [[String(name), value] as const] : [];
  });
}

// What the client takes and likes best; undefined where it is to be sent as it is.
export function encodingFor(header: string | readonly string[] | undefined): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const part of String(header ?? '')
    .split(',')
    .slice(0, MOST_ENCODINGS)) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((text) => text.startsWith('q='))?.slice(2);
    const weight = quality === undefined ? 1 : Number(quality);
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, Number.isFinite(weight) ? weight : 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const best = weightOf('deflate') > weightOf('gzip') ? 'deflate' : 'gzip';
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

const MOST_ENCODINGS = 20;

// A page that asks across origins is sent the plain text, whose length says nothing about what stands in it twice.
function isForAnotherOrigin({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  return (origin !== undefined && origin !== `http://${host ?? ''}`) || (site !== undefined && site !== 'same-origin' && site !== 'none');
}

function bytesOf(chunk: unknown, encoding: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  return Buffer.from(String(chunk), isEncoding(encoding) ? encoding : 'utf8');
}

function isEncoding(name: unknown): name is BufferEncoding {
  return typeof name === 'string' && Buffer.isEncoding(name);
}
