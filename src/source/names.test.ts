// Which words on a line are names, and which of them a column means.
import { expect, test } from 'vitest';
import { TextSnapshot } from '../ide/text.ts';
import { namesOnLine, nearestName } from './names.ts';

const namesIn = (text: string, languageId = 'typescript', line = 0) =>
  namesOnLine(new TextSnapshot({ uri: 'file:///a', text, version: 1, languageId }), line).map((name) => name.text);

const LINES: [line: string, names: string[], language?: string][] = [
  ['export default async function total(cart: Cart): Promise<number> {', ['total', 'cart', 'Cart', 'Promise']],
  ["import type { Cart } from './cart.ts';", ['Cart']],
  ['export type Money = string | number;', ['Money']],
  ['const type = shape.type === from(x);', ['type', 'shape', 'type', 'from', 'x']],
  ['function add(string: string, number?: number) {}', ['add', 'string', 'number']],
  ['for (const item of items) if (item instanceof Cart) return this.#hidden;', ['item', 'items', 'item', 'Cart', 'hidden']],
  ['promise.catch(handle).then(next)', ['promise', 'catch', 'handle', 'then', 'next']],
  ['const text = `sum ${total(1)} of ${`${inner}`} done`;', ['text', 'total', 'inner']],
  ['const pattern = /total [/] x/g; call(a / b / c);', ['pattern', 'call', 'a', 'b', 'c']],
  ['const größe = 10px + 0xff;', ['größe']],
  ['// see total', ['see', 'total']],
  ["'only a string'", ['only', 'a', 'string']],
  ['  /* const x */ y();', ['y']],
  ['return;', []],
  ['} else {', []],
  ['def total(self, cart: Cart = None) -> int:  # the total', ['total', 'self', 'cart', 'Cart', 'int'], 'python'],
  ['from shop.cart import Cart as C', ['shop', 'cart', 'Cart', 'C'], 'python'],
  [`print(f'{total:>{width}} and {cart["x"]!r} {{no}} text', rb"raw")`, ['print', 'total', 'width', 'cart'], 'python'],
  ['x = rf"{a != b} {lambda_(c := 1)} \\\\" + d', ['x', 'a', 'b', 'lambda_', 'c', 'd'], 'python'],
  [`y = F'{f"{inner} text"} {{{deep}}} ' + z # f"{no}"`, ['y', 'inner', 'deep', 'z'], 'python'],
  ["f'{broken", ['broken'], 'python'],
  ['func Total(c Cart) int { // sum', ['func', 'Total', 'c', 'Cart', 'int'], 'go'],
];

test.each(LINES)('%s', (line, names, language) => expect(namesIn(line, language)).toEqual(names));

test('a comment or string that began lines before is known', () => {
  expect(namesIn('/*\n total\n*/', 'typescript', 1)).toEqual(['total']);
  expect(namesIn('/*\n total */ code', 'typescript', 1)).toEqual(['code']);
  expect(namesIn('x = """\ntotal\n""" + y', 'python', 2)).toEqual(['y']);
  expect(namesIn('x = f"""\ntext {total} {y[\n1]} more\n""" + z', 'python', 1)).toEqual(['total', 'y']);
  expect(namesIn('x = f"""\ntext\n""" + z', 'python', 2)).toEqual(['z']);
  expect(namesIn("it's\nfine(total)", 'typescript', 1)).toEqual(['fine', 'total']);
});

test('a column means the name around or right before it, else the nearest', () => {
  const names = namesOnLine(new TextSnapshot({ uri: 'file:///a', text: 'ab   cd.ef', version: 1, languageId: 'typescript' }), 0);
  const at = (character: number) => nearestName(names, character)?.text;
  expect([0, 2, 3, 4, 5, 7, 8, 500].map(at)).toEqual(['ab', 'ab', 'ab', 'cd', 'cd', 'cd', 'ef', 'ef']);
});
