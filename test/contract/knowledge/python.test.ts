// What the reading tools say about Python, through MCP, on the tricky cases of the language.
import { execFile } from 'node:child_process';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { knowledgeOf } from './knowledge.ts';
import { pythonProject } from './pythonProject.ts';

// A real virtual environment, because where its packages lie is the interpreter's word.
const open = knowledgeOf({
  files: pythonProject,
  async prepare(project) {
    await promisify(execFile)('python3', ['-m', 'venv', '--without-pip', '.venv'], { cwd: project });
    const [version] = process.platform === 'win32' ? [''] : await readdir(join(project, '.venv', 'lib'));
    const packages = process.platform === 'win32' ? ['Lib', 'site-packages'] : ['lib', version ?? '', 'site-packages'];
    await cp(join(project, 'packages'), join(project, '.venv', ...packages), { recursive: true });
    await rm(join(project, 'packages'), { recursive: true });
  },
});

test('re-exports, lists of exported names, star and renaming imports', async (context) => {
  const code = await open(context);
  expect(await code.references('Cart')).toEqual([
    'app.py:5:18 import',
    'app.py:8:8 call',
    'plugins/one/loader.py:1:23 import',
    'plugins/one/loader.py:1:31 import',
    'plugins/one/loader.py:4:15 type',
    'plugins/one/loader.py:5:12 call',
    'shop/__init__.py:2:19 import',
    'shop/__init__.py:2:27 import',
    'shop/__init__.py:6:13 read',
    'shop/cart.py:28:7 declaration',
    'shop/cart.py:31:35 type',
    'shop/cart.py:37:15 type',
    'shop/cart.py:40:15 type',
    'shop/cart.py:41:40 read',
  ]);
  expect(await code.references('price_of')).toEqual([
    'app.py:5:24 import',
    'app.py:9:53 call',
    'app.py:9:92 call',
    'shop/__init__.py:6:39 read',
    'shop/money.py:1:13 read',
    'shop/money.py:6:5 declaration',
  ]);
  expect(await code.definitions(['app.py', 'cash.<<CURRENCY>>'])).toEqual(['shop/money.py:3:1']);
  expect(await code.definitions(['app.py', 'shop.money.<<price_of>>(2)'])).toEqual(['shop/money.py:6:5']);
  expect(await code.about('inspect_symbol', ['app.py', 'import shop.<<money>> as cash'])).toMatchObject({ kind: 'module' });
  expect(await code.about('find_references', 'shop.cart.Cart')).toMatchObject({ symbol: { file: 'shop/cart.py', line: 28 }, total: 14 });
});

test('dataclasses, properties and overloads', async (context) => {
  const code = await open(context);
  expect(await code.references('Item/cents')).toEqual([
    'app.py:8:32 write',
    'shop/cart.py:15:5 declaration',
    'shop/cart.py:20:21 read',
    'shop/cart.py:24:14 write',
  ]);
  expect(await code.references('Item/price')).toEqual([
    'app.py:12:7 write',
    'shop/cart.py:18:9 declaration',
    'shop/cart.py:22:6 read',
    'shop/cart.py:23:9 declaration',
    'shop/cart.py:42:21 read',
  ]);
  expect(await code.about('inspect_symbol', 'Item/price')).toMatchObject({
    kind: 'property',
    type: '(property) price: (self: Self@Item) -> int',
    documentation: 'What it costs.',
    container: 'Item',
  });
  expect(await code.about('inspect_symbol', 'Item')).toMatchObject({ kind: 'class', type: expect.stringMatching(/name: str,\s+cents: int = 0/) });
  expect(await code.about('inspect_symbol', { file: 'shop/cart.py', name: 'total' })).toMatchObject({
    kind: 'function',
    type: '(function) def total(of: Cart) -> int\n(function) def total(of: list[Item]) -> int\n(function) def total(of: Cart | list[Item]) -> int',
  });
  expect(await code.references('total')).toHaveLength(8);
  expect(await code.types(['app.py', '<<first>> = cart'])).toEqual(['shop/cart.py:11:7']);
});

test('protocols are implemented without being named', async (context) => {
  const code = await open(context);
  expect(await code.implementations('Closable')).toEqual(['shop/protocols.py:14 class Door', 'shop/protocols.py:18 class Window']);
  expect(await code.implementations('Closable/close')).toEqual(['shop/protocols.py:15 method Door/close', 'shop/protocols.py:19 method Window/close']);
  expect(await code.implementations('Priced')).toEqual(['shop/cart.py:11 class Item']);
  expect(await code.printedAbout('type_hierarchy', 'Closable')).toEqual([
    'class Closable (shop/protocols.py:10)',
    'Supertypes',
    expect.stringMatching(/^ {2}class Protocol typing\.pyi? \(library\)$/),
    'Subtypes',
    '  class Door shop/protocols.py:14 (structural)',
    '  class Window shop/protocols.py:18 (structural)',
  ]);
  expect(await code.about('find_super_methods', 'Door/close')).toMatchObject({
    superMethods: [],
    notes: ['It overrides nothing that its class names; protocols that it may fit are not looked for.'],
  });
  expect(await code.about('find_references', 'Door/close')).toMatchObject({
    total: 1,
    notes: ['Only declared: nothing names it, but a protocol that its class fits may call it.'],
  });
  expect(await code.definitions(['shop/cart.py', 'priced: <<Priced>>'])).toEqual(['shop/protocols.py:4:7']);
});

test('several base classes, super and abstract methods', async (context) => {
  const code = await open(context);
  expect(await code.printedAbout('type_hierarchy', 'Disk', { direction: 'down' })).toEqual([
    'class Disk (shop/classes.py:31)',
    'Subtypes',
    '  class Fast shop/classes.py:44',
  ]);
  expect(await code.implementations('Store')).toEqual(['shop/classes.py:31 class Disk', 'shop/classes.py:44 class Fast']);
  expect(await code.superMethods('Disk/save')).toEqual(['shop/classes.py:27 Logged/save', 'shop/classes.py:19 Store/save']);
  expect(await code.references('Logged/save')).toEqual(['shop/classes.py:27:9 declaration', 'shop/classes.py:33:17 call']);
  expect(await code.references('Disk/opened')).toEqual(['shop/classes.py:36:9 declaration', 'shop/classes.py:48:6 call']);
  expect(await code.about('call_hierarchy', 'Disk/save', { depth: 1 })).toMatchObject({
    calls: [
      { name: 'classes.py', at: [48] },
      { name: 'Store/save_all', at: [23], through: 'Store/save' },
    ],
  });
});

test('enums, decorators and asynchronous code', async (context) => {
  const code = await open(context);
  expect(await code.references('Status/OPEN')).toEqual(['shop/classes.py:9:5 write', 'shop/classes.py:48:41 read']);
  expect(await code.references('Status/label')).toEqual(['shop/classes.py:13:9 declaration', 'shop/classes.py:48:46 read', 'shop/classes.py:48:71 read']);
  expect(await code.references('logged')).toEqual(['shop/decorators.py:8:5 declaration', 'shop/decorators.py:16:2 decorator']);
  expect(await code.about('inspect_symbol', ['shop/decorators.py', '<<pay>>(1, tip=2)'])).toMatchObject({ type: expect.stringMatching(/tip: int = 0/) });
  expect(await code.printedAbout('call_hierarchy', 'fetch')).toEqual([
    'Callers of fetch (shop/tasks.py:6)',
    '  session shop/tasks.py:16, calls at 17',
    '    main shop/tasks.py:20, calls at 21 (shown elsewhere)',
    '  main shop/tasks.py:20, calls at 23',
  ]);
  expect(await code.printedAbout('call_hierarchy', { file: 'shop/cart.py', name: 'total' }, { direction: 'callees' })).toEqual([
    'Callees of total (shop/cart.py:40)',
    '  Item/price shop/cart.py:18, calls at 42',
    '  isinstance of a library, calls at 41',
    '  sum of a library, calls at 42',
  ]);
});

test('stubs: a use leads to both files, and both files lead to the use', async (context) => {
  const code = await open(context);
  const uses = ['app.py:4:26 import', 'app.py:10:7 call', 'fast.py:1:5 declaration', 'fast.pyi:1:5 declaration'];
  expect(await code.references({ file: 'fast.py', name: 'speed' })).toEqual(uses);
  expect(await code.references({ file: 'fast.pyi', name: 'speed' })).toEqual(uses);
  expect(await code.references({ file: 'fast.py', name: 'Engine/start' })).toEqual([
    'app.py:10:28 call',
    'fast.py:8:9 declaration',
    'fast.pyi:5:9 declaration',
  ]);
  expect(await code.definitions(['app.py', '<<speed>>("x")'])).toEqual(['fast.py:1:5', 'fast.pyi:1:5']);
});

test('namespace packages, and packages of the virtual environment', async (context) => {
  const code = await open(context);
  expect(await code.references('load')).toEqual([
    'plugins/one/loader.py:4:5 declaration',
    'plugins/two/use.py:1:32 import',
    'plugins/two/use.py:4:1 call',
    'plugins/two/use.py:5:8 call',
  ]);
  expect(await code.about('find_definition', ['app.py', 'wares.<<weigh>>(3)'])).toMatchObject({
    definitions: [{ file: expect.stringMatching(/site-packages\/wares\/scales\.py$/), line: 1 }],
  });
  expect(await code.about('get_documentation', ['app.py', 'wares.<<weigh>>(3)'])).toMatchObject({
    documentation: 'Weighs a ware.',
    from: expect.stringMatching(/^wares/),
  });
  expect(await code.symbols('weigh')).toEqual([]);
  expect(await code.printed('list_dependencies', {})).toEqual(['1 dependency', 'shop (pyproject.toml)', '  wares 2.1.0 (>=2)']);
  // What cannot be found has no definition, whatever is called around it.
  expect(await code.about('find_definition', ['app.py', 'lost.<<thing>>()'])).toMatchObject({ definitions: [] });
});

test('outlines, symbols and problems', async (context) => {
  const code = await open(context);
  expect(await code.outline('shop/classes.py')).toEqual([
    '5 constant T',
    '8-14 class Status',
    '  9 constant OPEN',
    '  10 constant CLOSED',
    '  13-14 method label',
    '17-23 class Store',
    '  19 method save',
    '  21-23 method save_all',
    '26-28 class Logged',
    '  27-28 method save',
    '31-41 class Disk',
    '  32-33 method save',
    '  36-37 method opened',
    '  40-41 method path',
    '44-45 class Fast',
  ]);
  expect(await code.symbols('save', { kind: 'method' })).toEqual([
    'method Store/save shop/classes.py:19',
    'method Logged/save shop/classes.py:27',
    'method Disk/save shop/classes.py:32',
    'method Store/save_all shop/classes.py:21',
  ]);
  expect(await code.value('get_diagnostics', { severity: 'error' })).toMatchObject({
    counts: { error: 2 },
    files: [{ file: 'app.py', diagnostics: [{ code: 'reportMissingImports' }, { line: 14, code: 'reportAssignmentType' }] }],
    engine: expect.stringMatching(/^basedpyright/),
  });
  expect(await code.value('search_structure', { pattern: 'super().$METHOD($$$)', language: 'python' })).toMatchObject({
    files: [{ file: 'shop/classes.py', matches: [{ line: 33 }] }],
  });
  expect(await code.printed('project_structure', {})).toContain('shop (., python, 1.0.0)');
});

test('wrong input is answered with what to do instead', async (context) => {
  const code = await open(context);
  expect(await code.refusal('find_references', { symbol: { name: 'save' } })).toMatchObject({
    error: 'ambiguous_symbol',
    candidates: { length: 3 },
  });
  expect(await code.refusal('find_definition', { symbol: { name: 'Cartt' } })).toMatchObject({
    error: 'symbol_not_found',
    next: expect.stringContaining('Cart'),
  });
  expect(await code.refusal('type_hierarchy', { symbol: { name: 'pay' } })).toMatchObject({ error: 'not_a_type' });
});
