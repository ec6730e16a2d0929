// The dialect of the Copilot bridge through both of its doors: MCP over a stream of lines, and plain HTTP on a port of its own; every row with right and wrong input.
import { createServer } from 'node:net';
import { parseJSONRPCMessage } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { copilotBridge } from '../../src/dialects/copilotBridge.ts';
import { openScriptedIde, type ScriptedIde, ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import { engineFailed } from '../../src/ide/errors/errors.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import type { BridgeDoor } from '../../src/transports/bridge.ts';
import { type Doors, startDoors } from '../../src/transports/startDoors.ts';
import { type Caller, newerClient } from './callers.ts';
import { LineClientTransport } from './clientTransports.ts';
import { NAMES, rows, SHOP, wrongs, ZOD } from './copilotBridgeRows.ts';
import { LONGEST_MESSAGE, partsWith, TOKEN } from './house.ts';

let shop: ScriptedIde;
let doors: Doors;
let bridge: BridgeDoor;
let lines: ReturnType<typeof createServer>;
beforeAll(async () => {
  shop = openScriptedIde(SHOP, { packages: { zod: [ZOD] } }, 'shop');
  // A second project: neither door may mistake one for the other, although no argument names a project.
  const workbench = new ScriptedWorkbench([shop, openScriptedIde('', {}, 'api')]);
  doors = await startDoors({
    parts: partsWith(allTools, workbench),
    dialects: [copilotBridge],
    port: 0,
    token: TOKEN,
    limits: { messageBytes: LONGEST_MESSAGE },
  });
  bridge = await doors.openBridge(copilotBridge, '/shop', 0);
  lines = createServer((socket) => void doors.serveByteStream(socket, { folder: '/shop' }, copilotBridge));
  await new Promise<void>((resolve) => lines.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await bridge.close();
  await doors.close();
  lines.close();
});

describe.each(['2025-11-25', '2026-07-28'] as const)('stdio, %s', (era) => {
  let caller: Caller;
  beforeAll(async () => {
    const address = lines.address();
    caller = await newerClient(new LineClientTransport(typeof address === 'object' && address !== null ? address.port : 0), era);
  });
  afterAll(() => caller.close());

  test('lists the tools, by their original names', async () => {
    expect(await caller.ask('tools/list', {})).toMatchObject({ tools: NAMES.map((name) => ({ name, inputSchema: { type: 'object' } })) });
  });

  test.each(rows)('$tool $given', async ({ tool, given, text }) => {
    const said = textOf(await caller.ask('tools/call', { name: tool, arguments: given }));
    if (typeof text === 'string') expect(said).toBe(text);
    else expect(said).toMatch(text);
  });

  test.each(wrongs)('$tool: $what is refused', async ({ tool, given, says, code }) => {
    const asked = caller.ask('tools/call', { name: tool, arguments: given });
    if (code !== undefined) return expect(asked).rejects.toMatchObject({ code, message: expect.stringMatching(says) });
    const result = await asked;
    expect(result['isError']).toBe(true);
    return expect(textOf(result)).toMatch(says);
  });

  test('advice never names a tool that the bridge does not have', async () => {
    const foreign = allTools.map(({ name }) => name).filter((name) => !NAMES.includes(name));
    for (const { tool, given } of wrongs) {
      const said = await caller.ask('tools/call', { name: tool, arguments: given }).then(textOf, (error: Error) => error.message);
      expect(foreign.filter((name) => new RegExp(`\\b${name}\\b`).test(said))).toEqual([]);
    }
  });

  test('an answer that is not whole says so', async () => {
    shop.languages.script = { incomplete: 'typescript is still loading.' };
    const said = textOf(await caller.ask('tools/call', { name: 'find_references', arguments: { symbol: 'Cart' } }));
    shop.languages.script = { packages: { zod: [ZOD] } };
    expect(said).toMatch(/^Found 4 references[\s\S]*\nINCOMPLETE: typescript is still loading\.$/);
  });
});

test('initialize speaks 2025-03-26 and carries the rules for the tools that there are; ping and unknown methods are answered', async () => {
  const address = lines.address();
  const transport = new LineClientTransport(typeof address === 'object' && address !== null ? address.port : 0);
  const heard: unknown[] = [];
  await transport.start();
  const answer = (message: Record<string, unknown>) =>
    new Promise<unknown>((resolve) => {
      transport.onmessage = (said) => {
        heard.push(said);
        resolve(said);
      };
      void transport.send(parseJSONRPCMessage({ jsonrpc: '2.0', id: heard.length, ...message }));
    });
  const first = await answer({
    method: 'initialize',
    params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'copilot', version: '1' } },
  });
  expect(first).toMatchObject({ result: { protocolVersion: '2025-03-26', capabilities: { tools: {} } } });
  const { instructions } = z.object({ result: z.object({ instructions: z.string() }) }).parse(first).result;
  expect(instructions).toMatch(
    /^IMPORTANT TOOL USAGE RULES:\n1\. ALWAYS use 'intellij_write_file'[\s\S]*\n2\. ALWAYS use 'intellij_read_file'[\s\S]*\n3\. After making ANY[\s\S]*\n4\. Use 'get_problems'[\s\S]*\n5\. PREFER/,
  );
  const named: readonly string[] = instructions.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
  expect(named.filter((name) => !NAMES.includes(name))).toEqual([]);
  expect(await answer({ method: 'ping' })).toMatchObject({ result: {} });
  expect(await answer({ method: 'invalid_method' })).toMatchObject({ error: { code: -32601, message: expect.stringContaining('Method not found') } });
  await transport.close();
});

describe('HTTP', () => {
  test.each(rows)('POST /$tool $given', async ({ tool, given, text, results }) => {
    const { status, body } = await post(tool, given);
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: typeof text === 'string' ? text : expect.stringMatching(text) });
    if (typeof results === 'object' && results !== null && !Array.isArray(results) && 'length' in results)
      expect(body['results']).toHaveLength(Number(results.length));
    else expect(body['results']).toEqual(results);
  });

  test.each(wrongs)('POST /$tool: $what is $status', async ({ tool, given, says, status }) => {
    const answer = await post(tool, given);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body).sort()).toEqual(['details', 'error']);
    expect(`${String(answer.body['error'])} ${String(answer.body['details'])}`).toMatch(says);
  });

  test('an unknown tool is answered in the original’s own words', async () => {
    expect(await post('invalid_tool_name', {})).toEqual({
      status: 404,
      body: { error: 'Tool not found: invalid_tool_name', details: `Available tools: ${NAMES.join(', ')}` },
    });
  });

  test('a failure of the engine is 500, with what to do', async () => {
    shop.languages.script = { failure: engineFailed('typescript 7', 'it crashed') };
    const { status, body } = await post('find_references', { symbol: 'Cart' });
    shop.languages.script = { packages: { zod: [ZOD] } };
    expect(status).toBe(500);
    expect(body).toMatchObject({ error: expect.stringContaining('it crashed') });
  });

  test.each(['[1]', '{', '"text"', 'null'])('a body %s that is no object is 400', async (body) => {
    const response = await fetch(url('search_symbols'), { method: 'POST', headers: bearer, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'The body is not a JSON object.' });
  });

  test('no body is no arguments', async () => {
    const response = await fetch(url('get_project_info'), { method: 'POST', headers: bearer });
    expect(response.status).toBe(200);
  });

  test('a body that is too long is 413, and the bridge lives', async () => {
    const response = await fetch(url('search_symbols'), { method: 'POST', headers: bearer, body: JSON.stringify({ query: 'x'.repeat(LONGEST_MESSAGE) }) });
    expect(response.status).toBe(413);
    expect((await post('search_symbols', { query: 'Cart' })).status).toBe(200);
  });

  test('GET of a tool says how it is called', async () => {
    const response = await fetch(url('search_symbols'), { headers: bearer });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(await response.json()).toMatchObject({ details: expect.stringContaining('POST /search_symbols') });
  });

  test('/health is there without a token, and says whether engines are loading', async () => {
    expect(await (await fetch(url('health'))).json()).toEqual({ status: 'ok', indexing: false });
    shop.languages.script = { engines: [{ language: 'typescript', engine: 'typescript 7', state: 'loading', root: '/shop', restarts: 0 }] };
    expect(await (await fetch(url('health'))).json()).toEqual({ status: 'ok', indexing: true });
    shop.languages.script = { packages: { zod: [ZOD] } };
  });

  test('everything else needs the token, in a header or in the URL', async () => {
    const body = JSON.stringify({ query: 'Cart' });
    expect((await fetch(url('search_symbols'), { method: 'POST', body })).status).toBe(401);
    expect((await fetch(`${url('search_symbols')}?token=wrong`, { method: 'POST', body })).status).toBe(401);
    expect((await fetch(`${url('search_symbols')}?token=${TOKEN}`, { method: 'POST', body })).status).toBe(200);
    expect((await fetch(url('tools/list'))).status).toBe(401);
  });

  test.each([{ origin: 'https://evil.example' }, { origin: 'null' }])('a page of elsewhere is refused, also at /health: %o', async (headers) => {
    expect((await fetch(url('health'), { headers })).status).toBe(403);
    const response = await fetch(url('search_symbols'), { method: 'POST', headers: { ...bearer, ...headers }, body: '{"query":"Cart"}' });
    expect(response.status).toBe(403);
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(await response.json()))).toEqual(['error', 'details']);
  });

  test('where a person chose to have no token, none is needed; the other checks stay', async () => {
    const open = await startDoors({ parts: partsWith(allTools, new ScriptedWorkbench([shop])), dialects: [], port: 0, token: undefined });
    const door = await open.openBridge(copilotBridge, '/shop', 0);
    const ask = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${door.port}/search_symbols`, { method: 'POST', headers, body: '{"query":"Cart"}' });
    expect((await ask({})).status).toBe(200);
    expect((await ask({ origin: 'https://evil.example' })).status).toBe(403);
    await door.close();
    await open.close();
  });

  test('the older way, one path for every call, is served too', async () => {
    expect(await post('tools/call', { name: 'search_symbols', arguments: { query: 'Cart', type: 'class' } })).toMatchObject({
      status: 200,
      body: { result: 'Found 1 class:\n1. Cart at src/cart.ts:1' },
    });
    const listed = await (await fetch(url('tools/list'), { headers: bearer })).json();
    expect(listed).toMatchObject({ tools: NAMES.map((name) => ({ name })) });
  });

  test('long answers are packed for clients that can unpack them', async () => {
    const ask = (encoding: string) => fetch(url('get_project_info'), { method: 'POST', headers: { ...bearer, 'accept-encoding': encoding }, body: '{}' });
    const short = await ask('identity');
    expect(short.headers.get('content-encoding')).toBeNull();
    const many = await fetch(url('tools/list'), { headers: { ...bearer, 'accept-encoding': 'gzip' } });
    expect(many.headers.get('content-encoding')).toBe('gzip');
    expect(await many.json()).toMatchObject({ tools: { length: NAMES.length } });
    const plain = await fetch(url('tools/list'), { headers: { ...bearer, 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toMatchObject({ tools: { length: NAMES.length } });
  });

  test('several calls at once do not disturb each other', async () => {
    const asked = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? post('search_symbols', { query: 'Cart', type: 'class' }) : post('get_problems', { path: 'src/cart.ts' }),
    );
    const answers = await Promise.all(asked);
    for (const [index, { body }] of answers.entries()) expect(String(body['result'])).toContain(index % 2 === 0 ? 'Found 1 class' : 'Found no problems');
  });
});

const bearer = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

function url(path: string): string {
  return `http://127.0.0.1:${bridge.port}/${path}`;
}

async function post(tool: string, given: Record<string, unknown>): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(url(tool), { method: 'POST', headers: bearer, body: JSON.stringify(given) });
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
}

const textContent = z.looseObject({ content: z.tuple([z.looseObject({ type: z.literal('text'), text: z.string() })]) });

function textOf(result: unknown): string {
  return textContent.parse(result).content[0].text;
}
