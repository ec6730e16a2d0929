// Through the front door: an agent asks what a file declares.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const FILE = `
// @file cart.ts
export class Cart {
  items: number[] = [];
  total(): number {
    const sum = this.items.length;
    return sum;
  }
}
export function price() {
  function inner() {
    return 1;
  }
  return inner();
}
// @file notes.md
# nothing
`;

test('shows what a file declares, nested, without plain locals', async () => {
  await using agent = await agentOn(FILE);
  const { value, text } = await agent.call('get_file_outline', { file: 'cart.ts' });
  expect(value).toEqual({
    file: 'cart.ts',
    lines: 13,
    total: 5,
    symbols: [
      {
        name: 'Cart',
        kind: 'class',
        line: 1,
        endLine: 7,
        children: [
          { name: 'items', kind: 'property', line: 2, endLine: 2 },
          { name: 'total', kind: 'method', line: 3, endLine: 6 },
        ],
      },
      { name: 'price', kind: 'function', line: 8, endLine: 13, children: [{ name: 'inner', kind: 'function', line: 9, endLine: 11 }] },
    ],
    complete: true,
    engine: 'scripted 1.0',
  });
  expect(text).toBe('cart.ts: 13 lines, 5 declarations\n1-7 class Cart\n  2 property items\n  3-6 method total\n8-13 function price\n  9-11 function inner');
});

test('shows the top level alone, and says how much it hides', async () => {
  await using agent = await agentOn(FILE);
  const { value } = await agent.call('get_file_outline', { file: 'cart.ts', depth: 1 });
  expect(value['symbols']).toEqual([
    { name: 'Cart', kind: 'class', line: 1, endLine: 7, hidden: 2 },
    { name: 'price', kind: 'function', line: 8, endLine: 13, hidden: 1 },
  ]);
});

test('a file that declares too much for the budget is outlined less deeply, then in pages', async () => {
  const classes = Array.from(
    { length: 60 },
    (_, index) => `export class Service${index} {\n${Array.from({ length: 20 }, (_, member) => `  method${member}(): void {\n  }`).join('\n')}\n}`,
  );
  await using agent = await agentOn(`// @file big.ts\n${classes.join('\n')}`);
  const { value } = await agent.call('get_file_outline', { file: 'big.ts' });
  expect(value).toMatchObject({ total: 1_260, symbols: { length: 60, 0: { name: 'Service0', hidden: 20 } } });
  expect(countTokens(JSON.stringify(value))).toBeLessThanOrEqual(8_000);
  const small = await agent.call('get_file_outline', { file: 'big.ts', max_tokens: 600 });
  expect(countTokens(JSON.stringify(small.value))).toBeLessThanOrEqual(600);
  expect(small.value).toHaveProperty('cursor');
});

test('refuses a missing file and one that no engine serves', async () => {
  await using agent = await agentOn(FILE);
  expect(await agent.refusal('get_file_outline', { file: 'card.ts' })).toMatchObject({ error: 'file_not_found', next: 'Did you mean cart.ts?' });
  expect(await agent.refusal('get_file_outline', { file: 'notes.md' })).toMatchObject({ error: 'no_engine' });
  expect(await agent.refusal('get_file_outline', {})).toMatchObject({ error: 'invalid_arguments', message: expect.stringContaining('file is missing') });
});
