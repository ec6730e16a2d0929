// Which words of a prompt are files?
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mentionsIn } from './mentions.ts';

const folder = mkdtempSync(join(tmpdir(), 'binnacle-mentions-'));
writeFileSync(join(folder, 'cart.ts'), '');
writeFileSync(join(folder, 'a b.ts'), '');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('files that are there, with their lines, each once', () => {
  expect(mentionsIn('look at @cart.ts, @cart.ts:3-9 and @"a b.ts"; ask me@cart.ts or @nobody. @cart.ts!', folder)).toEqual([
    { file: 'cart.ts' },
    { file: 'cart.ts', startLine: 3, endLine: 9 },
    { file: 'a b.ts' },
  ]);
});
