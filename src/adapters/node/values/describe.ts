// How a value of the debuggee reads: short enough for a line, in the words of JavaScript.
import type { ObjectPreview, RemoteObject } from '../cdp/cdp.ts';

// Longer strings can be had whole with evaluate in the context "clipboard".
const LONGEST_STRING = 10_000;
const LONGEST_PREVIEW_VALUE = 100;
const LONGEST_PREVIEW = 160;

export function describe(object: RemoteObject): string {
  switch (object.type) {
    case 'undefined':
      return 'undefined';
    case 'string':
      return quoted(typeof object.value === 'string' ? object.value : (object.description ?? ''));
    case 'number':
    case 'bigint':
      return object.unserializableValue ?? object.description ?? String(object.value);
    case 'boolean':
      return String(object.value);
    case 'symbol':
      return object.description ?? 'Symbol()';
    case 'function':
      return describeFunction(object.description ?? '');
    default:
      return describeObject(object);
  }
}

// What DAP calls the type: the class of an object, else what typeof says.
export function typeName(object: RemoteObject): string {
  if (object.subtype === 'null') return 'null';
  return object.type === 'object' ? (object.className ?? 'object') : object.type;
}

export function isExpandable(object: RemoteObject): object is RemoteObject & { readonly objectId: string } {
  return object.objectId !== undefined && object.type !== 'symbol';
}

export function quoted(text: string): string {
  const cut = text.length > LONGEST_STRING ? `${text.slice(0, LONGEST_STRING)}… (${text.length} characters)` : text;
  return `'${cut.replace(/[\\'\n\r\t]/g, (character) => ESCAPES[character] ?? character)}'`;
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function describeFunction(source: string): string {
  const start = /^\s*(class\s+[\w$]*|class\b)/.exec(source)?.[1];
  if (start !== undefined) return start;
  const named = /^\s*(?:async\s+)?(?:function\s*)?(?:\*\s*)?(?:(?:get|set|static|async)\s+)*(\[[^\]]*\]|#?[\w$]*)\s*\(([^)]*)\)/.exec(source);
  if (named === null) return `ƒ ${(source.split('\n')[0] ?? '').slice(0, LONGEST_PREVIEW_VALUE)}`;
  return `ƒ ${named[1] ?? ''}(${(named[2] ?? '').replace(/\s+/g, ' ').trim()})`;
}

function describeObject(object: RemoteObject): string {
  const description = object.description ?? object.className ?? 'Object';
  switch (object.subtype) {
    case 'null':
      return 'null';
    case 'error':
      return (description.split(/\n\s+at /)[0] ?? description).trim();
    case 'date':
    case 'regexp':
    case 'internal#location':
      return description;
    default:
      return object.preview === undefined ? description : `${prefixOf(object, description)}${describePreview(object.preview, object)}`;
  }
}

export function isList(object: RemoteObject): boolean {
  return object.subtype === 'array' || object.subtype === 'typedarray';
}

function prefixOf(object: RemoteObject, description: string): string {
  if (object.subtype === 'array' && object.className === 'Array') return `(${sizeIn(description)}) `;
  return description === 'Object' ? '' : `${description} `;
}

// V8 says how many there are in the description: Array(3), Map(2), Uint8Array(16).
export function sizeIn(description: string | undefined): number {
  return Number(/\((\d+)\)$/.exec(description ?? '')?.[1] ?? 0);
}

function describePreview(preview: ObjectPreview, object: RemoteObject): string {
  const list = isList(object);
  let next = 0;
  const entries = preview.entries?.map(({ key, value }) => (key === undefined ? '' : `${part(key)} => `) + part(value));
  const parts =
    entries ??
    preview.properties
      // What every typed array or promise has says nothing about this one.
      .filter(({ name }) => (object.subtype !== 'typedarray' || isIndex(name)) && (object.subtype !== 'promise' || name.startsWith('[[')))
      .map(({ name, type, subtype, value }) => {
        const text = part({ type, subtype, description: value });
        if (name === '[[PromiseState]]') return `<${value ?? ''}>`;
        // An element after a hole says which one it is.
        const follows = list && name === String(next);
        if (list && isIndex(name)) next = Number(name) + 1;
        return follows ? text : `${name}: ${text}`;
      });
  const shown = firstOf(parts, preview.overflow).join(', ');
  return list ? `[${shown}]` : `{${shown}}`;
}

function isIndex(name: string): boolean {
  return /^\d+$/.test(name);
}

// V8 shows a hundred elements of a list; a line has room for some.
function firstOf(parts: readonly string[], overflow: boolean): string[] {
  const shown: string[] = [];
  let length = 0;
  for (const text of parts) {
    length += text.length + 2;
    if (length > LONGEST_PREVIEW && shown.length > 0) return [...shown, '…'];
    shown.push(text);
  }
  return overflow ? [...shown, '…'] : shown;
}

function part(of: { type: string; subtype?: string | undefined; description?: string | undefined }): string {
  const text = of.description ?? '';
  if (of.type === 'string') return quoted(text);
  if (of.type === 'function') return 'ƒ';
  if (of.type === 'accessor') return '(…)';
  if (of.type === 'undefined') return 'undefined';
  if (of.type === 'object' && text === 'Object') return '{…}';
  return text.length > LONGEST_PREVIEW_VALUE ? `${text.slice(0, LONGEST_PREVIEW_VALUE)}…` : text;
}
