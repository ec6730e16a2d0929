// Plans that engines cannot be shown are checked in a private copy of the project: refused without a trace in the project, its history and the temporary folder.
import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { needs, skipOrFail, type ToolName } from '../../support/testTools.ts';
import { onPath } from '../languages/onPath.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

interface Project {
  readonly engine?: ToolName;
  readonly files: Readonly<Record<string, string>>;
  prepare?(project: string): Promise<void>;
  // Each brings an error, and what it brings.
  readonly refused: readonly (readonly [string, Record<string, unknown>, { readonly file: string; readonly line?: number }])[];
  // Each is right, in one of the ways that the refused ones are wrong.
  readonly written: readonly (readonly [string, Record<string, unknown>])[];
}

const PROJECTS: Readonly<Record<string, Project>> = {
  Python: {
    files: {
      'pyproject.toml': '[project]\nname = "shop"\nversion = "1"\n\n[tool.basedpyright]\npythonVersion = "3.12"\n',
      'shop/__init__.py': '',
      'shop/prices.py': 'def price() -> int:\n    return 1\n',
      'shop/cart.py': 'from shop.prices import price\n\ntotal: int = price()\n',
    },
    refused: [['write_file', { file: 'shop/taxes/__init__.py', text: 'from shop.prices import nothing\n' }, { file: 'shop/taxes/__init__.py', line: 1 }]],
    written: [
      ['write_file', { file: 'shop/tax.py', text: 'from shop.prices import price\n\ntax: int = price()\n' }],
      ['rename_file', { file: 'shop/prices.py', new_file: 'shop/money/prices.py' }],
    ],
  },
  TypeScript: {
    files: {
      'tsconfig.json': '{"compilerOptions":{"strict":true,"noEmit":true,"types":[],"module":"nodenext"},"include":["packages"]}',
      'package.json': '{"name":"root","private":true,"type":"module"}',
      'packages/core/package.json': '{"name":"@shop/core","version":"1.0.0","type":"module","exports":"./index.ts"}',
      'packages/core/index.ts': 'export const price = (): number => 1;\n',
      'packages/core/rates.json': '{ "rate": 1 }\n',
      'packages/app/package.json': '{"name":"@shop/app","version":"1.0.0","type":"module"}',
      'packages/app/use.ts': "import { price } from '@shop/core';\n\nexport const paid: number = price();\n",
    },
    prepare: async (project) => {
      await mkdir(join(project, 'node_modules/@shop'), { recursive: true });
      await symlink('../../packages/core', join(project, 'node_modules/@shop/core'));
      await writeFile(join(project, '.gitignore'), 'node_modules\n');
    },
    refused: [
      [
        'write_file',
        { file: 'packages/app/new/tax.ts', text: "import { nothing } from '@shop/core';\n\nexport const tax = nothing;\n" },
        { file: 'packages/app/new/tax.ts', line: 1 },
      ],
      [
        'edit_file',
        { file: 'packages/core/package.json', edits: [{ old_text: './index.ts', new_text: './gone.ts' }] },
        { file: 'packages/app/use.ts', line: 1 },
      ],
    ],
    written: [
      ['write_file', { file: 'packages/app/new/tax.ts', text: "import { price } from '@shop/core';\n\nexport const tax: number = price();\n" }],
      ['move_symbol', { symbol: { file: 'packages/app/use.ts', name: 'paid' }, to_file: 'packages/app/deep/paid.ts' }],
    ],
  },
  Go: {
    engine: 'gopls',
    files: {
      'go.mod': 'module example.com/shop\n\ngo 1.22\n',
      'prices/prices.go': 'package prices\n\nfunc Price() int {\n\treturn 1\n}\n',
      'main.go': 'package main\n\nimport "example.com/shop/prices"\n\nfunc main() {\n\tprintln(prices.Price())\n}\n',
    },
    refused: [
      [
        'write_file',
        { file: 'tax/tax.go', text: 'package tax\n\nimport "example.com/shop/prices"\n\nvar Tax = prices.Nothing()\n' },
        { file: 'tax/tax.go', line: 5 },
      ],
      ['edit_file', { file: 'go.mod', edits: [{ old_text: 'example.com/shop', new_text: 'example.com/other' }] }, { file: 'main.go', line: 3 }],
    ],
    written: [['write_file', { file: 'tax/tax.go', text: 'package tax\n\nimport "example.com/shop/prices"\n\nvar Tax = prices.Price()\n' }]],
  },
  'C++': {
    engine: 'clangd',
    files: {
      'include/prices.hpp': '#pragma once\nint price();\n',
      'src/prices.cpp': '#include "prices.hpp"\nint price() {\n  return 1;\n}\n',
      'src/main.cpp': '#include "prices.hpp"\nint main() {\n  return price();\n}\n',
    },
    // As build tools write it: absolute, in a folder that version control does not see.
    prepare: async (project) => {
      const arguments_ = ['c++', '-std=c++17', `-I${project}/include`];
      const commands = ['main', 'prices'].map((name) => ({
        directory: join(project, 'build'),
        file: `${project}/src/${name}.cpp`,
        arguments: [...arguments_, '-c', `${project}/src/${name}.cpp`],
      }));
      await mkdir(join(project, 'build'));
      await writeFile(join(project, 'build/compile_commands.json'), JSON.stringify(commands));
      await writeFile(join(project, '.gitignore'), 'build\n');
    },
    refused: [['edit_file', { file: 'include/prices.hpp', edits: [{ old_text: 'int price', new_text: 'int cost' }] }, { file: 'src/main.cpp', line: 3 }]],
    written: [['rename_symbol', { symbol: { file: 'src/main.cpp', name: 'price' }, new_name: 'cost' }]],
  },
};

let real: RealAgent | undefined;
let watcher: FSWatcher | undefined;
afterEach(async () => {
  watcher?.close();
  await real?.close();
});

test.each(Object.entries(PROJECTS))('%s: refused without a trace, and what is right is written', async (_, { engine, files, prepare, refused, written }) => {
  const skipping = { skip: (note?: string): never => skipOrFail({ skip: () => expect.unreachable(note) }, note ?? '') };
  if (engine !== undefined) onPath((await needs(skipping, engine)).command[0] ?? '');
  real = await realAgentOn(files, prepare);
  const { agent } = real;
  const root = agent.ide.project.path;
  const seen: string[] = [];
  watcher = watch(root, { recursive: true }, (_event, name) => seen.push(String(name)));
  for (const [tool, given, error] of refused) {
    const refusal = await agent.refusal(tool, { ...given, verify: 'refuse' });
    expect(refusal).toMatchObject({ error: 'new_errors', message: expect.not.stringContaining('after writing') });
    expect(refusal['newErrors']).toContainEqual(expect.objectContaining(error));
    // Where it would be in the project, not in a copy.
    expect(JSON.stringify(refusal)).not.toContain('binnacle-copy');
  }
  expect(seen).toEqual([]);
  expect((await agent.call('list_changes', {})).value).toMatchObject({ changes: [] });
  for (const [file, text] of Object.entries(files)) expect(await readFile(join(root, file), 'utf8')).toBe(text);
  for (const [tool, given] of written) {
    const { value } = await agent.call(tool, { ...given, verify: 'refuse' });
    expect(value).toMatchObject({ applied: true, newErrors: [], fixedErrors: [] });
  }
  await real.close();
  real = undefined;
  expect(await copiesOfThisProcess()).toEqual([]);
});

async function copiesOfThisProcess(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith(`binnacle-copy-${process.pid}-`));
}
