// Requests of this machine: each hop is checked by name and by address, and goes to the very address that was checked.
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import { performance } from 'node:perf_hooks';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { Bound } from '../../base/waiting/abort.ts';
import { seconds } from '../../base/waiting/duration.ts';
import type { HostCheck, Http, HttpAnswer, HttpBody, WantedRequest } from '../../ide/doors/http.ts';
import { cancelled, timedOut } from '../../ide/errors/errors.ts';
import { invalidHeader, invalidUrl, leadsElsewhere, ownServer, requestFailed } from '../../ide/errors/runErrors.ts';
import { isLoopbackAddress, isLoopbackHost } from './addresses.ts';
import { addressesOf, hostOf, isOwnServer, type Resolve, resolveBySystem, type Way } from './hostAddresses.ts';

const MOST_REDIRECTS = 10;
const LARGEST_BODY = 5 * 1024 * 1024;
// They say where a request ends or whom it is for, which is for us to say.
const OURS = /^(?:host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/i;
// For the host that they were meant for, and for no other.
const SECRET = /^(?:authorization|cookie|.*(?:token|api-?key|secret).*)$/i;

interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface Received {
  readonly message: IncomingMessage;
  readonly body: Buffer;
  readonly isCut: boolean;
}

export class HeadlessHttp implements Http {
  readonly #resolve: Resolve;

  constructor(resolve: Resolve = resolveBySystem) {
    this.#resolve = resolve;
  }

  async request(wanted: WantedRequest, hosts: HostCheck, signal: AbortSignal): Promise<HttpAnswer> {
    const started = performance.now();
    const forbidden = Object.keys(wanted.headers).find((name) => OURS.test(name));
    if (forbidden !== undefined) throw invalidHeader(forbidden, 'it is set here');
    const first: Hop = { ...wanted, url: urlOf(wanted.url) };
    using bound = new Bound(signal, wanted.milliseconds);
    try {
      const { hop, received, redirects, notFollowed } = await follow(first, wanted.followsRedirects, { hosts, resolve: this.#resolve, signal: bound.signal });
      const { message } = received;
      return {
        url: hop.url.href,
        status: message.statusCode ?? 0,
        statusText: message.statusMessage ?? '',
        headers: headersOf(message),
        body: bodyOf(received),
        milliseconds: Math.round(performance.now() - started),
        redirects,
        ...(notFollowed !== undefined && { notFollowed }),
      };
    } catch (error) {
      if (bound.passed && !signal.aborted) throw timedOut(first.url.host, `${wanted.milliseconds / seconds(1)} s`);
      throw error;
    }
  }
}

interface Followed {
  readonly hop: Hop;
  readonly received: Received;
  readonly redirects: readonly string[];
  readonly notFollowed?: { readonly to: string; readonly why: string };
}

interface CheckedWay extends Way {
  readonly hosts: HostCheck;
}

async function follow(first: Hop, followsRedirects: boolean, way: CheckedWay): Promise<Followed> {
  const { hosts, signal } = way;
  let hop = first;
  hosts.first(hostOf(hop.url), isLoopbackHost(hostOf(hop.url)));
  const { addresses, refused } = await addressesOf(hostOf(hop.url), hop.url.origin, way);
  if (refused !== undefined) throw leadsElsewhere(hop.url.hostname, refused);
  if (await isOwnServer(addresses, portOf(hop.url), hosts)) throw ownServer(hop.url.host);
  let received = await send(hop, addresses, signal);
  const redirects: string[] = [];
  while (followsRedirects) {
    const { statusCode = 0, headers } = received.message;
    if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) break;
    const to = URL.canParse(headers.location, hop.url.href) ? new URL(headers.location, hop.url) : undefined;
    const stop = (why: string): Followed => ({ hop, received, redirects, notFollowed: { to: to?.href ?? String(headers.location), why } });
    if (to === undefined || !/^https?:$/.test(to.protocol) || to.username !== '' || to.password !== '') return stop('it is no plain address of the web');
    if (redirects.length >= MOST_REDIRECTS) return stop(`it was sent on ${MOST_REDIRECTS} times already`);
    // A name that may not be spoken to is not even asked for: that would be a message too.
    const byName = hosts.refusal(hostOf(to), isLoopbackHost(hostOf(to)));
    if (byName !== undefined) return stop(byName);
    const next = await addressesOf(hostOf(to), to.origin, way);
    if (next.refused !== undefined) return stop(`it leads to ${next.refused}`);
    if (await isOwnServer(next.addresses, portOf(to), hosts)) return stop('that is Binnacle itself');
    // Whoever it is out there must not use an agent to speak to programs of this machine.
    if (next.addresses.some(isLoopbackAddress) && !isLoopbackHost(hostOf(hop.url))) return stop('a server elsewhere may not send a request to this machine');
    redirects.push(to.href);
    hop = sentOn(hop, to, statusCode);
    received = await send(hop, next.addresses, signal);
  }
  return { hop, received, redirects };
}

// As browsers do it: another host gets no secrets, and only 307 and 308 repeat what was sent.
function sentOn({ url, method, headers, body }: Hop, to: URL, status: number): Hop {
  const kept = url.origin === to.origin ? headers : Object.fromEntries(Object.entries(headers).filter(([name]) => !SECRET.test(name)));
  if (status === 307 || status === 308 || method === 'HEAD' || (status !== 303 && method !== 'POST')) return { url: to, method, headers: kept, body };
  const plain = Object.fromEntries(Object.entries(kept).filter(([name]) => !/^content-/i.test(name)));
  return { url: to, method: 'GET', headers: plain, body: undefined };
}

function urlOf(text: string): URL {
  if (!URL.canParse(text)) throw invalidUrl(text, 'it is not a URL');
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) throw invalidUrl(text, 'only http and https are spoken');
  if (url.username !== '' || url.password !== '') throw invalidUrl(`${url.protocol}//${url.host}`, 'names and passwords go into an Authorization header');
  return url;
}

function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

async function send(hop: Hop, addresses: readonly string[], signal: AbortSignal): Promise<Received> {
  for (const [index, address] of addresses.entries()) {
    try {
      return await sendTo(hop, address, signal);
    } catch (error) {
      if (signal.aborted) throw cancelled();
      const code = systemErrorCode(error) ?? '';
      // Nothing was sent, and a server may listen on only one of the addresses.
      if (index < addresses.length - 1 && ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'].includes(code)) continue;
      if (code === 'ERR_INVALID_CHAR' || code === 'ERR_INVALID_HTTP_TOKEN') throw invalidHeader('one of them', 'it holds characters that no header may have');
      throw requestFailed(hop.url.origin, reasonOf(error, code));
    }
  }
  throw requestFailed(hop.url.origin, 'its name leads nowhere');
}

function sendTo({ url, method, headers, body }: Hop, address: string, signal: AbortSignal): Promise<Received> {
  const family = isIP(address);
  const isSecure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (isSecure ? secureRequest : plainRequest)(
      url,
      {
        method,
        headers: { 'user-agent': 'binnacle', accept: '*/*', ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
        signal,
        agent: false,
        // The name was asked for once, and the answer checked: another answer must not come in between.
        lookup: (_name, options, done) => (options.all === true ? done(null, [{ address, family }]) : done(null, address, family)),
        // On this machine nobody can stand in between, and certificates of development are signed by nobody.
        rejectUnauthorized: !isLoopbackAddress(address),
      },
      (message) => {
        received(message).then(resolve, reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

async function received(message: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > LARGEST_BODY) {
      message.destroy();
      return { message, body: Buffer.concat(chunks).subarray(0, LARGEST_BODY), isCut: true };
    }
  }
  return { message, body: Buffer.concat(chunks), isCut: false };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, Array.isArray(value) ? value.join('\n') : value]])),
  );
}

function bodyOf({ message, body, isCut }: Received): HttpBody {
  const plain = isCut ? body : unpacked(body, message.headers['content-encoding']);
  const type = message.headers['content-type'] ?? '';
  const charset = /charset=["']?([\w-]+)/i.exec(type)?.[1]?.toLowerCase();
  const text = charset === 'iso-8859-1' || charset === 'latin1' ? plain.toString('latin1') : plain.toString('utf8');
  const isText = !plain.includes(0) && (isCut || charset !== undefined || !text.includes('\uFFFD'));
  return { bytes: plain.length, isCut, ...(isText && { text }) };
}

// Servers that pack what nobody asked them to pack.
function unpacked(body: Buffer, encoding: string | undefined): Buffer {
  const unpack = { gzip: gunzipSync, 'x-gzip': gunzipSync, deflate: inflateSync, br: brotliDecompressSync }[encoding ?? ''];
  try {
    return unpack === undefined ? body : unpack(body, { maxOutputLength: LARGEST_BODY });
  } catch {
    // What cannot be unpacked, or would not end, is returned as the bytes that it is.
    return body;
  }
}

function reasonOf(error: unknown, code: string): string {
  const known: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'nobody listens there',
    ECONNRESET: 'it closed the connection',
    ETIMEDOUT: 'it does not answer',
    CERT_HAS_EXPIRED: 'its certificate has expired',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by nobody that is trusted',
    SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by nobody that is trusted',
    HPE_INVALID_CONSTANT: 'what answers does not speak HTTP',
  };
  return known[code] ?? (error instanceof Error ? error.message : String(error));
}
