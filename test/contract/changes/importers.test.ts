// A name taken out of a file that nobody has open, after those who use it were looked at: every engine must find the error in the users, before and after writing.
import { afterEach, expect, test } from 'vitest';
import { needs, type ToolName } from '../../support/testTools.ts';
import { onPath } from '../languages/onPath.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

interface Language {
  readonly tool?: ToolName;
  readonly files: Readonly<Record<string, string>>;
  // Takes the name out of the one file.
  readonly edit: { readonly file: string; readonly old_text: string; readonly new_text: string };
  // What it then says of the other.
  readonly broken: { readonly file: string; readonly line: number; readonly message: RegExp };
  readonly alsoBroken?: Language['broken'];
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  TypeScript: {
    files: {
      'tsconfig.json': '{"compilerOptions":{"strict":true,"noEmit":true,"types":[]}}',
      'shop.ts': 'export function price(): number {\n  return 1;\n}\n',
      'use.ts': "import { price } from './shop';\n\nexport const paid = price();\n",
    },
    edit: { file: 'shop.ts', old_text: 'function price', new_text: 'function cost' },
    broken: { file: 'use.ts', line: 1, message: /has no exported member 'price'/ },
  },
  'TypeScript, through a module that exports everything of another': {
    files: {
      'tsconfig.json': '{"compilerOptions":{"strict":true,"noEmit":true,"types":[]}}',
      'prices/amounts.ts': 'export function price(): number {\n  return 1;\n}\n',
      'internal.ts': "export * from './prices/amounts';\n",
      'use.ts': "import { price } from './internal';\n\nexport const paid = price();\n",
    },
    edit: { file: 'prices/amounts.ts', old_text: 'function price', new_text: 'function cost' },
    broken: { file: 'use.ts', line: 1, message: /has no exported member 'price'/ },
  },
  'Go, in the same folder and by the name of the folder': {
    tool: 'gopls',
    files: {
      'go.mod': 'module example.com/shop\n\ngo 1.22\n',
      'prices/one.go': 'package prices\n\nfunc Price() int {\n\treturn 1\n}\n',
      'prices/two.go': 'package prices\n\nvar Twice = 2 * Price()\n',
      'main.go': 'package main\n\nimport "example.com/shop/prices"\n\nfunc main() {\n\tprintln(prices.Price())\n}\n',
    },
    edit: { file: 'prices/one.go', old_text: 'func Price', new_text: 'func Cost' },
    broken: { file: 'prices/two.go', line: 3, message: /undefined: Price/ },
    alsoBroken: { file: 'main.go', line: 6, message: /undefined: prices\.Price/ },
  },
  'C++': {
    tool: 'clangd',
    files: {
      'compile_flags.txt': '-std=c++17\n',
      'prices.hpp': '#pragma once\nint price();\n',
      'main.cpp': '#include "prices.hpp"\nint main() {\n  return price();\n}\n',
    },
    edit: { file: 'prices.hpp', old_text: 'int price', new_text: 'int cost' },
    broken: { file: 'main.cpp', line: 3, message: /price/ },
  },
};

let real: RealAgent | undefined;
afterEach(() => real?.close());

test.each(Object.entries(LANGUAGES))('%s: previewed, refused without a trace, reported and fixed by undo', async (_, row) => {
  if (row.tool !== undefined) onPath((await needs({ skip: (note) => expect.unreachable(note) }, row.tool)).command[0] ?? '');
  real = await realAgentOn(row.files);
  const { agent } = real;
  // Whoever uses the name has been looked at, and no file is open for anybody.
  await agent.call('get_diagnostics', { file: row.broken.file });
  await agent.call('get_diagnostics', {});
  const { file, ...edit } = row.edit;
  const given = { file, edits: [edit] };
  const broken = [row.broken, ...(row.alsoBroken === undefined ? [] : [row.alsoBroken])];
  const newErrors = expect.toSatisfy(
    (rows: readonly { file: string; line: number; message: string }[]) =>
      rows.length === broken.length &&
      broken.every(({ file, line, message }) => rows.some((row) => row.file === file && row.line === line && message.test(row.message))),
  );
  const preview = (await agent.call('edit_file', { ...given, preview: true })).value;
  expect(preview).toMatchObject({ newErrors });
  expect(await agent.refusal('edit_file', { ...given, verify: 'refuse' })).toMatchObject({ error: 'new_errors', newErrors });
  expect((await agent.call('list_changes', {})).value).toMatchObject({ changes: [] });
  const { value } = await agent.call('edit_file', given);
  expect(value).toMatchObject({ applied: true, newErrors });
  expect((await agent.call('undo', { change_id: value['changeId'] })).value).toMatchObject({ newErrors: [], fixedErrors: newErrors });
});

test('without the engine of the file nothing is checked, and the answer says so', async () => {
  onPath('');
  real = await realAgentOn({ 'main.go': 'package main\n\nfunc main() {}\n' });
  const given = { file: 'main.go', edits: [{ old_text: 'func main', new_text: 'func other' }], verify: 'refuse' };
  const unverified = expect.stringContaining('gopls was not asked');
  expect((await real.agent.call('edit_file', given)).value).toMatchObject({ applied: true, newErrors: [], unverified });
});

test('a file of another language that holds the same word is not checked for errors', async () => {
  onPath('');
  const { files, edit } = LANGUAGES['TypeScript'] ?? {};
  real = await realAgentOn({ ...files, 'go.mod': 'module example.com/shop\n\ngo 1.22\n', 'shop.go': 'package shop\n\nfunc price() int { return 1 }\n' });
  const { value } = await real.agent.call('edit_file', { file: edit?.file, edits: [{ old_text: 'return 1', new_text: 'return 2' }] });
  expect(value).toMatchObject({ applied: true, newErrors: [] });
  expect(value).not.toHaveProperty('unverified');
  const renamed = await real.agent.call('rename_symbol', { symbol: { file: 'shop.ts', name: 'price' }, new_name: 'cost' });
  expect(renamed.value).toMatchObject({ applied: true, newErrors: [] });
  expect(renamed.value).not.toHaveProperty('unverified');
  const moved = await real.agent.call('rename_file', { file: 'shop.ts', new_file: 'store.ts' });
  expect(moved.value).toMatchObject({ applied: true, newErrors: [] });
  expect(moved.value).not.toHaveProperty('unverified');
});
