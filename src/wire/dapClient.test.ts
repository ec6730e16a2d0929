// Whether the client holds a conversation with a debug adapter that really frames, answers, fails, asks back and dies.
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type DapCallbacks, DapClient, DapClosed, DapError } from './dapClient.ts';
import { contentLengthFraming } from './framing.ts';

test('a session: initialize, an event, threads', async () => {
  const { client, callbacks } = connect({
    initialize: (adapter) => {
      adapter.event('initialized', undefined);
      return { supportsCancelRequest: true };
    },
    threads: () => ({ threads: [{ id: 1, name: 'main' }] }),
  });
  expect(await client.request('initialize', { adapterID: 'test' }, live())).toEqual({ supportsCancelRequest: true });
  expect(await client.request('threads', undefined, live())).toEqual({ threads: [{ id: 1, name: 'main' }] });
  expect(callbacks.event).toHaveBeenCalledWith('initialized', undefined);
});

test('a refusal is an error with the adapter’s own words', async () => {
  const { client } = connect({
    evaluate: () => {
      throw new Error('x is not defined');
    },
  });
  const error = await client.request('evaluate', { expression: 'x' }, live()).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DapError);
  expect(error).toMatchObject({ command: 'evaluate', message: 'x is not defined' });
});

test('what the adapter asks back is answered, also when we refuse', async () => {
  const { client, adapter } = connect({}, async (command) => {
    if (command === 'runInTerminal') return { processId: 42 };
    throw new Error(`${command} is not offered`);
  });
  adapter.ask('runInTerminal', { args: ['node'] });
  adapter.ask('startDebugging', {});
  await expect.poll(() => adapter.answers).toHaveLength(2);
  expect(adapter.answers).toMatchObject([
    { command: 'runInTerminal', success: true, body: { processId: 42 } },
    { command: 'startDebugging', success: false, message: 'startDebugging is not offered' },
  ]);
  client.close();
});

test('an abort ends the wait, and an adapter that can cancel is notified', async () => {
  const { client, adapter } = connect({ continue: () => new Promise(() => {}), cancel: () => ({}) });
  const controller = new AbortController();
  client.supportsCancel = true;
  const waiting = client.request('continue', { threadId: 1 }, controller.signal);
  await expect.poll(() => adapter.requests).toHaveLength(1);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect.poll(() => adapter.requests).toHaveLength(2);
  expect(adapter.requests[1]).toMatchObject({ command: 'cancel', arguments: { requestId: adapter.requests[0]?.seq } });
});

test('an adapter that dies ends every wait, and later requests fail at once', async () => {
  const { client, adapter, callbacks } = connect({ next: () => new Promise(() => {}) });
  const waiting = client.request('next', { threadId: 1 }, live());
  await expect.poll(() => adapter.requests).toHaveLength(1);
  adapter.die();
  await expect(waiting).rejects.toThrow(DapClosed);
  await expect(client.request('threads', undefined, live())).rejects.toThrow(DapClosed);
  expect(callbacks.closed).toHaveBeenCalledOnce();
});

test('noise on the stream and bodies that are no DAP are reported, and the session goes on', async () => {
  const { client, adapter, callbacks } = connect({ threads: () => ({ threads: [] }) });
  adapter.sendRaw(Buffer.from('Listening on port 5\n'));
  adapter.sendRaw(contentLengthFraming.encode('{"type":"nonsense"}'));
  expect(await client.request('threads', undefined, live())).toEqual({ threads: [] });
  expect(callbacks.trouble).toHaveBeenCalledTimes(2);
});

type Handlers = Readonly<Record<string, (adapter: Adapter, arguments_: unknown) => unknown>>;

function connect(handlers: Handlers, reverseRequest: DapCallbacks['reverseRequest'] = async () => undefined) {
  const callbacks = {
    event: vi.fn<DapCallbacks['event']>(),
    reverseRequest,
    trouble: vi.fn<DapCallbacks['trouble']>(),
    closed: vi.fn<DapCallbacks['closed']>(),
  };
  const toClient = new PassThrough();
  const toAdapter = new PassThrough();
  const adapter = new Adapter(toAdapter, toClient, handlers);
  return { client: new DapClient({ input: toClient, output: toAdapter }, callbacks), callbacks, adapter };
}

const incoming = z.looseObject({ type: z.string(), seq: z.number(), command: z.string(), arguments: z.unknown().optional() });

// A small debug adapter: real frames and sequence numbers, behaviour from the test.
class Adapter {
  readonly requests: z.output<typeof incoming>[] = [];
  readonly answers: z.output<typeof incoming>[] = [];
  readonly #output: PassThrough;
  readonly #handlers: Handlers;
  #sequence = 100;

  constructor(input: PassThrough, output: PassThrough, handlers: Handlers) {
    this.#output = output;
    this.#handlers = handlers;
    const decoder = contentLengthFraming.decoder({ largestMessage: 1 << 20, onGarbage: () => {} });
    input.on('data', (chunk: Buffer) => {
      for (const body of decoder.push(chunk)) void this.#receive(incoming.parse(JSON.parse(body)));
    });
  }

  event(event: string, body: unknown): void {
    this.#send({ type: 'event', event, body });
  }

  ask(command: string, arguments_: unknown): void {
    this.#send({ type: 'request', command, arguments: arguments_ });
  }

  sendRaw(bytes: Buffer): void {
    this.#output.write(bytes);
  }

  die(): void {
    this.#output.destroy();
  }

  async #receive(message: z.output<typeof incoming>): Promise<void> {
    if (message.type === 'response') {
      this.answers.push(message);
      return;
    }
    this.requests.push(message);
    const reply = { type: 'response', request_seq: message.seq, command: message.command };
    try {
      const body = await this.#handlers[message.command]?.(this, message.arguments);
      this.#send({ ...reply, success: true, body });
    } catch (error) {
      this.#send({ ...reply, success: false, message: error instanceof Error ? error.message : String(error) });
    }
  }

  #send(message: Record<string, unknown>): void {
    this.sendRaw(contentLengthFraming.encode(JSON.stringify({ seq: ++this.#sequence, ...message })));
  }
}

function live(): AbortSignal {
  return new AbortController().signal;
}
