// The estimate is held against the real tokenizer, on what answers are made of.
import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { estimateTokens } from './tokens.ts';

const source = readFileSync(new URL('../../ide/errors/errors.ts', import.meta.url), 'utf8');
const lines = source.split('\n').filter((line) => line.trim() !== '');

const SAMPLES: readonly (readonly [what: string, text: string])[] = [
  ['source code', source],
  ['numbered source in JSON', JSON.stringify(lines.map((line, index) => `${index + 1}\t${line}`).join('\n'))],
  ['references', JSON.stringify(lines.map((line, index) => ({ line: index * 3 + 1, column: line.search(/\w/) + 1, text: line.trim(), type: 'call' })))],
  ['bare positions', JSON.stringify(lines.map((_, index) => ({ line: index * 7 + 1, column: (index % 80) + 1, type: 'read' })))],
  [
    'diagnostics',
    JSON.stringify(
      lines.map((_, index) => ({
        line: index + 1,
        column: 7,
        endLine: index + 1,
        endColumn: 12,
        severity: 'error',
        message: "Type 'string | undefined' is not assignable to type 'string'.",
        code: '2322',
      })),
    ),
  ],
  ['paths', JSON.stringify(lines.map((_, index) => `packages/runtime-core/src/components/keepAlive${index}.test.ts`))],
  ['source without line numbers in JSON', JSON.stringify(lines.map((_, index) => `export const value${index} = compute(${index}, "some text");`).join('\n'))],
  ['prose', 'An error says what is so and what to do next; nothing else is ever thrown at an agent.\n'.repeat(20)],
  ['Chinese', '合计函数返回购物车的总价。'.repeat(20)],
];

test.each(SAMPLES)('%s: at most 4 %% below the truth, at most a third above', (_, text) => {
  const ratio = estimateTokens(text) / countTokens(text);
  expect(ratio).toBeGreaterThan(0.96);
  expect(ratio).toBeLessThan(1.34);
});

test('nothing costs nothing', () => expect(estimateTokens('')).toBe(0));

test('a line of megabytes is never cheap, whatever it is made of', () => {
  for (const character of ['x', ' ', 'X', '1', '-', 'ä']) expect(estimateTokens(character.repeat(1_000_000)), character).toBeGreaterThan(10_000);
});
