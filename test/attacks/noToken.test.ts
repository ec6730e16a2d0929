// A page of this machine (a development server with somebody's package in it, say) that finds a Binnacle started without a token.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { shopIn } from '../faults/machine.ts';
import { binnacle, temporaryHome } from '../support/builtProgram.ts';

const Ready = z.object({ url: z.string(), token: z.null() });
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const LIST = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'page', version: '1' } },
});

test('without a token no page is answered, over HTTP or a WebSocket, and programs are', async () => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  const child = spawn(process.execPath, [binnacle, 'serve', '--port', '0', '--no-token', '--json', '--project', shop], {
    env: home.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(child.stdout, 'data');
    const { url } = Ready.parse(JSON.parse(String(line)));
    const post = (headers: Record<string, string>) => fetch(`${url}/mcp`, { method: 'POST', headers: { ...HEADERS, ...headers }, body: LIST });
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1', 'https://evil.example']) {
      const answer = await post({ origin });
      expect(answer.status, origin).toBe(403);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      const socket = new WebSocket(`${url.replace('http', 'ws')}/mcp`, { origin });
      const [error] = await once(socket, 'error');
      expect(String(error)).toContain('403');
    }
    expect((await post({})).status).toBe(200);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});
