// What the reading tools say about Go, through MCP, in a workspace of two modules.
import { expect, test } from 'vitest';
import { goProject } from './goProject.ts';
import { knowledgeOf } from './knowledge.ts';

const open = knowledgeOf({ files: goProject, tool: 'gopls' });
const LEFT_OUT = 'Left out of the build by its constraints, and not searched: shop/cart/debug.go.';

test('uses in both modules and in tests; what build constraints leave out is said', async (context) => {
  const code = await open(context);
  expect(await code.about('find_references', 'Total')).toMatchObject({
    total: 4,
    types: { declaration: 1, call: 3 },
    files: [
      { file: 'shop/cart/cart.go', references: [{ line: 47, column: 6, type: 'declaration' }] },
      { file: 'shop/cart/cart_test.go', references: [{ line: 10, type: 'call' }] },
      { file: 'shop/cart/external_test.go', references: [{ line: 10, type: 'call' }] },
      { file: 'till/main.go', references: [{ line: 20, column: 34, type: 'call' }] },
    ],
    complete: false,
    why: LEFT_OUT,
    engine: 'gopls 0.23.0',
  });
  expect(await code.refusal('find_references', { symbol: { file: 'shop/cart/debug.go', snippet: '<<Total>>(Item' } })).toMatchObject({
    error: 'unsupported',
    message: expect.stringContaining('build constraints leave the file out'),
  });
  expect(await code.references('register')).toEqual(['shop/cart/cart.go:58:15 call', 'shop/cart/cart.go:60:6 declaration']);
  expect(await code.refusal('inspect_symbol', { symbol: { name: 'clock' } })).toMatchObject({
    error: 'ambiguous_symbol',
    candidates: [
      { name: 'cart/clock', file: 'shop/cart/clock_linux.go' },
      { name: 'cart/clock', file: 'shop/cart/clock_windows.go' },
    ],
  });
});

test('methods have paths, and references follow interfaces', async (context) => {
  const code = await open(context);
  expect(await code.references('Priced/Price')).toEqual([
    'shop/cart/cart.go:8:2 declaration',
    'shop/cart/cart.go:34:43 call',
    'shop/cart/cart.go:49:15 call',
    'till/main.go:13:16 call',
  ]);
  expect(await code.references('Gift/Price')).toEqual(['shop/cart/cart.go:34:15 declaration', 'shop/cart/cart.go:49:15 call', 'till/main.go:13:16 call']);
  expect(await code.references('Item/Cents')).toEqual([
    'shop/cart/cart.go:19:2 declaration',
    'shop/cart/cart.go:23:38 reference',
    'shop/cart/external_test.go:10:27 reference',
    'till/main.go:17:41 reference',
    'till/main.go:20:58 reference',
  ]);
  for (const name of ['Item/Price', 'Item.Price', '(Item).Price']) expect(await code.about('inspect_symbol', name)).toMatchObject({ declared: [{ line: 23 }] });
  expect(await code.references('List/Add')).toEqual(['shop/cart/cart.go:56:19 declaration', 'till/main.go:12:9 call']);
  expect(await code.references('Named')).toEqual(['shop/cart/cart.go:44:6 declaration', 'till/main.go:18:20 reference']);
});

test('kinds, signatures and documentation', async (context) => {
  const code = await open(context);
  expect(await code.about('inspect_symbol', 'Item')).toMatchObject({ kind: 'struct', type: expect.stringMatching(/^type Item struct \{/) });
  expect(await code.about('inspect_symbol', 'Named')).toMatchObject({ kind: 'type alias' });
  expect(await code.about('inspect_symbol', 'Blue')).toMatchObject({ kind: 'constant', type: 'const Blue Color = 1' });
  expect(await code.about('inspect_symbol', 'List/Add')).toMatchObject({ kind: 'method', container: 'List', type: 'func (l *List[T]) Add(item T)' });
  expect(await code.about('get_documentation', 'Total')).toMatchObject({
    signature: 'func Total[T Priced](items ...T) (sum int)',
    documentation: 'Total adds everything up.',
  });
  expect(await code.about('get_documentation', ['till/main.go', 'fmt.<<Println>>(pay'])).toMatchObject({
    documentation: expect.stringMatching(/^Println formats/),
  });
  expect(await code.definitions(['till/main.go', 'gift.<<Cents>>'])).toEqual(['shop/cart/cart.go:19:2']);
  expect(await code.definitions(['till/main.go', 'priced.<<Price>>()'])).toEqual(['shop/cart/cart.go:8:2']);
  expect(await code.types(['till/main.go', '<<gift>> :='])).toEqual(['shop/cart/cart.go:28:6']);
});

test('interfaces are satisfied without being named, and embedding counts', async (context) => {
  const code = await open(context);
  expect(await code.about('find_implementations', 'Priced')).toMatchObject({
    implementations: [{ name: 'Tagged' }, { name: 'Item' }, { name: 'Gift' }, { name: 'fake', file: 'shop/cart/cart_test.go' }],
  });
  expect(await code.implementations('Priced/Price')).toEqual([
    'shop/cart/cart.go:23 method Item/Price',
    'shop/cart/cart.go:34 method Gift/Price',
    'shop/cart/cart_test.go:7 method fake/Price',
  ]);
  // What a type satisfies stands above it.
  expect(await code.implementations('Item/Price')).toEqual([]);
  expect(await code.about('find_implementations', 'Gift')).toMatchObject({ total: 0 });
  expect(await code.printedAbout('type_hierarchy', 'Gift')).toEqual([
    'class Gift (shop/cart/cart.go:28)',
    'Supertypes',
    '  interface Priced shop/cart/cart.go:7',
    '  interface Tagged shop/cart/cart.go:12',
    '    interface Priced shop/cart/cart.go:7 (shown elsewhere)',
    '    interface Stringer print.go (library)',
    '  interface Stringer print.go (library)',
    'Subtypes: none',
  ]);
  expect(await code.superMethods('Gift/Price')).toEqual(['shop/cart/cart.go:8 Priced/Price']);
  expect(await code.about('find_super_methods', 'till/pay')).toMatchObject({ superMethods: [], notes: ['It overrides nothing.'] });
});

test('calls, also through interfaces and method values', async (context) => {
  const code = await open(context);
  expect(await code.about('call_hierarchy', 'Gift/Price', { depth: 2 })).toMatchObject({
    function: { name: 'Gift/Price' },
    calls: [
      { name: 'Total', at: [49], children: [{ name: 'main' }, { name: 'TestTotal' }, { name: 'TestFromOutside' }] },
      { name: 'till/pay', at: [13], children: [{ name: 'main', at: [19] }] },
    ],
  });
  expect(await code.printedAbout('call_hierarchy', 'till/pay', { direction: 'callees' })).toEqual([
    'Callees of till/pay (till/main.go:11)',
    '  Priced/Price shop/cart/cart.go:8, calls at 13',
    '  List/Add shop/cart/cart.go:56, calls at 12',
  ]);
  expect(await code.refusal('call_hierarchy', { symbol: { name: 'Item' } })).toMatchObject({ error: 'not_callable' });
});

test('outline, symbols, problems and structure', async (context) => {
  const code = await open(context);
  expect(await code.outline('till/main.go')).toEqual([
    '9 struct till struct{...}',
    '  9 field list basket.List[basket.Priced]',
    '11-14 method (*till).pay func(priced basket.Priced) int',
    '16-24 function main func()',
  ]);
  expect((await code.symbols('Price')).slice(0, 5).toSorted()).toEqual([
    'interface cart/Priced shop/cart/cart.go:7',
    'method Gift/Price shop/cart/cart.go:34',
    'method Item/Price shop/cart/cart.go:23',
    'method Priced/Price shop/cart/cart.go:8',
    'method fake/Price shop/cart/cart_test.go:7',
  ]);
  expect(await code.value('get_diagnostics', { severity: 'error' })).toMatchObject({
    files: [{ file: 'till/main.go', diagnostics: [{ line: 22, column: 18, code: 'IncompatibleAssign' }] }],
    complete: false,
    why: expect.stringContaining('build constraints'),
  });
  expect(await code.value('search_structure', { pattern: 'fmt.Println($$$ALL)', language: 'go' })).toMatchObject({ total: 3 });
  expect(await code.printed('project_structure', {})).toContain('example.com/till (till, go, member of .)');
  expect(await code.printed('get_project_info', {})).toContain('test: go test ./... (in till)');
});
