// Edits of real C++ that are taken back when they bring errors: exactly then, also where a header and everybody who includes it change together.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
