// Every way in which a question to an adapter fails is reported in words for an agent.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { DapClient } from '../../../wire/dapClient.ts';
import { DapRequests } from './dapRequests.ts';

const { signal } = new AbortController();

function adapter(answer?: Record<string, unknown>) {
  const input = new PassThrough();
  const output = new PassThrough();
  const client = new DapClient({ input, output }, { event: () => {}, reverseRequest: async () => ({}), trouble: () => {}, closed: () => {} });
  if (answer !== undefined)
    output.on('data', () => {
      const body = JSON.stringify({ seq: 1, type: 'response', request_seq: 1, command: 'x', ...answer });
      input.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    });
  return { client, requests: new DapRequests(client, 'dlv', 's1') };
}

test('a refusal, with the reason that stands only in the body', async () => {
  const { requests } = adapter({
    success: false,
    message: 'failed',
    body: { error: { id: 1, format: 'failed because {why}', variables: { why: 'of rain' } } },
  });
  await expect(requests.send('x', {}, signal)).rejects.toMatchObject({ code: 'adapter_failed', message: expect.stringContaining('failed because of rain') });
});

test('an adapter that does not answer costs the call its bound', async () => {
  await expect(adapter().requests.send('x', {}, signal, 20)).rejects.toMatchObject({ code: 'adapter_silent' });
});

test('one that does not answer because the program is in an endless expression', async () => {
  const { requests } = adapter();
  requests.endless = 'sum(range(10 ** 11))';
  const said = 'sum(range(10 ** 11)) still runs in the program: it does not end, and could not be interrupted.';
  await expect(requests.send('x', {}, signal, 20)).rejects.toMatchObject({ code: 'evaluation_stuck', message: said });
  const answering = adapter({ success: true }).requests;
  answering.endless = 'sum(range(10 ** 11))';
  await answering.send('x', {}, signal);
  expect(answering.endless).toBeUndefined();
});

test('one that is gone, and a caller who is', async () => {
  const { client, requests } = adapter();
  const waiting = requests.send('x', {}, signal);
  client.close();
  await expect(waiting).rejects.toMatchObject({ code: 'session_ended' });
  const controller = new AbortController();
  const cancelled = adapter().requests.send('x', {}, controller.signal);
  controller.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
});
