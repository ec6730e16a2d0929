// Through the front door: what tools of ours write can be read, what an agent writes itself is its own.
import { expect, test } from 'vitest';
import { agentOn } from '../../../../test/support/check.ts';
import { defaultPolicy } from '../../../server/permission/permission.ts';

const CART = '// @file cart.ts\nexport function one() {\n  return (1 + 2);\n}\n';
const ONE = { symbol: { file: 'cart.ts', line: 1, name: 'one' } };
// The scripted IDE takes out whatever is selected, here a bracket without the other.
const HALF = { file: 'cart.ts', start_line: 2, start_column: 11, end_line: 2, end_column: 17, name: 'part' };

test('a refactoring that would break the syntax is a defect of ours: nobody reviews it, nothing is written', async () => {
  const reviewed: string[] = [];
  await using agent = await agentOn(CART, {
    script: { mistakes: ['part'] },
    policy: { ...defaultPolicy, effects: { ...defaultPolicy.effects, edits: 'ask' } },
    person: ({ tool }) => {
      reviewed.push(tool);
      return { decision: 'accept' };
    },
  });
  const before = await agent.ide.documents.read(agent.ide.documents.uriOf('cart.ts'));
  for (const given of [{}, { preview: true }]) {
    expect(await agent.refusal('extract_variable', { ...HALF, ...given })).toMatchObject({
      error: 'broken_syntax',
      message: 'extract_variable would leave a syntax error at cart.ts:2 that was not there before, so nothing was changed.',
      next: expect.stringContaining('a defect of extract_variable'),
      file: 'cart.ts',
      line: 2,
      text: 'const part = 1 + 2);',
    });
  }
  expect((await agent.ide.documents.read(before.uri)).text).toBe(before.text);
  expect((await agent.call('list_changes', {})).value).toMatchObject({ changes: [] });
  expect(reviewed).toEqual([]);
});

test('code given to a tool that puts it in its place must be whole, code that an agent edits as text need not', async () => {
  await using agent = await agentOn(CART, { script: { mistakes: ['wrong'] } });
  const text = 'export function one() {\n  return (wrong;\n}';
  expect(await agent.refusal('edit_symbol', { ...ONE, action: 'replace', text })).toMatchObject({
    error: 'broken_syntax',
    next: expect.stringContaining('Correct the code that you passed'),
  });
  const edited = await agent.call('edit_file', { file: 'cart.ts', edits: [{ old_text: 'return (1', new_text: 'return ((1' }] });
  expect(edited.value).toMatchObject({ applied: true });
});

test('a file that could not be read before is not judged', async () => {
  await using agent = await agentOn(CART.replace('export', '(export'), { script: { mistakes: ['part'] } });
  expect((await agent.call('extract_variable', { ...HALF, verify: 'report' })).value).toMatchObject({ applied: true });
});

test('what the engine can read is written, whatever the grammar says', async () => {
  await using agent = await agentOn(CART);
  expect((await agent.call('extract_variable', HALF)).value).toMatchObject({ applied: true });
});
