// What VS Code answers becomes the words of the port, whatever shape an extension gave it.
import { expect, test } from 'vitest';
import { callItemsOf, callsOf, diagnosticOf, hoverOf, locationsOf, outlineOf, workspaceSymbolsOf } from './convert.ts';

// The objects of VS Code have getters on their prototypes instead of fields.
class Range {
  readonly #numbers: readonly [number, number, number, number];
  constructor(...numbers: [number, number, number, number]) {
    this.#numbers = numbers;
  }
  get start() {
    return { line: this.#numbers[0], character: this.#numbers[1] };
  }
  get end() {
    return { line: this.#numbers[2], character: this.#numbers[3] };
  }
}

const uri = (path: string) => ({ scheme: 'file', toString: () => `file://${path}` });
const plain = (...[line, character, endLine, endCharacter]: [number, number, number, number]) => ({
  start: { line, character },
  end: { line: endLine, character: endCharacter },
});

test('locations and links are places, each once, in one order and one spelling', () => {
  const answer = [
    { uri: uri('/b.ts'), range: new Range(1, 2, 1, 3) },
    { targetUri: uri('/a%2Ets'), targetRange: new Range(0, 0, 9, 0), targetSelectionRange: new Range(4, 5, 4, 6) },
    { uri: uri('/b.ts'), range: new Range(1, 2, 1, 3) },
  ];
  expect(locationsOf(answer)).toEqual([
    { uri: 'file:///a.ts', range: plain(4, 5, 4, 6) },
    { uri: 'file:///b.ts', range: plain(1, 2, 1, 3) },
  ]);
  expect(locationsOf(undefined)).toEqual([]);
  expect(() => locationsOf([{ uri: 'a string' }])).toThrow();
});

test('a hover is a signature and its documentation', () => {
  const answer = [{ contents: [{ value: '```ts\nfunction total(): number\n```' }, { value: 'Adds up.' }], range: new Range(0, 1, 0, 2) }];
  expect(hoverOf(answer)).toEqual({ signature: 'function total(): number', documentation: 'Adds up.', range: plain(0, 1, 0, 2) });
  expect(hoverOf([{ contents: [{ language: 'css', value: '.cart' }] }])).toEqual({ signature: '.cart', documentation: '' });
  expect(hoverOf([])).toBeUndefined();
});

test('an outline is in the order of the text, flat or nested', () => {
  const symbol = (name: string, kind: number, line: number, children: unknown[] = []) => ({
    name,
    kind,
    detail: '',
    range: new Range(line, 0, line + 1, 0),
    selectionRange: new Range(line, 4, line, 5),
    children,
  });
  const [first, second] = outlineOf([symbol('Item', 4, 3, [symbol('price', 5, 6), symbol('cents', 6, 4)]), symbol('Priced', 10, 0)]);
  expect(first).toMatchObject({ name: 'Priced', kind: 'interface' });
  expect(second?.children.map(({ name, kind }) => `${kind} ${name}`)).toEqual(['property cents', 'method price']);
  expect(outlineOf([{ name: '.cart', kind: 4, location: { uri: uri('/a.css'), range: new Range(0, 0, 2, 1) } }])).toEqual([
    { name: '.cart', kind: 'class', range: plain(0, 0, 2, 1), selection: plain(0, 0, 2, 1), children: [] },
  ]);
});

test('symbols of the project are named as they are declared', () => {
  const answer = [{ name: 'total()', kind: 11, containerName: '', location: { uri: uri('/a.ts'), range: new Range(0, 0, 2, 1) } }];
  expect(workspaceSymbolsOf(answer)).toEqual([{ name: 'total', kind: 'function', location: { uri: 'file:///a.ts', range: plain(0, 0, 2, 1) } }]);
});

test('an item of a hierarchy goes back as it came', () => {
  const item = { name: 'pay', kind: 5, detail: 'Till', uri: uri('/a.ts'), range: new Range(0, 0, 2, 0), selectionRange: new Range(0, 9, 0, 12), _session: 1 };
  const [first] = callItemsOf([item]);
  expect(first?.original).toBe(item);
  expect(first?.symbol).toEqual({ name: 'pay', kind: 'method', container: 'Till', location: { uri: 'file:///a.ts', range: plain(0, 9, 0, 12) } });
  const calls = callsOf([{ from: item, fromRanges: [new Range(5, 0, 5, 1), new Range(1, 0, 1, 1)] }]);
  expect(calls[0]?.places.map(({ start }) => start.line)).toEqual([1, 5]);
  expect(callsOf(undefined)).toEqual([]);
});

test('a problem has its severity by name and its number as text', () => {
  const answer = { range: new Range(0, 0, 0, 4), severity: 1, message: 'Unknown', source: 'css', code: { value: 7, target: uri('/rule') } };
  expect(diagnosticOf(answer)).toEqual({ range: plain(0, 0, 0, 4), severity: 'warning', message: 'Unknown', source: 'css', code: '7' });
});
