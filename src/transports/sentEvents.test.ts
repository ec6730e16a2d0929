// What a client that comes back is told again, and what has been forgotten.
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { SentEvents } from './sentEvents.ts';

test('only what was missed on the same stream is sent again, in order', async () => {
  const events = new SentEvents();
  const first = await events.storeEvent('one', say('a'));
  await events.storeEvent('two', say('other'));
  await events.storeEvent('one', say('b'));
  await events.storeEvent('one', say('c'));
  expect(await replayed(events, first)).toEqual({ stream: 'one', methods: ['b', 'c'] });
});

test('old events are forgotten when they grow too many, and say so by having no stream', async () => {
  const events = new SentEvents();
  const first = await events.storeEvent('one', say('a'));
  for (let index = 0; index < 30; index++) await events.storeEvent('one', say('x'.repeat(100_000)));
  expect(await events.getStreamIdForEventId(first)).toBeUndefined();
  const last = await events.storeEvent('one', say('z'));
  expect(await events.getStreamIdForEventId(last)).toBe('one');
});

async function replayed(events: SentEvents, after: string): Promise<{ stream: string; methods: string[] }> {
  const methods: string[] = [];
  const stream = await events.replayEventsAfter(after, { send: async (_id, message) => void methods.push('method' in message ? message.method : '') });
  return { stream, methods };
}

function say(method: string): JSONRPCMessage {
  return { jsonrpc: '2.0', method };
}
