// Through the front door: somebody else writes while a call works out what to change.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SOURCE = `
// @file cart.ts
export function total() {}
// @file main.ts
import { total } from './cart.ts';
total();
`;

// An agent whose engine takes so long over one question that somebody writes meanwhile.
async function agentMeddledWith(question: string, file: string, text: string) {
  let isDone = false;
  const agent = await agentOn(SOURCE, {
    script: {
      onQuestion(asked) {
        if (asked !== question || isDone) return;
        isDone = true;
        agent.ide.documents.write(file, text);
      },
    },
  });
  const textOf = async (name: string) => (await agent.ide.documents.read(agent.ide.documents.uriOf(name))).text;
  return { agent, textOf };
}

test('a file that somebody changed since the engine looked at it is not edited, nor is any other', async () => {
  const theirs = "// theirs\nimport { total } from './cart.ts';\ntotal();\n";
  const { agent, textOf } = await agentMeddledWith('rename', 'main.ts', theirs);
  await using _closing = agent;
  const given = { symbol: { file: 'cart.ts', name: 'total' }, new_name: 'sum' };
  expect(await agent.refusal('rename_symbol', given)).toMatchObject({ error: 'changed_meanwhile', message: expect.stringContaining('main.ts') });
  expect([await textOf('cart.ts'), await textOf('main.ts')]).toEqual(['export function total() {}', theirs]);
  // The next call sees what is there.
  expect((await agent.call('rename_symbol', given)).value).toMatchObject({ applied: true });
  expect(await textOf('main.ts')).toBe(theirs.replaceAll('total', 'sum'));
});

test('a preview of it is refused too', async () => {
  const { agent } = await agentMeddledWith('rename', 'cart.ts', '//\nexport function total() {}\n');
  await using _closing = agent;
  expect(await agent.refusal('rename_symbol', { symbol: { file: 'main.ts', name: 'total', line: 2 }, new_name: 'sum', preview: true })).toMatchObject({
    error: 'changed_meanwhile',
  });
});

test('what somebody does to other files is none of its business', async () => {
  const { agent, textOf } = await agentMeddledWith('rename', 'other.ts', 'export {};\n');
  await using _closing = agent;
  await agent.call('rename_symbol', { symbol: { file: 'cart.ts', name: 'total' }, new_name: 'sum' });
  expect(await textOf('main.ts')).toContain('sum();');
});
