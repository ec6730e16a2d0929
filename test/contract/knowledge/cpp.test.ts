// What the reading tools say about C and C++, through MCP; the compilation database lies in build/ for one half and in the root for the other.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cppProject } from './cppProject.ts';
import { knowledgeOf } from './knowledge.ts';

const open = knowledgeOf({ files: cppProject, tool: 'clangd', prepare: (project) => databaseIn(project, 'build/compile_commands.json') });
const openRoot = knowledgeOf({ files: cppProject, tool: 'clangd', prepare: (project) => databaseIn(project, 'compile_commands.json') });

test('headers and sources, overloads, namespaces and their aliases', async (context) => {
  const code = await open(context);
  expect(await code.references(['include/shape.hpp', 'double <<scaled>>(int'])).toEqual([
    'include/shape.hpp:11:10 declaration',
    'src/main.cpp:11:10 call',
    'src/shape.cpp:5:15 declaration',
  ]);
  expect(await code.references(['include/shape.hpp', 'double <<scaled>>(double'])).toEqual([
    'include/shape.hpp:10:10 declaration',
    'src/main.cpp:10:48 call',
    'src/shape.cpp:4:15 declaration',
    'src/shape.cpp:5:50 call',
  ]);
  expect(await code.references('geo')).toEqual([
    'include/shape.hpp:3:11 declaration',
    'include/shape.hpp:31:15 reference',
    'src/main.cpp:3:27 reference',
    'src/main.cpp:3:50 reference',
    'src/main.cpp:6:3 reference',
    'src/main.cpp:9:3 reference',
    'src/main.cpp:9:22 reference',
    'src/shape.cpp:2:11 declaration',
  ]);
  expect(await code.references('g')).toEqual(['include/shape.hpp:31:11 declaration', 'src/main.cpp:5:3 reference']);
  expect(await code.definitions(['src/main.cpp', 'square.<<scaled>>(50)'])).toEqual(['src/shape.cpp:5:15']);
  expect(await code.definitions(['src/shape.cpp', 'Square::<<area>>()'])).toEqual(['include/shape.hpp:16:10']);
  expect(await code.refusal('find_references', { symbol: { name: 'Shape/scaled' } })).toMatchObject({
    error: 'ambiguous_symbol',
    candidates: [
      { name: 'geo/Shape/scaled', file: 'src/shape.cpp', line: 4 },
      { name: 'geo/Shape/scaled', file: 'src/shape.cpp', line: 5 },
    ],
  });
});

test('a class is not its constructor, and a declaration and its definition are one', async (context) => {
  const code = await open(context);
  expect(await code.about('find_references', 'Square')).toMatchObject({ symbol: { file: 'include/shape.hpp', line: 13 }, total: 7 });
  for (const name of ['Square/area', 'geo::Square::area'])
    expect(await code.about('inspect_symbol', name)).toMatchObject({ kind: 'method', container: 'geo/Square' });
  expect(await code.references('Square/area')).toEqual([
    'include/shape.hpp:9:18 declaration',
    'include/shape.hpp:16:10 declaration',
    'include/shape.hpp:24:10 declaration',
    'include/shape.hpp:24:49 call',
    'src/main.cpp:3:82 call',
    'src/main.cpp:3:97 call',
    'src/shape.cpp:3:16 declaration',
    'src/shape.cpp:4:52 call',
  ]);
});

test('virtual methods: what overrides and what is overridden, directly or not', async (context) => {
  const code = await open(context);
  expect(await code.implementations('Shape')).toEqual(['include/shape.hpp:13 class geo/Square', 'include/shape.hpp:21 class geo/Tile']);
  expect(await code.implementations('Shape/area')).toEqual(['include/shape.hpp:24 method geo/Tile/area', 'src/shape.cpp:3 method geo/Square/area']);
  expect(await code.implementations('Square/area')).toEqual(['include/shape.hpp:24 method geo/Tile/area']);
  expect(await code.implementations('Box')).toEqual([]);
  expect(await code.printedAbout('type_hierarchy', 'Square')).toEqual([
    'class Square (include/shape.hpp:13)',
    'Supertypes',
    '  class Shape include/shape.hpp:5',
    'Subtypes',
    '  class Tile include/shape.hpp:21',
  ]);
  expect(await code.superMethods('Tile/area')).toEqual(['include/shape.hpp:16 geo/Square/area', 'include/shape.hpp:9 geo/Shape/area']);
  expect(await code.superMethods('Square/area')).toEqual(['include/shape.hpp:9 geo/Shape/area']);
  expect(await code.superMethods('Shape/area')).toEqual([]);
});

test('templates and their specialisations', async (context) => {
  const code = await open(context);
  expect(await code.references('Box')).toEqual(['include/box.hpp:3:7 declaration', 'include/box.hpp:5:12 declaration', 'src/main.cpp:7:3 reference']);
  expect(await code.definitions(['src/main.cpp', 'flag.<<get>>()'])).toEqual(['include/box.hpp:14:8']);
  expect(await code.definitions(['src/main.cpp', 'box.<<get>>()'])).toEqual(['include/box.hpp:6:5']);
  expect(await code.definitions(['src/main.cpp', '<<larger>>(box'])).toEqual(['include/box.hpp:19:13']);
  expect(await code.about('inspect_symbol', ['src/main.cpp', '<<larger>>(box'])).toMatchObject({
    kind: 'function',
    type: 'template <> inline int larger<int, int>(const int &one, const int &other)',
  });
  expect(await code.types(['src/main.cpp', '<<tile>>(3)'])).toEqual(['include/shape.hpp:21:7']);
});

test('macros, aliases, and C beside C++', async (context) => {
  const code = await open(context);
  expect(await code.references('TWICE')).toEqual(['include/config.h:4:9 declaration', 'src/checksum.c:3:40 call', 'src/main.cpp:13:28 call']);
  expect(await code.references('GAP')).toEqual(['include/config.h:3:9 declaration', 'include/config.h:4:25 reference', 'include/shape.hpp:24:58 reference']);
  expect(await code.about('inspect_symbol', 'TWICE')).toMatchObject({ kind: 'macro', type: '#define TWICE(x) ((x) * GAP)' });
  expect(await code.about('inspect_symbol', 'Length')).toMatchObject({ kind: 'type alias', type: 'using Length = detail::Unit', container: 'geo' });
  expect(await code.references('checksum')).toEqual(['include/config.h:8:5 declaration', 'src/checksum.c:5:5 declaration', 'src/main.cpp:13:34 call']);
  expect(await code.definitions(['src/main.cpp', '<<checksum>>("x")'])).toEqual(['src/checksum.c:5:5']);
  expect(await code.about('get_documentation', 'Shape/area')).toMatchObject({
    signature: 'public: virtual double area() const = 0',
    documentation: 'In square metres.',
  });
});

test('calls, from C into C++ and through virtual methods', async (context) => {
  const code = await open(context);
  expect(await code.printedAbout('call_hierarchy', 'weigh')).toEqual([
    'Callers of weigh (src/checksum.c:3)',
    '  checksum src/checksum.c:5, calls at 7',
    '    main src/main.cpp:4, calls at 13',
  ]);
  expect(await code.about('call_hierarchy', 'Tile/area', { depth: 1 })).toMatchObject({
    calls: [
      { name: 'geo/Shape/scaled', at: [4], through: 'geo/Square/area' },
      { name: 'total', at: [3], through: 'geo/Square/area' },
    ],
  });
  expect(await code.printedAbout('call_hierarchy', 'total', { direction: 'callees' })).toEqual([
    'Callees of total (src/main.cpp:3)',
    '  geo/Shape/area include/shape.hpp:9, calls at 3',
  ]);
  expect(await code.refusal('call_hierarchy', { symbol: { name: 'Unit' } })).toMatchObject({ error: 'not_callable' });
});

test('outlines, symbols and structure', async (context) => {
  const code = await open(context);
  expect(await code.outline('include/shape.hpp')).toEqual([
    '3-30 namespace geo',
    '  5-12 class Shape class',
    '    7 method ~Shape',
    '    9 method area double () const',
    '    10 method scaled double (double) const',
    '    11 method scaled double (int) const',
    '  13-20 class Square class',
    '    15 constructor Square (double)',
    '    16 method area double () const',
    '    19 field side_ double',
    '  21-25 class Tile class',
    '    23 namespace Tile',
    '    24 method area double () const',
    '  26-28 namespace detail',
    '    27 enum Unit enum',
    '      27 enumMember Metre Unit',
    '      27 enumMember Inch Unit',
    '  29 typeAlias Length type alias',
    '31 namespace g',
  ]);
  expect(await code.symbols('TWICE')).toEqual(['constant TWICE include/config.h:4']);
  expect(await code.symbols('area')).toEqual([
    'method geo/Shape/area include/shape.hpp:9',
    'method geo/Tile/area include/shape.hpp:24',
    'method geo/Square/area src/shape.cpp:3',
  ]);
  expect(await code.value('search_structure', { pattern: 'weigh($LETTER)', language: 'c' })).toMatchObject({ total: 1 });
  expect(await code.value('search_structure', { pattern: '$SHAPE.area()', language: 'cpp' })).toMatchObject({ total: 2 });
});

test('problems, with the compilation database in build/ and in the root', async (context) => {
  for (const code of [await open(context), await openRoot(context)]) {
    expect(await code.value('get_diagnostics', {})).toMatchObject({
      counts: { error: 1 },
      files: [{ file: 'src/main.cpp', diagnostics: [{ line: 12, column: 7, code: 'init_conversion_failed' }] }],
      engine: expect.stringContaining('clangd 22.1.1'),
    });
  }
  expect(await (await openRoot(context)).references('weigh')).toEqual(['src/checksum.c:3:12 declaration', 'src/checksum.c:7:32 call']);
});

async function databaseIn(project: string, path: string): Promise<void> {
  const flags = ['-I', join(project, 'include')];
  const entries = ['src/main.cpp', 'src/shape.cpp', 'src/checksum.c'].map((file) => ({
    directory: project,
    file,
    arguments: [file.endsWith('.c') ? 'cc' : 'c++', ...flags, ...(file.endsWith('.c') ? [] : ['-std=c++17']), '-c', file],
  }));
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), JSON.stringify(entries));
}
