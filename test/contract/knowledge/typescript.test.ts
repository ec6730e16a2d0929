// What the reading tools say about TypeScript and JavaScript, through MCP, on the tricky cases of the language.
import { expect, test } from 'vitest';
import { knowledgeOf } from './knowledge.ts';
import { typescriptProject } from './typescriptProject.ts';

const open = knowledgeOf({ files: typescriptProject });

test('overloads: one symbol with every signature, and a call leads to the overload that it means', async (context) => {
  const code = await open(context);
  expect(await code.references('parse')).toEqual([
    'src/overloads.ts:2:17 declaration',
    'src/overloads.ts:3:17 declaration',
    'src/overloads.ts:4:17 declaration',
    'src/overloads.ts:7:25 call',
    'src/overloads.ts:8:26 call',
  ]);
  expect(await code.definitions(['src/overloads.ts', "fromText = <<parse>>('1')"])).toEqual(['src/overloads.ts:2:17']);
  expect(await code.definitions(['src/overloads.ts', 'fromCents = <<parse>>(1)'])).toEqual(['src/overloads.ts:3:17']);
  expect(await code.about('inspect_symbol', 'parse')).toMatchObject({
    kind: 'function',
    type: 'function parse(text: string): number\nfunction parse(cents: number): number\nfunction parse(given: string | number): number',
    documentation: 'Reads a price.',
    exported: true,
    engine: expect.stringMatching(/^typescript 7/),
  });
});

test('re-exports: through stars, renamings, namespaces and defaults, in both directions', async (context) => {
  const code = await open(context);
  expect(await code.references('Money')).toEqual([
    'src/barrel/inner.ts:2:10 export',
    'src/barrel/inner.ts:2:21 export',
    'src/barrelUse.ts:1:15 import',
    'src/barrelUse.ts:2:8 import',
    'src/barrelUse.ts:3:13 import',
    'src/barrelUse.ts:4:24 new',
    'src/barrelUse.ts:5:24 new',
    'src/barrelUse.ts:6:21 type',
    'src/barrelUse.ts:6:36 new',
    'src/money.ts:1:22 declaration',
  ]);
  expect((await code.references('currency')).filter((line) => line.endsWith('read'))).toEqual([
    'src/barrelUse.ts:8:22 read',
    'src/barrelUse.ts:8:33 read',
    'src/barrelUse.ts:8:46 read',
  ]);
  expect(await code.references('Amount')).toContain('src/barrelUse.ts:7:25 type');
  expect(await code.definitions(['src/barrelUse.ts', 'currency + <<symbol>>'])).toEqual(['src/money.ts:4:14']);
  expect(await code.definitions(['src/barrelUse.ts', '5 as <<Sum>>'])).toEqual(['src/money.ts:5:13']);
  const everything = await code.about('inspect_symbol', ['src/barrelUse.ts', '<<all>>.currency']);
  expect(everything).toMatchObject({ kind: 'module', declared: [{ file: 'src/money.ts', line: 1 }] });
  expect(everything).not.toHaveProperty('container');
});

test('declaration merging: interfaces, a class with an interface, a function with a namespace, a module and the global scope', async (context) => {
  const code = await open(context);
  expect(await code.references('Basket')).toEqual(['src/merged.ts:1:18 declaration', 'src/merged.ts:4:18 declaration', 'src/merged.ts:22:24 type']);
  expect(await code.about('inspect_symbol', 'Crate')).toMatchObject({ kind: 'class', declared: [{ line: 7 }, { line: 10 }] });
  expect(await code.references('crate')).toEqual([
    'src/merged.ts:13:17 declaration',
    'src/merged.ts:14:47 read',
    'src/merged.ts:16:18 declaration',
    'src/merged.ts:22:41 read',
  ]);
  expect(await code.about('inspect_symbol', 'crate/deep/depth')).toMatchObject({ kind: 'constant', container: 'crate/deep' });
  expect(await code.definitions(['src/augment.ts', '(ware: <<Ware>>)'])).toEqual(['node_modules/wares/index.d.ts:2:18', 'src/augment.ts:4:13']);
  expect(await code.definitions(['src/augment.ts', 'ware.<<grams>>'])).toEqual(['src/augment.ts:5:5']);
  expect(await code.definitions(['src/augment.ts', 'label.<<shout>>()'])).toEqual(['src/augment.ts:10:5']);
  expect(await code.about('get_documentation', ['src/augment.ts', '(ware: <<Ware>>)'])).toMatchObject({
    documentation: 'Something that can be bought.',
    from: 'wares 2.1.0',
  });
});

test('generics, accessors and private fields', async (context) => {
  const code = await open(context);
  expect(await code.references(['src/generics.ts', 'class Shelf<<<Item>> extends'])).toEqual([
    'src/generics.ts:4:20 type',
    'src/generics.ts:5:11 type',
    'src/generics.ts:7:13 type',
    'src/generics.ts:16:40 type',
  ]);
  expect(await code.references('Shelf/total')).toEqual([
    'src/generics.ts:12:7 declaration',
    'src/generics.ts:15:7 declaration',
    'src/generics.ts:24:39 write',
    'src/generics.ts:25:43 read',
  ]);
  expect(await code.references('Shelf/#items')).toEqual([
    'src/generics.ts:5:3 declaration',
    'src/generics.ts:8:10 read',
    'src/generics.ts:13:17 read',
    'src/generics.ts:16:10 write',
  ]);
  expect(await code.about('inspect_symbol', 'cheapest')).toMatchObject({
    type: 'function cheapest<Item extends Priced>(items: readonly Item[]): Item | undefined',
  });
  expect(await code.about('inspect_symbol', 'PriceOf')).toMatchObject({ kind: 'type alias' });
  expect(await code.types(['src/generics.ts', 'const <<shelf>> ='])).toEqual(['src/generics.ts:4:14']);
  expect(await code.about('find_type_definition', 'Money')).toMatchObject({ types: [{ file: 'src/money.ts', line: 1 }] });
});

test('abstract classes, overrides, class expressions and object literals', async (context) => {
  const code = await open(context);
  expect(await code.implementations('Shape')).toEqual([
    'src/shapes.ts:4 class Base',
    'src/shapes.ts:13 class Square',
    'src/shapes.ts:24 variable literal',
    'src/shapes.ts:25 variable Anonymous',
  ]);
  expect(await code.implementations('Shape/area')).toEqual([
    'src/shapes.ts:17 method Square/area',
    'src/shapes.ts:24 property literal/area',
    'src/shapes.ts:26 method Anonymous/area',
    'src/shapes.ts:32 method mixed/Mixed/area',
  ]);
  expect(await code.implementations('Base/name')).toEqual(['src/shapes.ts:20 property Square/name']);
  expect(await code.printedAbout('type_hierarchy', 'Square')).toEqual([
    'class Square (src/shapes.ts:13)',
    'Supertypes',
    '  class Base src/shapes.ts:4',
    '    interface Shape src/shapes.ts:1',
    'Subtypes',
    '  class Anonymous src/shapes.ts:25',
  ]);
  expect(await code.printedAbout('type_hierarchy', 'Anonymous', { direction: 'up' })).toEqual([
    'class Anonymous (src/shapes.ts:25)',
    'Supertypes',
    '  class Square src/shapes.ts:13',
    '    class Base src/shapes.ts:4',
    '      interface Shape src/shapes.ts:1',
  ]);
  expect(await code.superMethods('Square/area')).toEqual(['src/shapes.ts:5 Base/area', 'src/shapes.ts:2 Shape/area']);
  expect(await code.superMethods('Square/name')).toEqual(['src/shapes.ts:6 Base/name']);
  expect(await code.superMethods('Anonymous/area')).toEqual(['src/shapes.ts:17 Square/area', 'src/shapes.ts:5 Base/area', 'src/shapes.ts:2 Shape/area']);
  expect(await code.about('find_super_methods', 'Mixed/area')).toMatchObject({
    superMethods: [],
    notes: ['Not looked into, because it is only known when the program runs: parent.'],
  });
  expect(await code.about('find_implementations', 'parse')).toMatchObject({ total: 0, notes: ['Nothing implements, extends or overrides it.'] });
  expect(await code.refusal('type_hierarchy', { symbol: { name: 'parse' } })).toMatchObject({ error: 'not_a_type' });
  expect(await code.refusal('find_super_methods', { symbol: { name: 'parse' } })).toMatchObject({ error: 'not_a_member' });
});

test('decorators, dynamic imports and enum members', async (context) => {
  const code = await open(context);
  expect(await code.references('logged')).toEqual(['src/decorators.ts:1:17 declaration', 'src/decorators.ts:9:4 decorator']);
  expect(await code.references('entity')).toEqual(['src/decorators.ts:4:17 declaration', 'src/decorators.ts:7:2 decorator']);
  expect(await code.references({ file: 'src/objects.ts', name: 'total' })).toEqual([
    'src/lazy.ts:2:11 read',
    'src/lazy.ts:4:22 read',
    'src/lazy.ts:6:52 read',
    'src/objects.ts:5:14 declaration',
    'src/objects.ts:6:26 read',
  ]);
  expect(await code.definitions(['src/lazy.ts', 'whole.<<total>>'])).toEqual(['src/objects.ts:5:14']);
  expect(await code.references('Status/Open')).toEqual(['src/objects.ts:2:3 declaration', 'src/objects.ts:6:48 read', 'src/objects.ts:12:71 read']);
  expect(await code.about('inspect_symbol', 'Status/Open')).toMatchObject({ kind: 'enum member', container: 'Status' });
});

test('shorthand properties, renaming patterns, computed and indexed access', async (context) => {
  const code = await open(context);
  expect((await code.references('options/total')).filter((line) => line.startsWith('src/objects.ts'))).toEqual([
    'src/objects.ts:5:14 declaration',
    'src/objects.ts:6:26 read',
    'src/objects.ts:7:9 read',
    'src/objects.ts:8:34 read',
    'src/objects.ts:8:53 read',
    'src/objects.ts:10:30 read',
  ]);
  expect(await code.references('Priced/price')).toEqual([
    'src/generics.ts:2:3 declaration',
    'src/generics.ts:13:39 read',
    'src/generics.ts:16:22 write',
    'src/generics.ts:21:46 read',
    'src/generics.ts:21:60 read',
    'src/generics.ts:24:13 write',
  ]);
});

test('JSX: components are used, props are written', async (context) => {
  const code = await open(context);
  expect(await code.references('Button')).toEqual([
    'src/Button.tsx:13:17 declaration',
    'src/Page.tsx:1:10 import',
    'src/Page.tsx:1:20 import',
    'src/Page.tsx:3:4 jsx',
  ]);
  expect(await code.references('ButtonProps/label')).toEqual(['src/Button.tsx:10:3 declaration', 'src/Button.tsx:13:26 read', 'src/Page.tsx:3:10 write']);
  expect(await code.references('icons/Star')).toEqual(['src/Button.tsx:16:24 write', 'src/Page.tsx:5:28 jsx', 'src/Page.tsx:5:50 jsx']);
  expect(await code.printedAbout('call_hierarchy', 'Button')).toEqual([
    'Callers of Button (src/Button.tsx:13)',
    '  src/Page.tsx, outside functions, calls at 3',
  ]);
  expect(await code.types(['src/Page.tsx', 'const <<page>>'])).toEqual(['src/Button.tsx:3:15']);
});

test('ambient declarations, JSDoc types and CommonJS', async (context) => {
  const code = await open(context);
  expect(await code.references('VERSION')).toEqual(['src/ambient.d.ts:1:15 declaration', 'src/ambientUse.ts:2:31 read']);
  expect(await code.definitions(['src/ambientUse.ts', '+ <<logo>>;'])).toEqual(['src/ambient.d.ts:4:9']);
  expect(await code.references('Price')).toEqual([
    'src/old.cjs:1:76 type',
    'src/typed.js:2:33 declaration',
    'src/typed.js:6:12 type',
    'src/typed.js:7:14 type',
  ]);
  const helper = { file: 'src/helper.cjs', line: 2, column: 27 };
  expect(await code.references(helper)).toEqual([
    'src/helper.cjs:2:9 write',
    'src/helper.cjs:2:27 declaration',
    'src/old.cjs:3:9 read',
    'src/old.cjs:4:31 call',
    'src/old.cjs:4:52 read',
  ]);
  expect(await code.printedAbout('call_hierarchy', helper)).toEqual(['Callers of helper (src/helper.cjs:2)', '  src/old.cjs, outside functions, calls at 4']);
  expect(await code.refusal('find_references', { symbol: { name: 'helper' } })).toMatchObject({
    error: 'ambiguous_symbol',
    next: 'Call again with file, line and column of the one you mean.',
  });
});

test('calls: through arrow functions, generators, constructors and virtual methods', async (context) => {
  const code = await open(context);
  expect(await code.printedAbout('call_hierarchy', 'double')).toEqual([
    'Callers of double (src/typed.js:9)',
    '  Till/pay src/calls.ts:7, calls at 7',
    '    Till/coins src/calls.ts:8, calls at 9',
    '      drain src/calls.ts:12, calls at 13',
  ]);
  expect(await code.printedAbout('call_hierarchy', 'drain', { direction: 'callees', depth: 3 })).toEqual([
    'Callees of drain (src/calls.ts:12)',
    '  Till/open src/calls.ts:4, calls at 13',
    '    Till src/calls.ts:3, calls at 5',
    '  Till/coins src/calls.ts:8, calls at 13',
    '    Till/pay src/calls.ts:7, calls at 9',
    '      double src/typed.js:9, calls at 7',
    '  drain src/calls.ts:12, calls at 14 (cycle)',
    '  cheapest src/generics.ts:20, calls at 14',
    '    sort of a library, calls at 21',
  ]);
  expect(await code.printedAbout('call_hierarchy', 'Square/area', { depth: 1 })).toEqual([
    'Callers of Square/area (src/shapes.ts:17)',
    '  Base/describe src/shapes.ts:9, calls at 10',
    '  Anonymous/area src/shapes.ts:26, calls at 27',
    '  areas src/shapes.ts:37, calls at 37',
  ]);
  expect(await code.refusal('call_hierarchy', { symbol: { name: 'Status' } })).toMatchObject({ error: 'not_callable' });
});

test('outlines and symbols: aliases are no classes, callbacks and arguments declare nothing', async (context) => {
  const code = await open(context);
  expect(await code.outline('src/merged.ts')).toEqual([
    '1-3 interface Basket',
    '  2 property size',
    '4-6 interface Basket',
    '  5 property weight',
    '7-9 class Crate',
    '  8 method open',
    '10-12 interface Crate',
    '  11 property sealed',
    '13-15 function crate',
    '16-21 namespace crate',
    '  17 variable tight',
    '  18-20 namespace deep',
    '    19 variable depth',
    '22 variable measured',
    '  22 property size',
    '  22 property weight',
  ]);
  expect((await code.outline('src/generics.ts')).filter((line) => !line.startsWith(' '))).toEqual([
    '1-3 interface Priced',
    '4-18 class Shelf',
    '19 typeAlias PriceOf',
    '20-22 function cheapest',
    '23 variable shelf',
    '25 variable sum',
    '26 variable cheap',
  ]);
  expect(await code.symbols('total')).toEqual([
    'property Shelf/total src/generics.ts:12',
    'property Shelf/total src/generics.ts:15',
    'variable total src/objects.ts:5',
    'typeAlias Total src/objects.ts:10',
  ]);
  expect(await code.symbols('PriceOf', { kind: 'class' })).toEqual([]);
  expect(await code.symbols('nothing_of_that_name')).toEqual([]);
});

test('problems, text and structure of the project', async (context) => {
  const code = await open(context);
  expect(await code.value('get_diagnostics', {})).toMatchObject({
    counts: { error: 1 },
    files: [{ file: 'src/calls.ts', diagnostics: [{ line: 16, column: 14, code: '2322' }] }],
  });
  expect(await code.value('search_text', { query: 'SHOUT', ignore_case: true, where: 'code' })).toMatchObject({ total: 2 });
  expect(await code.value('search_structure', { pattern: 'super.$METHOD($$$)', language: 'typescript' })).toMatchObject({
    files: [{ file: 'src/shapes.ts', matches: [{ line: 27, variables: { METHOD: 'area' } }] }],
  });
  expect(await code.printed('project_structure', {})).toEqual(['project: 1 module', 'shop (., npm, 1.0.0)', '  sources: src']);
  expect(await code.printed('list_dependencies', {})).toEqual(['1 dependency', 'shop (package.json)', '  wares 2.1.0 (^2.0.0)']);
  expect(await code.printed('get_project_info', {})).toContain('Package managers: npm');
  expect(await code.value('list_project_files', { under: 'src/barrel' })).toMatchObject({ total: 2 });
  expect(await code.printed('read_file', { file: 'src/money.ts', start_line: 4, end_line: 4 })).toEqual(["4\texport const currency = 'EUR';"]);
  expect(await code.value('index_status', {})).toMatchObject({ ready: true });
});

test('wrong input is answered with what to do instead', async (context) => {
  const code = await open(context);
  expect(await code.refusal('find_references', { symbol: { name: 'nowhere' } })).toMatchObject({ error: 'symbol_not_found' });
  expect(await code.refusal('find_definition', { symbol: { name: 'Shelff' } })).toMatchObject({ error: 'symbol_not_found', next: 'Did you mean Shelf?' });
  expect(await code.refusal('find_definition', { symbol: { file: 'src/nowhere.ts', name: 'x' } })).toMatchObject({ error: 'file_not_found' });
  expect(await code.refusal('inspect_symbol', { symbol: { file: 'src/money.ts', line: 99, name: 'Money' } })).toMatchObject({ error: 'line_out_of_range' });
  expect(await code.refusal('inspect_symbol', { symbol: { file: 'src/decorators.ts', line: 3 } })).toMatchObject({ error: 'no_name_on_line' });
  expect(await code.refusal('inspect_symbol', { symbol: {} })).toMatchObject({ error: 'symbol_underspecified' });
  expect(await code.refusal('find_references', { symbol: { name: 'sum' } })).toMatchObject({ error: 'ambiguous_symbol' });
  expect(await code.refusal('search_structure', { pattern: 'class {', language: 'typescript' })).toMatchObject({ error: 'invalid_pattern' });
});
