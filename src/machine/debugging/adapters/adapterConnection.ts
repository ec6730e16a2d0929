// A debug adapter that has been started and can be spoken to, over its own pipes or over a port that it opened on this machine.
import { connect, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { Bound, untilAborted } from '../../../base/waiting/abort.ts';
import { deferred } from '../../../base/waiting/deferred.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import { adapterFailed, adapterSilent } from '../../../ide/errors/debugErrors.ts';
import { cancelled } from '../../../ide/errors/errors.ts';
import type { Processes } from '../../processes/processes.ts';
import { SpawnError, type SpawnedProcess } from '../../processes/spawnedProcess.ts';
import type { AdapterRow, FoundAdapter } from './adapterRow.ts';

export interface AdapterConnection {
  readonly input: Readable;
  readonly output: Writable;
  // Undefined for a connection to an adapter that somebody else started.
  readonly process: SpawnedProcess | undefined;
  // Where further sessions of the same adapter can connect.
  readonly address: Address | undefined;
  // What the adapter itself prints, which is not the protocol.
  onText(listener: (text: string) => void): void;
  close(): Promise<void>;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

// An adapter on Python with a cold disk takes a few.
const LISTENING = seconds(20);
const CONNECTING = seconds(5);

export async function startAdapter(row: AdapterRow, found: FoundAdapter, cwd: string, processes: Processes, signal: AbortSignal): Promise<AdapterConnection> {
  // Marked, so that what its program starts is found wherever it goes.
  const spawned = await processes.spawn({ ...found, cwd, marked: true, isOurs: true }).catch((error: unknown) => {
    throw error instanceof SpawnError ? adapterFailed(row.id, error.message) : error;
  });
  if (row.speaks === 'stdio')
    return {
      input: spawned.stdout,
      output: spawned.stdin,
      process: spawned,
      address: undefined,
      onText: () => {},
      close: () => spawned.end(),
    };
  try {
    const texts = new Texts(spawned.stdout);
    const address = await listeningAddress(row, row.speaks.listeningAt, spawned, texts, signal);
    const socket = await connected(row.id, address, signal);
    return {
      input: socket,
      output: socket,
      process: spawned,
      address,
      onText: (listener) => texts.listen(listener),
      async close() {
        socket.destroy();
        await spawned.end();
      },
    };
  } catch (error) {
    await spawned.end(0);
    throw error;
  }
}

export async function connectAdapter(id: string, address: Address, signal: AbortSignal): Promise<AdapterConnection> {
  const socket = await connected(id, address, signal);
  return { input: socket, output: socket, process: undefined, address, onText: () => {}, close: async () => void socket.destroy() };
}

async function listeningAddress(row: AdapterRow, pattern: RegExp, spawned: SpawnedProcess, texts: Texts, signal: AbortSignal): Promise<Address> {
  using bound = new Bound(signal, LISTENING);
  const found = deferred<Address>();
  let said = '';
  texts.listen((text) => {
    said += text;
    const port = Number(pattern.exec(said)?.[1] ?? Number.NaN);
    if (port > 0) found.resolve({ host: '127.0.0.1', port });
  });
  void spawned.exited.then(async () => found.reject(adapterFailed(row.id, (await spawned.allErrors()) || said || 'it ended at once')));
  return await untilAborted(found.promise, bound.signal, () => (bound.passed ? adapterSilent(row.id, 'its start') : cancelled()));
}

async function connected(id: string, { host, port }: Address, signal: AbortSignal): Promise<Socket> {
  using bound = new Bound(signal, CONNECTING);
  const opened = deferred<void>();
  const socket = connect({ host, port });
  // Small messages back and forth: without this each step waits 40 ms for an acknowledgement.
  socket.setNoDelay(true);
  socket.once('connect', () => opened.resolve());
  socket.once('error', (error) => opened.reject(adapterFailed(id, error.message)));
  try {
    await untilAborted(opened.promise, bound.signal, () => (bound.passed ? adapterSilent(id, 'a connection') : cancelled()));
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socket;
}

// What is printed before somebody listens is given to the first who does.
class Texts {
  #kept = '';
  readonly #listeners: ((text: string) => void)[] = [];

  constructor(stream: Readable) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      if (this.#listeners.length === 0) this.#kept += text;
      for (const listener of this.#listeners) listener(text);
    });
  }

  listen(listener: (text: string) => void): void {
    this.#listeners.push(listener);
    if (this.#kept !== '') listener(this.#kept);
    this.#kept = '';
  }
}
