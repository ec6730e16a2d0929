// More files of C++ than clangd is given at a time: every use is found, files that change, come and go meanwhile are what they are now, and a rename reaches all.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../../src/base/waiting/duration.ts';
import { onPath, programOf } from '../refactoring/rows.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

const program = await programOf('clangd');
const COUNT = 85;
const names = Array.from({ length: COUNT }, (_, index) => `use${index}.cpp`);
const textOf = (index: number) => `#include "total.hpp"\nint use${index}() { return total(${index}) + other(${index}); }\n`;
const References = z.object({ total: z.number(), complete: z.boolean(), files: z.array(z.object({ file: z.string() })) });
const Change = z.object({ changeId: z.string(), files: z.array(z.object({ file: z.string() })), moreFiles: z.number().optional(), edits: z.number() });
let real: RealAgent;
let root: string;

beforeAll(async () => {
  const files = { 'total.hpp': '#pragma once\nint total(int a);\nint other(int a);\n', 'total.cpp': '#include "total.hpp"\nint total(int a) { return a; }\n' };
  const uses = Object.fromEntries(names.map((name, index) => [name, textOf(index)]));
  if (program === undefined) return;
  onPath(program);
  real = await realAgentOn({ ...files, ...uses, 'compile_flags.txt': '-std=c++17\n' });
  root = real.agent.ide.project.path;
});
afterAll(() => real?.close());

test.skipIf(program === undefined)('every use is found, also what was written, deleted or shown in a preview since', { timeout: seconds(120) }, async () => {
  expect(await uses('total')).toMatchObject({ total: COUNT + 2, complete: true });
  // Closed by now: the first that was read no longer uses it, the second is gone, the third is new.
  await writeFile(join(root, 'use0.cpp'), '#include "total.hpp"\nint use0() { return other(0); }\n');
  await rm(join(root, 'use1.cpp'));
  await writeFile(join(root, 'late.cpp'), '#include "total.hpp"\nint late() { return total(1) + total(2); }\n');
  const after = await uses('total');
  expect(after).toMatchObject({ total: COUNT + 2, complete: true });
  const files = new Set(after.files.map(({ file }) => file));
  expect([files.has('use0.cpp'), files.has('use1.cpp'), files.has('late.cpp'), files.has('use2.cpp')]).toEqual([false, false, true, true]);
  const shown = await call('rename_symbol', { symbol: { name: 'total', file: 'total.hpp' }, new_name: 'summed', preview: true });
  expect(shown).toMatchObject({ applied: false, edits: COUNT + 2 });
  expect((await uses('total')).total).toBe(COUNT + 2);
  expect((await uses('other')).total).toBe(COUNT);
});

test.skipIf(program === undefined)('a rename reaches all of them, and undo brings all of them back', { timeout: seconds(180) }, async () => {
  const done = Change.parse(await call('rename_symbol', { symbol: { name: 'total', file: 'total.hpp' }, new_name: 'summed' }));
  expect(done).toMatchObject({ edits: COUNT + 2 });
  expect(done.files.length + (done.moreFiles ?? 0)).toBe(COUNT + 1);
  expect(await readFile(join(root, `use${COUNT - 1}.cpp`), 'utf8')).toBe(textOf(COUNT - 1).replace('total(', 'summed('));
  expect((await uses('summed')).total).toBe(COUNT + 2);
  await call('undo', { change_id: done.changeId });
  expect(await readFile(join(root, `use${COUNT - 1}.cpp`), 'utf8')).toBe(textOf(COUNT - 1));
  expect((await uses('total')).total).toBe(COUNT + 2);
});

async function uses(symbol: string): Promise<z.infer<typeof References>> {
  return References.parse(await call('find_references', { symbol: { name: symbol, file: 'total.hpp' }, page_size: 200, max_tokens: 20_000 }));
}

async function call(tool: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await real.agent.call(tool, given)).value;
}
