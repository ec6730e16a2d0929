// Through the front door: an agent replaces text in a file.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const CART = `
// @file cart.ts
export function total(prices: number[]) {
  const sum = prices.length;
  return sum;
}
`;

const textOf = async (agent: Awaited<ReturnType<typeof agentOn>>, file: string) => (await agent.ide.documents.read(agent.ide.documents.uriOf(file))).text;

test('makes several edits at once and says which change it was', async () => {
  await using agent = await agentOn(CART);
  const { value, text } = await agent.call('edit_file', {
    file: 'cart.ts',
    edits: [
      { old_text: 'const sum', new_text: 'const count' },
      { old_text: 'return sum', new_text: 'return count' },
    ],
  });
  expect(value).toEqual({
    applied: true,
    root: agent.ide.project.path,
    changeId: 'change1',
    files: [{ file: 'cart.ts', kind: 'changed', added: 2, removed: 2 }],
    edits: 2,
    hash: expect.any(String),
    newErrors: [],
    fixedErrors: [],
  });
  expect(text).toBe(`Done (change change1) in ${agent.ide.project.path}: 2 edits in 1 file\nchanged cart.ts +2 −2`);
  expect(await textOf(agent, 'cart.ts')).toContain('const count = prices.length;\n  return count;');
});

test('a preview shows the diff and the errors that would come, and writes nothing', async () => {
  await using agent = await agentOn(CART, { script: { mistakes: ['missing'] } });
  const before = await textOf(agent, 'cart.ts');
  const { value, text } = await agent.call('edit_file', { file: 'cart.ts', edits: [{ old_text: 'return sum', new_text: 'return missing' }], preview: true });
  expect(value).toMatchObject({
    applied: false,
    diff: '--- a/cart.ts\n+++ b/cart.ts\n@@ -1,4 +1,4 @@\n export function total(prices: number[]) {\n   const sum = prices.length;\n-  return sum;\n+  return missing;\n }',
    newErrors: [{ file: 'cart.ts', line: 3, column: 10, message: "Cannot find name 'missing'.", code: 'S2' }],
  });
  expect(text).toContain('Nothing written');
  expect(text).toContain("NEW ERROR cart.ts:3:10 Cannot find name 'missing'.");
  expect(await textOf(agent, 'cart.ts')).toBe(before);
});

test('reports new and fixed errors, or refuses the edit because of them', async () => {
  await using agent = await agentOn(CART.replace('return sum', 'return wrong'), { script: { mistakes: ['wrong', 'missing'] } });
  expect((await agent.call('edit_file', { file: 'cart.ts', edits: [{ old_text: 'wrong', new_text: 'sum' }] })).value).toMatchObject({
    newErrors: [],
    fixedErrors: [{ line: 3, message: "Cannot find name 'wrong'." }],
  });
  const before = await textOf(agent, 'cart.ts');
  const refusal = await agent.refusal('edit_file', { file: 'cart.ts', edits: [{ old_text: 'return sum', new_text: 'return missing' }], verify: 'refuse' });
  expect(refusal).toMatchObject({ error: 'new_errors', newErrors: [{ line: 3 }] });
  expect(await textOf(agent, 'cart.ts')).toBe(before);
});

test('says which files nobody can check, where new errors should refuse the edit', async () => {
  await using agent = await agentOn('// @file main.go\npackage main\n');
  const given = { file: 'main.go', edits: [{ old_text: 'main', new_text: 'shop' }] };
  expect((await agent.call('edit_file', { ...given, verify: 'refuse' })).value['notes']).toEqual([expect.stringContaining('Nothing checks main.go')]);
  expect((await agent.call('edit_file', { file: 'main.go', edits: [{ old_text: 'shop', new_text: 'main' }] })).value).not.toHaveProperty('notes');
});

test('text that stands at several places is refused with the places, unless all are meant', async () => {
  await using agent = await agentOn(CART);
  expect(await agent.refusal('edit_file', { file: 'cart.ts', edits: [{ old_text: 'sum', new_text: 'count' }] })).toMatchObject({
    error: 'ambiguous_text',
    candidates: [
      { line: 2, text: 'const sum = prices.length;' },
      { line: 3, text: 'return sum;' },
    ],
  });
  expect((await agent.call('edit_file', { file: 'cart.ts', edits: [{ old_text: 'sum', new_text: 'count', all: true }] })).value).toMatchObject({ edits: 2 });
});

test('text that is not there is refused with the likely places, and tolerant finds it', async () => {
  await using agent = await agentOn(CART);
  const edits = [{ old_text: '    const sum = prices.length;\n    return sum;', new_text: '    return prices.length;' }];
  expect(await agent.refusal('edit_file', { file: 'cart.ts', edits })).toMatchObject({ error: 'text_not_found', candidates: [{ line: 2 }] });
  await agent.call('edit_file', { file: 'cart.ts', edits, whitespace: 'tolerant' });
  expect(await textOf(agent, 'cart.ts')).toContain('{\n  return prices.length;\n}');
});

test('one edit that fails means that none is made', async () => {
  await using agent = await agentOn(CART);
  const before = await textOf(agent, 'cart.ts');
  const edits = [
    { old_text: 'const sum', new_text: 'const count' },
    { old_text: 'nowhere', new_text: '' },
  ];
  expect((await agent.refusal('edit_file', { file: 'cart.ts', edits })).error).toBe('text_not_found');
  expect(await textOf(agent, 'cart.ts')).toBe(before);
});

test.each([
  ['no such file', { file: 'none.ts', edits: [{ old_text: 'a', new_text: 'b' }] }, 'file_not_found'],
  ['a file outside', { file: '../x.ts', edits: [{ old_text: 'a', new_text: 'b' }] }, 'outside_project'],
  ['no edits', { file: 'cart.ts', edits: [] }, 'invalid_arguments'],
  ['edits that change nothing', { file: 'cart.ts', edits: [{ old_text: 'sum;', new_text: 'sum;' }] }, 'invalid_arguments'],
  ['a misspelled argument', { file: 'cart.ts', edits: [{ old: 'sum', new_text: '' }] }, 'invalid_arguments'],
])('refuses %s', async (_, given, error) => {
  await using agent = await agentOn(CART);
  expect((await agent.refusal('edit_file', given)).error).toBe(error);
});
