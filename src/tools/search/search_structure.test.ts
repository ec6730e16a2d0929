// Through the front door: an agent looks for code of a shape. What real grammars match is in test/contract/search.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SHOP = `
// @file src/cart.ts
export const bill = total(1, 2);
//                  ^^^^^^^^^^^ A=1 REST=2
// @file src/other.ts
total(3);
// ^ ignored=
`;

test('returns each match with what its variables stand for', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('search_structure', { pattern: 'total($A, $$$REST)', language: 'typescript', include: ['src/cart.ts'] });
  expect(value).toEqual({
    total: 1,
    files: [{ file: 'src/cart.ts', matches: [{ line: 1, column: 21, endLine: 1, text: 'total(1, 2)', variables: { A: '1', REST: '2' } }] }],
    complete: true,
    engine: 'scripted 1.0',
  });
  expect(text).toBe('1 match\nsrc/cart.ts\n  1:21 total(1, 2)  ($A=1, $REST=2)');
});

test('many matches come in pages within the budget', async () => {
  const files = Array.from({ length: 300 }, (_, index) => `// @file f${index}.ts\ntotal(${index});\n// ^^^ A=${index}`);
  await using agent = await agentOn(files.join('\n'));
  const { value } = await agent.call('search_structure', { pattern: 'total($A)', language: 'typescript', max_tokens: 3_000 });
  expect(countTokens(JSON.stringify(value))).toBeLessThanOrEqual(3_000);
  expect(value).toMatchObject({ total: 300, cursor: expect.any(String) });
  expect(
    (await agent.call('search_structure', { pattern: 'total($A)', language: 'typescript', max_tokens: 3_000, cursor: value['cursor'] })).value,
  ).toMatchObject({
    total: 300,
  });
});

test('refuses a language without a grammar and a pattern that is no code', async () => {
  await using agent = await agentOn(SHOP);
  expect(await agent.refusal('search_structure', { pattern: 'x', language: 'klingon' })).toMatchObject({
    error: 'unknown_language',
    next: expect.stringContaining('typescript'),
  });
  expect(await agent.refusal('search_structure', { pattern: 'total((', language: 'typescript' })).toMatchObject({ error: 'invalid_pattern' });
  expect(await agent.refusal('search_structure', { pattern: 'x' })).toMatchObject({ error: 'invalid_arguments', message: expect.stringContaining('language') });
});
