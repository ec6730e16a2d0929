// Whether the client speaks the protocol rightly to a peer that watches every byte.
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { contentLengthFraming } from './framing.ts';
import { type LspCallbacks, LspClient, LspClosed, LspError } from './lspClient.ts';

test('an answer reaches the one who asked, also when answers come in another order', async () => {
  const { client, peer } = connect();
  const first = client.request('workspace/symbol', { query: 'a' }, live());
  const second = client.request('workspace/symbol', { query: 'b' }, live());
  const [one, two] = await peer.receive(2);
  peer.send({ id: two?.id, result: ['b'] });
  peer.send({ id: one?.id, result: ['a'] });
  expect(await first).toEqual(['a']);
  expect(await second).toEqual(['b']);
});

test('an abort ends the wait at once and notifies the server which request it may drop', async () => {
  const { client, peer } = connect();
  const controller = new AbortController();
  const asked = client.request('workspace/symbol', { query: 'a' }, controller.signal);
  const [request] = await peer.receive(1);
  controller.abort(new Error('the agent left'));
  await expect(asked).rejects.toThrow('the agent left');
  const [cancel] = await peer.receive(1);
  expect(cancel).toMatchObject({ method: '$/cancelRequest', params: { id: request?.id } });
});

test('a request that is aborted already is never sent', async () => {
  const { client, peer } = connect();
  await expect(client.request('workspace/symbol', { query: 'a' }, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  client.notify('initialized', {});
  const [first] = await peer.receive(1);
  expect(first?.method).toBe('initialized');
});

test('a request without parameters carries none', async () => {
  const { client, peer } = connect();
  const asked = client.requestPlain('shutdown', live());
  const [request] = await peer.receive(1);
  expect(request).toEqual({ jsonrpc: '2.0', id: request?.id, method: 'shutdown' });
  peer.send({ id: request?.id, result: null });
  expect(await asked).toBeNull();
});

test('an error of the server keeps its code and says whether asking again can help', async () => {
  const { client, peer } = connect();
  const asked = client.request('workspace/symbol', { query: 'a' }, live());
  const [request] = await peer.receive(1);
  peer.send({ id: request?.id, error: { code: -32801, message: 'content modified' } });
  const error = await asked.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(LspError);
  expect(error).toMatchObject({ code: -32801, message: 'content modified', retriable: true, unsupported: false });
});

test('everyone who waits learns that the connection has ended', async () => {
  const { client, peer, callbacks } = connect();
  const asked = [client.request('workspace/symbol', { query: 'a' }, live()), client.request('workspace/symbol', { query: 'b' }, live())];
  await peer.receive(2);
  peer.end();
  for (const wait of asked) await expect(wait).rejects.toThrow(LspClosed);
  expect(callbacks.closed).toHaveBeenCalledOnce();
  await expect(client.request('workspace/symbol', { query: 'c' }, live())).rejects.toThrow(LspClosed);
});

test('a request on a stream that can no longer be written to ends like any other on a dead connection', async () => {
  const { client, peer, callbacks } = connect();
  peer.hearNoMore();
  await expect(client.request('workspace/symbol', { query: 'a' }, live())).rejects.toThrow(LspClosed);
  client.notify('initialized', {});
  expect(callbacks.closed).toHaveBeenCalledOnce();
});

test('the server gets its configuration, one value for each section', async () => {
  const { peer } = connect({ configuration: (items) => items.map(({ section }) => ({ of: section })) });
  peer.send({ id: 7, method: 'workspace/configuration', params: { items: [{ section: 'typescript' }, { section: 'javascript' }] } });
  expect(await peer.receive(1)).toEqual([{ jsonrpc: '2.0', id: 7, result: [{ of: 'typescript' }, { of: 'javascript' }] }]);
});

test('registrations, progress, published diagnostics and log lines reach their callbacks', async () => {
  const { peer, callbacks } = connect();
  peer.send({
    id: 1,
    method: 'client/registerCapability',
    params: { registrations: [{ id: 'w', method: 'workspace/didChangeWatchedFiles', registerOptions: { watchers: [] } }] },
  });
  peer.send({ id: 2, method: 'client/unregisterCapability', params: { unregisterations: [{ id: 'w', method: 'workspace/didChangeWatchedFiles' }] } });
  peer.send({ id: 3, method: 'window/workDoneProgress/create', params: { token: 't' } });
  peer.send({ method: '$/progress', params: { token: 't', value: { kind: 'begin', title: 'Loading' } } });
  peer.send({ method: 'textDocument/publishDiagnostics', params: { uri: 'file:///a.ts', diagnostics: [] } });
  peer.send({ method: 'window/logMessage', params: { type: 3, message: 'hello' } });
  peer.send({ method: 'custom/own', params: { x: 1 } });
  const answers = await peer.receive(3);
  expect(answers.map(({ id, result }) => [id, result])).toEqual([
    [1, null],
    [2, null],
    [3, null],
  ]);
  await expect.poll(() => callbacks.notified).toHaveBeenCalledWith('custom/own', { x: 1 });
  expect(callbacks.registered).toHaveBeenCalledWith([expect.objectContaining({ id: 'w' })]);
  expect(callbacks.unregistered).toHaveBeenCalledWith(['w']);
  expect(callbacks.progress).toHaveBeenCalledWith('t', { kind: 'begin', title: 'Loading' });
  expect(callbacks.published).toHaveBeenCalledWith({ uri: 'file:///a.ts', diagnostics: [] });
  expect(callbacks.logged).toHaveBeenCalledWith('hello');
});

test('an edit that the server wants is reported and refused: only a change set writes files', async () => {
  const { peer, callbacks } = connect();
  peer.send({ id: 1, method: 'workspace/applyEdit', params: { edit: { changes: {} } } });
  expect(await peer.receive(1)).toMatchObject([{ id: 1, result: { applied: false } }]);
  expect(callbacks.editAsked).toHaveBeenCalledWith({ changes: {} });
});

test('a request of the server that nobody knows is refused, and the connection goes on', async () => {
  const { client, peer } = connect();
  peer.send({ id: 1, method: 'window/unheardOf', params: {} });
  expect(await peer.receive(1)).toMatchObject([{ id: 1, error: { code: -32601 } }]);
  const asked = client.request('workspace/symbol', { query: 'a' }, live());
  const [request] = await peer.receive(1);
  peer.send({ id: request?.id, result: [] });
  expect(await asked).toEqual([]);
});

test('a body that is not JSON costs that message only; a broken frame ends the connection', async () => {
  const { client, peer, callbacks } = connect();
  peer.sendRaw(contentLengthFraming.encode('{not json'));
  const asked = client.request('workspace/symbol', { query: 'a' }, live());
  const [request] = await peer.receive(1);
  peer.send({ id: request?.id, result: [] });
  expect(await asked).toEqual([]);
  peer.sendRaw(Buffer.from(`Content-Length: ${2 ** 40}\r\n\r\n`));
  await expect.poll(() => callbacks.closed).toHaveBeenCalledOnce();
  expect(client.closed).toBe(true);
});

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

function connect(own: Partial<LspCallbacks> = {}) {
  const callbacks = {
    configuration: vi.fn<LspCallbacks['configuration']>(() => []),
    registered: vi.fn<LspCallbacks['registered']>(),
    unregistered: vi.fn<LspCallbacks['unregistered']>(),
    progress: vi.fn<LspCallbacks['progress']>(),
    published: vi.fn<LspCallbacks['published']>(),
    logged: vi.fn<LspCallbacks['logged']>(),
    editAsked: vi.fn<LspCallbacks['editAsked']>(),
    notified: vi.fn<LspCallbacks['notified']>(),
    closed: vi.fn<LspCallbacks['closed']>(),
  };
  const toClient = new PassThrough();
  const toServer = new PassThrough();
  const client = new LspClient({ input: toClient, output: toServer }, { ...callbacks, ...own });
  return { client, callbacks, peer: new Peer(toServer, toClient) };
}

// The other end: it sends what a test says and keeps what it hears.
class Peer {
  readonly #received: Message[] = [];
  readonly #input: PassThrough;
  readonly #output: PassThrough;

  constructor(input: PassThrough, output: PassThrough) {
    this.#input = input;
    this.#output = output;
    const decoder = contentLengthFraming.decoder({ largestMessage: 1 << 20, onGarbage: () => {} });
    input.on('data', (chunk: Buffer) => this.#received.push(...decoder.push(chunk).map((body) => JSON.parse(body))));
  }

  send(message: Record<string, unknown>): void {
    this.sendRaw(contentLengthFraming.encode(JSON.stringify({ jsonrpc: '2.0', ...message })));
  }

  sendRaw(bytes: Buffer): void {
    this.#output.write(bytes);
  }

  end(): void {
    this.#output.end();
  }

  hearNoMore(): void {
    this.#input.end();
  }

  async receive(count: number): Promise<readonly Message[]> {
    await vi.waitFor(() => expect(this.#received.length).toBeGreaterThanOrEqual(count), { timeout: 5_000, interval: 1 });
    return this.#received.splice(0, count);
  }
}

function live(): AbortSignal {
  return new AbortController().signal;
}
