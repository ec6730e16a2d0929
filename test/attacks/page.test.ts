// A page in the person's browser, or a name that was made to lead here, knocks at every door of a daemon that has a token.
import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Agent } from '../faults/agent.ts';
import { daemonsOf, shopIn } from '../faults/machine.ts';
import { temporaryHome } from '../support/builtProgram.ts';

const DOORS = ['/mcp', '/sse', '/messages', '/index-mcp', '/debugger-mcp', '/reviews', '/'];
const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'page', version: '1' } },
});

test('no door is opened to a page, to a name that leads here, or without the token', async () => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  await using agent = new Agent(home, { folder: shop });
  await agent.initialize();
  const [daemon] = await daemonsOf(home);
  const { port = 0, token = '' } = daemon ?? {};
  const right = { host: `127.0.0.1:${port}`, authorization: `Bearer ${token}` };
  const attacks: readonly (readonly [string, Record<string, string>])[] = [
    ['no token', { host: right.host }],
    ['a wrong token', { ...right, authorization: `Bearer ${token.slice(0, -1)}x` }],
    ['an empty token', { ...right, authorization: 'Bearer ' }],
    ['a foreign page', { ...right, origin: 'https://evil.example' }],
    ['a page of nowhere', { ...right, origin: 'null' }],
    ['a page whose name begins like ours', { ...right, origin: `http://127.0.0.1.evil.example:${port}` }],
    ['a name that leads here', { ...right, host: `evil.example:${port}` }],
    ['a name that leads here, without a page', { host: `evil.example:${port}` }],
  ];
  for (const [how, headers] of attacks) {
    for (const door of DOORS)
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, opensToPages } = await knock(port, door, method, headers);
        expect([how, method, door, [401, 403, 404].includes(status), opensToPages], String(status)).toEqual([how, method, door, true, false]);
      }
    // No answer may show the page what is there and what is not.
    const { status } = await knock(port, '/mcp', 'POST', headers);
    expect([how, status]).toEqual([how, headers['host'] === right.host && headers['origin'] === undefined ? 401 : 403]);
    const { host, ...others } = headers;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/mcp`, { headers: { ...others, ...(host !== right.host && { host }) } });
    const [error] = await once(socket, 'error');
    expect(String(error), how).toMatch(/40[13]/);
  }
  expect((await knock(port, '/mcp', 'POST', right)).status).toBe(200);
});

function knock(port: number, path: string, method: string, headers: Record<string, string>): Promise<{ status: number; opensToPages: boolean }> {
  return new Promise((resolve, reject) => {
    const sent = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
    const asked = request({ host: '127.0.0.1', port, path, method, headers: sent }, (response) => {
      response.destroy();
      resolve({ status: response.statusCode ?? 0, opensToPages: response.headers['access-control-allow-origin'] !== undefined });
    });
    asked.on('error', reject);
    asked.end(method === 'POST' ? CALL : undefined);
  });
}
