// Several programs of C in one project: each one's main is a caller of its own, and headers move with every #include of them, judged by the compiler.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { onPath, programOf } from '../refactoring/rows.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

const program = await programOf('clangd');
const hasCompiler = (() => {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const SOURCES = ['src/price.c', 'src/deep/tax.c', 'tools/print.c', 'tools/check.c'];
const files = {
  'compile_flags.txt': '-Iinclude\n',
  'include/shop/price.h': '#pragma once\n#include "unit.h"\nint price(int count);\n',
  'include/shop/unit.h': '#pragma once\n#define UNIT 3\n',
  'src/local.h': '#pragma once\n#include <shop/price.h>\nint tax(int cents);\n',
  'src/price.c': '#include "shop/price.h"\n#include "local.h"\nint price(int count) { return tax(count * UNIT); }\n',
  'src/deep/tax.c': '#include "../local.h"\nint tax(int cents) { return cents + UNIT; }\n',
  'tools/print.c': '#include <shop/price.h>\nint main(void) { return price(1); }\n',
  'tools/check.c': '# include "shop/price.h"\nint main(void) { return price(2) + price(3); }\n',
};
const Called = z.object({ complete: z.literal(true), calls: z.array(z.object({ name: z.string(), file: z.string(), at: z.array(z.number()) })) });
const Moved = z.object({ changeId: z.string(), newErrors: z.tuple([]) });
let real: RealAgent;
let root: string;

beforeAll(async () => {
  if (program === undefined) return;
  onPath(program);
  real = await realAgentOn(files);
  root = real.agent.ide.project.path;
});
afterAll(() => real?.close());

test.skipIf(program === undefined)('the main of each program is a caller, with its calls', async () => {
  const { calls } = Called.parse((await real.agent.call('call_hierarchy', { symbol: { file: 'include/shop/price.h', name: 'price' }, depth: 1 })).value);
  expect(calls.map(({ name, file, at }) => `${file} ${name} ${at}`).sort()).toEqual(['tools/check.c main 2', 'tools/print.c main 2']);
});

const moves: readonly [file: string, to: string, includes: Readonly<Record<string, string>>][] = [
  ['include/shop/price.h', 'include/shop/prices.h', { 'src/price.c': '"shop/prices.h"', 'src/local.h': '<shop/prices.h>', 'tools/check.c': '"shop/prices.h"' }],
  ['include/shop/price.h', 'include/price.h', { 'tools/print.c': '<price.h>', 'include/price.h': '"shop/unit.h"' }],
  ['src/local.h', 'src/deep/local.h', { 'src/price.c': '"deep/local.h"', 'src/deep/tax.c': '"local.h"' }],
  ['src/deep/tax.c', 'src/tax.c', { 'src/tax.c': '"local.h"' }],
  ['include/shop', 'include/store', { 'src/price.c': '"store/price.h"', 'src/local.h': '<store/price.h>', 'include/store/price.h': '"unit.h"' }],
];

for (const [file, to, includes] of moves)
  test.skipIf(program === undefined || !hasCompiler)(`${file} becomes ${to}, and everything still compiles`, async () => {
    const { changeId } = Moved.parse((await real.agent.call('rename_file', { file, new_file: to })).value);
    for (const [path, include] of Object.entries(includes)) expect(await textOf(path)).toContain(`include ${include}`);
    for (const source of SOURCES) compiled(source === file ? to : source);
    await real.agent.call('undo', { change_id: changeId });
    for (const [path, text] of Object.entries(files)) expect(await textOf(path)).toBe(text);
  });

test.skipIf(program === undefined)('an include of that name that the compiler would not find is named, and nothing is written', async () => {
  await writeFile(join(root, 'tools/late.c'), '#include "generated/price.h"\n');
  const refusal = await real.agent.refusal('rename_file', { file: 'include/shop/price.h', new_file: 'include/shop/prices.h' });
  expect(refusal).toMatchObject({ error: 'knowledge_incomplete', message: expect.stringContaining('generated/price.h, which line 1 of late.c includes') });
  expect(await textOf('src/price.c')).toBe(files['src/price.c']);
});

function textOf(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8');
}

function compiled(source: string): void {
  execFileSync('cc', ['-Iinclude', '-Wall', '-Werror', '-fsyntax-only', source], { cwd: root });
}
