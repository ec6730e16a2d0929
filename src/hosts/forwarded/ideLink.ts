// The side that asks: one connection to the process that has the IDE, with what is known of it here and what waits for its answers.
import type { Readable, Writable } from 'node:stream';
import { CancellationTokenSource, type MessageConnection } from 'vscode-jsonrpc';
import { currentEnvironment } from '../../base/processes/environment.ts';
import { type Deferred, deferred } from '../../base/waiting/deferred.ts';
import { changedMeanwhile } from '../../ide/errors/errors.ts';
import { createJsonRpc } from '../../wire/jsonRpc.ts';
import { incoming, outgoing } from './crossingValues.ts';
import { type Beat, Heartbeat, USUAL_BEAT } from './heartbeat.ts';
import { CalledMessage, errorToSend, HandlesMessage, receivedError, ServedShape, StateMessage } from './messages.ts';
import type { Mirrors } from './mirrors.ts';

export interface LinkStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly onTrouble: (text: string) => void;
  // What everything that waits is rejected with when the other side is gone, or has not answered for so long.
  readonly gone: (silentFor?: number) => Error;
  // How often the other side is asked whether it still answers; usual when absent.
  readonly beat?: Beat;
}

type Callable = (...given: unknown[]) => unknown;

// More than any session uses at once; what was handed to a test run of yesterday is not called any more.
const MOST_FUNCTIONS = 10_000;
// It comes back at once, or never.
const MOST_THROWN = 1_000;

export class IdeLink {
  readonly #connection: MessageConnection;
  readonly #streams: LinkStreams;
  readonly mirrors: Mirrors;
  readonly #waiting = new Set<Deferred<unknown>>();
  readonly #functions = new Map<number, Callable>();
  // By functions that were asked from there.
  readonly #thrown = new Map<number, unknown>();
  // Objects that must come back as themselves, by their number there.
  readonly #kept = new WeakMap<object, number>();
  readonly #environments = new WeakMap<object, number>();
  readonly #states = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #closed = deferred<void>();
  #next = 1;
  #isClosed = false;
  #heartbeat: Heartbeat | undefined;
  #silentFor: number | undefined;

  constructor(streams: LinkStreams, mirrors: (link: IdeLink) => Mirrors) {
    this.#streams = streams;
    this.mirrors = mirrors(this);
    const connection = createJsonRpc(streams);
    this.#connection = connection;
    connection.onClose(() => this.close());
    connection.onNotification('state', (message: unknown) => {
      const { door, known } = StateMessage.parse(message);
      const value = this.#in(known);
      if (typeof value === 'object' && value !== null) this.#states.set(door, { ...value });
    });
    connection.onNotification('handles', (message: unknown) => this.mirrors.update(HandlesMessage.parse(message), (value) => this.#in(value)));
    connection.onNotification('called', (message: unknown) => {
      const { function: id, given } = CalledMessage.parse(message);
      this.#functions.get(id)?.(...given.map((each) => this.#in(each)));
    });
    connection.onRequest('ask', async (message: unknown) => {
      const { function: id, given } = CalledMessage.parse(message);
      try {
        return this.#out(await Promise.resolve(this.#functions.get(id)?.(...given.map((each) => this.#in(each)))), []);
      } catch (thrown) {
        throw errorToSend(thrown, this.#keepThrown(thrown));
      }
    });
    connection.listen();
    // Whoever greeted may have stopped it, so that nothing was lost until somebody listens.
    streams.input.resume();
  }

  // Resolves when the other side is gone.
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  async open(): Promise<ServedShape> {
    const shape = ServedShape.parse(await this.#request('open', null));
    this.#heartbeat = new Heartbeat(
      () => this.#connection.sendRequest('alive'),
      this.#streams.beat ?? USUAL_BEAT,
      (silentFor) => this.#giveUp(silentFor),
    );
    for (const { values } of Object.values(shape.doors)) for (const [name, value] of Object.entries(values)) values[name] = this.#in(value);
    return shape;
  }

  async take(): Promise<boolean> {
    return (await this.#request('take', null)) === true;
  }

  async call(target: string, member: string, given: readonly unknown[]): Promise<unknown> {
    const signal = given.find((each) => each instanceof AbortSignal);
    const functions: number[] = [];
    const out = given.map((each) => this.#out(each, functions));
    const source = new CancellationTokenSource();
    const cancel = () => source.cancel();
    if (signal?.aborted === true) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    let answer: unknown;
    try {
      answer = this.#in(await this.#request('call', { target, member, given: out, ...this.#environment() }, source));
      return answer;
    } finally {
      signal?.removeEventListener('abort', cancel);
      source.dispose();
      // What goes on after its call may go on asking.
      if (!this.mirrors.isMirror(answer)) for (const id of functions) this.#functions.delete(id);
    }
  }

  send(target: string, member: string, given: readonly unknown[]): void {
    this.#notify('send', { target, member, given: given.map((each) => this.#out(each, [])) });
  }

  hear(target: string, member: string, listener: Callable): Disposable {
    const id = this.#keepFunction(listener);
    this.#notify('hear', { target, member, listener: id });
    return {
      [Symbol.dispose]: () => {
        if (this.#functions.delete(id)) this.#notify('drop', { listener: id });
      },
    };
  }

  // What the other side sent last of a door's state.
  known(door: string, name: string): unknown {
    return this.#states.get(door)?.[name];
  }

  // Taken for known until the other side says more.
  assume(door: string, changes: Readonly<Record<string, unknown>>): void {
    this.#states.set(door, { ...this.#states.get(door), ...changes });
  }

  // The number by which an object is known there.
  isKept(object: object): boolean {
    return this.#kept.has(object);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#heartbeat?.[Symbol.dispose]();
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const each of waiting) each.reject(this.#gone());
    this.#functions.clear();
    this.mirrors.close(() => this.#gone());
    this.#connection.dispose();
    this.#streams.output.end();
    this.#closed.resolve();
  }

  // It hangs, and may come to itself: what is half way to it is taken back as far as it can be.
  #giveUp(silentFor: number): void {
    this.#streams.onTrouble(`it has not answered for ${silentFor / 1_000} s`);
    this.#silentFor = silentFor;
    this.close();
    this.#streams.output.destroy();
    this.#streams.input.destroy();
  }

  #gone(): Error {
    return this.#streams.gone(this.#silentFor);
  }

  async #request(method: string, message: unknown, source?: CancellationTokenSource): Promise<unknown> {
    if (this.#isClosed) throw this.#gone();
    const answer = deferred<unknown>();
    this.#waiting.add(answer);
    const sent = source === undefined ? this.#connection.sendRequest(method, message) : this.#connection.sendRequest(method, message, source.token);
    sent.then(answer.resolve, (error: unknown) => answer.reject(receivedError(error, this.#thrown)));
    try {
      return await answer.promise;
    } finally {
      this.#waiting.delete(answer);
    }
  }

  #notify(method: string, message: unknown): void {
    if (!this.#isClosed) this.#connection.sendNotification(method, message).catch(() => {});
  }

  // Sent once, and named from then on; nothing where the work is for nobody in particular.
  #environment(): { readonly environment?: number } {
    const environment = currentEnvironment();
    if (environment === process.env) return {};
    const known = this.#environments.get(environment);
    if (known !== undefined) return { environment: known };
    const id = this.#next++;
    this.#environments.set(environment, id);
    const variables = Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
    this.#notify('environment', { id, variables });
    return { environment: id };
  }

  #out(value: unknown, functions: number[]): unknown {
    return outgoing(value, {
      object: (object) => {
        if (object instanceof AbortSignal) return { $: 'signal' };
        const kept = this.#kept.get(object);
        if (kept !== undefined) return { $: 'kept', id: kept, files: filesOf(object) };
        const handle = this.mirrors.nameOf(object);
        return handle === undefined ? undefined : { $: 'handle', id: handle };
      },
      function: (given, isArgument) => {
        const id = this.#keepFunction(given);
        functions.push(id);
        return { $: 'function', id, isAsked: !isArgument };
      },
    });
  }

  #in(value: unknown): unknown {
    return incoming(value, {
      tagged: (tag, body) => {
        if (tag === 'handle') return this.mirrors.find(String(body['id']));
        if (tag !== 'kept') return undefined;
        const object = this.#in(body['value']);
        if (typeof object === 'object' && object !== null) this.#kept.set(object, Number(body['id']));
        return object;
      },
    });
  }

  #keepThrown(thrown: unknown): number {
    const id = this.#next++;
    this.#thrown.set(id, thrown);
    const [oldest] = this.#thrown.keys();
    if (this.#thrown.size > MOST_THROWN && oldest !== undefined) this.#thrown.delete(oldest);
    return id;
  }

  #keepFunction(given: Callable): number {
    const id = this.#next++;
    this.#functions.set(id, given);
    const [oldest] = this.#functions.keys();
    if (this.#functions.size > MOST_FUNCTIONS && oldest !== undefined) this.#functions.delete(oldest);
    return id;
  }
}

// A plan that another host made says nothing here.
export function requireKept(link: IdeLink, plan: object): void {
  if (!link.isKept(plan)) throw changedMeanwhile(filesOf(plan));
}

function filesOf(plan: object): readonly string[] {
  const files: unknown = Reflect.get(plan, 'files');
  return Array.isArray(files) ? files.slice(0, 20).map((file) => String(Reflect.get(file, 'uri'))) : [];
}
