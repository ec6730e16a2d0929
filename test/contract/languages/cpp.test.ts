// What C and C++ mean, asked of the real clangd, found on the PATH as a person has it. It pushes its diagnostics.
import { expect, type TestContext, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { onPath } from './onPath.ts';
import { live, openWorkspace, type Workspace } from './workspace.ts';

const files = {
  'include/cart.hpp': `#pragma once
namespace shop {
// Adds everything up.
int total(const int *cents, int count);
template <typename T>
T larger(T one, T other) { return one < other ? other : one; }
}
`,
  'src/cart.cpp': `#include "cart.hpp"
int shop::total(const int *cents, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum += cents[i];
  return sum;
}
`,
  'src/main.cpp': `#include "cart.hpp"
int main() {
  int cents[] = {1, 2};
  return shop::larger(shop::total(cents, 2), 3);
}
`,
  'compile_flags.txt': '-std=c++17\n-Iinclude\n',
};

test('references and definitions lead from headers to sources that nobody has opened', async (context) => {
  const workspace = await cppWorkspace(context);
  const references = await workspace.references('include/cart.hpp', 'total');
  expect(references).toMatchObject({ complete: true, engine: 'clangd 22.1.1' });
  expect([...workspace.shown(references.value)].sort()).toEqual(['include/cart.hpp:4:5', 'src/cart.cpp:2:11', 'src/main.cpp:4:29']);
  const definition = await workspace.languages.definition(await workspace.place('src/main.cpp', 'total'), live());
  expect(workspace.shown(definition.value)).toEqual(['src/cart.cpp:2:11']);
  const template = await workspace.languages.definition(await workspace.place('src/main.cpp', 'larger'), live());
  expect(workspace.shown(template.value)).toEqual(['include/cart.hpp:6:3']);
});

test('a project that says nothing about how it is compiled is answered, and the answer is not called complete', async (context) => {
  const { 'compile_flags.txt': _, ...sources } = files;
  const unconfigured = await (await cppWorkspace(context, sources)).references('src/cart.cpp', 'total');
  expect(unconfigured).toMatchObject({ complete: false, why: expect.stringContaining('No compile_commands.json or compile_flags.txt') });
  const configured = await (await cppWorkspace(context)).references('src/cart.cpp', 'total');
  expect(configured).not.toHaveProperty('notes');
});

test('outline, hover and symbols', async (context) => {
  const workspace = await cppWorkspace(context);
  const outline = await workspace.languages.outline(workspace.uri('include/cart.hpp'), live());
  expect(outline.value).toMatchObject([
    {
      name: 'shop',
      kind: 'namespace',
      children: [
        { name: 'total', kind: 'function' },
        { name: 'larger', kind: 'function' },
      ],
    },
  ]);
  expect((await workspace.languages.hover(await workspace.place('src/main.cpp', 'total'), live())).value?.documentation).toContain('Adds everything up.');
  expect((await workspace.languages.symbols('larger', live())).value.map(({ name, location }) => `${name} ${workspace.path(location.uri)}`)).toEqual([
    'larger include/cart.hpp',
  ]);
});

test('diagnostics are those of the text as it is now, also when only a header has changed', async (context) => {
  const workspace = await cppWorkspace(context);
  expect(await workspace.diagnosticsOf('src/main.cpp')).toEqual([]);
  await workspace.write('src/main.cpp', 'int main() { return missing; }\n');
  expect((await workspace.diagnosticsOf('src/main.cpp')).map(({ message }) => message)).toEqual(["Use of undeclared identifier 'missing'"]);
  await workspace.write('src/main.cpp', files['src/main.cpp']);
  expect(await workspace.diagnosticsOf('src/main.cpp')).toEqual([]);
  await workspace.write('include/cart.hpp', files['include/cart.hpp'].replace('int total(', 'int sum('));
  expect((await workspace.diagnosticsOf('src/main.cpp')).map(({ severity }) => severity)).toContain('error');
});

test('a header and everybody who includes it change together, there and back: no error of the header as it was is reported', async (context) => {
  const workspace = await cppWorkspace(context);
  const sources = ['include/cart.hpp', 'src/cart.cpp', 'src/main.cpp'] as const;
  const errors = async () => (await Promise.all(sources.map((file) => workspace.diagnosticsOf(file)))).flat().filter(({ severity }) => severity === 'error');
  expect(await errors()).toEqual([]);
  for (const name of ['sum', 'total', 'everything', 'total', 'sum']) {
    for (const file of sources) await workspace.write(file, files[file].replaceAll('total', name));
    expect((await errors()).map(({ message }) => message)).toEqual([]);
  }
});

test('an include that goes is missed at once, and one that comes is not', async (context) => {
  const workspace = await cppWorkspace(context);
  expect(await workspace.diagnosticsOf('src/main.cpp')).toEqual([]);
  for (const _ of [1, 2, 3]) {
    await workspace.write('src/main.cpp', files['src/main.cpp'].replace('#include "cart.hpp"\n', ''));
    expect((await workspace.diagnosticsOf('src/main.cpp')).map(({ severity }) => severity)).toContain('error');
    await workspace.write('src/main.cpp', files['src/main.cpp']);
    expect(await workspace.diagnosticsOf('src/main.cpp')).toEqual([]);
  }
});

test('new uses are found by the next call, and those that are gone are not', async (context) => {
  const workspace = await cppWorkspace(context);
  expect((await workspace.references('include/cart.hpp', 'total')).value).toHaveLength(3);
  await workspace.write('src/report.cpp', '#include "cart.hpp"\nint nothing = shop::total(nullptr, 0);\n');
  expect([...workspace.shown((await workspace.references('include/cart.hpp', 'total')).value)]).toContain('src/report.cpp:2:21');
  await workspace.write('src/report.cpp', 'int nothing = 0;\n');
  expect((await workspace.references('include/cart.hpp', 'total')).value).toHaveLength(3);
});

test('a compilation database in a build folder is found', async (context) => {
  const { 'compile_flags.txt': _, ...sources } = files;
  const workspace = await cppWorkspace(context, sources, 'out/compile_commands.json');
  expect(await workspace.diagnosticsOf('src/main.cpp')).toEqual([]);
});

async function cppWorkspace(context: TestContext, project: Record<string, string> = files, database?: string): Promise<Workspace> {
  const [program = ''] = (await needs(context, 'clangd')).command;
  onPath(program);
  const workspace = await openWorkspace(project);
  if (database !== undefined) {
    const entries = ['src/main.cpp', 'src/cart.cpp'].map((file) => ({ directory: workspace.root, file, arguments: ['c++', '-std=c++17', '-Iinclude', file] }));
    await workspace.write(database, JSON.stringify(entries));
  }
  return workspace;
}
