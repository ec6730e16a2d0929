// The tools over real engines, through a real client: pointing, usages, completeness and places as TypeScript and Python have them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ide } from '../../../src/ide/ide.ts';
import type { Agent } from '../../support/check.ts';
import { type RealAgent, realAgentOn } from './realAgent.ts';

const FILES: Readonly<Record<string, string>> = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "allowImportingTsExtensions": true } }',
  'package.json': '{ "type": "module" }',
  'src/cart.ts': `/** Holds what is bought. */
export class Cart {
  items: number[] = [];
  #hidden = 1;
  total(): number {
    const total = this.items.length;
    return total + this.#hidden;
  }
}
export interface Priced {
  total(): number;
}
export interface Priced {
  price: number;
}
export function sum(a: number): number;
export function sum(a: string): number;
export function sum(a: number | string): number {
  return Number(a);
}
export const wrong: number = 'text';
`,
  'src/index.ts': "export { sum, Cart } from './cart.ts';\n",
  'src/main.ts': `import { sum as add, Cart } from './index.ts';
import type { Priced } from './cart.ts';
import { helper } from 'lib';
const cart = new Cart();
export function bill(priced: Priced) {
  const total = cart.total();
  return add(total) + priced.total() + helper();
}
class Sub extends Cart {
  override total(): number {
    return 0;
  }
}
console.log(new Sub());
`,
  'node_modules/lib/package.json': '{ "name": "lib", "version": "1.0.0", "types": "index.d.ts" }',
  'node_modules/lib/index.d.ts': 'export declare function helper(): number;\n',
  'notes.md': 'The sum of the cart.\n',
  'shop/basket.py': `"""A shop."""
from typing import Optional


class Basket:
    """Holds things."""

    def total(self, tax: float = 0.2) -> float:
        """What it costs."""
        return 1 + tax


def price(basket: "Basket", other: Optional[Basket] = None) -> float:
    return basket.total(tax=0.1)
`,
  'app.py': 'from shop.basket import Basket, price\n\nbasket = Basket()\nprint(price(basket), basket.total())\nnumber: int = "no"\n',
};

let real: RealAgent;
let agent: Agent<Ide>;

beforeAll(async () => {
  real = await realAgentOn(FILES);
  agent = real.agent;
});

afterAll(() => real.close());

test('overloads and re-exports are one symbol, and every use of it is labelled as what it is', async () => {
  const { value } = await agent.call('find_references', { symbol: { name: 'sum' } });
  expect(value).toMatchObject({
    symbol: { name: 'sum', file: 'src/cart.ts' },
    total: 7,
    types: { declaration: 3, export: 1, import: 2, call: 1 },
    files: [
      { file: 'src/cart.ts' },
      { file: 'src/index.ts', references: [{ line: 1, column: 10, type: 'export' }] },
      {
        file: 'src/main.ts',
        references: [
          { line: 1, type: 'import' },
          { line: 1, type: 'import' },
          { line: 7, column: 10, type: 'call' },
        ],
      },
    ],
    mentions: { total: 1, files: [{ file: 'notes.md', why: '.md' }] },
    complete: true,
    engine: expect.stringMatching(/^typescript 7/),
  });
});

test('imports and overrides stay when the declaration is not wanted', async () => {
  const { value } = await agent.call('find_references', { symbol: { name: 'Cart/total' }, include_declaration: false });
  expect(value).toMatchObject({
    total: 2,
    files: [
      {
        file: 'src/main.ts',
        references: [
          { line: 6, type: 'call' },
          { line: 10, type: 'declaration' },
        ],
      },
    ],
  });
});

test('merged declarations are one symbol', async () => {
  const { value } = await agent.call('inspect_symbol', { symbol: { name: 'Priced' } });
  expect(value).toMatchObject({ kind: 'interface', exported: true, declared: [{ line: 10 }, { line: 13 }] });
});

test('a method of several classes is ambiguous, a local of the same name is not counted', async () => {
  const refused = await agent.refusal('find_references', { symbol: { name: 'total' } });
  expect(refused.error).toBe('ambiguous_symbol');
  expect(refused['candidates']).toEqual(
    expect.arrayContaining([
      { name: 'Cart/total', kind: 'method', file: 'src/cart.ts', line: 5, column: 3 },
      { name: 'Basket/total', kind: 'method', file: 'shop/basket.py', line: 8, column: 9 },
    ]),
  );
  expect(refused['candidates']).not.toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'variable' })]));
});

test('the same word twice on a line is two symbols here', async () => {
  expect(await agent.refusal('inspect_symbol', { symbol: { file: 'src/main.ts', line: 6, name: 'total' } })).toMatchObject({
    error: 'ambiguous_symbol',
    candidates: { length: 2 },
  });
  expect((await agent.call('inspect_symbol', { symbol: { file: 'src/main.ts', line: 6, name: 'total', column: 22 } })).value).toMatchObject({
    kind: 'method',
    container: 'Cart',
  });
});

test('a private name, a path with a dot and a snippet point too', async () => {
  expect((await agent.call('find_references', { symbol: { name: 'Cart.#hidden' } })).value).toMatchObject({ total: 2, types: { declaration: 1, read: 1 } });
  expect((await agent.call('find_definition', { symbol: { file: 'src/main.ts', snippet: 'return <<add>>(total)' } })).value).toMatchObject({
    definitions: [
      { file: 'src/cart.ts', line: 16 },
      { line: 17 },
      { line: 18, preview: 'export function sum(a: number | string): number {\n  return Number(a);\n}' },
    ],
  });
});

test('a misspelled name is answered with the right one', async () => {
  expect(await agent.refusal('inspect_symbol', { symbol: { name: 'Baskett' } })).toMatchObject({
    error: 'symbol_not_found',
    next: expect.stringContaining('Basket'),
  });
});

test('a definition in a dependency is shown, and one in the standard library is named by its absolute path', async () => {
  expect((await agent.call('find_definition', { symbol: { file: 'src/main.ts', line: 7, name: 'helper' } })).value).toMatchObject({
    definitions: [{ file: 'node_modules/lib/index.d.ts', line: 1, preview: 'export declare function helper(): number;' }],
  });
  expect((await agent.call('find_definition', { symbol: { file: 'src/main.ts', line: 14, name: 'log' } })).value).toMatchObject({
    definitions: [{ file: expect.stringMatching(/lib\.dom\.d\.ts$/), preview: expect.stringContaining('log('), library: true }],
  });
});

test('Python: uses by type, also in quotes and keyword arguments', async () => {
  const { value } = await agent.call('find_references', { symbol: { name: 'Basket' } });
  expect(value).toMatchObject({ total: 5, types: { import: 1, call: 1, declaration: 1, type: 2 }, engine: expect.stringMatching(/^basedpyright/) });
  expect((await agent.call('find_references', { symbol: { name: 'Basket/total' } })).value).toMatchObject({ total: 3, types: { declaration: 1, call: 2 } });
});

test('Python: what a method is', async () => {
  expect((await agent.call('inspect_symbol', { symbol: { file: 'app.py', snippet: 'basket.<<total>>()' } })).value).toMatchObject({
    kind: 'method',
    documentation: 'What it costs.',
    declared: [{ file: 'shop/basket.py', line: 8, column: 9 }],
    container: 'Basket',
  });
});

test('symbols of both languages, exact names first, dependencies left out', async () => {
  const { value } = await agent.call('search_symbols', { query: 'Basket', kind: 'class' });
  expect(value).toMatchObject({ symbols: [{ name: 'Basket', file: 'shop/basket.py', line: 5 }] });
  expect((await agent.call('search_symbols', { query: 'helper' })).value).toMatchObject({ total: expect.any(Number), symbols: [] });
});

test('outlines are nested and leave out plain locals', async () => {
  expect((await agent.call('get_file_outline', { file: 'src/cart.ts' })).value).toMatchObject({
    symbols: expect.arrayContaining([
      {
        name: 'Cart',
        kind: 'class',
        line: 2,
        endLine: 9,
        children: [
          expect.objectContaining({ name: 'items' }),
          expect.objectContaining({ name: '#hidden' }),
          { name: 'total', kind: 'method', line: 5, endLine: 8 },
        ],
      },
    ]),
  });
  expect((await agent.call('get_file_outline', { file: 'shop/basket.py' })).value).toMatchObject({
    symbols: [{ name: 'Basket', children: [{ name: 'total', line: 8, endLine: 10 }] }, { name: 'price' }],
  });
});

test('problems of the whole project, of both languages', async () => {
  const { value } = await agent.call('get_diagnostics', { severity: 'error' });
  expect(value).toMatchObject({
    counts: { error: 2 },
    settled: true,
    files: [
      { file: 'app.py', diagnostics: [{ line: 5 }] },
      { file: 'src/cart.ts', diagnostics: [{ line: 21, code: '2322' }] },
    ],
  });
});

test('the engines that answered are ready', async () => {
  const { value } = await agent.call('index_status', {});
  expect(value).toMatchObject({
    ready: true,
    engines: expect.arrayContaining([expect.objectContaining({ language: 'typescript', state: 'ready', memoryMb: expect.any(Number) })]),
  });
});
