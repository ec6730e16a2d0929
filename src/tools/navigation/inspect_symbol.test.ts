// Through the front door: an agent asks what a symbol is.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SHOP = `
// @file cart.ts
/** A cart full of things. */
export class Cart {
  // What it all costs.
  total(): number {
    return 1;
  }
}
function hidden() {}
const late = 1;
export { late };
// @file shop.py
class Shop:
    def _secret(self):
        pass
def _private():
    pass
`;

test('returns kind, type, documentation, declaration and container', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('inspect_symbol', { symbol: { name: 'Cart/total' } });
  expect(value).toEqual({
    symbol: { name: 'total', file: 'cart.ts', line: 4, column: 3 },
    kind: 'method',
    type: 'total(): number',
    documentation: 'What it all costs.',
    declared: [{ file: 'cart.ts', line: 4, column: 3 }],
    container: 'Cart',
    complete: true,
    engine: 'scripted 1.0',
  });
  expect(text).toBe('method Cart/total, declared at cart.ts:4\ntotal(): number\nWhat it all costs.');
});

test.each([
  ['Cart', true],
  ['hidden', false],
  ['late', true],
  ['Shop', true],
  ['_private', false],
])('says whether %s is exported: %s', async (name, exported) => {
  await using agent = await agentOn(SHOP);
  expect((await agent.call('inspect_symbol', { symbol: { name } })).value).toMatchObject({ exported });
});

test('a symbol of a library is described by what the engine says', async () => {
  const range = { start: { line: 9, character: 4 }, end: { line: 9, character: 7 } };
  await using agent = await agentOn('// @file a.ts\nlog(1);', { script: { libraries: { log: { uri: 'file:///usr/lib/lib.d.ts', range } } } });
  const { value } = await agent.call('inspect_symbol', { symbol: { file: 'a.ts', line: 1, name: 'log' } });
  expect(value).toMatchObject({ kind: 'unknown', declared: [{ file: '/usr/lib/lib.d.ts', line: 10, column: 5 }] });
  expect(value).not.toHaveProperty('exported');
});

test('of many declarations twenty are listed, and how many there are', async () => {
  await using agent = await agentOn('// @file one.ts\nexport class Cart {}');
  const { languages } = agent.ide;
  const [uri] = agent.ide.documents.snapshots().map((document) => document.uri);
  const range = { start: { line: 0, character: 13 }, end: { line: 0, character: 17 } };
  languages.definition = async () => ({ value: Array.from({ length: 23 }, () => ({ uri: uri ?? '', range })), complete: true });
  const { value, text } = await agent.call('inspect_symbol', { symbol: { name: 'Cart' } });
  expect(value).toMatchObject({ declared: Array.from({ length: 20 }, () => ({ file: 'one.ts', line: 1 })), declaredTotal: 23 });
  expect(text).toContain('one.ts:1 and 3 more places');
});

test('long documentation is shortened at the end of a line', async () => {
  const lines = Array.from({ length: 300 }, (_, index) => `// Line ${index} of the documentation says something about it.`);
  await using agent = await agentOn(`// @file a.ts\n${lines.join('\n')}\nexport const x = 1;`);
  const { documentation } = (await agent.call('inspect_symbol', { symbol: { name: 'x' } })).value;
  expect(documentation).toMatch(/says something about it\.\n…$/);
});

test('a missing argument names the right ones', async () => {
  await using agent = await agentOn(SHOP);
  expect(await agent.refusal('inspect_symbol', {})).toMatchObject({ error: 'invalid_arguments', next: expect.stringContaining('symbol') });
});
