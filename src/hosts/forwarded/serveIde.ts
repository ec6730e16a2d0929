// The side of the process that has the IDE: answers what another process of this user asks of its doors, and keeps that side's knowledge up to date.
import { setMaxListeners } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { CancellationToken, MessageConnection } from 'vscode-jsonrpc';
import { inEnvironment } from '../../base/processes/environment.ts';
import type { TestResult } from '../../ide/doors/testing.ts';
import { answerTooLarge, changedMeanwhile } from '../../ide/errors/errors.ts';
import type { Ide } from '../../ide/ide.ts';
import { createJsonRpc } from '../../wire/jsonRpc.ts';
import { incoming, outgoing } from './crossingValues.ts';
import { KeptObjects } from './keptObjects.ts';
import { CallMessage, DropMessage, EnvironmentMessage, errorToSend, HearMessage, receivedError, type ServedDoor, type ServedShape } from './messages.ts';
import { DOORS, HANDLES, type How, KEPT, PORT, WITH_HANDLES } from './portRows.ts';
import { ServedHandles } from './servedHandles.ts';
import { knownOf, MIRRORED } from './servedKnowledge.ts';

export interface ServedStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly onTrouble: (text: string) => void;
  // Takes the right to write in the project; whether it is the window's now.
  readonly take: () => boolean;
  // In characters of JSON; a larger answer is refused with answer_too_large. Absent: 128 million.
  readonly largestAnswer?: number;
}

export interface ServedIde extends Disposable {
  // Resolves when the other side is gone.
  readonly ended: Promise<void>;
}

// The largest measured is a rename over 2,000 files: some 40 million.
const LARGEST_ANSWER = 128 * 1024 * 1024;
// One terminal's flood must not keep everything that it has printed in memory while the other side is busy.
const BETWEEN_STATES = 20;

export function serveIde(ide: Ide, streams: ServedStreams): ServedIde {
  return new IdeServer(ide, streams);
}

class IdeServer implements ServedIde {
  readonly #ide: Ide;
  readonly #connection: MessageConnection;
  readonly #streams: ServedStreams;
  readonly #handles = new ServedHandles();
  readonly #kept = new KeptObjects();
  readonly #environments = new Map<number, Readonly<Record<string, string>>>();
  readonly #listeners = new Map<number, Disposable>();
  readonly #running = new Set<AbortController>();
  readonly #own: Disposable[] = [];
  // What was sent last of each door's state.
  readonly #sent = new Map<string, string>();
  readonly #dirty = new Set<string>();
  #results: readonly TestResult[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly ended: Promise<void>;

  constructor(ide: Ide, streams: ServedStreams) {
    this.#ide = ide;
    this.#streams = streams;
    const connection = createJsonRpc(streams);
    this.#connection = connection;
    this.ended = new Promise((resolve) => {
      connection.onClose(() => {
        this[Symbol.dispose]();
        resolve();
      });
    });
    connection.onRequest('open', () => this.#open());
    connection.onRequest('take', () => streams.take());
    connection.onRequest('alive', () => true);
    connection.onRequest('call', (message: unknown, token: CancellationToken) => this.#answer(message, token));
    connection.onNotification('send', (message: unknown) => this.#receive(message));
    connection.onNotification('hear', (message: unknown) => this.#hear(message));
    connection.onNotification('drop', (message: unknown) => this.#drop(message));
    connection.onNotification('environment', (message: unknown) => {
      const { id, variables } = EnvironmentMessage.parse(message);
      this.#environments.set(id, variables);
    });
    connection.listen();
    // Whoever was greeted may have stopped it, so that nothing was lost until somebody listens.
    streams.input.resume();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const each of [...this.#own.splice(0), ...this.#listeners.values()]) each[Symbol.dispose]();
    this.#listeners.clear();
    for (const controller of this.#running) controller.abort();
    this.#running.clear();
    // Whoever asked through the other side is gone with it.
    for (const owner of this.#handles.owners()) {
      this.#ide.debugging?.ownerLeft(owner);
      this.#ide.running?.ownerLeft(owner);
      this.#ide.terminals?.ownerLeft(owner);
    }
    this.#handles.clear();
    this.#connection.dispose();
  }

  #open(): ServedShape {
    if (this.#own.length === 0) this.#follow();
    for (const door of MIRRORED) this.#flush(door);
    const doors = DOORS.flatMap((door) => {
      const served = this.#ide[door];
      return served === undefined ? [] : [[door, this.#shapeOf(served, PORT[door])] as const];
    });
    return { doors: Object.fromEntries(doors) };
  }

  #shapeOf(door: object, rows: object): ServedDoor {
    const members = Object.keys(rows).filter((member) => Reflect.get(door, member) !== undefined);
    const values = members.filter((member) => Reflect.get(rows, member) === 'value').map((member) => [member, this.#out(Reflect.get(door, member), '')]);
    return { members, values: Object.fromEntries(values) };
  }

  // Whatever happens in a door whose state is read without asking is sent soon.
  #follow(): void {
    const soon = (door: string) => () => this.#soon(door);
    const { debugging, running, terminals, testing, editor } = this.#ide;
    for (const listening of [
      debugging?.onEvent(soon('debugging')),
      running?.onEvent(soon('running')),
      terminals?.onEvent(soon('terminals')),
      testing?.onEvent(soon('testing')),
      editor?.onEvent(soon('editor')),
    ])
      if (listening !== undefined) this.#own.push(listening);
    this.#handles.onOutput = () => this.#soon('running');
  }

  #soon(door: string): void {
    this.#dirty.add(door);
    this.#timer ??= setTimeout(() => this.#flushDirty(), BETWEEN_STATES);
  }

  #flushDirty(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const door of [...this.#dirty]) this.#flush(door);
  }

  #flush(door: string): void {
    this.#dirty.delete(door);
    const known = knownOf(this.#ide, door);
    if (known === undefined) return;
    const { listed, value } = known;
    this.#handles.only(door, listed);
    const out = this.#out(value, door);
    const text = JSON.stringify(out);
    if (text !== this.#sent.get(door)) this.#notify('state', { door, known: out });
    this.#sent.set(door, text);
    if (door === 'testing') this.#flushResults();
  }

  // There may be thousands, and most are the same objects as before.
  #flushResults(): void {
    const results = this.#ide.testing?.results() ?? [];
    if (results.length === this.#results.length && results.every((result, index) => result === this.#results[index])) return;
    this.#results = results;
    this.#notify('state', { door: 'testing.results', known: { results: this.#out(results, '') } });
  }

  async #answer(message: unknown, token: CancellationToken): Promise<unknown> {
    const controller = new AbortController();
    // One call may wait for dozens of answers at once; Node would warn of a leak.
    setMaxListeners(0, controller.signal);
    this.#running.add(controller);
    if (token.isCancellationRequested) controller.abort();
    const cancelling = token.onCancellationRequested(() => controller.abort());
    try {
      const { target, member, given, environment } = CallMessage.parse(message);
      const result = await inEnvironment(environment === undefined ? undefined : this.#environments.get(environment), () =>
        this.#perform(target, member, given, 'asks', controller.signal),
      );
      if (KEPT[target]?.includes(member) === true) this.#kept.keep(result);
      const answer = this.#out(result, target);
      // What can be read without asking is as new as the answer, when that arrives.
      this.#flushDirty();
      for (const door of MIRRORED) if (target === door || target.startsWith(`${door}.`) || this.#handles.doorOf(target) === door) this.#flush(door);
      return this.#withinBounds(answer, `${target}.${member}`);
    } catch (thrown) {
      throw errorToSend(thrown);
    } finally {
      cancelling.dispose();
      this.#running.delete(controller);
    }
  }

  #withinBounds(answer: unknown, what: string): unknown {
    // An estimate is enough, and a string of the whole would be a second copy of it.
    if (sizeOf(answer) > (this.#streams.largestAnswer ?? LARGEST_ANSWER)) throw answerTooLarge(what);
    return answer;
  }

  #receive(message: unknown): void {
    const { target, member, given } = CallMessage.parse(message);
    if (target.startsWith('#') && member === 'dispose') this.#handles.dispose(target);
    else if (member.startsWith('=')) this.#handles.set(target, member.slice(1), this.#in(given[0]));
    else this.#perform(target, member, given, 'sends', undefined);
    const door = this.#handles.doorOf(target) ?? target;
    if (MIRRORED.some((each) => each === door)) this.#flush(door);
  }

  #hear(message: unknown): void {
    const { target, member, listener } = HearMessage.parse(message);
    const door = target.split('.')[0] ?? target;
    const heard = (...given: unknown[]) => {
      const out = given.map((each) => this.#out(each, this.#handles.doorOf(target) ?? door));
      // Whoever hears of something and then looks must find it.
      if (MIRRORED.some((each) => each === door)) this.#flush(door);
      this.#notify('called', { function: listener, given: out });
      return true;
    };
    const disposable: unknown = this.#perform(target, member, [heard], 'hears', undefined);
    if (isDisposable(disposable)) this.#listeners.set(listener, disposable);
  }

  #drop(message: unknown): void {
    const { listener } = DropMessage.parse(message);
    this.#listeners.get(listener)?.[Symbol.dispose]();
    this.#listeners.delete(listener);
  }

  // Only what the table names can be called, and only in its way.
  #perform(target: string, member: string, given: readonly unknown[], how: How, signal: AbortSignal | undefined): unknown {
    const { object, rows } = this.#targetOf(target);
    const method: unknown = object !== undefined && Reflect.get(rows, member) === how ? Reflect.get(object, member) : undefined;
    if (typeof method !== 'function') throw new TypeError(`${target}.${member} is not served here`);
    return Reflect.apply(
      method,
      object,
      given.map((each) => this.#in(each, signal)),
    );
  }

  #targetOf(target: string): { readonly object: object | undefined; readonly rows: object } {
    if (target.startsWith('#')) {
      const handle = this.#handles.find(target);
      return { object: handle?.object, rows: handle === undefined ? {} : HANDLES[handle.kind] };
    }
    if (!Object.hasOwn(PORT, target)) return { object: undefined, rows: {} };
    const [door = '', part] = target.split('.');
    const served: unknown = Reflect.get(this.#ide, door);
    const object: unknown = part === undefined || typeof served !== 'object' || served === null ? served : Reflect.get(served, part);
    return { object: typeof object === 'object' && object !== null ? object : undefined, rows: Reflect.get(PORT, target) };
  }

  // What happened to the handles in it is sent first.
  #out(value: unknown, target: string): unknown {
    const door = this.#handles.doorOf(target) ?? target.split('.')[0] ?? target;
    const looks = WITH_HANDLES.has(door);
    const mentioned: string[] = [];
    const out = outgoing(value, {
      object: (object) => {
        const handle = looks ? this.#handles.numberOf(object, door) : undefined;
        if (handle !== undefined) {
          mentioned.push(handle);
          return { $: 'handle', id: handle };
        }
        return this.#kept.outgoing(object, (members) => this.#out(members, ''));
      },
      function: () => ({ $: 'undefined' }),
    });
    const changes = this.#handles.changes(mentioned, (field) => this.#out(field, ''));
    if (changes.changed.length > 0 || changes.gone.length > 0) this.#notify('handles', changes);
    return out;
  }

  #in(value: unknown, signal?: AbortSignal): unknown {
    if (typeof value === 'function') return value;
    return incoming(value, {
      tagged: (tag, body) => {
        if (tag === 'signal') return signal;
        if (tag === 'kept') return this.#keptObject(body);
        if (tag === 'handle') return this.#handles.find(String(body['id']))?.object;
        if (tag === 'function') return this.#functionOf(Number(body['id']), body['isAsked'] === true);
        return undefined;
      },
    });
  }

  #keptObject({ id, files }: Readonly<Record<string, unknown>>): object {
    const kept = this.#kept.find(Number(id));
    if (kept === undefined) throw changedMeanwhile(Array.isArray(files) ? files.map(String) : []);
    return kept;
  }

  // An argument that is a function is only notified; one inside of an argument, such as a permission, is waited for.
  #functionOf(id: number, isAsked: boolean): (...given: unknown[]) => unknown {
    const message = (given: readonly unknown[]) => ({ function: id, given: given.map((each) => this.#out(each, '')) });
    if (isAsked) return (...given) => this.#ask(message(given));
    return (...given) => this.#notify('called', message(given));
  }

  // A refusal arrives as the error that it was there.
  async #ask(message: object): Promise<unknown> {
    const answer = await this.#connection.sendRequest('ask', message).catch((error: unknown) => {
      throw receivedError(error);
    });
    return this.#in(answer);
  }

  #notify(method: string, message: unknown): void {
    // A side that has just gone hears nothing more; its end is heard by onClose.
    this.#connection.sendNotification(method, message).catch(() => {});
  }
}

function isDisposable(value: unknown): value is Disposable {
  return typeof value === 'object' && value !== null && Symbol.dispose in value;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const [member, each] of Object.entries(value)) size += member.length + 4 + sizeOf(each);
  return size;
}
