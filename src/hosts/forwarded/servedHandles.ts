// The handles that the other side knows: a number for each, and what has changed since it was last sent.
import type { HandleChange, HandlesMessage } from './messages.ts';
import { HANDLES, type HandleKind, KNOWN_BY } from './portRows.ts';

interface ServedHandle {
  readonly id: number;
  readonly kind: HandleKind;
  readonly door: string;
  readonly object: object;
  // The field itself, which most often is the same object as long as nothing has changed, and its text.
  readonly sent: Map<string, { readonly value: unknown; readonly text: string }>;
  // The number of the first part of its output that the other side has not.
  nextOutput: number;
  listening?: Disposable;
}

export class ServedHandles {
  readonly #numbers = new WeakMap<object, ServedHandle>();
  readonly #handles = new Map<string, ServedHandle>();
  #next = 1;
  #gone: number[] = [];
  // Something was printed by a run.
  onOutput: (() => void) | undefined;

  // "#12"; undefined for what is no handle.
  numberOf(object: object, door: string): string | undefined {
    const known = this.#numbers.get(object);
    if (known !== undefined && this.#handles.has(nameOf(known.id))) return nameOf(known.id);
    const kind = kindOf(object);
    if (kind === undefined) return undefined;
    const handle: ServedHandle = { id: this.#next++, kind, door, object, sent: new Map(), nextOutput: 1 };
    this.#numbers.set(object, handle);
    this.#handles.set(nameOf(handle.id), handle);
    const output: unknown = kind === 'run' ? Reflect.get(object, 'output') : undefined;
    if (typeof output === 'object' && output !== null) handle.listening = Reflect.apply(Reflect.get(output, 'onOutput'), output, [() => this.onOutput?.()]);
    return nameOf(handle.id);
  }

  find(name: string): { readonly kind: HandleKind; readonly object: object } | undefined {
    return this.#handles.get(name);
  }

  doorOf(name: string): string | undefined {
    return this.#handles.get(name)?.door;
  }

  // Who started something here.
  owners(): ReadonlySet<string> {
    const owners = [...this.#handles.values()].map(({ object }): unknown => Reflect.get(object, 'owner'));
    return new Set(owners.filter((owner) => typeof owner === 'string'));
  }

  set(name: string, field: string, value: unknown): void {
    const handle = this.#handles.get(name);
    if (handle !== undefined && Reflect.get(HANDLES[handle.kind], field) === 'settable') Reflect.set(handle.object, field, value);
  }

  dispose(name: string): void {
    const handle = this.#handles.get(name);
    if (handle?.kind !== 'attachment') return;
    const dispose: unknown = Reflect.get(handle.object, Symbol.dispose);
    if (typeof dispose === 'function') Reflect.apply(dispose, handle.object, []);
    this.#handles.delete(name);
  }

  // Of those that this door lists, only these are still there.
  only(door: string, listed: readonly object[]): void {
    const still = new Set(listed);
    for (const [name, handle] of this.#handles) {
      if (handle.door !== door || still.has(handle.object) || !LISTED.has(handle.kind)) continue;
      handle.listening?.[Symbol.dispose]();
      this.#handles.delete(name);
      this.#gone.push(handle.id);
    }
  }

  changes(names: readonly string[], out: (value: unknown) => unknown): HandlesMessage {
    const changed = [...new Set(names)].flatMap((name) => {
      const handle = this.#handles.get(name);
      const change = handle === undefined ? undefined : changeOf(handle, out);
      return change === undefined ? [] : [change];
    });
    const gone = this.#gone;
    this.#gone = [];
    return { changed, gone };
  }

  clear(): void {
    for (const { listening } of this.#handles.values()) listening?.[Symbol.dispose]();
    this.#handles.clear();
  }
}

// Those that stay until their door no longer lists them.
const LISTED: ReadonlySet<HandleKind> = new Set(['session', 'run', 'terminal', 'testRun']);

function changeOf(handle: ServedHandle, out: (value: unknown) => unknown): HandleChange | undefined {
  const { id, kind, object, sent } = handle;
  const isNew = sent.size === 0;
  const fields: Record<string, unknown> = {};
  for (const [field, how] of Object.entries(HANDLES[kind])) {
    if (how !== 'field' && how !== 'settable') continue;
    const value: unknown = Reflect.get(object, field);
    const before = sent.get(field);
    if (before !== undefined && before.value === value) continue;
    const outgoing = out(value);
    const text = JSON.stringify(outgoing);
    if (before?.text !== text) fields[field] = outgoing;
    sent.set(field, { value, text });
  }
  // So that one without fields is sent once.
  if (isNew) sent.set('', { value: undefined, text: '' });
  const output = outputSince(handle, out);
  const news = newsOf(object, kind);
  const isSame = !isNew && Object.keys(fields).length === 0 && output === undefined && news.length === 0;
  return isSame ? undefined : { id, kind, fields, ...(output !== undefined && { output }), ...(news.length > 0 && { news: [...news] }) };
}

function outputSince(handle: ServedHandle, out: (value: unknown) => unknown): HandleChange['output'] {
  if (Reflect.get(HANDLES[handle.kind], 'output') !== 'log') return undefined;
  const output: unknown = Reflect.get(handle.object, 'output');
  if (typeof output !== 'object' || output === null) return undefined;
  const [first, next] = [Number(Reflect.get(output, 'first')), Number(Reflect.get(output, 'next'))];
  if (next <= handle.nextOutput) return undefined;
  const entries: unknown = Reflect.apply(Reflect.get(output, 'since'), output, [handle.nextOutput]);
  handle.nextOutput = next;
  return { first, entries: Array.isArray(entries) ? entries.map((entry) => out(entry)) : [] };
}

function newsOf(object: object, kind: HandleKind): readonly string[] {
  if (kind !== 'session') return [];
  const news: unknown = Reflect.apply(Reflect.get(object, 'news'), object, []);
  return Array.isArray(news) ? news.map(String) : [];
}

function kindOf(object: object): HandleKind | undefined {
  return KNOWN_BY.find(([kind, member]) => {
    const value: unknown = Reflect.get(object, member);
    return typeof value === 'function' || (kind === 'run' && value instanceof Promise) || (kind === 'attachment' && typeof value === 'string');
  })?.[0];
}

function nameOf(id: number): string {
  return `#${id}`;
}
