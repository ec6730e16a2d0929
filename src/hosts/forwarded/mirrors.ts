// Handles of the other process, as objects on this side: what they say of themselves is kept here, what they do is asked there.
import { type Deferred, deferred } from '../../base/waiting/deferred.ts';
import type { HandleChange, HandlesMessage } from './messages.ts';
import { HANDLES, type HandleKind } from './portRows.ts';

export interface MirrorLink {
  call(target: string, member: string, given: readonly unknown[]): Promise<unknown>;
  send(target: string, member: string, given: readonly unknown[]): void;
  hear(target: string, member: string, listener: (...given: unknown[]) => unknown): Disposable;
}

export interface MirrorsOptions {
  readonly link: MirrorLink;
  // What has changed on disk, for programs that run what was there before.
  readonly onChanged: (listener: (uri: string) => void) => Disposable;
}

// As in a kept output: the numbers are theirs.
interface Entry {
  readonly number: number;
}

// How each looks when the process that had it is gone.
const AT_THE_END: Readonly<Partial<Record<HandleKind, unknown>>> = {
  session: { state: 'ended', why: 'the VS Code window was closed, or hangs' },
  run: { state: 'ended', milliseconds: 0 },
  terminal: { state: 'ended', exitCode: 1 },
};

export class Mirrors {
  readonly #options: MirrorsOptions;
  readonly #mirrors = new Map<string, Mirror>();
  readonly #names = new WeakMap<object, string>();

  constructor(options: MirrorsOptions) {
    this.#options = options;
  }

  update({ changed, gone }: HandlesMessage, read: (value: unknown) => unknown): void {
    for (const change of changed) {
      const name = `#${change.id}`;
      const known = this.#mirrors.get(name);
      const mirror = known ?? new Mirror(name, change.kind, this.#options);
      this.#mirrors.set(name, mirror);
      this.#names.set(mirror.object, name);
      mirror.update(change, read);
    }
    for (const id of gone) {
      this.#mirrors.get(`#${id}`)?.forget();
      this.#mirrors.delete(`#${id}`);
    }
  }

  find(name: string): object | undefined {
    return this.#mirrors.get(name)?.object;
  }

  nameOf(object: object): string | undefined {
    return this.#names.get(object);
  }

  isMirror(value: unknown): boolean {
    const one: unknown = Array.isArray(value) ? value[0] : value;
    return typeof one === 'object' && one !== null && this.#names.has(one);
  }

  // What whoever started it said of it, which did not cross.
  setWanted(object: unknown, wanted: unknown): void {
    if (typeof object === 'object' && object !== null) Reflect.set(object, 'wanted', wanted);
  }

  close(gone: () => Error): void {
    for (const mirror of this.#mirrors.values()) mirror.end(gone());
    this.#mirrors.clear();
  }
}

class Mirror {
  readonly object: object;
  readonly #name: string;
  readonly #kind: HandleKind;
  readonly #options: MirrorsOptions;
  readonly #fields: Record<string, unknown> = {};
  readonly #news: string[] = [];
  readonly #changedFiles = new Set<string>();
  readonly #listening: Disposable | undefined;
  readonly #ended: Deferred<unknown> = deferred();
  readonly #output = new MirroredOutput();

  constructor(name: string, kind: HandleKind, options: MirrorsOptions) {
    this.#name = name;
    this.#kind = kind;
    this.#options = options;
    // It may end with the window, and nobody need wait for it.
    this.#ended.promise.catch(() => {});
    if (kind === 'session') this.#listening = options.onChanged((uri) => this.#changedFiles.add(uri));
    this.object = this.#built();
  }

  update({ fields, output, news = [] }: HandleChange, read: (value: unknown) => unknown): void {
    for (const [field, value] of Object.entries(fields)) this.#fields[field] = read(value);
    this.#news.push(...news);
    if (output !== undefined) this.#output.add(output.first, read(output.entries));
    const state = this.#fields['state'];
    if (this.#kind !== 'run' || typeof state !== 'object' || state === null || Reflect.get(state, 'state') !== 'ended') return;
    const { state: _, ...end } = { state: '', ...state };
    this.#ended.resolve(end);
  }

  end(gone: Error): void {
    const state = this.#fields['state'];
    const isOver = typeof state === 'object' && state !== null && Reflect.get(state, 'state') === 'ended';
    if (!isOver && AT_THE_END[this.#kind] !== undefined) this.#fields['state'] = AT_THE_END[this.#kind];
    this.#ended.reject(gone);
    this.forget();
  }

  forget(): void {
    this.#listening?.[Symbol.dispose]();
  }

  // A member of the table each, in the way that the table says.
  #built(): object {
    const { link } = this.#options;
    const fields = this.#fields;
    const object: object = {};
    const define = (member: string | symbol, descriptor: PropertyDescriptor) =>
      Object.defineProperty(object, member, { enumerable: true, configurable: true, ...descriptor });
    for (const [member, how] of Object.entries(HANDLES[this.#kind])) {
      if (how === 'asks') define(member, { value: (...given: unknown[]) => link.call(this.#name, member, given) });
      if (how === 'field') define(member, { get: () => fields[member] });
      if (how === 'log') define(member, { value: this.#output });
      if (how === 'hears') define(member, { value: (listener: (...given: unknown[]) => unknown) => link.hear(this.#name, member, listener) });
      if (how === 'sends') define(member, { value: (...given: unknown[]) => link.send(this.#name, member, given) });
      if (how === 'settable')
        define(member, {
          get: () => fields[member],
          set: (value: unknown) => {
            fields[member] = value;
            link.send(this.#name, `=${member}`, [value]);
          },
        });
    }
    if (this.#kind === 'attachment') define(Symbol.dispose, { value: () => link.send(this.#name, 'dispose', []) });
    if (this.#kind === 'run') define('ended', { value: this.#ended.promise });
    if (this.#kind === 'testRun') define('wanted', { value: undefined, writable: true });
    if (this.#kind === 'session') {
      define('news', { value: () => this.#news.splice(0) });
      define('isOutdated', { value: (uri: string) => this.#changedFiles.has(uri) });
      define('selectFrame', {
        value: (index: number) => {
          fields['selectedFrame'] = index;
          link.send(this.#name, 'selectFrame', [index]);
        },
      });
    }
    return object;
  }
}

// What was printed there, as far as it is still known there.
class MirroredOutput {
  #entries: Entry[] = [];
  #next = 1;
  #first = 1;
  readonly #listeners = new Set<(entry: Entry) => void>();

  get next(): number {
    return this.#next;
  }

  get first(): number {
    return this.#first;
  }

  readonly since = (number: number): readonly Entry[] => this.#entries.filter((entry) => entry.number >= number);

  readonly onOutput = (listener: (entry: Entry) => void): Disposable => {
    const own = (entry: Entry) => listener(entry);
    this.#listeners.add(own);
    return { [Symbol.dispose]: () => void this.#listeners.delete(own) };
  };

  add(first: number, given: unknown): void {
    const entries = Array.isArray(given) ? given.filter(isEntry) : [];
    this.#first = first;
    this.#entries = [...this.#entries, ...entries].filter(({ number }) => number >= first);
    this.#next = (this.#entries.at(-1)?.number ?? first - 1) + 1;
    for (const entry of entries) for (const listener of [...this.#listeners]) listener(entry);
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'number' in value && typeof value.number === 'number';
}
