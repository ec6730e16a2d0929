// What a program holds is shown whole, in pages where it is long, and nothing runs because somebody looked.
import { expect, test } from 'vitest';
import { type NodeSession, openSession } from './nodeSession.ts';

const PROGRAM = `let asked = 0;
class Shape { #id = 7; constructor() { this.name = 'square'; } get area() { asked++; return 16; } }
const long = Array.from({ length: 100_000 }, (_, index) => index * 2);
const sparse = [1, , 3];
const bytes = new Uint8Array([1, 2, 3]);
const byName = new Map([['one', { deep: { deeper: { deepest: [1, 2, { end: 'here' }] } } }], [{ key: 1 }, 2], [3, 'three']]);
const many = new Map(Array.from({ length: 1_000 }, (_, index) => [index, 'v' + index]));
const some = new Set(['x', { y: 1 }]);
const shape = new Shape();
const own = { get lazy() { asked++; return 'computed'; }, set onlySet(value) {}, [Symbol('tag')]: 1, 'with-dash': 2 };
const text = "it's a\\n\\"line\\"";
const odd = [NaN, -0, 10n, undefined, null, Symbol('s'), /re/g, new Date(0), new Error('broken'), (a, b) => a + b, class Named {}, Promise.resolve(5)];
const proxy = new Proxy({ a: 1 }, {});
debugger;
console.log(asked, long[0], sparse.length, bytes.length, byName.size, many.size, some.size, shape.name, own['with-dash'], text, odd.length, proxy.a);
`;

async function stopped(): Promise<{ session: NodeSession; thread: number }> {
  const session = await openSession({ 'main.js': PROGRAM });
  await session.launch({ program: 'main.js' });
  return { session, thread: (await session.stop()).thread };
}

test('every kind of value reads as it would be written', async () => {
  const { session, thread } = await stopped();
  const locals = await session.locals(thread, 1);
  expect(locals).toMatchObject({
    asked: '0',
    sparse: '(3) [1, 2: 3]',
    bytes: 'Uint8Array(3) [1, 2, 3]',
    some: "Set(2) {'x', {…}}",
    shape: "Shape {#id: 7, name: 'square', area: (…)}".replace(', area: (…)', ''),
    text: `'it\\'s a\\n"line"'`,
  });
  const odd = await session.variables((await session.expression(thread, 'odd')).variablesReference, { filter: 'indexed' });
  expect(odd.map(({ value }) => value)).toEqual([
    'NaN',
    '-0',
    '10n',
    'undefined',
    'null',
    'Symbol(s)',
    '/re/g',
    expect.stringContaining('1970'),
    'Error: broken',
    'ƒ (a, b)',
    'class Named',
    'Promise {<fulfilled>, [[PromiseResult]]: 5}',
  ]);
});

test('long lists and collections come in pages, or in ranges for a client that does not ask for pages', async () => {
  const { session, thread } = await stopped();
  const long = await session.expression(thread, 'long');
  expect(long).toMatchObject({ indexedVariables: 100_000 });
  const page = await session.variables(long.variablesReference, { filter: 'indexed', start: 99_998, count: 5 });
  expect(page.map(({ name, value, evaluateName }) => [name, value, evaluateName])).toEqual([
    ['99998', '199996', 'long[99998]'],
    ['99999', '199998', 'long[99999]'],
  ]);
  const whole = await session.variables(long.variablesReference);
  expect(whole[0]).toMatchObject({ name: '[0 … 9999]' });
  expect(whole.filter(({ name }) => name.startsWith('['))).toHaveLength(11);
  const range = await session.variables(whole[1]?.variablesReference ?? 0, { filter: 'indexed', start: 0, count: 2 });
  expect(range.map(({ name }) => name)).toEqual(['10000', '10001']);

  const many = await session.expression(thread, 'many');
  const entries = await session.variables(many.variablesReference, { filter: 'indexed', start: 500, count: 2 });
  expect(entries).toMatchObject([
    { name: '500', value: "'v500'", evaluateName: 'many.get(500)' },
    { name: '501', value: "'v501'" },
  ]);
});

test('maps, sets, private fields and four levels of nesting are opened by name', async () => {
  const { session, thread } = await stopped();
  const byName = await session.variables((await session.expression(thread, 'byName')).variablesReference);
  expect(byName.slice(0, 3).map(({ name, value }) => `${name} ${value}`)).toEqual(["'one' {deep: {…}}", '1 {key: 1} => 2', "3 'three'"]);
  expect((await session.variables(byName[1]?.variablesReference ?? 0)).map(({ name, value }) => `${name} ${value}`)).toEqual(['key {key: 1}', 'value 2']);
  let reference = byName[0]?.variablesReference ?? 0;
  for (const name of ['deep', 'deeper', 'deepest', '2']) {
    const found = (await session.variables(reference)).find((variable) => variable.name === name);
    expect(found, name).toBeDefined();
    reference = found?.variablesReference ?? 0;
  }
  expect((await session.variables(reference))[0]).toMatchObject({
    name: 'end',
    value: "'here'",
    evaluateName: "byName.get('one').deep.deeper.deepest[2].end",
  });
  expect(await session.evaluate(thread, "byName.get('one').deep.deeper.deepest[2].end")).toBe("'here'");
  const shape = await session.variables((await session.expression(thread, 'shape')).variablesReference);
  expect(shape.find(({ name }) => name === '#id')).toMatchObject({ value: '7' });
  expect(shape.find(({ name }) => name === '[[Prototype]]')).toMatchObject({ presentationHint: { visibility: 'internal' } });
});

test('a getter runs only when it is asked for', async () => {
  const { session, thread } = await stopped();
  const own = await session.variables((await session.expression(thread, 'own')).variablesReference);
  const lazy = own.find(({ name }) => name === 'lazy');
  expect(lazy).toMatchObject({ value: '(…)', presentationHint: { lazy: true } });
  expect(own.find(({ name }) => name === 'with-dash')).toMatchObject({ evaluateName: 'own["with-dash"]' });
  const inherited = (await session.variables((await session.expression(thread, 'shape')).variablesReference)).find(({ name }) => name === 'area');
  expect(await session.evaluate(thread, 'asked')).toBe('0');
  expect(await session.variables(lazy?.variablesReference ?? 0)).toMatchObject([{ name: 'lazy', value: "'computed'" }]);
  expect(await session.variables(inherited?.variablesReference ?? 0)).toMatchObject([{ name: 'area', value: '16' }]);
  expect(await session.evaluate(thread, 'asked')).toBe('2');
});

test('elements, entries and properties are set where they are, and what cannot be set says why', async () => {
  const { session, thread } = await stopped();
  const set = async (expression: string, name: string, value: string) =>
    (await session.client.setVariableRequest({ variablesReference: (await session.expression(thread, expression)).variablesReference, name, value })).body
      .value;
  expect(await set('long', '0', '-1')).toBe('-1');
  expect(await session.evaluate(thread, 'long[0]')).toBe('-1');
  expect(await set('byName', '3', '{ changed: true }')).toBe('{changed: true}');
  expect(await session.evaluate(thread, 'byName.get(3).changed')).toBe('true');
  await expect(set('some', '0', '1')).rejects.toThrow('an element of a Set cannot be exchanged');
  await expect(set('Object.freeze({ a: 1 })', 'a', '2')).rejects.toThrow(/a cannot be set: TypeError/);
  await expect(session.client.variablesRequest({ variablesReference: 99_999 })).rejects.toThrow('There is no value 99999');
  await expect(session.client.scopesRequest({ frameId: 99_999 })).rejects.toThrow('There is no frame 99999');
});
