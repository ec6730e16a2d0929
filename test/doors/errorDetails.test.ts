// Does every error say in data.details what is so or what to do, also those that the SDK or a door answers before any server is asked?
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { doorways, type Knock } from './doorways.ts';
import { type House, openHouse, TOKEN } from './house.ts';

const META = 'io.modelcontextprotocol';
const envelope = (protocolVersion: string) => ({
  [`${META}/protocolVersion`]: protocolVersion,
  [`${META}/clientInfo`]: { name: 'knocker', version: '1' },
  [`${META}/clientCapabilities`]: {},
});
const asked = (method: string, params?: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 7, method, ...(params !== undefined && { params }) });
const modern = { 'mcp-protocol-version': '2026-07-28' };
const now = '2026-07-28';

// Each is wrong somewhere, at least for some of the doors.
const WRONG: readonly (readonly [what: string, knock: Knock])[] = [
  ['no token', { text: asked('tools/list'), token: undefined }],
  ['a wrong token', { text: asked('tools/list'), token: 'guessed' }],
  ['another host', { text: asked('tools/list'), host: 'example.org' }],
  ['no JSON', { text: 'nonsense' }],
  ['JSON that is no message', { text: '{"hello":1}' }],
  ['an empty batch', { text: '[]' }],
  ['a message that is too long', { text: asked('tools/call', { name: 'echo', arguments: { text: 'x'.repeat(250_000) } }) }],
  ['a method that nobody knows', { text: asked('nothing/such') }],
  ['a call before anything else', { text: asked('tools/call', { name: 'echo', arguments: { text: 'a' } }) }],
  ['a session that nobody knows', { text: asked('tools/list'), headers: { 'mcp-session-id': 'none' } }],
  ['initialize without parameters', { text: asked('initialize') }],
  [
    'initialize that takes no events',
    {
      text: asked('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }),
      headers: { accept: 'text/html' },
    },
  ],
  ['2026: a header without its envelope', { text: asked('tools/list'), headers: { ...modern, 'mcp-method': 'tools/list' } }],
  ['2026: an envelope that is broken', { text: asked('tools/list', { _meta: { [`${META}/protocolVersion`]: 7 } }), headers: modern }],
  ['2026: a version that nobody speaks', { text: asked('tools/list', { _meta: envelope('2031-01-01') }), headers: { 'mcp-protocol-version': '2031-01-01' } }],
  ['2026: a header that contradicts', { text: asked('tools/list', { _meta: envelope(now) }), headers: { ...modern, 'mcp-method': 'prompts/list' } }],
  ['2026: a method that nobody knows', { text: asked('nothing/such', { _meta: envelope(now) }), headers: { ...modern, 'mcp-method': 'nothing/such' } }],
  ['2026: a call without a name', { text: asked('tools/call', { _meta: envelope(now) }), headers: { ...modern, 'mcp-method': 'tools/call' } }],
  [
    '2026: wrong parameters',
    { text: asked('resources/read', { uri: 7, _meta: envelope(now) }), headers: { ...modern, 'mcp-method': 'resources/read', 'mcp-name': '7' } },
  ],
  [
    '2026: nothing that it accepts',
    { text: asked('tools/list', { _meta: envelope(now) }), headers: { ...modern, 'mcp-method': 'tools/list', accept: 'text/html' } },
  ],
];

const failure = z.object({ error: z.looseObject({ code: z.number(), message: z.string(), data: z.unknown() }) });

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

describe.each(doorways.map((door) => ({ name: door.name, door })))('$name', ({ door }) => {
  test('every error has data.details', async () => {
    const failed: [string, unknown][] = [];
    for (const [what, knock] of WRONG) {
      const { body = '' } = await door.knock(house, { token: TOKEN, ...knock });
      for (const text of messagesIn(body)) {
        const parsed = failure.safeParse(JSON.parse(text)).data;
        if (parsed !== undefined) failed.push([what, parsed.error]);
      }
    }
    // Of what is always wrong, and of what only this door finds wrong.
    expect(failed.length).toBeGreaterThanOrEqual(5);
    for (const [what, error] of failed)
      expect([what, error]).toEqual([what, expect.objectContaining({ data: expect.objectContaining({ details: expect.stringMatching(/\w/) }) })]);
  });
});

// A body of JSON, or events with a message each.
function messagesIn(body: string): readonly string[] {
  if (body.startsWith('{')) return [body];
  return body.split('\n').flatMap((line) => (line.startsWith('data: {') ? [line.slice('data: '.length)] : []));
}
