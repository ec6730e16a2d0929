// What tests said since a change stays with it: with a real runner, real coverage.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { realAgentOn } from '../tools/realAgent.ts';

const FILES = {
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  'cart.js': 'export function total(prices) {\n  return prices.length;\n}\n',
  'cart.test.js':
    "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { total } from './cart.js';\n\ntest('adds up', () => assert.equal(total([1, 2]), 3));\n",
};

const Rows = z.object({ changes: z.array(z.looseObject({ evidence: z.array(z.looseObject({ kind: z.string() })).optional() })) });

test('tests since a change and the share of its lines that they ran are kept with it', async () => {
  const { agent, close } = await realAgentOn(FILES);
  try {
    const evidenceOf = async () => Rows.parse((await agent.call('list_changes', {})).value).changes.map(({ evidence = [] }) => evidence);
    const latest = async (kind: string) => {
      // The run has ended before what it proves is written down.
      await expect.poll(async () => (await evidenceOf())[0]?.some((each) => each.kind === kind), { timeout: 20_000 }).toBe(true);
      return (await evidenceOf())[0]?.find((each) => each.kind === kind);
    };
    await agent.call('run_tests', { timeout: 40 });
    await agent.call('edit_file', {
      file: 'cart.js',
      edits: [{ old_text: 'return prices.length;', new_text: 'if (prices.length === 9) return 0;\n  return prices.length;' }],
    });
    // What ran before it proves nothing of it.
    expect((await evidenceOf())[0]?.map(({ kind }) => kind)).not.toContain('tests');
    await agent.call('run_tests', { timeout: 40 });
    expect(await latest('tests')).toMatchObject({ verdict: 'bad', summary: '0 tests passed, 1 failed' });
    await agent.call('edit_file', { file: 'cart.js', edits: [{ old_text: '  return prices.length;', new_text: '  return prices[0] + prices[1];' }] });
    await agent.call('run_tests', { timeout: 40, coverage: true });
    expect(await latest('tests')).toMatchObject({ verdict: 'good', summary: '1 test passed' });
    expect(await latest('coverage')).toMatchObject({ verdict: 'good', summary: '1/1 changed lines ran' });
  } finally {
    await close();
  }
});
