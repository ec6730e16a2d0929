// What an agent can ask about code in languages for which no server is known: outlines, symbols, a symbol by its name.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealAgent, realAgentOn } from './realAgent.ts';

const FILES = {
  'Sources/Cart.swift': `/// What a customer has chosen.
public struct Cart {
  var items: [Int] = []
  func total(of kind: Int) -> Int {
    let total = items.count
    return total
  }
}
extension Cart {
  func isEmpty() -> Bool { items.isEmpty }
}
`,
  'Sources/main.swift': 'let cart = Cart()\nprint(cart.total(of: 1))\n',
  'src/Cart.hs': 'module Cart (price) where\n\nprice :: Int -> Int\nprice n = n * 2\n',
  'infra/main.tf': 'resource "aws_instance" "web" {\n  ami = "x"\n}\n',
  'notes.xyz': 'Cart\n',
};

let real: RealAgent;
beforeAll(async () => {
  real = await realAgentOn(FILES);
}, 60_000);
afterAll(() => real.close());

const ALONE = expect.stringContaining('Read by tree-sitter, from the syntax alone: declarations, no types.');

test('get_file_outline returns what a file declares, and by what that is known', async () => {
  const { value, text } = await real.agent.call('get_file_outline', { file: 'Sources/Cart.swift' });
  expect(value).toMatchObject({
    total: 5,
    symbols: [
      {
        name: 'Cart',
        kind: 'struct',
        line: 2,
        endLine: 8,
        children: [
          { name: 'items', kind: 'property' },
          { name: 'total', kind: 'method', line: 4, endLine: 7 },
        ],
      },
      { name: 'Cart', kind: 'object', signature: 'extension Cart', children: [{ name: 'isEmpty', kind: 'method' }] },
    ],
    complete: true,
    engine: expect.stringMatching(/^tree-sitter \(ast-grep \d+\.\d+\.\d+\)$/),
    notes: [ALONE],
  });
  expect(text).toContain('Note: Read by tree-sitter');
});

test('search_symbols finds declarations of every language, with what they stand in', async () => {
  const { value } = await real.agent.call('search_symbols', { query: 'total' });
  expect(value).toMatchObject({
    total: 1,
    symbols: [{ name: 'total', kind: 'method', container: 'Cart', file: 'Sources/Cart.swift', line: 4, column: 8 }],
    notes: [ALONE],
  });
  expect((await real.agent.call('search_symbols', { query: 'web' })).value).toMatchObject({ symbols: [{ name: 'web', file: 'infra/main.tf' }] });
  expect((await real.agent.call('search_symbols', { query: 'price', kind: 'function' })).value).toMatchObject({ total: 1 });
  expect((await real.agent.call('search_symbols', { query: 'Cart', kind: 'struct' })).value).toMatchObject({ total: 1 });
});

test('a symbol is found by its name alone or by its path, and its declaration is returned', async () => {
  const { value } = await real.agent.call('inspect_symbol', { symbol: { name: 'Cart/total' } });
  expect(value).toMatchObject({
    symbol: { name: 'total', file: 'Sources/Cart.swift', line: 4 },
    kind: 'method',
    type: 'func total(of kind: Int) -> Int',
    container: 'Cart',
    declared: [{ file: 'Sources/Cart.swift', line: 4, column: 8 }],
    notes: [ALONE],
  });
  expect((await real.agent.call('find_definition', { symbol: { name: 'Cart/isEmpty' } })).value).toMatchObject({
    definitions: [{ line: 10, preview: expect.stringContaining('func isEmpty') }],
  });
});

test('what only a language server knows is refused, with the way to go on', async () => {
  expect(await real.agent.refusal('find_references', { symbol: { name: 'Cart/total' } })).toMatchObject({ error: 'no_engine' });
  expect(await real.agent.refusal('find_definition', { symbol: { file: 'Sources/main.swift', line: 2, name: 'total' } })).toMatchObject({
    error: 'no_engine',
    next: expect.stringContaining('search_text'),
  });
  expect(await real.agent.refusal('get_file_outline', { file: 'notes.xyz' })).toMatchObject({ error: 'no_engine' });
  expect(await real.agent.refusal('inspect_symbol', { symbol: { name: 'Cart/totl' } })).toMatchObject({ error: 'symbol_not_found' });
});
