// What the bridge for Copilot wishes for beyond its own tools, through both of its doors: refactoring, undo, several calls in one, a WebSocket, connections that stay open.
import { Agent, request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { copilotBridge } from '../../src/dialects/copilotBridge.ts';
import { openScriptedIde, type ScriptedIde, ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import type { BridgeDoor } from '../../src/transports/bridge.ts';
import { type Doors, startDoors } from '../../src/transports/startDoors.ts';
import { posted } from './bridgeCalls.ts';
import { type Caller, newerClient } from './callers.ts';
import { LineClientTransport, WebSocketClientTransport } from './clientTransports.ts';
import { partsWith, TOKEN } from './house.ts';

const SHOP = `
// @file src/cart.ts
export function total() { return 1; }
export function unused() { return 2; }
// @file src/checkout.ts
import { total } from './cart.ts';
export const price = total();
`;

type Call = (tool: string, given: Record<string, unknown>) => Promise<{ ok: boolean; text: string; body: Record<string, unknown> }>;

let shop: ScriptedIde;
let doors: Doors;
let bridge: BridgeDoor;
let lines: ReturnType<typeof createServer>;
beforeAll(async () => {
  shop = openScriptedIde(SHOP, {}, 'shop');
  doors = await startDoors({ parts: partsWith(allTools, new ScriptedWorkbench([shop])), dialects: [copilotBridge], port: 0, token: TOKEN });
  bridge = await doors.openBridge(copilotBridge, '/shop', 0);
  lines = createServer((socket) => void doors.serveByteStream(socket, { folder: '/shop' }, copilotBridge));
  await new Promise<void>((resolve) => lines.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await bridge.close();
  await doors.close();
  lines.close();
});

const stdio = () => {
  const address = lines.address();
  return newerClient(new LineClientTransport(typeof address === 'object' && address !== null ? address.port : 0), '2025-11-25');
};
const webSocket = () => newerClient(new WebSocketClientTransport(`ws://127.0.0.1:${bridge.port}/mcp`, TOKEN), '2025-11-25');

describe.each<[string, (() => Promise<Caller>) | undefined]>([
  ['stdio', stdio],
  ['HTTP', undefined],
  ['webSocket on the port of the bridge', webSocket],
])('%s', (_name, enter) => {
  let caller: Caller | undefined;
  let call: Call;
  beforeAll(async () => {
    caller = await enter?.();
    call = caller === undefined ? overHttp : overMcp(caller);
  });
  afterAll(() => caller?.close());

  test('a symbol is renamed by its name, shown first, taken back by undo and brought back by redo', async () => {
    const preview = await call('rename_symbol', { symbol: 'total', new_name: 'sum', preview: true });
    expect(preview.text).toMatch(
      /^Nothing was written\. It would be 3 changes in 2 files:\nsrc\/cart\.ts \(\+1 −1\)\nsrc\/checkout\.ts \(\+2 −2\)\n[\s\S]*\+export function sum/,
    );
    const renamed = await call('rename_symbol', { symbol: 'total', new_name: 'sum', path: 'src/cart.ts', line: 1 });
    const changeId = /change_id (\S+) takes it back/.exec(renamed.text)?.[1] ?? '';
    expect(renamed.text).toMatch(/^Renamed: 3 changes in 2 files\./);
    expect(await textOf('src/checkout.ts')).toContain('price = sum()');
    expect((await call('list_changes', {})).text).toContain(changeId);
    expect((await call('undo', { change_id: changeId })).ok).toBe(true);
    expect(await textOf('src/checkout.ts')).toContain('price = total()');
    expect((await call('redo', { change_id: changeId })).ok).toBe(true);
    expect((await call('undo', { change_id: changeId })).ok).toBe(true);
    expect(await textOf('src/checkout.ts')).toContain('price = total()');
  });

  test('several calls in one, by the names of the bridge', async () => {
    const calls = [
      { tool: 'search_symbols', arguments: { query: 'total', type: 'function' } },
      { tool: 'intellij_read_file', arguments: { path: 'src/cart.ts', end_line: 1 }, name: 'cart' },
      { tool: 'intellij_read_file', arguments: { path: 'none.ts' } },
      { tool: 'get_problems', arguments: {} },
    ];
    const stopped = await call('batch', { calls });
    expect(stopped.text).toMatch(
      /^## search_symbols\nFound 1 function:\n1\. total at src\/cart\.ts:1\n## cart\nexport function total\(\) \{ return 1; \}\n## intellij_read_file\nFAILED: There is no file none\.ts\.[\s\S]*\n2 of 4 calls succeeded\.\nNot made: get_problems$/,
    );
    const all = await call('batch', { calls, on_error: 'continue' });
    expect(all.text).toMatch(/3 of 4 calls succeeded\.$/);
    expect((await call('batch', { calls: calls.slice(0, 2), together: true })).text).toMatch(/2 of 2 calls succeeded\.$/);
    expect((await call('batch', { calls: [{ tool: 'batch', arguments: { calls: [] } }] })).text).toMatch(/FAILED: batch cannot be one of its own calls/);
    expect((await call('batch', { calls: [{ tool: 'find_usages' }] })).text).toMatch(/FAILED: .*find_usages[\s\S]*Available tools: search_symbols/);
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['rename_symbol', { symbol: 'total' }, /new_name is missing/],
    ['rename_symbol', { symbol: 'nothing', new_name: 'x' }, /No symbol found for nothing/],
    ['rename_symbol', { symbol: { name: 'total' }, new_name: 'x' }, /symbol/],
    ['rename_file', { path: 'src/none.ts', new_path: 'src/x.ts' }, /none\.ts/],
    ['extract_function', { path: 'src/cart.ts', start_line: 1, end_line: 1 }, /name is missing/],
    ['extract_variable', { path: '../x.ts', start_line: 1, end_line: 1, name: 'x' }, /outside the project/],
    ['inline_symbol', { symbol: '' }, /symbol/],
    ['move_symbol', { symbol: 'total', target: 'x.ts' }, /target_path is missing/],
    ['safe_delete', { symbol: 'total' }, /total/],
    ['change_signature', { symbol: 'total' }, /parameters is missing/],
    ['undo', { change_id: 'c99' }, /c99/],
    ['batch', { calls: [] }, /from 1 to 25 calls/],
    ['set_breakpoint', { file: 'none.ts', line: 1 }, /none\.ts/],
    ['evaluate', {}, /expression is missing/],
    ['git_push', { remotes: 'x' }, /remotes/],
  ])('%s %j is refused', async (tool, given, says) => {
    const { ok, text } = await call(tool, given);
    expect(ok).toBe(false);
    expect(text).toMatch(says);
  });

  test('a file is deleted only if nobody uses it, and a name of several symbols is answered with the candidates', async () => {
    const deleted = await call('safe_delete', { symbol: 'unused' });
    expect(deleted.text).toMatch(/^Deleted: 1 change in 1 file\./);
    expect((await call('undo', { change_id: /change_id (\S+)/.exec(deleted.text)?.[1] ?? '' })).ok).toBe(true);
  });

  test('text of a megabyte is written and read whole', async () => {
    const content = `// ${'a long line of text '.repeat(50)}\n`.repeat(1_000);
    expect((await call('intellij_write_file', { path: 'src/long.ts', content })).ok).toBe(true);
    const { body, text } = await call('intellij_read_file', { path: 'src/long.ts' });
    expect((body['results'] === undefined ? text : z.array(z.object({ content: z.string() })).parse(body['results'])[0]?.content)?.trimEnd()).toBe(
      content.trimEnd(),
    );
  });
});

test('the server calls itself as clients of the bridge know it', async () => {
  const address = lines.address();
  const transport = new LineClientTransport(typeof address === 'object' && address !== null ? address.port : 0);
  await transport.start();
  const answer = await new Promise<unknown>((resolve) => {
    transport.onmessage = resolve;
    void transport.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'copilot', version: '1' } },
    });
  });
  expect(answer).toMatchObject({ result: { protocolVersion: '2025-03-26', serverInfo: { name: 'intellij-code-tools', version: '0.0.0-test' } } });
  await transport.close();
});

test('calls of one client go through one connection, which is kept open between them', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  for (const tool of ['get_project_info', 'search_symbols', 'no_such_tool'])
    await new Promise<void>((resolve, reject) => {
      const options = { agent, method: 'POST', headers: { authorization: `Bearer ${TOKEN}`, 'accept-encoding': 'gzip' } };
      httpRequest(`http://127.0.0.1:${bridge.port}/${tool}`, options, (response) => {
        ports.add(response.socket.localPort);
        response.resume().on('end', resolve);
      })
        .on('error', reject)
        .end(tool === 'search_symbols' ? '{"query":"total"}' : '{}');
    });
  expect(ports.size).toBe(1);
  agent.destroy();
});

async function overHttp(tool: string, given: Record<string, unknown>) {
  const { status, body } = await posted(bridge, tool, given);
  if (status !== 200) expect(Object.keys(body).sort()).toEqual(['details', 'error']);
  return { ok: status === 200, text: String(status === 200 ? body['result'] : `${String(body['error'])} ${String(body['details'])}`), body };
}

const toolResult = z.looseObject({ isError: z.boolean().default(false), content: z.tuple([z.looseObject({ text: z.string() })]) });

function overMcp(caller: Caller): Call {
  return async (tool, given) => {
    try {
      const { isError, content } = toolResult.parse(await caller.ask('tools/call', { name: tool, arguments: given }));
      return { ok: !isError, text: content[0].text, body: {} };
    } catch (error) {
      // What the bridge answers with a number says in its data what to do.
      expect(error).toMatchObject({ code: expect.any(Number), data: { details: expect.any(String) } });
      return { ok: false, text: error instanceof Error ? error.message : String(error), body: {} };
    }
  };
}

async function textOf(path: string): Promise<string> {
  return (await shop.documents.read(shop.documents.uriOf(path))).text;
}
