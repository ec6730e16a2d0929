// Whether what we call removed is what TypeScript 7 itself refuses and TypeScript 6 still follows.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nativeTypescript } from './nativeTypescript.ts';
import { removedOptionsIn } from './removedOptions.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'binnacle-options-'));
  writeFileSync(join(folder, 'a.ts'), 'export const a = 1;\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const removed: readonly (readonly [string, unknown])[] = [
  ['baseUrl', '.'],
  ['outFile', './all.js'],
  ['downlevelIteration', true],
  ['downlevelIteration', false],
  ...['es3', 'ES5'].map((value) => ['target', value] as const),
  ...['none', 'AMD', 'system', 'umd'].map((value) => ['module', value] as const),
  ...['node', 'node10', 'Classic'].map((value) => ['moduleResolution', value] as const),
  ...['alwaysStrict', 'esModuleInterop', 'allowSyntheticDefaultImports'].map((name) => [name, false] as const),
];

test.each(removed)('%s %s is refused by TypeScript 7', (name, value) => {
  expect(removedOptionsIn({ [name]: value })).toHaveLength(1);
  expect(errorsOf({ [name]: value })).toEqual(expect.arrayContaining([expect.stringMatching(/^TS(5102|5108|6046)$/)]));
});

test('what TypeScript 7 takes is not called removed', () => {
  const options = { target: 'es2022', module: 'commonjs', moduleResolution: 'bundler', alwaysStrict: true, esModuleInterop: true, strict: false, paths: {} };
  expect(removedOptionsIn({ ...options, baseUrl: null })).toEqual([]);
  expect(errorsOf(options)).toEqual([]);
});

test('they are named as people write them', () => {
  expect(removedOptionsIn({ target: 'ES5', baseUrl: './src', strict: true })).toEqual(['baseUrl', 'target es5']);
});

function errorsOf(compilerOptions: object): readonly string[] {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { noEmit: true, types: [], ...compilerOptions }, files: ['a.ts'] }));
  const { stdout } = spawnSync(nativeTypescript(), ['-p', '.'], { cwd: folder, encoding: 'utf8' });
  return [...new Set([...stdout.matchAll(/error (TS\d+):/g)].flatMap((found) => found[1] ?? []))];
}
