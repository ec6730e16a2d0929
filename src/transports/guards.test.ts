// Who may come in, as a table.
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { corsHeaders, refusalOf, refusalOfForeign } from './guards.ts';

const TOKEN = 'right';

test.each([
  { host: 'localhost:29300', status: undefined },
  { host: '127.0.0.1', status: undefined },
  { host: '[::1]:1', status: undefined },
  { host: 'LOCALHOST:80', status: undefined },
  { host: undefined, status: 403 },
  { host: '', status: 403 },
  { host: 'evil.example', status: 403 },
  { host: 'localhost.evil.example', status: 403 },
  { host: '127.0.0.1.evil.example', status: 403 },
  { host: 'localhost@evil.example', status: 403 },
  { host: 'evil.example#localhost', status: 403 },
  { host: '127.0.0.2', status: 403 },
  { host: '0.0.0.0', status: 403 },
])('Host $host is answered with $status', ({ host, status }) => {
  expect(knock({ host, authorization: `Bearer ${TOKEN}` })?.status).toBe(status);
});

test.each([
  { origin: 'http://localhost:5173', status: undefined },
  { origin: 'https://127.0.0.1', status: undefined },
  { origin: 'http://[::1]:3000', status: undefined },
  { origin: 'null', status: 403 },
  { origin: '', status: 403 },
  { origin: 'https://evil.example', status: 403 },
  { origin: 'http://localhost.evil.example', status: 403 },
  { origin: 'http://evil.example/http://localhost', status: 403 },
  { origin: 'file://localhost', status: 403 },
  { origin: 'chrome-extension://localhost', status: 403 },
])('Origin $origin is answered with $status', ({ origin, status }) => {
  expect(knock({ host: 'localhost', origin, authorization: `Bearer ${TOKEN}` })?.status).toBe(status);
  expect(corsHeaders(request({ host: 'localhost', origin }))['access-control-allow-origin']).toBe(status === undefined ? origin : undefined);
});

test.each([
  { authorization: `Bearer ${TOKEN}`, query: '', status: undefined },
  { authorization: `bearer ${TOKEN}`, query: '', status: undefined },
  { authorization: undefined, query: `?token=${TOKEN}`, status: undefined },
  { authorization: undefined, query: '', status: 401 },
  { authorization: 'Bearer wrong', query: '', status: 401 },
  { authorization: `Basic ${TOKEN}`, query: '', status: 401 },
  { authorization: undefined, query: '?token=', status: 401 },
  { authorization: undefined, query: `?token=${TOKEN}x`, status: 401 },
  // A wrong header is not saved by a right query: the client is confused, or not ours.
  { authorization: 'Bearer wrong', query: `?token=${TOKEN}`, status: 401 },
])('Authorization $authorization and $query are answered with $status', ({ authorization, query, status }) => {
  expect(knock({ host: 'localhost', authorization }, query)?.status).toBe(status);
});

test('a browser asks without credentials whether it may ask, so OPTIONS needs no token but a good origin', () => {
  expect(knock({ host: 'localhost', origin: 'http://localhost' }, '', 'OPTIONS')).toBeUndefined();
  expect(knock({ host: 'localhost', origin: 'https://evil.example' }, '', 'OPTIONS')?.status).toBe(403);
});

test('the guards that need no token stay when there is none', () => {
  expect(refusalOf(request({ host: 'localhost' }), new URL('http://localhost/'), undefined)).toBeUndefined();
  expect(refusalOf(request({ host: 'evil.example' }), new URL('http://localhost/'), undefined)?.status).toBe(403);
});

test('without a token no page is answered, not even one of this machine, and not even whether it may ask', () => {
  for (const method of ['POST', 'GET', 'OPTIONS'])
    expect(refusalOf(request({ host: 'localhost', origin: 'http://localhost:5173' }, method), new URL('http://localhost/mcp'), undefined)?.status).toBe(403);
  expect(refusalOfForeign(request({ host: 'localhost', origin: 'http://localhost:5173' }))).toBeUndefined();
});

function knock(headers: Record<string, string | undefined>, query = '', method = 'POST') {
  return refusalOf(request(headers, method), new URL(`http://localhost/mcp${query}`), TOKEN);
}

function request(headers: Record<string, string | undefined>, method = 'POST'): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.method = method;
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) message.headers[name] = value;
  return message;
}
