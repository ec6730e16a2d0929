// Edits that are refused when they bring errors, exactly then: with engines that must read from the disk, with errors that were there before, and with what nobody has checked.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { needs } from '../../support/testTools.ts';
import { onPath } from '../languages/onPath.ts';
import { realAgentOn } from '../tools/realAgent.ts';

const FILES = {
  'include/cart.hpp': '#pragma once\nnamespace shop {\nint total(const int *cents, int count);\n}\n',
  'src/cart.cpp': '#include "cart.hpp"\nint shop::total(const int *cents, int count) {\n  return count > 0 ? cents[0] : 0;\n}\n',
  'src/main.cpp': '#include "cart.hpp"\nint main() {\n  int cents[] = {1, 2};\n  return shop::total(cents, 2);\n}\n',
  'compile_flags.txt': '-std=c++17\n-Iinclude\n',
};

test('a rename over a header and its users is right each time, and an edit that breaks another file is taken back each time', async (context) => {
  onPath((await needs(context, 'clangd')).command[0] ?? '');
  const { agent, close } = await realAgentOn(FILES);
  onTestFinished(close);
  const read = (file: string) => readFile(join(agent.ide.project.path, file), 'utf8');
  let name = 'total';
  for (const next of ['sum', 'total', 'everything', 'total']) {
    const { value } = await agent.call('rename_symbol', { symbol: { file: 'src/main.cpp', name }, new_name: next, verify: 'refuse' });
    expect(value).toMatchObject({ applied: true, newErrors: [] });
    expect(value).not.toHaveProperty('unverified');
    name = next;
  }
  for (const _ of [1, 2, 3]) {
    const edits = [{ old_text: 'int total(', new_text: 'int sum(' }];
    expect(await agent.refusal('edit_file', { file: 'include/cart.hpp', edits, verify: 'refuse' })).toMatchObject({ error: 'new_errors' });
    expect(await read('include/cart.hpp')).toBe(FILES['include/cart.hpp']);
  }
});

const MODULES = {
  'shop.py': 'def price() -> int:\n    return 1\n',
  'use.py': 'from shop import price\n\nprint(price())\n',
};

test('where a copy would import the original: the refusal says that it was written and why, and the history that it was rolled back', async () => {
  const { agent, close } = await realAgentOn(MODULES, async (project) => {
    const packages = join(project, '.venv/lib/python3.12/site-packages');
    await mkdir(packages, { recursive: true });
    await writeFile(join(packages, 'shop.pth'), join(project, 'packages/shop/src'));
  });
  onTestFinished(close);
  const given = { file: 'prices.py', text: 'from shop import nothing\n', verify: 'refuse' };
  const message = expect.stringMatching(
    /It was checked after writing and taken back: basedpyright [\d.]+ does not see files that are not there yet\. \.venv installs packages\/shop\/src by its absolute path/,
  );
  expect(await agent.refusal('write_file', given)).toMatchObject({ error: 'new_errors', message, newErrors: [{ file: 'prices.py', line: 1 }] });
  expect(await readdir(agent.ide.project.path)).not.toContain('prices.py');
  const history = async () => z.object({ changes: z.array(z.looseObject({})) }).parse((await agent.call('list_changes', {})).value).changes;
  expect(await history()).toMatchObject([{ tool: 'write_file', rolledBack: true }]);
  expect((await history())[0]).not.toHaveProperty('undoneBy');
});

test('a name that a closed module of Python no longer has, after its importers were looked at: previewed, refused and reported', async () => {
  const { agent, close } = await realAgentOn(MODULES);
  onTestFinished(close);
  await agent.call('get_diagnostics', {});
  const edit = { file: 'shop.py', edits: [{ old_text: 'def price', new_text: 'def cost' }] };
  const newErrors = [{ file: 'use.py', line: 1, message: '"price" is unknown import symbol' }];
  expect((await agent.call('edit_file', { ...edit, preview: true })).value).toMatchObject({ newErrors });
  expect(await agent.refusal('edit_file', { ...edit, verify: 'refuse' })).toMatchObject({ error: 'new_errors', newErrors });
  expect((await agent.call('get_diagnostics', {})).value).toMatchObject({ total: 0 });
  expect((await agent.call('list_changes', {})).value).toMatchObject({ changes: [] });
  const { value } = await agent.call('edit_file', edit);
  expect(value).toMatchObject({ applied: true, newErrors });
  expect((await agent.call('undo', { change_id: value['changeId'] })).value).toMatchObject({ newErrors: [], fixedErrors: newErrors });
});

const SHAPES = {
  'tsconfig.json': '{"compilerOptions":{"strict":true,"noEmit":true,"types":[]},"include":["src"]}',
  'src/methods.ts': 'export const methods = {\n  replace(newItems: number[]) {\n    return this.slice(newItems);\n  },\n};\n',
};

test('an error that only reads differently afterwards, because it quotes what was renamed, is neither new nor fixed', async () => {
  const { agent, close } = await realAgentOn(SHAPES);
  onTestFinished(close);
  expect(JSON.stringify((await agent.call('get_diagnostics', { severity: 'error' })).value)).toContain('newItems');
  const parameters = [{ name: 'items', from: 'newItems' }];
  const { value } = await agent.call('change_signature', { symbol: { file: 'src/methods.ts', name: 'methods/replace' }, parameters });
  expect(value).toMatchObject({ applied: true, newErrors: [], fixedErrors: [] });
});

const RUST = {
  'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
  'src/main.rs':
    'mod tax;\n\nfn total(prices: &[i32]) -> i32 {\n    prices.iter().sum()\n}\n\nfn main() {\n    let duty: i32 = tax::tax();\n    println!("{}", duty + total(&[1, 2]));\n}\n',
  'src/tax.rs': 'pub fn tax() -> i32 {\n    1\n}\n',
};

test('Rust, whose borrow checker only cargo asks: an edit without errors is written and says what was not checked, one with errors is refused', async (context) => {
  onPath((await needs(context, 'rust-analyzer')).command[0] ?? '');
  const { agent, close } = await realAgentOn(RUST);
  onTestFinished(close);
  // Loading the workspace may take longer than an edit waits.
  await agent.call('get_diagnostics', { file: 'src/main.rs' });
  const edit = (new_text: string) => ({ file: 'src/main.rs', edits: [{ old_text: 'total(&[1, 2])', new_text }], verify: 'refuse' });
  expect((await agent.call('edit_file', edit('total(&[1, 2, 3])'))).value).toMatchObject({
    applied: true,
    newErrors: [],
    unverified: expect.stringContaining('cargo check'),
  });
  const { value } = await agent.call('edit_file', { file: 'src/main.rs', edits: [{ old_text: '[1, 2, 3]', new_text: '[1, 2]' }] });
  expect(value).toMatchObject({ applied: true });
  const refusal = await agent.refusal('edit_file', edit('total(1)'));
  expect(refusal).toMatchObject({ error: 'new_errors' });
  expect(refusal['newErrors']).not.toEqual([]);
  // In a file that nobody has open, after its user was looked at. Of a name that is gone only cargo says so, and that it was not asked is reported.
  const other = (old_text: string, new_text: string) => ({ file: 'src/tax.rs', edits: [{ old_text, new_text }], verify: 'refuse' });
  const retyped = await agent.refusal('edit_file', other('i32 {\n    1', '&\'static str {\n    "1"'));
  expect(retyped).toMatchObject({ error: 'new_errors', newErrors: [{ file: 'src/main.rs', line: 8 }] });
  const unverified = expect.stringMatching(/names and imports that lead nowhere.*cargo check/);
  expect((await agent.call('edit_file', other('fn tax', 'fn duty'))).value).toMatchObject({ applied: true, newErrors: [], unverified });
});
