// Every way of pointing at a symbol, right and wrong, as agents do it.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { agentOn } from '../../../test/support/check.ts';

const SHOP = `
// @file src/cart.ts
export class Cart {
  items: number[] = [];
  total(): number {
    const sum = this.items.length;
    return sum;
  }
}
export class Bill {
  total(): number {
    return 1;
  }
}
export function price(cart: Cart): number {
  const total = cart.total();
  return total;
}
// total of "price" and nothing else

if (true) {}
// @file src/main.ts
import { Cart, price } from './cart.ts';
const cart = new Cart(); price(cart); price(cart);
export { price } from './cart.ts';
// @file src/deep/local.ts
export function outer() {
  const helper = 1;
  return helper;
}
export function helper() {}
export type Rest = Exclude<keyof Bill, 'nowhereElse'>;
// @file logo.png
\0\0
// @file data.json
{ "name": "x" }
`;

async function pointedAt(symbol: Record<string, unknown>): Promise<unknown> {
  await using agent = await agentOn(SHOP);
  return (await agent.call('inspect_symbol', { symbol })).value['symbol'];
}

async function refused(symbol: Record<string, unknown>): Promise<Record<string, unknown>> {
  await using agent = await agentOn(SHOP);
  return await agent.refusal('inspect_symbol', { symbol });
}

const PRICE = { name: 'price', file: 'src/cart.ts', line: 13, column: 17 };
const CART_TOTAL = { name: 'total', file: 'src/cart.ts', line: 3, column: 3 };

const RIGHT: readonly (readonly [how: string, symbol: Record<string, unknown>, pointed: Record<string, unknown>])[] = [
  ['file, line and column', { file: 'src/cart.ts', line: 13, column: 18 }, PRICE],
  ['an absolute path', { file: '/fixture/src/cart.ts', line: 13, column: 18 }, PRICE],
  ['a path with backslashes', { file: 'src\\cart.ts', line: 13, column: 18 }, PRICE],
  ['a column right behind the name', { file: 'src/cart.ts', line: 13, column: 22 }, PRICE],
  ['a column on a keyword', { file: 'src/cart.ts', line: 13, column: 9 }, PRICE],
  ['a column beyond the end of the line', { file: 'src/cart.ts', line: 3, column: 30 }, CART_TOTAL],
  [
    'a column in a comment, when there is only a comment',
    { file: 'src/cart.ts', line: 17, column: 5 },
    { name: 'total', file: 'src/cart.ts', line: 17, column: 4 },
  ],
  ['file, line and name', { file: 'src/cart.ts', line: 13, name: 'price' }, PRICE],
  ['file, line, a wrong column and the name', { file: 'src/cart.ts', line: 13, column: 1, name: 'price' }, PRICE],
  ['a name twice on the line that is one symbol', { file: 'src/main.ts', line: 2, name: 'price' }, { name: 'price', file: 'src/main.ts', line: 2, column: 26 }],
  ['a line with one name', { file: 'src/cart.ts', line: 5, name: 'sum' }, { name: 'sum', file: 'src/cart.ts', line: 5, column: 12 }],
  ['only a line, when it has one name', { file: 'src/cart.ts', line: 5 }, { name: 'sum', file: 'src/cart.ts', line: 5, column: 12 }],
  ['a name alone', { name: 'Bill' }, { name: 'Bill', file: 'src/cart.ts', line: 8, column: 14 }],
  ['a name that is also re-exported', { name: 'price' }, PRICE],
  ['a name that is also a local elsewhere', { name: 'helper' }, { name: 'helper', file: 'src/deep/local.ts', line: 5, column: 17 }],
  ['a path of names', { name: 'Cart/total' }, CART_TOTAL],
  ['a path with dots', { name: 'Cart.total' }, CART_TOTAL],
  ['a path to a local', { name: 'outer/helper' }, { name: 'helper', file: 'src/deep/local.ts', line: 2, column: 9 }],
  ['a name in a file', { file: 'src/cart.ts', name: 'price' }, PRICE],
  ['a path in a file', { file: 'src/cart.ts', name: 'Cart/total' }, CART_TOTAL],
  ['an imported name in a file', { file: 'src/main.ts', name: 'price' }, { name: 'price', file: 'src/main.ts', line: 1, column: 16 }],
  ['a snippet', { file: 'src/cart.ts', snippet: 'export function <<price>>(cart' }, PRICE],
  ['a snippet of several lines with other white space', { file: 'src/cart.ts', snippet: '[];\r\n<<total>>(): number {' }, CART_TOTAL],
  [
    'a snippet that marks a chain',
    { file: 'src/cart.ts', snippet: 'const total = <<cart.total>>();' },
    { name: 'total', file: 'src/cart.ts', line: 14, column: 22 },
  ],
  ['a snippet with the name beside it', { file: 'src/cart.ts', snippet: 'function price(cart', name: 'price' }, PRICE],
  ['a snippet on several lines, with the line', { file: 'src/cart.ts', snippet: '<<total>>(): number', line: 3 }, CART_TOTAL],
];

test.each(RIGHT)('points by %s', async (_, symbol, pointed) => expect(await pointedAt(symbol)).toEqual(pointed));

const WRONG: readonly (readonly [what: string, symbol: Record<string, unknown>, refusal: Record<string, unknown>])[] = [
  ['nothing at all', {}, { error: 'symbol_underspecified' }],
  ['only a file', { file: 'src/cart.ts' }, { error: 'symbol_underspecified' }],
  ['only a line', { line: 3 }, { error: 'symbol_underspecified' }],
  ['a missing file', { file: 'src/card.ts', line: 1, column: 1 }, { error: 'file_not_found', candidates: ['src/cart.ts'] }],
  ['a file outside the project', { file: '../secret.ts', line: 1, column: 1 }, { error: 'outside_project' }],
  ['an absolute file outside', { file: '/etc/passwd', line: 1, column: 1 }, { error: 'outside_project' }],
  ['a folder', { file: 'src', line: 1, column: 1 }, { error: 'is_a_folder' }],
  ['a binary file', { file: 'logo.png', line: 1, column: 1 }, { error: 'binary_file' }],
  ['a line beyond the end', { file: 'src/main.ts', line: 99, column: 1 }, { error: 'line_out_of_range', message: expect.stringContaining('3 lines') }],
  [
    'a column far beyond the end of the line',
    { file: 'src/cart.ts', line: 3, column: 900 },
    {
      error: 'no_name_on_line',
      message: expect.stringMatching(/^Line 3 of src\/cart\.ts holds no name there: column 900 is far beyond its end, and the nearest is \w+ at column \d+\.$/),
    },
  ],
  [
    'a text in quotes beside a name',
    { file: 'src/deep/local.ts', line: 6, column: 45 },
    { error: 'symbol_not_found', message: expect.stringContaining("the text 'nowhereElse' at column 45") },
  ],
  ['a blank line', { file: 'src/cart.ts', line: 18, column: 1 }, { error: 'no_name_on_line', message: expect.stringContaining('(blank)') }],
  ['a line of keywords', { file: 'src/cart.ts', line: 19, column: 1 }, { error: 'no_name_on_line' }],
  [
    'a name that is not on the line',
    { file: 'src/cart.ts', line: 1, name: 'price' },
    { error: 'symbol_not_found', next: 'In this file it stands on line 13.' },
  ],
  [
    'a name with two meanings on the line',
    { file: 'src/cart.ts', line: 14, name: 'total' },
    { error: 'ambiguous_symbol', next: expect.stringContaining('column') },
  ],
  ['a line with several names', { file: 'src/main.ts', line: 1 }, { error: 'ambiguous_symbol' }],
  ['a snippet that is not there', { file: 'src/cart.ts', snippet: 'function <<prices>>(' }, { error: 'snippet_not_found' }],
  [
    'a snippet in two places',
    { file: 'src/cart.ts', snippet: '<<total>>(): number' },
    { error: 'snippet_not_found', message: expect.stringContaining('2 places, on lines 3, 9') },
  ],
  [
    'a snippet without a mark',
    { file: 'src/cart.ts', snippet: 'export function price(cart' },
    { error: 'snippet_not_found', message: expect.stringContaining('no target is marked') },
  ],
  ['a misspelled key', { file: 'src/cart.ts', lien: 3 }, { error: 'invalid_arguments', message: expect.stringContaining('did you mean line') }],
  ['line zero', { file: 'src/cart.ts', line: 0, column: 1 }, { error: 'invalid_arguments' }],
  ['a misspelled name', { name: 'prise' }, { error: 'symbol_not_found', next: 'Did you mean price?' }],
  ['a misspelled name in a file', { file: 'src/cart.ts', name: 'prise' }, { error: 'symbol_not_found', next: expect.stringContaining('Did you mean price') }],
  ['a name that is only a word', { name: 'nothing' }, { error: 'symbol_not_found', next: expect.stringContaining('src/cart.ts') }],
  ['a name that is nowhere', { name: 'zzzzzz' }, { error: 'symbol_not_found', next: expect.stringContaining('search_symbols') }],
  ['a wrong path', { name: 'Bill/items' }, { error: 'symbol_not_found' }],
];

test.each(WRONG)('refuses %s and says what to do', async (_, symbol, refusal) => {
  const answer = await refused(symbol);
  expect(answer).toMatchObject(refusal);
  expect(answer['next']).toMatch(/\w.*[.?]$/);
});

test('a name with several meanings lists them with their places', async () => {
  expect(await refused({ name: 'total' })).toMatchObject({
    error: 'ambiguous_symbol',
    message: 'total could mean 2 symbols.',
    candidates: [
      { name: 'Cart/total', kind: 'method', file: 'src/cart.ts', line: 3, column: 3 },
      { name: 'Bill/total', kind: 'method', file: 'src/cart.ts', line: 9, column: 3 },
    ],
  });
});

test('a private member and a public one of the same name are two, each by its own name', async () => {
  await using agent = await agentOn(`
// @file timer.ts
export class Timer {
  #ending = 0;
  ending = 1;
  #alone = 2;
}
`);
  const lineOf = async (name: string) =>
    z.object({ symbol: z.object({ line: z.number() }) }).parse((await agent.call('inspect_symbol', { symbol: { file: 'timer.ts', name } })).value).symbol.line;
  for (const [name, line] of [
    ['Timer/ending', 3],
    ['ending', 3],
    ['Timer/#ending', 2],
    ['#ending', 2],
    ['alone', 4],
  ] as const)
    expect([name, await lineOf(name)]).toEqual([name, line]);
});

test('overloads are one symbol', async () => {
  await using agent = await agentOn(
    '// @file a.ts\nexport function sum(a: number): number;\nexport function sum(a: string): number;\nexport function sum(a: unknown): number {\n  return Number(a);\n}',
  );
  const { value } = await agent.call('inspect_symbol', { symbol: { name: 'sum' } });
  expect(value).toMatchObject({ symbol: { name: 'sum', file: 'a.ts' }, declared: [{ line: 1 }, { line: 2 }, { line: 3 }] });
});

test('a name found in half an index is answered with a warning', async () => {
  await using agent = await agentOn(SHOP, { script: { incomplete: 'the index is still being built.' } });
  const { value } = await agent.call('inspect_symbol', { symbol: { name: 'Bill' } });
  expect(value).toMatchObject({ complete: false, notes: ['Another symbol of this name may exist: the index is still being built.'] });
});

test('a name that half an index does not have is not called missing', async () => {
  await using agent = await agentOn(SHOP, { script: { incomplete: 'the index is still being built.' } });
  expect(await agent.refusal('inspect_symbol', { symbol: { name: 'Nowhere' } })).toMatchObject({
    error: 'symbol_not_found',
    next: expect.stringContaining('still being built'),
  });
});

test('a file that no engine serves has no symbols to name', async () => {
  await using agent = await agentOn(SHOP);
  expect(await agent.refusal('inspect_symbol', { symbol: { file: 'data.json', name: 'name' } })).toMatchObject({ error: 'no_engine' });
});

test('a name is looked for only by engines whose files hold the word', async () => {
  await using agent = await agentOn(
    '// @file a.ts\nexport class Here {\n  total() {}\n}\nexport const here = 1;\n// @file b.py\nthere = 1\ntotal = 1\n// @file c.json\n{ "here": 1 }',
  );
  const asked: (string | undefined)[] = [];
  const { languages } = agent.ide;
  const symbols = languages.symbols.bind(languages);
  languages.symbols = (query, signal, options) => {
    asked.push(options?.language);
    return symbols(query, signal, options);
  };
  await agent.call('inspect_symbol', { symbol: { name: 'here' } });
  await agent.call('inspect_symbol', { symbol: { name: 'Here/total' } });
  expect(asked).toEqual(['typescript', 'typescript']);
});
