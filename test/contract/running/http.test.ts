// Requests of agents against real servers: what is sent, what comes back, and where they must not get to.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScriptedIde } from '../../../src/hosts/scripted/scriptedIde.ts';
import type { Ide } from '../../../src/ide/ide.ts';
import { isHiddenAddress, isLoopbackHost } from '../../../src/machine/http/addresses.ts';
import { HeadlessHttp } from '../../../src/machine/http/headlessHttp.ts';
import { defaultPolicy } from '../../../src/server/permission/permission.ts';
import type { Patterns } from '../../../src/server/permission/rules.ts';
import { type Agent, agentOf } from '../../support/check.ts';

let server: Server;
let base: string;
let port: number;
const heard: { url: string; method: string; headers: IncomingMessage['headers']; body: string }[] = [];

// Names that the world would answer for, as an attacker would.
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'api.example.com': ['127.0.0.1'],
  'rebinding.example.com': ['10.0.0.7'],
  'metadata.example.com': ['169.254.169.254'],
  'half.example.com': ['127.0.0.1', 'fd00::1'],
};

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  base = `http://localhost:${port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const url = request.url ?? '';
  heard.push({ url, method: request.method ?? '', headers: request.headers, body });
  const to = new URL(url, base).searchParams.get('to');
  if (to !== null) response.writeHead(Number(new URL(url, base).searchParams.get('status') ?? 302), { location: to }).end('moved');
  else if (url === '/loop') response.writeHead(302, { location: '/loop' }).end();
  else if (url === '/json') response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] }).end(body);
  else if (url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(gzipSync('unpacked'));
  else if (url === '/picture') response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0x89, 0x50, 0, 1, 2]));
  else if (url === '/large') response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(6 * 1024 * 1024));
  else if (url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
  else if (url !== '/never') response.end('hello');
}

async function agentWith(hosts: Patterns = {}, ownPorts: ReadonlySet<number> = new Set()): Promise<Agent<Ide>> {
  const resolve = async (name: string) => {
    const found = name === 'localhost' ? ['::1', '127.0.0.1'] : NAMES[name];
    if (found === undefined) throw new Error('ENOTFOUND');
    return found;
  };
  return agentOf({ ...openScriptedIde(''), http: new HeadlessHttp(resolve) }, { policy: { ...defaultPolicy, hosts }, ownPorts });
}

test('JSON goes out and comes back, on whichever address the server listens', async () => {
  await using agent = await agentWith();
  const { value } = await agent.call('http_request', { url: `${base}/json`, method: 'POST', json: { a: [1] }, headers: { 'X-Test': 'yes' } });
  expect(value).toMatchObject({ status: 201, statusText: 'Created', body: '{"a":[1]}', headers: { 'set-cookie': 'a=1\nb=2' } });
  expect(heard.at(-1)).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json', 'x-test': 'yes', host: `localhost:${port}` } });
});

test('bodies that are packed, not text, or too large', async () => {
  await using agent = await agentWith();
  const get = async (path: string) => (await agent.call('http_request', { url: base + path })).value;
  expect(await get('/packed')).toMatchObject({ body: 'unpacked' });
  const image = await get('/picture');
  expect(image).toMatchObject({ bytes: 5 });
  expect(image).not.toHaveProperty('body');
  expect(await get('/large')).toMatchObject({ bytes: 5 * 1024 * 1024, cut: true });
  const bomb = await get('/bomb');
  expect(bomb).not.toHaveProperty('body');
  expect(Number(bomb['bytes'])).toBeLessThan(1024 * 1024);
});

test('redirects are followed as browsers do, and not where that is not wanted', async () => {
  await using agent = await agentWith();
  const headers = { Authorization: 'Bearer abcdefgh', 'Content-Type': 'text/plain' };
  const sent = (await agent.call('http_request', { url: `${base}/?to=/json`, method: 'POST', body: 'x', headers })).value;
  expect(sent).toMatchObject({ status: 201, url: `${base}/json`, redirects: [`${base}/json`] });
  expect(heard.at(-1)).toMatchObject({ method: 'GET', body: '', headers: { authorization: 'Bearer abcdefgh' } });
  await agent.call('http_request', { url: `${base}/?to=/json&status=307`, method: 'POST', body: 'x', headers });
  expect(heard.at(-1)).toMatchObject({ method: 'POST', body: 'x' });
  await agent.call('http_request', { url: `${base}/?to=http://127.0.0.1:${port}/json`, headers });
  expect(heard.at(-1)?.headers).not.toHaveProperty('authorization');
  expect((await agent.call('http_request', { url: `${base}/?to=/json`, redirects: false })).value).toMatchObject({
    status: 302,
    headers: { location: '/json' },
  });
  expect((await agent.call('http_request', { url: `${base}/?to=/%3Fto=/` })).value).toMatchObject({ status: 200 });
});

test('a redirect loop, or one that leads out of the web, ends', async () => {
  await using agent = await agentWith();
  const { value } = await agent.call('http_request', { url: `${base}/loop` });
  expect(value).toMatchObject({ status: 302, notFollowed: { to: `${base}/loop`, why: expect.stringContaining('10 times') } });
  for (const to of ['file:///etc/passwd', 'ftp://localhost/', 'http://user:pass@localhost/'])
    expect((await agent.call('http_request', { url: `${base}/?to=${encodeURIComponent(to)}` })).value).toMatchObject({ status: 302, notFollowed: { to } });
});

test('a redirect to another host, or to the network behind, is not followed', async () => {
  await using agent = await agentWith({ 'rebinding.example.com': 'allow', 'metadata.example.com': 'allow' });
  for (const to of [
    'http://other.example.com/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.7/',
    'http://rebinding.example.com/',
    'http://metadata.example.com/',
    'http://[fd00::1]/',
  ]) {
    const { value } = await agent.call('http_request', { url: `${base}/?to=${encodeURIComponent(to)}` });
    expect(value, to).toHaveProperty('notFollowed');
  }
});

const ELSEWHERE = [
  'http://10.0.0.7/',
  'http://169.254.169.254/',
  'http://192.168.1.1/',
  'http://[fe80::1]/',
  'http://other.example.com/',
  'http://[::ffff:10.0.0.1]/',
  'http://0xa000007/',
];

test('nothing is sent to the network behind, or into the world, unless a person allows it', async () => {
  await using agent = await agentWith();
  for (const url of ELSEWHERE) expect(await agent.refusal('http_request', { url }), url).toMatchObject({ error: 'not_permitted' });
});

test('a name that is allowed is not allowed to lead elsewhere', async () => {
  await using agent = await agentWith({ '*.example.com': 'allow' });
  for (const name of ['rebinding', 'metadata', 'half'])
    expect(await agent.refusal('http_request', { url: `http://${name}.example.com:${port}/` })).toMatchObject({ error: 'leads_elsewhere' });
  expect((await agent.call('http_request', { url: `http://api.example.com:${port}/` })).value).toMatchObject({ status: 200 });
  expect(heard.at(-1)?.headers['host']).toBe(`api.example.com:${port}`);
});

test('also a person who allows a name has not allowed where it leads', async () => {
  const ide = { ...openScriptedIde(''), http: new HeadlessHttp(async () => ['10.0.0.7']) };
  await using agent = await agentOf(ide, { person: () => ({ decision: 'accept' }) });
  expect(await agent.refusal('http_request', { url: 'http://innocent.example.com/' })).toMatchObject({ error: 'leads_elsewhere' });
});

test('Binnacle itself is not reached, however its address is written and whoever sends a request on', async () => {
  await using agent = await agentWith({ '*': 'allow' }, new Set([port]));
  const before = heard.length;
  for (const host of [
    'localhost',
    'x.localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::]',
    'api.example.com',
  ])
    expect(await agent.refusal('http_request', { url: `http://${host}:${port}/` }), host).toMatchObject({ error: 'own_server' });
  expect(heard).toHaveLength(before);
  const other = createServer((_request, response) => response.writeHead(307, { location: `http://127.1:${port}/` }).end());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const { value } = await agent.call('http_request', { url: `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}/` });
  expect(value).toMatchObject({ status: 307, notFollowed: { why: 'that is Binnacle itself' } });
  expect(heard).toHaveLength(before);
  other.closeAllConnections();
  other.close();
});

test('a server elsewhere does not reach this machine by sending a request on', async () => {
  await using agent = await agentWith({ '*': 'allow' });
  const before = heard.length;
  const { value } = await agent.call('http_request', { url: `http://api.example.com:${port}/?to=${encodeURIComponent(`${base}/json`)}` });
  expect(value).toMatchObject({ status: 302, notFollowed: { why: 'a server elsewhere may not send a request to this machine' } });
  expect(heard).toHaveLength(before + 1);
});

test('every way to write this machine is this machine, and nothing else is', () => {
  for (const host of ['localhost', 'app.localhost', '127.0.0.1', '127.9.9.9', '::1', '0.0.0.0', '::ffff:127.0.0.1', '::ffff:7f00:1'])
    expect(isLoopbackHost(host), host).toBe(true);
  for (const host of ['localhost.example.com', 'notlocalhost', '128.0.0.1', '::2', '1.127.0.0']) expect(isLoopbackHost(host), host).toBe(false);
  for (const address of ['10.1.1.1', '172.31.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', 'fd12::1', 'fe80::1%eth0', '::ffff:10.0.0.1', '224.0.0.1'])
    expect(isHiddenAddress(address), address).toBe(true);
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111']) expect(isHiddenAddress(address), address).toBe(false);
});

test('what cannot be sent, or is not answered', async () => {
  await using agent = await agentWith();
  expect(await agent.refusal('http_request', { url: 'file:///etc/passwd' })).toMatchObject({ error: 'invalid_url' });
  expect(await agent.refusal('http_request', { url: 'http://user:secret@localhost/' })).toMatchObject({
    error: 'invalid_url',
    message: expect.not.stringContaining('secret'),
  });
  for (const name of ['Host', 'content-length', 'Transfer-Encoding'])
    expect(await agent.refusal('http_request', { url: base, headers: { [name]: 'x' } })).toMatchObject({ error: 'invalid_header' });
  expect(await agent.refusal('http_request', { url: base, headers: { 'X-A': 'b\r\nX-Injected: c' } })).toMatchObject({ error: 'invalid_header' });
  expect(await agent.refusal('http_request', { url: 'http://127.0.0.1:9/' })).toMatchObject({
    error: 'request_failed',
    message: expect.stringContaining('nobody listens'),
  });
  expect(await agent.refusal('http_request', { url: `${base}/never`, timeout: 0.2 })).toMatchObject({ error: 'timed_out' });
  const controller = new AbortController();
  const calling = agent.client.callTool({ name: 'http_request', arguments: { url: `${base}/never` } }, { signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  await expect(calling).rejects.toThrow();
});
