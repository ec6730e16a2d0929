// What the reading tools say about Rust, through MCP, in a Cargo workspace of two crates.
import { expect, test } from 'vitest';
import { knowledgeOf } from './knowledge.ts';
import { rustProject } from './rustProject.ts';

const open = knowledgeOf({ files: rustProject, tool: 'rust-analyzer' });

test('the first question waits for Cargo; uses behind renaming imports and re-exports are found', async (context) => {
  const code = await open(context);
  expect(await code.references('total')).toEqual([
    'shop/src/cart/mod.rs:45:8 declaration',
    'shop/src/cart/mod.rs:56:20 call',
    'shop/src/lib.rs:6:16 import',
    'till/src/main.rs:2:12 import',
    'till/src/main.rs:2:21 import',
    'till/src/main.rs:14:24 call',
  ]);
  expect((await code.references('Item')).filter((line) => !line.startsWith('shop/src/cart/'))).toEqual([
    'shop/src/lib.rs:6:23 import',
    'shop/src/lib.rs:6:31 import',
    'till/src/main.rs:2:33 import',
    'till/src/main.rs:13:16 reference',
  ]);
  expect(await code.definitions(['till/src/main.rs', '= <<sum>>('])).toEqual(['shop/src/cart/mod.rs:45:8']);
  expect(await code.definitions(['till/src/main.rs', '<<Ware>>::new'])).toEqual(['shop/src/cart/mod.rs:16:12']);
  expect(await code.definitions(['till/src/main.rs', 'shop::<<CURRENCY>>'])).toEqual(['shop/src/money.rs:4:11']);
});

test('traits, their implementations, and methods by path', async (context) => {
  const code = await open(context);
  expect(await code.references('Priced/price')).toEqual([
    'shop/src/cart/mod.rs:7:8 declaration',
    'shop/src/cart/mod.rs:9:14 call',
    'shop/src/cart/mod.rs:29:8 declaration',
    'shop/src/cart/mod.rs:37:8 declaration',
    'shop/src/cart/mod.rs:38:35 call',
    'shop/src/cart/mod.rs:46:37 reference',
    'till/src/main.rs:5:8 declaration',
    'till/src/main.rs:20:10 call',
  ]);
  expect(await code.implementations('Priced')).toEqual([
    'shop/src/cart/mod.rs:28 object Item',
    'shop/src/cart/mod.rs:36 object Vec',
    'till/src/main.rs:4 object Till',
  ]);
  expect(await code.implementations('Priced/doubled')).toEqual(['till/src/main.rs:8 method Till/doubled']);
  expect(await code.implementations('Item')).toEqual([]);
  expect(await code.superMethods('Till/price')).toEqual(['shop/src/cart/mod.rs:7 Priced/price']);
  expect(await code.about('find_super_methods', 'Item/new')).toMatchObject({ superMethods: [], notes: ['It overrides nothing.'] });
});

test('the hierarchy of traits and types', async (context) => {
  const code = await open(context);
  expect(await code.printedAbout('type_hierarchy', 'Priced')).toEqual([
    'interface Priced (shop/src/cart/mod.rs:5)',
    'Supertypes: none',
    'Subtypes',
    '  interface Tagged shop/src/cart/mod.rs:12',
    '    struct Item shop/src/cart/mod.rs:16 (shown elsewhere)',
    '  struct Item shop/src/cart/mod.rs:16',
    '  struct Vec mod.rs (library)',
    '  struct Till till/src/main.rs:3',
  ]);
  expect(await code.printedAbout('type_hierarchy', 'Tagged', { direction: 'up' })).toEqual([
    'interface Tagged (shop/src/cart/mod.rs:12)',
    'Supertypes',
    '  interface Priced shop/src/cart/mod.rs:5',
  ]);
  expect(await code.about('type_hierarchy', 'Item', { direction: 'up' })).toMatchObject({
    supertypes: expect.arrayContaining([expect.objectContaining({ name: 'Priced' }), expect.objectContaining({ name: 'Tagged' })]),
  });
  expect(await code.refusal('type_hierarchy', { symbol: { name: 'total' } })).toMatchObject({ error: 'not_a_type' });
});

test('macros, enums, fields and documentation', async (context) => {
  const code = await open(context);
  expect(await code.references({ file: 'shop/src/macros.rs', name: 'cents' })).toEqual([
    'shop/src/cart/mod.rs:46:5 call',
    'shop/src/macros.rs:1:14 declaration',
    'shop/src/money.rs:6:5 call',
  ]);
  expect(await code.definitions(['shop/src/cart/mod.rs', '<<cents>>!('])).toEqual(['shop/src/macros.rs:1:14']);
  expect(await code.references('Item/cents')).toEqual([
    'shop/src/cart/mod.rs:17:9 reference',
    'shop/src/cart/mod.rs:22:16 reference',
    'shop/src/cart/mod.rs:30:14 reference',
  ]);
  expect(await code.references('Status/Closed')).toEqual(['shop/src/cart/mod.rs:43:5 reference', 'till/src/main.rs:15:26 reference']);
  expect(await code.about('inspect_symbol', 'Items')).toMatchObject({ kind: 'typeAlias', type: "pub type Items<'a> = Shelf<'a, Item>" });
  expect(await code.about('inspect_symbol', 'Item/cents')).toMatchObject({ kind: 'field', type: 'pub cents: u32', container: 'Item' });
  expect(await code.about('get_documentation', 'Priced/price')).toMatchObject({
    signature: expect.stringContaining('fn price(&self) -> u32'),
    documentation: 'What it costs.',
  });
  expect(await code.types(['till/src/main.rs', 'let <<ware>>'])).toEqual(['shop/src/cart/mod.rs:16:12']);
});

test('calls, through traits and renaming imports', async (context) => {
  const code = await open(context);
  expect(await code.printedAbout('call_hierarchy', 'total', { depth: 1 })).toEqual([
    'Callers of total (shop/src/cart/mod.rs:45)',
    '  adds_up shop/src/cart/mod.rs:55, calls at 56',
    '  main till/src/main.rs:12, calls at 14',
  ]);
  expect(await code.about('call_hierarchy', 'Till/price', { depth: 1 })).toMatchObject({
    function: { name: 'Till/price' },
    calls: expect.arrayContaining([expect.objectContaining({ name: 'Priced/doubled', at: [9], through: 'Priced/price' })]),
  });
  expect(await code.printedAbout('call_hierarchy', 'Priced/doubled', { direction: 'callees' })).toEqual([
    'Callees of Priced/doubled (shop/src/cart/mod.rs:8)',
    '  Priced/price shop/src/cart/mod.rs:7, calls at 9',
  ]);
});

test('outline, symbols, problems and structure', async (context) => {
  const code = await open(context);
  expect(await code.outline('till/src/main.rs')).toEqual([
    '3 struct Till',
    '4-11 object impl Priced for Till',
    '  5-7 method price fn(&self) -> u32',
    '  8-10 method doubled fn(&self) -> u32',
    '12-21 function main fn()',
  ]);
  expect((await code.symbols('price')).toSorted()).toEqual([
    'function Item/price shop/src/cart/mod.rs:29',
    'function Priced/price shop/src/cart/mod.rs:7',
    'function Till/price till/src/main.rs:5',
    'function Vec<T>/price shop/src/cart/mod.rs:37',
    'interface Priced shop/src/cart/mod.rs:5',
  ]);
  // Without a build nobody knows all problems, and that is said.
  expect(await code.value('get_diagnostics', {})).toMatchObject({
    files: [{ file: 'till/src/main.rs', diagnostics: [{ line: 18, column: 22, code: 'E0308' }] }],
    complete: false,
    why: expect.stringContaining('cargo check'),
    engine: expect.stringContaining('rust-analyzer 1.95.0'),
  });
  expect(await code.value('search_structure', { pattern: '$WHAT.price()', language: 'rust' })).toMatchObject({ total: 3 });
  expect(await code.printed('project_structure', {})).toContain('till (till, cargo, 0.1.0, member of .)');
  expect(await code.refusal('find_references', { symbol: { name: 'price' } })).toMatchObject({ error: 'ambiguous_symbol' });
});

test('what another process has written is seen by the next call', async (context) => {
  const code = await open(context);
  expect(await code.references('CURRENCY')).toEqual(['shop/src/money.rs:4:11 declaration', 'till/src/main.rs:17:58 reference']);
  await code.write('shop/src/cart/shelf.rs', `${rustProject['shop/src/cart/shelf.rs']}pub fn unit() -> &'static str {\n    crate::CURRENCY\n}\n`);
  expect(await code.references('CURRENCY')).toEqual([
    'shop/src/cart/shelf.rs:12:12 reference',
    'shop/src/money.rs:4:11 declaration',
    'till/src/main.rs:17:58 reference',
  ]);
  await code.write('shop/src/cart/shelf.rs', rustProject['shop/src/cart/shelf.rs'] ?? '');
  expect(await code.references('CURRENCY')).toEqual(['shop/src/money.rs:4:11 declaration', 'till/src/main.rs:17:58 reference']);
});
