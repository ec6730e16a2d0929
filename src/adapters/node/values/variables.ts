// The parts of a value as DAP variables: properties, elements in pages, entries of collections, getters that run only when asked for.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { evaluated, type Property, properties, type RemoteObject } from '../cdp/cdp.ts';
import { type JsThread, PAUSE_GROUP } from '../thread/jsThread.ts';
import { describe, isExpandable, isList, sizeIn, typeName } from './describe.ts';
import { GLANCE_BOUND } from './evaluating.ts';
import type { Container, Expandable, ValueStore } from './values.ts';

export interface VariablesPage {
  readonly filter?: 'indexed' | 'named' | undefined;
  readonly start?: number | undefined;
  readonly count?: number | undefined;
}

// What is longer is shown in ranges to a client that does not ask for pages.
const LONGEST_LIST = 200;
const HIDDEN = new Set(['[[Scopes]]', '[[FunctionLocation]]', '[[Entries]]']);

export class VariableReader {
  readonly #values: ValueStore;

  constructor(values: ValueStore) {
    this.#values = values;
  }

  async childrenOf(container: Container, page: VariablesPage): Promise<DebugProtocol.Variable[]> {
    const { thread } = container;
    switch (container.kind) {
      case 'scope':
        return this.#ofScope(container);
      case 'exception':
        return [this.toVariable(thread, 'exception', await withPreview(thread, container.object), undefined)];
      case 'entry':
        return [this.toVariable(thread, 'key', container.key, undefined), this.toVariable(thread, 'value', container.value, undefined)];
      case 'getter':
        return [this.toVariable(thread, container.name, await valueOfGetter(thread, container.owner, container.name), container.path)];
      case 'range':
        return this.#elements(container, container.start + (page.start ?? 0), Math.min(page.count || container.count, container.count));
      case 'object':
        return this.#ofObject(container, page);
    }
  }

  toVariable(thread: JsThread, name: string, object: RemoteObject, path: string | undefined): DebugProtocol.Variable {
    const reference = isExpandable(object) ? this.#values.add({ kind: 'object', thread, object, path }) : 0;
    const indexed = countOf(object);
    return {
      name,
      value: describe(object),
      type: typeName(object),
      variablesReference: reference,
      ...(path !== undefined && { evaluateName: path }),
      ...(indexed > 0 && { indexedVariables: indexed }),
    };
  }

  async #ofScope({ thread, call, index }: Container & { kind: 'scope' }): Promise<DebugProtocol.Variable[]> {
    const scope = call.scopeChain[index];
    if (scope === undefined || !isExpandable(scope.object)) return [];
    const hasThis = scope.type === 'local' && call.this.type !== 'undefined';
    // V8 gives it with the stack too, but without a glance into it.
    const [{ result }, self] = await Promise.all([propertiesOf(thread, scope.object), hasThis ? evaluateThis(thread, call.callFrameId) : undefined]);
    const variables = result.map((property) => this.#ofProperty(thread, scope.object, property, property.name)).filter((variable) => variable !== undefined);
    const first = index === 0;
    if (first && call.returnValue !== undefined)
      variables.push({ ...this.toVariable(thread, 'Return value', call.returnValue, undefined), presentationHint: { attributes: ['readOnly'] } });
    if (self !== undefined) variables.push(this.toVariable(thread, 'this', self, 'this'));
    return variables;
  }

  async #ofObject(container: Container & { kind: 'object' }, { filter, start, count }: VariablesPage): Promise<DebugProtocol.Variable[]> {
    const { object } = container;
    const size = countOf(object);
    const named = filter === 'indexed' ? [] : await this.#named(container, size > 0);
    if (filter === 'named' || size === 0) return page(named, start, count);
    if (filter === undefined && size > LONGEST_LIST) return [...this.#ranges(container, 0, size), ...named];
    const wanted = filter === 'indexed' ? { from: start ?? 0, length: count || size } : { from: 0, length: size };
    const elements = await this.#elements(container, wanted.from, Math.min(wanted.length, size - wanted.from));
    return [...elements, ...named];
  }

  #ranges(
    { thread, object, path }: { thread: JsThread; object: Expandable; path: string | undefined },
    start: number,
    count: number,
  ): DebugProtocol.Variable[] {
    let each = 100;
    while (count / each > 100) each *= 100;
    const ranges: DebugProtocol.Variable[] = [];
    for (let from = start; from < start + count; from += each) {
      const length = Math.min(each, start + count - from);
      ranges.push({
        name: `[${from} … ${from + length - 1}]`,
        value: '',
        variablesReference: this.#values.add({ kind: 'range', thread, object, path, start: from, count: length }),
        indexedVariables: length,
        presentationHint: { kind: 'virtual', attributes: ['readOnly'] },
      });
    }
    return ranges;
  }

  async #elements(
    of: { readonly thread: JsThread; readonly object: Expandable; readonly path: string | undefined },
    start: number,
    count: number,
  ): Promise<DebugProtocol.Variable[]> {
    if (count > LONGEST_RANGE) return this.#ranges(of, start, count);
    const { thread, object, path } = of;
    const part = await call(thread, object, isList(object) ? ELEMENTS : object.subtype === 'map' ? MAP_ENTRIES : SET_ENTRIES, [start, count]);
    if (!isExpandable(part)) return [];
    const { result } = await propertiesOf(thread, part);
    const elements = result.filter(({ name, value }) => /^\d+$/.test(name) && value !== undefined);
    if (object.subtype === 'map') return this.#mapEntries(thread, elements, path, start);
    return elements.map(({ name, value }) => {
      const index = isList(object) ? Number(name) : start + Number(name);
      return this.toVariable(thread, String(index), value ?? UNDEFINED, path === undefined || !isList(object) ? undefined : `${path}[${index}]`);
    });
  }

  #mapEntries(thread: JsThread, flat: readonly Property[], path: string | undefined, start: number): DebugProtocol.Variable[] {
    const entries: DebugProtocol.Variable[] = [];
    for (let at = 0; at < flat.length; at += 2) {
      const key = flat[at]?.value ?? UNDEFINED;
      const value = flat[at + 1]?.value ?? UNDEFINED;
      const index = start + at / 2;
      if (isExpandable(key))
        entries.push({
          name: String(index),
          value: `${describe(key)} => ${describe(value)}`,
          variablesReference: this.#values.add({ kind: 'entry', thread, key, value }),
        });
      else
        entries.push(this.toVariable(thread, describe(key), value, path === undefined || key.type === 'symbol' ? undefined : `${path}.get(${describe(key)})`));
    }
    return entries;
  }

  async #named({ thread, object, path }: Container & { kind: 'object' }, hasElements: boolean): Promise<DebugProtocol.Variable[]> {
    const answer = hasElements ? await namedPropertiesOf(thread, object) : await propertiesOf(thread, object);
    const inherited = object.type === 'object' && object.subtype === undefined && !hasElements ? await inheritedGetters(thread, object) : [];
    const own = new Set(answer.result.map(({ name }) => name));
    const all = [...answer.result, ...(answer.privateProperties ?? []), ...inherited.filter(({ name }) => !own.has(name))];
    const variables = all
      .map((property) => this.#ofProperty(thread, object, property, memberPath(path, property.name)))
      .filter((variable) => variable !== undefined);
    const internal = (answer.internalProperties ?? []).flatMap(({ name, value }) =>
      value === undefined || HIDDEN.has(name)
        ? []
        : [{ ...this.toVariable(thread, name, value, undefined), presentationHint: { visibility: 'internal', attributes: ['readOnly'] } }],
    );
    return [...variables, ...internal];
  }

  #ofProperty(thread: JsThread, owner: RemoteObject, property: Omit<Property, 'isOwn'>, path: string | undefined): DebugProtocol.Variable | undefined {
    const { name, value } = property;
    if (value !== undefined) {
      const variable = this.toVariable(thread, name, value, path);
      return property.enumerable === false ? { ...variable, presentationHint: { visibility: 'internal' } } : variable;
    }
    if (property.get === undefined || property.get.type === 'undefined' || !isExpandable(owner))
      return property.set === undefined ? undefined : { name, value: '<write only>', variablesReference: 0 };
    return {
      name,
      value: '(…)',
      variablesReference: this.#values.add({ kind: 'getter', thread, owner, name, path }),
      presentationHint: { kind: 'property', lazy: true },
      ...(path !== undefined && { evaluateName: path }),
    };
  }
}

const UNDEFINED: RemoteObject = { type: 'undefined' };
// One answer of V8; what is longer is shown in ranges again.
const LONGEST_RANGE = 10_000;

const ELEMENTS =
  'function (start, count) { const part = Object.create(null); for (let i = start; i < start + count; i++) if (i in this) part[i] = this[i]; return part; }';
const entries = (push: string, iterator: string) =>
  `function (start, count) { const part = []; let i = 0; for (const e of ${iterator}.call(this)) { if (i >= start + count) break; if (i++ >= start) ${push}; } return part; }`;
const MAP_ENTRIES = entries('part.push(e[0], e[1])', 'Map.prototype.entries');
const SET_ENTRIES = entries('part.push(e)', 'Set.prototype.values');
// Without the elements: there may be a million.
const NAMED = `function () {
  const part = Object.create(null);
  for (const key of Object.getOwnPropertyNames(this).filter((key) => !/^\\d+$/.test(key)))
    Object.defineProperty(part, key, { ...Object.getOwnPropertyDescriptor(this, key), configurable: true });
  if (this instanceof Map || this instanceof Set) Object.defineProperty(part, 'size', { value: this.size });
  return part;
}`;

// How many elements or entries there are.
function countOf(object: RemoteObject): number {
  const counted = isList(object) || object.subtype === 'map' || object.subtype === 'set';
  return counted ? sizeIn(object.description) : 0;
}

async function call(
  thread: JsThread,
  object: Expandable,
  functionDeclaration: string,
  values: readonly unknown[],
  throwOnSideEffect = false,
): Promise<RemoteObject> {
  const { result } = await thread.connection.post(
    'Runtime.callFunctionOn',
    {
      objectId: object.objectId,
      functionDeclaration,
      arguments: values.map((value) => ({ value })),
      silent: true,
      generatePreview: true,
      throwOnSideEffect,
      objectGroup: PAUSE_GROUP,
    },
    evaluated,
  );
  return result;
}

async function evaluateThis(thread: JsThread, callFrameId: string): Promise<RemoteObject> {
  const parameters = { callFrameId, expression: 'this', silent: true, generatePreview: true, objectGroup: PAUSE_GROUP };
  return (await thread.connection.post('Debugger.evaluateOnCallFrame', parameters, evaluated)).result;
}

// What V8 sends with a pause comes without a glance into it.
export async function withPreview(thread: JsThread, object: RemoteObject): Promise<RemoteObject> {
  return isExpandable(object) && object.subtype !== 'error' ? call(thread, object, 'function () { return this; }', []) : object;
}

async function valueOfGetter(thread: JsThread, owner: Expandable, name: string): Promise<RemoteObject> {
  if (thread.host.settings.evaluation === 'no side effects') return call(thread, owner, 'function (name) { return this[name]; }', [name], true);
  return call(thread, owner, BOUNDED_GET, [name, GLANCE_BOUND]);
}

// V8 bounds only what it evaluates itself, so a getter that never ends would keep the thread for good; Node can bound what runs in its vm.
const BOUNDED_GET = `function (name, timeout) {
  const vm = globalThis.process?.getBuiltinModule?.('node:vm');
  if (!vm) return this[name];
  const key = Symbol.for('binnacle.getter');
  Object.defineProperty(globalThis, key, { configurable: true, enumerable: false, value: () => this[name] });
  try {
    return vm.runInThisContext("globalThis[Symbol.for('binnacle.getter')]()", { timeout });
  } finally {
    delete globalThis[key];
  }
}`;

async function propertiesOf(thread: JsThread, object: Expandable) {
  return thread.connection.post('Runtime.getProperties', { objectId: object.objectId, ownProperties: true, generatePreview: true }, properties);
}

async function namedPropertiesOf(thread: JsThread, object: Expandable) {
  const part = await call(thread, object, NAMED, []);
  if (!isExpandable(part)) return { result: [] };
  const [{ result }, { internalProperties }] = await Promise.all([propertiesOf(thread, part), prototypeOf(thread, object)]);
  return { result, internalProperties, privateProperties: undefined };
}

async function prototypeOf(thread: JsThread, object: Expandable) {
  const prototype = await call(thread, object, 'function () { return Object.getPrototypeOf(this); }', []);
  return { internalProperties: [{ name: '[[Prototype]]', value: prototype }] };
}

async function inheritedGetters(thread: JsThread, object: Expandable): Promise<Property[]> {
  const { result } = await thread.connection.post(
    'Runtime.getProperties',
    { objectId: object.objectId, ownProperties: false, accessorPropertiesOnly: true, generatePreview: true },
    properties,
  );
  return result.filter(({ name, isOwn }) => name !== '__proto__' && isOwn !== true);
}

export function memberPath(path: string | undefined, name: string): string | undefined {
  if (path === undefined) return undefined;
  return /^#?[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
}

function page<Item>(items: Item[], start: number | undefined, count: number | undefined): Item[] {
  return items.slice(start ?? 0, count ? (start ?? 0) + count : undefined);
}
