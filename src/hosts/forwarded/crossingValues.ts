// How values cross to another process: as JSON, with a tag where JSON has no word for it.
import { isRecord } from '../../base/isRecord.ts';
import { TextSnapshot } from '../../ide/text.ts';

// What only one side of the connection knows.
export interface Outgoing {
  // What stands for an object that is no data; undefined for one that is.
  object(value: object): unknown;
  // isArgument: not inside of one.
  function(value: (...given: unknown[]) => unknown, isArgument: boolean): unknown;
}

export interface Incoming {
  // What a tag stands for that is not of this file.
  tagged(tag: string, body: Readonly<Record<string, unknown>>): unknown;
}

// No name of a member of the port; an object that has it anyway is tagged itself.
const TAG = '$';

export function outgoing(value: unknown, special: Outgoing, depth = 0): unknown {
  if (value === undefined) return { [TAG]: 'undefined' };
  if (typeof value === 'number' && !Number.isFinite(value)) return { [TAG]: 'number', text: String(value) };
  if (isFunction(value)) return special.function(value, depth === 0);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => outgoing(each, special, depth + 1));
  if (value instanceof TextSnapshot) {
    const { uri, text, version, languageId, unsaved, encoding } = value;
    return { [TAG]: 'text', uri, text, version, languageId, unsaved, encoding };
  }
  if (value instanceof Map) return { [TAG]: 'map', entries: [...value].map((entry) => entry.map((part) => outgoing(part, special, depth + 1))) };
  if (value instanceof Uint8Array) return { [TAG]: 'bytes', base64: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
  return special.object(value) ?? outgoingMembers(value, special, depth);
}

export function incoming(value: unknown, special: Incoming): unknown {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) if (typeof each === 'object') value[index] = incoming(each, special);
    return value;
  }
  if (!isRecord(value)) return value;
  const tag = value[TAG];
  if (typeof tag === 'string') return untagged(tag, value, special);
  for (const [member, each] of Object.entries(value)) {
    const changed = typeof each === 'object' ? incoming(each, special) : each;
    // Defined, because a member may be called __proto__.
    if (changed !== each) Reflect.defineProperty(value, member, { value: changed, writable: true, enumerable: true, configurable: true });
  }
  return value;
}

function outgoingMembers(value: object, special: Outgoing, depth: number): unknown {
  const entries = Object.entries(value).flatMap(([member, each]) => (each === undefined ? [] : [[member, outgoing(each, special, depth + 1)] as const]));
  return Object.hasOwn(value, TAG) ? { [TAG]: 'object', entries } : Object.fromEntries(entries);
}

function untagged(tag: string, body: Record<string, unknown>, special: Incoming): unknown {
  if (tag === 'undefined') return undefined;
  if (tag === 'number') return Number(body['text']);
  if (tag === 'bytes') return new Uint8Array(Buffer.from(String(body['base64']), 'base64'));
  if (tag === 'map' || tag === 'object') {
    const entries = pairsIn(body['entries']).map(([key, each]) => [incoming(key, special), incoming(each, special)] as const);
    return tag === 'map' ? new Map(entries) : Object.fromEntries(entries.map(([key, each]) => [String(key), each]));
  }
  if (tag === 'text') {
    const { uri, text, version, languageId, unsaved, encoding } = body;
    return new TextSnapshot({
      uri: String(uri),
      text: String(text),
      version: Number(version),
      languageId: String(languageId),
      unsaved: unsaved === true,
      ...(typeof encoding === 'string' && { encoding }),
    });
  }
  return special.tagged(tag, body);
}

function pairsIn(value: unknown): [unknown, unknown][] {
  return Array.isArray(value) ? value.flatMap((pair: unknown): [unknown, unknown][] => (Array.isArray(pair) ? [[pair[0], pair[1]]] : [])) : [];
}

function isFunction(value: unknown): value is (...given: unknown[]) => unknown {
  return typeof value === 'function';
}
